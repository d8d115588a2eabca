#!/usr/bin/env bats
# Mistakes that people make: the error says what was meant, or what to type.

load common

@test "a command that is misspelt, left out, or none" {
  refused "there is no command 'sovle': did you mean 'solve'?" sovle 8
  refused "there is no command 'Count': did you mean 'count'?" Count 8
  refused "there is no command 'enumarate': did you mean 'enumerate'?" help enumarate
  refused "there is no command 'chekc': did you mean 'check'?" manual chekc
  refused "there is no command '1e6': did you mean \`nqueens solve 1e6\`?" 1e6
  for none in magic s '' 0 -5 "$(printf 'a%.0s' {1..5000})"; do
    refused "\`nqueens --help\` lists the commands" "$none"
    [ "$(wc -c <said)" -lt 200 ]
  done
}

@test "without arguments: an example of each of the five commands that are most used" {
  refused "nqueens: a command is needed"
  grep -oE '^  nqueens [a-z]+' said | xargs -n 2 >commands
  [ "$(sort -u commands | wc -l)" -eq 5 ]
  [ "$(grep -c '^  nqueens ' said)" -eq 5 ]
  says "\`nqueens --help\` lists all commands"
  [ "$(wc -L <said)" -lt 80 ]
  sed -n 2p said >example
  "$NQUEENS" --help | grep -qxFf example
}

@test "an option that is misspelt" {
  refused "unrecognized option '--sede': did you mean '--seed'?" solve 8 --sede 1
  refused "unrecognized option '--outptu': did you mean '--output'?" solve --outptu=a.txt 8
  refused "unrecognized option '--timelimit': did you mean '--time-limit'?" solve 8 --timelimit 3
  refused "unrecognized option '--helo': did you mean '--help'?" count --helo
  refused "unrecognized option '--metods': did you mean '--methods'?" compare --metods genetic
  for option in --magic -Z -qZ "--$(printf 'a%.0s' {1..5000})" $'--a\nb' --x=--seed; do
    refused "; \`nqueens solve --help\` lists the options" solve 8 "$option"
    [ "$(wc -l <said)" -eq 1 ]
    [ "$(wc -c <said)" -lt 200 ]
  done
  [ ! -e a.txt ]
}

@test "an option before its command, or given twice" {
  for option in --seed --count --nonsense -s; do
    refused "there is no command '$option': an option follows its command, as in \`nqueens solve" $option 1 solve 8
  done
  ends 0 solve 8 -q --quiet --seed 2 -s 1
  nq solve 8 --quiet --seed 1 | cmp - out # the last one wins
}

@test "an option whose argument was forgotten" {
  refused "option '--stats' requires an argument before '-o'; if that is the argument, write '--stats=-o'" \
    solve 8 --stats -o board.txt
  refused "option '--output' requires an argument before '--seed=3'" solve 8 -o --seed=3
  refused "option '--seed' requires an argument before '--quiet'" solve 8 --seed --quiet
  [ ! -e board.txt ]
  ends 0 solve 8 --output=--quiet
  [ -s ./--quiet ]
}

@test "what is no misspelt option" {
  nq solve 8 --seed 1 >expected
  nq solve 8 --see 1 | diff expected -
  nq solve -s1 -- 8 | diff expected -
  nq solve -qs 1 8 | diff expected -
  ends 0 solve 8 -o --sede # a name of a file, as getopt has it
  [ -s ./--sede ]
  ends 2 check -- --seed
  says "--seed: No such file or directory"
  refused "'--st' is ambiguous" solve 8 --st 3
  refused "option '--seed' requires an argument" solve 8 --seed
  refused "option '--quiet' doesn't allow an argument" solve 8 --quiet=yes
  refused "'-5' is out of range" solve -5 --sede 1
  ends 0 solve --help --sede
}

@test "-h is help, as -? is" {
  "$NQUEENS" --help >expected
  nq -h | diff expected -
  nq '-?' | diff expected -
  for command in solve check generate; do
    nq $command --help >expected
    nq $command -h | diff expected -
    nq $command '-?' | diff expected -
  done
}

@test "the size given as an option" {
  for option in -n --n --n=8 -n8; do
    refused "N is given by itself, as in \`nqueens solve 1000000 -o board.npy\`" solve $option 8
    refused "N is given by itself, as in \`nqueens count 18\`" count $option 8
  done
  refused "'20' is one argument too many; for instance: \`nqueens generate partial --n 20\`" \
    generate partial 20
  refused "'20' is one argument too many; for instance: \`nqueens generate near --n 20\`" \
    generate near 20
  refused "--n N is needed, as in \`nqueens generate near --n 20\`" generate near
  echo 'n 8' >instance.txt
  for command in solve enumerate "export --to dimacs"; do
    # shellcheck disable=SC2086 # words
    refused "'instance.txt' is not a whole number" $command instance.txt
    says "or an instance: --instance instance.txt"
  done
  refused "'8' is one argument too many; for instance: \`nqueens export --to dimacs 8" export dimacs 8
  refused "unrecognized option '-n'; \`nqueens draw --help\`" draw -n 8
}

