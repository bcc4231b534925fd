// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <optional>

namespace dvfs {

/// How a transformer reads its text: encoders see all of it at once (BERT), decoders only what came before (Pythia).
enum class model_family { encoder, decoder };
BOOST_DESCRIBE_ENUM(model_family, encoder, decoder)

/// The five features from which Park et al. (arXiv 2607.05933) choose a level for fine-tuning a small language model.
struct fine_tuning_job {
  model_family family{};
  std::optional<double> gpu_util{};  ///< percent, 0 to 100, under the default governor; unknown before a first run
  int layers{};                      ///< transformer blocks, at least 1
  int hidden{};                      ///< width of the hidden state, at least 1
  double seq_len{};                  ///< mean tokens per example, above 0; NaN where it is not known

  bool operator==(fine_tuning_job const&) const = default;
};
BOOST_DESCRIBE_STRUCT(fine_tuning_job, (), (family, gpu_util, layers, hidden, seq_len))

}  // namespace dvfs
