#!/usr/bin/env bats
# The Debian packages: built in a copy with their unit tests, held to Debian's rules, and used.

load ../cli/common

has_tools() {
  command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null
}

setup_file() {
  has_tools || return 0
  local root
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  mkdir "$BATS_FILE_TMPDIR/nqueens"
  tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C "$BATS_FILE_TMPDIR/nqueens" -xf -
  cd "$BATS_FILE_TMPDIR/nqueens" || return 1
  env -u CC -u CFLAGS -u MAKEFLAGS -u MFLAGS -u SANITIZE -u DEBUG -u BUILD dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -n 50 ../log; return 1; }
}

need_packages() {
  has_tools || skip "dpkg-dev or debhelper is not installed"
  cd "$BATS_FILE_TMPDIR" || return 1
}

@test "the build ran the unit tests" {
  need_packages
  grep -Eq '^[0-9]{3,} passed, 0 failed' log
}

@test "lintian has no errors or warnings" {
  need_packages
  command -v lintian >/dev/null || skip "lintian is not installed"
  # Without a manual there is that to complain about, and nothing else.
  suppress=
  dpkg-deb -c nqueens_*.deb | grep -q /man1/ || suppress=--suppress-tags=no-manual-page
  lintian --allow-root --fail-on error,warning $suppress ./*.changes
}

@test "the packages unpack to a program and a library that work" {
  need_packages
  mkdir root
  for package in nqueens_*.deb nqueens-mpi_*.deb libnqueens2_*.deb libnqueens-dev_*.deb; do
    dpkg-deb -x "$package" root
  done
  libraries=$(dirname "$(find "$PWD/root/usr/lib" -name libnqueens.so.2)")
  export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/root LD_LIBRARY_PATH=$libraries
  PATH=$PWD/root/usr/bin:$PATH sh nqueens/debian/tests/program
  PATH=$PWD/root/usr/bin:$PATH sh nqueens/debian/tests/ranks
  sh nqueens/debian/tests/library
}
