// SPDX-License-Identifier: BSL-1.0
#include <dvfs/device/transformer_job.hpp>

#include "../check.hpp"

#include <limits>

using dvfs::find_fault;
using dvfs::job_fault;
using dvfs::model_family;
using dvfs::transformer_job;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

constexpr transformer_job bert_base{
    .family = model_family::encoder, .layers = 12, .hidden = 768, .seq_len = 13, .batch = 128, .steps = 527};

template<class Change>
constexpr transformer_job with(Change change)
{
  auto job = bert_base;
  change(job);
  return job;
}

}  // namespace

TEST_CASE("the shape gives the parameters within a few percent of what is published")
{
  // BERT-base has 110M, BERT-large 335M (Devlin et al., arXiv 1810.04805), Pythia-410M 405M (Biderman et al.,
  // 2304.01373).
  CHECK(dvfs::parameters_of(bert_base) == doctest::Approx(110e6).epsilon(0.05));
  CHECK(dvfs::parameters_of({.family = model_family::encoder, .layers = 24, .hidden = 1024, .seq_len = 1}) ==
        doctest::Approx(335e6).epsilon(0.05));
  CHECK(dvfs::parameters_of({.family = model_family::decoder, .layers = 24, .hidden = 1024, .seq_len = 1}) ==
        doctest::Approx(405e6).epsilon(0.15));
  CHECK(dvfs::parameters_of(with([](auto& j) { j.parameters = 5.0; })) == 5);
}

TEST_CASE("a step computes six operations per weight and token when sequences are short")
{
  auto const work = dvfs::work_per_step(bert_base);
  double const flops = work[0].flops + work[1].flops + work[2].flops + work[3].flops;
  double const rule = 6 * dvfs::block_parameters(bert_base) * dvfs::tokens_per_step(bert_base);
  CHECK(flops >= rule);
  CHECK(flops == doctest::Approx(rule).epsilon(0.02));
  DVFS_CHECK_BOTH(dvfs::block_parameters(bert_base) == 84934656);
}

TEST_CASE("a backward pass is twice a forward pass and the optimiser only moves memory")
{
  auto const [loading, forward, backward, optimiser] = dvfs::work_per_step(bert_base);
  CHECK(loading.flops == 0);
  CHECK(loading.examples == 128);
  CHECK(backward.flops == 2 * forward.flops);
  CHECK(backward.bytes == 2 * forward.bytes);
  CHECK(optimiser.flops == 0);
  CHECK(optimiser.bytes == 36 * dvfs::parameters_of(bert_base));
}

TEST_CASE("half precision halves the activations and leaves the optimiser's traffic")
{
  auto const full = dvfs::work_per_step(bert_base);
  auto const half = dvfs::work_per_step(with([](auto& j) { j.numbers = dvfs::precision::bf16; }));
  CHECK(half[1].bytes == full[1].bytes / 2);
  CHECK(half[3].bytes == full[3].bytes);
}

// GCC 11 compares no NaN in a constant expression.
TEST_CASE("an impossible job is refused with a sentence that names the value")
{
  DVFS_CHECK_BOTH(!find_fault(bert_base));
  DVFS_CHECK_BOTH(find_fault(transformer_job{}) == job_fault::no_layers);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.layers = 0; })) == job_fault::no_layers);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.layers = -1; })) == job_fault::no_layers);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.hidden = 0; })) == job_fault::no_width);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.seq_len = -13; })) == job_fault::no_tokens);
  CHECK(find_fault(with([](auto& j) { j.seq_len = nan; })) == job_fault::no_tokens);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.seq_len = inf; })) == job_fault::no_tokens);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.batch = 0; })) == job_fault::no_examples);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.steps = -5; })) == job_fault::no_steps);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.layers = 100000; })) == job_fault::too_large);
  DVFS_CHECK_BOTH(find_fault(with([](auto& j) { j.parameters = 0.0; })) == job_fault::bad_parameters);
  CHECK(find_fault(with([](auto& j) { j.parameters = nan; })) == job_fault::bad_parameters);
  for (auto fault : {job_fault::no_layers, job_fault::no_width, job_fault::no_tokens, job_fault::no_examples,
                     job_fault::no_steps, job_fault::too_large, job_fault::bad_parameters})
    CHECK(dvfs::what(fault) != "unknown fault");
  CHECK(dvfs::what(job_fault::no_layers) == "layers must be at least 1: give the number of transformer blocks");
}

TEST_CASE("the features of a job are the paper's, with the utilisation only where it is known")
{
  constexpr auto features = dvfs::features_of(bert_base);
  DVFS_CHECK_BOTH(features == dvfs::fine_tuning_job{model_family::encoder, std::nullopt, 12, 768, 13});
  DVFS_CHECK_BOTH(dvfs::features_of(bert_base, 41.5).gpu_util == 41.5);
}
