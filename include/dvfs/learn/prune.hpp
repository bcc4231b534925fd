// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/learn/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// What a leaf costs when a tree is pruned, as a share of all rows (by weight, where they have weights): its impurity
/// times its rows (as scikit-learn; regret for a tree grown for regret) or the rows it gets wrong (as the CART book and
/// rpart).
enum class pruning_risk { impurity, errors };

/// One tree of a pruning path: what is left when every subtree is cut that saves at most alpha per leaf.
struct pruning_step {
  double alpha{};
  std::size_t leaves{};
  double risk{};
};

namespace detail {

/// What a node costs as a leaf, in rows, or in their weight.
[[nodiscard]] constexpr double leaf_risk(tree_node const& n, node_weight const& rows, pruning_risk kind) noexcept
{
  return kind == pruning_risk::errors ? rows.errors : n.impurity * rows.all;
}

/// What a leaf must save in a tree of so many rows, in the same unit. Links within a relative 2^-40 are as weak as each
/// other.
[[nodiscard]] constexpr double leaf_price(double alpha, double rows) noexcept { return alpha * rows * (1 + 0x1p-40); }

/// Whether a node is a leaf at a price: C(t) = min(R(t) + price, C(left) + C(right)), ties to the leaf. What sums of
/// doubles lose counts as a tie.
class leaf_test {
 public:
  constexpr explicit leaf_test(double as_leaf) noexcept : as_leaf_{as_leaf / (1 + 0x1p-46)} {}

  /// What each leaf but one of its subtree, pruned at the price, saves.
  [[nodiscard]] constexpr double weakness(double subtree, std::size_t leaves) const noexcept
  {
    return (as_leaf_ - subtree) / static_cast<double>(leaves - 1);
  }
  [[nodiscard]] constexpr bool is_leaf(double subtree, std::size_t leaves, double price) const noexcept
  {
    return weakness(subtree, leaves) <= price;
  }
  /// Whether it is one whatever its subtree.
  [[nodiscard]] constexpr bool is_surely_leaf(double price) const noexcept { return is_leaf(0, 2, price); }

