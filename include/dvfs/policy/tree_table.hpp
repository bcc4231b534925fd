// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/learn/features.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

// A decision tree as a constant, written by hand so that it reads like a rule:
//   inline constexpr auto table = when(feature<&job::layers> <= 7, 510_MHz, when(feature<&job::seq_len> <= 53.0, 714_MHz, 816_MHz));
namespace dvfs::policies {

/// One row of a decision tree; nodes stand before their children, and a leaf has no feature.
struct tree_node {
  std::int32_t feature{-1};
  double threshold{};  ///< a job goes left if its feature is at most this
  std::uint32_t left{};
  std::uint32_t right{};
  frequency answer{};  ///< of a leaf; of an inner node the answer where its feature is not known

  [[nodiscard]] constexpr bool is_leaf() const noexcept { return feature < 0; }
  bool operator==(tree_node const&) const = default;
};

/// A decision tree of `N` nodes over the described features of a job, root first.
template<learn::described_job Job, std::size_t N>
struct tree_table {
  using job_type = Job;
  std::array<tree_node, N> nodes{};

  bool operator==(tree_table const&) const = default;
};

/// The test of an inner node: `feature` of `Job` is at most `threshold`.
template<class Job>
struct at_most {
  std::size_t feature;
  double threshold;
};

namespace detail {

template<auto Member>
struct named_feature {
  using job_type = typename learn::detail::class_of<std::remove_cv_t<decltype(Member)>>::type;

  [[nodiscard]] friend consteval at_most<job_type> operator<=(named_feature, double threshold)
  {
    return {learn::feature_index<Member>(), threshold};
  }
};

template<class Job, std::size_t N>
constexpr tree_table<Job, N> const& as_table(tree_table<Job, N> const& t)
{
  return t;
}
template<class Job>
constexpr tree_table<Job, 1> as_table(frequency answer)
{
  return {{tree_node{.answer = answer}}};
}

template<class Job, std::size_t N, std::size_t M>
constexpr tree_table<Job, 1 + N + M> join(at_most<Job> test, tree_table<Job, N> const& yes, tree_table<Job, M> const& no)
{
  tree_table<Job, 1 + N + M> joined;
  auto place = [&](auto const& part, std::size_t offset) {
    for (std::size_t i = 0; i < part.nodes.size(); ++i) {
      auto node = part.nodes[i];
      node.left += static_cast<std::uint32_t>(offset);
      node.right += static_cast<std::uint32_t>(offset);
      joined.nodes[offset + i] = node;
    }
  };
  place(yes, 1);
  place(no, 1 + N);
  // A job whose feature is not known gets the fastest answer below: slow is the one mistake that no later step repairs.
  auto const fastest = yes.nodes[0].answer > no.nodes[0].answer ? yes.nodes[0].answer : no.nodes[0].answer;
  joined.nodes[0] = {static_cast<std::int32_t>(test.feature), test.threshold, 1, 1 + static_cast<std::uint32_t>(N), fastest};
  return joined;
}

}  // namespace detail

/// A described member of a job, for use in `when`: `feature<&fine_tuning_job::layers> <= 7`.
template<auto Member>
inline constexpr detail::named_feature<Member> feature{};

/// The tree that answers `yes` where the test holds and `no` where it does not; each is a tree or a frequency.
template<class Job>
[[nodiscard]] consteval auto when(at_most<Job> test, auto const& yes, auto const& no)
{
  return detail::join(test, detail::as_table<Job>(yes), detail::as_table<Job>(no));
}

}  // namespace dvfs::policies
