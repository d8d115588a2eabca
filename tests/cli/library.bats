#!/usr/bin/env bats
# The library as others use it: installed, found by pkg-config, linked both ways, uninstalled.

load common

# Installed from a copy of the build under test: nothing is compiled again, nor changed there.
setup_file() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  local build=${NQ_BUILD:-$ROOT/build}
  if ! command -v pkg-config >/dev/null || NQUEENS=$build/nqueens sanitized; then return 0; fi
  mkdir "$BATS_FILE_TMPDIR/build"
  cp -a "$build"/{config.mk,src,*.a,lib*,nqueens} "$BATS_FILE_TMPDIR/build"
  make -C "$ROOT" -s -j2 BUILD="$BATS_FILE_TMPDIR/build" PREFIX=/usr DESTDIR="$BATS_FILE_TMPDIR/root" \
    install >/dev/null
}

need_installation() {
  command -v pkg-config >/dev/null || skip "pkg-config is not installed"
  ! sanitized || skip "what is installed is not sanitized"
  INSTALLED=$BATS_FILE_TMPDIR/root
  export PKG_CONFIG_PATH=$INSTALLED/usr/lib/pkgconfig
  export PKG_CONFIG_SYSROOT_DIR=$INSTALLED
  export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
}

# The C program of the guide.
take_example() {
  # shellcheck disable=SC2016 # a fence, not a command
  sed -n '/^```c$/,/^```$/p' "$ROOT/docs/library.md" | sed '/^```/d' >example.c
  [ -s example.c ]
}

