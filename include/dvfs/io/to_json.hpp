// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/detail/math.hpp>
#include <dvfs/io/json_types.hpp>

#include <boost/describe/enum_to_string.hpp>
#include <boost/mp11/algorithm.hpp>

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace dvfs::io {

/// A value as JSON: described structs as objects, described enumerations by name, what is absent as null, quantities in
/// SI units. Throws std::invalid_argument for a number that is not finite, which JSON cannot hold.
template<class T>
[[nodiscard]] json to_json(T const& value)
{
  if constexpr (detail::may_be_absent<T>) {
    return value.has_value() ? to_json(*value) : json(nullptr);
  } else if constexpr (std::same_as<T, json> || std::integral<T>) {
    return value;
  } else if constexpr (std::floating_point<T>) {
    if (!dvfs::detail::is_finite(static_cast<double>(value)))
      throw std::invalid_argument{"JSON cannot hold a number that is not finite: use an absent optional"};
    return value;
  } else if constexpr (detail::text_like<T>) {
    return std::string(std::string_view(value));
  } else if constexpr (detail::is_quantity<T>) {
    return to_json(value.value);
  } else if constexpr (detail::described_enum<T>) {
    char const* const name = boost::describe::enum_to_string(value, nullptr);
    if (!name) throw std::invalid_argument{"an enumeration holds a value that is none of its names"};
    return name;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::underlying_type_t<T>>(value);
  } else if constexpr (detail::described_struct<T>) {
    json object = json::object();
    boost::mp11::mp_for_each<detail::members_of<T>>(
        [&](auto member) { object[member.name] = to_json(value.*member.pointer); });
    return object;
  } else if constexpr (detail::is_text_map<T>) {
    json object = json::object();
    for (auto const& [key, element] : value) object[key] = to_json(element);
    return object;
  } else if constexpr (requires {
                         value.begin();
                         value.end();
                       }) {
    json array = json::array();
    for (auto const& element : value) array.push_back(to_json(element));
    return array;
  } else {
    static_assert(detail::never<T>,
                  "JSON holds numbers, text, described structs and enumerations, optionals and lists of these");
  }
}

}  // namespace dvfs::io
