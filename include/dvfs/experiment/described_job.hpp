// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dvfs/core/result.hpp>
#include <dvfs/detail/math.hpp>
#include <dvfs/experiment/features.hpp>
#include <dvfs/learn/features.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Between a job as a described struct and a job as values by name: the description is the only place that lists them.
namespace dvfs::experiment {
namespace detail {

template<class T>
struct value_inside {
  using type = T;
};
template<class T>
struct value_inside<std::optional<T>> {
  using type = T;
};

template<class Job>
using members_of = boost::describe::describe_members<Job, boost::describe::mod_public | boost::describe::mod_inherited>;

template<class E>
[[nodiscard]] std::vector<std::string> categories_of()
{
  std::vector<std::string> names;
  if constexpr (std::is_enum_v<E>)
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto e) { names.emplace_back(e.name); });
  return names;
}

template<class T>
[[nodiscard]] std::optional<feature_value> value_of_member(T const& member)
{
  if constexpr (requires { member.has_value(); }) {
    return member ? value_of_member(*member) : std::nullopt;
  } else if constexpr (std::is_enum_v<T>) {
    std::optional<feature_value> name;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto e) {
      if (e.value == member) name = std::string(e.name);
    });
    return name;
  } else {
    auto const number = static_cast<double>(member);
    return dvfs::detail::is_finite(number) ? std::optional<feature_value>{number} : std::nullopt;
  }
}

// Whether a value fits a member, which then has it.
template<class T>
[[nodiscard]] bool assign(T& member, feature_value const& value)
{
  auto const* const number = std::get_if<double>(&value);
  if constexpr (std::is_enum_v<T>) {
    bool found = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto e) {
      if (!number && std::get<std::string>(value) == e.name) {
        member = e.value;
        found = true;
      }
    });
    return found;
  } else if constexpr (std::is_integral_v<T>) {
    if (!number || dvfs::detail::floor(*number) != *number) return false;
    if (*number < static_cast<double>(std::numeric_limits<T>::min()) ||
        *number >= static_cast<double>(std::numeric_limits<T>::max()))
      return false;
    member = static_cast<T>(*number);
    return true;
  } else {
    if (number) member = static_cast<T>(*number);
    return number != nullptr;
  }
}

template<class T>
[[nodiscard]] bool assign(std::optional<T>& member, feature_value const& value)
{
  return assign(member.emplace(), value);
}

}  // namespace detail

/// The features of a described job as columns, its enumerations (described, with values 0, 1, ...) as categories.
template<learn::described_row Job>
[[nodiscard]] std::vector<feature_column> columns_of()
{
  std::vector<feature_column> columns;
  boost::mp11::mp_for_each<detail::members_of<Job>>([&](auto member) {
    using type = std::remove_cvref_t<decltype(std::declval<Job const&>().*member.pointer)>;
    columns.push_back({member.name, detail::categories_of<typename detail::value_inside<type>::type>()});
  });
  return columns;
}

/// The features of a job by name, as a sweep file records them; what is not known has no entry.
template<learn::described_row Job>
[[nodiscard]] named_values values_of(Job const& job)
{
  named_values values;
  boost::mp11::mp_for_each<detail::members_of<Job>>([&](auto member) {
    if (auto const value = detail::value_of_member(job.*member.pointer)) values[member.name] = *value;
  });
  return values;
}

/// The job with these features, or a sentence on the first that is missing and not optional, or does not fit its
/// member: `value_of` maps a name to an optional feature_value.
template<learn::described_row Job, class ValueOf>
[[nodiscard]] result<Job, std::string> job_of(ValueOf const& value_of)
{
  Job job{};
  std::string fault;
  boost::mp11::mp_for_each<detail::members_of<Job>>([&](auto member) {
    if (!fault.empty()) return;
    auto& target = job.*member.pointer;
    auto const value = value_of(member.name);
    std::string const name = member.name;
    if (!value && !requires { target.has_value(); })
      fault = "the feature " + name + " is not known: give it with --feature " + name + "=VALUE";
    else if (value && !detail::assign(target, *value))
      fault = "the feature " + name + " has a value that this job cannot have";
  });
  if (!fault.empty()) return unexpected{fault};
  return job;
}

}  // namespace dvfs::experiment
