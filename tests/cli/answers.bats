#!/usr/bin/env bats
# nqueens check on the answers of other solvers: verdicts, exit codes, n, streams, bad input.

load common

# answers GLOB...: their paths; judges' lines are only read by name.
answers() {
  local pattern
  for pattern in "$@"; do
    compgen -G "$ROOT/tests/answers/$pattern"
  done
}

@test "answers of solvers are valid, recognised by content" {
  for file in $(answers '*.txt' '*.json'); do
    case $file in
      *unsat* | *unknown* | *auxiliary* | */sat-cryptominisat.txt | */judge* | */z3py*) continue ;;
    esac
    ends 0 check "$file"
    [ -s out ]
    never grep -Ev ': valid n=8( \([a-z]+, from [01]\))?$' out
  done
}

@test "instances as pictures, in fences, as FEN, with colons" {
  gives() {
    printf '%b' "$2" >instance
    nq count --instance instance >out
    [ "$(<out)" = "$1" ] || { echo "$(<out), not $1, for: $2"; return 1; }
  }
  # shellcheck disable=SC2016 # a fence, not a command
  gives 1 '```\n. . . .\n. . . .\n. . . .\n. Q . .\n```\n'
  gives 1 '4/4/4/1Q2\n'
  gives 1 'n: 4\nqueens: [[1, 3], [0, 1]]\n'
  gives 1 'n 4\nqueen (1, 3)\n'
  gives 1 '⬛⬜⬛⬜\n⬜⬛⬜⬛\n⬛⬜⬛⬜\n⬜👑⬜⬛\n'
  printf '#.#.\n.#.#\n#.#.\n.Q.#\n' >instance
  refused "squares of two colours, or every other square blocked" count --instance instance
}

@test "the same by name, and checked against an instance" {
  printf 'n 8\n' >plain
  while read -r format pattern; do
    for file in $(answers "$pattern"); do
      ends 0 check --from "$format" --instance plain "$file"
      ends 0 check --from "$format" --n 8 - <"$file"
    done
  done <<END
smt smt-[bhim]*.txt
sat sat-c*.txt
sat opb.txt
minizinc minizinc*.json
asp asp-quiet.txt
cbc cbc-all.txt
glpk glpk.txt
opl opl.txt
toulbar2 toulbar2-several.txt
toulbar2 toulbar2-file.txt
cpsat cpsat.txt
essence essence.txt
xcsp3 xcsp3.txt
judge judge*.txt
picture ortools-picture.txt
picture picture-*.txt
list list-*.txt
chess chess.txt
values values.txt
END
  printf 'n 8\nblock 0 0\n' >blocked
  ends 1 check --instance blocked "$ROOT/tests/answers/ortools-picture.txt"
  grep -qF '(column 0, row 0 is blocked)' out
}

@test "unsatisfiable and unknown are not boards: exit 3" {
  for file in $(answers '*unsat*'); do
    ends 3 check "$file"
    grep -qx "$file:[0-9]*: unsatisfiable" out
  done
  for file in $(answers '*unknown*'); do
    ends 3 check --quiet "$file"
    grep -qx "$file:[0-9]*: unknown" out
  done
  ends 3 check --json <<<unsat
  prints '{"file":"-","line":1,"valid":null,"answer":"unsatisfiable"}'
}

@test "2 before 1 before 3 before 0" {
  echo sat >broken
  echo unsat >none
  echo '0 0' >invalid
  echo '1 3 0 2' >valid
  ends 3 check valid none
  ends 1 check none invalid valid
  ends 2 check none invalid broken valid
  [ "$(wc -l <out)" -eq 3 ]
  says "broken:1: a solution exists, but no board follows"
}

@test "n from --n or the instance, where variables of the encoding follow" {
  file=$ROOT/tests/answers/sat-cadical-auxiliary.txt
  refused "n cannot be determined from 162 true variables up to 316: give n" check "$file"
  ends 0 check --n 8 "$file"
  printf 'n 8\n' >plain
  ends 0 check -i plain "$file"
  ends 0 check -i plain --n 8 "$file"
  refused "--n 9: the instance has n=8" check -i plain --n 9 "$file"
  ends 1 check --n 7 "$file"
  refused "--n: '0' is out of range" check --n 0 "$file"
  ends 1 check --n 5 <<<"1 3 0 2"
  grep -qF '(the board should have n=5)' out
}

