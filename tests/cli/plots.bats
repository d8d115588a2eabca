#!/usr/bin/env bats
# nqueens compare --plots: each plot as SVG and PDF in a folder, all of them or none.

bats_require_minimum_version 1.5.0
load common

# The options of a comparison with little to run.
small=(compare --methods "construct,min-conflicts" --n "8,16" --runs 3 --threads 1)

# files FOLDER: their names in order, with a blank after each.
files() {
  find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | tr '\n' ' '
}

# plotter LINE...: a program of these lines stands in for gnuplot.
plotter() {
  mkdir -p bin
  printf '%s\n' '#!/bin/sh' 'cat >/dev/null' "$@" >bin/gnuplot
  chmod +x bin/gnuplot
  PATH=$PWD/bin:$PATH
}

need_gnuplot() {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
}

teardown() {
  if mountpoint -q m 2>/dev/null; then umount m; fi
}

# pdf_objects FILE: its text and its streams, in which newer versions of cairo pack the objects.
pdf_objects() {
  python3 - "$1" <<'END'
import pathlib, re, sys, zlib
file = pathlib.Path(sys.argv[1]).read_bytes()
sys.stdout.buffer.write(file)
for stream in re.finditer(rb"stream\r?\n(.*?)endstream", file, re.DOTALL):
    try:
        sys.stdout.buffer.write(zlib.decompressobj().decompress(stream[1]))
    except zlib.error:
        pass  # not packed
END
}