@test "numbers as people write them" {
  for n in 1M 10^6 1,000,000 1.000.000 '8 '; do
    refused "'$n' is not a whole number: it must be 1 to 1099511627776, as in 1000, 1e3 or 1_000" solve "$n"
  done
  refused "it must be 1 to 1024, as in 1000" solve 8 --threads 2x
  refused "'x' is not a whole number: it must be 1 to 1099511627776" solve x
  never grep 1e3 said
  refused "'1e13' is out of range: it must be 1 to 1099511627776" solve 1e13
  never grep 1e3 said
  refused "'x' is not a whole number: it must be 1 to 29" count 9,x
}

@test "a suffix that names no format is said, a wrong one of a picture too" {
  for command in solve enumerate; do
    for name in board.nyp ./b.cvs ../"${PWD##*/}"/.b.c; do
      ends 0 $command 6 -o "$name"
      says "written to $name, one board per line: no format has the suffix .${name##*.}"
      ends 0 check --quiet "$name"
    done
    for name in board.txt board .board ./d.e/board; do
      mkdir -p d.e
      ends 0 $command 6 -o "$name"
      says "written to $name"
      never grep suffix said
    done
    ends 0 $command 6 -o board.nyp --format npy
    never grep suffix said
    ends 0 $command 6 -o board.nyp --quiet
    [ ! -s said ]
  done
  refused "'a.jpg' does not end with .svg, .png or .pdf" draw board.txt -o a.jpg
}

@test "a file that exists is replaced" {
  echo old >board.txt
  ends 0 solve 8 --seed 1 -o board.txt
  [ "$(cat board.txt)" = "3 0 4 7 5 2 6 1" ]
}

# terminal COMMAND: what a terminal shows of it goes to the file `shown`.
terminal() {
  command -v script >/dev/null || skip "script (util-linux) is not installed"
  script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown
}

@test "bytes do not go to a terminal" {
  for command in solve enumerate; do
    for format in npy png pdf; do
      if [ $format != npy ] && ! nq solve 4 --format $format >out; then continue; fi # no cairo
      terminal "$NQUEENS $command 6 --format $format"
      [ "$(cat shown)" = "nqueens: refusing to write $format to a terminal: give -o FILE" ]
      terminal "$NQUEENS $command 6 -q --format $format -o - >piped"
      [ ! -s shown ]
      [ -s piped ]
    done
    terminal "$NQUEENS $command 6 -q --format svg"
    grep -q '</svg>' shown
  done
}

@test "a model where an answer is expected" {
  for format in dimacs opb lp mps smtlib minizinc asp qubo cpsat opl csplib; do
    "$NQUEENS" export --to "$format" 5 --quiet >model
    refused 'this is a model for a solver, not its answer: give what the solver printed' check model
    grep -v 'diagonals excluded' model >other # as of another program
    case $format in
      lp | mps | csplib) ;;
      *) refused 'this is a model for a solver, not its answer: give what the solver printed' check other ;;
    esac
  done
  refused 'no board in this text' check <<<'print("unsatisfiable")' # a program says nothing of its answer
  "$NQUEENS" generate partial --n 8 --seed 1 --quiet -o instance.txt
  refused 'this is an instance, not a board' check instance.txt
}

@test "a number out of range is refused and shown as it was given" {
  local large=18446744073709551616
  for seed in "$large" 1e20 99_999_999_999_999_999_999 -1; do
    refused "--seed: '$seed' is out of range" generate solved --n 8 "--seed=$seed"
    refused "--seed: '$seed' is out of range" solve 8 "--seed=$seed"
    refused "'$seed' is out of range" compare --methods construct --n 8 "--seed=$seed"
  done
  ends 0 generate solved --n 8 --seed 18446744073709551615
  refused "'1099511627777' is out of range" solve 1099511627777
  for n in $large 1e20 4294967296; do
    refused "'$n' is out of range" count "$n"
    refused "'$n' is out of range" compare --methods construct --n "$n"
    refused "'$n' is out of range" generate solved --n "$n"
  done
  refused "'$large/$large' is out of range" count 8 --slice "$large/$large"
  refused "'$large' is out of range" compare --method genetic:population="$large" --n 8
  refused "'1e999' is out of range" solve 8 --time-limit 1e999
  for limit in 0x10 nan inf infinity 1p3 ' 1' '1 ' '' + . e5 1e 1e5x; do
    refused "--time-limit: '$limit' is not a number" solve 8 --time-limit="$limit"
    refused "walk: '$limit' is not a number" compare --method "min-conflicts:walk=$limit" --n 8
  done
  for limit in 1e1 1. .5 +2 1.5E+0; do
    ends 0 solve 8 --quiet --time-limit "$limit"
  done
}

