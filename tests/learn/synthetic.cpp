// SPDX-License-Identifier: BSL-1.0
#include "synthetic.hpp"
#include "known_answers.hpp"
#include "sha256.hpp"

#include <algorithm>

using namespace dvfs_test;

#if defined(__SANITIZE_ADDRESS__)
#define DVFS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DVFS_SANITIZED 1
#endif
#endif

TEST_CASE("the digest of the tests is SHA-256")
{
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("the made tables are those of the known answers")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/syn_c.csv");
  struct table {
    char const* name;
    std::size_t rows, columns, labels;
  };
  for (table const& t : {table{"a", 27, 5, 6}, {"b", 1'000, 5, 6}, {"c", 10'000, 10, 10}}) {
    CAPTURE(t.name);
    learn::dataset const made = synthetic(t.rows, t.columns, t.labels);
    learn::dataset const read = read_csv(std::string("data/cart/syn_") + t.name + ".csv", t.labels);
    CHECK(std::ranges::equal(made.view().values, read.view().values));
    CHECK(std::ranges::equal(made.labels(), read.labels()));
  }
}

TEST_CASE("leave-one-out predictions of the made tables have the known counts, confusions and digests")
{
  DVFS_SKIP_WITHOUT_SHARED("data/cart/known_answers/synthetic_loocv.json");
  json const known = read_json("data/cart/known_answers/synthetic_loocv.json");
  struct table {
    char const* name;
    std::size_t rows, columns, labels;
  };
  struct setting {
    char const* name;
    learn::grow_options options;
  };
  for (table const& t :
       {table{"syn_a", 27, 5, 6}, {"syn_b", 1'000, 5, 6}, {"syn_c", 10'000, 10, 10}, {"syn_d", 100'000, 10, 10}}) {
#if defined(DVFS_SANITIZED)
    if (t.rows > 10'000) continue;
#endif
    learn::dataset const data = synthetic(t.rows, t.columns, t.labels);
    for (setting const& s : {setting{"full", {}},
                             {"depth4", {.max_depth = 4}},
                             {"minleaf2", {.min_samples_leaf = 2}},
                             {"minleaf3_minsplit7", {.min_samples_split = 7, .min_samples_leaf = 3}}}) {
      CAPTURE(t.name);
      CAPTURE(s.name);
      json const& expected = known[t.name][s.name];
      auto const predictions = learn::loocv(data, s.options);
      CHECK(learn::count_correct(data.labels(), predictions) == expected["correct"].get<std::size_t>());
      learn::confusion_matrix const confusion(data.labels(), predictions, t.labels);
      std::size_t different = 0;
      for (std::size_t i = 0; i < t.labels; ++i)
        for (std::size_t j = 0; j < t.labels; ++j)
          different +=
              confusion.at(i, j) == expected["confusion_rows_true_cols_pred"][i][j].get<std::size_t>() ? 0u : 1u;
      CHECK(different == 0);
      std::string text;
      for (std::int32_t const p : predictions) text += std::to_string(p) + '\n';
      CHECK(sha256(text) == expected["sha256_of_predictions_one_per_line"].get<std::string>());
    }
  }
}
