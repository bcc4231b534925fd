// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace dvfs::policies {

/// The answer that leaves the clock to the device's own governor (MAXN): no level, so no policy that answers with one.
struct default_governor {
  bool operator==(default_governor const&) const = default;
};

}  // namespace dvfs::policies
