// SPDX-License-Identifier: BSL-1.0
#include <dvfs/io/file.hpp>

#include "../check.hpp"

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

// A folder of its own that goes away with the test.
struct scratch {
  fs::path folder = fs::temp_directory_path() / ("dvfs-io-file-" + std::to_string(::getpid()));
  scratch() { fs::create_directories(folder); }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch() { fs::remove_all(folder); }

  [[nodiscard]] std::string path(std::string const& name) const { return (folder / name).string(); }
  [[nodiscard]] std::size_t files() const
  {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
};

template<class F>
std::string failure(F f)
{
  try {
    f();
  } catch (dvfs::error const& e) {
    return e.what();
  }
  return "worked";
}

// A kernel in which one call fails, by name.
struct faulty : dvfs::io::posix_calls {
  static inline std::string_view call{};
  static inline std::size_t most = static_cast<std::size_t>(-1);
  static inline int interruptions = 0;

  static int fail(int errno_value)
  {
    errno = errno_value;
    return -1;
  }
  static ssize_t write(int fd, void const* from, std::size_t n)
  {
    if (interruptions-- > 0) return fail(EINTR);
    return call == "write" ? fail(ENOSPC) : posix_calls::write(fd, from, n < most ? n : most);
  }
  static ssize_t read(int fd, void* to, std::size_t n)
  {
    if (interruptions-- > 0) return fail(EINTR);
    return call == "read" ? fail(EIO) : posix_calls::read(fd, to, n < most ? n : most);
  }
  static int sync(int fd) { return call == "sync" ? fail(EIO) : posix_calls::sync(fd); }
  static int close(int fd)
  {
    posix_calls::close(fd);
    return call == "close" ? fail(EDQUOT) : 0;
  }
  static int rename(char const* from, char const* to)
  {
    return call == "rename" ? fail(EPERM) : posix_calls::rename(from, to);
  }
};

}  // namespace

TEST_CASE("a file reads back as it was written, whatever bytes it holds")
{
  scratch const s;
  std::string text(300'000, 'x');
  text += std::string("\0\xff\r\n", 4);
  dvfs::io::write_file(s.path("a"), text);
  CHECK(dvfs::io::read_file(s.path("a")) == text);
  dvfs::io::write_file(s.path("a"), "");
  CHECK(dvfs::io::read_file(s.path("a")).empty());
  CHECK(s.files() == 1);
}

TEST_CASE("what cannot be read or written is named with the reason")
{
  scratch const s;
  auto const missing = s.path("missing"), folder = s.folder.string(), below = s.path("no/such/folder");
  CHECK(failure([&] { (void)dvfs::io::read_file(missing); }) ==
        "cannot open " + missing + ": No such file or directory: check the name");
  CHECK(failure([&] { (void)dvfs::io::read_file(folder); }) ==
        "cannot read " + folder + ": Is a directory: give a file, not a directory");
  CHECK(failure([&] { dvfs::io::write_file(folder, "x"); }) ==
        "cannot write " + folder + ": Is a directory: give a file, not a directory");
  CHECK(failure([&] { dvfs::io::write_file(below, "x"); }) ==
        "cannot write " + below + ": No such file or directory: check the name");
  CHECK(failure([] { (void)dvfs::io::read_file(""); }).substr(0, 13) == "cannot open :");
  CHECK(failure([] { dvfs::io::write_file("/dev/full", "x"); }) ==
        "cannot write /dev/full: No space left on device: make room or choose another place");
  if (::geteuid() != 0) {
    dvfs::io::write_file(s.path("locked"), "x");
    fs::permissions(s.path("locked"), fs::perms::none);
    CHECK(failure([&] { (void)dvfs::io::read_file(s.path("locked")); }).find("Permission denied") != std::string::npos);
    CHECK(failure([&] { dvfs::io::write_file(s.path("locked"), "y"); }).find("Permission denied") != std::string::npos);
  }
}

TEST_CASE("a failed write leaves the old file and nothing beside it")
{
  scratch const s;
  auto const path = s.path("a");
  dvfs::io::write_file(path, "old");
  for (std::string_view const call : {"write", "sync", "close", "rename"}) {
    CAPTURE(call);
    faulty::call = call;
    auto const said = failure([&] { dvfs::io::write_file<faulty>(path, "new"); });
    CHECK(said.find(path) != std::string::npos);
    CHECK(said.substr(0, 14) == (call == "rename" ? "cannot replace" : "cannot write /"));
    CHECK(dvfs::io::read_file(path) == "old");
    CHECK(s.files() == 1);
  }
  faulty::call = "read";
  CHECK(failure([&] { (void)dvfs::io::read_file<faulty>(path); }) == "cannot read " + path + ": Input/output error");
  faulty::call = {};
}

TEST_CASE("a dash is the standard input")
{
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "piped", 5) == 5);
  ::close(ends[1]);
  int const before = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  CHECK(dvfs::io::read_file("-") == "piped");
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(ends[0]);
  CHECK(dvfs::io::input_name("-") == "<stdin>");
  CHECK(dvfs::io::input_name("a-b") == "a-b");
}

TEST_CASE("short and interrupted calls are carried on")
{
  scratch const s;
  faulty::most = 3;
  faulty::interruptions = 2;
  dvfs::io::write_file<faulty>(s.path("a"), "0123456789");
  faulty::interruptions = 2;
  CHECK(dvfs::io::read_file<faulty>(s.path("a")) == "0123456789");
  faulty::most = static_cast<std::size_t>(-1);
}

TEST_CASE("writing through a link replaces what it leads to and keeps the link and the mode")
{
  scratch const s;
  dvfs::io::write_file(s.path("target"), "old");
  ::chmod(s.path("target").c_str(), 0640);
  fs::create_symlink("target", s.path("link"));
  dvfs::io::write_file(s.path("link"), "new");
  CHECK(fs::is_symlink(s.path("link")));
  CHECK(dvfs::io::read_file(s.path("target")) == "new");
  struct stat found {};
  REQUIRE(::stat(s.path("target").c_str(), &found) == 0);
  CHECK((found.st_mode & 07777) == 0640);
}
