#!/usr/bin/env bats
# What the packages say of the project holds: versions, what they need, what they copy.

load ../cli/common

version() {
  sed -n 's/^#define NQ_VERSION "\(.*\)"/\1/p' "$ROOT/src/nqueens/base.h"
}

@test "Debian's and Python's packages and the changelog have the version of the header" {
  [ -n "$(version)" ]
  [ "$(sed -n '1s/^nqueens (\([0-9.]*\)).*/\1/p' "$ROOT/debian/changelog")" = "$(version)" ]
  [ "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' "$ROOT/python/nqueens/_abi.py")" = "$(version)" ]
  sed -n '/^## /{s/^## //p;q}' "$ROOT/CHANGELOG.md" >newest
  grep -Eqx "[0-9.]+ \(unreleased\)|$(version) – 2[0-9]{3}-[0-9]{2}-[0-9]{2}" newest
}

@test "Debian's package is for the soname, and knows every version of symbols" {
  soname=$(version | cut -d. -f1)
  grep -qx "Package: libnqueens$soname" "$ROOT/debian/control"
  grep -qx "libnqueens.so.$soname libnqueens$soname #MINVER#" "$ROOT/debian/libnqueens$soname.symbols"
  grep -qx "SONAME = \"libnqueens.so.$soname\"" "$ROOT/python/nqueens/_abi.py"
  grep -q "install libnqueens$soname, or" "$ROOT/python/nqueens/_library.py"
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
  # gcc, g++, make and the C library are build-essential; debhelper brings no more than that.
  # gnuplot is needed to run, not to build: the package recommends it.
  group build | grep -Evx 'gcc|libc6-dev|make|g\+\+|pkg-config|gnuplot-nox' >needed
  [ "$(wc -l <needed)" -ge 4 ]
  while read -r package; do
    grep -Eqx " $package," "$ROOT/debian/control" || { echo "$package"; false; }
  done <needed
  grep -qx 'Recommends: gnuplot-nox, libcairo2' "$ROOT/debian/control"
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

@test "the tarball of the sources is the same twice, and is enough for the build and the tests" {
  git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "not a clone"
  for folder in once again; do
    env -u MAKEFLAGS -u MFLAGS -u BUILD make -s -C "$ROOT" dist DIST="$PWD/$folder" 2>said
  done
  name=nqueens-$(version)
  cmp once/"$name"-source.tar.gz again/"$name"-source.tar.gz
  tar xzf once/"$name"-source.tar.gz
  # Outside a clone git is of no use, and not needed.
  mkdir bin
  printf '#!/bin/sh\ntouch "%s/used"\nexit 1\n' "$PWD" >bin/git
  chmod +x bin/git
  env -u MAKEFLAGS -u MFLAGS -u BUILD PATH="$PWD/bin:$PATH" make -C "$name" -n NO_DEPS=1 test >plan
  grep -q 'tests/run' plan
  [ ! -e used ]
}

# stops TEXT: tools/release of the clone ends with it, and makes nothing.
stops() {
  ends_as 1 env -u UNTESTED clone/tools/release 2>said
  says "tools/release: $1"
  [ ! -e clone/build/dist ]
}

@test "make help is a list of targets" {
  make -s -C "$ROOT" help | sed '/^Variables:/,$d' >targets
  [ "$(wc -l <targets)" -gt 20 ]
  while read -r name target rest; do
    [ "$name" = make ] && [ -n "$rest" ] || { echo "$name $target $rest"; return 1; }
    [ "$target" = builds ] || grep -Eq "^([a-z-]+ )*$target( [a-z-]+)*:" "$ROOT/Makefile" ||
      { echo "$target"; return 1; }
  done <targets
}

@test "make release stops where a step before it was not done" {
  git clone -q "$ROOT" clone 2>/dev/null || skip "not a clone"
  cp "$ROOT/tools/release" clone/tools/
  in_clone() { git -C clone -c user.name=tester -c user.email=tester@nqueens.example "$@" >/dev/null; }
  in_clone commit -qam 'This release' || true # there may be nothing new
  stops "the commit has no tag v$(version)"
  in_clone tag "v$(version)"
  stops '.ci/run has not passed on this commit, here'
  mkdir -p clone/build
  git -C clone rev-parse HEAD >clone/build/.passed-run
  stops 'make test-all has not passed on this commit, here'
  git -C clone rev-parse HEAD >clone/build/.passed-test-all
  stops 'make test-long has not passed on this commit, here'
  touch clone/new
  stops 'commit the changes first'
  rm clone/new
  sed -i '1s/(.*)/(0.9)/' clone/debian/changelog
  in_clone commit -qam 'Another version'
  stops "debian/changelog does not begin with $(version)"
  sed -i '1,/^## /s/^## .*/## 9.9.9 (unreleased)/' clone/CHANGELOG.md
  in_clone commit -qam 'No date'
  stops "the first heading of CHANGELOG.md is not of $(version) with its date"
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

# lone_make MISSING HIDDEN ARGUMENT...: run make as somebody who is not root, in a tree of its own, where the packages MISSING
# are not installed and the compiler does not find the header HIDDEN.
lone_make() {
  if [ ! -d tree ]; then
    mkdir -p tree/tools tree/src/nqueens bin
    cp "$ROOT/Makefile" tree/
    cp "$ROOT/tools/install-deps" tree/tools/
    cp "$ROOT/src/nqueens/base.h" tree/src/nqueens/
    cat >bin/dpkg-query <<'END'
#!/bin/sh
for last; do :; done
case " $MISSING " in *" $last "*) exit 1 ;; esac
echo installed
END
    cat >bin/cc <<'END'
#!/bin/sh
read -r line
! echo "$line" | grep -q "${HIDDEN:-nothing}"
END
    printf '#!/bin/sh\necho 1000\n' >bin/id
    printf '#!/bin/sh\nexit 1\n' | tee bin/sudo >bin/apt-get
    chmod +x bin/*
  fi
  env -u MAKEFLAGS -u MFLAGS -u BUILD -u NO_DEPS MISSING="$1" HIDDEN="$2" PATH="$PWD/bin:$PATH" \
    make -C tree CC=cc "${@:3}" build/config.mk </dev/null >said 2>&1
}

@test "make goes on without optional packages, and names what is left out once" {
  lone_make 'libcairo2-dev gnuplot-nox' cairo MPICC=absent
  grep -q 'optional, not installed: libcairo2-dev gnuplot-nox; as root: apt-get install' said
  grep -q 'PNG and PDF: left out, optional (Debian: libcairo2-dev)' said
  grep -q 'nqueens-mpi, for clusters: left out, optional' said
  grep -qx 'HAVE_CAIRO := 0' tree/build/config.mk
  lone_make 'libcairo2-dev gnuplot-nox' cairo MPICC=absent
  run ! grep optional said
}

@test "make without a package that it needs names the package, the header and NO_DEPS=1, each time" {
  for attempt in first second; do
    run ! lone_make libjansson-dev jansson
    grep -q 'not installed: libjansson-dev; as root: apt-get install libjansson-dev; .*NO_DEPS=1' said
    grep -q 'no jansson.h, needed for the build; .*NO_DEPS=1' said
    run ! grep "No such file" said || { echo "$attempt"; false; }
  done
  # Without the package but with the header, the build goes on.
  lone_make libjansson-dev ''
  run ! grep error tree/build/config.mk
}
