// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/io/curve.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/model/quality.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum_to_string.hpp>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dvfs::experiment {

/// What is wrong with a measured curve, in words.
struct flag {
  flaw rule{};
  dvfs::severity severity{};
  std::string reason{};
  std::vector<double> mhz{};  ///< the levels concerned

  bool operator==(flag const&) const = default;
};
BOOST_DESCRIBE_STRUCT(flag, (), (rule, severity, reason, mhz))

namespace detail {

template<class Q>
[[nodiscard]] std::optional<Q> mean_value(std::optional<repeated<Q>> const& r)
{
  return r ? std::optional{r->mean} : std::nullopt;
}

[[nodiscard]] inline std::string rounded(double x)
{
  double const unit = x == 0 ? 1 : std::pow(10.0, std::floor(std::log10(std::fabs(x))) - 2);
  // Of a small number the inverse is whole, so that 0.0123 prints as it reads.
  return io::format_number(unit < 1 ? std::round(x / unit) / std::round(1 / unit) : std::round(x / unit) * unit);
}

[[nodiscard]] inline std::string reason_of(finding const& f)
{
  std::string const percent = rounded(std::fabs(f.size - 1) * 100) + " %";
  switch (f.what) {
    case flaw::pin_failed:
      return "time and power are the same at clocks " + rounded(f.size) +
             " times apart: the clock did not follow the request";
    case flaw::clock_off: return "the clock read back is up to " + percent + " off the one requested";
    case flaw::power_falls: return "power is up to " + percent + " less at a higher clock";
    case flaw::time_rises: return "the run takes up to " + percent + " longer at a higher clock";
    case flaw::truncated:
      return "the run took " + percent + " less time than at the next faster level: was it cut short?";
    case flaw::power_capped: return "power is the same over the fastest levels: a cap rules there, not the clock";
    case flaw::energy_differs: return "energy is up to " + percent + " off power times time";
    case flaw::duplicate: return "readings are the same to the last digit as in another run";
    case flaw::wrong_unit:
      return "a reading of " + rounded(f.size) + " cannot be in the unit of its column: off by 1000?";
  }
  return {};
}

}  // namespace detail

/// What the rules of `find_flaws` say about a curve; they never look at which level is best.
[[nodiscard]] inline std::vector<flag> flags_of(curve const& c, quality_rules const& rules = {})
{
  std::vector<level_reading> levels, runs;
  for (auto const& p : c.points) {
    auto const observed = p.gpu_observed;
    levels.push_back(
        {*p.at, detail::mean_value(p.took), detail::mean_value(p.drawn), detail::mean_value(p.used), observed});
  }
  for (auto const& r : c.rows) runs.push_back({*r.gpu, r.took, r.drawn, r.recorded, {}});
  auto all = find_flaws(levels, rules);
  for (auto const& f : find_duplicates(runs)) all.push_back(f);
  std::vector<flag> flags;
  for (auto const& f : all) {
    flag named{f.what, f.how, detail::reason_of(f), {}};
    for (auto at : f.where) named.mhz.push_back(in_MHz(at));
    flags.push_back(named);
  }
  return flags;
}

/// Whether a curve is bad data, to be judged apart.
[[nodiscard]] inline bool is_bad(std::span<flag const> flags)
{
  for (auto const& f : flags)
    if (f.severity == severity::bad) return true;
  return false;
}

}  // namespace dvfs::experiment
