// SPDX-License-Identifier: BSL-1.0
#include "run_program.hpp"

using namespace dvfs_test;

TEST_CASE("the published tree as text, as a graph, as C++ and as one document")
{
  auto const text = run({"explain", "--builtin", "mlg"});
  CHECK(text.code == 0);
  CHECK(text.err == "");
  CHECK(text.out ==
        "|--- layers <= 7\n|   |--- seq_len <= 32.5\n|   |   |--- 510 MHz\n|   |--- seq_len > 32.5\n|   |   |--- 612 "
        "MHz\n"
        "|--- layers > 7\n|   |--- seq_len <= 53\n|   |   |--- 714 MHz\n|   |--- seq_len > 53\n|   |   |--- 816 MHz\n");
  auto const dot = run({"explain", "--builtin", "mlg", "--format", "dot"});
  CHECK(dot.out.find("digraph tree {\n") == 0);
  CHECK(dot.out.find("[label=\"layers <= 7\"]") != std::string::npos);
  auto const cpp = run({"explain", "--builtin", "mlg", "--format", "cpp"});
  CHECK(cpp.out.find("// dvfs-policy-header 1\n// The tree of Park et al., arXiv 2607.05933.\n") == 0);
  CHECK(cpp.out.find("UINT64_C(816000000)") != std::string::npos);
  for (auto const& option : {std::vector<std::string>{"--json"}, std::vector<std::string>{"--format", "json"}}) {
    std::vector<std::string> command{"explain", "--builtin", "mlg"};
    command.insert(command.end(), option.begin(), option.end());
    auto const document = run(command).document();
    CHECK(document["text"] == text.out);
    CHECK(document["dot"] == dot.out);
  }
}

TEST_CASE("the path of one job is named, test by test")
{
  auto const r = run({"explain", "--builtin", "mlg", "--feature", "layers=12", "--feature", "seq_len=53"});
  CHECK(r.code == 0);
  CHECK(r.out.find("\nthis job runs at 714 MHz because layers 12 is above 7, seq_len 53 is at most 53\n") !=
        std::string::npos);
  auto const document =
      run({"explain", "--builtin", "mlg", "--feature", "layers=12", "--feature", "seq_len=53", "--json"}).document();
  CHECK(document["job"]["gpu_mhz"] == 714.0);
  REQUIRE(document["job"]["path"].size() == 2);
  CHECK(document["job"]["path"][0]["feature"] == "layers");
  CHECK(document["job"]["path"][0]["holds"] == false);
  CHECK(document["job"]["path"][1]["at_most"] == 53.0);
  CHECK(document["job"]["path"][1]["holds"] == true);
}

TEST_CASE("what would change the level of one job: each single value, or else the fewest together")
{
  std::vector<std::string> const mlg{"explain",   "--builtin", "mlg",       "--feature",
                                     "layers=12", "--feature", "seq_len=53"};
  CHECK(run(mlg).out.find("at most 53\nit would run at 612 MHz with layers at most 7\nit would run at 816 MHz with "
                          "seq_len above 53\n") != std::string::npos);
  auto as_json = mlg;
  as_json.push_back("--json");
  CHECK(run(as_json).document()["job"]["would_change"] ==
        json::parse(R"([{"gpu_mhz": 612.0, "changes": [{"feature": "layers", "from": "12", "at_most": 7.0}]},
                        {"gpu_mhz": 816.0, "changes": [{"feature": "seq_len", "from": "53", "above": 53.0}]}])"));

  // 408 MHz only where both are large: from two small ones both must change.
  scratch const place;
  auto const policy = place.path("p.json");
  std::string rows = "workload,gpu_mhz,energy_j,layers,family\n";
  for (int layers : {1, 2, 8, 9})
    for (std::string const family : {"a", "b"}) {
      bool const both = layers > 5 && family == "b";
      auto const row = "w" + std::to_string(layers) + family + ",";
      auto const features = "," + std::to_string(layers) + "," + family + "\n";
      rows += row + "306," + (both ? "2" : "1") + features + row + "408," + (both ? "1" : "2") + features;
    }
  REQUIRE(run({"train", place.write("sweep.csv", rows), "-o", policy}).code == 0);
  CHECK(run({"explain", policy, "--feature", "layers=1", "--feature", "family=a"})
            .out.find("\nit would run at 408 MHz with layers above 5 and family b\n") != std::string::npos);
  CHECK(run({"explain", policy, "--feature", "layers=9", "--feature", "family=a"})
            .out.find("\nit would run at 408 MHz with family b\n") != std::string::npos);
}

TEST_CASE("a job that lacks a feature on its way, or has one that the tree does not know, is refused")
{
  auto refused = [](std::vector<std::string> const& features) {
    std::vector<std::string> command{"explain", "--builtin", "mlg"};
    for (auto const& f : features) command.insert(command.end(), {"--feature", f});
    return refusal(command);
  };
  CHECK(refused({"layers=12"}) == "dvfs: the feature seq_len is not known: give it with --feature seq_len=VALUE");
  CHECK(refused({"layers=12", "depth=3"}) == "dvfs: --feature depth: unknown feature: the tree has no such column");
  CHECK(refused({"layers=twelve"}).find("the tree knows no layers like this one") != std::string::npos);
  CHECK(refused({"layers=12@*QNLI*", "seq_len=50"}) ==
        "dvfs: --feature layers: no @*QNLI* here: the features are those of one job");
}

TEST_CASE("a trained policy is explained with its categories and its file")
{
  scratch const place;
  auto const policy = place.path("p.json");
  auto const sweep = place.write(
      "sweep.csv",
      "workload,gpu_mhz,energy_j,family\na,306,1,encoder\na,408,2,encoder\nb,306,1,encoder\nb,408,2,encoder\n"
      "c,306,2,decoder\nc,408,1,decoder\nd,306,2,decoder\nd,408,1,decoder\n");
  REQUIRE(run({"train", sweep, "-o", policy}).code == 0);
  auto const r = run({"explain", policy, "--feature", "family=encoder"});
  CHECK(r.code == 0);
  CHECK(r.out.find("this job runs at 306 MHz because family encoder is above 0.5\n") != std::string::npos);
  CHECK(run({"explain", policy, "--json"}).document()["policy"] == json::parse(read(policy)));
  CHECK(run({"explain", "-", "--json"}, read(policy)).document()["policy"] == json::parse(read(policy)));
  CHECK(
      run({"explain", policy, "--format", "cpp"}).out.find("// family: 0 is 'decoder'\n// family: 1 is 'encoder'\n") !=
      std::string::npos);
  CHECK(refusal({"explain", policy, "--feature", "family=other"}).find("the tree knows no family like this one") !=
        std::string::npos);
}

TEST_CASE("one tree is explained: a policy file or a builtin that is a tree")
{
  CHECK(refusal({"explain"}).find("give a policy file or --builtin mlg") != std::string::npos);
  CHECK(refusal({"explain", "p.json", "--builtin", "mlg"}).find("give a policy file or --builtin mlg") !=
        std::string::npos);
  CHECK(refusal({"explain", "--builtin", "maxn"}).find("--builtin maxn: expected mlg") != std::string::npos);
  scratch const place;
  auto const sweep = place.write("sweep.csv", three_workloads);
  CHECK(refusal({"explain", sweep}).find(sweep + ":1:1: expected") != std::string::npos);
}
