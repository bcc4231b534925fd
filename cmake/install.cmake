# SPDX-License-Identifier: BSL-1.0
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/dvfs)
install(TARGETS dvfs EXPORT dvfs-targets)
install(DIRECTORY include/dvfs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT dvfs-targets NAMESPACE dvfs:: DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dvfs-config-version.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES cmake/dvfs-config.cmake ${PROJECT_BINARY_DIR}/dvfs-config-version.cmake DESTINATION ${package_dir})
