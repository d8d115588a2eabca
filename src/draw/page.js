/* Replays a run: decodes its boards, and draws one of them with what there is to say about it.
 *
 * A board is coded as its difference from the one before: two characters for each column that
 * changed, the column and its new row, as digits to the base of 64; "." for a column that is now
 * empty.  An event of backtracking has three: its letter, the column and the row. */
'use strict';

const run = JSON.parse(document.getElementById('data').textContent);
const n = run.n, EMPTY = 255;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const partial = run.kind === 'events', evolving = run.kind === 'generations';
const byColumns = partial && run.method.includes('preset=textbook'); /* in order, not by what is left */
const noun = {steps: 'step', generations: 'generation', events: 'event'}[run.kind];
const byId = id => document.getElementById(id);
const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
const columns = Array.from({length: n}, (_, column) => column);

/* ---- Decoding ---- */

function decodePairs(text) {
  const pairs = [];
  for (let i = 0; i < text.length; i += 2)
    pairs.push([DIGITS.indexOf(text[i]), text[i + 1] === '.' ? EMPTY : DIGITS.indexOf(text[i + 1])]);
  return pairs;
}

function decodeBoards() {
  let board = new Uint8Array(n).fill(EMPTY);
  return run.boards.map(changes => {
    board = board.slice();
    for (const [column, row] of decodePairs(changes)) board[column] = row;
    return board;
  });
}

/* Squares that the instance forbids: 1 blocked, 2 on an excluded rising diagonal, 3 on a falling one. */
function decodeForbidden() {
  const forbidden = new Uint8Array(n * n);
  for (const column of columns)
    for (const row of columns)
      forbidden[column * n + row] = run.rising.includes(row + column) ? 2
        : run.falling.includes(row - column + n - 1) ? 3 : 0;
  for (const [column, row] of decodePairs(run.blocked)) forbidden[column * n + row] = 1;
  return forbidden;
}

const boards = decodeBoards(), forbidden = decodeForbidden(), placed = decodePairs(run.placed);
const last = boards.length - 1;

/* The restart that board i belongs to, and its first board. */
function restartOf(i) {
  let restart = 0;
  while (restart < run.restarts.length && run.restarts[restart] <= i) restart++;
  return {number: restart, first: restart > 0 ? run.restarts[restart - 1] : 0};
}

/* ---- What a board shows ---- */

/* For each direction the lines with two queens or more, as lists of their columns. */
function sharedLines(rows) {
  const shared = [];
  const directions = [['row', (c, r) => r], ['rising diagonal', (c, r) => r + c],
                      ['falling diagonal', (c, r) => r - c + n - 1]];
  for (const [name, lineOf] of directions) {
    const lines = Array.from({length: 2 * n}, () => []);
    for (const column of columns)
      if (rows[column] !== EMPTY) lines[lineOf(column, rows[column])].push(column);
    lines.forEach((queens, line) => {
      if (queens.length > 1) shared.push({name: name + ' ' + line, queens});
    });
  }
  return shared;
}

/* Attacking pairs. */
function countConflicts(rows) {
  const rising = new Uint8Array(2 * n), falling = new Uint8Array(2 * n), same = new Uint8Array(n);
  let conflicts = 0;
  for (let column = 0; column < n; column++) {
    const row = rows[column];
    if (row === EMPTY) continue;
    conflicts += same[row]++ + rising[row + column]++ + falling[row - column + n - 1]++;
  }
  return conflicts;
}

/* The rows that each column has left: null where it has a queen. */
function squaresLeft(rows) {
  const row = new Set(), rising = new Set(), falling = new Set();
  for (const c of columns) {
    if (rows[c] === EMPTY) continue;
    row.add(rows[c]);
    rising.add(rows[c] + c);
    falling.add(rows[c] - c);
  }
  return columns.map(c => rows[c] !== EMPTY ? null : columns.filter(r =>
    !forbidden[c * n + r] && !row.has(r) && !rising.has(r + c) && !falling.has(r - c)));
}

