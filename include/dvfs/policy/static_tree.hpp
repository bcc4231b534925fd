// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/tree_facts.hpp>
#include <dvfs/policy/answers.hpp>
#include <dvfs/policy/tree_table.hpp>

#include <cstddef>
#include <span>
#include <type_traits>

namespace dvfs::policies {
namespace detail {

struct any_board {};
inline constexpr any_board no_board{};

template<class Board>
constexpr bool is_on_board(std::span<frequency const> answers, Board const& board)
{
  if constexpr (requires { board.gpu; })
    return is_on_ladder(answers, board.gpu);
  else
    return true;
}

}  // namespace detail

/// A decision tree the compiler sees through: comparisons with constants and nothing else.  `Table` is a tree_table
/// with linkage; given a `Board`, every answer must be on the ladder of its GPU.
template<auto const& Table, auto const& Board = detail::no_board>
struct static_tree {
  using job_type = typename std::remove_cvref_t<decltype(Table)>::job_type;

  static_assert(learn::is_well_formed(Table.nodes, learn::feature_count<job_type>, Table.nodes.size()),
                "the tree is not well formed: nodes stand in preorder and split on features that the job has");
  static_assert(!learn::has_unreachable_leaf(Table.nodes, learn::feature_is_whole<job_type>()),
                "the tree has a leaf that no job reaches: a test above it already decides");
  static_assert(detail::is_on_board(Table.answers, Board),
                "the tree answers with a frequency that is not on the board's ladder: choose levels of the ladder");

  /// Tests on the longest way to an answer.
  [[nodiscard]] static consteval std::size_t depth() { return learn::depth(Table.nodes); }
  /// All it can answer, an answer for each node.
  [[nodiscard]] static constexpr std::span<frequency const> answers() noexcept { return Table.answers; }
  /// Whether no answer is above a cap.
  [[nodiscard]] static consteval bool respects(frequency cap) { return fastest(Table.answers) <= cap; }

  [[nodiscard]] constexpr frequency operator()(job_type const& job) const noexcept { return from<0>(job); }

  bool operator==(static_tree const&) const = default;

 private:
  template<std::size_t I>
  static constexpr frequency from(job_type const& job) noexcept
  {
    constexpr auto n = Table.nodes[I];
    if constexpr (n.is_leaf()) {
      return Table.answers[I];
    } else {
      constexpr auto feature = static_cast<std::size_t>(n.feature);
      double const x = learn::get<feature>(job);
      if (x <= n.threshold) return from<static_cast<std::size_t>(n.left)>(job);
      if constexpr (!learn::feature_is_whole<job_type>()[feature])
        if (!(x > n.threshold)) return Table.answers[I];
      return from<static_cast<std::size_t>(n.right)>(job);
    }
  }
};

}  // namespace dvfs::policies
