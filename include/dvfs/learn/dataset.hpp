// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/learn/features.hpp>
#include <dvfs/learn/tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dvfs::learn {

/// What can be wrong with a table to learn from.
enum class dataset_fault {
  no_rows = 1,
  no_columns,
  ragged,
  missing_value,
  infinite_value,
  label_count,
  label_outside,
  too_many_labels,
  too_many_rows,
  name_count,
  no_cost,
  cost_not_positive,
  weight_count,
  weight_not_finite,
  weight_negative,
  no_weight,
  not_a_category,
};

/// The sentence for a fault: what is wrong and what to do about it.
[[nodiscard]] constexpr std::string_view what(dataset_fault f) noexcept
{
  switch (f) {
    case dataset_fault::no_rows: return "the table has no rows: give at least one";
    case dataset_fault::no_columns: return "the table has no feature columns: give at least one";
    case dataset_fault::ragged: return "the number of values differs from the first: give every row all columns";
    case dataset_fault::missing_value: return "the value is missing: fill it in or leave out the row";
    case dataset_fault::infinite_value: return "the value is infinite: measure it again or leave out the row";
    case dataset_fault::label_count: return "there is not one label for each row: give as many labels as rows";
    case dataset_fault::label_outside: return "the label is outside 0 .. number of labels - 1";
    case dataset_fault::too_many_labels: return "there are more than 65535 labels: is this column really a class?";
    case dataset_fault::too_many_rows: return "there are more than 67108864 rows: draw a sample";
    case dataset_fault::name_count: return "there is not one name for each column or label: give all names or none";
    case dataset_fault::no_cost: return "no answer has a known cost: give at least one or leave out the row";
    case dataset_fault::weight_count: return "there is not one weight for each row or label: give as many weights";
    case dataset_fault::weight_not_finite: return "the weight is infinite or not a number: give a number";
    case dataset_fault::weight_negative: return "the weight is below 0: give 0 to leave the row out of account";
    case dataset_fault::no_weight: return "all weights are 0, so nothing counts: give at least one above 0";
    case dataset_fault::not_a_category:
      return "a category is a whole number from 0 to 7: recode it, or leave it a number";
    case dataset_fault::cost_not_positive: return "the least cost is not above 0, so nothing can be relative to it";
  }
  return "unknown fault";
}

/// What is wrong and where; row and column count from 0, and are `nowhere` where the fault has no place.
struct dataset_error {
  static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

  dataset_fault kind{};
  std::size_t row{nowhere};
  std::size_t column{nowhere};

  friend constexpr bool operator==(dataset_error const&, dataset_error const&) = default;
};

/// One sentence with the place, counted from 0: "row 3, column 1: the value is missing: ...".
[[nodiscard]] inline std::string message(dataset_error const& e)
{
  std::string text;
  if (e.row != dataset_error::nowhere) text += "row " + std::to_string(e.row);
  if (e.column != dataset_error::nowhere) {
    if (!text.empty()) text += ", ";
    text += "column " + std::to_string(e.column);
  }
  if (!text.empty()) text += ": ";
  return text + std::string(what(e.kind));
}

inline constexpr std::size_t max_labels = 65'535;
inline constexpr std::size_t max_rows = std::size_t{1} << 26;

/// A table to learn from, owned by someone else and already checked: `rows` numbers per column, column after column,
/// and a label 0 .. label_count - 1 for each row.
struct dataset_view {
  std::span<double const> values{};
  std::span<std::int32_t const> labels{};
  std::size_t columns{};
  std::size_t label_count{};
  /// Which columns hold categories 0 .. 7 that have no order, one flag per column; none means all are numbers.
  std::span<std::uint8_t const> categorical{};

  [[nodiscard]] constexpr bool is_categorical(std::size_t j) const
  {
    return !categorical.empty() && categorical[j] != 0;
  }
  [[nodiscard]] constexpr std::size_t rows() const noexcept { return labels.size(); }
  [[nodiscard]] constexpr std::span<double const> column(std::size_t j) const
  {
    return values.subspan(j * rows(), rows());
  }
  [[nodiscard]] constexpr double at(std::size_t row, std::size_t column) const { return values[column * rows() + row]; }