/* The same for rows: how many squares each has left. */
function leftInRows(rows, left) {
  return columns.map(r => rows.includes(r) ? null :
    left.filter(free => free !== null && free.includes(r)).length);
}

/* The column whose queen moves next, if one does; -1 otherwise. */
function chosenAt(i) {
  if (partial || evolving || i === last || run.restarts.includes(i + 1)) return -1;
  const moved = columns.filter(c => boards[i][c] !== boards[i + 1][c]);
  return moved.length === 1 ? moved[0] : -1;
}

/* For each row of a column: how many other queens attack its square. */
function attackersOf(rows, column) {
  return columns.map(r => columns.filter(c => c !== column && rows[c] !== EMPTY &&
    (rows[c] === r || Math.abs(rows[c] - r) === Math.abs(c - column))).length);
}

function depthOf(rows) {
  return rows.reduce((queens, row) => queens + (row !== EMPTY), 0) - placed.length;
}

/* ---- The board ---- */

const FONT = n / 32, MARGIN = 2.2 * FONT;
const COUNTED = n <= 25; /* there is room for the numbers of squares left */
const BARS = partial ? n / 12 : 0, BARS_TOP = n + (COUNTED ? 2 : .6) * FONT;
const BESIDE = partial ? BARS_TOP - n + BARS + .5 * FONT : .3 * FONT; /* right of the board */
const QUEEN = n <= 30 ? .86 : 1.3, PEN = Math.max(1, n / 24); /* small squares, bold marks */
const labelled = [1, 2, 5, 10].find(step => step * 1.0 >= 1.7 * FONT) || 10;

const cross = (c, r, reach) =>
  `M${c + .5 - reach} ${r + .5 - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}`;
const square = (c, r, kind) => `<rect class="${kind}" x="${c}" y="${r}" width="1" height="1"/>`;
const label = (x, y, text, kind = '') => `<text class="${kind}" x="${x}" y="${y}" font-size="${FONT}">${text}</text>`;

function backgroundOf() {
  let dark = '', crosses = '', dashes = '', labels = '';
  for (const c of columns) {
    if (c % labelled === 0) labels += label(c + .5, -.8 * FONT, c) + label(-MARGIN / 2, c + .5, c);
    for (const r of columns) {
      if ((c + r) % 2) dark += `M${c} ${r}h1v1h-1z`;
      if (forbidden[c * n + r] === 1) crosses += cross(c, r, .38);
      if (forbidden[c * n + r] === 2) dashes += `M${c + .2} ${r + .8}l.6 -.6`;
      if (forbidden[c * n + r] === 3) dashes += `M${c + .2} ${r + .2}l.6 .6`;
    }
  }
  return `<symbol id="queen" viewBox="0 0 100 100"><path d="${run.queen}"/></symbol>` +
    `<rect class="light" width="${n}" height="${n}"/><path class="dark" d="${dark}"/>` +
    `<rect class="edge" width="${n}" height="${n}" stroke-width="${.15 * FONT}"/>` +
    `<path class="blocked" d="${crosses}${dashes}"/>${labels}<g id="now"></g>`;
}

/* How many squares are left, as a bar and a number: below a column, right of a row. */
function barOf(at, count, across) {
  const box = (along, beside, wide, high) => across
    ? `x="${beside}" y="${along}" width="${high}" height="${wide}"`
    : `x="${along}" y="${beside}" width="${wide}" height="${high}"`;
  const none = count === 0 ? 'none' : '', beside = n + .9 * FONT;
  return (none && `<rect class="none" ${box(at, 0, 1, n)}/>`) +
    `<rect class="bar" ${box(at + .15, BARS_TOP, .7, BARS * count / n)}/>` +
    (COUNTED ? label(across ? beside : at + .5, across ? at + .5 : beside, count, none) : '');
}

/* The squares that queens have removed from open columns, the latest bolder, and how many each column
 * and row has left. */