 private:
  double as_leaf_;
};

// Node 0 as the root of a new tree, without what is below a node that is no longer an inner one.
template<class IsInner>
[[nodiscard]] decision_tree copy_inner(decision_tree const& tree, IsInner is_inner)
{
  decision_tree out;
  out.columns = tree.columns;
  out.labels = tree.labels;
  std::vector<std::pair<std::size_t, std::int32_t>> todo{{0, -1}};  // a node, and the parent whose right child it is
  while (!todo.empty()) {
    auto const [at, right_of] = todo.back();
    todo.pop_back();
    auto const here = static_cast<std::int32_t>(out.nodes.size());
    if (right_of >= 0) out.nodes[static_cast<std::size_t>(right_of)].right = here;
    tree_node n = tree.nodes[at];
    if (is_inner(at)) {
      todo.emplace_back(static_cast<std::size_t>(n.right), here);
      todo.emplace_back(static_cast<std::size_t>(n.left), -1);
      n.left = here + 1;
    } else {
      tree_node leaf;
      leaf.label = n.label;
      leaf.count = n.count;
      leaf.errors = n.errors;
      leaf.impurity = n.impurity;
      n = leaf;
    }
    out.nodes.push_back(n);
    if (!tree.weights.empty()) out.weights.push_back(tree.weights[at]);
  }
  return out;
}

/// Cuts the weakest links of a tree one after the other (Breiman et al. 1984, chapter 3).
class pruner {
 public:
  pruner(decision_tree const& tree, pruning_risk kind) : tree_{tree}, nodes_(tree.nodes.size())
  {
    // Risks are in rows until they are told, so that errors are whole numbers and their ties are true.
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      tree_node const& n = tree.nodes[i];
      state& s = nodes_[i];
      s.subtree = s.as_leaf = leaf_risk(n, tree.weight(i), kind);
      if (n.is_leaf()) continue;
      auto const left = static_cast<std::size_t>(n.left), right = static_cast<std::size_t>(n.right);
      nodes_[left].parent = nodes_[right].parent = i;
      s.leaves = nodes_[left].leaves + nodes_[right].leaves;
      s.subtree = nodes_[left].subtree + nodes_[right].subtree;
      s.is_inner = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].is_inner) links_.push({weakness(i), i, 0});
  }

  [[nodiscard]] bool is_leaf() const { return !nodes_[0].is_inner; }

  /// Cuts all links that are at most as strong as alpha.
  void cut(double alpha)
  {
    double const price = leaf_price(alpha, total());
    for (drop_stale(); !links_.empty() && links_.top().weakness <= price; drop_stale()) make_leaf(links_.top().node);
  }

  /// Cuts the weakest links, of which there must be some, and answers the least alpha that does.
  [[nodiscard]] double cut_weakest()
  {
    drop_stale();
    state const& s = nodes_[links_.top().node];
    double const alpha = std::max((s.as_leaf - s.subtree) / static_cast<double>(s.leaves - 1), 0.0) / total();
    make_leaf(links_.top().node);
    cut(alpha);
    return alpha;
  }

  [[nodiscard]] pruning_step step(double alpha) const { return {alpha, nodes_[0].leaves, nodes_[0].subtree / total()}; }

 private:
  struct state {
    double as_leaf{};
    double subtree{};
    std::size_t leaves{1};
    std::size_t parent{};
    std::size_t version{};
    bool is_inner{};
  };
  struct link {
    double weakness{};
    std::size_t node{};
    std::size_t version{};
    friend bool operator>(link const& a, link const& b)
    {
      return a.weakness > b.weakness || (!(a.weakness < b.weakness) && a.node > b.node);
    }
  };

  // A tree that was grown on nothing is a leaf.
  [[nodiscard]] double total() const { return tree_.nodes[0].count == 0 ? 1 : tree_.weight(0).all; }
  [[nodiscard]] double weakness(std::size_t i) const
  {
    return leaf_test{nodes_[i].as_leaf}.weakness(nodes_[i].subtree, nodes_[i].leaves);
  }
  void drop_stale()
  {
    while (!links_.empty() && (links_.top().version != nodes_[links_.top().node].version)) links_.pop();
  }
  void make_leaf(std::size_t at)
  {
    std::size_t const cut_leaves = nodes_[at].leaves - 1;
    double const more = nodes_[at].as_leaf - nodes_[at].subtree;
    retire(at);
    for (std::size_t i = at; i != 0;) {
      i = nodes_[i].parent;
      nodes_[i].leaves -= cut_leaves;
      nodes_[i].subtree += more;
      links_.push({weakness(i), i, ++nodes_[i].version});
    }
    nodes_[at].leaves = 1;
    nodes_[at].subtree = nodes_[at].as_leaf;
  }
  void retire(std::size_t at)
  {
    std::vector<std::size_t> todo{at};
    while (!todo.empty()) {
      std::size_t const i = todo.back();
      todo.pop_back();
      if (!nodes_[i].is_inner) continue;
      nodes_[i].is_inner = false;
      ++nodes_[i].version;
      todo.push_back(static_cast<std::size_t>(tree_.nodes[i].left));
      todo.push_back(static_cast<std::size_t>(tree_.nodes[i].right));
    }
  }

  decision_tree const& tree_;
  std::vector<state> nodes_;
  std::priority_queue<link, std::vector<link>, std::greater<>> links_;
};

}  // namespace detail

/// A tree without the subtrees that save at most alpha per leaf, alpha being a share of all rows (or
/// of their weight) and at least 0.
[[nodiscard]] inline decision_tree prune(decision_tree const& tree, double alpha,
                                         pruning_risk kind = pruning_risk::impurity)
{
  DVFS_PRECONDITION(alpha >= 0);
  struct cost {
    double risk{};
    std::size_t leaves{1};
  };
  std::vector<cost> pruned(tree.nodes.size());
  double const price = detail::leaf_price(alpha, tree.weight(0).all);
  for (std::size_t i = pruned.size(); i-- > 0;) {
    tree_node const& n = tree.nodes[i];
    double const as_leaf = detail::leaf_risk(n, tree.weight(i), kind);
    pruned[i].risk = as_leaf;
    if (n.is_leaf()) continue;
    cost const left = pruned[static_cast<std::size_t>(n.left)], right = pruned[static_cast<std::size_t>(n.right)];
    cost const subtree{left.risk + right.risk, left.leaves + right.leaves};
    if (!detail::leaf_test{as_leaf}.is_leaf(subtree.risk, subtree.leaves, price)) pruned[i] = subtree;
  }
  return detail::copy_inner(tree, [&](std::size_t i) { return pruned[i].leaves > 1; });
}

/// All trees that pruning can give, from alpha = 0 to the root alone. Links that are equally weak go together.
[[nodiscard]] inline std::vector<pruning_step> pruning_path(decision_tree const& tree,
                                                            pruning_risk kind = pruning_risk::impurity)
{
  detail::pruner p{tree, kind};
  p.cut(0);
  std::vector<pruning_step> path{p.step(0)};
  while (!p.is_leaf()) path.push_back(p.step(p.cut_weakest()));
  return path;
}

}  // namespace dvfs::learn
