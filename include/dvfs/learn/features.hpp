// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/members.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dvfs::learn {

namespace detail {

template<class T>
concept optional_like = requires(T const& v)
{
  {
    v.has_value()
    } -> std::convertible_to<bool>;
  *v;
};

template<class T>
struct feature_type : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T>> {
};
template<optional_like T>
struct feature_type<T> : feature_type<std::remove_cvref_t<decltype(*std::declval<T const&>())>> {
};

template<class T>
[[nodiscard]] constexpr double feature_value(T const& v) noexcept
{
  static_assert(feature_type<T>::value,
                "a feature must be a number, an enumeration, a bool or an optional one of these");
  if constexpr (optional_like<T>)
    return v.has_value() ? feature_value(*v) : std::numeric_limits<double>::quiet_NaN();
  else if constexpr (std::is_enum_v<T>)
    return static_cast<double>(static_cast<std::underlying_type_t<T>>(v));
  else
    return static_cast<double>(v);
}

template<std::size_t I, class D>
struct indexed_member {
  using type = D;
};
template<class Indices, class... D>
struct indexed_members;
template<std::size_t... I, class... D>
struct indexed_members<std::index_sequence<I...>, D...> : indexed_member<I, D>... {
};
template<std::size_t I, class D>
indexed_member<I, D> member_at(indexed_member<I, D> const&);

template<class List>
struct member_list;
template<template<class...> class L, class... D>
struct member_list<L<D...>> {
  static constexpr std::size_t size = sizeof...(D);
  using table = indexed_members<std::make_index_sequence<sizeof...(D)>, D...>;
  static constexpr std::array<std::string_view, sizeof...(D)> names{std::string_view{D::name}...};

  template<class Row>
  static constexpr std::array<double, sizeof...(D)> row(Row const& record) noexcept
  {
    return {feature_value(record.*D::pointer)...};
  }

  template<class Row>
  static constexpr std::array<bool, sizeof...(D)> whole{
      (std::is_integral_v<std::remove_cvref_t<decltype(std::declval<Row const&>().*D::pointer)>> ||
       std::is_enum_v<std::remove_cvref_t<decltype(std::declval<Row const&>().*D::pointer)>>)...};

  template<class Row>
  static constexpr std::array<bool, sizeof...(D)> enumeration{
      std::is_enum_v<std::remove_cvref_t<decltype(std::declval<Row const&>().*D::pointer)>>...};

  // The position of the pointer, or the number of members where it is none of them.
  template<auto Member>
  static constexpr std::size_t index() noexcept
  {
    std::size_t at = 0;
    bool found = false;
    ((found = found || same<Member>(D::pointer), at += found ? 0u : 1u), ...);
    return at;
  }

 private:
  template<auto Member, class P>
  static constexpr bool same([[maybe_unused]] P pointer) noexcept
  {
    if constexpr (std::is_same_v<P, std::remove_cv_t<decltype(Member)>>)
      return pointer == Member;
    else
      return false;
  }
};

template<class Row>
using members_of =
    member_list<boost::describe::describe_members<Row, boost::describe::mod_public | boost::describe::mod_inherited>>;

template<class M>
struct class_of;
template<class C, class T>
struct class_of<T C::*> {
  using type = C;
};

}  // namespace detail

/// A struct whose public members were listed with BOOST_DESCRIBE_STRUCT; each member is a feature.
template<class Row>
concept described_row = boost::describe::has_describe_members<Row>::value;

/// How many features a row has.
template<described_row Row>
inline constexpr std::size_t feature_count = detail::members_of<Row>::size;

/// The names of the features, in the order in which they were described.
template<described_row Row>
[[nodiscard]] constexpr std::array<std::string_view, feature_count<Row>> const& feature_names() noexcept
{
  return detail::members_of<Row>::names;
}

/// Which features are always known whole numbers: integers, bools and enumerations.
template<described_row Row>
[[nodiscard]] constexpr std::array<bool, feature_count<Row>> const& feature_is_whole() noexcept
{
  return detail::members_of<Row>::template whole<Row>;
}

/// Which features are enumerations.
template<described_row Row>
[[nodiscard]] constexpr std::array<bool, feature_count<Row>> const& feature_is_enumeration() noexcept
{
  return detail::members_of<Row>::template enumeration<Row>;
}

/// The features of a row as numbers: an enumeration by its underlying value, an absent optional as a quiet NaN.
template<described_row Row>
[[nodiscard]] constexpr std::array<double, feature_count<Row>> row_of(Row const& record) noexcept
{
  return detail::members_of<Row>::row(record);
}

/// The feature at position I of a row, as in row_of.
template<std::size_t I, described_row Row>
[[nodiscard]] constexpr double get(Row const& record) noexcept
{
  static_assert(I < feature_count<Row>, "the struct has no feature at this position");
  using member = typename decltype(detail::member_at<I>(typename detail::members_of<Row>::table{}))::type;
  return detail::feature_value(record.*member::pointer);
}

/// The type of the member at position I of a row.
template<std::size_t I, described_row Row>
using feature_type_at = std::remove_cvref_t<decltype(std::declval<Row const&>().*
                                                     decltype(detail::member_at<I>(
                                                         typename detail::members_of<Row>::table{}))::type::pointer)>;

/// The position of a member among the features: feature_index<&flower::petal_length>().
template<auto Member, described_row Row = typename detail::class_of<std::remove_cv_t<decltype(Member)>>::type>
[[nodiscard]] consteval std::size_t feature_index() noexcept
{
  constexpr std::size_t at = detail::members_of<Row>::template index<Member>();
  static_assert(at < feature_count<Row>, "this member is not described: add it to BOOST_DESCRIBE_STRUCT");
  return at;
}

}  // namespace dvfs::learn
