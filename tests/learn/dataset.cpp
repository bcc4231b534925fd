// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/dataset.hpp>

#include <boost/describe/class.hpp>

#include <limits>
#include <optional>

using namespace dvfs::learn;
using columns = std::vector<std::vector<double>>;
using labels = std::vector<std::int32_t>;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

dataset_error fault_of(columns const& c, labels const& y, dataset_names names = {}, std::size_t label_count = 0)
{
  auto const d = dataset::from_columns(c, y, names, label_count);
  return d ? dataset_error{} : d.error();
}

struct job {
  std::optional<double> load{};
  int size{};
};
BOOST_DESCRIBE_STRUCT(job, (), (load, size))

constexpr fixed_dataset<2, 1, 2> sound{{1, 2}, {0, 1}};
constexpr fixed_dataset<2, 1, 2> stray_label{{1, 2}, {0, 2}};

}  // namespace

TEST_CASE("a table from columns, from rows and from structs is the same table")
{
  labels const y{0, 2, 1};
  auto const a = dataset::from_columns(columns{{1, 2, 3}, {4, 5, 6}}, y);
  auto const b = dataset::from_rows(std::span<std::vector<double> const>(columns{{1, 4}, {2, 5}, {3, 6}}), y);
  std::vector<job> const jobs{{1.0, 4}, {2.0, 5}, {3.0, 6}};
  auto const c = dataset::from_structs<job>(jobs, y);
  REQUIRE((a && b && c));
  for (auto const* d : {&*a, &*b, &*c}) {
    CHECK(d->rows() == 3);
    CHECK(d->columns() == 2);
    CHECK(d->label_count() == 3);
    CHECK(d->view().at(1, 0) == 2);
    CHECK(d->view().at(1, 1) == 5);
    CHECK(d->column(1)[2] == 6);
  }
  CHECK(c->column_names()[0] == "load");
  CHECK(a->column_names().empty());
}

TEST_CASE("the number of labels is given, or that of their names, or the largest plus one")
{
  columns const x{{1, 2}};
  CHECK(dataset::from_columns(x, labels{0, 1})->label_count() == 2);
  CHECK(dataset::from_columns(x, labels{0, 1}, {{}, {"a", "b", "c"}})->label_count() == 3);
  CHECK(dataset::from_columns(x, labels{0, 1}, {}, 9)->label_count() == 9);
}

TEST_CASE("a bad table is refused with the place of its first fault")
{
  CHECK(fault_of({}, {}) == dataset_error{dataset_fault::no_rows});
  CHECK(fault_of({}, {0}) == dataset_error{dataset_fault::no_columns});
  CHECK(fault_of({{}}, {}) == dataset_error{dataset_fault::no_rows});
  CHECK(fault_of({{1, 2}, {1}}, {0, 0}) == dataset_error{dataset_fault::ragged, dataset_error::nowhere, 1});
  CHECK(fault_of({{1, 2}}, {0}) == dataset_error{dataset_fault::label_count});
  CHECK(fault_of({{1, 2}, {3, nan}}, {0, 0}) == dataset_error{dataset_fault::missing_value, 1, 1});
  CHECK(fault_of({{1, infinity}, {3, nan}}, {0, 0}) == dataset_error{dataset_fault::infinite_value, 1, 0});
  CHECK(fault_of({{-infinity}}, {0}) == dataset_error{dataset_fault::infinite_value, 0, 0});
  CHECK(fault_of({{1, 2}}, {0, -1}) == dataset_error{dataset_fault::label_outside, 1});
  CHECK(fault_of({{1, 2}}, {2, 0}, {}, 2) == dataset_error{dataset_fault::label_outside, 0});
  CHECK(fault_of({{1, 2}}, {0, 70'000}) == dataset_error{dataset_fault::too_many_labels});
  CHECK(fault_of({{1, 2}}, {0, 1}, {{"a", "b"}, {}}) == dataset_error{dataset_fault::name_count});
  CHECK(fault_of({{1, 2}}, {0, 1}, {{}, {"a"}}) == dataset_error{dataset_fault::label_outside, 1});
  CHECK(fault_of({{1, 2}}, {0, 1}, {{}, {"a"}}, 2) == dataset_error{dataset_fault::name_count});

  auto const ragged = dataset::from_rows(std::span<std::vector<double> const>(columns{{1, 2}, {1}}), labels{0, 0});
  CHECK(ragged.error() == dataset_error{dataset_fault::ragged, 1});
  auto const no_columns = dataset::from_rows(std::span<std::vector<double> const>(columns{{}, {}}), labels{0, 0});
  CHECK(no_columns.error() == dataset_error{dataset_fault::no_columns});
  auto const unknown = dataset::from_structs<job>(std::vector<job>{{1.0, 1}, {std::nullopt, 2}}, labels{0, 0});
  CHECK(unknown.error() == dataset_error{dataset_fault::missing_value, 1, 0});
}

TEST_CASE("a fault reads as a sentence with its place")
{
  CHECK(message({dataset_fault::missing_value, 3, 1}) ==
        "row 3, column 1: the value is missing: fill it in or leave out the row");
  CHECK(message({dataset_fault::no_rows}) == "the table has no rows: give at least one");
}

TEST_CASE("a table of fixed size is checked at compile time")
{
  DVFS_CHECK_BOTH(find_fault(sound) == dataset_error{});
  DVFS_CHECK_BOTH(find_fault(stray_label) == dataset_error{dataset_fault::label_outside, 1});
}
