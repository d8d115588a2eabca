#!/usr/bin/env bats
# The page of nqueens draw --steps in a browser: its boards are those of the frames, forwards and back.

bats_require_minimum_version 1.5.0
load ../cli/common
load browser

# with_script PAGE: a copy of the page that ends with the script on stdin, in probe.html.  What the
# script puts into `found` is in the element of that id, as JSON.
with_script() {
  { sed '/Content-Security-Policy/d; /^<\/body>/,$d' "$1"
    echo '<pre id="found"></pre><script>{ const found = {};'
    cat
    echo 'document.getElementById("found").textContent = JSON.stringify(found) }</script></body></html>'
  } >probe.html
}

# found: what the script found.
found() { sed -n 's:.*<pre id="found">\(.*\)</pre>.*:\1:p' "$1"; }

# Walk to the end and back by keys, and note what the page shows.
walk_script() {
  cat <<'END'
const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key}));
const all = name => Array.from(document.querySelectorAll(name));
const show = () => ({
  rows: document.getElementById('rows').textContent,
  queens: all('#now use').map(use => [use, use.getAttribute('class')]).map(([use, kind]) =>
    [use.getAttribute('x'), use.getAttribute('y')].map(at => Math.floor(Number(at) + use.getAttribute('width') / 2))
      .concat(kind === 'attacked')),
  crosses: all('#now .removed').reduce((sum, path) => sum + path.getAttribute('d').split('M').length - 1, 0),
  left: all('#now text').map(text => Number(text.textContent)),
  lines: all('#lines li').length,
  sharing: document.getElementById('sharing').textContent,
  event: document.getElementById('event').textContent,
  where: document.getElementById('where').textContent
});
const count = Number(document.getElementById('at').max);
found.forward = [show()];
for (let i = 0; i < count + 2; i++) { press('ArrowRight'); if (i < count) found.forward.push(show()); }
found.back = [show()];
for (let i = 0; i < count + 2; i++) { press('ArrowLeft'); if (i < count) found.back.push(show()); }
press('End'); found.end = show();
press('Home'); found.home = show();
document.getElementById('next').click(); found.second = show();
END
}

# same_boards FRAMES FOUND INSTANCE: compare with the frames, and with a count of attacks from scratch.
same_boards() {
  python3 - "$@" <<'END'
import glob, json, re, sys

frames, found, instance = sys.argv[1:]
found = json.load(open(found))
blocked = {tuple(map(int, line.split()[1:])) for line in open(instance) if line.startswith('block')}

def frame(path):
    queens = {}
    for x, y, width in re.findall(r'<use href="#." color="#......" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"',
                                  open(path).read()):
        cell = float(width) / .86
        queens[int((float(x) + float(width) / 2 - 34) / cell)] = int((float(y) + float(width) / 2 - 34) / cell)
    return queens

def attacks(a, b):
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])

chosen, numbered = [], []
boards = [frame(path) for path in sorted(glob.glob(frames + '/frame-*.svg'))]
n = len(found['home']['rows'].split())
assert len(boards) > 5 and len(boards) == len(found['forward']) == len(found['back'])
assert found['forward'] == found['back'][::-1], 'back is not forward'
assert found['end'] == found['forward'][-1] and found['home'] == found['forward'][0]
assert found['second'] == found['forward'][1]
for i, (board, page) in enumerate(zip(boards, found['forward'])):
    rows = ' '.join(str(board.get(column, '.')) for column in range(n))
    assert page['rows'] == rows, (i, page['rows'], rows)
    squares = sorted(board.items())
    attacked = [any(a != b and attacks(a, b) for b in squares) for a in squares]
    assert [q[:2] for q in page['queens']] == [list(s) for s in squares], i
    assert [q[2] for q in page['queens']] == attacked, i
    pairs = sum(attacks(a, b) for a in squares for b in squares if a < b)
    assert (page['lines'] > 0) == (pairs > 0), i
    assert page['sharing'] == ('Lines that queens share' if pairs else 'No line is shared'), i
    if 'depth' not in page['where']:
        assert page['where'].endswith(f'{pairs} conflict' + 's' * (pairs != 1)), (i, pairs, page['where'])
        moved = [c for c in range(n) if i + 1 < len(boards) and board.get(c) != boards[i + 1].get(c)]
        if page['left']: # the numbers of the column that moves next
            assert moved == [moved[0]] and 'generation' not in page['where'].lower(), i
            assert page['left'] == [sum(a[0] != moved[0] and attacks((moved[0], r), a) for a in squares)
                                    for r in range(n) if (moved[0], r) not in blocked], i
            assert f'Next, column {moved[0]}: ' in page['event'], i
            numbered.append(i)
        continue
    open_columns = [column for column in range(n) if column not in board]
    free = {c: [r for r in range(n) if (c, r) not in blocked and not any(attacks((c, r), q) for q in squares)]
            for c in open_columns}
    open_rows = [r for r in range(n) if r not in board.values()]
    of_rows = [sum(r in free[c] for c in open_columns) for r in open_rows]
    assert page['left'] == [len(free[c]) for c in open_columns] + of_rows, i
    if i > 0 and len(squares) == 1 + len(boards[i - 1]) and ' fewer ' in page['event']:
        kind, line, count = re.search(r'left than (column|row) (\d+): (\d+)\.', page['event']).groups()
        assert int(line) == [s for s in squares if s not in boards[i - 1].items()][0][kind == 'row'], i
        assert int(count) == min(found['forward'][i - 1]['left']), (i, page['event'])
        chosen.append(kind)
    removed = sum(n - sum((c, r) in blocked for r in range(n)) - len(free[c]) for c in open_columns)
    assert page['crosses'] == removed, (i, page['crosses'], removed)
