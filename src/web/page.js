/* The page: six tabs, each a form, a status line and a result.  All work is done by the program in a
 * worker (worker.js); this script asks and shows. */
'use strict';

/* ---- The program, in a worker of its own for each tab ---- */

const PARTS = ['solve', 'watch', 'race', 'check', 'play', 'count'];
const byId = id => document.getElementById(id);
const decoder = new TextDecoder(), encoder = new TextEncoder();
const bytesOf = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));
const compiled = WebAssembly.compile(bytesOf(byId('program').textContent.trim()));
const workerCode = URL.createObjectURL(new Blob([byId('worker').textContent], {type: 'text/javascript'}));

class Engine {
  constructor(onProgress) {
    this.onProgress = onProgress;
    this.waiting = new Map();
    this.last = 0;
  }

  start() {
    this.worker = new Worker(workerCode);
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({data}) => {
        if (data.ready) resolve();
        else if (data.progress) this.onProgress(data.progress);
        else this.take(data, reject);
      };
      this.worker.onerror = event => this.take({broken: true, answer: {error: event.message}}, reject);
    });
    return compiled.then(module => {
      this.worker.postMessage({module});
      return this.ready;
    });
  }

  take(data, reject) {
    if (data.broken) { /* its memory may be in any state */
      this.worker.terminate();
      this.worker = null;
      reject(new Error(data.answer.error));
    }
    const resolve = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (resolve) resolve(data);
  }

  awake() {
    if (!this.worker) this.starting = this.start();
    return this.starting;
  }

  /* The answer to a request, which may have a file as `input`: {answer, rows, bytes}; null when it was stopped. */
  async call(request, wanted = {}) {
    await this.awake();
    const id = ++this.last;
    return new Promise(resolve => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({id, request, ...wanted});
    });
  }

  stop() {
    if (!this.worker) return;
    this.worker.terminate();
    this.worker = null;
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  }
}

/* ---- Words ---- */

const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const trimmed = (value, digits) => String(Number(value.toPrecision(digits)));

/* The clock of a browser has steps of up to .1 ms. */
const CLOCK = 1e-4;

function secondsText(seconds) {
  if (seconds < CLOCK * .999) return 'under 0.1 ms';
  if (seconds < 1) return trimmed(seconds * 1e3, 3) + ' ms';
  return trimmed(seconds, 3) + ' s';
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key in made && key !== 'list') made[key] = value;
    else made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/* 1000000, 1e6 and 1_000_000, as the command line has them. */
function readNumber(text, name) {
  const plain = text.trim().replace(/_/g, '');
  if (!/^\d+(\.\d+)?(e\d+)?$/i.test(plain)) throw new Error(`${name} must be a number, not "${text}"`);
  return Number(plain);
}

