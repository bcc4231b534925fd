// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/observation.hpp>
#include <dvfs/core/quantity.hpp>

#include <concepts>

namespace dvfs {

/// A policy maps what is seen to a frequency and does nothing else: no state, no clock, no device, no failure.
template<class P, class Seen>
concept policy = std::copyable<P> && requires(P const& p, Seen const& seen) {
  { p(seen) } noexcept -> std::same_as<frequency>;
};

namespace policies {

/// A policy of the job as a policy of the whole observation, as a governor calls it.
template<class P>
struct of_job {
  [[no_unique_address]] P policy{};

  template<class Job>
    requires dvfs::policy<P, Job>
  [[nodiscard]] constexpr frequency operator()(observation<Job> const& seen) const noexcept
  {
    return policy(seen.job);
  }
};
template<class P>
of_job(P) -> of_job<P>;

}  // namespace policies
}  // namespace dvfs