  /// Copies one row; `out` has `columns` places.
  constexpr void row(std::size_t i, std::span<double> out) const
  {
    for (std::size_t j = 0; j < columns; ++j) out[j] = at(i, j);
  }
};

/// The first fault of a table, or none (a kind of 0). Rows are looked at in order, columns within a row.
[[nodiscard]] constexpr dataset_error find_fault(dataset_view const& d) noexcept
{
  constexpr double largest = std::numeric_limits<double>::max();
  if (d.rows() == 0) return {dataset_fault::no_rows};
  if (d.columns == 0) return {dataset_fault::no_columns};
  if (d.rows() > max_rows) return {dataset_fault::too_many_rows};
  if (d.label_count > max_labels) return {dataset_fault::too_many_labels};
  if (d.values.size() != d.rows() * d.columns) return {dataset_fault::ragged};
  for (std::size_t i = 0; i < d.rows(); ++i) {
    for (std::size_t j = 0; j < d.columns; ++j) {
      double const v = d.at(i, j);
      if (v != v) return {dataset_fault::missing_value, i, j};
      if (v > largest || v < -largest) return {dataset_fault::infinite_value, i, j};
      if (d.is_categorical(j) && !(v >= 0 && v < max_categories && v == static_cast<double>(static_cast<int>(v))))
        return {dataset_fault::not_a_category, i, j};
    }
    if (d.labels[i] < 0 || static_cast<std::size_t>(d.labels[i]) >= d.label_count)
      return {dataset_fault::label_outside, i};
  }
  return {};
}

/// What the values of an enumeration say to a learner: an order, or names alone.
enum class enumerations { ordered, categories };

/// Names that a table may have; empty lists mean none. The number of label names, where given, fixes the number of
/// labels.
struct dataset_names {
  std::vector<std::string> columns{};
  std::vector<std::string> labels{};
};

