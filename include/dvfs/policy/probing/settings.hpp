// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace dvfs::policies {

/// What a probing policy believes before it has measured anything. Nothing here belongs to a device.
struct probing_settings {
  std::uint64_t seed{1};       ///< of the curves that are drawn
  std::size_t draws{4000};     ///< physically plausible curves, at least one
  std::size_t components{24};  ///< kinds of curve that the draws are gathered into, at least one
  double residual{0.05};       ///< how far log time and log power stray from physics, smoothly: standard deviation
  double length{1};            ///< over which distance in log frequency they stray together
  double roughness{0.001};     ///< how far a single level strays on its own
  double heavy_share{0.1};     ///< how many curves stray `heavy_factor` times as far
  double heavy_factor{4};
  double heavy_length{0.5};  ///< and over which distance together
  double temper{0.8};        ///< exponent of the likelihood, since the prior is never quite right
  double reading_noise{0};   ///< of one reading of energy or time, as a fraction: standard deviation

  bool operator==(probing_settings const&) const = default;
};

}  // namespace dvfs::policies