# spoiled FILE SED: the answer with one value changed is invalid, exit 1.
spoiled() {
  sed "$2" "$ROOT/tests/answers/$1" >spoiled.txt
  never cmp -s spoiled.txt "$ROOT/tests/answers/$1"
  ends 1 check --n 8 spoiled.txt
  grep -q '^spoiled.txt:[0-9]*: invalid n=8 ' out
}

@test "an answer with one value changed is invalid" {
  spoiled smt-int.txt 's/(Q3 8)/(Q3 7)/'
  spoiled smt-int.txt 's/(Q3 8)/(Q3 (- 1))/'
  spoiled smt-int.txt '/(Q3 8)/d'
  spoiled smt-bits.txt 's/Q8 #b00011/Q8 #b00010/'
  spoiled smt-bool.txt 's/q_1_1 false/q_1_1 true/'
  spoiled smt-bool.txt 's/q_1_7 true/q_1_7 false/'
  spoiled sat-cadical.txt 's/ -1 / 1 /'
  spoiled sat-clasp.txt 's/ 4 / -4 /'
  spoiled opb.txt 's/ x6 / -x6 /'
  spoiled minizinc.txt 's/\[4/[5/'
  spoiled minizinc.txt 's/, 1\]/, 0]/'
  spoiled minizinc.json 's/, 1\]/]/'
  spoiled asp.txt 's/queen(1,4)/queen(1,5)/'
  spoiled asp.txt 's/queen(1,4) //'
  spoiled asp.txt 's/queen(1,4)/& queen(1,5)/'
  spoiled asp.json 's/queen(1,4)/queen(2,4)/'
  spoiled cbc.txt '2d'
  spoiled cbc.txt '2s/ 1 / 0.5 /'
  spoiled glpk.txt 's/^j 1 .*/j 1 1/;s/^j 2 .*/j 2 1/'
  spoiled cpsat.txt 's/solution: 4/solution: 5/'
  spoiled toulbar2.txt 's/^ 0 6/ 6 0/'
  spoiled opl.txt 's/5 8/8 5/'
  spoiled xcsp3.txt 's/0 4 7/0 7 4/'
  ends 1 check --json --n 8 spoiled.txt
  jq -e '.valid == false and .n == 8 and .rows == 0 and .conflicts > 0 and (.reason | length > 0)' out
}

@test "two queens in a column are a wrong answer, reported with both rows" {
  ends 1 check <<<"queen(1,2) queen(1,4)"
  prints "-:1: invalid n=4 (pairs, from 1) (counting from 0: column 0 has queens on rows 1 and 3)"
  ends 1 check --json <<<"queen(1,2) queen(1,4)"
  prints '{"file":"-","line":1,"valid":false,"n":4,"form":"pairs","base":1,"reason":"column 0 has queens on rows 1 and 3"}'
}

@test "a form that is named is the only one that is read" {
  for format in pairs matrix csv leetcode fen; do
    for n in 1 5; do
      nq solve "$n" --seed 1 --format "$format" >board
      ends 0 check --from "$format" board
    done
    ends 3 check --from "$format" <<<UNSATISFIABLE
  done
  refused "-:1: a board in another form, rows: --from pairs reads pairs only" check --from pairs <<<"1 3 0 2"
  for text in "(0,1) (1,3) (2,0) (3,2)" "1 3 0 2" "1;3;0;2" "[1, 3, 0, 2]" "1,3 0,2"; do
    refused "1: a row with commas between its numbers, such as 1,3,0,2, was expected" check --from csv <<<"$text"
  done
  for text in "1 3 0 2" "[1, 3, 0, 2]" "(0,1) (1,3) (2,0) (3,2)"; do
    refused ": --from picture reads picture only" check --from picture <<<"$text"
  done
  ends 0 check --from csv <<<"1,3,0,2"
}

@test "digits after a name of a board, and the pair of n = 1" {
  ends 0 check <<<"Solution 1: 2413"
  prints "-:1: valid n=4 (rows, from 1)"
  ends 0 check <<<"solution: 2413."
  ends 1 check <<<"Queens: 2143"
  refused "2414 may be the rows of a board or a number" check <<<"Solution: 2414"
  refused "no board" check <<<"Cost: 2413"
  ends 0 check <<<"(0,0)"
  prints "-:1: valid n=1 (pairs, from 0)"
  ends 1 check <<<"[0,0]"
}