@test "each plot is there as SVG and PDF, 8 cm wide" {
  need_gnuplot
  ends 0 "${small[@]}" --method "a long, 'quoted' 100 %=genetic:population=20" --plots new/ --store runs
  says "written to new/"
  [ "$(ls -A)" = $'new\nout\nruns\nsaid' ]
  [ "$(files new)" = "boxes-16.pdf boxes-16.svg boxes-8.pdf boxes-8.svg convergence.pdf \
convergence.svg scaling.pdf scaling.svg success.pdf success.svg times-16.pdf times-16.svg times-8.pdf times-8.svg " ]
  for name in new/*.pdf; do
    [ "$(head -c 5 "$name")" = %PDF- ]
    pdf_objects "$name" | grep -aqF '/MediaBox [ 0 0 226' # points of 1/72 inch
  done
  for name in new/*.svg; do
    xmllint --noout "$name"
    grep -q 'width="302"' "$name" # pixels of 1/96 inch
    never grep -q onmousemove "$name"
    never grep -qE 'font-size="([0-9]|10)\.[0-5]' "$name" # 8 points are 10.67
  done
  xmllint --xpath '//*[local-name() = "text"]/text()' new/scaling.svg >words
  grep -qF "a long, 'quoted' 100 %" words
  grep -qx ' *construct' words
}

@test "--wide plots are for slides: 16:9, also as PNG" {
  need_gnuplot
  ends 0 "${small[@]}" --plots new/ --wide --quiet
  [ "$(files new)" = "boxes-16.pdf boxes-16.png boxes-16.svg boxes-8.pdf boxes-8.png boxes-8.svg scaling.pdf scaling.png \
scaling.svg success.pdf success.png success.svg times-16.pdf times-16.png times-16.svg times-8.pdf times-8.png times-8.svg " ]
  grep -q 'width="960" height="540"' new/scaling.svg
  pdf_objects new/scaling.pdf | grep -aqF '/MediaBox [ 0 0 720 405'
  [ "$(od -An -tx1 -j16 -N8 new/boxes-8.png)" = " 00 00 07 80 00 00 04 38" ] # 1920, 1080
  refused "--wide: there are no plots without --plots DIR/" "${small[@]}" --wide
}

# hostile LINE: a label that is a piece of some language that plots, pages and tables are written in.
# shellcheck disable=SC2016,SC1003 # not to be expanded
hostile=("5%" "%s %d %n" "''" "'x" 'a]]>b' '<![CDATA[x' '<b>&amp;</b>' '"q" "' "\\" '\n\t\' '`id`' '$(id)' '@x {/Bold y}_2'
  '+1+cmd|" /C"!A0' '@SUM(1)' '-2,3' '{"a"}' '&#39;' '</script>' '</svg>' '// # ; !' 'é £ 女王')

@test "labels are as given in all plots, pages and tables" {
  need_gnuplot
  local i words=()
  for i in "${!hostile[@]}"; do words+=(--method "${hostile[$i]}=min-conflicts:walk=0.0$((i + 10))"); done
  "$NQUEENS" compare "${words[@]}" --n 8,9 --runs 2 --max-steps 1000 --quiet --plots p/ --csv c.csv \
    --json j.json --report r.html >text
  printf '%s\n' "${hostile[@]}" >labels
  python3 - <<'END'
import csv, html.parser, json, xml.dom.minidom
labels = open('labels').read().splitlines()

def texts(file):
    return [''.join(part.data for part in node.childNodes).strip()
            for node in xml.dom.minidom.parse(file).getElementsByTagName('text')]

for name in 'scaling', 'success', 'times-8', 'boxes-8': # a legend, or names below boxes
    shown = texts(f'p/{name}.svg')
    assert [label for label in labels if label not in shown] == [], (name, shown)

class Page(html.parser.HTMLParser):
    words, scripts = [], 0
    def handle_data(self, data): self.words.append(data.strip())
    def handle_starttag(self, tag, attributes): self.scripts += tag == 'script'

page = Page()
page.feed(open('r.html').read())
assert [label for label in labels if page.words.count(label) < 10] == [], page.words
assert page.scripts == 1
rows = list(csv.reader(open('c.csv', newline='')))
assert {len(row) for row in rows} == {len(rows[0])}
cells = {row[0] for row in rows[1:]}
assert cells == {"'" + label if label[0] in '+-@' else label for label in labels}, cells
data = json.load(open('j.json'))
assert [variant['label'] for variant in data['variants']] == labels
END
  pdf_objects p/scaling.pdf >/dev/null
  for i in "${hostile[@]}"; do grep -qF -- "$i" text; done
  [ "$(files p | wc -w)" -eq 12 ]
}

@test "in a folder that exists, plots are replaced and other files stay" {
  plotter 'echo drawn'
  mkdir old
  echo precious >old/notes
  echo before >old/scaling.svg
  ends 0 "${small[@]}" --plots old
  [ "$(cat old/notes)" = precious ]
  [ "$(cat old/scaling.svg)" = drawn ]
  [ "$(files old | wc -w)" -eq 13 ]
  (cd old && ends 0 "${small[@]}" --plots ./ --quiet && [ ! -s said ])
}

@test "without gnuplot there are no runs but the command that installs it" {
  [ -z "${UNDER:-}" ] || skip "the program is run by another, which needs PATH"
  local status=0
  PATH=/nonexistent "$NQUEENS" "${small[@]}" --plots new/ --store runs >out 2>said || status=$?
  [ "$status" -eq 2 ]
  says "--plots: gnuplot is not installed; \`apt-get install gnuplot-nox\`, as root, installs it"
  [ ! -s out ]
  [ "$(ls -A)" = $'out\nsaid' ]
}

@test "a folder that cannot be written is an error before the first run" {
  plotter 'echo drawn'
  echo precious >file
  refused "file: it exists and is not a folder" "${small[@]}" --plots file --store runs
  refused "missing/folder/: No such file or directory" "${small[@]}" --plots missing/folder/ --store runs
  refused "--plots: 'runs' is also the file of --store: give another file" \
    "${small[@]}" --plots runs --store runs
  [ "$(cat file)" = precious ]
  [ ! -e runs ]
  [ "$(id -u)" -ne 0 ] || mkdir m
  if [ "$(id -u)" -eq 0 ]; then
    mount -t tmpfs -o ro none m 2>/dev/null || skip "mounting needs root"
    refused "m/: Read-only file system" "${small[@]}" --plots m/ --store runs
    refused "m/new/: Read-only file system" "${small[@]}" --plots m/new/ --store runs
    [ ! -e runs ]
  fi
}

@test "a full disk: an error, and the folder is as it was" {
  plotter 'head -c 20000 /dev/zero'
  mkdir m
  mount -t tmpfs -o size=128k none m 2>/dev/null || skip "mounting needs root"
  mkdir m/old
  echo before >m/old/scaling.svg
  for folder in m/old/ m/new/; do
    ends 2 "${small[@]}" --plots "$folder"
    says "writing failed: No space left on device"
    [ "$(ls -A m m/old)" = $'m:\nold\n\nm/old:\nscaling.svg' ]
    [ "$(cat m/old/scaling.svg)" = before ]
  done
}

@test "a gnuplot that fails: an error, no folder" {
  for line in 'exit 1' ':'; do
    plotter "$line"
    ends 2 "${small[@]}" --plots new/
    says "gnuplot "
    [ ! -e new ]
  done
  [ "$(find . -name '.*' ! -name . | wc -l)" -eq 0 ]
}

@test "an interrupt ends a gnuplot that hangs, for plots and for the report" {
  local mark=60.$((RANDOM + 10000))$BASHPID # seconds that nobody else sleeps
  plotter "exec sleep $mark"
  local output pid status begin
  for output in "--plots new/" "--report report.html"; do
    # shellcheck disable=SC2086 # two words
    "$NQUEENS" "${small[@]}" $output >out 2>said 3>&- &
    pid=$!
    for _ in {1..100}; do grep -qxzF "$mark" /proc/[0-9]*/cmdline 2>/dev/null && break || sleep 0.1; done
    grep -qxzF "$mark" /proc/[0-9]*/cmdline 2>/dev/null
    begin=${EPOCHREALTIME/./}
    kill -INT "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 130 ]
    [ $((${EPOCHREALTIME/./} - begin)) -lt 3000000 ] # half a second and a busy machine
    says "interrupted"
    [ "$(files .)" = "bin out said " ]
  done
}

@test "instances have a cactus and a scatter plot, whose marks name them" {
  need_gnuplot
  nq generate partial --n 8 --count 3 --seed 1 --quiet -o set/
  nq compare --suite set/ --runs 1 --methods auto,construct --plots d/ --report r.html --quiet >out
  [[ "$(files d)" == *'cactus.pdf cactus.svg scatter.pdf scatter.svg '* ]]
  grep -q 'data-v="1 of 3 within ' r.html
  grep -q 'data-v="partial-8-2.txt: no answer against ' r.html
  grep -q '<td>3</td><td>3</td><td>20s</td>' r.html
}