function leftOf(i, left) {
  const before = i > 0 ? squaresLeft(boards[i - 1]) : left;
  let removed = '', latest = '', bars = '';
  left.forEach((rows, c) => {
    if (rows === null) return;
    for (const r of columns)
      if (forbidden[c * n + r] || rows.includes(r)) continue;
      else if (before[c] !== null && before[c].includes(r)) latest += cross(c, r, .26);
      else removed += cross(c, r, .2);
    bars += barOf(c, rows.length, false);
  });
  if (!byColumns)
    leftInRows(boards[i], left).forEach((count, r) => { if (count !== null) bars += barOf(r, count, true); });
  return `<path class="removed" d="${removed}"/><path class="removed latest" d="${latest}"/>${bars}`;
}

/* The numbers of conflicts among which the next step chooses, the fewest bold. */
function numbersOf(i) {
  const c = chosenAt(i);
  if (c < 0) return '';
  const attackers = attackersOf(boards[i], c).map((count, r) => forbidden[c * n + r] ? null : count);
  const fewest = Math.min(...attackers.filter(count => count !== null));
  const size = Math.max(FONT, Math.min(.42, 1.5 * FONT));
  const number = (count, r, x, y, size) => `<text class="number ${count === fewest ? 'fewest' : ''}" ` +
    `x="${c + x}" y="${r + y}" font-size="${size}">${count}</text>`;
  return `<rect class="chosen" x="${c}" y="0" width="1" height="${n}"/>` + attackers.map((count, r) =>
    count === null ? '' : r === boards[i][c] ? number(count, r, .84, .2, .7 * size)
      : number(count, r, .5, .5, size)).join('');
}

function changesOf(i) {
  if (i === 0 || run.restarts.includes(i)) return '';
  let marks = '';
  for (const c of columns) {
    const from = boards[i - 1][c], to = boards[i][c];
    if (from === to) continue;
    if (from !== EMPTY) marks += square(c, from, 'from');
    if (to !== EMPTY) marks += square(c, to, 'to');
  }
  return marks;
}

function drawBoard(i, shared, left) {
  const rows = boards[i], attacked = new Set(shared.flatMap(line => line.queens));
  let attacks = '', queens = '';
  for (const {queens: [first, ...others]} of shared) {
    attacks += `M${first + .5} ${rows[first] + .5}`;
    for (const c of others) attacks += `L${c + .5} ${rows[c] + .5}`;
  }
  for (const c of columns)
    if (rows[c] !== EMPTY)
      queens += `<use href="#queen" class="${attacked.has(c) ? 'attacked' : 'queen'}" ` +
        `x="${c + .5 - QUEEN / 2}" y="${rows[c] + .5 - QUEEN / 2}" width="${QUEEN}" height="${QUEEN}"/>`;
  byId('now').innerHTML = (left ? leftOf(i, left) : '') + changesOf(i) +
    placed.map(([c, r]) => square(c, r, 'placed')).join('') +
    `<path class="attack" d="${attacks}"/>` + queens + numbersOf(i);
  byId('board').setAttribute('aria-label', 'Board: ' + rowsText(rows));
}

const rowsText = rows => Array.from(rows, row => row === EMPTY ? '.' : row).join(' ');

/* ---- The curve ---- */

/* An individual has conflicts with the squares that the instance forbids, too. */
const curve = evolving ? run.best : boards.map(partial ? depthOf : countConflicts);
const most = Math.max(1, ...(evolving ? run.worst : []).concat(curve));
const chartX = i => last > 0 ? 1000 * i / last : 1000;
const chartY = value => 100 - 100 * value / most;
const trackOf = values => values.map((value, i) => `${i ? 'L' : 'M'}${chartX(i)} ${chartY(value)}`).join('');

