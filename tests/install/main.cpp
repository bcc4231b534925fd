// SPDX-License-Identifier: BSL-1.0
#include <dvfs/dvfs.hpp>

using namespace dvfs::literals;

int main()
{
  dvfs::ladder_view const ladder = dvfs::boards::agx_orin.gpu;
  auto const level = dvfs::find_floor(ladder, 700_MHz);
  return level && ladder[*level] == 612_MHz ? 0 : 1;
}
