#!/usr/bin/env bats
# Bad input of nqueens solve: options, instances, places that cannot be written, memory.

load common

@test "board sizes out of range name the value and the range" {
  for n in 0 1099511627777 1e30 99999999999999999999999 1e99999999999999999999; do
    refused "N: '$n' is out of range: it must be 1 to 1099511627776" solve "$n"
  done
  refused "'-5' is out of range" solve -5
  refused "'-5' is out of range" solve --quiet -5
  refused "N: '-5' is out of range: it must be 1 to 1099511627776" solve -- -5
}

@test "board sizes that are not whole numbers" {
  for n in 3.5 "" 8x x8 0x10 " 8" "8 " 1e 1e- 1e-1 1__0 _8 8_ + +8 1,000 $'8\n' ٨ nan inf; do
    refused "N: '$n' is not a whole number: it must be 1 to 1099511627776" solve "$n" ||
      { [ "$n" = $'8\n' ] && refused "is not a whole number" solve "$n"; }
  done
}

# All options: table.bats.
@test "options name themselves, the value and the range" {
  refused "nqueens: --seed: '-1' is out of range: it must be 0 to 9223372036854775807" solve 8 --seed -1
  refused "--seed: '9223372036854775808' is out of range" solve 8 -s 9223372036854775808
  refused "--time-limit: '-1' is out of range: it must be 0 to 1e+09" solve 8 --time-limit -1
  for limit in x "" nan inf 1x s 1e 0x10 2mm; do
    refused "--time-limit: '$limit' is not a number" solve 8 --time-limit="$limit"
  done
  refused "--start: 'magic' is not known: it must be random, permutation, greedy or fewest" solve 8 --start magic
  refused "--step: '' is not known: it must be column, swap or sweep" solve 8 --step ''
  refused "--format: 'xml' is not known: it must be line, picture, json, npy, pairs, matrix, csv, leetcode, fen, svg, png or pdf" solve 8 --format xml
  refused "--method: there is no method 'magic': it must be min-conflicts" solve 8 --method magic
  refused "step swap cannot resolve" solve 8 --start random --step swap
  refused "--walk: it is an option of min-conflicts, but the method is genetic" solve 8 -m genetic --walk 0.1
  refused "--population: it is an option of genetic, but the method is min-conflicts" solve 8 --population 5
  refused "--method: genetic: population is given twice" solve 8 --population 5 --method genetic:pop=6
  refused "--method: genetic: population: '1' is out of range: it must be 2 to" solve 8 --method genetic:pop=1
  refused "--method: genetic has no option 'walk': it is one of min-conflicts" solve 8 --method genetic:walk=0
}

@test "unknown options and commands, too many or too few arguments" {
  refused "unrecognized option '--magic'" solve 8 --magic
  refused "unrecognized option '-Z'" solve 8 -Z
  refused "'9' is one argument too many" solve 8 9
  refused "either N or --instance FILE is needed" solve
  echo 'n 8' >i.txt
  refused "N and --instance are both given: the file has n" solve 8 --instance i.txt
  refused "there is no command 'magic'" magic
  refused "a command is needed" # without arguments
}

@test "values of any length and bytes are refused in few words" {
  long=$(head -c 100000 /dev/zero | tr '\0' 9)
  refused "is out of range" solve "$long"
  [ "$(wc -c <said)" -lt 500 ]
  refused "is not known" solve 8 --start "$long"
  [ "$(wc -c <said)" -lt 500 ]
  refused "there is no method '999" solve 8 --method "$long"
  [ "$(wc -c <said)" -lt 500 ]
  refused "is out of range" solve 8 --seed "$long"
  refused "%s%n" solve 8 --method '%s%n'
}

# ---- Instances ----

# refused_instance TEXT CONTENTS: the instance `i.txt` is refused so.
refused_instance() {
  # shellcheck disable=SC2059 # contents with escapes
  printf "$2" >i.txt
  refused "$1" solve --instance i.txt
}

