// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/ladder.hpp>
#include <dvfs/core/literals.hpp>

#include <string_view>

namespace dvfs {

/// What is published of a board: its GPU's ladder; boards of one model differ, so a program reads the device's own
/// ladder.
template<class GpuLadder>
struct board {
  std::string_view name;
  GpuLadder gpu;
};
template<class GpuLadder>
board(char const*, GpuLadder) -> board<GpuLadder>;

/// GPU ladders as public listings of available_frequencies show them; the line above each names where it was seen.
namespace boards {

/// Public listings of 57000000.gpu on L4T r32 (kernel 4.9).
inline constexpr board nano{"Jetson Nano", frequency_ladder{
    76.8_MHz, 153.6_MHz, 230.4_MHz, 307.2_MHz, 384_MHz, 460.8_MHz, 537.6_MHz, 614.4_MHz, 691.2_MHz, 768_MHz,
    844.8_MHz, 921.6_MHz}};
/// The same with the overclocking kernels that Qengineering/Jover#3 describes.
inline constexpr board nano_overclocked{"Jetson Nano, overclocked", frequency_ladder{
    76.8_MHz, 153.6_MHz, 230.4_MHz, 307.2_MHz, 384_MHz, 460.8_MHz, 537.6_MHz, 614.4_MHz, 691.2_MHz, 768_MHz,
    844.8_MHz, 921.6_MHz, 998.4_MHz}};

/// thynics/jetson_dvfs.
inline constexpr board tx2{"Jetson TX2", frequency_ladder{
    114.75_MHz, 216.75_MHz, 318.75_MHz, 420.75_MHz, 522.75_MHz, 624.75_MHz, 726.75_MHz, 854.25_MHz, 930.75_MHz,
    1032.75_MHz, 1122_MHz, 1236.75_MHz, 1300.5_MHz}};
/// Public RL-DVFS code; nvpmodel prints REAL_VAL 1134750000.
inline constexpr board tx2_variant_b{"Jetson TX2, variant B", frequency_ladder{
    114.75_MHz, 216.75_MHz, 318.75_MHz, 420.75_MHz, 522.75_MHz, 624.75_MHz, 726.75_MHz, 828.75_MHz, 930.75_MHz,
    1032.75_MHz, 1134.75_MHz, 1236.75_MHz, 1300.5_MHz}};

/// Several public listings of 17000000.gv11b.
inline constexpr board agx_xavier{"Jetson AGX Xavier", frequency_ladder{
    114.75_MHz, 216.75_MHz, 318.75_MHz, 420.75_MHz, 522.75_MHz, 624.75_MHz, 675.75_MHz, 828.75_MHz, 905.25_MHz,
    1032.75_MHz, 1198.5_MHz, 1236.75_MHz, 1338.75_MHz, 1377_MHz}};
/// Inferred; nvpmodel.conf of the t194 confirms 510, 803.25 and 1109.25 MHz.
inline constexpr board xavier_nx{"Jetson Xavier NX", frequency_ladder{
    114.75_MHz, 204_MHz, 306_MHz, 408_MHz, 510_MHz, 599.25_MHz, 701.25_MHz, 752.25_MHz, 803.25_MHz, 854.25_MHz,
    905.25_MHz, 956.25_MHz, 1007.25_MHz, 1058.25_MHz, 1109.25_MHz}};

/// Public sweep code; jetson_clocks --show prints Min 306000000 Max 1300500000 (JetPack 5.1 and later, JetPack 6).
inline constexpr board agx_orin{"Jetson AGX Orin", frequency_ladder{
    306_MHz, 408_MHz, 510_MHz, 612_MHz, 714_MHz, 816_MHz, 918_MHz, 1020_MHz, 1122_MHz, 1224_MHz, 1300.5_MHz}};
/// Public sweep scripts for early JetPack 5 (r34, r35.1).
inline constexpr board agx_orin_early_jp5{"Jetson AGX Orin, early JetPack 5", frequency_ladder{
    114.75_MHz, 216.75_MHz, 318.75_MHz, 420.75_MHz, 522.75_MHz, 624.75_MHz, 726.75_MHz, 828.75_MHz, 930.75_MHz,
    1032.75_MHz, 1134.75_MHz, 1236.75_MHz, 1300.5_MHz}};

/// A public listing, before the Super modes.
inline constexpr board orin_nx{"Jetson Orin NX 16 GB", frequency_ladder{
    306_MHz, 408_MHz, 510_MHz, 612_MHz, 714_MHz, 816_MHz, 918_MHz}};
/// Inferred; NVIDIA's nvpmodel.conf caps it at 1173 MHz.
inline constexpr board orin_nx_super{"Jetson Orin NX Super", frequency_ladder{
    306_MHz, 408_MHz, 510_MHz, 612_MHz, 714_MHz, 816_MHz, 918_MHz, 1020_MHz, 1122_MHz, 1173_MHz}};

/// Inferred between its ends, which a jtop capture shows, before the Super modes.
inline constexpr board orin_nano{"Jetson Orin Nano 8 GB", frequency_ladder{
    306_MHz, 408_MHz, 510_MHz, 612_MHz, 624.75_MHz}};
/// A public sweep and jetson_clocks --show.
inline constexpr board orin_nano_super{"Jetson Orin Nano Super", frequency_ladder{
    306_MHz, 408_MHz, 510_MHz, 612_MHz, 714_MHz, 816_MHz, 918_MHz, 1020_MHz}};

}  // namespace boards
}  // namespace dvfs