function drawCurve() {
  const restarts = run.restarts.length <= 100 ? run.restarts : []; /* more would hide the curve */
  let paths = restarts.map(i => `<path class="restart" d="M${chartX(i)} 0V100"/>`).join('');
  if (evolving) {
    const back = curve.map((value, i) => `L${chartX(i)} ${chartY(value)}`).reverse().join('');
    paths += `<path class="spread" d="${trackOf(run.worst)}${back}z"/>` +
      `<path class="mean" d="${trackOf(run.mean)}"/>`;
  }
  byId('chart').innerHTML = paths + `<path class="best" d="${trackOf(curve)}"/>` +
    '<path id="cursor" class="cursor"/><path id="dot" class="dot"/>';
  byId('legend').innerHTML = partial ? 'Depth of the tree: queens placed, by event'
    : evolving ? 'Conflicts by generation: <i class="best"></i>best <i class="mean"></i>mean ' +
      '<i class="spread"></i>best to worst'
    : 'Conflicts by step';
  byId('chart').setAttribute('aria-label', byId('legend').textContent);
  byId('most').textContent = most;
  byId('count').textContent = last;
}

function drawCursor(i) {
  byId('cursor').setAttribute('d', `M${chartX(i)} 0V100`);
  byId('dot').setAttribute('d', `M${chartX(i)} ${chartY(curve[i])}h0`);
}

/* ---- Words ---- */

/* Why a queen is placed there: what its column and row had left before. */
function describeChoice(before, column, row, forced) {
  const left = squaresLeft(before), inRows = leftInRows(before, left);
  const inColumn = left[column].length, inRow = inRows[row], fewest = Math.min(inColumn, inRow);
  const line = inRow < inColumn ? `row ${row}` : `column ${column}`;
  if (forced) return `: the last square left in ${fewest === 1 ? line : 'its column or row'}.`;
  const all = left.map(rows => rows && rows.length).concat(inRows).filter(count => count !== null);
  return all.every(count => count >= fewest)
    ? `. No column or row had fewer squares left than ${line}: ${fewest}.`
    : `. Its column had ${plural(inColumn, 'square')} left, its row ${inRow}.`;
}

/* The same where columns are filled in order. */
function describeNext(before, column, row, forced) {
  const left = squaresLeft(before)[column];
  const why = run.method.includes('variable=mrv') ? ' No other column had fewer.' : '';
  if (forced || left.length === 1) return ': the last square left in its column.' + why;
  return row === left[0] ? `: the first of the ${left.length} rows left in its column.` + why
    : `: one of the rows left in its column, ${left.join(', ')}.` + why;
}

function describeEvent(i, left) {
  if (i === 0) return placed.length > 0 ? 'The placed queens.' : 'The empty board.';
  const [kind, c, r] = run.events[i - 1], column = DIGITS.indexOf(c), row = DIGITS.indexOf(r);
  const where = `column ${column}, row ${row}`;
  const dead = columns.filter(c => left[c] !== null && left[c].length === 0);
  const free = new Set(left.flatMap(rows => rows || []));
  const bare = columns.filter(r => !free.has(r) && !boards[i].includes(r));
  switch (kind) {
  case 'p':
  case 'f':
    return `A queen is placed on ${where}` +
      (byColumns ? describeNext : describeChoice)(boards[i - 1], column, row, kind === 'f');
  case 't': return `The queen on ${where} is taken back.`;
  case 's': return 'The last queens are placed.';
  }
  return 'Dead end: ' + (dead.length > 0 ? `no square is left in column ${dead.join(', ')}.`
    : bare.length > 0 ? `no square is left in row ${bare.join(', ')}.`
    : 'the squares left cannot hold the queens that are missing.');
}

function describeMove(i) {
  if (i === 0) return 'The start board.';
  if (run.restarts.includes(i)) return 'A restart: a new start board.';
  const moved = columns.filter(c => boards[i][c] !== boards[i - 1][c]);
  if (moved.length === 0) return 'No queen has moved.';
  if (moved.length > 2) return `${moved.length} queens stand on other rows.`;
  return moved.map(c =>
    `The queen in column ${c} moves from row ${boards[i - 1][c]} to row ${boards[i][c]}.`).join(' ');
}

function describeStep(i) {
  const c = chosenAt(i);
  if (c < 0) return describeMove(i);
  const attackers = attackersOf(boards[i], c);
  return `${describeMove(i)} Next, column ${c}: queens that attack its queen: ` +
    `${attackers[boards[i][c]]}; the square that it goes to: ${attackers[boards[i + 1][c]]}.`;
}

