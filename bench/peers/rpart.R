# SPDX-License-Identifier: BSL-1.0
# Rscript rpart.R FILE: prints "rpart WHAT SECONDS CORRECT LEAVES PEAK_KB" (memory is not told).
suppressMessages(library(rpart))
d <- read.csv(commandArgs(TRUE)[1])
d$label <- factor(d$label)
# Its deepest is 30. cp = -1, since cp = 0 still refuses cuts that do not lower the misclassification.
settings <- rpart.control(minsplit = 2, minbucket = 1, cp = -1, maxcompete = 0, maxsurrogate = 0, usesurrogate = 0,
                          xval = 0, maxdepth = 30)
times <- c()
while (length(times) < 3 || (sum(times) < 2 && length(times) < 500)) {
  begin <- proc.time()[["elapsed"]]
  many <- if (nrow(d) <= 1000) 20 else 1
  for (i in seq_len(many)) m <- rpart(label ~ ., d, method = "class", control = settings)
  times <- c(times, (proc.time()[["elapsed"]] - begin) / many)
}
correct <- sum(predict(m, d, type = "class") == d$label)
cat("rpart fit", format(median(times), digits = 9, scientific = FALSE), correct, sum(m$frame$var == "<leaf>"), "0\n")
