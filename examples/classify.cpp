// SPDX-License-Identifier: BSL-1.0
// The learner on any CSV: a column to predict, all others numbers. Nothing here has to do with frequencies.
#include <dvfs/io/csv.hpp>
#include <dvfs/io/error.hpp>
#include <dvfs/io/file.hpp>
#include <dvfs/io/number.hpp>
#include <dvfs/learn.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace learn = dvfs::learn;
namespace io = dvfs::io;
using json = nlohmann::ordered_json;

struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct arguments {
  std::string file, target, criterion{"gini"}, group, predictions, exported;
  std::vector<std::string> ignored, categorical, class_weights;
  std::string weight;
  std::optional<std::uint32_t> max_depth, max_leaf_nodes;
  std::uint32_t min_samples_leaf{1}, min_samples_split{2}, folds{0};
  double min_impurity_decrease{0}, prune{0};
  bool loocv{false}, as_json{false};
};

struct problem {
  learn::dataset data;
  std::vector<std::vector<std::string>> categories;  // their names for each feature, none for numbers
  std::optional<learn::row_weights> weights;
  std::vector<std::uint32_t> groups;  // one per row, or none
};

std::size_t column_of(io::csv_table const& table, std::string const& name)
{
  if (auto const at = table.find_column(name)) return *at;
  throw dvfs::parse_error{table.file, {1, 1}, name, "a column of this name", "none"};
}

// Classes that are all numbers are ordered as numbers, others as text; the order decides ties.
learn::coded_labels<std::string> code_classes(io::csv_table const& table, std::size_t target)
{
  std::vector<std::string> texts;
  std::vector<double> numbers;
  for (auto const& row : table.rows) {
    io::csv_cell const& cell = row[target];
    if (cell.text.empty())
      throw dvfs::parse_error{table.file, cell.at, table.header[target].text, "a class", "a blank"};
    texts.push_back(cell.text);
    if (auto const n = io::parse_number(cell.text)) numbers.push_back(*n);
  }
  if (numbers.size() != texts.size()) return learn::code_labels<std::string>(texts);
  auto const coded = learn::code_labels<double>(numbers);
  learn::coded_labels<std::string> out{std::vector<std::string>(coded.values.size()), coded.codes};
  for (std::size_t i = texts.size(); i-- > 0;) out.values[std::size_t(coded.codes[i])] = texts[i];
  return out;
}

double number_of(io::csv_table const& table, io::csv_cell const& cell, std::size_t column, std::string const& advice)
{
  if (auto const number = io::parse_number(cell.text)) return *number;
  throw dvfs::parse_error{table.file, cell.at, table.header[column].text, "a finite number" + advice,
                          cell.text.empty() ? "a blank" : cell.text};
}

// Texts become the numbers of their order.
std::vector<double> code_categories(io::csv_table const& table, std::size_t column, std::vector<std::string>& names)
{
  std::vector<std::string> texts;
  for (auto const& row : table.rows) {
    if (row[column].text.empty())
      throw dvfs::parse_error{table.file, row[column].at, table.header[column].text, "a category", "a blank"};
    texts.push_back(row[column].text);
  }
  auto coded = learn::code_labels<std::string>(texts);
  if (coded.values.size() > learn::max_categories)
    throw dvfs::parse_error{table.file,
                            {},
                            table.header[column].text,
                            "at most " + std::to_string(learn::max_categories) + " categories",
                            std::to_string(coded.values.size())};
  names = std::move(coded.values);
  return {coded.codes.begin(), coded.codes.end()};
}

std::optional<learn::row_weights> weights_of(arguments const& a, io::csv_table const& table, learn::dataset const& data)
{
  if (a.weight.empty() && a.class_weights.empty()) return std::nullopt;
  std::vector<double> of_label(data.label_count(), 1), of_row;
  std::vector<bool> is_given(data.label_count(), false);
  for (std::string const& given : a.class_weights) {
    auto const equals = given.rfind('=');
    auto const weight = io::parse_number(equals == std::string::npos ? "" : given.substr(equals + 1));
    if (!weight) throw usage_error{"--class-weight " + given + ": expected CLASS=NUMBER"};
    auto const at = std::find(data.label_names().begin(), data.label_names().end(), given.substr(0, equals));
    if (at == data.label_names().end())
      throw usage_error{"--class-weight " + given + ": the column " + a.target + " has no such class"};
    auto const k = std::size_t(at - data.label_names().begin());
    if (*weight < 0 || is_given[k])
      throw usage_error{"--class-weight " + given + (is_given[k] ? ": the class has a weight" : ": below 0")};
    is_given[k] = true;
    of_label[k] = *weight;
  }
  if (!a.weight.empty()) {
    std::size_t const column = column_of(table, a.weight);
    for (auto const& row : table.rows) of_row.push_back(number_of(table, row[column], column, ""));
  }
  auto weights = learn::row_weights::from_labels(data, of_label, of_row);
  if (!weights) throw usage_error{table.file + ": " + learn::message(weights.error())};
  return *std::move(weights);
}

