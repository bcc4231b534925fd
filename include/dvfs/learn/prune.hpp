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

/// What a leaf costs when a tree is pruned, as a share of all rows: its impurity times its rows (as scikit-learn;
/// regret for a tree grown for regret) or the rows it gets wrong (as the CART book and rpart).
enum class pruning_risk { impurity, errors };

/// One tree of a pruning path: what is left when every subtree is cut that saves at most alpha per leaf.
struct pruning_step {
  double alpha{};
  std::size_t leaves{};
  double risk{};
};

namespace detail {

/// Cuts the weakest links of a tree one after the other (Breiman et al. 1984, chapter 3).
class pruner {
 public:
  pruner(decision_tree const& tree, pruning_risk kind) : tree_{tree}, nodes_(tree.nodes.size())
  {
    // Risks are in rows until they are told, so that errors are whole numbers and their ties are true.
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      tree_node const& n = tree.nodes[i];
      state& s = nodes_[i];
      s.as_leaf = kind == pruning_risk::errors ? n.errors : n.impurity * n.count;
      s.subtree = s.as_leaf;
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

  /// The least alpha at which something more is cut; there must be an inner node.
  [[nodiscard]] double next_alpha()
  {
    drop_stale();
    return std::max(links_.top().weakness, 0.0) / total();
  }
  [[nodiscard]] bool is_leaf() const { return !nodes_[0].is_inner; }

  /// Cuts all links that are at most as strong as alpha. Links within a relative 2^-40 are as strong as each other.
  void cut(double alpha)
  {
    double const bar = alpha * total() * (1 + 0x1p-40) + nodes_[0].as_leaf * 0x1p-46;
    for (drop_stale(); !links_.empty() && links_.top().weakness <= bar; drop_stale()) make_leaf(links_.top().node);
  }

  [[nodiscard]] pruning_step step(double alpha) const { return {alpha, nodes_[0].leaves, nodes_[0].subtree / total()}; }

  [[nodiscard]] decision_tree pruned() const
  {
    decision_tree out{{}, tree_.columns, tree_.labels};
    std::vector<std::pair<std::size_t, std::int32_t>> todo{{0, -1}};  // a node, and the parent whose right child it is
    while (!todo.empty()) {
      auto const [at, right_of] = todo.back();
      todo.pop_back();
      auto const here = static_cast<std::int32_t>(out.nodes.size());
      if (right_of >= 0) out.nodes[static_cast<std::size_t>(right_of)].right = here;
      tree_node n = tree_.nodes[at];
      if (nodes_[at].is_inner) {
        todo.emplace_back(static_cast<std::size_t>(n.right), here);
        todo.emplace_back(static_cast<std::size_t>(n.left), -1);
        n.left = here + 1;
      } else {
        n.feature = n.left = n.right = -1;
        n.threshold = 0;
      }
      out.nodes.push_back(n);
    }
    return out;
  }

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

  [[nodiscard]] double total() const { return std::max(1.0, static_cast<double>(tree_.nodes[0].count)); }
  [[nodiscard]] double weakness(std::size_t i) const
  {
    return (nodes_[i].as_leaf - nodes_[i].subtree) / static_cast<double>(nodes_[i].leaves - 1);
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

/// A tree without the subtrees that save at most alpha per leaf, alpha being a share of all rows.
[[nodiscard]] inline decision_tree prune(decision_tree const& tree, double alpha,
                                         pruning_risk kind = pruning_risk::impurity)
{
  detail::pruner p{tree, kind};
  p.cut(alpha);
  return p.pruned();
}

/// All trees that pruning can give, from alpha = 0 to the root alone. Links that are equally weak go together.
[[nodiscard]] inline std::vector<pruning_step> pruning_path(decision_tree const& tree,
                                                            pruning_risk kind = pruning_risk::impurity)
{
  detail::pruner p{tree, kind};
  p.cut(0);
  std::vector<pruning_step> path{p.step(0)};
  while (!p.is_leaf()) {
    double const alpha = p.next_alpha();
    p.cut(alpha);
    path.push_back(p.step(alpha));
  }
  return path;
}

}  // namespace dvfs::learn