@test "what is installed where" {
  need_installation
  (cd "$INSTALLED" && find . ! -type d ! -path './usr/share/man/*' | sort) >files
  # nqueens-mpi is built where MPI is there.
  cat >expected <<F
./usr/bin/nqueens
$(cd "$(dirname "$NQUEENS")" && printf './usr/bin/%s\n' nqueens-mpi*)
./usr/include/nqueens.h
$(cd "$ROOT/src" && printf './usr/include/%s\n' nqueens/*.h)
./usr/lib/libnqueens.a
./usr/lib/libnqueens.so
./usr/lib/libnqueens.so.$(sed -n 's/^#define NQ_VERSION "\([0-9]*\).*/\1/p' "$ROOT/src/nqueens/base.h")
./usr/lib/libnqueens.so.$(pkg-config --modversion nqueens)
./usr/lib/pkgconfig/nqueens.pc
./usr/share/bash-completion/completions/nqueens
./usr/share/fish/vendor_completions.d/nqueens.fish
./usr/share/zsh/site-functions/_nqueens
F
  sed -i '/\*/d' expected
  diff expected files
  (cd "$INSTALLED/usr/share/man" && find . ! -type d | sort) >pages
  {
    "$INSTALLED/usr/bin/nqueens" --complete '' | sed 's|\t.*||; s|.*|./man1/nqueens-&.1|'
    printf '%s\n' ./man1/nqueens.1 ./man3/nqueens.3 ./man5/nqueens.5
    [ ! -e "$NQ_BUILD/nqueens-mpi" ] || echo ./man1/nqueens-mpi.1
  } | sort | diff - pages
  [ "$("$INSTALLED/usr/bin/nqueens" --version | sed 1q)" = "nqueens $(pkg-config --modversion nqueens)" ]
  never grep -rF "$BATS_FILE_TMPDIR" "$PKG_CONFIG_PATH"
}

@test "an example compiles and runs with the shared library" {
  need_installation
  take_example
  # shellcheck disable=SC2046 # flags
  "${CC:-gcc}" -std=c11 -Wall -Wextra -Werror example.c -o example $(pkg-config --cflags --libs nqueens)
  readelf -d example | grep -q 'NEEDED.*libnqueens.so'
  LD_LIBRARY_PATH=$INSTALLED/usr/lib ./example >out
  [ -s out ]
}

@test "the commands of the guide find a private installation" {
  need_installation
  take_example
  mkdir home
  make -C "$ROOT" -s BUILD="$BATS_FILE_TMPDIR/build" PREFIX="$PWD/home/.local" CFLAGS=-O1 SANITIZE= install
  # shellcheck disable=SC2016 # a fence, not a command
  sed -n '/^export PKG_CONFIG_PATH/,/^```$/p' "$ROOT/docs/library.md" | sed '/^```/d' >commands
  [ "$(wc -l <commands)" -ge 2 ]
  env -u PKG_CONFIG_PATH -u PKG_CONFIG_SYSROOT_DIR -u PKG_CONFIG_ALLOW_SYSTEM_CFLAGS \
    -u PKG_CONFIG_ALLOW_SYSTEM_LIBS -u LD_LIBRARY_PATH HOME="$PWD/home" bash -eu commands >out
  grep '^the queen of column 0 stands on row [0-9]*$' out
}

# What the static library needs beside itself.
static_libs() {
  pkg-config --static --libs nqueens | sed 's/-lnqueens\b//'
}

@test "an example compiles and runs with the static library" {
  need_installation
  take_example
  # shellcheck disable=SC2046 # flags
  "${CC:-gcc}" -std=c11 -Wall -Wextra -Werror example.c -o example -I"$INSTALLED/usr/include" \
    "$INSTALLED/usr/lib/libnqueens.a" $(static_libs)
  readelf -d example >linked
  never grep libnqueens linked
  ./example >out
  [ -s out ]
}

@test "the header is fine with C++ and every warning" {
  need_installation
  printf '#include <nqueens.h>\nint main() { return nq_construct(nullptr, 0); }\n' >example.cpp
  command -v g++ >/dev/null || skip "g++ is not installed"
  # shellcheck disable=SC2046 # flags
  g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror example.cpp -o example -I"$INSTALLED/usr/include" \
    "$INSTALLED/usr/lib/libnqueens.a" $(static_libs)
  ./example
}

@test "the libraries export the header's functions and nothing else" {
  need_installation
  sed -n 's/.*\b\(nq_[a-z0-9_]*\)(.*/\1/p' "$INSTALLED"/usr/include/nqueens/*.h >words
  nm -D --defined-only --without-symbol-versions "$INSTALLED/usr/lib/libnqueens.so" |
    awk '$2 != "A" { print $3 }' | sort >exported
  [ -s exported ]
  while read -r name; do grep -qx "$name" words || { echo "$name is not in the header"; false; }; done <exported
  nm --defined-only -g "$INSTALLED/usr/lib/libnqueens.a" 2>/dev/null |
    awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^nq_/ { print $3 }' >foreign
  [ ! -s foreign ]
}

@test "the library writes nothing and never ends the process" {
  need_installation
  nm --undefined-only "$INSTALLED/usr/lib/libnqueens.a" | awk 'NF == 2 { print $2 }' >used
  [ -s used ]
  never grep -Ex '(_?_?exit|_Exit|quick_exit|atexit|abort|__assert(_fail)?|raise|kill|longjmp)(@.*)?' used
  never grep -Ex '(__)?(v?printf|puts|putchar|perror|warnx?|errx?|error)(_chk)?(@.*)?' used
  never grep -Ex '(signal|sigaction|stdin|stdout|stderr)(@.*)?' used
  never grep -Ex '(strerror|strtok|localtime|gmtime|rand|random)(@.*)?' used # not for threads
}

@test "each object of the library serves a function of the headers" {
  need_installation
  sed -n 's/^ *\(nq_[a-z0-9_]*\);/\1/p' "$ROOT/src/nqueens.map" >public
  nm -g "$INSTALLED/usr/lib/libnqueens.a" 2>/dev/null | awk '
    NR == FNR { public[$1]; next }
    /:$/ { name[++member] = $0; next }
    $1 == "U" { needs[member] = needs[member] " " $2; next }
    NF == 3 { home[$3] = member }
    function reach(at, list, count, i) {
      if (at == "" || at in reached) return
      reached[at]
      count = split(needs[at], list)
      for (i = 1; i <= count; i++) reach(home[list[i]])
    }
    END {
      for (symbol in public) reach(home[symbol])
      print member, "objects" >"objects"
      for (at = 1; at <= member; at++) if (!(at in reached)) print name[at]
    }' public - >unreached
  [ "$(cut -d ' ' -f 1 objects)" -gt 50 ]
  [ ! -s unreached ] || { cat unreached; false; }
}

@test "LIBDIR says where the libraries go, whatever was installed before" {
  need_installation
  mkdir root
  for act in install uninstall; do
    make -C "$ROOT" -s BUILD="$BATS_FILE_TMPDIR/build" PREFIX=/opt/q LIBDIR=/opt/q/lib/x86 \
      DESTDIR="$PWD/root" $act
    (cd root && find . ! -type d | sort) >"$act"
  done
  grep -qx './opt/q/lib/x86/libnqueens.so' install
  grep -qx './opt/q/lib/x86/pkgconfig/nqueens.pc' install
  never grep 'q/lib/[ln]' install
  [ ! -s uninstall ]
  make -C "$ROOT" -s BUILD="$BATS_FILE_TMPDIR/build" PREFIX=/opt/q LIBDIR=/opt/q/lib/x86 \
    "$BATS_FILE_TMPDIR/build/nqueens.pc"
  # shellcheck disable=SC2016 # a variable of pkg-config
  grep -qxF 'libdir=${prefix}/lib/x86' "$BATS_FILE_TMPDIR/build/nqueens.pc"
  grep -qx 'prefix=/opt/q' "$BATS_FILE_TMPDIR/build/nqueens.pc"
}

# would_run VARIABLE...: the commands of an installation, none of which runs.
would_run() {
  make -C "$ROOT" -n BUILD="$BATS_FILE_TMPDIR/build" NO_DEPS=1 "$@" install
}

@test "the loader is told of a library in a folder of the system alone" {
  need_installation
  would_run PREFIX=/usr/local | grep -qx /sbin/ldconfig
  would_run PREFIX=/usr LIBDIR=/usr/lib/x86 | grep -qx /sbin/ldconfig
  would_run PREFIX=/opt/q >commands
  would_run PREFIX=/usr DESTDIR="$PWD/copy" >>commands
  grep -q 'install -d' commands
  never grep ldconfig commands
}

@test "make uninstall removes everything" {
  need_installation
  cp -a "$INSTALLED" copy
  make -C "$ROOT" -s BUILD="$BATS_FILE_TMPDIR/build" PREFIX=/usr DESTDIR="$PWD/copy" uninstall
  [ -z "$(find copy ! -type d)" ]
}

@test "the static program needs no library" {
  need_installation
  make -C "$ROOT" -s BUILD="$BATS_FILE_TMPDIR/build" static
  local program=$BATS_FILE_TMPDIR/build/nqueens-static
  run ldd "$program"
  [ "$status" -eq 1 ]
  [ "$("$program" solve 1000 --seed 3 --quiet)" = "$(nq solve 1000 --seed 3 --quiet)" ]
  [ "$("$program" count 9 --quiet)" = 352 ]
  nq solve 8 --seed 1 -q >board
  "$program" draw --quiet -o board.svg board
  nq draw --quiet -o other.svg board
  cmp board.svg other.svg
  run "$program" draw -o board.png board
  [ "$status" -eq 2 ]
  [[ $output == *"built without cairo"*".svg can be drawn"* ]]
}
