// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/experiment/evaluate.hpp>
#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/policy/mlg.hpp>
#include <dvfs/policy/policy.hpp>

#include <memory>
#include <string>
#include <utility>
#include <variant>

// The policies that need no file, as judges of curves take them.
namespace dvfs::experiment {

/// A tree that finds its features by name.
[[nodiscard]] inline named_policy tree_policy(std::string name, named_tree tree)
{
  auto shared = std::make_shared<named_tree const>(std::move(tree));
  return {std::move(name), [shared](curve_features const& of) { return shared->decide(of); }};
}

/// A policy over a described job, as a judge of curves takes it: undecided where a feature of the job is missing.
template<learn::described_row Job, class Policy>
  requires dvfs::policy<Policy, Job>
[[nodiscard]] named_policy job_policy(std::string name, Policy policy)
{
  return {std::move(name), [policy = std::move(policy)](curve_features const& of) -> decision {
            auto const job = job_of<Job>(of);
            if (!job) return undecided{job.error()};
            return policy(*job);
          }};
}

/// The paper's tree, by the shape of the job.
[[nodiscard]] inline named_policy mlg_policy(std::string name = "mlg")
{
  return tree_policy(std::move(name), make_named(policies::mlg_tree));
}

/// The paper's tree under its utilisation rule, which asks nothing of the shape where it applies.
[[nodiscard]] inline named_policy mlg_util_policy(std::string name = "mlg-util")
{
  return {std::move(name), [shape = mlg_policy()](curve_features const& of) -> decision {
            auto const util = of("gpu_util");
            auto const* const percent = util ? std::get_if<double>(&*util) : nullptr;
            if (percent && policies::mlg_util::applies(*percent)) return policies::mlg_util::answer;
            return shape.decide(of);
          }};
}

/// One frequency for all: FFG.
[[nodiscard]] inline named_policy fixed_policy(std::string name, frequency at)
{
  return {std::move(name), [at](curve_features const&) -> decision { return at; }};
}

/// The board's own governor.
[[nodiscard]] inline named_policy maxn_policy(std::string name = "maxn")
{
  return {std::move(name), [](curve_features const&) -> decision { return default_governor{}; }};
}

}  // namespace dvfs::experiment
