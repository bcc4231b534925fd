// SPDX-License-Identifier: BSL-1.0
// peers_opencv FILE: prints "opencv WHAT SECONDS CORRECT LEAVES PEAK_KB".
#include "table.hpp"

#include <opencv2/ml.hpp>

int main(int argc, char** argv)
{
  if (argc < 2) return 2;
  cv::setNumThreads(1);
  table t = read_table(argv[1]);
  int const rows = static_cast<int>(t.labels.size()), columns = static_cast<int>(t.columns.size());
  cv::Mat x(rows, columns, CV_32F), y(rows, 1, CV_32S);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j)
      x.at<float>(i, j) = static_cast<float>(t.columns[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]);
    y.at<int>(i) = t.labels[static_cast<std::size_t>(i)];
  }
  t = {};
  cv::Ptr<cv::ml::DTrees> tree;
  double const fit = median_seconds([&] {
    tree = cv::ml::DTrees::create();
    tree->setMaxDepth(25);  // its upper limit
    tree->setMinSampleCount(1);
    tree->setCVFolds(0);
    tree->setUseSurrogates(false);
    tree->setTruncatePrunedTree(false);
    tree->setUse1SERule(false);
    tree->setMaxCategories(2);
    tree->train(cv::ml::TrainData::create(x, cv::ml::ROW_SAMPLE, y));
  });
  std::size_t leaves = 0;
  for (auto const& n : tree->getNodes()) leaves += n.left < 0 ? 1u : 0u;
  cv::Mat predicted;
  tree->predict(x, predicted);
  std::size_t correct = 0;
  for (int i = 0; i < rows; ++i) correct += static_cast<int>(predicted.at<float>(i)) == y.at<int>(i) ? 1u : 0u;
  report("opencv", "fit", fit, correct, leaves);
  double const predict = median_seconds([&] { tree->predict(x, predicted); });
  report("opencv", "predict", predict, correct, leaves);
}
