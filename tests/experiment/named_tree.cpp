// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"

#include <dvfs/experiment/named_tree.hpp>
#include <dvfs/policy/mlg.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

using values = std::map<std::string, feature_value, std::less<>>;

decision decide(named_tree const& tree, values const& known)
{
  return tree.decide([&](std::string_view name) -> std::optional<feature_value> {
    auto const found = known.find(name);
    return found == known.end() ? std::nullopt : std::optional{found->second};
  });
}

std::string reason(decision const& d)
{
  auto const* none = std::get_if<undecided>(&d);
  return none ? none->reason : "decided";
}

}  // namespace

TEST_CASE("a tree over a described job finds its features by name")
{
  auto const tree = make_named(policies::mlg_tree);
  CHECK(tree.features == columns_of<fine_tuning_job>());
  CHECK(decide(tree, {{"seq_len", 32.5}, {"layers", 7.0}}) == decision{510_MHz});
  CHECK(decide(tree, {{"seq_len", 33.0}, {"layers", 7.0}}) == decision{612_MHz});
  CHECK(decide(tree, {{"seq_len", 53.0}, {"layers", 8.0}, {"colour", "blue"}}) == decision{714_MHz});
  CHECK(decide(tree, {{"seq_len", 53.5}, {"layers", 8.0}}) == decision{816_MHz});
}

TEST_CASE(
    "an unknown feature on the way leaves the tree undecided, with the name and what to do; one off the way does not "
    "matter")
{
  auto const tree = make_named(policies::mlg_tree);
  CHECK(reason(decide(tree, {{"seq_len", 13.0}})) ==
        "the feature layers is not known: give it with --feature layers=VALUE");
  CHECK(reason(decide(tree, {{"layers", 12.0}})) ==
        "the feature seq_len is not known: give it with --feature seq_len=VALUE");
  CHECK(reason(decide(tree, {{"layers", "twelve"}})) ==
        "the tree knows no layers like this one: it was not trained on it");

  // hidden <= 512 needs the family only beyond it.
  named_tree split{*policies::tree::from({{{1, 0, 512, 1, 2}, {-1, 0}, {0, 1, 0.5, 3, 4}, {-1, 1}, {-1, 2}}, 2, 3},
                                         {306_MHz, 408_MHz, 510_MHz}),
                   {{"family", {"decoder", "encoder"}}, {"hidden", {}}}};
  CHECK(decide(split, {{"hidden", 512.0}}) == decision{306_MHz});
  CHECK(decide(split, {{"hidden", 513.0}, {"family", "decoder"}}) == decision{408_MHz});
  CHECK(decide(split, {{"hidden", 513.0}, {"family", "encoder"}}) == decision{510_MHz});
  CHECK(reason(decide(split, {{"hidden", 513.0}})).find("family is not known") != std::string::npos);
  CHECK(reason(decide(split, {{"hidden", 513.0}, {"family", "other"}})).find("no family like this one") !=
        std::string::npos);
}

TEST_CASE("the row of a workload has a NaN for each feature that is not known")
{
  auto const tree = make_named(policies::mlg_tree);
  auto const row = tree.row([](std::string_view name) -> std::optional<feature_value> {
    if (name == "layers") return feature_value{12.0};
    if (name == "family") return feature_value{"decoder"};
    return std::nullopt;
  });
  REQUIRE(row.size() == 5);
  CHECK(row[0] == 1);
  CHECK(row[1] != row[1]);
  CHECK(row[2] == 12);
  CHECK(row[3] != row[3]);
  CHECK(row[4] != row[4]);
}