function quote(word) {
  return /^[\w.,:=+\/-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}

/* ---- What all tabs share ---- */

class Tab {
  constructor(name) {
    this.name = name;
    this.panel = byId(name);
    this.form = this.find('form');
    this.status = this.find('.status');
    this.engine = new Engine(progress => this.progress(progress));
    this.stopButton = this.find('.stop');
    this.form.onsubmit = event => {
      event.preventDefault();
      this.go();
    };
    if (this.stopButton) this.stopButton.onclick = () => this.stop();
  }

  find(selector) { return this.panel.querySelector(selector); }
  field(name) { return this.form.elements[name]; }

  say(text, bad = false) {
    this.status.textContent = text;
    this.status.classList.toggle('bad', bad);
  }

  progress({phase, done, total, conflicts}) {
    const share = total > 0 ? `${Math.min(100, Math.floor(100 * done / total))} %` : done.toLocaleString('en');
    this.say(`${phase}: ${share}${phase === 'repair' ? `, ${plural(conflicts, 'conflict')}` : ''}`);
  }

  busy(on) {
    const main = this.find('button.main');
    if (main) main.disabled = on;
    if (this.stopButton) this.stopButton.disabled = !on;
  }

  stop() {
    this.stopped = true;
    this.engine.stop();
    this.busy(false);
    this.say('Stopped.');
  }

  /* Run `work`; what goes wrong is said. */
  async go() {
    this.stopped = false;
    this.busy(true);
    this.say('\u2026');
    try {
      await this.work();
    } catch (error) {
      if (!this.stopped) this.say(error.message, true);
    }
    if (!this.stopped) this.busy(false);
  }

  /* The reply to a request; throws what the program says is wrong. */
  async ask(request, wanted) {
    const reply = await this.engine.call(request, wanted);
    if (reply === null) {
      this.stopped = true;
      throw new Error('Stopped.');
    }
    if (reply.answer.error) throw new Error(reply.answer.error);
    return reply;
  }
}

/* ---- Methods and their options ---- */

let tables = {methods: [], exports: [], formats: [], counts: [], watched: [], queen: ''};

/* Where the methods come from: a title and its DOI. */
const SOURCES = {
  'min-conflicts': ['S. Minton and others, Minimizing conflicts, Artificial Intelligence 58, 1992', '10.1016/0004-3702(92)90007-K'],
  'genetic': ['J. H. Holland, Adaptation in Natural and Artificial Systems, 1975', '10.7551/mitpress/1090.001.0001'],
  'hill-climbing': ['S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, section 4.1', 'https://aima.cs.berkeley.edu/'],
  'annealing': ['S. Kirkpatrick and others, Optimization by simulated annealing, Science 220, 1983', '10.1126/science.220.4598.671'],
  'backtracking': ['S. W. Golomb and L. D. Baumert, Backtrack programming, Journal of the ACM 12, 1965', '10.1145/321296.321300'],
  'construct': ['J. Bell and B. Stevens, A survey of known results for n-queens, Discrete Mathematics 309, 2009',
                '10.1016/j.disc.2007.12.043'],
  'typical': ['M. Simkin, The number of n-queens configurations, Advances in Mathematics 427, 2023', '10.1016/j.aim.2023.109127']
};

function optionField(option) {
  const field = option.choices.length > 0
    ? element('select', {}, element('option', {value: '', textContent: 'default'}),
              ...option.choices.map(choice => element('option', {value: choice.name, textContent: choice.name,
                                                                 title: choice.help || ''})))
    : element('input', {placeholder: 'default', size: 12});
  const values = option.choices.length > 0 ? '' : `; ${option.values}${option.default ? `; default: ${option.default}` : ''}`;
  field.name = 'option-' + option.name;
  return element('label', {}, option.name, field, element('small', {textContent: option.help + values}));
}

function fillOptions(tab) {
  const method = tables.methods.find(one => one.name === tab.field('method').value);
  tab.find('.options').replaceChildren(...method ? method.options.map(optionField) : []);
  if (!method) return;
  const [title, place] = SOURCES[method.name] || [];
  tab.find('.about').replaceChildren(`${method.summary[0].toUpperCase()}${method.summary.slice(1)}. `,
    ...title ? ['Source: ', element('a', {href: new URL(place, 'https://doi.org/').href, textContent: title}), '.'] : []);
}

/* "genetic:population=50" from the fields of a form. */
function methodText(tab) {
  const given = [...tab.find('.options').querySelectorAll('select, input')].filter(field => field.value.trim() !== '')
    .map(field => `${field.name.slice('option-'.length)}=${field.value.trim()}`);
  return tab.field('method').value + (given.length > 0 ? ':' + given.join(',') : '');
}

function setMethod(tab, text) {
  const [method, options] = text.split(/:(.*)/s);
  tab.field('method').value = method;
  fillOptions(tab);
  for (const pair of options ? options.split(',') : []) {
    const [name, value] = pair.split('=');
    const field = tab.form.elements['option-' + name];
    if (field) field.value = value;
  }
}

function offerMethods(tab, watched = null) {
  const names = tables.methods.map(method => method.name).filter(name => !watched || watched.includes(name));
  tab.field('method').replaceChildren(...names.map(name => element('option', {value: name, textContent: name})));
  const usual = names.includes('min-conflicts') ? 'min-conflicts' : names[0];
  tab.field('method').value = usual;
  tab.field('method').onchange = () => fillOptions(tab);
  fillOptions(tab);
}

/* ---- Downloads and copies ---- */

function save(name, parts, type) {
  const link = element('a', {href: URL.createObjectURL(new Blob(parts, {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function copy(text, button) {
  const was = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch (error) { /* not allowed, as in a file that was opened from a disk: select it by hand */
    prompt('To copy:', text);
  }
  setTimeout(() => { button.textContent = was; }, 1500);
}

function npyHeader(n) {
  const shape = `{'descr': '<u4', 'fortran_order': False, 'shape': (${n},), }`;
  const text = shape.padEnd(128 - 10 - 1) + '\n';
  return new Uint8Array([0x93, ...'NUMPY'.split('').map(c => c.charCodeAt(0)), 1, 0, text.length & 255, text.length >> 8,
                         ...text.split('').map(c => c.charCodeAt(0))]);
}

/* The rows as text, in pieces that a large board needs. */
function rowsPieces(rows, separator) {
  const pieces = [], PIECE = 100000;
  for (let i = 0; i < rows.length; i += PIECE)
    pieces.push((i > 0 ? separator : '') + rows.subarray(i, i + PIECE).join(separator));
  return pieces;
}

function svgElement(name, attributes, words = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = words;
  return made;
}

const svgText = (x, y, words, kind = '') => svgElement('text', {x, y, class: kind}, words);

/* ---- Small boards ---- */

/* A board as SVG; `pair`: two columns whose queens attack each other. */
function smallBoard(rows, pair = null) {
  const n = rows.length, mark = [], dark = [], side = n <= 20 ? .86 : 1.3; /* small squares, large marks */
  for (let c = 0; c < n; c++)
    for (let r = c % 2 ? 0 : 1; r < n; r += 2) dark.push(`M${c} ${r}h1v1h-1z`);
  rows.forEach((row, c) => {
    if (row !== null && row < n)
      mark.push(`<path class="${pair && pair.includes(c) ? 'hit' : 'queen'}" d="${tables.queen}" ` +
        `transform="translate(${c + .5 - side / 2} ${row + .5 - side / 2}) scale(${side / 100})"/>`);
  });
  const attack = pair ? `<path class="attack" d="M${pair[0] + .5} ${rows[pair[0]] + .5}L${pair[1] + .5} ${rows[pair[1]] + .5}"/>` : '';
  const board = element('div');
  board.innerHTML = `<svg class="small" viewBox="0 0 ${n} ${n}" role="img" aria-label="Board: ${rows.map(r => r === null ? '.' : r).join(' ')}">` +
    `<rect class="light" width="${n}" height="${n}"/><path class="dark" d="${dark.join('')}"/>${attack}${mark.join('')}</svg>`;
  return board.firstChild;
}

function attackingPair(rows) {
  const queens = rows.map((row, column) => [column, row]).filter(([, row]) => row !== null);
  for (const [b, s] of queens)
    for (const [a, r] of queens)
      if (a < b && (r === s || a + r === b + s || r - a === s - b)) return [a, b];
  return null;
}

/* ---- Solve ---- */

class Solve extends Tab {
  constructor() {
    super('solve');
    this.zoom = 1;
    this.panel.addEventListener('click', event => {
      const {save: format, zoom} = event.target.dataset;
      if (format) this.save(format).catch(error => this.say(error.message, true));
      if (zoom) this.setZoom(this.zoom * (zoom > 0 ? 1.5 : 1 / 1.5));
      if ('copy' in event.target.dataset) copy(this.find('.command').textContent, event.target);
    });
  }

  async work() {
    const n = readNumber(this.field('n').value, 'n'), method = methodText(this);
    const request = {do: 'solve', n, method, seed: this.field('seed').value.trim(),
                     seconds: readNumber(this.field('seconds').value, 'The time limit')};
    this.find('.result').hidden = true;
    const {answer, rows} = await this.ask(request, {rows: true});
    setAddress('solve', {n, method, seed: request.seed});
    this.request = request;
    this.rows = rows;
    this.show(answer);
  }

  async show(answer) {
    if (answer.verdict !== 'solved') {
      const none = answer.verdict === 'unsolvable';
      this.say(none ? `No solution exists: ${answer.reason}` : `Not solved: ${answer.reason}. One may still exist.`, true);
      return;
    }
    this.say(`Solved in ${secondsText(answer.seconds)}, and checked: valid.`);
    this.find('.numbers').textContent = `${plural(answer.steps, 'step')}, ${plural(answer.restarts, 'restart')}; the check took ` +
      `${secondsText(answer.check)}; method ${answer.method}${answer.member ? ', which found it by ' + answer.member : ''}.`;
    this.find('.command').textContent = `nqueens solve ${this.request.n} --method ${quote(answer.method)} --seed ${this.request.seed}`;
    this.find('.result').hidden = false;
    const {bytes} = await this.ask({do: 'picture'}, {bytes: true});
    this.picture = new Blob([bytes], {type: 'image/svg+xml'});
    const image = this.find('img');
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(this.picture);
    image.alt = this.request.n <= 64 ? 'Board: ' + this.rows.join(' ') : `A picture of the board of ${this.request.n} queens`;
    this.setZoom(1);
  }

  setZoom(zoom) {
    this.zoom = Math.min(Math.max(zoom, 1), 16);
    this.find('.view').classList.toggle('fit', this.zoom === 1);
    this.find('.view img').style.width = this.zoom === 1 ? '' : `${100 * this.zoom}%`;
  }

  async save(format) {
    const rows = this.rows, name = `queens-${rows.length}.${format}`;
    if (format === 'txt') save(name, [...rowsPieces(rows, ' '), '\n'], 'text/plain');
    if (format === 'npy') save(name, [npyHeader(rows.length), rows], 'application/octet-stream');
    if (format === 'json')
      save(name, [`{"n":${rows.length},"base":0,"rows":[`, ...rowsPieces(rows, ','), ']}\n'], 'application/json');
    if (format === 'svg') save(name, [this.picture], 'image/svg+xml');
    if (format === 'png') await this.savePng(name);
  }

  async savePng(name) {
    const image = this.find('img'), side = 2048;
    const canvas = element('canvas', {width: side, height: Math.round(side * image.naturalHeight / image.naturalWidth) || side});
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
    save(name, [blob], 'image/png');
  }
}

/* ---- Watch ---- */

class Watch extends Tab {
  constructor() {
    super('watch');
    this.find('iframe').onload = event => this.fit(event.target);
  }

  /* The frame is as high as its page, whose board fits the window. */
  fit(frame) {
    const page = frame.contentDocument, board = page.getElementById('board');
    if (!board) return;
    board.style.maxHeight = `${Math.max(240, .7 * innerHeight)}px`;
    new ResizeObserver(() => { frame.style.height = `${page.body.offsetHeight + 4}px`; }).observe(page.body);
  }

  async work() {
    const n = readNumber(this.field('n').value, 'n'), method = methodText(this), seed = this.field('seed').value.trim();
    const {answer, bytes} = await this.ask({do: 'watch', n, method, seed}, {bytes: true});
    setAddress('watch', {n, method, seed});
    const frame = this.find('iframe');
    frame.srcdoc = decoder.decode(bytes);
    frame.hidden = false;
    this.say(`${plural(answer.boards, 'board')}.`);
  }
}

/* ---- Race ---- */

/* Of curves: four colours, eight dashes. */
const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '14 4', '1 4', '5 2 1 2 1 2', '12 3 5 3'];

class Race extends Tab {
  constructor() {
    super('race');
    this.find('.add').onclick = () => this.addRacer('');
    this.panel.addEventListener('click', event => {
      if (event.target.dataset.save) save('runs.csv', [this.csv()], 'text/csv');
      if ('copy' in event.target.dataset) copy(this.find('.command').textContent, event.target);
    });
  }

  addRacer(text) {
    const input = element('input', {value: text, name: 'racer', spellcheck: false, placeholder: 'method:option=value'});
    input.setAttribute('aria-label', 'Method');
    input.setAttribute('list', 'methods');
    const remove = element('button', {type: 'button', textContent: 'Remove', onclick: () => remove.parentNode.remove()});
    this.find('.racers').append(element('div', {}, input, remove));
  }

  racers() {
    return [...this.find('.racers').querySelectorAll('input')].map(input => input.value.trim()).filter(Boolean);
  }

  async work() {
    const request = {do: 'race-begin', methods: this.racers(), n: this.field('n').value.trim(),
                     runs: readNumber(this.field('runs').value, 'Runs'), seed: readNumber(this.field('seed').value, 'The seed'),
                     seconds: readNumber(this.field('seconds').value, 'The limit')};
    this.find('.result').hidden = true;
    this.find('.answer').textContent = '';
    this.find('.lanes').replaceChildren();
    const {answer: begun} = await this.ask(request);
    setAddress('race', {n: request.n, methods: request.methods.join(';'), runs: request.runs, seed: request.seed});
    this.lanes = begun.labels.map(label => this.lane(label, request.runs));
    this.runs = [];
    for (let i = 0; i < begun.runs; i++) {
      const {answer: run} = await this.ask({do: 'race-run'});
      this.runs.push(run);
      this.showRun(run, request);
    }
    const {answer: result} = await this.ask({do: 'race-summary'}), curves = [];
    for (let variant = 0; variant < begun.labels.length; variant++)
      curves.push((await this.ask({do: 'race-curve', variant})).answer.points);
    this.showResult(request, begun.labels, result);
    this.drawCurves(begun.labels, curves);
  }

  progress() { /* a lane shows how many runs are done */ }

  lane(label, runs) {
    const lane = element('div', {className: 'lane'}, element('h2', {textContent: label}));
    lane.bar = element('progress', {max: runs, value: 0});
    lane.bar.setAttribute('aria-label', label);
    lane.words = element('p');
    lane.board = element('div');
    lane.append(lane.bar, lane.words, lane.board);
    this.find('.lanes').append(lane);
    return lane;
  }

  showRun(run, {runs}) {
    const lane = this.lanes[run.variant], own = this.runs.filter(other => other.variant === run.variant);
    const solved = own.filter(other => other.verdict === 'solved').length;
    lane.bar.value = own.length;
    lane.words.textContent = `Solved ${solved} of ${own.length}; the last in ${secondsText(run.seconds)}, ${plural(run.steps, 'step')}.`;
    if (run.board) lane.board.replaceChildren(smallBoard(run.board));
    this.say(`Run ${this.runs.length} of ${runs * this.lanes.length}`);
  }

  showResult(request, labels, {answer, pairs, summary}) {
    const solved = this.runs.filter(run => run.verdict === 'solved').length;
    this.say(`Done: ${solved} of ${plural(this.runs.length, 'run')} solved.`);
    this.find('.answer').textContent = answer + '.';
    this.find('.pairs').replaceChildren(...pairs.map(text => element('li', {textContent: text})));
    this.find('.command').textContent = 'nqueens compare ' + request.methods.map(method => '--method ' + quote(method)).join(' ') +
      ` --n ${request.n} --runs ${request.runs} --seed ${request.seed} --time-limit ${request.seconds} --report report.html`;
    const cells = labels.map(label => (summary.cells || []).find(cell => cell.label === label));
    cells.forEach((cell, i) => this.sumUp(this.lanes[i], cell));
    this.drawPlot(labels, cells);
    this.find('.result').hidden = false;
  }

  sumUp(lane, cell) {
    const {value, interval} = cell.seconds.median;
    const span = interval[1] === null ? '' : `, 95 % interval ${interval.map(secondsText).join(' to ')}`;
    lane.words.textContent = `Solved ${cell.solved} of ${cell.runs}` +
      `${value === null ? '; median beyond the limit' : `, median ${secondsText(value)}${span}`}.`;
  }

  /* As wide as the page, so that the letters keep their size. */
  plotWidth() { return Math.max(320, Math.min(860, this.panel.clientWidth)); }

  /* A line a method: each run, the median and its interval; time on a logarithmic axis. */
  drawPlot(labels, cells) {
    const LINE = 66, LEFT = 44, WIDTH = this.plotWidth(), TOP = 20, height = TOP + LINE * labels.length + 40;
    const times = this.runs.map(run => Math.max(run.seconds, CLOCK));
    const low = Math.floor(Math.log10(Math.min(...times)) + 1e-9), high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...times))));
    const x = seconds => LEFT + (WIDTH - LEFT - 40) * (Math.log10(Math.max(seconds, CLOCK)) - low) / (high - low);
    let marks = '';
    for (let power = low; power <= high; power++)
      marks += `<path class="axis" d="M${x(10 ** power)} ${TOP}V${height - 36}"/>` +
        (power === low && 10 ** low <= CLOCK * 1.01 ? `<text x="0" y="${height - 16}">at most 0.1 ms</text>`
          : `<text x="${x(10 ** power)}" y="${height - 16}" text-anchor="middle">${secondsText(10 ** power)}</text>`);
    labels.forEach((label, i) => {
      const y = TOP + LINE * (i + .7), {median} = cells[i].seconds;
      marks += this.runs.filter(run => run.variant === i).map((run, k) =>
        `<circle class="${run.verdict === 'solved' ? 'run' : 'lost'}" cx="${x(run.seconds)}" cy="${y + 5 * (k % 3 - 1)}" r="4"/>`).join('');
      if (median.value !== null && median.interval[0] !== null)
        marks += `<path class="bar" d="M${x(median.interval[0])} ${y - 14}H${x(median.interval[1] === null ? 10 ** high : median.interval[1])}"/>` +
          `<circle class="median" cx="${x(median.value)}" cy="${y - 14}" r="5"/>`;
    });
    const plot = this.find('.times');
    plot.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
    plot.setAttribute('aria-label', 'Time of each run by method; above them the median and its 95 % interval');
    plot.innerHTML = marks;
    labels.forEach((label, i) => plot.append(svgText(0, TOP + LINE * i + 14, label)));
  }

  /* Conflicts of the run on the first seed, over its evaluations, which have a logarithmic axis. */
  drawCurves(labels, curves) {
    const traced = curves.map((points, i) => [points, labels[i], i]).filter(([points]) => points.length > 1), shown = traced.length > 0;
    const WIDTH = this.plotWidth(), TOP = 12 + 18 * traced.length, HEIGHT = TOP + 270, LEFT = 50, BOTTOM = 44;
    const plot = this.find('.curves');
    this.find('.curve-title').hidden = !shown;
    plot.toggleAttribute('hidden', !shown);
    if (!shown) return;
    const all = curves.flat(), most = Math.max(...all.map(([, conflicts]) => conflicts), 1);
    const far = Math.ceil(Math.log10(Math.max(...all.map(([effort]) => effort), 10)));
    const x = effort => LEFT + (WIDTH - LEFT - 40) * Math.log10(Math.max(effort, 1)) / far;
    const y = conflicts => TOP + (HEIGHT - BOTTOM - TOP) * (1 - conflicts / most);
    let marks = `<path class="axis" d="M${LEFT} ${y(0)}H${WIDTH - 20}"/>`;
    for (let power = 0; power <= far; power++)
      marks += `<text x="${x(10 ** power)}" y="${HEIGHT - 24}" text-anchor="middle">${10 ** power < 1e6 ? (10 ** power).toLocaleString('en') : `1e${power}`}</text>`;
    traced.forEach(([points, , i]) => {
      marks += `<path class="curve curve-${i % 4}" stroke-dasharray="${DASHES[i % DASHES.length]}" d="${points.map(([effort, conflicts], k) =>
        `${k ? 'L' : 'M'}${x(effort).toFixed(1)} ${y(conflicts).toFixed(1)}`).join('')}"/>`;
    });
    plot.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    plot.setAttribute('aria-label', 'Conflicts over evaluations, for the run of each method on the first seed');
    plot.innerHTML = marks;
    plot.append(svgText(0, y(most) + 4, String(most)), svgText(20, y(0) + 4, '0'),
                svgText(LEFT, HEIGHT - 4, 'Evaluations'));
    traced.forEach(([, label, i], k) =>
      plot.append(svgElement('path', {d: `M${WIDTH - 60} ${8 + 18 * k}h40`, class: `sample curve-${i % 4}`,
                                      'stroke-dasharray': DASHES[i % DASHES.length]}),
                  svgText(WIDTH - 66, 12 + 18 * k, label, `key-${i % 4}`)));
  }

  csv() {
    const cell = text => /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    return 'method,n,verdict,seconds,steps,evaluations,restarts\r\n' + this.runs.map(run =>
      [cell(run.method), run.n, run.verdict, run.seconds, run.steps, run.counters.evaluations ?? '', run.restarts].join(',') + '\r\n').join('');
  }
}

/* ---- Check ---- */

/* The field shows texts of up to so many bytes. */
const SHOWN = 100000;

class Check extends Tab {
  constructor() {
    super('check');
    const file = this.find('input[type=file]');
    file.onchange = () => this.open(file.files[0]);
    const text = this.field('text');
    text.oninput = () => { this.held = null; };
    text.onpaste = event => {
      const pasted = event.clipboardData.getData('text');
      if (pasted.length <= SHOWN) return;
      event.preventDefault();
      this.hold(encoder.encode(pasted));
    };
    this.panel.ondragover = event => event.preventDefault();
    this.panel.ondrop = event => {
      event.preventDefault();
      if (event.dataTransfer.files.length > 0) this.open(event.dataTransfer.files[0]);
    };
  }

  async open(file) {
    if (!file) return;
    this.hold(new Uint8Array(await file.arrayBuffer()));
    this.go();
  }

  /* Take a file or a long text; the field, which is slow with many lines, shows its beginning. */
  hold(bytes) {
    const whole = bytes.length <= SHOWN && !bytes.includes(0);
    this.held = whole ? null : bytes;
    this.field('text').value = decoder.decode(bytes.subarray(0, whole ? SHOWN : 1000)) + (whole ? '' : '\n\u2026');
    this.say(whole ? '' : `${plural(bytes.length, 'byte')}, of which the first are shown.`);
  }

  async work() {
    const {answer} = await this.ask({do: 'check', format: this.field('format').value},
                                    {input: this.held || encoder.encode(this.field('text').value)});
    const {boards, checked, valid} = answer, hidden = checked - boards.length;
    this.say(`${valid.toLocaleString('en')} of ${plural(checked, 'board')} valid.${this.wholeText(answer)}`, valid < checked);
    this.find('.result').replaceChildren(...boards.map(one => this.verdict(one)),
      ...hidden > 0 ? [element('p', {textContent: `and ${plural(hidden, 'board')} more, not shown`})] : []);
  }

  /* Are they distinct, and all there are? */
  wholeText({valid, distinct, solutions}) {
    if (valid < 2) return '';
    const words = distinct === valid ? ' All valid boards are distinct' : ` ${distinct.toLocaleString('en')} of them are distinct`;
    if (solutions === undefined) return words + '.';
    return `${words}; ${distinct === solutions ? 'these are all solutions' : `there are ${plural(solutions, 'solution')} in all`}.`;
  }

  verdict(one) {
    const at = one.line > 0 ? `Line ${one.line}: ` : '', how = one.form ? ` (${one.form})` : '';
    if (one.error) return element('p', {className: 'bad', textContent: at + one.error});
    const words = one.valid === true ? `valid, n = ${one.n}${how}${one.same ? `; the same board as on line ${one.same}` : ''}`
      : one.n ? `invalid, n = ${one.n}${how}: ${plural(one.conflicts, 'conflict')}${one.why ? '; ' + one.why : ''}` : one.why;
    const block = element('div', {}, element('p', {className: one.valid === true ? 'good' : 'bad', textContent: at + words}));
    if (one.board) block.append(smallBoard(one.board, attackingPair(one.board)));
    return block;
  }
}

/* ---- Play ---- */

const queenGlyph = () => `<svg viewBox="0 0 100 100" aria-hidden="true"><path d="${tables.queen}"/></svg>`;

class Play extends Tab {
  constructor() {
    super('play');
    this.queens = new Map(); /* "column,row" -> true */
    this.blocks = new Set();
    this.past = [];
    this.field('n').onchange = () => this.reset();
    this.panel.addEventListener('click', event => {
      const act = event.target.dataset.do;
      if (act) this[act]().catch(error => this.say(error.message, true));
    });
    this.squares = this.find('.squares');
    this.squares.onkeydown = event => this.move(event);
    this.go = () => {};
  }

  get n() { return Math.min(16, Math.max(4, Number(this.field('n').value) || 8)); }

  reset() {
    this.queens.clear();
    this.blocks.clear();
    this.past = [];
    this.build();
  }

  build() {
    const n = this.n;
    this.squares.style.gridTemplateColumns = `repeat(${n}, minmax(0, 1fr))`;
    this.squares.replaceChildren();
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++) {
        const square = element('button', {type: 'button', tabIndex: c + r === 0 ? 0 : -1, className: (c + r) % 2 ? 'dark' : ''});
        square.setAttribute('role', 'gridcell');
        square.onclick = () => this.set(c, r);
        this.squares.append(square);
      }
    this.show();
  }

  set(c, r) {
    const key = `${c},${r}`, kind = this.field('piece').value === 'block' ? this.blocks : this.queens;
    this.past.push([new Map(this.queens), new Set(this.blocks)]);
    if (this.queens.has(key) || this.blocks.has(key)) {
      this.queens.delete(key);
      this.blocks.delete(key);
    } else if (kind === this.blocks) {
      this.blocks.add(key);
    } else {
      this.queens.set(key, true);
    }
    this.show();
  }

  move(event) {
    const n = this.n, all = [...this.squares.children], at = all.indexOf(document.activeElement);
    const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -n, ArrowDown: n}[event.key];
    if (by === undefined || at < 0 || at + by < 0 || at + by >= n * n) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    all[at + by].tabIndex = 0;
    all[at + by].focus();
  }

  places(kind) { return [...kind.keys()].map(key => key.split(',').map(Number)); }

  attacked(c, r) {
    return this.places(this.queens).some(([a, b]) => (a !== c || b !== r) && (a === c || b === r || a + b === c + r || a - b === c - r));
  }

  show(hint = null) {
    const n = this.n;
    [...this.squares.children].forEach((square, i) => {
      const c = i % n, r = Math.floor(i / n), key = `${c},${r}`, queen = this.queens.has(key), hit = this.attacked(c, r);
      square.className = [(c + r) % 2 ? 'dark' : '', queen && hit ? 'attacked' : '', !queen && hit ? 'hit' : '',
                          this.blocks.has(key) ? 'blocked' : '', hint && hint[0] === c && hint[1] === r ? 'hint' : ''].join(' ').trim();
      square.innerHTML = queen ? queenGlyph() : '';
      square.setAttribute('aria-label', `column ${c}, row ${r}${queen ? ', queen' : this.blocks.has(key) ? ', blocked' : ''}${hit ? ', attacked' : ''}`);
    });
    this.judge();
  }

  instance() {
    return [`n ${this.n}`, ...this.places(this.queens).map(([c, r]) => `queen ${c} ${r}`),
            ...this.places(this.blocks).map(([c, r]) => `block ${c} ${r}`)].join('\n') + '\n';
  }

  async judge() {
    if (!this.panel.hidden) setAddress('play', {n: this.n, queens: [...this.queens.keys()].join(';'), blocks: [...this.blocks.keys()].join(';')});
    const conflicts = this.places(this.queens).filter(([c, r]) => this.attacked(c, r)).length;
    if (conflicts > 0) return this.say(`${plural(conflicts, 'queen')} in conflict.`, true);
    const turn = this.turn = (this.turn || 0) + 1;
    const {answer} = await this.engine.call({do: 'play', instance: this.instance()}) || {};
    if (!answer || turn !== this.turn) return null;
    if (answer.error) return this.say(answer.error, true);
    this.solution = answer.solution || null;
    if (this.queens.size === this.n) return this.say('Solved!');
    const count = plural(answer.count, 'way'), none = answer.count === 0;
    if (none && !answer.all) return this.say('Whether it can be completed takes too long to find out.');
    return this.say(none ? 'It cannot be completed.' : `It can be completed in ${answer.all ? count : 'at least ' + count}.`, none);
  }

  async undo() {
    if (this.past.length === 0) return;
    [this.queens, this.blocks] = this.past.pop();
    this.show();
  }

  async hint() {
    const next = (this.solution || []).findIndex((row, column) => !this.queens.has(`${column},${row}`));
    if (this.solution && next >= 0) this.show([next, this.solution[next]]);
  }

  async finish() {
    if (!this.solution) return;
    this.past.push([new Map(this.queens), new Set(this.blocks)]);
    this.solution.forEach((row, column) => this.queens.set(`${column},${row}`, true));
    this.show();
  }

  async clear() { this.past.push([new Map(this.queens), new Set(this.blocks)]); this.queens.clear(); this.blocks.clear(); this.show(); }

  async export() {
    const [format, encoding] = this.find('[name=export]').value.split('/');
    const {bytes} = await this.ask({do: 'export', instance: this.instance(), format, encoding: encoding || ''}, {bytes: true});
    const known = tables.exports.find(one => one.name === format);
    save(`queens-${this.n}${known ? known.suffix : '.txt'}`, [bytes], 'text/plain');
  }

  async link() { copy(location.href, this.find('[data-do=link]')); }
}

