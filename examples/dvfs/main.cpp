// SPDX-License-Identifier: BSL-1.0
// The program dvfs: the toolkit's method on files and on simulated boards.
#include "command.hpp"

#include <dvfs/io/error.hpp>
#include <dvfs/version.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

namespace {

enum exit_code { done = 0, could_not_be_done = 1, wrong_use_or_bad_input = 2 };

int end(exit_code code, std::string const& line)
{
  dvfs::program::remark(line);
  return code;
}

// A file that cannot be read is bad input; what the system refuses to take is not the caller's fault.
exit_code code_of(dvfs::error const& e)
{
  return e.operation() == "open" || e.operation() == "read" ? wrong_use_or_bad_input : could_not_be_done;
}

}  // namespace

int main(int argc, char** argv)
{
  using namespace dvfs::program;
  CLI::App app{"Saves energy by choosing clock frequencies: models, policies and their evaluation.", "dvfs"};
  app.require_subcommand(0, 1);  // none is refused below, so that a misspelt one is named
  app.set_version_flag("--version",
                       fmt::format("dvfs {}.{}.{}", DVFS_VERSION_MAJOR, DVFS_VERSION_MINOR, DVFS_VERSION_PATCH));
  app.footer(
      "Ends with 0 when done, 1 when it could not be done, 2 on wrong use or bad input.\n"
      "`dvfs COMMAND --help` has an example of each command.");
  add_reproduce(app);
  add_fit(app);
  add_train(app);
  add_evaluate(app);
  add_explain(app);
  add_choose(app);

  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) throw usage_error{"a command is required: see dvfs --help"};
    // A full disk or a closed pipe shows when the last of the output is written.
    if (std::fflush(stdout) != 0) return end(could_not_be_done, "cannot write to the standard output");
    return done;
  } catch (CLI::ParseError const& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    return end(wrong_use_or_bad_input, std::string(e.what()) + ": see dvfs --help");
  } catch (usage_error const& e) {
    return end(wrong_use_or_bad_input, e.what());
  } catch (dvfs::parse_error const& e) {
    return end(wrong_use_or_bad_input, e.what());
  } catch (dvfs::error const& e) {
    return end(code_of(e), e.what());
  } catch (std::exception const& e) {
    return end(could_not_be_done, e.what());
  }
}
