#!/usr/bin/env bats
# nqueens draw, and the pictures of solve and enumerate: kinds, files that are whole or not there,
# bad input, interrupts.

load common

need_cairo() {
  echo '1 3 0 2' >four.txt
  nq draw four.txt -o probe.png || skip "built without cairo"
  rm probe.png said
}

# is KIND FILE: by its first bytes.
is() {
  case $1 in
    svg) head -c 5 "$2" | grep -q '<?xml' ;;
    png) [ "$(head -c 4 "$2" | tail -c 3)" = PNG ] ;;
    pdf) [ "$(head -c 5 "$2")" = %PDF- ] ;;
  esac
}

# well_formed FILE...: as XML.
well_formed() {
  python3 -c 'import sys, xml.dom.minidom as d
for f in sys.argv[1:]: d.parse(f)' "$@"
}

# Nothing but what is named lies in the folder; what is left over from a run has .nqueens in it.
nothing_left() {
  [ -z "$(find . -name '.nqueens*')" ] || { find . -name '.nqueens*'; return 1; }
}

@test "cairo is loaded for PNG and PDF alone, and may be missing" {
  if command -v readelf >/dev/null; then never grep cairo <(readelf -dW "$NQUEENS"); fi
  need_cairo
  : >libcairo.so.2 # no library
  LD_LIBRARY_PATH=$PWD nq draw four.txt -o four.svg
  for kind in png pdf; do
    LD_LIBRARY_PATH=$PWD refused "there is no memory for cairo, or it is damaged, which $kind needs" \
      draw four.txt -o "four.$kind"
    [ ! -e "four.$kind" ]
  done
}

@test "a board as each kind, by suffix and by --format" {
  need_cairo
  for kind in svg png pdf; do
    ends 0 draw four.txt -o "board.$kind"
    says "written to board.$kind"
    is "$kind" "board.$kind"
    ends 0 draw four.txt -o - --format "$kind"
    cmp out "board.$kind"
    ends 0 draw four.txt -q -o again --format "$kind"
    cmp again "board.$kind"
    [ ! -s said ]
  done
  well_formed board.svg
  nothing_left
}

@test "boards in every format, from standard input, by --index" {
  nq solve 8 --seed 1 -o one.txt
  ends 0 draw one.txt -o one.svg
  for suffix in pic json npy; do
    nq solve 8 --seed 1 -o "one.$suffix"
    ends 0 draw "one.$suffix" -o two.svg
    cmp one.svg two.svg
    ends 0 draw - -o two.svg <"one.$suffix"
    cmp one.svg two.svg
  done
  for format in line npy json picture; do
    nq enumerate 6 --format "$format" -o all
    nq enumerate 6 | sed -n 3p >third.txt
    ends 0 draw third.txt -o third.svg
    ends 0 draw all --index 3 -o index.svg
    cmp third.svg index.svg
    refused "there is no board 5: the file has 4" draw all --index 5 -o none.svg
    [ ! -e none.svg ]
  done
}