assert 'Step' not in page['where'] or numbered, 'no column has numbers'
assert 'depth' not in page['where'] or {'column', 'row'} <= set(chosen), chosen
END
}

# replays OPTION...: its page shows the boards of its frames.
replays() {
  ends 0 draw "$@" -o run.html
  rm -rf frames
  ends 0 draw "$@" --format svg -o frames/
  walk_script | with_script run.html
  browse 1280 probe.html >page.html
  [ ! -s console ] || { cat console; return 1; }
  found page.html >seen
  same_boards frames seen "${instance:-/dev/null}"
}

@test "min-conflicts: forwards and back, the boards are those of the run" {
  replays --steps 12 --seed 3
}

@test "genetic: the best individual of each generation" {
  replays --steps 10 --seed 3 --method genetic:population=8
}

@test "genetic: the parents and the child, and the mutated genes in orange" {
  nq draw --steps 8 --seed 3 --method genetic:preset=textbook -q -o run.html
  with_script run.html <<'END'
const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key}));
const all = name => Array.from(document.querySelectorAll(name));
found.births = [];
for (let i = 0; i < 60; i++) {
  press('ArrowRight');
  found.births.push({rows: document.getElementById('rows').textContent, event: document.getElementById('event').textContent,
    mutated: all('#genes .mutated').length, wheel: all('#wheel span').length,
    genes: all('#genes tr').map(row => Array.from(row.cells).slice(1).map(cell => cell.textContent).join(' '))});
}
END
  browse 1300 probe.html >page.html
  found page.html >found.json
  jq -e '.births | length == 60 and all(.genes[-1] == .rows and (.genes | length) == 3 and .wheel > 1 and
    (.mutated > 0) == (.event | contains("mutated in")))' found.json
}

@test "backtracking on an instance: the squares left" {
  printf 'n 12\nqueen 3 5\nblock 0 0\nblock 1 1\nblock 2 7\n' >instance.txt
  instance=instance.txt replays --steps 12 --instance instance.txt --seed 5 --method backtracking
}

@test "it plays, changes its speed, and follows the slider and the curve" {
  nq draw --steps 16 --seed 3 -q -o run.html
  with_script run.html <<'END'
const at = document.getElementById('at'), speed = document.getElementById('speed');
const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key}));
at.value = 7;
at.dispatchEvent(new Event('input'));
found.slid = document.getElementById('where').textContent;
const chart = document.getElementById('chart').getBoundingClientRect();
document.getElementById('chart').dispatchEvent(new PointerEvent('pointerdown',
  {buttons: 1, clientX: chart.left + chart.width, clientY: chart.top}));
found.sought = at.value === at.max;
for (let i = 0; i < 9; i++) press('+');
found.fast = speed.value;
press(' ');
found.playing = document.getElementById('play').textContent + at.value;
setTimeout(() => document.title = document.getElementById('play').textContent + (at.value === at.max), 3000);
END
  browse 1280 probe.html --virtual-time-budget=6000 >page.html
  [ ! -s console ] || { cat console; return 1; }
  [ "$(found page.html)" = '{"slid":"Step 7 of 169, 7 conflicts","sought":true,"fast":"500 / s","playing":"Pause0"}' ] ||
    { found page.html; return 1; }
  grep -q '<title>Playtrue</title>' page.html
}

@test "nothing is wider than the screen, of a phone too, in both colour schemes" {
  nq draw --steps 64 --seed 3 -q --method backtracking -o run.html
  with_script run.html <<'END'
parent.postMessage([innerWidth, document.documentElement.scrollWidth,
  getComputedStyle(document.body).backgroundColor].join(' '), '*');
END
  echo "<!doctype html><title></title><style>iframe { border: 0; height: 3000px }</style><script>
    onmessage = event => document.title += event.data + ';'</script>
    <iframe src=probe.html style='width:390px'></iframe>
    <iframe src=probe.html style='width:1280px'></iframe>" >frames.html
  for scheme in 1,255 0,22; do # light, dark
    browse 1400 frames.html --blink-settings="preferredColorScheme=${scheme%,*}" >page.html
    [ ! -s console ] || { cat console; return 1; }
    title=$(sed -n 's:.*<title>\(.*\)</title>.*:\1:p' page.html)
    echo "$title"
    for width in 390 1280; do
      [[ $title == *"$width $width rgb(${scheme#*,}, "* ]]
    done
  done
}

@test "10,000 steps at n = 64, each of which changes every column, in under 3 MB" {
  ends 0 draw --steps 64 --seed 3 --method genetic:encoding=rows,elite=0,mutation=1,population=2,stagnation=99999 \
    -o run.html
  says "not solved in the first 10000 generations"
  [ "$(wc -c <run.html)" -lt 3000000 ]
  with_script run.html <<'END'
document.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}));
found.where = document.getElementById('where').textContent.replace(/,.*/, '');
found.queens = document.querySelectorAll('#now use').length;
END
  browse 1280 probe.html >page.html
  [ ! -s console ] || { cat console; return 1; }
  [ "$(found page.html)" = '{"where":"Generation 10000 of 10000","queens":64}' ] || { found page.html; return 1; }
}
