// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/io/error.hpp>
#include <dvfs/io/json_types.hpp>

#include <boost/describe/enum_from_string.hpp>
#include <boost/mp11/algorithm.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dvfs::io {
namespace detail {

[[noreturn]] inline void refuse(std::string_view file, std::string_view path, std::string_view expected,
                                std::string_view found)
{
  throw parse_error{file, {}, path, expected, found};
}
[[noreturn]] inline void refuse_value(std::string_view file, std::string_view path, std::string_view expected,
                                      json const& found)
{
  if (found.is_structured()) refuse(file, path, expected, found.type_name());
  refuse(file, path, expected, dvfs::detail::quoted(found.dump(-1, ' ', false, json::error_handler_t::replace)));
}

template<described_enum E>
[[nodiscard]] std::string names_of()
{
  std::string names;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
      [&](auto e) { (names += names.empty() ? "one of " : ", ") += e.name; });
  return names;
}

template<class T>
[[nodiscard]] T read_value(json const& j, std::string_view file, std::string const& path);

template<described_struct T>
[[nodiscard]] T read_struct(json const& j, std::string_view file, std::string const& path)
{
  if (!j.is_object()) refuse_value(file, path, "an object", j);
  T value{};
  std::set<std::string, std::less<>> known;
  std::string names;
  boost::mp11::mp_for_each<members_of<T>>([&](auto member) {
    known.insert(member.name);
    (names += names.empty() ? "" : ", ") += member.name;
    auto& place = value.*member.pointer;
    using type = std::remove_cvref_t<decltype(place)>;
    auto const found = j.find(member.name);
    if (found != j.end())
      place = read_value<type>(*found, file, path + "." + member.name);
    else if (!may_be_absent<type>)
      refuse(file, path + "." + member.name, "this member", "nothing");
  });
  for (auto const& [key, ignored] : j.items())
    if (!known.contains(key)) refuse(file, path + "." + key, "only the members " + names, "this one");
  return value;
}

template<class T>
[[nodiscard]] T read_list(json const& j, std::string_view file, std::string const& path)
{
  if (!j.is_array()) refuse_value(file, path, "an array", j);
  T list{};
  if constexpr (has_fixed_size<T>) {
    if (j.size() != list.size())
      refuse(file, path, "an array of " + std::to_string(list.size()), std::to_string(j.size()));
  } else if constexpr (requires { T::capacity(); }) {
    if (j.size() > T::capacity())
      refuse(file, path, "an array of at most " + std::to_string(T::capacity()), std::to_string(j.size()));
  }
  for (std::size_t i = 0; i < j.size(); ++i) {
    auto element = read_value<typename T::value_type>(j[i], file, path + "[" + std::to_string(i) + "]");
    if constexpr (has_fixed_size<T>)
      list[i] = std::move(element);
    else
      list.push_back(std::move(element));
  }
  return list;
}

template<std::integral T>
[[nodiscard]] T read_integer(json const& j, std::string_view file, std::string const& path)
{
  if (!j.is_number_integer()) refuse_value(file, path, "a whole number", j);
  bool const fits =
      j.is_number_unsigned() ? std::in_range<T>(j.get<std::uint64_t>()) : std::in_range<T>(j.get<std::int64_t>());
  if (!fits) refuse_value(file, path, "a whole number that fits", j);
  return j.is_number_unsigned() ? static_cast<T>(j.get<std::uint64_t>()) : static_cast<T>(j.get<std::int64_t>());
}

template<class T>
T read_value(json const& j, std::string_view file, std::string const& path)
{
  if constexpr (may_be_absent<T>) {
    using value = std::remove_cvref_t<decltype(*std::declval<T const&>())>;
    return j.is_null() ? T{} : T{read_value<value>(j, file, path)};
  } else if constexpr (std::same_as<T, json>) {
    return j;
  } else if constexpr (std::same_as<T, bool>) {
    if (!j.is_boolean()) refuse_value(file, path, "true or false", j);
    return j.get<bool>();
  } else if constexpr (std::integral<T>) {
    return read_integer<T>(j, file, path);
  } else if constexpr (std::floating_point<T>) {
    if (!j.is_number()) refuse_value(file, path, "a number", j);
    return static_cast<T>(j.get<double>());
  } else if constexpr (std::same_as<T, std::string>) {
    if (!j.is_string()) refuse_value(file, path, "a string", j);
    return j.get<std::string>();
  } else if constexpr (is_quantity<T>) {
    return T{read_value<typename T::rep>(j, file, path)};
  } else if constexpr (described_enum<T>) {
    T value{};
    if (!j.is_string() || !boost::describe::enum_from_string(j.get_ref<std::string const&>().c_str(), value))
      refuse_value(file, path, names_of<T>(), j);
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(read_integer<std::underlying_type_t<T>>(j, file, path));
  } else if constexpr (described_struct<T>) {
    return read_struct<T>(j, file, path);
  } else if constexpr (is_text_map<T>) {
    if (!j.is_object()) refuse_value(file, path, "an object", j);
    T map;
    for (auto const& [key, value] : j.items())
      map.emplace(key, read_value<typename T::mapped_type>(value, file, path + "." + key));
    return map;
  } else if constexpr (requires(T const& t) {
                         t.begin();
                         t.end();
                         t.size();
                       }) {
    return read_list<T>(j, file, path);
  } else {
    static_assert(never<T>,
                  "JSON holds numbers, text, described structs and enumerations, optionals and lists of these");
  }
}

}  // namespace detail

/// The value that a document holds, strictly: an unknown, missing (unless optional) or wrong member throws
/// dvfs::parse_error with its path ($.nodes[3].feature); `file` names the document.
template<class T>
[[nodiscard]] T from_json(json const& document, std::string_view file)
{
  return detail::read_value<T>(document, file, "$");
}

}  // namespace dvfs::io