problem load(arguments const& a)
{
  io::csv_table const table = io::read_csv(a.file);
  std::size_t const target = column_of(table, a.target);
  std::vector<bool> is_feature(table.header.size(), true);
  is_feature[target] = false;
  for (std::string const& name : a.ignored) is_feature[column_of(table, name)] = false;
  std::vector<bool> is_categorical(table.header.size(), false);
  for (std::string const& name : a.categorical) is_categorical[column_of(table, name)] = true;
  if (!a.weight.empty()) is_feature[column_of(table, a.weight)] = false;
  if (!a.group.empty()) is_feature[column_of(table, a.group)] = false;
  for (std::string const& name : a.categorical)
    if (!is_feature[column_of(table, name)]) throw usage_error{"--categorical " + name + ": the column is no feature"};
  std::vector<std::vector<std::string>> categories;
  problem p{[&] {
              learn::dataset_names names;
              std::vector<std::vector<double>> columns;
              std::vector<std::size_t> categorical;
              for (std::size_t j = 0; j < table.header.size(); ++j) {
                if (!is_feature[j]) continue;
                names.columns.push_back(table.header[j].text);
                categories.emplace_back();
                if (is_categorical[j]) {
                  categorical.push_back(columns.size());
                  columns.push_back(code_categories(table, j, categories.back()));
                  continue;
                }
                columns.emplace_back();
                for (auto const& row : table.rows)
                  columns.back().push_back(
                      number_of(table, row[j], j, " (or leave the column out with --ignore, or try --categorical)"));
              }
              auto classes = code_classes(table, target);
              if (classes.values.size() == 1)
                throw dvfs::parse_error{table.file, {}, a.target, "two classes or more", "one"};
              names.labels = std::move(classes.values);
              auto data = learn::dataset::from_columns(columns, classes.codes, std::move(names));
              if (data && !categorical.empty()) data = data->with_categories(categorical);
              if (!data) throw usage_error{table.file + ": " + learn::message(data.error())};
              return *data;
            }(),
            {},
            {},
            {}};
  p.categories = std::move(categories);
  p.weights = weights_of(a, table, p.data);
  if (!a.group.empty()) {
    std::vector<std::string> texts;
    for (auto const& row : table.rows) texts.push_back(row[column_of(table, a.group)].text);
    for (std::int32_t const code : learn::code_labels<std::string>(texts).codes)
      p.groups.push_back(std::uint32_t(code));
  } else if (a.folds != 0) {
    p.groups = learn::deal_folds(p.data.rows(), a.folds);
  }
  return p;
}

