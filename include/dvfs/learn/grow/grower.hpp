// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/costs.hpp>
#include <dvfs/learn/dataset.hpp>
#include <dvfs/learn/grow/classes.hpp>
#include <dvfs/learn/grow/entropy.hpp>
#include <dvfs/learn/grow/gini.hpp>
#include <dvfs/learn/grow/midpoint.hpp>
#include <dvfs/learn/grow/node.hpp>
#include <dvfs/learn/grow/ranks.hpp>
#include <dvfs/learn/grow/regret.hpp>
#include <dvfs/learn/grow/storage.hpp>
#include <dvfs/learn/grow/weighted.hpp>
#include <dvfs/learn/options.hpp>
#include <dvfs/learn/predict.hpp>
#include <dvfs/learn/tree.hpp>
#include <dvfs/learn/weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace dvfs::learn {

namespace detail {

// What is made of weights once for all trees of a grower; a tree that is a constant has none.
template<class Storage>
struct weighings {
};
template<>
struct weighings<heap_storage> {
  std::optional<weighing<gini_rule<heap_storage>>> by_gini;
  std::optional<weighing<entropy_rule<heap_storage>>> by_entropy;
};

}  // namespace detail

/// Grows CART trees (Breiman, Friedman, Olshen, Stone 1984) over one table or parts of it. Cuts lie midway between
/// neighbouring values; the best cut is found by exact comparison, ties go to the lowest feature, then to the lowest
/// threshold; a cut that gains nothing is still made. Columns are sorted once, when the grower is made. The table must
/// outlive it and be without fault.
template<class Storage = heap_storage>
class grower {
 public:
  using tree_type = typename Storage::tree;

  constexpr explicit grower(dataset_view data, row_weights const* weights = nullptr)
      : data_{data}, weights_{weights}, sorted_(data.rows() * data.columns), goes_left_(data.rows()),
        spare_(data.rows())
  {
    detail::rank_rows(data, sorted_.data());
  }

  /// A tree over all rows. Regrets are needed for the criterion regret only.
  [[nodiscard]] constexpr tree_type grow(grow_options const& options, detail::whole_regrets const* regrets = nullptr) &
  {
    rows_ = data_.rows();
    order_ = sorted_;
    return weighed(run(options, regrets), [](std::size_t) { return true; });
  }
  /// The same by a grower that is not needed again, in less memory.
  [[nodiscard]] constexpr tree_type grow(grow_options const& options, detail::whole_regrets const* regrets = nullptr) &&
  {
    rows_ = data_.rows();
    order_ = std::move(sorted_);
    return weighed(run(options, regrets), [](std::size_t) { return true; });
  }

  /// A tree over all rows but one.
  [[nodiscard]] constexpr tree_type grow_without(std::size_t row, grow_options const& options,
                                                 detail::whole_regrets const* regrets = nullptr)
  {
    return grow_if(
        options, [row](std::size_t i) { return i != row; }, regrets);
  }