/* ---- Count ---- */

class Count extends Tab {
  constructor() { super('count'); }

  async work() {
    const n = readNumber(this.field('n').value, 'n');
    if (n > 16) throw new Error('This page counts to n = 16; the program nqueens goes further.');
    await this.engine.awake();
    const begun = performance.now(), {answer} = await this.ask({do: 'count', n});
    const known = tables.counts[n], same = known === answer.count;
    setAddress('count', {n});
    this.say(`${BigInt(answer.count).toLocaleString('en')} ${answer.count === '1' ? 'solution' : 'solutions'}, counted in ` +
      `${secondsText((performance.now() - begun) / 1000)}; ${same ? 'as published (OEIS A000170)' : 'not the published number'}.`, !same);
    const all = answer.plain + answer.half_turn + answer.quarter_turn;
    const classes = `${all.toLocaleString('en')} when rotations and reflections count as one: ` +
      `${answer.plain.toLocaleString('en')} without symmetry, ${answer.half_turn.toLocaleString('en')} unchanged by a half turn, ` +
      `${answer.quarter_turn.toLocaleString('en')} by a quarter turn.`;
    this.find('.result').replaceChildren(element('p', {textContent: all > 0 ? classes : ''}),
      element('div', {className: 'boards'}, ...answer.boards.map(rows => smallBoard(rows))));
  }
}

