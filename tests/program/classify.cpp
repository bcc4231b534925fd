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

TEST_CASE("texts without an order are parted by exhaustive subsets and printed by their names")
{
  std::string const colors = "color,size,y\nred,1,a\ngreen,1,b\nwhite,1,a\nblue,1,b\nred,2,a\ngreen,2,b\n";
  std::vector<std::string> const command{"-", "--target", "y", "--categorical", "color"};
  auto as_text = command, by_loocv = command;
  as_text.insert(as_text.end(), {"--export", "text"});
  CHECK(run(as_text, colors).out ==
        "|--- color in {blue, green}\n|   |--- b (3 of 3)\n|--- color not in {blue, green}\n|   |--- a (3 of 3)\n");
  by_loocv.insert(by_loocv.end(), {"--loocv", "--json"});
  auto const d = run(by_loocv, colors).document();
  CHECK(d["leaves"] == 2);
  CHECK(d["loocv"]["correct"].get<int>() >= 4);
}

TEST_CASE("leaves may be limited, and rows and classes may count differently")
{
  std::string const table = "x,w,y\n1,1,a\n1,1,a\n1,5,b\n2,1,b\n3,1,a\n";
  auto const leaf_of = [&](std::vector<std::string> more) {
    std::vector<std::string> command{"-", "--target", "y", "--max-leaf-nodes", "1", "--export", "text"};
    command.insert(command.end(), more.begin(), more.end());
    return run(command, table).out;
  };
  CHECK(leaf_of({"--ignore", "w"}) == "|--- a (3 of 5)\n");
  CHECK(leaf_of({"--weight", "w"}) == "|--- b (2 of 5)\n");
  CHECK(leaf_of({"--ignore", "w", "--class-weight", "b=2"}) == "|--- b (2 of 5)\n");
  CHECK(run({"-", "--target", "y", "--weight", "w", "--max-leaf-nodes", "3", "--loocv", "--json"}, table)
            .document()["leaves"] == 3);
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
  CHECK(refused("x,y\n1,a\n2,b\n", {"--max-leaf-nodes", "0"}).find("--max-leaf-nodes") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--class-weight", "c=1"}).find("no such class") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--class-weight", "a"}).find("CLASS=NUMBER") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--class-weight", "a=-1"}).find("below 0") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--class-weight", "a=1", "--class-weight", "a=2"}).find("has a weight") !=
        std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--class-weight", "a=0", "--class-weight", "b=0"}).find("all weights are 0") !=
        std::string::npos);
  CHECK(refused("x,w,y\n1,0,a\n2,-1,b\n", {"--weight", "w"}).find("row 1: the weight is below 0") != std::string::npos);
  CHECK(refused("x,w,y\n1,0,a\n2,0,b\n", {"--weight", "w"}).find("all weights are 0") != std::string::npos);
  CHECK(refused("x,w,y\n1,1,a\n2,heavy,b\n", {"--weight", "w"}).substr(0, 15) == "<stdin>:3:3: w:");
  CHECK(refused("x,y\n1,a\n2,b\n", {"--weight", "w"}).find("w: expected a column") != std::string::npos);
  for (std::string const place : {"y", "w"})
    CHECK(refused("x,w,y\n1,0,a\n2,1,b\n", {"--weight", "w", "--categorical", place}) ==
          "--categorical " + place + ": the column is no feature");
  CHECK(refused("x,y\n1,a\n,b\n", {"--categorical", "x"}).find("a category") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n3,a\n4,a\n5,a\n6,a\n7,a\n8,a\n9,a\n", {"--categorical", "x"})
            .find("at most 8 categories") != std::string::npos);
  CHECK(refused("x,y\n1,a\n2,b\n", {"--criterion", "chaos"}).find("--criterion") != std::string::npos);
}

TEST_CASE("numbers as classes are ordered as numbers")
{
  json const d = run({"-", "--target", "y", "--json"}, "x,y\n1,10\n1,9\n").document();
  CHECK(d["train_correct"] == 1);
  auto const text = run({"-", "--target", "y", "--export", "text"}, "x,y\n1,10\n1,9\n").out;
  CHECK(text == "|--- 9 (1 of 2)\n");
}