/* "individual 3 (4 conflicts, chance 5.1 %)". */
function describeParent([number, conflicts], wheel) {
  const [, count, share] = wheel.find(group => group[0] === conflicts);
  return `individual ${number} (${plural(conflicts, 'conflict')}` +
    (share === undefined ? ')' : `, chance ${Number((share / count).toPrecision(2))} %)`);
}

/* What the mutation changed of the child. */
const mutatedIn = (birth, rows) => columns.filter(c => DIGITS[rows[c]] !== birth.crossed[c]);

function describeBirth(birth, rows) {
  if (!birth) return '';
  if (!birth.parents) return ' It is copied unchanged from the generation before: the elite.';
  const mutated = mutatedIn(birth, rows), parents = birth.parents.map(one => describeParent(one, birth.wheel));
  return ` It is a child of ${parents.join(' and ')}, ` + (mutated.length === 0 ? 'without mutation.'
    : `mutated in ${mutated.length === 1 ? 'column' : 'columns'} ${mutated.join(', ')}.`);
}

/* The genes of the parents and the child, and the parts of the roulette. */
function drawBirth(birth, rows) {
  const shown = birth && birth.parents;
  byId('birth').style.visibility = shown ? 'visible' : 'hidden'; /* nothing moves while it plays */
  if (!shown) return;
  const mutated = mutatedIn(birth, rows), [first, second] = birth.parents.map(parent => parent[2]);
  const row = (name, genes, kind) => `<tr><th scope="row">${name}</th>` + columns.map(c =>
    `<td class="${kind(c)}${second && c > 0 && birth.cuts.includes(c) ? ' cut' : ''}">${DIGITS.indexOf(genes[c])}</td>`).join('') + '</tr>';
  const inherited = c => second && birth.crossed[c] !== first[c] ? 'second' : '';
  byId('genes').innerHTML = row(`Parent ${birth.parents[0][0]}`, first, () => '') +
    (second ? row(`Parent ${birth.parents[1][0]}`, second, () => 'second') : '') +
    row('Child', Array.from(rows, r => DIGITS[r]), c => mutated.includes(c) ? 'mutated' : inherited(c));
  drawWheel(birth.wheel, birth.parents.map(parent => parent[1]));
}

/* The chances of the generation before to become parents; without a wheel, how many there are. */
function drawWheel(wheel, chosen) {
  const partOf = ([, count, share = count]) => share, whole = wheel.reduce((sum, group) => sum + partOf(group), 0);
  byId('spun').textContent = (wheel[0].length > 2 ? 'Roulette of the parents, by conflicts: ' : 'The generation before, by conflicts: ') +
    wheel.map(([conflicts, count, share]) =>
      `${conflicts} (${plural(count, 'individual')}${share === undefined ? '' : `, ${Math.round(share)} %`})`).join(', ') + '.';
  byId('wheel').innerHTML = wheel.map(group => `<span class="${chosen.includes(group[0]) ? 'parent' : ''}">` +
    `${partOf(group) > .05 * whole ? group[0] : ''}</span>`).join('');
  wheel.forEach((group, k) => { byId('wheel').children[k].style.flex = `${partOf(group)} 1 0`; });
}

function describeGeneration(i) {
  return `The best individual.${describeBirth(run.births[i], boards[i])} In the population: mean ${run.mean[i]}, worst ${run.worst[i]} conflicts; ` +
    `two individuals differ in ${Math.round(100 * run.diversity[i])} % of their genes.`;
}

