// SPDX-License-Identifier: BSL-1.0
#include <dvfs/device/physics.hpp>

#include <dvfs/device/silicon.hpp>

#include "../check.hpp"

using namespace dvfs::literals;
using dvfs::phase;

namespace {

constexpr auto& orin = dvfs::simulated_boards::agx_orin;
constexpr dvfs::transformer_job large{.family = dvfs::model_family::encoder,
                                      .layers = 24,
                                      .hidden = 1536,
                                      .seq_len = 50,
                                      .batch = 16,
                                      .parameters = 900e6};
constexpr dvfs::transformer_job small{
    .family = dvfs::model_family::decoder, .layers = 6, .hidden = 256, .seq_len = 13, .batch = 8};

}  // namespace

TEST_CASE("the supply rises from its lowest to its highest, more on the upper ladder")
{
  CHECK(dvfs::simulation::voltage_at(orin, 306_MHz).value == doctest::Approx(0.65));
  CHECK(dvfs::simulation::voltage_at(orin, 1300.5_MHz).value == doctest::Approx(1.001));
  auto const step = [](dvfs::frequency a, dvfs::frequency b) {
    return dvfs::simulation::voltage_at(orin, b) - dvfs::simulation::voltage_at(orin, a);
  };
  CHECK(step(306_MHz, 408_MHz).value > 0);
  CHECK(step(1122_MHz, 1224_MHz) > step(306_MHz, 408_MHz));
}

TEST_CASE("products speed up with the clock and streams stop at the memory's bandwidth")
{
  CHECK(dvfs::simulation::product_rate(orin, large, 1224_MHz) ==
        doctest::Approx(2 * dvfs::simulation::product_rate(orin, large, 612_MHz)));
  CHECK(dvfs::simulation::product_rate(orin, large, 1300.5_MHz) < 4096 * 1300.5e6);
  CHECK(dvfs::simulation::streaming_rate(orin, 306_MHz) < dvfs::simulation::streaming_rate(orin, 408_MHz));
  CHECK(dvfs::simulation::streaming_rate(orin, 408_MHz) == dvfs::simulation::streaming_rate(orin, 1300.5_MHz));
}

TEST_CASE("when launching takes longer than computing, time does not follow the clock and the GPU waits")
{
  auto const slow = dvfs::simulation::operate(orin, small, phase::forward, 612_MHz);
  auto const fast = dvfs::simulation::operate(orin, small, phase::forward, 1300.5_MHz);
  CHECK(slow.takes == fast.takes);
  CHECK(fast.busy < slow.busy);
  CHECK(dvfs::simulation::operate(orin, large, phase::forward, 612_MHz).busy == 1);
  CHECK(dvfs::simulation::operate(orin, large, phase::loading, 612_MHz).busy == 0);
}

TEST_CASE("a step is its phases: their time, and their energy")
{
  dvfs::energy used{};
  dvfs::duration took{};
  for (auto p : {phase::loading, phase::forward, phase::backward, phase::optimiser}) {
    auto const at = dvfs::simulation::operate(orin, large, p, 816_MHz);
    used += at.total() * at.takes;
    took += at.takes;
  }
  auto const step = dvfs::simulation::step_at(orin, large, 816_MHz);
  CHECK(step.takes.value == doctest::Approx(took.value));
  CHECK((step.total() * step.takes).value == doctest::Approx(used.value));
}

TEST_CASE("power rises with the clock, from an idle board's few watts to a loaded one's fifty")
{
  CHECK(dvfs::simulation::idle_at(orin, 306_MHz).total() > 3_W);
  CHECK(dvfs::simulation::idle_at(orin, 306_MHz).total() < 8_W);
  dvfs::power before{};
  for (auto f : orin.gpu) {
    auto const drawn = dvfs::simulation::step_at(orin, large, f).total();
    CHECK(drawn > before);
    CHECK(drawn > dvfs::simulation::idle_at(orin, f).total());
    before = drawn;
  }
  CHECK(before > 30_W);
  CHECK(before < 60_W);
}

TEST_CASE("two boards of one model differ, and a seed names a board")
{
  auto const a = dvfs::simulation::one_of(orin, 1), again = dvfs::simulation::one_of(orin, 1),
             b = dvfs::simulation::one_of(orin, 2);
  CHECK(a.leakage == again.leakage);
  CHECK(a.clock_nF == again.clock_nF);
  CHECK(a.leakage != b.leakage);
  CHECK(dvfs::simulation::step_at(a, large, 612_MHz).total() != dvfs::simulation::step_at(b, large, 612_MHz).total());
  CHECK(dvfs::simulation::step_at(a, large, 612_MHz).takes == dvfs::simulation::step_at(b, large, 612_MHz).takes);
  CHECK(dvfs::simulation::one_of(orin, 7, 0).clock_nF == orin.clock_nF);
}
