// SPDX-License-Identifier: BSL-1.0
// From three measured energies to the GPU clock that needs the least energy, as a level of the board's own ladder.
#include <dvfs/core.hpp>
#include <dvfs/model.hpp>

#include <cstdio>
#include <vector>

using namespace dvfs::literals;

int main()
{
  // What one run of the job used at three clocks far apart: fine-tuning DeBERTa-v2-xlarge on a Jetson AGX Orin.
  std::vector<dvfs::point<dvfs::energy>> const probes{{306_MHz, 693591_J}, {714_MHz, 539312_J}, {1300.5_MHz, 737041_J}};

  auto const fitted = dvfs::fit<dvfs::models::three_term_energy>(std::span{probes});
  if (!fitted) {
    std::printf("%s\n", dvfs::what(fitted.error()).data());
    return 1;
  }
  if (auto const valley = dvfs::sweet_spot(fitted->model))
    std::printf("least energy at %.0f MHz\n", dvfs::in_MHz(*valley));

  auto const& ladder = dvfs::boards::agx_orin.gpu;
  auto const best = ladder[dvfs::best_level(ladder, fitted->model)];
  std::printf("best level of the ladder: %.0f MHz, %.0f kJ\n", dvfs::in_MHz(best), fitted->model(best).value / 1000);
}