function describe(i, shared, left) {
  const {number, first} = restartOf(i);
  byId('where').textContent = `${noun[0].toUpperCase()}${noun.slice(1)} ${i} of ${last}` +
    (number > 0 ? ` (${i - first} of restart ${number})` : '') +
    (partial ? `, depth ${curve[i]}` : `, ${plural(curve[i], 'conflict')}`);
  byId('event').textContent =
    partial ? describeEvent(i, left) : evolving ? describeGeneration(i) : describeStep(i);
  byId('sharing').textContent = shared.length > 0 ? 'Lines that queens share' : 'No line is shared';
  byId('lines').hidden = shared.length === 0;
  byId('lines').replaceChildren(...shared.map(line => {
    const item = document.createElement('li');
    item.textContent = `${line.name}: columns ${line.queens.join(', ')}`;
    return item;
  }));
  byId('rows').textContent = rowsText(boards[i]);
}

/* ---- Going through the run ---- */

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 500], TICK = 16; /* steps a second; milliseconds */
let at = 0, playing = false, since = 0;

function go(to) {
  at = Math.min(Math.max(to, 0), last);
  const left = partial ? squaresLeft(boards[at]) : null, shared = sharedLines(boards[at]);
  drawBoard(at, shared, left);
  drawCursor(at);
  if (evolving) drawBirth(run.births[at], boards[at]);
  describe(at, shared, left);
  byId('at').value = at;
}

/* At high speeds a tick takes several steps. */
function tick() {
  if (!playing) return;
  const speed = SPEEDS[byId('speed').selectedIndex];
  const steps = Math.floor((performance.now() - since) * speed / 1000);
  if (steps > 0) {
    since += steps * 1000 / speed;
    go(at + steps);
  }
  if (at === last) play(false);
  else setTimeout(tick, TICK);
}

function play(on) {
  playing = on;
  byId('play').textContent = on ? 'Pause' : 'Play';
  if (!on) return;
  if (at === last) go(0);
  since = performance.now();
  setTimeout(tick, TICK);
}

function step(to) {
  play(false);
  go(to);
}

function changeSpeed(by) {
  const speed = byId('speed');
  speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), SPEEDS.length - 1);
}

const KEYS = {
  ' ': () => play(!playing), ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1),
  Home: () => step(0), End: () => step(last), '+': () => changeSpeed(1), '-': () => changeSpeed(-1)
};

function listen() {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    if (event.target.tagName === 'SELECT') return;
    event.preventDefault();
    KEYS[event.key]();
  });
  byId('first').onclick = KEYS.Home;
  byId('back').onclick = KEYS.ArrowLeft;
  byId('play').onclick = KEYS[' '];
  byId('next').onclick = KEYS.ArrowRight;
  byId('last').onclick = KEYS.End;
  byId('at').oninput = event => step(Number(event.target.value));
  const seek = event => {
    if (event.buttons !== 1) return;
    const box = byId('chart').getBoundingClientRect();
    step(Math.round((event.clientX - box.left) / box.width * last));
  };
  byId('chart').onpointerdown = byId('chart').onpointermove = seek;
}

function start() {
  byId('title').textContent = `${n} queens, ${run.method.split(':')[0]}`;
  byId('about').textContent = `${run.method}, seed ${run.seed}: ` +
    (run.solved ? `solved in ${plural(last, noun)}.` : run.reason);
  byId('board').setAttribute('viewBox', [-MARGIN, -1.6 * FONT, n + MARGIN + BESIDE,
    n + 2 * FONT + (partial ? BARS + 1.6 * FONT : 0)].join(' '));
  byId('board').style.setProperty('--pen', PEN);
  byId('board').innerHTML = backgroundOf();
  byId('speed').innerHTML = SPEEDS.map(speed => `<option>${speed} / s</option>`).join('');
  byId('speed').selectedIndex = SPEEDS.findIndex(speed => last <= 20 * speed || speed === 500);
  byId('shared').hidden = partial;
  byId('squares').hidden = !partial || byColumns;
  byId('inorder').hidden = !byColumns;
  byId('numbers').hidden = !boards.some((_, i) => chosenAt(i) >= 0);
  byId('birth').hidden = byId('family').hidden = !run.births || !run.births.some(Boolean);
  byId('at').max = last;
  drawCurve();
  listen();
  go(Number(location.hash.slice(1)) || 0); /* run.html#12 opens at board 12 */
}

start();
