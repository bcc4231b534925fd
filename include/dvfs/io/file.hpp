// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/error.hpp>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dvfs::io {

/// The system calls that files go through; a test puts others in their place.
struct posix_calls {
  static int open(char const* path, int flags, mode_t mode) { return ::open(path, flags, mode); }
  static ssize_t read(int fd, void* to, std::size_t n) { return ::read(fd, to, n); }
  static ssize_t write(int fd, void const* from, std::size_t n) { return ::write(fd, from, n); }
  static int sync(int fd) { return ::fsync(fd); }
  static int close(int fd) { return ::close(fd); }
  static int rename(char const* from, char const* to) { return ::rename(from, to); }
  static int unlink(char const* path) { return ::unlink(path); }
};

/// How messages name a path: "-" is the standard input.
[[nodiscard]] inline std::string input_name(std::string const& path) { return path == "-" ? "<stdin>" : path; }

namespace detail {

inline constexpr std::size_t largest_file = std::size_t{1} << 30;

[[nodiscard]] inline std::string_view advice_for(int errno_value)
{
  switch (errno_value) {
    case ENOENT: return "check the name";
    case ENOTDIR: return "a part of the path is a file: check the name";
    case EISDIR: return "give a file, not a directory";
    case EACCES:
    case EPERM: return "check who may read and write there";
    case EROFS: return "choose a place that can be written";
    case ENOSPC:
    case EDQUOT: return "make room or choose another place";
    case EFBIG: return "a file of more than 1 GiB is surely not meant";
    default: return {};
  }
}

[[noreturn]] inline void fail(int errno_value, std::string_view operation, std::string_view path)
{
  throw error{errno_value, operation, path, advice_for(errno_value)};
}

// A descriptor that is closed once, by hand where the outcome matters.
template<class Calls>
class descriptor {
 public:
  explicit descriptor(int fd) : fd_{fd} {}
  descriptor(descriptor const&) = delete;
  descriptor& operator=(descriptor const&) = delete;
  ~descriptor() { (void)close(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int close()
  {
    int const fd = fd_;
    fd_ = -1;
    return fd < 0 ? 0 : Calls::close(fd);
  }

 private:
  int fd_;
};

template<class Calls>
void write_all(int fd, std::string_view text, std::string_view path)
{
  while (!text.empty()) {
    auto const n = Calls::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(n < 0 ? errno : EIO, "write", path);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// A temporary file that is removed unless it was renamed.
template<class Calls>
struct temporary {
  std::string path;
  bool renamed{false};
  ~temporary()
  {
    if (!renamed && !path.empty()) Calls::unlink(path.c_str());
  }
};

[[nodiscard]] inline std::string folder_of(std::string const& path)
{
  auto const slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// Where a link leads, because a rename would put a file in place of the link.
[[nodiscard]] inline std::string without_links(std::string const& path)
{
  char* const resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved) return path;
  std::string found = resolved;
  std::free(resolved);
  return found;
}

template<class Calls>
void write_in_place(std::string const& path, std::string_view text)
{
  descriptor<Calls> file{path == "-" ? ::dup(STDOUT_FILENO) : Calls::open(path.c_str(), O_WRONLY | O_CLOEXEC, 0)};
  std::string const name = path == "-" ? "<stdout>" : path;
  if (file.get() < 0) fail(errno, "write", name);
  write_all<Calls>(file.get(), text, name);
  if (file.close() != 0) fail(errno, "write", name);
}

}  // namespace detail

/// All of a file, or of the standard input for "-"; throws dvfs::error.
template<class Calls = posix_calls>
[[nodiscard]] std::string read_file(std::string const& path)
{
  auto const name = input_name(path);
  detail::descriptor<Calls> file{path == "-" ? ::dup(STDIN_FILENO)
                                             : Calls::open(path.c_str(), O_RDONLY | O_CLOEXEC, 0)};
  if (file.get() < 0) detail::fail(errno, "open", name);
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    auto const n = Calls::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) detail::fail(errno, "read", name);
    if (n == 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > detail::largest_file) detail::fail(EFBIG, "read", name);
  }
}

/// Writes a whole file or leaves it as it was: the text goes to a file beside it, which is then renamed. "-" is the
/// standard output; it and devices are written in place. Throws dvfs::error.
template<class Calls = posix_calls>
void write_file(std::string const& path, std::string_view text)
{
  struct stat found {};
  bool const exists = path != "-" && ::stat(path.c_str(), &found) == 0;
  if (exists && S_ISDIR(found.st_mode)) detail::fail(EISDIR, "write", path);
  if (exists && ::access(path.c_str(), W_OK) != 0) detail::fail(errno, "write", path);
  if (path == "-" || (exists && !S_ISREG(found.st_mode))) return detail::write_in_place<Calls>(path, text);

  auto const target = detail::without_links(path);
  auto const folder = detail::folder_of(target);
  static std::atomic<unsigned> number = 0;
  detail::temporary<Calls> beside;
  int fd = -1;
  for (int attempt = 0; attempt < 100 && fd < 0; ++attempt) {
    auto const name = folder + "/.dvfs-" + std::to_string(::getpid()) + "-" + std::to_string(number++) + ".tmp";
    fd = Calls::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) beside.path = name;
    if (fd < 0 && errno != EEXIST) break;
  }
  if (fd < 0) detail::fail(errno, "write", path);
  detail::descriptor<Calls> file{fd};
  // The mode of what is replaced stays; where it may not be set the new file has the default one.
  if (exists && ::fchmod(fd, found.st_mode & 07777) != 0) errno = 0;
  detail::write_all<Calls>(fd, text, path);
  if (Calls::sync(fd) != 0 && errno != EINVAL) detail::fail(errno, "write", path);
  if (file.close() != 0) detail::fail(errno, "write", path);
  if (Calls::rename(beside.path.c_str(), target.c_str()) != 0) detail::fail(errno, "replace", path);
  beside.renamed = true;
}

}  // namespace dvfs::io
