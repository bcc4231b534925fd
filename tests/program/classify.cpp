// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

using namespace dvfs_test;

namespace {

constexpr std::string_view plants =
    "height,weight,kind,field\n1,5,oak,a\n2,5,oak,a\n3,5,fir,b\n4,5,fir,b\n5,5,fir,c\n6,5,oak,c\n";

}  // namespace

TEST_CASE("a tree of any table is described, with its validation")
{
  json const d = run({"-", "--target", "kind", "--ignore", "field", "--loocv", "--json"}, plants).document();
  CHECK(d["n"] == 6);
  CHECK(d["features"] == 2);
  CHECK(d["classes"] == 2);
  CHECK(d["leaves"] == 3);
  CHECK(d["depth"] == 2);
  CHECK(d["train_correct"] == 6);
  CHECK(d["fit_s"].get<double>() >= 0);
  CHECK(d["loocv"]["correct"].get<int>() <= 6);
  CHECK(d["loocv"]["confusion"].size() == 2);
}

TEST_CASE("groups are left out whole, and predictions are written by name")
{
  scratch const place;
  auto const out = place.path("predictions");
  json const d = run({"-", "--target", "kind", "--group", "field", "--predictions", out, "--json"}, plants).document();
  CHECK(d["features"] == 2);
  CHECK(d["folds"]["confusion"].size() == 2);
  std::string const text = read(out);
  CHECK(std::count(text.begin(), text.end(), '\n') == 6);
  CHECK(text.substr(0, 4) == "fir\n");
}

TEST_CASE("a tree is printed as text, as a graph or as code")
{
  auto const printed = [](std::string const& form) {
    return run({"-", "--target", "kind", "--ignore", "field", "--export", form}, plants).out;
  };
  CHECK(printed("text").substr(0, 19) == "|--- height <= 2.5\n");
  CHECK(printed("dot").substr(0, 12) == "digraph tree");
  CHECK(printed("cpp").find("in.height <= 2.5") != std::string::npos);
}

TEST_CASE("what cannot be learnt from is refused in one line with its place")
{
  auto const refused = [](std::string_view text, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"-", "--target", "y"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return refusal(arguments, 2, text);
  };
  CHECK(refused("") == "<stdin>:1:1: expected a header line with the names of the columns, found nothing");
  CHECK(refused("x,z\n1,2\n") == "<stdin>:1:1: y: expected a column of this name, found none");
  CHECK(refused("x,y\n").find("no rows") != std::string::npos);
  CHECK(refused("y\na\nb\n").find("no feature columns") != std::string::npos);
  CHECK(refused("x,y\n1,a\n,b\n").substr(0, 15) == "<stdin>:3:1: x:");
  CHECK(refused("x,y\n1,a\nnan,b\n").substr(0, 15) == "<stdin>:3:1: x:");
  CHECK(refused("x,y\n1,a\n-inf,b\n").substr(0, 15) == "<stdin>:3:1: x:");
  CHECK(refused("x,y\n1,a\nred,b\n").find("--ignore") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,\n").substr(0, 15) == "<stdin>:3:3: y:");
  CHECK(refused("x,y\n1,a\n2\n").substr(0, 12) == "<stdin>:3:1:");
  CHECK(refused("x,y\n1,a\n2,a\n").find("two classes") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--folds", "1"}).find("--folds") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--folds", "2", "--loocv"}).find("exclude") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--criterion", "chaos"}).find("--criterion") != std::string::npos);
}

TEST_CASE("numbers as classes are ordered as numbers")
{
  json const d = run({"-", "--target", "y", "--json"}, "x,y\n1,10\n1,9\n").document();
  CHECK(d["train_correct"] == 1);
  auto const text = run({"-", "--target", "y", "--export", "text"}, "x,y\n1,10\n1,9\n").out;
  CHECK(text == "|--- 9 (1 of 2)\n");
}