@test "a number of a file out of range is refused and never shown as another one" {
  local large=18446744073709551616 number shown
  echo "n $large" | refused "-:1: n: $large is out of range: it must be 1 to 4294967295" solve -i -
  echo "n = $large" | refused "n: $large is out of range" solve -i -
  echo "n -8" | refused "n: -8 is out of range" solve -i -
  for number in $large 99999999999999999999999999999999999999 15; do
    shown='above 10^18'
    [ ${#number} -gt 9 ] || shown=$number
    printf 'n 8\nqueen %s 0\n' "$number" |
      refused "-:2: queen: column $shown is out of range: it must be 0 to 7" solve -i -
    printf 'n 8\nexclude rising %s\n' "$number" |
      refused "-:2: exclude rising: diagonal $shown is out of range: it must be 0 to 14" solve -i -
    printf 'letting n = 8\nletting init = [[1, %s]]\n' "$number" |
      refused "-:2: init: column $shown is out of range: it must be 0 to 7" solve -i -
  done
  printf 'n 8\nqueen -1 0\n' | refused "-:2: queen: a column was expected, not '-1'" solve -i -
  echo '{"rows":[1,3,1e20,2]}' |
    refused '"rows"[2] must be a row number or null, not 1e20' check
  echo '{"n":4.5,"rows":[1,3,0,2]}' | refused '"n" must be an integer, not 4.5' check
  echo "{\"rows\":[1,3,$large,2]}" | refused "$large" check
  echo "1 3 $large 2" | refused "not '$large'" check
}

@test "a method, format, kind or key that is misspelt, or has another name here" {
  refused "--method: there is no method 'minconflicts': did you mean 'min-conflicts'?" \
    solve 8 --method minconflicts
  refused "there is no file '8': \`nqueens draw --steps 8 -o run.html\` draws a search" draw 8 -o a.svg
  refused "there is no method 'sa': did you mean 'annealing'?" solve 8 --method sa
  refused "there is no method 'simulated-annealing': did you mean 'annealing'?" solve 8 --method simulated-annealing
  refused "--methods: there is no method 'ga': did you mean 'genetic'?" compare --methods auto,ga --n 8
  refused "there is no method 'Genetic': did you mean 'genetic'?" solve 8 --method Genetic:population=5
  refused "there is no method 'genetic-algorithm': did you mean 'genetic'?" solve 8 -m genetic-algorithm
  refused "unrecognized option '--format': did you mean '--to'?" export --format dimacs 8
  refused "--to: 'cnf' is not known: did you mean 'dimacs'?" export --to cnf 8
  refused "--to: 'minizink' is not known: did you mean 'minizinc'?" export --to minizink 8
  refused "no encoding 'sequntial': did you mean 'sequential'?" \
    export --to dimacs --encoding sequntial 8
  refused "--format: 'nyp' is not known: did you mean 'npy'?" solve 8 --format nyp
  refused "--from: 'lists' is not known: did you mean 'list'?" check --from lists board.txt
  refused "there is no kind 'nera': did you mean 'near'?" generate nera --n 8
  refused "there is no kind 'unsat': did you mean 'unsolvable'?" generate unsat --n 8
  refused "--start: 'greddy' is not known: did you mean 'greedy'?" solve 8 --start greddy
  refused "genetic has no option 'popultion': did you mean 'population'?" \
    solve 8 --method genetic:popultion=5
  refused "genetic has no option 'noise'" solve 8 --method genetic:noise=5
  refused "unrecognized option '--timeout': did you mean '--time-limit'?" solve 8 --timeout 3
}

@test "what belongs to another method, kind or format" {
  refused "--population: it is an option of genetic, but the method is min-conflicts" \
    solve 8 --population 5
  refused "min-conflicts has no option 'population': it is one of genetic" \
    compare --method min-conflicts:walk=.1,population=5 --n 8
  refused "auto has no option 'walk': it is one of min-conflicts" solve 8 --method auto:walk=0
  refused "the kind near has no parameter 'show': it is one of partial" generate near --n 8 --show 2
  refused "'board.npy' has the suffix of the format npy, not of line" solve 8 --format line -o board.npy
  [ ! -e board.npy ]
  for command in solve enumerate count "export --to dimacs"; do
    # shellcheck disable=SC2086 # a command and its options
    refused "N and --instance are both given" $command 8 --instance board.txt
  done
  ends 0 export --to cpsat --encoding python 8 -o queens.py
}

@test "times with units" {
  for limit in 10s 2m .5h 1d 500ms 3min 2sec 1e1s; do ends 0 solve 8 -q --time-limit "$limit"; done
  ends 3 enumerate 40 -q --time-limit 50ms -o boards.txt
  ends 3 count 24 -q --time-limit .00001h
  for limit in 2x s 2ss m2 2m30 '2 m' 1hs; do
    refused "--time-limit: '$limit' is not a number: it must be 0 to 1e+09 seconds, as in 10, 500ms, 10s" \
      solve 8 --time-limit "$limit"
  done
  refused "'1e9m' is out of range" solve 8 --time-limit 1e9m
  refused "'-2m' is out of range" solve 8 --time-limit -2m
}