@test "numbered boards in digits" {
  for between in ' ' '  ' $'\t' ': ' '. ' ') ' ','; do
    printf '%s%s%s\n' 9 "$between" 15863724 10 "$between" 16837452 >numbered
    ends 1 check numbered
    [ "$(cut -d' ' -f1-5 out)" = $'numbered:1: valid n=8 (rows, from\nnumbered:2: invalid n=8 (rows, from' ]
  done
  ends 0 check < <(printf '0 1302\n1 2031\n\nFound 2.\n')
  prints $'-:1: valid n=4 (rows, from 0)\n-:2: valid n=4 (rows, from 0)'
  ends 0 check < <(printf '1: 2413\n2: 31425\n')
  prints $'-:1: valid n=4 (rows, from 1)\n-:2: valid n=5 (rows, from 1)'
  refused "-:2: 2414 may be the rows of a board or a number" check < <(printf '1. 2413\n2. 2414\n3. 3142\n')
  # Squares of a large board, the first of which look like two such boards.
  nq solve 5000 --seed 1 | tail -1 | awk '{ for (i = 1; i <= NF; i++) print i, $i + 1 }' |
    sort -k2,2 -s >squares
  { grep ' 2413$' squares; grep ' 3142$' squares; grep -v ' 2413$\| 3142$' squares; } >first
  ends 0 check first
  prints "first:1: valid n=5000 (pairs, from 1)"
}

@test "a line of rows from 1 is read as such, and the verdict says so" {
  file=$ROOT/tests/answers/judge.txt
  ends 0 check --from judge "$file"
  ends 0 check "$file"
  nq solve 8 --seed 1 --one-based | nq check >out
  prints "-:1: valid n=8 (rows, from 1)"
  ends 1 check <<<"1 2 . 4"
  prints "-:1: invalid n=4 (rows, from 1) conflicts=3 rows=0 rising=0 falling=3 (counting from 0: column 2 is empty)"
  ends 1 check <<<"1 3 0 4"
  prints "-:1: invalid n=4 conflicts=0 rows=0 rising=0 falling=0 (column 3 has row 4, outside 0..3)"
  ends 1 check --json <<<"2 4 1 1"
  [ "$(jq -c '[.form, .base, .rows]' out)" = '["rows",1,1]' ]
  nq solve 8 --seed 1 >zero
  nq draw zero -o zero.svg
  nq solve 8 --seed 1 --one-based | nq draw - -o one.svg
  cmp zero.svg one.svg
}

@test "answers that can be read are not offered for writing" {
  refused "--format: 'smt' is not known" solve 8 --format smt
}

@test "mutated answers in 26 forms, against a parser of their own" {
  mkdir cases
  timeout 100 /usr/bin/python3 "$ROOT/tests/cli/answers.py" "$NQUEENS" cases
}

@test "--variable chooses among the lists of an answer" {
  printf 'aux = [2, 4, 1, 3];\nq = [1, 1, 1, 1];\n----------\n' >lists
  refused "lists:3: the board may be any of several lists: aux, q; name its variable" check lists
  ends 0 check --variable aux lists
  ends 0 check <<<'{"":[1,3,0,2]}'
  ends 1 check --variable q lists
  refused "lists:3: no list of rows is named x, only aux, q" check --variable x lists
  printf 'aux = [2,4,1,3];\nqueens = [1,1,1,1];\n----------\n' >queens
  ends 1 check queens
  printf 'language Essence 1.3\n$ Solution: [2, 4, 1, 3]\nletting queens be [1, 1, 1, 1]\n' >essence
  ends 1 check --n 4 essence
}

@test "answers that contradict themselves, or have NUL bytes, are refused" {
  refused "variable 2 is both true and false" check <<<"v -1 2 -2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0"
  refused "column 3, row 2, counted from 0, has a queen and has none" check --n 4 <<<"((q_4_3 true) (q_4_3 false))"
  printf 'Optimal - objective value 0\n 0 x_0_0 1 0\0\n' >nul
  refused "nul:2: a NUL byte: this is not text" check nul
  printf 's SATISFIABLE\nv 1 0\0\n' >nul
  refused "nul:2: " check nul
}

