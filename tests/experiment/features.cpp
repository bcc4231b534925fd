// SPDX-License-Identifier: BSL-1.0
#include "../check.hpp"
#include "curves_of.hpp"

#include <dvfs/core/workload.hpp>
#include <dvfs/experiment/described_job.hpp>
#include <dvfs/experiment/features.hpp>

#include <string>
#include <vector>

using namespace dvfs;
using namespace dvfs::experiment;

namespace {

std::string_view const sweep_text =
    "workload,gpu_mhz,energy_j,gpu_util,layers,family\n"
    "BERT QNLI,,5,40,12,encoder\n"
    "BERT QNLI,306,4,70,12,encoder\n"
    "BERT SST-2,306,4,,,\n";

bool is_nan(double x) { return x != x; }

}  // namespace

TEST_CASE("the features of a curve are what the file says, as numbers or text, and unknown where it says nothing")
{
  auto const curves = dvfs_test::curves_of(sweep_text);
  curve_features const of{curves[0]};
  CHECK(of("layers") == feature_value{12.0});
  CHECK(of("family") == feature_value{"encoder"});
  CHECK(of("gpu_util") == feature_value{40.0});  // as under the default governor
  CHECK(of("hidden") == std::nullopt);
  curve_features const blank{curves[1]};
  for (auto const* name : {"layers", "family", "gpu_util"}) CHECK(blank(name) == std::nullopt);
}

TEST_CASE("a given feature wins over the file where its glob matches, and the first given one over later ones")
{
  auto const curves = dvfs_test::curves_of(sweep_text);
  std::vector<given_feature> const given{
      {"layers", 24.0, "*QNLI"}, {"layers", 4.0, "*"}, {"family", "decoder", "[!B]*"}, {"seq_len", 13.0, "BERT SST-?"}};
  curve_features const qnli{curves[0], given}, sst{curves[1], given};
  CHECK(qnli("layers") == feature_value{24.0});
  CHECK(sst("layers") == feature_value{4.0});
  CHECK(qnli("family") == feature_value{"encoder"});
  CHECK(sst("family") == std::nullopt);
  CHECK(qnli("seq_len") == std::nullopt);
  CHECK(sst("seq_len") == feature_value{13.0});
}

TEST_CASE("text is known by its place among the categories, and what a column does not know is NaN")
{
  feature_column const family{"family", {"decoder", "encoder"}}, layers{"layers", {}};
  CHECK(code_of(family, feature_value{"decoder"}) == 0);
  CHECK(code_of(family, feature_value{"encoder"}) == 1);
  CHECK(is_nan(code_of(family, feature_value{"Encoder"})));
  CHECK(is_nan(code_of(family, feature_value{1.0})));
  CHECK(is_nan(code_of(family, std::nullopt)));
  CHECK(code_of(layers, feature_value{12.0}) == 12);
  CHECK(is_nan(code_of(layers, feature_value{"12"})));
  CHECK(is_nan(code_of(layers, std::nullopt)));
}

TEST_CASE("a described job gives its columns, enumerations with the names of their values in order")
{
  auto const columns = columns_of<fine_tuning_job>();
  CHECK(columns ==
        std::vector<feature_column>{
            {"family", {"encoder", "decoder"}}, {"gpu_util", {}}, {"layers", {}}, {"hidden", {}}, {"seq_len", {}}});
  CHECK(code_of(columns[0], feature_value{"decoder"}) == static_cast<double>(model_family::decoder));
}
