#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2088 # zsh and fish are to expand them
# Completion, from the tables that the help is from: what one knows the other must.  bash is asked by
# the function that it calls; zsh and fish are run.

load common
load guide

# ---- What the program offers ----

# offers WORD...: the words that complete the last, without what is told about them.
offers() {
  "$NQUEENS" --complete "$@" | cut -f 1 | tr '\n' ' '
}

@test "completion knows every command and every option of the help" {
  [ "$(offers '')" = "$(commands | tr '\n' ' ')" ]
  while read -r command; do
    [ "$(offers "$command" - | sed 's/=//g')" = "$(options "$command" | tr '\n' ' ')" ]
  done < <(commands)
}

@test "completion knows values" {
  [ "$(offers solve --format=pi)" = '--format=picture ' ]
  [ "$(offers solve --format pi)" = 'picture ' ]
  [ "$(offers solve -f pi)" = 'picture ' ]
  [ "$(offers solve -qf pi)" = 'picture ' ]
  [ "$(offers solve --start '')" = 'random permutation greedy fewest ' ]
  [ "$(offers solve --walk '')" = '' ]
  [ "$(offers solve --seed '')" = '' ]
  for method in $("$NQUEENS" help solve | sed -n '/^Methods:$/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    [ "$(offers solve --method "$method")" = "$method " ]
    [ "$(offers compare "--methods=construct,$method")" = "--methods=construct,$method " ]
  done
  [ "$(offers solve --method genetic:)" = "$(offers compare --method genetic:)" ]
  [ "$(offers solve --method genetic:po)" = 'genetic:power= genetic:population= ' ]
  [ "$(offers solve --method=genetic:pop=5,sel)" = '--method=genetic:pop=5,selection= ' ]
  [ "$(offers compare -m min-conflicts:start=)" = \
    "$(printf 'min-conflicts:start=%s ' random permutation greedy fewest)" ]
  [ "$(offers solve --method construct:)" = '' ]
  [ "$(offers solve --method sat:)" = '' ]
  [ "$(offers generate '')" = "$("$NQUEENS" help generate | sed -n '/^Kinds:$/,/^$/s/^  \([a-z-]*\) .*/\1/p' | tr '\n' ' ')" ]
  [ "$(offers generate unique --format np)" = 'npy ' ]
  [ "$(offers count --path '')" = "$("$NQUEENS" help count | sed -n '/^Paths:$/,/^$/s/^  \([a-z0-9-]*\).*/\1/p' | tr '\n' ' ')" ]
  [ "$(offers count 8 x)" = ':files ' ]
  [ "$(offers solve -o -- --qu)" = '--quiet ' ]
  [ "$(offers export --to '')" = "$("$NQUEENS" export --list | sed '/^$/,$d' | sed -n 's/^\([a-z][^ ]*\) .*/\1/p' | tr '\n' ' ')" ]
  [ "$(offers export --to dimacs -e l)" = 'ladder ' ]
  [ "$(offers export -t smtlib --encoding '')" = 'int bool bv ' ]
  [ "$(offers export --to=opb --encoding '')" = '' ]
  [ "$(offers check --from=zz)" = '' ]
  [ "$(offers completion '')" = 'bash zsh fish ' ]
  [ "$(offers manual so)" = 'solve ' ]
  [ "$(offers manual solve so)" = '' ]
  [ "$(offers manual solve '')" = "$(offers manual --)" ]
}

@test "completion knows where files go" {
  for words in 'check x' 'solve --instance x' 'solve --instance=x' 'solve -o x' 'count 8 --merge x' \
    'compare --store x'; do
    # shellcheck disable=SC2086 # words
    [ "$(offers $words)" = ':files ' ] || { echo "$words"; return 1; }
  done
  [ "$(offers solve x)" = '' ]
  [ "$(offers solve -- -)" = '' ]
  [ "$(offers check -- -x)" = ':files ' ]
  [ "$(offers check --from line -- -y x)" = ':files ' ]
  [ "$(offers nothing x)" = '' ]
  [ "$(offers solve --nothing x)" = '' ]
  [ "$(offers solve --nothing=x)" = '' ]
  [ "$(offers solve --quiet=x)" = '' ]
}

# ---- bash ----

# complete_in_bash LINE: what bash completes at the end of the line, between blanks, in the order of words.
complete_in_bash() {
  ln -sf "$NQUEENS" nqueens
  PATH=$PWD:$PATH bash --norc -c '
    source <(nqueens completion bash)
    COMP_LINE=$1 COMP_POINT=${#1}
    _nqueens nqueens
    echo "${COMPREPLY[*]}"' bash "$1" | tr ' ' '\n' | sort | tr '\n' ' '
}

@test "bash completes" {
  touch 'first.txt' 'first.npy'
  [ "$(complete_in_bash 'nqueens so')" = 'solve ' ]
  [ "$(complete_in_bash 'nqueens  ')" = "$(commands | sort | tr '\n' ' ')" ]
  [ "$(complete_in_bash 'nqueens solve --form')" = '--format= ' ]
  [ "$(complete_in_bash 'nqueens solve --format=')" = "$(offers solve -f '' | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ //')" ]
  [ "$(complete_in_bash 'nqueens solve --format=pi')" = 'picture ' ]
  [ "$(complete_in_bash 'nqueens solve --method mi')" = 'min-conflicts ' ]
  [ "$(complete_in_bash 'nqueens check fi')" = 'first.npy first.txt ' ]
  [ "$(complete_in_bash 'nqueens solve --instance=first.t')" = 'first.txt ' ]
  [ "$(complete_in_bash 'nqueens solve -i first.t')" = 'first.txt ' ]
  [ "$(complete_in_bash 'nqueens solve --seed=')" = ' ' ]
  [ "$(complete_in_bash "nqueens solve '\$(touch harm)' --q")" = '--quiet ' ]
  [ ! -e harm ]
}

@test "bash asks shellcheck about its script" {
  need shellcheck
  "$NQUEENS" completion bash | shellcheck --shell=bash -
}

# ---- What shells offer ----

# method_names, choices OPTION: as the help of solve has them, one a line.
method_names() {
  "$NQUEENS" help solve | sed -n '/^Methods:$/,/^$/s/^  \([a-z-]*\) .*/\1/p'
}

choices() {
  COLUMNS=80 "$NQUEENS" help solve | sed -n "s/^ .*$1=\([a-z|-]*\).*/\1/p" | tr '|' '\n'
}

export_names() {
  "$NQUEENS" export --list | sed '/^$/,$d' | sed -n 's/^\([a-z][^ ]*\) .*/\1/p'
}

readonly CHOICES='--start --step --restart --selection --crossover'

# lines_to_ask: those at whose end offers_what_help_tells looks.
lines_to_ask() {
  local option
  printf '%s\n' 'nqueens ' 'nqueens solve --method ' 'nqueens compare --methods=construct,' \
    'nqueens export --to ' 'nqueens generate ' 'nqueens completion ' 'nqueens solve --seed ' \
    'nqueens solve --seed='
  commands | sed 's/.*/nqueens & -/'
  for option in $CHOICES; do printf '%s\n' "nqueens solve $option=" "nqueens solve 8 $option "; done
}

# offered LINE: what the shell offered at the end of the line, one a line.
offered() {
  local number
  number=$(grep -nxF -e "$1" asked | cut -d : -f 1)
  cat "offered.$number"
}

# offers_what_help_tells ASK: ASK LINE... answers all lines at once, for each in turn in `offered.1` and
# so on: shells start slowly.
offers_what_help_tells() {
  local command lines
  lines_to_ask >asked
  mapfile -t lines <asked
  "$1" "${lines[@]}"
  offered 'nqueens ' | sort | diff - <(commands | sort)
  while read -r command; do
    offered "nqueens $command -" | sed 's/=$//' | sort >out
    [ -s out ]
    diff out <(options "$command" | sort)
  done < <(commands)
  offered 'nqueens solve --method ' | sort | diff - <(method_names | sort)
  offered 'nqueens compare --methods=construct,' | sort | diff - <(method_names | sed 's/^/--methods=construct,/' | sort)
  offered 'nqueens export --to ' | sort | diff - <(export_names | sort)
  for option in $CHOICES; do
    [ "$(choices "$option" | wc -l)" -ge 2 ]
    offered "nqueens solve $option=" | sort | diff - <(choices "$option" | sed "s/^/$option=/" | sort)
    offered "nqueens solve 8 $option " | sort | diff - <(choices "$option" | sort)
  done
  offered 'nqueens generate ' | grep -qx unique
  offered 'nqueens completion ' | sort | diff - <(printf '%s\n' bash fish zsh)
  [ -z "$(offered 'nqueens solve --seed ')" ]
  [ -z "$(offered 'nqueens solve --seed=')" ]
}

# ---- zsh ----

need_zsh() {
  need zsh
  need script
  cp "$BATS_TEST_DIRNAME/completion.zsh" .zshrc
  ln -s "$NQUEENS" nqueens
  export HOME=$PWD
}

# complete_in_zsh LINE...: for each in turn what the Tab key does at its end, the line as it is then in
# `made.1` and so on, what was offered in `offered.1`.
complete_in_zsh() {
  printf '%s\n' "$@" >lines
  rm -f made.* offered.*
  ZDOTDIR=$PWD TERM=vt100 timeout 120 script -qec 'zsh -d -i' /dev/null </dev/null >screen 2>&1
  [ -s "made.$#" ] || { cat screen; return 1; }
}

# zsh_makes LINE RESULT [LINE RESULT]...: of each line the Tab key makes its result.
zsh_makes() {
  local -a lines results
  local i
  while [ $# -gt 0 ]; do
    lines+=("$1") results+=("$2")
    shift 2
  done
  complete_in_zsh "${lines[@]}"
  for i in "${!lines[@]}"; do
    [ "$(cat "made.$((i + 1))")" = "|${results[i]}|" ] ||
      { echo "${lines[i]}: "; cat "made.$((i + 1))"; return 1; }
  done
}

@test "zsh offers what the help tells" {
  need_zsh
  "$NQUEENS" completion zsh >_nqueens
  offers_what_help_tells complete_in_zsh
}

@test "zsh completes words, with a blank where they are whole" {
  need_zsh
  "$NQUEENS" completion zsh >_nqueens
  touch first.txt first.npy 'my file.txt'
  zsh_makes \
    'nqueens so' 'nqueens solve ' \
    './nqueens so' './nqueens solve ' \
    '~/nqueens so' '~/nqueens solve ' \
    'nqueens solve 8 | nqueens ch' 'nqueens solve 8 | nqueens check ' \
    'nqueens solve --form' 'nqueens solve --format=' \
    'nqueens solve --q' 'nqueens solve --quiet ' \
    'nqueens solve --format=pi' 'nqueens solve --format=picture ' \
    'nqueens solve -qf pi' 'nqueens solve -qf picture ' \
    'nqueens solve --method mi' 'nqueens solve --method min-conflicts ' \
    'nqueens compare --methods construct,mi' 'nqueens compare --methods construct,min-conflicts ' \
    'nqueens check fi' 'nqueens check first.' \
    'nqueens check my\ ' 'nqueens check my\ file.txt ' \
    "nqueens check 'my " "nqueens check 'my file.txt' " \
    'nqueens solve --instance=first.t' 'nqueens solve --instance=first.txt '
  zsh_makes \
    'nqueens solve --instance=~/m' 'nqueens solve --instance=~/my\ file.txt ' \
    'nqueens solve --seed fi' 'nqueens solve --seed fi' \
    'nqueens solve $(touch harm) --q' 'nqueens solve $(touch harm) --quiet '
  [ ! -e harm ]
}

@test "zsh completes after the script was sourced" {
  need_zsh
  zsh_makes \
    'nqueens so' 'nqueens solve ' \
    'nqueens solve --q' 'nqueens solve --quiet '
}

# ---- fish ----

need_fish() {
  need fish
  ln -s "$NQUEENS" nqueens
  "$NQUEENS" completion fish >nqueens.fish
  export HOME=$PWD
}

# ask_fish LINE...: what it offers at the end of each in turn, in `offered.1` and so on.
ask_fish() {
  PATH=$PWD:$PATH timeout 120 fish --no-config -c 'source nqueens.fish
    for i in (seq (count $argv)); complete -C $argv[$i] | cut -f 1 >offered.$i; end' "$@" 2>said
  [ ! -s said ] || { cat said; return 1; }
}

# fish_offers "LINE => WORD|..."...: at the end of each line these words, in the order of words.
fish_offers() {
  local i=0 case
  ask_fish "${@%% => *}"
  for case in "$@"; do
    i=$((i + 1))
    tr '|' '\n' <<<"${case##* => }" | grep . | diff "offered.$i" - || { echo "$case"; return 1; }
  done
}

@test "fish offers what the help tells" {
  need_fish
  offers_what_help_tells ask_fish
}

@test "fish completes words" {
  need_fish
  touch first.txt first.npy 'my file.txt'
  fish_offers \
    'nqueens so => solve' \
    './nqueens so => solve' \
    '~/nqueens so => solve' \
    '$HOME/nqueens so => ' \
    'nqueens solve 8 | nqueens ch => check' \
    'nqueens solve --form => --format=' \
    'nqueens solve --q => --quiet' \
    'nqueens solve --format=pi => --format=picture' \
    'nqueens solve --format "pi => picture' \
    'nqueens solve -qf pi => picture' \
    'nqueens solve --method mi => min-conflicts' \
    'nqueens compare --methods construct,mi => construct,min-conflicts' \
    'nqueens solve $(touch harm) --q => --quiet'
  [ ! -e harm ]
}

@test "fish completes files, with blanks, quotes and ~ in them" {
  need_fish
  touch first.txt first.npy 'my file.txt'
  fish_offers \
    'nqueens check fi => first.npy|first.txt' \
    'nqueens check -- fi => first.npy|first.txt' \
    'nqueens check my => my file.txt' \
    'nqueens check my\  => my file.txt' \
    'nqueens check "my  => my file.txt' \
    "nqueens check 'my  => my file.txt" \
    'nqueens solve -o ~/fi => ~/first.npy|~/first.txt' \
    'nqueens solve --instance=fi => --instance=first.npy|--instance=first.txt' \
    'nqueens solve --instance=my\  => --instance=my file.txt' \
    'nqueens solve --instance=~/my => --instance=~/my file.txt' \
    'nqueens solve --seed fi => ' \
    'nqueens solve fi => '
}
