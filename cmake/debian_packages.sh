# SPDX-License-Identifier: BSL-1.0
# Sourced by the scripts.  need_debian_packages NAME... installs what is missing, asking nothing, or names it and fails.

# What the program needs to build.
program_packages() {
  echo g++ cmake ninja-build "$(boost_package)" librange-v3-dev nlohmann-json3-dev libcli11-dev libfmt-dev
}

# The package with Boost's headers, 1.78 or later: Debian 12's default is older.
boost_package() {
  if (. /etc/os-release && [ "${VERSION_CODENAME:-}" = bookworm ]) 2> /dev/null; then
    echo libboost1.81-dev
  else
    echo libboost-dev
  fi
}

need_debian_packages() {
  local missing=() package as_root=()
  if ! command -v dpkg-query > /dev/null; then
    echo "Not a Debian system: make sure that what these packages hold is installed: $*" >&2
    return 0
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  if [ "$(id -u)" != 0 ]; then
    if command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
      as_root=(sudo -n)
    else
      echo "These packages are missing, and only root may install them:" >&2
      echo "  apt-get install ${missing[*]}" >&2
      return 1
    fi
  fi
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get -qq update < /dev/null ||
    echo "apt-get update did not succeed; trying with the package lists there are" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends \
    "${missing[@]}" < /dev/null > /dev/null || {
    echo "apt-get could not install: ${missing[*]}" >&2
    return 1
  }
}