  /// A tree over the rows for which keep(row) holds. Over no rows it is a single leaf of label 0 and count 0.
  template<class Keep>
  [[nodiscard]] constexpr tree_type grow_if(grow_options const& options, Keep keep,
                                            detail::whole_regrets const* regrets = nullptr)
  {
    rows_ = 0;
    order_.resize(sorted_.size());
    for (std::size_t i = 0; i < data_.rows(); ++i) rows_ += keep(i) ? 1u : 0u;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      ranked_row* to = order_.data() + j * data_.rows();
      ranked_row const* const from = sorted_.data() + j * data_.rows();
      for (std::size_t i = 0; i < data_.rows(); ++i)
        if (keep(from[i].row)) *to++ = from[i];
    }
    return weighed(run(options, regrets), keep);
  }

 private:
  using ranked_row = detail::ranked_row;
  using node_rows = detail::node_rows;

  struct pending {
    tree_node node{};
    std::uint32_t begin{};
    std::uint32_t depth{};
    std::int32_t right_of{-1};  // the parent, where this is its right child
    bool is_leaf{};
  };

  [[nodiscard]] constexpr tree_type run(grow_options const& options, detail::whole_regrets const* regrets)
  {
    if (rows_ == 0) {
      tree_type tree = empty_tree();
      tree.nodes.push_back({});
      return tree;
    }
    if (options.criterion == criterion::regret) return run_regret(options, regrets);
    if (weights_ != nullptr) return run_weighted(options);
    if (options.criterion == criterion::entropy)
      return run(detail::class_criterion<detail::entropy_rule<Storage>, Storage>{data_, rows_}, options);
    return run(detail::class_criterion<detail::gini_rule<Storage>, Storage>{data_, rows_}, options);
  }

  // Costs are known at run time only, so that is where this may be called.
  [[nodiscard]] tree_type run_regret(grow_options const& options, detail::whole_regrets const* regrets)
  {
    DVFS_PRECONDITION(regrets != nullptr);
    DVFS_PRECONDITION(regrets->has_weights() == (weights_ != nullptr));
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < rows_; ++i) total += regrets->weight(order_[i].row);
    return run(detail::regret_criterion{data_, total, *regrets}, options);
  }

  // So are weights.
  [[nodiscard]] tree_type run_weighted(grow_options const& options)
  {
    DVFS_PRECONDITION(weights_->size() == data_.rows());
    if constexpr (std::is_same_v<Storage, heap_storage>) {
      auto const by = [&](auto& weighing) {
        if (!weighing) weighing.emplace(*weights_);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < rows_; ++i) total += weighing->of_row[order_[i].row];
        return run(detail::weighted_criterion{data_, *weighing, total}, options);
      };
      return options.criterion == criterion::entropy ? by(weighings_.by_entropy) : by(weighings_.by_gini);
    } else {
      return empty_tree();
    }
  }

  // Notes what the rows of each node weigh that the tree was grown on.
  template<class Keep>
  [[nodiscard]] constexpr tree_type weighed(tree_type tree, Keep keep) const
  {
    if constexpr (requires { tree.weights[0]; }) {
      if (weights_ == nullptr) return tree;
      tree.weights.assign(tree.nodes.size(), {});
      for (std::size_t i = 0; i < data_.rows(); ++i) {
        if (!keep(i)) continue;
        for (std::size_t at = 0;; at = detail::next_node(tree, data_, i, at)) {
          tree.weights[at].all += (*weights_)[i];
          if (tree.nodes[at].label != data_.labels[i]) tree.weights[at].errors += (*weights_)[i];
          if (tree.nodes[at].is_leaf()) break;
        }
      }
    }
    return tree;
  }

  template<class Criterion>
  [[nodiscard]] constexpr tree_type run(Criterion criterion, grow_options const& options)
  {
    return options.max_leaf_nodes ? run_best_first(criterion, options) : run_depth_first(criterion, options);
  }

  template<class Criterion>
  [[nodiscard]] constexpr tree_type run_depth_first(Criterion& criterion, grow_options const& options)
  {
    tree_type tree = empty_tree();
    // Room for most trees, so that none is copied as it grows; what is not used is not touched.
    if constexpr (requires { tree.nodes.reserve(0); })
      tree.nodes.reserve(std::min(most_nodes(options), std::max<std::size_t>(64, rows_ * 2 / 3)));
    typename Storage::template per_row<pending> todo;
    criterion.enter(rows_of(0, rows_));
    todo.push_back(make_pending(criterion.describe(rows_of(0, rows_)), options, 0, 0, -1));
    while (!todo.empty()) {
      pending p = todo.back();
      todo.pop_back();
      auto const at = static_cast<std::int32_t>(tree.nodes.size());
      if (p.right_of >= 0) tree.nodes[static_cast<std::size_t>(p.right_of)].right = at;
      if (!p.is_leaf) {
        node_rows const node = rows_of(p.begin, p.node.count);
        criterion.enter(node);
        auto const best = criterion.find_split(node, std::max(options.min_samples_leaf, 1u));
        if (best.found && (!(options.min_impurity_decrease > 0) ||
                           detail::is_enough(options, criterion.decrease(node.rows, best.score)))) {
          make_cut(p.node, node, best);
          p.node.left = at + 1;
          auto const [l, r] = criterion.describe_sides(node, best);
          pending const left = make_pending(l, options, p.begin, p.depth + 1, -1);
          pending const right = make_pending(r, options, p.begin + l.count, p.depth + 1, at);
          part(node, best.feature, best.left_rows, !left.is_leaf, !right.is_leaf);
          todo.push_back(right);
          todo.push_back(left);
        }
      }
      tree.nodes.push_back(p.node);
    }
    return tree;
  }

  // A node of a tree that grows best first; children come in pairs.
  template<class Criterion>
  struct grown {
    tree_node node{};
    std::uint32_t begin{};
    std::uint32_t depth{};
    std::uint32_t left{};  // where its left child is, 0 while it is a leaf
    bool is_final{};
    detail::split<typename Criterion::score> split{};
    typename Criterion::gain gain{};
  };

  template<class Criterion>
  [[nodiscard]] constexpr tree_type run_best_first(Criterion& criterion, grow_options const& options)
  {
    typename Storage::template per_node<grown<Criterion>> nodes;
    typename Storage::template per_node<std::uint32_t> open;  // a heap of leaves that can be cut
    auto const comes_later = [&](std::uint32_t a, std::uint32_t b) {
      auto const c = nodes[a].gain <=> nodes[b].gain;
      return c < 0 || (c == 0 && a > b);
    };
    auto const add = [&](tree_node const& n, std::uint32_t begin, std::uint32_t depth) {
      nodes.push_back({n, begin, depth, 0, must_be_leaf(n, options, depth), {}, {}});
    };
    // Looks for the cut of a new node, unless it is to stay a leaf.
    auto const consider = [&](std::size_t at) {
      auto& p = nodes[at];
      if (p.is_final) return;
      node_rows const node = rows_of(p.begin, p.node.count);
      criterion.enter(node);
      p.split = criterion.find_split(node, std::max(options.min_samples_leaf, 1u));
      if (!p.split.found || (options.min_impurity_decrease > 0 &&
                             !detail::is_enough(options, criterion.decrease(node.rows, p.split.score))))
        return;
      p.gain = criterion.gain_of(node.rows, p.split.score);
      open.push_back(static_cast<std::uint32_t>(at));
      std::push_heap(open.begin(), open.end(), comes_later);
    };
    criterion.enter(rows_of(0, rows_));
    add(criterion.describe(rows_of(0, rows_)), 0, 0);
    consider(0);
    for (std::size_t leaves = 1; leaves < *options.max_leaf_nodes && !open.empty(); ++leaves) {
      std::pop_heap(open.begin(), open.end(), comes_later);
      std::size_t const at = open.back();
      open.pop_back();
      auto const left = static_cast<std::uint32_t>(nodes.size());
      nodes[at].left = left;
      grown<Criterion> const p = nodes[at];
      node_rows const node = rows_of(p.begin, p.node.count);
      make_cut(nodes[at].node, node, p.split);
      criterion.enter(node);
      auto const [l, r] = criterion.describe_sides(node, p.split);
      add(l, p.begin, p.depth + 1);
      add(r, p.begin + l.count, p.depth + 1);
      part(node, p.split.feature, p.split.left_rows, !nodes[left].is_final, !nodes[left + 1].is_final);
      consider(left);
      consider(left + 1);
    }
    return in_preorder<Criterion>(nodes);
  }

  template<class Criterion>
  [[nodiscard]] constexpr tree_type in_preorder(
      typename Storage::template per_node<grown<Criterion>> const& nodes) const
  {
    struct place {
      std::uint32_t at{};
      std::int32_t right_of{-1};
    };
    tree_type tree = empty_tree();
    typename Storage::template per_node<place> todo;
    todo.push_back({0, -1});
    while (!todo.empty()) {
      place const p = todo.back();
      todo.pop_back();
      auto const at = static_cast<std::int32_t>(tree.nodes.size());
      if (p.right_of >= 0) tree.nodes[static_cast<std::size_t>(p.right_of)].right = at;
      tree_node n = nodes[p.at].node;
      if (std::uint32_t const left = nodes[p.at].left; left != 0) {
        n.left = at + 1;
        todo.push_back({left + 1, at});
        todo.push_back({left, -1});
      }
      tree.nodes.push_back(n);
    }
    return tree;
  }

  [[nodiscard]] constexpr std::size_t most_nodes(grow_options const& options) const
  {
    std::size_t const deepest = options.max_depth ? std::min<std::size_t>(*options.max_depth, 30) : 30;
    return std::min(2 * rows_ - 1, (std::size_t{2} << deepest) - 1);
  }

  [[nodiscard]] constexpr tree_type empty_tree() const
  {
    return {{}, static_cast<std::uint32_t>(data_.columns), static_cast<std::uint32_t>(data_.label_count)};
  }

  [[nodiscard]] static constexpr pending make_pending(tree_node const& n, grow_options const& options,
                                                      std::uint32_t begin, std::uint32_t depth, std::int32_t right_of)
  {
    return {n, begin, depth, right_of, must_be_leaf(n, options, depth)};
  }
  [[nodiscard]] static constexpr bool must_be_leaf(tree_node const& n, grow_options const& options, std::uint32_t depth)
  {
    return n.impurity == 0 || detail::must_stop(options, n.count, depth);
  }

  [[nodiscard]] constexpr node_rows rows_of(std::size_t begin, std::size_t rows)
  {
    return {order_.data() + begin, data_.rows(), data_.columns, rows};
  }

  // Notes a cut in its node, and brings the rows that go left before the others in the order of its feature.
  template<class Score>
  constexpr void make_cut(tree_node& cut, node_rows const& node, detail::split<Score> const& s)
  {
    cut.feature = static_cast<std::int32_t>(s.feature);
    cut.left_categories = s.left_categories;
    ranked_row* const first = node.column(s.feature);
    double const* const x = data_.values.data() + s.feature * data_.rows();
    if (s.left_categories == 0) {
      cut.threshold = midpoint(x[first[s.left_rows - 1].row], x[first[s.left_rows].row]);
      return;
    }
    std::size_t to = 0, kept = 0;
    for (std::size_t i = 0; i < node.rows; ++i) {
      ranked_row const r = first[i];
      if (cut.goes_left(x[r.row]))
        first[to++] = r;
      else
        spare_[kept++] = r;
    }
    std::copy(spare_.data(), spare_.data() + kept, first + to);
  }

  // Puts the left side before the right one in the order of every feature, keeping those sides sorted that are needed.
  constexpr void part(node_rows const& node, std::size_t feature, std::size_t left_rows, bool keep_left,
                      bool keep_right)
  {
    if (!keep_left && !keep_right) return;
    std::size_t const rows = node.rows;
    ranked_row const* const chosen = node.column(feature);
    std::uint8_t* const goes_left = goes_left_.data();
    for (std::size_t i = 0; i < rows; ++i) goes_left[chosen[i].row] = i < left_rows ? 1 : 0;
    for (std::size_t j = 0; j < data_.columns; ++j) {
      if (j == feature) continue;
      ranked_row* const first = node.column(j);
      if (!keep_left) {
        for (std::size_t to = rows, i = rows; i-- > 0;) {
          ranked_row const r = first[i];
          first[to - 1] = r;
          to -= 1u - goes_left[r.row];
        }
        continue;
      }
      std::size_t to = 0;
      std::size_t kept = 0;
      ranked_row* const spare = spare_.data();
      for (std::size_t i = 0; i < rows; ++i) {
        ranked_row const r = first[i];
        std::size_t const is_left = goes_left[r.row];
        first[to] = r;
        spare[kept] = r;
        to += is_left;
        kept += 1 - is_left;
      }
      if (keep_right) std::copy(spare, spare + kept, first + to);
    }
  }

  dataset_view data_;
  row_weights const* weights_;
  [[no_unique_address]] detail::weighings<Storage> weighings_;
  typename Storage::template per_cell<ranked_row> sorted_;
  typename Storage::template per_cell<ranked_row> order_;
  typename Storage::template per_row<std::uint8_t> goes_left_;
  typename Storage::template per_row<ranked_row> spare_;
  std::size_t rows_{};
};

}  // namespace dvfs::learn