/* ---- The address: a link is a result ---- */

function setAddress(tab, values) {
  const words = Object.entries(values).filter(([, value]) => value !== '').map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  history.replaceState(null, '', '#' + [`tab=${tab}`, ...words].join('&'));
}

const readAddress = () => new Map(location.hash.slice(1).split('&').filter(Boolean).map(pair => {
  const [key, value = ''] = pair.split(/=(.*)/s);
  try {
    return [key, decodeURIComponent(value)];
  } catch (error) {
    return [key, value];
  }
}));

/* ---- Tabs ---- */

const tabs = {};

function choose(name, focus = false) {
  for (const part of PARTS) {
    const button = byId('tab-' + part), on = part === name;
    button.setAttribute('aria-selected', on);
    button.tabIndex = on ? 0 : -1;
    byId(part).hidden = !on;
    if (on && focus) button.focus();
  }
}

function makeTabs() {
  byId('tabs').replaceChildren(...PARTS.map(part => {
    const button = element('button', {id: 'tab-' + part, textContent: byId(part).dataset.name, onclick: () => choose(part)});
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', part);
    return button;
  }));
  byId('tabs').onkeydown = event => {
    const at = PARTS.indexOf(document.activeElement.id.slice('tab-'.length));
    const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: PARTS.length - 1}[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    choose(PARTS[(to + PARTS.length) % PARTS.length], true);
  };
}