@test "the parts of a board: queens, attacks, marks" {
  echo '0 1 . 5 3 .' >board.txt
  ends 0 draw board.txt -o board.svg
  [ "$(grep -c 'href="#h"' board.svg)" -eq 2 ]
  [ "$(grep -c 'href="#q"' board.svg)" -eq 2 ]
  printf 'n 6\nqueen 0 0\nblock 3 3\nexclude rising 2\n' >instance.txt
  ends 0 draw board.txt --instance instance.txt -o marked.svg
  grep -q '#0072b2' marked.svg
  never grep -q '#0072b2' board.svg
  printf 'n 7\n' >other.txt
  refused "the board has 6 columns, but the instance has 7" \
    draw board.txt --instance other.txt -o none.svg
  [ ! -e none.svg ]
}

@test "several boards in one file are a sheet" {
  nq enumerate 6 -o all.txt
  nq enumerate 6 -o all.svg
  ends 0 draw all.txt -o sheet.svg
  cmp all.svg sheet.svg
  ends 0 draw - -o - --format svg <all.txt
  cmp all.svg out
  ends 0 draw all.txt --index 1 -o one.svg
  ends 0 draw - -o first.svg <<<"$(head -n 1 all.txt)"
  cmp one.svg first.svg
  printf 'n 6\n' >instance.txt
  refused "the file has 4: --index I" draw all.txt --instance instance.txt -o none.svg
  refused "--index I draws one" draw - -o none.svg <<<$'1 3 0 2\n0'
  seq -s ' ' 0 32 >large.txt
  refused "--index I draws one" draw - -o none.svg < <(cat large.txt large.txt)
  refused "1000 of one size" draw - -o none.svg < <(yes '1 3 0 2' | head -n 1001)
  ends 0 draw - -o full.svg < <(yes '1 3 0 2' | head -n 1000)
  refused "column 1 has row 4" draw - -o none.svg <<<$'1 3 0 2\n1 4 0 2'
  refused "a row" draw - -o none.svg <<<$'1 3 0 2\n1 x 0 2'
  [ ! -e none.svg ]
}

@test "a sheet has the given --scale" {
  need_cairo
  nq enumerate 6 -o all.txt
  ends 0 draw all.txt -o two.png
  ends 0 draw all.txt --scale 4 -o four.png
  [ "$(($(od -An -j16 -N4 -tu4 --endian=big two.png) * 2))" -eq "$(($(od -An -j16 -N4 -tu4 --endian=big four.png)))" ]
}

@test "large boards are maps, the same from text and npy" {
  nq solve 200000 --seed 1 -o large.npy
  nq solve 200000 --seed 1 -o large.txt
  ends 0 draw large.npy -o npy.svg
  ends 0 draw large.txt -o txt.svg
  cmp npy.svg txt.svg
  grep -q 'data:image/png;base64' npy.svg
  well_formed npy.svg
  nq solve 200000 --seed 1 -o solved.svg
  cmp npy.svg solved.svg
  printf 'n 200000\n' >instance.txt
  refused "an instance is marked on boards of up to 2000 columns" \
    draw large.npy --instance instance.txt -o none.svg
}

@test "memory does not grow with the board" {
  if sanitized; then skip "a sanitizer needs more"; fi
  nq solve 20000000 --method construct -o large.npy
  (ulimit -v 60000 && nq draw large.npy -o large.svg)
  is svg large.svg
}

@test "a run: a GIF or MP4 through ffmpeg, whose last picture lasts" {
  command -v ffprobe || skip "ffmpeg is not installed"
  "$NQUEENS" draw --steps 8 --seed 3 --scale 1 --quiet -o run.gif
  "$NQUEENS" draw --steps 8 --seed 3 --scale 1 --json -o run.mp4 >run.json
  jq -e '.format == "mp4" and .file == "run.mp4"' run.json
  boards=$(jq .boards run.json)
  frames() { ffprobe -loglevel error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv=p=0 "$1"; }
  [ "$(frames run.gif)" = "gif,$((boards + 4))" ]
  [[ "$(frames run.mp4)" == h264,* ]]
}

@test "a GIF without ffmpeg, or of a board, is refused" {
  echo 1 3 0 2 >board.txt
  run -2 env PATH=/nonexistent "$NQUEENS" draw --steps 8 --seed 4 --scale 1 -o run.gif
  [[ "$output" == *"run.gif: the program ffmpeg is not installed (Debian: ffmpeg)"* ]]
  mkdir bin
  for way in 'exit 0' 'exit 1' 'echo no codec >&2; exit 1'; do
    printf '#!/bin/sh\n%s\n' "$way" >bin/ffmpeg
    chmod +x bin/ffmpeg
    PATH=$PWD/bin:$PATH ends 2 draw --steps 8 --seed 4 --scale 1 -o run.gif
    case $way in
      *codec*) says 'nqueens: ffmpeg made no gif: no codec' ;;
      *) says 'nqueens: ffmpeg made no gif' ;;
    esac
    [ ! -e run.gif ]
    never grep -q '[:?]$' said
  done
  refused "a movie shows the steps of a run" draw board.txt -o board.gif
  refused "has the suffix of a movie" draw --steps 8 --format svg -o run.mp4
  [ ! -e run.gif ]
}

