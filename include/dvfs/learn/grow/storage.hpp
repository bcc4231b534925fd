// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/static_vector.hpp>
#include <dvfs/learn/tree.hpp>

#include <cstddef>
#include <vector>

namespace dvfs::learn {

/// Where a learner keeps its working memory: on the heap, for tables of any size.
struct heap_storage {
  template<class T>
  using per_row = std::vector<T>;
  template<class T>
  using per_node = std::vector<T>;
  template<class T>
  using per_label = std::vector<T>;
  template<class T>
  using per_cell = std::vector<T>;
  using tree = decision_tree;
};

/// In place, for tables of known size; this is what trains in a constant expression on every compiler.
template<std::size_t Rows, std::size_t Columns, std::size_t Labels>
struct fixed_storage {
  template<class T>
  using per_row = dvfs::detail::static_vector<T, Rows + 1>;
  template<class T>
  using per_node = dvfs::detail::static_vector<T, 2 * Rows - 1>;
  template<class T>
  using per_label = dvfs::detail::static_vector<T, Labels>;
  template<class T>
  using per_cell = dvfs::detail::static_vector<T, Rows * Columns>;
  using tree = fixed_tree<2 * Rows - 1>;
};

}  // namespace dvfs::learn
