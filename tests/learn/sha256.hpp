// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace dvfs_test {

/// The SHA-256 digest of a text (FIPS 180-4), in hexadecimal. The constants are the first 32 bits of the fractional
/// parts of the cube and square roots of the first primes, found by bisection in integers.
inline std::string sha256(std::string text)
{
  __extension__ typedef unsigned __int128 wide;
  std::array<std::uint32_t, 64> k{};
  std::array<std::uint32_t, 8> h{};
  std::size_t found = 0;
  for (std::uint64_t p = 2; found < 64; ++p) {
    bool prime = true;
    for (std::uint64_t q = 2; q * q <= p; ++q) prime = prime && p % q != 0;
    if (!prime) continue;
    std::uint64_t cube = 0, square = 0;  // roots times 2^32
    for (int bit = 36; bit >= 0; --bit) {
      std::uint64_t const c = cube | std::uint64_t{1} << bit;
      if (wide{c} * c * c <= wide{p} << 96) cube = c;
      std::uint64_t const s = square | std::uint64_t{1} << bit;
      if (wide{s} * s <= wide{p} << 64) square = s;
    }
    k[found] = std::uint32_t(cube);
    if (found < 8) h[found] = std::uint32_t(square);
    ++found;
  }
  std::uint64_t const bits = text.size() * 8;
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int i = 7; i >= 0; --i) text += char(bits >> (8 * i));
  for (std::size_t at = 0; at < text.size(); at += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i) w[i / 4] |= std::uint32_t(std::uint8_t(text[at + i])) << (24 - 8 * (i % 4));
    for (std::size_t i = 16; i < 64; ++i)
      w[i] = w[i - 16] + w[i - 7] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3)) +
             (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10));
    auto v = h;
    for (std::size_t i = 0; i < 64; ++i) {
      auto& [a, b, c, d, e, f, g, z] = v;
      std::uint32_t const t =
          z + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
      std::uint32_t const u = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      v = {t + u, a, b, c, d + t, e, f, g};
    }
    for (std::size_t i = 0; i < 8; ++i) h[i] += v[i];
  }
  std::string out;
  for (std::uint32_t const x : h)
    for (int i = 7; i >= 0; --i) out += "0123456789abcdef"[(x >> (4 * i)) & 15];
  return out;
}

}  // namespace dvfs_test