@test "a run: an animated SVG, the same for the same seed" {
  ends 0 draw --steps 8 --seed 3 -o run.svg
  grep -Eq 'n = 8 solved in [0-9]+ steps \(seed 3\)' said
  well_formed run.svg
  grep -q '<animateTransform' run.svg
  ends 0 draw --steps 8 --seed 3 -o again.svg
  cmp run.svg again.svg
  ends 0 draw --steps 16 --seed 3 --start permutation --step swap -o swap.svg
  well_formed swap.svg
  ends 0 draw --steps 1 -o one.svg
  well_formed one.svg
}

@test "a run with each start and step of min-conflicts; a preset has its own" {
  local printed=start=random,step=sweep,ties=half,walk=0,restart=fixed,patience=100
  ends 0 draw --steps 16 --seed 3 --start fewest --step sweep -o run.svg
  ends 0 draw --steps 16 --seed 3 --method min-conflicts:start=fewest,step=sweep -o again.svg
  cmp run.svg again.svg
  ends 0 draw --steps 16 --seed 3 --start fewest -o column.svg
  never cmp -s run.svg column.svg
  ends 0 draw --steps 16 --seed 3 --method min-conflicts:preset=textbook -o textbook.svg
  ends 0 draw --steps 16 --seed 3 --method min-conflicts:$printed -o printed.svg
  cmp textbook.svg printed.svg
  ends 0 draw --steps 16 --seed 3 --method min-conflicts:preset=minton -o minton.svg
  ends 0 draw --steps 16 --seed 3 --start fewest --method min-conflicts:walk=0 -o fewest.svg
  cmp minton.svg fewest.svg
}

@test "a run on an instance" {
  printf 'n 10\nqueen 0 3\nblock 2 5\n' >instance.txt
  ends 0 draw --instance instance.txt --seed 3 -o run.svg
  says "n = 10 solved in"
  grep -q '<animateTransform' run.svg
  ends 0 draw --steps 10 --seed 3 -o plain.svg
  never cmp -s run.svg plain.svg
  ends 0 draw --instance instance.txt --seed 3 --format svg -o frames/
  grep -q '#0072b2' frames/frame-000.svg
  ends 0 draw --steps 10 --instance instance.txt --seed 3 -o both.svg
  cmp run.svg both.svg
  refused "instance.txt: --steps is 8, but the instance has 10 columns" \
    draw --steps 8 --instance instance.txt -o x.svg
  printf 'n 65\n' >large.txt
  refused "large.txt: a run is drawn on up to 64 columns, but the instance has 65" \
    draw --instance large.txt -o x.svg
  printf 'n 4\nqueen 0 0\nqueen 1 1\n' >none.txt
  refused "there is no run to draw" draw --instance none.txt -o x.svg
  refused "missing.txt: No such file" draw --instance missing.txt -o x.svg
  [ ! -e x.svg ]
}

@test "a run: one picture per board in a folder, which is complete or absent" {
  need_cairo
  ends 0 draw --steps 8 --seed 4 -o frames/
  steps=$(sed -En 's/.*solved in ([0-9]+) steps.*/\1/p' said)
  [ "$(find frames -name 'frame-*.png' | wc -l)" -eq $((steps + 1)) ]
  is png frames/frame-000.png
  refused "the folder exists and is not empty" draw --steps 8 --seed 4 -o frames/
  mkdir empty
  ends 0 draw --steps 8 --seed 4 --format svg -o empty/
  [ -e empty/frame-001.svg ]
  refused "it exists and is not a folder" draw --steps 8 --seed 4 -o four.txt/
  refused "No such file" draw --steps 8 --seed 4 -o there/is/none/
  nothing_left
}

@test "solve: one board, several, a folder of them" {
  ends 0 solve 8 --seed 1 -o board.svg
  nq solve 8 --seed 1 -o board.txt
  ends 0 draw board.txt -o drawn.svg
  cmp board.svg drawn.svg
  ends 0 solve 8 --seed 1 --count 3 -o sheet.svg
  [ "$(grep -c '<use' sheet.svg)" -eq 24 ]
  ends 0 solve 40 --seed 1 --count 12 --format svg -o many/
  [ "$(find many -type f | sort | tr '\n' ' ' | cut -c 1-24)" = "many/01.svg many/02.svg " ]
  refused "-o DIR/ --format svg" solve 40 --seed 1 --count 2 -o none.svg
  refused "--one-based" solve 8 --one-based -o none.svg
  ends 1 solve 3 -o none.svg
  [ ! -e none.svg ]
  nothing_left
}

