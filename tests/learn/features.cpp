// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/learn/features.hpp>

#include <boost/describe/class.hpp>

#include <optional>

namespace learn = dvfs::learn;

namespace {

enum class colour : short { red = 3, blue = 7 };
struct plant {
  double height{};
  std::optional<float> weight{};
  bool wild{};
  colour petals{};
  unsigned long long leaves{};
  int not_described{};
};
BOOST_DESCRIBE_STRUCT(plant, (), (height, weight, wild, petals, leaves))

// Two members of one type must not be mistaken for each other.
struct pair_of {
  int first{};
  int second{};
};
BOOST_DESCRIBE_STRUCT(pair_of, (), (first, second))

struct bare {
  int x{};
};

constexpr plant fern{1.5, 0.25f, true, colour::blue, 12, 99};

static_assert(learn::described_row<plant> && !learn::described_row<bare>);
static_assert(learn::feature_count<plant> == 5);
static_assert(learn::feature_index<&plant::height>() == 0 && learn::feature_index<&plant::leaves>() == 4);
static_assert(learn::feature_index<&pair_of::first>() == 0 && learn::feature_index<&pair_of::second>() == 1);

}  // namespace

TEST_CASE("names of the features are those of the described members, in order")
{
  DVFS_CHECK_BOTH(learn::feature_names<plant>().size() == 5);
  DVFS_CHECK_BOTH(learn::feature_names<plant>()[0] == "height");
  DVFS_CHECK_BOTH(learn::feature_names<plant>()[3] == "petals");
}

TEST_CASE("a row holds numbers, an enumeration by its underlying value, a bool as 0 or 1")
{
  DVFS_CHECK_BOTH(learn::row_of(fern) == std::array{1.5, 0.25, 1.0, 7.0, 12.0});
  DVFS_CHECK_BOTH(learn::get<0>(fern) == 1.5);
  DVFS_CHECK_BOTH(learn::get<3>(fern) == 7);
}

TEST_CASE("an absent optional is not a number, never zero")
{
  DVFS_CHECK_BOTH(learn::get<1>(plant{}) != learn::get<1>(plant{}));
  DVFS_CHECK_BOTH(learn::row_of(plant{})[1] != learn::row_of(plant{})[1]);
}
