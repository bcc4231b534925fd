// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/enum.hpp>

namespace dvfs {

/// What shares one clock: the kernel's performance domain.
enum class domain { gpu, memory, cpu };
BOOST_DESCRIBE_ENUM(domain, gpu, memory, cpu)

}  // namespace dvfs