@test "instances that cannot be read say where and why" {
  refused "missing.txt: No such file or directory" solve --instance missing.txt
  refused ".: reading failed: Is a directory" solve --instance .
  refused_instance "i.txt: no instance: the input is empty" ''
  refused_instance "i.txt: no instance: the input has only comments" '# hm\n\n'
  refused_instance "i.txt:1: queen: the board size, as in n 8, must come first" 'queen 0 0\n'
  refused_instance "i.txt:2: queen: row 8 is out of range: it must be 0 to 7" 'n 8\nqueen 0 8\n'
  refused_instance "i.txt:2: block: column 9 is out of range: it must be 0 to 7" 'n 8\nblock 9 0\n'
  refused_instance "i.txt:3: exclude rising: diagonal 15 is out of range: it must be 0 to 14" \
    'n 8\n\nexclude rising 15\n'
  refused_instance "i.txt:1: n: 0 is out of range: it must be 1 to 4294967295" 'n 0\n'
  refused_instance "i.txt:1: n: 4294967296 is out of range" 'n 4294967296\n'
  refused_instance "i.txt:2: n: given more than once" 'n 8\nn 8\n'
  refused_instance "i.txt:2: queen: a row was expected" 'n 8\nqueen 1\n'
  refused_instance "i.txt:2: queen: the end of the line was expected" 'n 8\nqueen 1 2 3\n'
  refused_instance "i.txt:2: " 'n 8\nqueen -1 2\n'
  refused_instance "i.txt:2: " 'n 8\nking 1 2\n'
  refused_instance "i.txt:2: " 'n 8\nqueen 1 \0 2\n'
  refused_instance "i.txt:1: " '1 3 0 2\n'
  refused_instance "n: the board size" 'letting init = [[1, 2]]\n'
  refused_instance "i.txt:2: blocks: row 0 is out of range: it must be 1 to 8" 'letting n = 8\nletting blocks = [[0, 1]]\n'
  refused_instance "i.txt:2: numdiags: it is 3, but diags lists 1" 'n = 8\nnumdiags = 3\ndiags = [[1, 1]]\n'
  echo 'n 8' >i.txt
  refused "no list of diagonals" solve --instance i.txt --first-diagonals 1
}

@test "instances with carriage returns and a byte order mark are read" {
  printf '\357\273\277n 8\r\nqueen 0 3\r\n' >i.txt
  ends 0 solve --instance i.txt
  [ "$(cut -d' ' -f1 out)" = 3 ]
}

# ---- Places that cannot be written ----

@test "impossible file names are refused before the work" {
  mkdir d
  echo x >file
  refused "d: Is a directory" solve 8 -o d
  touch d/notes
  refused "d/: the folder holds files that are no shards" solve 8 -o d/
  refused "missing/board.txt: No such file or directory" solve 8 -o missing/board.txt
  refused "file/board.txt: Not a directory" solve 8 -o file/board.txt
  refused "No such file or directory" solve 8 -o ''
  refused "File name too long" solve 8 -o "$(printf 'a%.0s' {1..256})"
  ln -s loop loop
  refused "loop: Too many levels of symbolic links" solve 8 -o loop
  refused "missing/s: No such file or directory" solve 8 --stats missing/s -o board.txt
  refused "'same' is also the file of --output: give another file" solve 8 --stats same -o same
  refused "'./file' is also the file of --output: give another file" solve 8 --stats ./file -o file
  [ "$(printf '%s ' * .[!.]*)" = "d file loop out said .[!.]* " ]
}

@test "a file with the name of one that a folder of outputs will hold is refused" {
  mkdir d plots
  ln -s d link
  refused "--stats: 'd/part-00000.npy' has the name of a file that --output makes: give another file" \
    solve 20000 -o d/ --stats d/part-00000.npy
  refused "--stats: 'link/index.json' has the name of" solve 20000 -o d/ --stats link/index.json
  refused "--stats: 'new/1.svg' has the name of" solve 8 -f svg -o new/ --stats new/1.svg
  refused "--stats: './new/2.svg' has the name of" enumerate 6 -f svg -o new/ --stats ./new/2.svg
  refused "--csv: 'plots/scaling.svg' has the name of a file that --plots makes: give another file" \
    compare --methods construct --n 8,16 --plots plots/ --csv plots/scaling.svg
  refused "--json: 'plots/boxes-8.pdf' has the name of" \
    compare --methods construct --n 8 --plots plots --json plots/boxes-8.pdf
  [ -z "$(find d plots -mindepth 1)" ]
  nq solve 20000 -o d/ --stats d/stats.json -q
  nq check d/
}

