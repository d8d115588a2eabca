#!/usr/bin/env bats
# What SECURITY.md promises beyond the other suites: how the program is built, and that text from
# others stays text in what is written.

load common

@test "the program and the library are hardened" {
  command -v readelf >/dev/null || skip "readelf is not installed"
  for file in "$NQUEENS" "$(dirname "$NQUEENS")/libnqueens.so"; do
    readelf -hW "$file" | grep -q 'Type: *DYN'
    readelf -lW "$file" | grep -q GNU_RELRO
    readelf -lW "$file" | grep -E 'GNU_STACK' | grep -q ' RW '
    readelf -dW "$file" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW'
    never grep -E 'RPATH|RUNPATH|TEXTREL' <(readelf -dW "$file")
    ! sanitized || continue
    readelf --dyn-syms -W "$file" | grep -q '__stack_chk_fail'
    readelf --dyn-syms -W "$file" | grep -q '__snprintf_chk'
  done
  readelf -dW "$NQUEENS" | grep -q 'FLAGS_1.*PIE'
}

@test "each promise names its tests, and they exist" {
  local row name names promises=0
  while read -r row; do
    # shellcheck disable=SC2016 # not to be expanded
    mapfile -t names < <(grep -o '`[^`]*`' <<<"${row##*| }" | tr -d '`')
    [ "${#names[@]}" -gt 0 ] || { echo "no test: $row"; return 1; }
    for name in "${names[@]}"; do
      case $name in
        make\ *) grep -Eq "^${name#make }:( |$)" "$ROOT/Makefile" ;;
        *) compgen -G "$ROOT/$name" >found ;;
      esac || { echo "there is no $name"; return 1; }
    done
    promises=$((promises + 1))
  done < <(sed -n 's/^| \(.*\) |$/| \1/p' "$ROOT/SECURITY.md" | tail -n +2)
  [ $promises -ge 15 ]
}

@test "flags of the caller's do not take the place of those that harden" {
  command -v make >/dev/null || skip "make is not installed"
  env -u MAKEFLAGS -u MFLAGS make -C "$ROOT" -n --always-make NO_DEPS=1 BUILD="$PWD/b" V=1 CFLAGS=-O1 \
    LDFLAGS=-Wl,-O1 "$PWD/b/nqueens" >commands
  grep -e '-pie ' commands | grep -F -e ' -Wl,-z,relro,-z,now,-z,noexecstack ' | grep -q -e ' -Wl,-O1 '
  grep -F -e ' -c src/main.c ' commands | grep -F -e ' -fstack-protector-strong ' | grep -q -e ' -O1 '
}

@test "no shell is ever asked" {
  find "$(dirname "$NQUEENS")/src" -name '*.o' -exec nm --undefined-only {} + >taken
  grep -qw execve taken # of gnuplot and other solvers, without a shell
  never grep -Ew 'U (system|popen|posix_spawnp?|execl|execlp|execle|execvp|wordexp)' taken
  # shellcheck disable=SC2016 # not to be expanded
  for name in '; touch harm' '$(touch harm)' '`touch harm`' '|touch harm' "'; touch harm; '"; do
    nq solve 8 --seed 1 -o "$name"
    nq check "$name" >out
    nq compare --methods construct --n 8 --runs 2 --csv "$name.csv" --report "$name.html" \
      --store "$name.db" >out || true
    [ ! -e harm ]
  done
}

# A store whose texts come from someone else: $1 in each.
make_store() {
  rm -f runs
  nq compare --methods construct,min-conflicts --n 8 --runs 2 --store runs >out
  python3 - "$1" <<'EOP'
import sqlite3, sys
store = sqlite3.connect("runs")
store.execute("UPDATE run SET machine = ?, version = ?, reason = ?, counters = ?", [sys.argv[1]] * 4)
store.commit()
EOP
}

@test "a store's texts are text in the report" {
  command -v python3 >/dev/null || skip "python3 is not installed"
  make_store '"><script>alert(1)</script><img src=x onerror=alert(2)>'
  ends 0 compare --methods construct,min-conflicts --n 8 --runs 2 --store runs --report report.html
  grep -q '&lt;script&gt;' report.html
  never grep -qi '<script>alert\|<img' report.html
}