/* Fill in what a link says, and run it. */
function followAddress() {
  const address = readAddress(), name = PARTS.includes(address.get('tab')) ? address.get('tab') : 'solve', tab = tabs[name];
  choose(name);
  for (const [key, value] of address)
    if (['n', 'seed', 'runs', 'seconds'].includes(key) && tab.field(key)) tab.field(key).value = value;
  if (address.has('method') && tab.field('method')) setMethod(tab, address.get('method'));
  if (name === 'race' && address.has('methods')) {
    tab.find('.racers').replaceChildren();
    address.get('methods').split(';').forEach(method => tab.addRacer(method));
  }
  if (name === 'play') {
    const squares = key => (address.get(key) || '').split(';').filter(one => /^\d+,\d+$/.test(one));
    tab.queens = new Map(squares('queens').map(one => [one, true]));
    tab.blocks = new Set(squares('blocks'));
    tab.build();
  } else if (address.has('n')) {
    tab.go();
  }
}

/* A method, and it with each of its presets. */
function named({name, options}) {
  const preset = options.find(option => option.name === 'preset');
  return [name, ...preset ? preset.choices.map(choice => `${name}:preset=${choice.name}`) : []];
}

async function begin() {
  makeTabs();
  Object.assign(tabs, {solve: new Solve(), watch: new Watch(), race: new Race(), check: new Check(), play: new Play(), count: new Count()});
  choose('solve');
  try {
    tables = (await tabs.solve.ask({do: 'tables'})).answer;
  } catch (error) {
    tabs.solve.say(`This browser cannot run the program: ${error.message}`, true);
    return;
  }
  byId('version').textContent = tables.version;
  offerMethods(tabs.solve);
  offerMethods(tabs.watch, tables.watched);
  document.body.append(element('datalist', {id: 'methods'},
    ...tables.methods.flatMap(named).map(value => element('option', {value}))));
  ['min-conflicts', 'genetic'].forEach(method => tabs.race.addRacer(method));
  tabs.check.field('format').append(...tables.formats.map(name => element('option', {value: name, textContent: name})));
  tabs.play.find('[name=export]').append(...tables.exports.flatMap(format => (format.encodings.length > 0 ? format.encodings : [''])
    .map(encoding => element('option', {value: format.name + (encoding && '/' + encoding), textContent: format.name + (encoding && ' ' + encoding)}))));
  tabs.count.find('tbody').replaceChildren(...tables.counts.slice(1).map((count, i) =>
    element('tr', {}, element('td', {textContent: i + 1}), element('td', {textContent: BigInt(count).toLocaleString('en')}))));
  tabs.play.build();
  followAddress();
  document.body.dataset.ready = 'yes';
}

begin();