/// A checked table that owns its numbers.
class dataset {
 public:
  /// From columns of equal length and one label per row. Labels are 0 .. K - 1, where K is `label_count`, or where that
  /// is 0 the number of label names, or else the largest label plus one.
  [[nodiscard]] static result<dataset, dataset_error> from_columns(std::span<std::vector<double> const> columns,
                                                                   std::span<std::int32_t const> labels,
                                                                   dataset_names names = {},
                                                                   std::size_t label_count = 0)
  {
    dataset d;
    d.labels_.assign(labels.begin(), labels.end());
    d.values_.reserve(labels.size() * columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j].size() != columns[0].size())
        return unexpected{dataset_error{dataset_fault::ragged, dataset_error::nowhere, j}};
      d.values_.insert(d.values_.end(), columns[j].begin(), columns[j].end());
    }
    std::size_t const rows = columns.empty() ? labels.size() : columns[0].size();
    return std::move(d).checked(rows, columns.size(), std::move(names), label_count);
  }

  /// From rows of equal length; otherwise as from_columns.
  template<class Row>
  [[nodiscard]] static result<dataset, dataset_error> from_rows(std::span<Row const> rows,
                                                                std::span<std::int32_t const> labels,
                                                                dataset_names names = {}, std::size_t label_count = 0)
  {
    dataset d;
    d.labels_.assign(labels.begin(), labels.end());
    std::size_t const columns = rows.empty() ? 0 : rows[0].size();
    d.values_.resize(rows.size() * columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].size() != columns) return unexpected{dataset_error{dataset_fault::ragged, i}};
      for (std::size_t j = 0; j < columns; ++j) d.values_[j * rows.size() + i] = rows[i][j];
    }
    return std::move(d).checked(rows.size(), columns, std::move(names), label_count);
  }

  /// From described structs; the columns are the described members and carry their names. Members that are
  /// enumerations are ordered by their values, or on request categories without an order.
  template<described_row Struct>
  [[nodiscard]] static result<dataset, dataset_error> from_structs(std::span<Struct const> structs,
                                                                   std::span<std::int32_t const> labels,
                                                                   std::vector<std::string> label_names = {},
                                                                   std::size_t label_count = 0,
                                                                   enumerations members = enumerations::ordered)
  {
    std::vector<std::array<double, feature_count<Struct>>> rows;
    rows.reserve(structs.size());
    for (Struct const& one : structs) rows.push_back(row_of(one));
    dataset_names names;
    for (std::string_view const name : feature_names<Struct>()) names.columns.emplace_back(name);
    names.labels = std::move(label_names);
    auto table = from_rows(std::span<std::array<double, feature_count<Struct>> const>(rows), labels, std::move(names),
                           label_count);
    if (!table || members == enumerations::ordered) return table;
    std::vector<std::size_t> categorical;
    for (std::size_t j = 0; j < feature_count<Struct>; ++j)
      if (feature_is_enumeration<Struct>()[j]) categorical.push_back(j);
    return table->with_categories(categorical);
  }

  /// The same table with columns whose values are categories without an order; their values must be 0 .. 7.
  [[nodiscard]] result<dataset, dataset_error> with_categories(std::span<std::size_t const> columns) const
  {
    dataset d = *this;
    d.categorical_.resize(columns_, 0);
    for (std::size_t const j : columns) {
      DVFS_PRECONDITION(j < columns_);
      d.categorical_[j] = 1;
    }
    if (dataset_error const fault = find_fault(d.view()); fault.kind != dataset_fault{}) return unexpected{fault};
    return d;
  }

  [[nodiscard]] dataset_view view() const noexcept { return {values_, labels_, columns_, label_count_, categorical_}; }
  operator dataset_view() const noexcept { return view(); }

  [[nodiscard]] std::size_t rows() const noexcept { return labels_.size(); }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t label_count() const noexcept { return label_count_; }
  [[nodiscard]] std::span<double const> column(std::size_t j) const { return view().column(j); }
  [[nodiscard]] std::span<std::int32_t const> labels() const noexcept { return labels_; }

  /// The names of columns and labels, each as many as there are, or none.
  [[nodiscard]] std::span<std::string const> column_names() const noexcept { return names_.columns; }
  [[nodiscard]] std::span<std::string const> label_names() const noexcept { return names_.labels; }

 private:
  dataset() = default;

  [[nodiscard]] result<dataset, dataset_error> checked(std::size_t rows, std::size_t columns, dataset_names names,
                                                       std::size_t label_count) &&
  {
    if (rows == 0) return unexpected{dataset_error{dataset_fault::no_rows}};
    if (labels_.size() != rows) return unexpected{dataset_error{dataset_fault::label_count}};
    columns_ = columns;
    label_count_ = label_count != 0 ? label_count : names.labels.size();
    if (label_count_ == 0)
      for (std::int32_t const y : labels_)
        if (y >= 0 && static_cast<std::size_t>(y) >= label_count_) label_count_ = static_cast<std::size_t>(y) + 1;
    if (dataset_error const fault = find_fault(view()); fault.kind != dataset_fault{}) return unexpected{fault};
    if ((!names.columns.empty() && names.columns.size() != columns) ||
        (!names.labels.empty() && names.labels.size() != label_count_))
      return unexpected{dataset_error{dataset_fault::name_count}};
    names_ = std::move(names);
    return std::move(*this);
  }

  std::vector<double> values_;
  std::vector<std::int32_t> labels_;
  std::vector<std::uint8_t> categorical_;
  std::size_t columns_{};
  std::size_t label_count_{};
  dataset_names names_;
};

/// A table of fixed size that can be a constant.
template<std::size_t Rows, std::size_t Columns, std::size_t Labels>
struct fixed_dataset {
  std::array<double, Rows * Columns> values{};  ///< column after column
  std::array<std::int32_t, Rows> labels{};

  [[nodiscard]] constexpr dataset_view view() const noexcept { return {values, labels, Columns, Labels, {}}; }
  constexpr operator dataset_view() const noexcept { return view(); }
};

/// A table of fixed size from described structs; what is wrong with it find_fault tells.
template<std::size_t Labels, described_row Struct, std::size_t Rows>
[[nodiscard]] constexpr auto make_fixed_dataset(std::array<Struct, Rows> const& structs,
                                                std::array<std::int32_t, Rows> const& labels)
{
  fixed_dataset<Rows, feature_count<Struct>, Labels> d{{}, labels};
  for (std::size_t i = 0; i < Rows; ++i) {
    auto const row = row_of(structs[i]);
    for (std::size_t j = 0; j < row.size(); ++j) d.values[j * Rows + i] = row[j];
  }
  return d;
}

}  // namespace dvfs::learn
