// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/quantity.hpp>
#include <dvfs/core/reading.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dvfs::io {

/// A JSON document whose members keep their order.
using json = nlohmann::ordered_json;

namespace detail {

template<class T>
inline constexpr bool is_quantity = false;
template<class Tag, class Rep>
inline constexpr bool is_quantity<quantity<Tag, Rep>> = true;
template<class T>
inline constexpr bool may_be_absent = false;
template<class T>
inline constexpr bool may_be_absent<std::optional<T>> = true;
template<class T>
inline constexpr bool may_be_absent<reading<T>> = true;
template<class T>
inline constexpr bool is_text_map = false;
template<class T, class... Rest>
inline constexpr bool is_text_map<std::map<std::string, T, Rest...>> = true;
template<class T>
inline constexpr bool has_fixed_size = false;
template<class T, std::size_t N>
inline constexpr bool has_fixed_size<std::array<T, N>> = true;

template<class T>
concept described_struct = boost::describe::has_describe_members<T>::value;
template<class T>
concept described_enum = boost::describe::has_describe_enumerators<T>::value;
template<class T>
concept text_like = std::convertible_to<T const&, std::string_view>;

template<class T>
using members_of = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template<class T>
inline constexpr bool never = false;

}  // namespace detail
}  // namespace dvfs::io