@test "enumerate: a sheet, a folder, limits" {
  ends 0 enumerate 8 -o sheet.svg
  [ "$(grep -c '<use' sheet.svg)" -eq 736 ]
  well_formed sheet.svg
  ends 0 enumerate 8 --fundamental -o sheet.svg
  [ "$(grep -c '<use' sheet.svg)" -eq 96 ]
  ends 0 enumerate 8 --format svg -o all/
  [ "$(find all -type f | wc -l)" -eq 92 ]
  [ -e all/01.svg ]
  [ -e all/92.svg ]
  nq enumerate 8 --limit 1 -o first.txt
  ends 0 draw first.txt -o first.svg
  cmp first.svg all/01.svg
  refused "a sheet has room for 1000 boards" enumerate 12 -o none.svg
  refused "a sheet has room for 1000 boards" enumerate 33 --limit 2 -o none.svg
  ends 0 enumerate 12 --limit 1000 -o many.svg
  refused "too many files" enumerate 14 --format svg -o none/
  ends 1 enumerate 3 -o none.svg
  ends 1 enumerate 3 --format svg -o none/
  refused "there is no board to draw" enumerate 4 --slice 0/100 -o none.svg
  [ ! -e none.svg ]
  [ ! -e none ]
  nothing_left
}

@test "boards that cannot be drawn are refused, and no file is left" {
  echo '1 3 0 2' >four.txt
  refused "either BOARD or --steps N" draw -o x.svg
  refused "either BOARD or --steps N" draw four.txt --steps 8 -o x.svg
  refused "-o FILE.svg, FILE.png or FILE.pdf" draw four.txt
  refused "does not end with .svg" draw four.txt -o x.jpg
  refused "does not end with .svg" draw four.txt -o x
  refused "must be svg, png, pdf or html" draw four.txt -o x --format jpg
  refused "is a folder" draw four.txt --format svg -o dir/
  refused "only SVG can be animated" draw --steps 8 -o x.png
  refused "must be 1 to 64" draw --steps 65 -o x.svg
  refused "must be 1 to 8" draw four.txt --scale 9 -o x.png
  refused "swap cannot resolve" draw --steps 8 --step swap -o x.svg
  refused "of --start fewest" draw --steps 8 --start fewest --step swap -o x.svg
  refused "no solution exists for n = 3" draw --steps 3 -o x.svg
  refused "none.txt: No such file" draw none.txt -o x.svg
  refused "no index.json: the folder holds no complete board" draw . -o x.svg
  refused "No such file" draw four.txt -o none/x.svg
  : >empty.txt
  refused "empty.txt: no board: the input is empty" draw empty.txt -o x.svg
  echo '1 3 x 2' >bad.txt
  refused "bad.txt:1: a row" draw bad.txt -o x.svg
  echo '1 4 0 2' >off.txt
  refused "off.txt: column 1 has row 4, but a board of 4 columns" draw off.txt -o x.svg
  { echo 0 && seq 2 3000; } | xargs >off.txt
  refused "off.txt: column 2999 has row 3000, but a board of 3000 columns" draw off.txt -o x.svg
  nq solve 8 --wide --seed 1 -o shards/
  refused "shards/: there is no board 2: it holds one" draw shards/ --index 2 -o x.svg
  printf '\1' | dd of=shards/part-00000.npy bs=1 seek=$(($(stat -c %s shards/part-00000.npy) - 4)) conv=notrunc status=none
  refused "shards/: column 7 has row 4294967297, but a board of 8 columns" draw shards/ -o x.svg
  [ ! -e x.svg ]
  nothing_left
}

