// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace dvfs::detail {

// Every compiler and processor in the matrix has it; the standard does not.
__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

}  // namespace dvfs::detail