# answered CODE TEXT ANSWER [OPTION...]: `check` on the answer ends with the code, and names the fault.
answered() {
  local code=$1 text=$2 answer=$3
  shift 3
  printf '%b' "$answer" >answer
  ends "$code" check "$@" answer
  grep -F -- "$text" out said
}

@test "a number that is too large is outside the board, or refused, and never another number" {
  local huge
  for huge in 9223372036854775807 9223372036854775808 18446744073709551619 99999999999999999999; do
    answered 1 'row above 10^18' '{"Call":[{"Witnesses":[{"Value":["queen(1,2)","queen(2,4)",
      "queen(3,1)","queen(4,'$huge')"]}]}],"Result":"SATISFIABLE"}' --from asp
    answered 1 'row above 10^18' 'Optimal - objective value 0\n 1 x_0_1 1 0\n 2 x_1_3 1 0\n'"\
 3 x_2_0 1 0\\n 4 x_3_2 1 0\\n 5 x_3_$huge 1 0\\n"
    answered 2 'n cannot be determined' "sat\\n((Q1 2) (Q2 4) (Q3 1) (Q4 3) (Q$huge 1))\\n"
    answered 2 'n cannot be determined' "x0 = 1 x1 = 3 x$huge = 0 x3 = 2\\n"
    answered 2 'n cannot be determined' "x[0] = 1 x[1] = 3 x[$huge] = 0 x[3] = 2\\n" --from values
    answered 2 'n cannot be determined' \
      "<instantiation><list>q[0] q[1] q[2] q[3] q[$huge]</list><values>1 3 0 2 7</values></instantiation>"
  done
  answered 2 'n cannot be determined' 'x0 = 1 x1 = 3 x7000000002 = 0 x3 = 2\n'
  answered 1 'row below -10^18' '{"queens":[2,4,1,3,-9223372036854775808]}'
}

@test "an answer that is not whole, or beyond its own size, is refused" {
  local sample='[0,1,0,0,0,0,0,1,1,0,0,0,0,0,1,0]'
  answered 0 'valid n=4' "[$sample]" --from qubo
  answered 2 "']' is missing" "[$sample," --from qubo
  answered 2 "']' is missing" "[$sample" --from qubo
  local zeros='"2":0,"3":0,"4":0,"5":0,"6":0,"9":0,"10":0,"11":0,"12":0,"13":0' queens='"1":1,"7":1,"8":1,"14":1,"0":0'
  answered 0 'valid n=4' "{$queens,$zeros,\"15\":0}" --from qubo
  answered 2 'variable 13 has two values' "{$queens,$zeros,\"13\":0}" --from qubo
  answered 2 'variable 16 of 16' "{$queens,$zeros,\"16\":0}" --from qubo
  answered 2 'column 17 of 16' 's mip 1 16 o 0\nj 2 1\nj 8 1\nj 9 1\nj 15 1\nj 17 1\ne o f\n'
}

@test "a matrix of 0 and 1 is a picture; where it may be boards too, it is refused" {
  printf '0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0\n' >matrix
  ends 0 check matrix
  prints "matrix:1: valid n=4 (matrix, from 0)"
  printf '0 1\n1 0\n' >either
  refused "either:1: 0 and 1 may be rows or squares here: give --from line or --from picture" check either
  ends 1 check --from line either
  [ "$(wc -l <out)" -eq 2 ]
  ends 1 check --from picture either
  [ "$(wc -l <out)" -eq 1 ]
}

@test "every format is in the help" {
  ends 0 help check
  for format in line picture json npy smt z3py sat minizinc asp cbc glpk opl toulbar2 cpsat essence \
    xcsp3 judge; do
    grep -qw "$format" out
    ends 2 check --from "$format" /dev/null
    never grep 'is not known' said
    ends 0 help check
  done
}

@test "a hundred thousand answers in one stream, in little memory" {
  ulimit -v 200000 2>/dev/null || true
  sanitized && skip "a sanitizer takes the address space"
  yes 'queens = [2, 4, 1, 3];
----------' | head -200000 >list
  yes 'queen(1,2) queen(4,3) queen(2,4) queen(3,1)' | head -100000 >atoms
  yes 'v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0' | head -100000 >literals
  for file in list atoms literals; do
    ends 0 check "$file"
    [ "$(wc -l <out)" -eq 100000 ]
  done
}

