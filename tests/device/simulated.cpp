// SPDX-License-Identifier: BSL-1.0
#include <dvfs/device/simulated.hpp>

#include <dvfs/device/silicon.hpp>

#include "../check.hpp"

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

using namespace dvfs::literals;
using dvfs::devices::simulated;

static_assert(dvfs::frequency_domain<simulated>);
static_assert(dvfs::power_meter<simulated>);
static_assert(dvfs::energy_counter<simulated>);
static_assert(dvfs::load_meter<simulated>);
static_assert(!dvfs::thermometer<simulated>);
static_assert(dvfs::job_runner<simulated, dvfs::transformer_job>);
static_assert(dvfs::device_with_traits<simulated>);
static_assert(dvfs::device_traits<simulated>::from == dvfs::origin::simulated);

namespace {

// The GPU is busy for all but a few percent of the time.
constexpr dvfs::transformer_job saturating{.family = dvfs::model_family::encoder,
                                           .layers = 24,
                                           .hidden = 1536,
                                           .seq_len = 50,
                                           .batch = 16,
                                           .steps = 6547,
                                           .parameters = 900e6};
// The host prepares examples for most of the time.
constexpr dvfs::transformer_job host_bound{
    .family = dvfs::model_family::decoder, .layers = 6, .hidden = 256, .seq_len = 11, .batch = 512, .steps = 17};

dvfs::transformer_job with_steps(dvfs::transformer_job job, std::int64_t steps)
{
  job.steps = steps;
  return job;
}

class digest {
 public:
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(std::uint64_t x)
  {
    for (int i = 0; i < 8; ++i, x >>= 8) value_ = (value_ ^ (x & 0xff)) * 0x100000001b3u;  // FNV-1a
  }
  void add(dvfs::run_record const& r)
  {
    add((*r.used).value);
    add((*r.took).value);
    add(*r.load);
    add((*r.mean_clock).value);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_{0xcbf29ce484222325u};
};

std::uint64_t scenario(std::uint64_t seed)
{
  digest d;
  simulated board{dvfs::simulation::one_of(dvfs::simulated_boards::agx_orin, seed), dvfs::devices::run_noise{seed}};
  for (auto const& job : {saturating, host_bound}) {
    for (auto f : board.ladder()) d.add(*board.run(job, f));
    d.add(*board.run(job));
  }
  CHECK(board.start(host_bound));
  for (int i = 0; i < 400; ++i) {
    board.advance(17_ms);
    d.add((*board.drawn()).value);
    d.add((*board.used()).value);
    d.add(board.load().value_or(0));
    d.add((*board.current()).value);
  }
  return d.value();
}

}  // namespace

TEST_CASE("the same seed gives the same bytes, on every compiler, and another seed others")
{
  CHECK(scenario(1) == scenario(1));
  CHECK(scenario(1) != scenario(2));
  CHECK(scenario(1) == 10650892792864112367u);
}

TEST_CASE("the order of runs does not matter")
{
  simulated a, b;
  auto const first = *a.run(host_bound);
  CHECK(*b.run(saturating, 612_MHz) != first);
  CHECK(*b.run(saturating) != first);
  b.advance(3.21_s);
  CHECK(*b.run(host_bound) == first);
  CHECK(*b.run(host_bound, 408_MHz) == *a.run(host_bound, 408_MHz));
}

TEST_CASE("energy is the sum of the rails and the integral of the power drawn")
{
  simulated board;
  CHECK(board.start(with_steps(host_bound, 5)));
  double integral = 0;
  // Power is constant within a phase and a period, and 0.1 ms is short beside both.
  while (board.is_running()) {
    double const before = (*board.drawn()).value;
    board.advance(0.1_ms);
    integral += 0.5 * (before + (*board.drawn()).value) * 1e-4;
  }
  auto const rails = board.used_by_rail();
  CHECK(rails[0].of.label == "VDD_GPU_SOC");
  CHECK(rails[1].of.label == "VDD_CPU_CV");
  CHECK(rails[0].used + rails[1].used == *board.used());
  CHECK((*board.used()).value == doctest::Approx(integral).epsilon(1e-4));
}

TEST_CASE("a run accounts on the device for what it reports")
{
  simulated board;
  auto const r = *board.run(saturating, 816_MHz);
  CHECK(board.now() == *r.took);
  CHECK(*board.used() == *r.used);
  CHECK(!board.is_running());
}

TEST_CASE("time and energy only grow, whatever is asked for")
{
  simulated board;
  dvfs::duration now = board.now();
  dvfs::energy used = *board.used();
  auto const check = [&] {
    CHECK(board.now() >= now);
    CHECK(*board.used() >= used);
    now = board.now();
    used = *board.used();
  };
  CHECK(board.start(with_steps(host_bound, 3)));
  for (int i = 0; i < 2000; ++i) {
    board.advance({0.0013 * (i % 7)});
    check();
  }
  CHECK(board.run(saturating, 306_MHz));
  check();
  CHECK(board.run(saturating));
  check();
}

TEST_CASE("a pinned run is what advancing through it step by step gives")
{
  auto const job = with_steps(host_bound, 4);
  simulated whole, stepped;
  auto const r = *whole.run(job, 714_MHz);
  CHECK(*stepped.set_limits({714_MHz, 714_MHz}) == dvfs::frequency_limits{714_MHz, 714_MHz});
  CHECK(*stepped.current() == 714_MHz);
  CHECK(stepped.start(job));
  stepped.advance(*r.took);
  if (stepped.is_running()) stepped.advance(1e-9 * *r.took);
  CHECK(!stepped.is_running());
  CHECK((*stepped.used()).value == doctest::Approx((*r.used).value).epsilon(1e-8));
  CHECK(*r.mean_clock == 714_MHz);
}

TEST_CASE("what is extrapolated is what the whole simulation gives, within half a percent")
{
  // Of 2000 steps a run simulates about a hundred; advancing simulates them all.
  auto const job = with_steps(host_bound, 2000);
  simulated quick, slow;
  auto const r = *quick.run(job);
  CHECK(slow.start(job));
  while (slow.is_running()) slow.advance(25_ms);
  CHECK((*slow.used()).value == doctest::Approx((*r.used).value).epsilon(5e-3));
  CHECK(slow.now().value == doctest::Approx((*r.took).value).epsilon(5e-3));
}

TEST_CASE("a ladder that the board has no room for is refused")
{
  static auto const fine = [] {
    std::vector<dvfs::frequency> all;
    for (unsigned mhz = 300; mhz < 500; ++mhz) all.push_back(dvfs::from_MHz(mhz));
    return all;
  }();
  auto board = dvfs::simulated_boards::agx_orin;
  board.gpu = dvfs::ladder_view{std::span<dvfs::frequency const>{fine}};
  CHECK_THROWS_AS(simulated{board}, std::length_error);
}

TEST_CASE("the default governor takes a saturating job to the top and an idle board to the bottom")
{
  simulated board;
  CHECK(*board.current() == 306_MHz);
  CHECK(board.load().is_unavailable());  // not 0: no period has ended yet
  CHECK(board.start(saturating));
  board.advance(2_s);
  CHECK(*board.current() == 1300.5_MHz);
  CHECK(*board.load() > 0.9);

  simulated idle;
  idle.advance(60_s);
  CHECK(*idle.current() == 306_MHz);
  CHECK(*idle.load() == 0);

  auto const busy = *board.board().gpu.begin();
  CHECK(busy == 306_MHz);
  CHECK(*simulated{}.run(saturating)->mean_clock > 1290_MHz);
  CHECK(*simulated{}.run(host_bound)->mean_clock < 700_MHz);
}

TEST_CASE("a higher clock is never slower and keeps the GPU busy for a smaller share")
{
  simulated board;
  for (auto const& job : {saturating, host_bound}) {
    auto before = *board.run(job, 306_MHz);
    for (auto f : board.ladder()) {
      auto const r = *board.run(job, f);
      CHECK(*r.took <= *before.took);
      CHECK(*r.load <= *before.load);
      before = r;
    }
  }
}

TEST_CASE("small models wait for the host and large ones do not")
{
  simulated board;
  CHECK(*board.run(host_bound, 1300.5_MHz)->load < 0.2);
  CHECK(*board.run(saturating, 1300.5_MHz)->load > 0.95);
}

TEST_CASE("limits are clamped to the ladder, the maximum wins, and a cap never rounds up")
{
  using dvfs::frequency_limits;
  simulated board;
  CHECK(*board.limits() == frequency_limits{306_MHz, 1300.5_MHz});
  CHECK(*board.set_limits({612_MHz, 510_MHz}) == frequency_limits{510_MHz, 510_MHz});
  CHECK(*board.current() == 510_MHz);
  CHECK(*board.set_limits({0_Hz, 0_Hz}) == frequency_limits{306_MHz, 1300.5_MHz});
  CHECK(*board.set_limits({9_GHz, 9_GHz}) == frequency_limits{1300.5_MHz, 1300.5_MHz});
  CHECK(*board.set_limits({700_MHz, 700_MHz}) == frequency_limits{700_MHz, 700_MHz});
  CHECK(*board.current() == 612_MHz);

  CHECK(board.set_limits({306_MHz, 816_MHz}));
  CHECK(*board.run(saturating)->mean_clock <= 816_MHz);
}

TEST_CASE("an impossible job and a frequency off the ladder are refused, and nothing happens")
{
  simulated board;
  auto bad = saturating;
  bad.layers = 0;
  CHECK(board.run(bad).error() == dvfs::errc::impossible_job);
  CHECK(board.start(bad).error() == dvfs::errc::impossible_job);
  bad = saturating;
  bad.seq_len = -1;
  CHECK(board.run(bad, 612_MHz).error() == dvfs::errc::impossible_job);
  bad = saturating;
  bad.seq_len = bad.batch = 1'000'000;  // each value can be, but a step would take years
  CHECK(!dvfs::find_fault(bad));
  CHECK(board.run(bad).error() == dvfs::errc::impossible_job);
  CHECK(board.run(saturating, 600_MHz).error() == dvfs::errc::off_ladder);
  CHECK(board.run(saturating, 1300_MHz).error() == dvfs::errc::off_ladder);
  CHECK(board.now() == 0_s);

  CHECK(board.start(saturating));
  CHECK(board.start(saturating).error() == dvfs::errc::unavailable_now);
  CHECK(board.run(saturating).error() == dvfs::errc::unavailable_now);
}

TEST_CASE("noise spreads what runs report by half a percent and leaves the board's own account alone")
{
  simulated exact, noisy{dvfs::simulated_boards::agx_orin, dvfs::devices::run_noise{42}};
  auto const truth = (*exact.run(saturating, 612_MHz)->used).value;
  double sum = 0, squares = 0;
  constexpr int n = 400;
  for (int i = 0; i < n; ++i) {
    double const off = (*noisy.run(saturating, 612_MHz)->used).value / truth - 1;
    sum += off;
    squares += off * off;
  }
  CHECK(sum / n == doctest::Approx(0).epsilon(0.001));
  CHECK(squares / n == doctest::Approx(0.005 * 0.005).epsilon(0.2));
  CHECK((*noisy.used()).value == doctest::Approx(n * truth).epsilon(1e-9));
}

TEST_CASE("a run is a constant expression")
{
  DVFS_CHECK_BOTH(*simulated{}.run(saturating, 612_MHz)->used < *simulated{}.run(saturating, 1300.5_MHz)->used);
  DVFS_CHECK_BOTH(simulated{}.run(saturating, 600_MHz).error() == dvfs::errc::off_ladder);
}