template<class Work>
auto timed(double& seconds, Work work)
{
  auto const begin = std::chrono::steady_clock::now();
  auto result = work();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

json report(learn::dataset const& d, std::vector<std::int32_t> const& predictions, double seconds)
{
  learn::confusion_matrix const m(d.labels(), predictions, d.label_count());
  json rows = json::array();
  for (std::size_t t = 0; t < d.label_count(); ++t) {
    rows.push_back(json::array());
    for (std::size_t p = 0; p < d.label_count(); ++p) rows.back().push_back(m.at(t, p));
  }
  auto const [low, high] = learn::wilson_interval(m.correct(), d.rows());
  return {{"correct", m.correct()}, {"interval", {low, high}}, {"confusion", rows}, {"seconds", seconds}};
}

void run(arguments const& a)
{
  if (a.loocv + (a.folds != 0) + !a.group.empty() > 1)
    throw usage_error{"--loocv, --folds and --group exclude each other: choose one way to validate"};
  if (a.folds == 1) throw usage_error{"--folds needs 2 or more"};
  problem const p = load(a);
  learn::dataset const& d = p.data;
  learn::grow_options const options{
      .criterion = a.criterion == "entropy" ? learn::criterion::entropy : learn::criterion::gini,
      .max_depth = a.max_depth,
      .min_samples_split = a.min_samples_split,
      .min_samples_leaf = a.min_samples_leaf,
      .min_impurity_decrease = a.min_impurity_decrease,
      .max_leaf_nodes = a.max_leaf_nodes};

  double fit_s = 0;
  learn::decision_tree tree =
      timed(fit_s, [&] { return p.weights ? learn::grow(d, *p.weights, options) : learn::grow(d, options); });
  if (a.prune > 0) tree = learn::prune(tree, a.prune);
  learn::tree_names const names{d.column_names(), d.label_names(), p.categories};
  if (a.exported == "text") return void(std::fputs(learn::to_text(tree, names).c_str(), stdout));
  if (a.exported == "dot") return void(std::fputs(learn::to_dot(tree, names).c_str(), stdout));
  if (a.exported == "cpp") return void(std::fputs(learn::to_cpp(tree, names).c_str(), stdout));

  std::vector<std::int32_t> predictions = learn::predict(tree, d);
  json out{{"n", d.rows()},
           {"features", d.columns()},
           {"classes", d.label_count()},
           {"leaves", tree.leaf_count()},
           {"depth", tree.depth()},
           {"train_correct", learn::count_correct(d.labels(), predictions)},
           {"majority", learn::find_majority(d.labels(), d.label_count()).count},
           {"fit_s", fit_s}};
  double seconds = 0;
  if (a.loocv) {
    predictions =
        timed(seconds, [&] { return p.weights ? learn::loocv(d, *p.weights, options) : learn::loocv(d, options); });
    out["loocv"] = report(d, predictions, seconds);
  } else if (!p.groups.empty()) {
    predictions = timed(seconds, [&] {
      return p.weights ? learn::cross_validate(d, *p.weights, options, p.groups)
                       : learn::cross_validate(d, options, p.groups);
    });
    out["folds"] = report(d, predictions, seconds);
  }
  if (!a.predictions.empty()) {
    std::string text;
    for (std::int32_t const k : predictions) text += (k < 0 ? std::string{} : d.label_names()[std::size_t(k)]) + '\n';
    io::write_file(a.predictions, text);
  }
  if (a.as_json) {
    std::puts(out.dump(2).c_str());
    return;
  }
  std::printf("%zu rows, %zu features, %zu classes: a tree of %zu leaves and depth %zu in %.3g s, %zu rows right\n",
              d.rows(), d.columns(), d.label_count(), tree.leaf_count(), tree.depth(), fit_s,
              out["train_correct"].get<std::size_t>());
  for (char const* const kind : {"loocv", "folds"})
    if (out.contains(kind))
      std::printf("%s: %zu of %zu right (95 %%: %.3f to %.3f), the most common class alone %zu; %.3g s\n",
                  kind[0] == 'l' ? "each row left out" : "each fold left out", out[kind]["correct"].get<std::size_t>(),
                  d.rows(), out[kind]["interval"][0].get<double>(), out[kind]["interval"][1].get<double>(),
                  out["majority"].get<std::size_t>(), seconds);
}

}  // namespace

int main(int argc, char** argv)
{
  arguments a;
  CLI::App app{"Learns a decision tree from a CSV file of numbers and says how far it can be trusted.", "classify"};
  app.add_option("FILE", a.file, "the table, with a header line; - for the standard input")->required();
  app.add_option("--target", a.target, "the column to predict; numbers or text")->required();
  app.add_option("--ignore", a.ignored, "a column that is no feature (repeatable)")->allow_extra_args(false);
  app.add_option("--criterion", a.criterion)->check(CLI::IsMember({"gini", "entropy"}))->capture_default_str();
  app.add_option("--max-depth", a.max_depth, "splits on the longest path");
  app.add_option("--min-samples-leaf", a.min_samples_leaf)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--min-samples-split", a.min_samples_split)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--max-leaf-nodes", a.max_leaf_nodes, "grow best first, to so many leaves")
      ->check(CLI::PositiveNumber);
  app.add_option("--class-weight", a.class_weights, "CLASS=NUMBER, how much a row of this class counts (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--weight", a.weight, "a column that says how much each row counts; no feature");
  app.add_option("--categorical", a.categorical, "a column of up to 8 texts without an order (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--min-impurity-decrease", a.min_impurity_decrease)->check(CLI::NonNegativeNumber);
  app.add_option("--prune", a.prune, "cut what saves less impurity per leaf than this")->check(CLI::NonNegativeNumber);
  app.add_flag("--loocv", a.loocv, "predict each row by a tree grown without it");
  app.add_option("--folds", a.folds, "predict each of K random parts by a tree grown without it");
  app.add_option("--group", a.group, "predict the rows of each value of this column by a tree grown without them");
  app.add_option("--predictions", a.predictions, "write one class a line, of the validation if there is one");
  app.add_option("--export", a.exported, "print the tree and nothing else")
      ->check(CLI::IsMember({"text", "dot", "cpp"}));
  app.add_flag("--json", a.as_json, "one document on the standard output");
  app.footer("Example: classify iris.csv --target species --loocv");
  try {
    app.parse(argc, argv);
    run(a);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (CLI::ParseError const& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    std::fprintf(stderr, "%s: see classify --help\n", e.what());
    return 2;
  } catch (usage_error const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  } catch (dvfs::parse_error const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  } catch (dvfs::error const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return e.operation() == "open" || e.operation() == "read" ? 2 : 1;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
