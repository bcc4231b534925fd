// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/policy/tree_facts.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <cstddef>

namespace dvfs::policies {
namespace detail {

struct any_board {};
inline constexpr any_board no_board{};

}  // namespace detail

/// A decision tree the compiler sees through: comparisons with constants and nothing else.  `Table` is a tree_table with
/// linkage; given a `Board`, every answer must be on the ladder of its GPU.
template<auto const& Table, auto const& Board = detail::no_board>
struct static_tree {
  using job_type = typename std::remove_cvref_t<decltype(Table)>::job_type;

  static_assert(is_well_formed(Table.nodes, learn::feature_count<job_type>),
                "the tree is not well formed: children stand behind their parent, answers are above 0 Hz");
  static_assert(!has_unreachable_leaf<learn::feature_count<job_type>>(Table.nodes, learn::feature_is_whole<job_type>()),
                "the tree has a leaf that no job reaches: a test above it already decides");
  static_assert([] {
    if constexpr (requires { Board.gpu; })
      return is_on_ladder(Table.nodes, Board.gpu);
    else
      return true;
  }(), "the tree answers with a frequency that is not on the board's ladder: choose levels of the ladder");

  [[nodiscard]] static consteval std::size_t comparisons() { return depth(Table.nodes); }

  [[nodiscard]] constexpr frequency operator()(job_type const& job) const noexcept { return from<0>(job); }

  bool operator==(static_tree const&) const = default;

 private:
  template<std::size_t I>
  static constexpr frequency from(job_type const& job) noexcept
  {
    constexpr tree_node n = Table.nodes[I];
    if constexpr (n.is_leaf()) {
      return n.answer;
    } else {
      constexpr auto feature = static_cast<std::size_t>(n.feature);
      double const x = learn::get<feature>(job);
      if (x <= n.threshold) return from<n.left>(job);
      if constexpr (!learn::feature_is_whole<job_type>()[feature])
        if (!(x > n.threshold)) return n.answer;
      return from<n.right>(job);
    }
  }
};

}  // namespace dvfs::policies
