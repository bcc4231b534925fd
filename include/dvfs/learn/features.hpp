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

  template<class Job>
  static constexpr std::array<double, sizeof...(D)> row(Job const& job) noexcept
  {
    return {feature_value(job.*D::pointer)...};
  }

  template<class Job>
  static constexpr std::array<bool, sizeof...(D)> whole{
      (std::is_integral_v<std::remove_cvref_t<decltype(std::declval<Job const&>().*D::pointer)>> ||
       std::is_enum_v<std::remove_cvref_t<decltype(std::declval<Job const&>().*D::pointer)>>)...};

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

template<class Job>
using members_of =
    member_list<boost::describe::describe_members<Job, boost::describe::mod_public | boost::describe::mod_inherited>>;

template<class M>
struct class_of;
template<class C, class T>
struct class_of<T C::*> {
  using type = C;
};

}  // namespace detail

/// A struct whose public members were listed with BOOST_DESCRIBE_STRUCT; each member is a feature.
template<class Job>
concept described_job = boost::describe::has_describe_members<Job>::value;

/// How many features a job has.
template<described_job Job>
inline constexpr std::size_t feature_count = detail::members_of<Job>::size;

/// The names of the features, in the order in which they were described.
template<described_job Job>
[[nodiscard]] constexpr std::array<std::string_view, feature_count<Job>> const& feature_names() noexcept
{
  return detail::members_of<Job>::names;
}

/// Which features are always known whole numbers: integers, bools and enumerations.
template<described_job Job>
[[nodiscard]] constexpr std::array<bool, feature_count<Job>> const& feature_is_whole() noexcept
{
  return detail::members_of<Job>::template whole<Job>;
}

/// The features of a job as numbers: an enumeration by its underlying value, an absent optional as a quiet NaN.
template<described_job Job>
[[nodiscard]] constexpr std::array<double, feature_count<Job>> row_of(Job const& job) noexcept
{
  return detail::members_of<Job>::row(job);
}

/// The feature at position I of a job, as in row_of.
template<std::size_t I, described_job Job>
[[nodiscard]] constexpr double get(Job const& job) noexcept
{
  static_assert(I < feature_count<Job>, "the job has no feature at this position");
  using member = typename decltype(detail::member_at<I>(typename detail::members_of<Job>::table{}))::type;
  return detail::feature_value(job.*member::pointer);
}

/// The type of the member at position I of a job.
template<std::size_t I, described_job Job>
using feature_type_at = std::remove_cvref_t<decltype(std::declval<Job const&>().*
                                                     decltype(detail::member_at<I>(
                                                         typename detail::members_of<Job>::table{}))::type::pointer)>;

/// The position of a member among the features: feature_index<&job::layers>().
template<auto Member, described_job Job = typename detail::class_of<std::remove_cv_t<decltype(Member)>>::type>
[[nodiscard]] consteval std::size_t feature_index() noexcept
{
  constexpr std::size_t at = detail::members_of<Job>::template index<Member>();
  static_assert(at < feature_count<Job>, "this member is not described: add it to BOOST_DESCRIBE_STRUCT");
  return at;
}

}  // namespace dvfs::learn