@test "megabytes on one line" {
  head -c "$(trimmed 3000000 1000000)" /dev/zero | tr '\0' x >xs
  for format in smt z3py sat minizinc asp cbc glpk opl toulbar2 cpsat essence xcsp3 judge; do
    ends 2 check --from "$format" xs
    [ ! -s out ]
  done
  n=$(trimmed 1300000 200000)
  { printf 'q = ['; seq 1 "$n" | tr '\n' ','; echo '];'; } >diagonal
  [ "$(wc -c <diagonal)" -gt $((n * 6)) ]
  ends 1 check diagonal
  grep -q "^diagonal:1: invalid n=$n (rows, from 1) conflicts=$((n * (n - 1) / 2)) " out
}

@test "zeros, noise and directories" {
  head -c 100000 /dev/zero >zeros
  /usr/bin/python3 -c 'import random, sys
random.seed(1)
sys.stdout.buffer.write(bytes(random.choice([10, *range(128, 256)]) for _ in range(100000)))' >noise
  for format in smt z3py sat minizinc asp cbc glpk opl toulbar2 cpsat essence xcsp3 judge; do
    refused "zeros:" check --from "$format" zeros
    refused "noise:" check --from "$format" noise
    refused "Is a directory" check --from "$format" .
  done
}

@test "pairs after a heading, and pairs that are not said to be squares" {
  local squares='(0,0), (4,1), (7,2), (5,3), (2,4), (6,5), (1,6), (3,7)' heading
  for heading in 'Positions (row, col): ' '(row, col): ' '(col, row): ' 'Queens at (row, col) = '; do
    echo "$heading$squares" >pairs
    ends 0 check pairs
    [ "$(cat out)" = "pairs:1: valid n=8 (pairs, from 0)" ]
  done
  echo "A = $squares" >pairs
  refused "may be the squares of a board" check pairs
}

@test "UTF-16 that ends within a character" {
  printf '1 3 0 2 2' | iconv -t UTF-16 >whole
  head -c -1 whole >short
  ends 1 check whole
  refused "reading failed" check short
}

@test "lists and ranks with nothing in them" {
  printf '()\n' >empty
  refused "no board" check --from smt empty
  printf '1 3 0 2\n//////\n' >slashes
  ends 0 check slashes
  [ "$(cat out)" = "slashes:1: valid n=4" ]
}

@test "n that is stated, ranks that are printed, blocks that do not fit" {
  printf 'n = 8\n2 4 6 1 3 5\n' >stated
  ends 2 check stated
  says 'stated:2: the board has n = 6, but line 1 states n = 8'
  printf 'n = 4\n2 4 1 3\nN: 6\n[2, 4, 6, 1, 3, 5]\n' >stated
  ends 0 check stated
  [ "$(wc -l <out)" -eq 2 ]
  printf 'n = 4\nn is the size of this board:\n2 4 1 3\n' >stated
  ends 0 check stated
  printf '4 . . Q .\n3 Q . . .\n2 . . . Q\n1 . Q . .\n  a b c d\n' >ranks
  printf 'n 4\nqueen a3\n' >third
  printf 'n 4\nqueen a2\n' >second
  ends 0 check --instance third ranks
  ends 1 check --instance second ranks
  printf 'ans =\n\n Columns 1 through 3:\n\n  0  1  0\n  0  0  0\n\n Column 4:\n\n  0\n' >blocks
  ends 2 check blocks
  says 'blocks:10: 1 lines of whole numbers follow, as many as in each block of columns were expected'
  printf '      [,1] [,2]\n' >heading
  ends 2 check heading
  printf 'Columns 1 and 2 are free.\n2 4 1 3\n' >prose
  ends 0 check prose
}

@test "random boards, right and wrong, in every form" {
  timeout 300 /usr/bin/python3 "$ROOT/tests/cli/forms.py" "$NQUEENS" "$(trimmed 4 1)"
}

@test "what people post" {
  local folder="$ROOT/../shared/cases"
  [ -f "$folder/EXPECTED.tsv" ] || skip "the folder ../shared/cases is not here"
  timeout 100 /usr/bin/python3 "$ROOT/tests/cli/cases.py" "$NQUEENS" "$folder"
}