@test "one file under two spellings is refused, whether it exists or not" {
  mkdir d
  printf 'n 3\n' >si.cnf
  cp si.cnf kept
  ln -s d link
  ln -s ../later d/dangling
  refused "nqueens: --stats: './a.txt' is also the file of --output: give another file" solve 8 -o a.txt --stats ./a.txt
  refused "--stats: 'link/a' is also the file of --output: give another file" solve 8 -o d/a --stats link/a
  refused "--stats: 'd/dangling' is also the file of --output: give another file" solve 8 -o later --stats d/dangling
  refused "--stats: '$PWD/d/../b' is also the file of --output: give another file" solve 8 -o b --stats "$PWD/d/../b"
  refused "--stats: 'd/new' is also the file of --output: give another file" solve 8 -o d/new/ --format svg --stats d/new
  refused "--proof: 'u.cnf' is also the file of --stats: give another file" solve 3 -m sat --proof u --stats u.cnf
  refused "--proof: 'si.cnf' is also the file of --instance: give another file" solve -i ./si.cnf -m sat --proof si
  refused "--proof: 'si.cnf' is also the file of --instance: give another file" solve -i - -m sat --proof si <si.cnf
  refused "--output: 'si.cnf' is also the file of --instance: give another file" solve -i "$PWD/si.cnf" -o si.cnf
  refused "--output: 'd/../si.cnf' is also the file of --instance: give another file" \
    export --to dimacs -i si.cnf -o d/../si.cnf
  refused "--output: 'si.cnf' is also the file of --instance: give another file" enumerate -i si.cnf -o si.cnf
  refused "--checkpoint: 'si.cnf' is also the file of --instance: give another file" count -i si.cnf --checkpoint si.cnf
  refused "--output: 'si.cnf' is also the file of BOARD: give another file" draw ./si.cnf --format svg -o si.cnf
  for which in "si.cnf other" "other si.cnf"; do
    # shellcheck disable=SC2086
    refused "--csv: 'si.cnf' is also the file of FILE: give another file" compare --methods auto $which --csv si.cnf
  done
  refused "--csv: 'si.cnf' is also the file of --instance: give another file" \
    compare --methods auto -i other -i ./si.cnf --csv si.cnf
  refused "--csv: './s.db' is also the file of --store: give another file" \
    compare --methods construct --n 8 --store s.db --csv ./s.db
  refused "--csv: 's.db-wal' is also the file of --store: give another file" \
    compare --methods construct --n 8 --store s.db --csv s.db-wal
  cmp si.cnf kept
  [ "$(printf '%s ' *)" = "d kept link out said si.cnf " ]
  [ "$(ls d)" = dangling ]
}

@test "files with one name in two folders, devices and standard streams go together" {
  mkdir d
  ends 0 solve 8 --seed 1 -o a --stats d/a
  ends 0 solve 8 --seed 1 -o a --stats d/a
  ends 0 solve 8 --seed 1 -o - --stats -
  ends 0 solve 8 --seed 1 -o /dev/null --stats /dev/null
  printf 'n 8\n' | ends 0 solve -i - -o -
  mkfifo pipe
  cat pipe >seen &
  ends 0 solve 8 --seed 1 -o - --stats pipe
  wait $!
  [ -s seen ]
}

@test "what must be a file is not a stream" {
  local text="is standard output, but a file is needed: FILE.cnf is written beside it"
  refused "nqueens: --proof: '-' $text" solve 3 -m sat --proof -
  refused "nqueens: --proof: '/dev/stdout' $text" solve 3 -m sat --proof /dev/stdout
  refused "nqueens: --store: '-' is standard output" compare --methods construct --n 8 --store -
  [ ! -e - ] && [ ! -e -.cnf ] && [ ! -e /dev/stdout.cnf ]
}

@test "a folder or file without permission to write" {
  [ "$(id -u)" -ne 0 ] || skip "root may write anywhere"
  mkdir d
  echo old >d/board.txt
  chmod 444 d/board.txt
  refused "d/board.txt: Permission denied" solve 8 -o d/board.txt
  chmod 555 d
  refused "d/new.txt: Permission denied" solve 8 -o d/new.txt
  [ "$(cat d/board.txt)" = old ]
  chmod 755 d
}

# mounted OPTIONS: a small file system on the folder m, or skip.
mounted() {
  mkdir m
  mount -t tmpfs -o "$1" none m 2>/dev/null || skip "mounting needs root"
}

teardown() {
  if mountpoint -q m 2>/dev/null; then umount m; fi
  [ ! -d "${GROUP:-}" ] || rmdir "$GROUP"
}

@test "a read-only file system" {
  mounted size=64k
  echo old >m/board.txt
  mount -o remount,ro m
  refused "m/board.txt: Read-only file system" solve 8 -o m/board.txt
  refused "m/new.txt: Read-only file system" solve 8 -o m/new.txt
}

@test "without /proc a file is still written, and nothing else is left" {
  unshare --mount true 2>/dev/null || skip "unshare needs root"
  ! sanitized || skip "the sanitizer needs /proc"
  mkdir d
  # shellcheck disable=SC2016 # the inner shell's
  unshare --mount sh -c 'mount -t tmpfs none /proc && exec "$0" solve 8 --seed 1 -o d/board.txt' \
    "$NQUEENS" 2>said || { cat said; return 1; }
  "$NQUEENS" check --quiet d/board.txt
  [ "$(ls -A d)" = board.txt ]
}

@test "a full file system: an error, the old file is kept, nothing else is left" {
  mounted size=64k
  echo old >m/board.txt
  for format in line json npy; do
    refused "No space left on device" solve 100000 --format $format -o m/board.txt
    [ "$(ls -A m)" = board.txt ]
    [ "$(cat m/board.txt)" = old ]
  done
  [ "$(stat -f -c %f m)" -gt 10 ] # and what was written is free again
}

