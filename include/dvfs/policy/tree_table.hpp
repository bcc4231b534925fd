// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/learn/features.hpp>
#include <dvfs/learn/tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// A decision tree as a constant, written by hand so that it reads like the rule it is:
//   constexpr auto layers = feature<&job::layers>;
//   inline constexpr auto table = when(layers <= 7, 510_MHz, when(layers <= 12, 714_MHz, 816_MHz));
namespace dvfs::policies {

/// A decision tree of `N` nodes over the described features of a job, and each node's answer: a leaf's own, and of an
/// inner node the answer where its feature is not known.
template<learn::described_row Job, std::size_t N>
struct tree_table {
  using job_type = Job;

  std::array<learn::tree_node, N> nodes{};
  std::array<frequency, N> answers{};

  bool operator==(tree_table const&) const = default;
};

/// The test of an inner node: a feature of `Job`, by its position, is at most `threshold`.
template<class Job>
struct at_most {
  std::size_t feature;
  double threshold;
};

namespace detail {

template<auto Member, class Job>
struct named_feature {
  [[nodiscard]] friend consteval at_most<Job> operator<=(named_feature, double threshold)
  {
    return {learn::feature_index<Member, Job>(), threshold};
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
  return {{learn::tree_node{}}, {answer}};
}

template<class Job, std::size_t N, std::size_t M>
constexpr tree_table<Job, 1 + N + M> join(at_most<Job> test, tree_table<Job, N> const& yes,
                                          tree_table<Job, M> const& no)
{
  tree_table<Job, 1 + N + M> joined;
  auto place = [&](auto const& part, std::size_t offset) {
    for (std::size_t i = 0; i < part.nodes.size(); ++i) {
      auto node = part.nodes[i];
      if (!node.is_leaf()) {
        node.left += static_cast<std::int32_t>(offset);
        node.right += static_cast<std::int32_t>(offset);
      }
      joined.nodes[offset + i] = node;
      joined.answers[offset + i] = part.answers[i];
    }
  };
  place(yes, 1);
  place(no, 1 + N);
  joined.nodes[0].feature = static_cast<std::int32_t>(test.feature);
  joined.nodes[0].threshold = test.threshold;
  joined.nodes[0].left = 1;
  joined.nodes[0].right = 1 + static_cast<std::int32_t>(N);
  // A job whose feature is not known gets the fastest answer below: slow is the mistake that no later step repairs.
  joined.answers[0] = yes.answers[0] > no.answers[0] ? yes.answers[0] : no.answers[0];
  return joined;
}

// The label of a node is the rank of its answer among the different ones.
template<class Job, std::size_t N>
constexpr tree_table<Job, N> label(tree_table<Job, N> table)
{
  for (std::size_t i = 0; i < N; ++i) {
    table.nodes[i].label = 0;
    for (std::size_t j = 0; j < N; ++j) {
      bool first = true;
      for (std::size_t k = 0; k < j; ++k) first = first && table.answers[k] != table.answers[j];
      if (first && table.answers[j] < table.answers[i]) ++table.nodes[i].label;
    }
  }
  return table;
}

}  // namespace detail

/// A described member of a job, for use in `when`: `feature<&fine_tuning_job::layers> <= 7`; of an inherited member
/// the job is named as well: `feature<&base::layers, derived>`.
template<auto Member, class Job = typename learn::detail::class_of<std::remove_cv_t<decltype(Member)>>::type>
inline constexpr detail::named_feature<Member, Job> feature{};

/// The tree that answers `yes` where the test holds and `no` where it does not; each is a tree or a frequency.
template<class Job>
[[nodiscard]] consteval auto when(at_most<Job> test, auto const& yes, auto const& no)
{
  return detail::label(detail::join(test, detail::as_table<Job>(yes), detail::as_table<Job>(no)));
}

}  // namespace dvfs::policies
