#!/usr/bin/env bats
# The binary interface: the shared library has the header's functions, each with a version, and the
# layout of public structs is the one that is kept in tests/abi.  `make abi` after a meant change.

load ../cli/common

# A copy of what tools/abi reads, to change.
copy_header() {
  mkdir -p copy/src copy/tools
  cp -r "$ROOT"/src/nqueens{,.h,.map} copy/src/
  cp "$ROOT/tools/abi" copy/tools/
}

@test "the map of symbols has the header's functions" {
  "$ROOT/tools/abi" map >new.map
  diff "$ROOT/src/nqueens.map" new.map
}

@test "structs, enumerators, macros and prototypes are those that are kept" {
  [ "$(getconf LONG_BIT)" -eq 64 ] || skip "the layout is kept for 64 bits"
  "$ROOT/tools/abi" dump >new.dump
  diff "$ROOT/tests/abi/lp64.txt" new.dump
}

@test "the declarations for Python are those of the headers" {
  [ "$(getconf LONG_BIT)" -eq 64 ] || skip "the sizes of arrays are kept for 64 bits"
  "$ROOT/tools/abi" python >new.py
  diff "$ROOT/python/nqueens/_abi.py" new.py
}

@test "the shared library exports what the map says, with versions" {
  sed -n 's/^function .*\b\(nq_[a-z0-9_]*\)(.*@\(NQUEENS_.*\)$/\1@@\2/p' "$ROOT/tests/abi/lp64.txt" |
    sort >expected
  [ -s expected ]
  nm -D --defined-only --with-symbol-versions "$(dirname "$NQUEENS")/libnqueens.so" |
    awk '$2 != "A" { print $3 }' | sort >exported
  diff expected exported
}

# The first number of the version.
major() {
  sed -n 's/^#define NQ_VERSION "\([0-9]*\)\..*/\1/p' "$ROOT/src/nqueens/base.h"
}

@test "a new function goes into the map, with the version of the header" {
  copy_header
  sed -i 's/^NQ_API const char \*nq_version(void);/&\nNQ_API void nq_new(void);/' copy/src/nqueens/base.h
  copy/tools/abi map >new.map
  grep -qx '    nq_new;' new.map
  never diff copy/src/nqueens.map new.map
  sed -i 's/^#define NQ_VERSION .*/#define NQ_VERSION "'"$(major)"'.9.1"/' copy/src/nqueens/base.h
  copy/tools/abi map >new.map
  tail -n 4 new.map >end
  printf '%s\n' "NQUEENS_$(major).9 {" '  global:' '    nq_new;' "} NQUEENS_$(major).0;" >expected
  diff expected end
  printf 'void nq_new(void); void nq_new(void) {}\n' >new.c
  "${CC:-gcc}" -shared -fPIC new.c -Wl,--version-script=new.map -o new.so
  nm -D --with-symbol-versions new.so | grep -q " nq_new@@NQUEENS_$(major).9$"
}

@test "a function that goes is refused" {
  copy_header
  sed -i '/^NQ_API const char \*nq_version(void);/d' copy/src/nqueens/base.h
  status=0
  copy/tools/abi map >new.map 2>said || status=$?
  [ "$status" -eq 1 ]
  says nq_version
  [ ! -s new.map ]
  # With another soname it may go, and all functions have the new version.
  sed -i 's/^#define NQ_VERSION .*/#define NQ_VERSION "'"$(($(major) + 1))"'.1.0"/' copy/src/nqueens/base.h
  copy/tools/abi map >new.map
  never grep -q nq_version new.map
  [ "$(grep -c '^NQUEENS_' new.map)" -eq 1 ]
  grep -qx "NQUEENS_$(($(major) + 1)).1 {" new.map
}

@test "a member that moves, a new value and a changed prototype are seen" {
  copy_header
  sed -i 's/^  bool valid; .*/  uint64_t new_member;\n&/' copy/src/nqueens/board.h
  sed -i 's/^  NQ_END, .*/  NQ_NEW,\n&/; s/\bnq_construct(uint32_t \*rows/nq_construct(uint64_t *rows/' \
    copy/src/nqueens/*.h
  copy/tools/abi dump >new.dump
  diff "$ROOT/tests/abi/lp64.txt" new.dump >changes || true
  grep -q '^> struct nq_check_report valid offset 8 ' changes
  grep -q '^> enum nq_status NQ_END 2$' changes
  grep -q '^> function bool nq_construct(uint64_t' changes
}