@test "a full disk is an error" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  echo '1 3 0 2' >four.txt
  refused "/dev/full: writing failed: No space left" draw four.txt --format svg -o /dev/full
  refused "/dev/full: writing failed: No space left" draw --steps 8 -q --format svg -o /dev/full
  ends 2 solve 8 --format svg -o /dev/full
  says "/dev/full: writing failed: No space left"
  ends 2 enumerate 8 --format svg -o /dev/full
  says "/dev/full: writing failed: No space left"
  echo old >kept.svg
  (limit_files 1 && ends 2 enumerate 8 -o kept.svg)
  [ "$(cat kept.svg)" = old ]
  (limit_files 1 && ends 2 enumerate 8 --format svg -o dir/)
  [ ! -e dir ]
  nothing_left
}

# interrupted PID: once it catches interrupts one ends it.
interrupted() {
  local status=0
  catches "$1"
  kill -INT "$1"
  wait "$1" || status=$?
  [ "$status" -eq 130 ] || { echo "status $status"; cat said; return 1; }
}

@test "Ctrl-C leaves no file and no folder" {
  echo '1 3 0 2' >four.txt
  mkfifo pipe
  env --default-signal=INT "$NQUEENS" draw - -o x.svg <>pipe 2>said &
  interrupted $!
  env --default-signal=INT "$NQUEENS" enumerate 14 --limit 90000 --format svg -o many/ 2>said &
  at_work $!
  interrupted $!
  [ ! -e x.svg ]
  [ ! -e many ]
  nothing_left
}

@test "a picture goes through a named pipe completely, however late its board comes" {
  mkfifo picture board
  timeout 60 cat picture >got &
  reader=$!
  { sleep 0.3; echo '1 3 0 2'; } >board &
  ends 0 draw board --from line --format svg -o picture
  wait $reader
  ends 0 draw - --format svg -o - <<<'1 3 0 2'
  cmp got out
}

# ---- The page of a run; tests/all/draw_page.bats has it in a browser ----

@test "the page of a run is one file: nothing is fetched" {
  nq draw --steps 8 --seed 3 -q -o run.html
  never grep -E '(src|href)="?(https?:)?//|@import|url\(' run.html
  grep -q 'Content-Security-Policy' run.html
  nq draw --steps 8 --seed 3 -q --format html -o - >again.html
  cmp run.html again.html
}

@test "a page that cannot be made is refused, and nothing is left" {
  echo '1 3 0 2' >four.txt
  printf 'n 65\n' >large.txt
  refused "must be 1 to 64" draw --steps 65 -o x.html
  refused "large.txt: a run is drawn on up to 64 columns, but the instance has 65" \
    draw --instance large.txt -o x.html
  refused "a page shows the steps of a run" draw four.txt -o x.html
  refused "is a folder" draw --steps 8 --format html -o dir/
  refused "has the suffix of a page, not of svg" draw --steps 8 --format svg -o x.html
  refused "has the suffix of the format svg, not of html" draw --steps 8 --format html -o x.svg
  refused "runs of sat cannot be watched" draw --steps 8 --method sat -o x.html
  refused "options of min-conflicts, but the method is genetic" \
    draw --steps 8 --method genetic --step column -o x.html
  refused "No such file" draw --steps 8 -o none/x.html
  if [ -c /dev/full ]; then
    refused "/dev/full: writing failed: No space left" draw --steps 8 -q --format html -o /dev/full
  fi
  echo old >kept.html
  (limit_files 1 && refused "kept.html" draw --steps 64 -q -o kept.html)
  [ "$(cat kept.html)" = old ]
  [ ! -e x.html ]
  [ -z "$(find . -name '.nqueens*')" ]
}

# interrupted_at_pipe SECONDS COMMAND...: writes to a pipe that nobody reads, and is interrupted SECONDS after the pipe
# holds some.
interrupted_at_pipe() {
  local seconds=$1 pid
  shift
  env --default-signal=INT "$NQUEENS" "$@" -o pipe 2>said &
  pid=$!
  until read -t 0 -u 9; do sleep 0.02; done
  sleep "$seconds"
  interrupted $pid
}

@test "Ctrl-C ends the writing to a pipe that nobody reads" {
  mkfifo pipe
  exec 9<>pipe
  interrupted_at_pipe 0 draw --steps 64 --seed 7 --method min-conflicts:walk=1 -q --format html
  says "interrupted while writing pipe"
  interrupted_at_pipe 0.5 solve 1000000 --method construct -q --format svg # the pipe is full
}