@test "a full device" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  refused "/dev/full: writing failed: No space left on device" solve 8 -o /dev/full
  refused "No space left on device" solve 1000000 -o /dev/full
  ends 2 solve 8 --stats /dev/full
  says "No space left on device"
}

@test "statistics that standard error does not take are an error" {
  local status=0
  "$NQUEENS" solve 8 --stats - >out 2>&- || status=$?
  [ "$status" -eq 2 ]
  "$NQUEENS" solve 8 -o board.txt 2>&-
  [ "$(wc -l <board.txt)" -eq 1 ] # and no message
  [ -c /dev/full ] || skip "there is no /dev/full"
  status=0
  "$NQUEENS" solve 8 --seed 1 --stats - >board 2>/dev/full || status=$?
  [ "$status" -eq 2 ]
  ends 0 check board
  status=0
  "$NQUEENS" solve 3 --stats - 2>/dev/full || status=$?
  [ "$status" -eq 2 ]
  "$NQUEENS" solve 8 --stats stats.json >out 2>/dev/full # messages alone are lost
  [ -s stats.json ]
}

@test "standard error by the name of its file is not replaced" {
  [ -e /dev/stderr ] || skip "there is no /dev/stderr"
  echo before >log
  "$NQUEENS" solve 8 --seed 1 --stats /dev/stderr >out 2>>log
  [ "$(sed 's/[:"].*//' log | xargs)" = 'before { nqueens' ]
}

@test "statistics and messages on standard error come in their order" {
  ends 0 solve 8 --seed 1 --count 2 --stats -
  [ "$(sed 's/[:"].*//' said | xargs)" = '{ { nqueens' ]
}

@test "a closed pipe, and closed standard descriptors" {
  mkfifo pipe
  : <pipe &
  status=0
  "$NQUEENS" solve 100000 >pipe 2>said || status=$?
  [ "$status" -eq 2 ]
  says "Broken pipe"
  status=0
  "$NQUEENS" solve 8 >&- 2>said || status=$?
  [ "$status" -eq 2 ]
  says "standard output: writing failed"
  mkdir answers
  echo 1 3 0 2 >answers/one
  for command in "generate puzzles --n 8" "check --grade answers/" "compare --n 4 -r 1 --methods auto --csv -"; do
    status=0
    # shellcheck disable=SC2086
    "$NQUEENS" $command >&- 2>said || status=$?
    [ "$status" -eq 2 ]
    says "nqueens: standard output: Bad file descriptor"
  done
  # what is opened first must not become standard output or error
  ends 0 solve 8 -o board.txt 0<&-
  status=0
  "$NQUEENS" solve 8 -o other.txt >&- 2>&- || status=$?
  [ "$status" -eq 0 ]
  nq check board.txt other.txt
}

# ---- Memory ----

@test "more memory than there is: the needed amount is reported at once" {
  ! sanitized || skip "the sanitizer needs its address space"
  for method in min-conflicts construct; do
    (ulimit -v 300000 && refused "of memory, but only" solve 1e8 --method $method -o board.txt)
    says "MiB"
    [ ! -e board.txt ]
  done
  (ulimit -v 300000 && ends 0 solve 1e6 -o board.txt)
}

@test "boards to check that do not fit" {
  ! sanitized || skip "the sanitizer needs its address space"
  nq solve 3e7 --method construct -o board.npy
  (ulimit -v 60000 && ends 2 check board.npy)
  says "board.npy"
  says " needs "
}

# A control group of our own below the one that we are in, limited to $1 bytes: its folder in $GROUP.
make_group() {
  local file
  for GROUP in "/sys/fs/cgroup/memory$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)" \
    "/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)"; do
    GROUP=${GROUP%/}/nqueens-test-$$
    mkdir "$GROUP" 2>/dev/null || continue
    for file in "$GROUP/memory.limit_in_bytes" "$GROUP/memory.max"; do
      [ -e "$file" ] && echo "$1" 2>/dev/null >"$file" && return 0
    done
    rmdir "$GROUP"
  done
  return 1
}

@test "the limit of a control group counts as the machine's memory" {
  make_group 300000000 || skip "no control group with a limit can be made here"
  in_group() (
    echo $BASHPID >"$GROUP/cgroup.procs" && "$@"
  )
  for method in min-conflicts construct genetic; do
    in_group refused "of memory, but only 2" solve 1e8 --method $method -o board.txt
    [ ! -e board.txt ]
  done
  for kind in solved partial toroidal; do
    in_group refused "of memory, but only 2" generate $kind --n 100000001 -o items
  done
  in_group refused "of memory, but only 2" count 25
  in_group ends 0 solve 1e6 --quiet
  for _ in $(seq 50); do # until the kernel has taken the last process out of it
    rmdir "$GROUP" 2>/dev/null && return 0
    sleep 0.1
  done
  return 1
}