@test "a store's texts are no commands to a terminal" {
  command -v python3 >/dev/null || skip "python3 is not installed"
  make_store $'\e]0;harm\a\e[2J\xc2\x9b2J'
  ends 0 compare --methods construct,min-conflicts --n 8 --runs 2 --store runs --json out.json
  never env LC_ALL=C grep -q $'[\e\a\xc2\x9b]' out
  tr -s '\n ' ' ' <out | grep -q 'on ?\]0;harm??\[2J??2J\.'
  # bytes that are no text at all
  python3 - <<'EOP'
import sqlite3
store = sqlite3.connect("runs")
store.execute("UPDATE run SET machine = cast(x'6dff' AS TEXT), version = cast(x'fe31' AS TEXT)")
store.commit()
EOP
  ends 0 compare --methods construct,min-conflicts --n 8 --runs 2 --store runs --json out.json
  grep -q '"machine": "m?"' out.json
  grep -q 'nqueens ?1 on m?\.' out
}

@test "a store's texts are no formulas in the CSV" {
  command -v python3 >/dev/null || skip "python3 is not installed"
  for text in '=1+1' '+1' '-1' '@SUM(A1)' $'\t=1' '=HYPERLINK("http://x")' 'a,"b' $'two\nlines'; do
    make_store "$text"
    ends 0 compare --methods construct,min-conflicts --n 8 --runs 2 --store runs --csv runs.csv
    python3 - "$text" <<'EOP'
import csv, sys
rows = list(csv.DictReader(open("runs.csv", newline="")))
text = sys.argv[1]
expected = "'" + text if text[0] in "=+-@\t\r" else text
assert len(rows) == 4, rows
for row in rows:
    assert row["machine"] == expected and row["counters"] == expected, row
    assert not any(value[:1] in tuple("=+-@\t\r") for value in row.values() if value), row
EOP
  done
}

@test "file names and words from files do not reach a terminal as commands" {
  name=$'b\e]0;harm\a'
  printf '0 1 \e[2J 2\n' >"$name" # no colour: those of a terminal are passed over
  ends 2 check "$name"
  never grep -q $'\e' said
  ends 2 check $'missing\e[2J'
  never grep -q $'\e' said
  ends 2 solve $'-5\e[2J'
  never grep -q $'\e' said
  for option in --method --start --seed --time-limit --instance; do
    ends 2 solve 8 $option $'\e[2J'
    never grep -q $'\e' said
  done
  never grep -q $'\e' said
  printf '1 3 0 2\n' >"$name"
  ends 0 check "$name"
  never grep -q $'\e' out
}

@test "characters that change the direction of text do not reach a terminal" {
  # U+202E, U+2066, U+200F, U+2029; below U+2069 and U+061C: as bytes, in any locale
  mark=$'\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xe2\x80\xa9'
  ends 2 check "a${mark}txt.exe"
  says "a????????????txt.exe: No such file"
  printf '1 3 0 2\n' >$'a\xe2\x81\xa9\xd8\x9cé'
  ends 0 check $'a\xe2\x81\xa9\xd8\x9cé'
  prints 'a?????é:1: valid n=4'
}

@test "-o /dev/stdout is standard output, whatever file that is" {
  [ -e /dev/stdout ] || skip "there is no /dev/stdout"
  echo before >log
  "$NQUEENS" solve 8 --seed 1 -q -o /dev/stdout >>log
  [ "$(cat log)" = $'before\n3 0 4 7 5 2 6 1' ]
  { echo before && "$NQUEENS" solve 8 --seed 1 -q -o /dev/stdout && echo after; } >log
  [ "$(cat log)" = $'before\n3 0 4 7 5 2 6 1\nafter' ]
  mkdir d
  (exec >d/gone && rm d/gone && "$NQUEENS" solve 8 --seed 1 -q -o /dev/stdout)
  [ -z "$(ls -A d)" ]
}
