#!/usr/bin/env bats
# What the packages say of the project holds: versions, what they need, what they copy.

load common

version() {
  sed -n 's/^#define NQ_VERSION "\(.*\)"/\1/p' "$ROOT/src/nqueens/base.h"
}

@test "Debian's and Python's packages have the version of the header" {
  [ -n "$(version)" ]
  [ "$(sed -n '1s/^nqueens (\([0-9.]*\)).*/\1/p' "$ROOT/debian/changelog")" = "$(version)" ]
  [ "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' "$ROOT/python/nqueens/_library.py")" = "$(version)" ]
}

@test "Debian's package is for the soname, and knows every version of symbols" {
  soname=$(version | cut -d. -f1)
  grep -qx "Package: libnqueens$soname" "$ROOT/debian/control"
  grep -qx "libnqueens.so.$soname libnqueens$soname #MINVER#" "$ROOT/debian/libnqueens$soname.symbols"
  grep -qx "SONAME = \"libnqueens.so.$soname\"" "$ROOT/python/nqueens/_library.py"
  sed -n 's/^\(NQUEENS_[0-9.]*\) {$/\1/p' "$ROOT/src/nqueens.map" >nodes
  [ -s nodes ]
  while read -r node; do
    grep -q "^ (symver)$node " "$ROOT/debian/libnqueens$soname.symbols" || { echo "$node"; false; }
  done <nodes
}

# The packages of the group of tools/install-deps.
group() {
  sed -n "/^  $1) packages=\"/,/;;/p" "$ROOT/tools/install-deps" |
    sed "s/^  $1) packages=\"//; s/\".*//" | tr -s ' \n' '\n' | grep .
}

@test "Debian's package asks for what the build needs" {
  # gcc, make and the C library are build-essential; debhelper brings no more than that.
  # gnuplot is needed to run, not to build: the package recommends it.
  group build | grep -Evx 'gcc|libc6-dev|make|libstdc\+\+-[0-9]+-dev|pkg-config|gnuplot-nox' >needed
  [ "$(wc -l <needed)" -ge 4 ]
  while read -r package; do
    grep -Eqx " $package," "$ROOT/debian/control" || { echo "$package"; false; }
  done <needed
  grep -qx 'Recommends: gnuplot-nox' "$ROOT/debian/control"
}

@test "libnqueens-dev brings what the static library is linked with" {
  sed -n '/^Package: libnqueens-dev$/,/^$/p' "$ROOT/debian/control" >paragraph
  # -lm and -pthread are the C library's.
  sed -n 's/^Libs.private: //p' "$(dirname "$NQUEENS")/nqueens.pc" | tr ' ' '\n' | sed -n 's/^-l//p' |
    grep -vx m >libraries
  [ -s libraries ]
  while read -r library; do
    [ "$library" != z ] || library=zlib1g
    grep -qF "${library#lib}" paragraph || { echo "$library"; false; }
  done <libraries
}

@test "the container has the libraries that the program needs" {
  command -v dpkg-query >/dev/null || skip "not a Debian system"
  ! sanitized || skip "a sanitized program needs the sanitizer's library"
  # The C library and GCC's own are in every container.
  for library in $(readelf -d "$NQUEENS" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    path=$(ldd "$NQUEENS" | sed -n "s|^\s*$library => \(\S*\) .*|\1|p")
    [ -n "$path" ] || continue # the loader
    folder=${path%/*} # /lib or /usr/lib, which are the same
    package=$(dpkg-query -S "*/${folder##*/}/${path##*/}" | head -n 1 | cut -d: -f1)
    case $package in libc6 | libgcc-s1) continue ;; esac
    grep -Eqx " +${package//+/\\+} .*" "$ROOT/Containerfile" || { echo "$library: $package"; false; }
  done
}

@test "what the container's build gets is enough for it" {
  sed -n 's/^!//p' "$ROOT/.dockerignore" >kept
  while read -r path; do
    mkdir -p "context/$(dirname "$path")"
    cp -R "$ROOT/$path" "context/$path"
  done <kept
  # Nothing is copied that is not there.
  sed -n 's/^COPY \([^-]\S*\) .*/\1/p' "$ROOT/Containerfile" >copied
  [ "$(wc -l <copied)" -eq "$(wc -l <kept)" ]
  while read -r path; do [ -e "context/$path" ]; done <copied
  env -u MAKEFLAGS -u MFLAGS -u BUILD make -C context -n NO_DEPS=1 all >plan
  grep -q 'libnqueens.so' plan
}
