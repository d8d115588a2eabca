#!/usr/bin/python3
"""Use the page as a person does: page.py PAGE PROGRAM TEST

Each test drives a headless Chromium by real events.  The console must stay empty, and no request may
leave the page.
"""
import base64
import hashlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

PAGE, PROGRAM = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
FULL = os.environ.get("TEST_SIZE") == "full"
SECONDS = 900 if FULL else 120
SHOTS = os.environ.get("SCREENSHOTS")  # a folder to put one of each tab into


class Page:
    def __init__(self, width=1280, dark=False, link=""):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=%d,900" % max(width, 500), "--user-data-dir=" + self.folder.name):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"download.default_directory": self.folder.name})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(SECONDS)
        command = self.driver.execute_cdp_cmd
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        command("Emulation.setEmulatedMedia", {"features": [scheme]})
        if width < 500:
            command("Emulation.setDeviceMetricsOverride",
                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": True})
        self.driver.get("about:blank")
        self.driver.get_log("performance")  # of the empty tab that the browser opens
        self.driver.get("file://%s%s" % (PAGE, link))
        self.wait(lambda: self.find("body").get_attribute("data-ready"))

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, done):
        return WebDriverWait(self.driver, SECONDS, .05).until(lambda _: done())

    def choose(self, tab):
        self.find("#tab-" + tab).click()

    def fill(self, tab, name, text):
        field = self.find("#%s [name=%s]" % (tab, name))
        if field.tag_name == "select":
            Select(field).select_by_value(text)
        else:
            field.clear()
            field.send_keys(text)

    def status(self, tab):
        return self.find("#%s .status" % tab).text

    def press(self, tab):
        """Press the button of a form, and wait for the end of the work."""
        self.find("#%s button.main" % tab).click()
        self.wait(lambda: self.find("#%s button.main" % tab).is_enabled())
        return self.status(tab)

    def call(self, request, rows=False):
        """The program's answer to a request, in a worker of its own."""
        return self.driver.execute_async_script(
            "const [request, rows, done] = arguments;"
            "(async () => { const engine = new Engine(() => {}); const reply = await engine.call(request, {rows});"
            " engine.stop(); done({answer: reply.answer, rows: reply.rows ? Array.from(reply.rows) : null}); })()",
            request, rows)

    def shoot(self, file):
        """A picture of the whole page."""
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        width = self.driver.execute_script("return innerWidth")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        file.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        """Nothing on the console, and nothing but the page itself was asked for."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        assert said == [], said
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                assert url.startswith(("file://" + str(PAGE), "data:", "blob:", "about:")), url
        self.driver.quit()
        self.folder.cleanup()


def program(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


# ---- The tests ----

# The contrast of each text with what is under it: those below 4.5, or 3 for large text (WCAG 2, AA).  Text of
# disabled buttons is exempt.  Borders of fields need 3.
CONTRAST = """
const parts = color => {
  const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
  return [r, g, b, a];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
const ground = one => {
  if (!one) return [255, 255, 255, 1];
  const style = one.ownerDocument.defaultView.getComputedStyle(one), color = parts(style.backgroundColor);
  return color[3] === 1 ? color : over(color, ground(one.parentElement));
};
const found = [];
let count = 0;
const judge = (one, color, ground, least, what) => {
  count++;
  const value = ratio(over(parts(color), ground), ground);
  if (value < least) found.push(`${what} ${one.tagName} "${(one.textContent || one.value || '').trim().slice(0, 30)}": ${value.toFixed(2)}`);
};
const frames = [...document.querySelectorAll('iframe')].map(frame => frame.contentDocument).filter(Boolean);
for (const page of [document, ...frames])
  for (const one of page.body.querySelectorAll('*')) {
    if (one.getClientRects().length === 0 || one.disabled || one.type === 'range' || one.closest('script, defs, [hidden]')) continue;
    const style = page.defaultView.getComputedStyle(one), field = /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName);
    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    if (field || [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
      judge(one, one.closest('svg') ? style.fill : style.color, ground(one), large ? 3 : 4.5, 'text');
    if (field && one.placeholder) judge(one, page.defaultView.getComputedStyle(one, '::placeholder').color, ground(one), 4.5, 'hint');
    if (field && one.type !== 'file') judge(one, style.borderTopColor, ground(one.parentElement), 3, 'border');
  }
return {found, count};
"""


def test_every_tab():
    """Each tab does its work, in both schemes, on windows of any width; all can be read."""
    for width, dark in ((1280, False), (390, True), (2560, False), (1280, True)):
        page = Page(width, dark)
        expected = {"solve": "Solved in", "watch": "11 boards.", "race": "Done: 40 of 40 runs solved.",
                    "check": "1 of 2 boards valid.", "play": "It can be completed in 92 ways.", "count": "92 solutions"}
        for tab, words in expected.items():
            page.choose(tab)
            if tab == "play":
                page.wait(lambda: page.status("play") == expected["play"])
            else:
                said = page.press(tab)
                assert words in said, (tab, said)
            if tab == "solve":
                page.find("#solve summary").click()
            if tab == "watch":
                page.wait(lambda: page.driver.execute_script(
                    "return !!document.querySelector('iframe').contentDocument?.querySelector('#board .queen')"))
            if SHOTS:
                page.shoot(pathlib.Path(SHOTS, "%s-%d%s.png" % (tab, width, "-dark" if dark else "")))
            contrast = page.driver.execute_script(CONTRAST)
            assert contrast["count"] > 20 and contrast["found"] == [], (tab, width, dark, contrast)
            wide = page.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, "%s is %d pixels too wide" % (tab, wide)
        page.close()


def same_board(page, method, n, seed):
    """Is the page's board the program's?  Large ones are compared by their hashes."""
    words = ["solve", str(n), "--method", method, "--seed", str(seed), "--threads", "1", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        board = pathlib.Path(folder, "board.npy")
        program(*words, "--output", str(board))
        expected = hashlib.sha256(board.read_bytes()[-4 * n:]).hexdigest()
    found = page.driver.execute_async_script(
        "const [request, done] = arguments;"
        "(async () => { const engine = new Engine(() => {}); const {rows} = await engine.call(request, {rows: true});"
        " engine.stop(); const hash = await crypto.subtle.digest('SHA-256', rows);"
        " done([...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')); })()",
        {"do": "solve", "n": n, "method": method, "seed": str(seed)})
    return found == expected


def test_same_boards():
    """The boards are those of the program.  In full: seeds 1 to 20, and 10^7 queens."""
    page = Page()
    methods = [method["name"] for method in page.call({"do": "tables"})["answer"]["methods"] if method["name"] != "sat"]
    assert len(methods) >= 6
    # These take minutes or hours for more.
    largest = {"genetic": 1000, "backtracking": 1000, "annealing": 10 ** 5 if FULL else 1000, "hill-climbing": 1000 if FULL else 50}
    for method in methods:
        for n in (8, 50, 1000, 10 ** 5):
            for seed in range(1, (21 if FULL else 4) if n < 1000 else 21 if FULL else 2):
                if n <= largest.get(method, n) and (FULL or method != "typical" or n < 10 ** 5):
                    assert same_board(page, method, n, seed), (method, n, seed)
    assert same_board(page, "min-conflicts", 10 ** 7 if FULL else 10 ** 6, 1)
    page.close()


def test_stop():
    """A search can be stopped at any time, and the page goes on."""
    page = Page()
    page.fill("solve", "n", "1e8")
    page.find("#solve button.main").click()
    time.sleep(1)
    begun = time.time()
    page.find("#solve .stop").click()
    assert page.status("solve") == "Stopped."
    assert time.time() - begun < 2
    page.fill("solve", "n", "8")
    assert "Solved in" in page.press("solve")
    page.close()


def test_no_memory():
    page = Page()
    page.fill("solve", "n", "4e9")
    assert "memory" in page.press("solve")
    page.fill("solve", "n", "8")
    assert "Solved in" in page.press("solve")
    page.close()


def test_wrong_input():
    page = Page()
    for n, words in (("", ""), ("0", "n must be"), ("eight", "n must be a number"), ("3", "No solution exists")):
        page.fill("solve", "n", n)
        if n:
            assert words in page.press("solve"), n
    page.fill("solve", "n", "8")
    page.fill("solve", "seed", "-1")
    assert "seed" in page.press("solve")
    page.close()


def test_links():
    """A link holds the settings, and shows their result."""
    page = Page(link="#n=100&seed=7&method=genetic:population=30")
    page.wait(lambda: "Solved in" in page.status("solve"))
    assert page.find("#solve .command").text == "nqueens solve 100 --method genetic:population=30 --seed 7"
    address = page.driver.current_url
    assert "n=100" in address and "seed=7" in address
    page.close()
    page = Page(link="#tab=play&n=6&queens=0%2C0")
    page.wait(lambda: page.status("play") == "It cannot be completed.")
    page.close()


def test_download():
    page = Page()
    page.fill("solve", "n", "20")
    page.press("solve")
    for suffix in ("txt", "npy", "json", "svg", "png"):
        page.find("#solve [data-save=%s]" % suffix).click()
        saved = pathlib.Path(page.folder.name, "queens-20." + suffix)
        page.wait(saved.exists)
        if suffix in ("txt", "npy", "json"):
            assert "valid n=20" in program("check", str(saved))
        else:
            assert saved.stat().st_size > 1000
    page.close()


def test_hostile_pastes():
    """Whatever is pasted is text: markup, noise, a million lines, 50 MB of nothing and of boards."""
    page = Page()
    page.choose("check")
    random.seed(1)
    noise = "".join(random.choice("[](){}<>&;,.\"'\\0123QX ") for _ in range(3000))
    for paste in ("<img src=x onerror=alert(1)>", "</script><script>document.title='x'</script>", "\0\0\0", noise):
        page.driver.execute_script("document.querySelector('#check textarea').value = arguments[0]", paste)
        assert page.press("check"), paste
        unharmed(page)
    for times, paste, words in ((100000, "[", "0 of 1 board"), (1000000, "1 3 0 2\n", "1,000,000 of 1,000,000 boards valid"),
                                (50000000, "x", "0 of 1 board"), (5000000, "1 3 0 2\n[", "1 of 2 boards"),
                                (25000000, "7 ", "0 of 1 board")):
        page.driver.execute_script(
            "const data = new DataTransfer(), field = document.querySelector('#check textarea');"
            "data.setData('text', arguments[0].repeat(arguments[1]));"
            "field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, cancelable: true}));", paste, times)
        assert words in page.press("check"), (paste, page.status("check"))
        unharmed(page)
    page.close()


def unharmed(page):
    assert page.driver.title == "n queens"
    assert page.all("#check .result img, #check .result script") == []


def test_check():
    """How many boards are valid, are they distinct, and are they all?"""
    page = Page()
    page.choose("check")
    every = program("enumerate", "6")
    for text, words in ((every, "4 of 4 boards valid. All valid boards are distinct; these are all solutions."),
                        ("1 3 0 2\n1 3 0 2\n", "2 of 2 boards valid. 1 of them are distinct; there are 2 solutions in all."),
                        ("1 3 0 2\n0 1 2 3\n", "1 of 2 boards valid."),
                        ("UNSATISFIABLE\n1 3 0 2\n", "1 of 2 boards valid."),
                        ("1 3 0 2\n" * 1000, "1,000 of 1,000 boards valid. 1 of them are distinct; there are 2 solutions in all.")):
        page.driver.execute_script("document.querySelector('#check textarea').value = arguments[0]", text)
        assert page.press("check") == words, page.status("check")
    assert "the same board as on line 1" in page.find("#check .result").text
    board = pathlib.Path(page.folder.name, "board.npy")
    program("solve", "1000", "--seed", "1", "--quiet", "--output", str(board))
    page.find("#check input[type=file]").send_keys(str(board))
    page.wait(lambda: page.status("check") == "1 of 1 board valid.")
    page.close()


def test_race():
    """The methods of textbooks race; each curve rises in evaluations and ends where the run does."""
    page = Page(link="#tab=race&n=16&runs=3&seed=1&methods=min-conflicts;hill-climbing;annealing;genetic")
    page.wait(lambda: page.status("race") == "Done: 12 of 12 runs solved.")
    assert len(page.all("#race .curve")) == 4 and "Evaluations" in page.find("#race .curves").text
    curves = page.driver.execute_async_script(
        "const done = arguments[0]; (async () => { const curves = [];"
        " for (let variant = 0; variant < 4; variant++)"
        "  curves.push((await tabs.race.ask({do: 'race-curve', variant})).answer.points);"
        " done(curves.map((points, i) => [points, tabs.race.runs.find(run => run.variant === i).counters.evaluations])); })()")
    for points, evaluations in curves:
        efforts = [effort for effort, _ in points]
        assert efforts == sorted(efforts) and points[-1] == [evaluations, 0], points
    page.close()


def test_play():
    """Queens set with the mouse and with keys, a hint, a finish, undo, and an export."""
    page = Page()
    page.choose("play")
    squares = page.all("#play .squares button")
    squares[0].click()
    page.wait(lambda: page.status("play") == "It can be completed in 4 ways.")
    squares[0].send_keys(Keys.ARROW_RIGHT)
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    page.wait(lambda: page.status("play") == "2 queens in conflict.")
    page.find("#play [data-do=undo]").click()
    page.wait(lambda: page.status("play") == "It can be completed in 4 ways.")
    page.find("#play [data-do=hint]").click()
    assert len(page.all("#play .hint")) == 1
    page.wait(lambda: page.status("play") == "It can be completed in 4 ways.")
    page.find("#play [data-do=finish]").click()
    page.wait(lambda: page.status("play") == "Solved!")
    page.fill("play", "export", "dimacs/pairwise")
    page.find("#play [data-do=export]").click()
    saved = pathlib.Path(page.folder.name, "queens-8.cnf")
    page.wait(saved.exists)
    assert "p cnf 64" in saved.read_text()
    page.close()


def test_keys():
    """The tabs by arrow keys; everything can be reached."""
    page = Page()
    page.find("#tab-solve").send_keys(Keys.ARROW_RIGHT)
    assert page.find("#tab-watch").get_attribute("aria-selected") == "true"
    page.driver.switch_to.active_element.send_keys(Keys.END)
    assert page.find("#tab-count").get_attribute("aria-selected") == "true"
    unnamed = page.driver.execute_script(
        "return [...document.querySelectorAll('button, input, select, textarea')].filter(one =>"
        " !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length).map(one => one.outerHTML)")
    assert unnamed == [], unnamed
    page.close()


# ---- Measures, which depend on the machine and are no tests ----

def ratio(page, request, words, seconds):
    """The median over 7 pairs of runs, one after the other, of the page's time over the program's."""
    engine = ("const [request, done] = arguments; window.racer ||= new Engine(() => {});"
              "(async () => { const begun = performance.now(), {answer} = await racer.call(request);"
              " done([answer, (performance.now() - begun) / 1000]); })()")
    pairs = []
    for _ in range(7):
        answer, whole = page.driver.execute_async_script(engine, request)
        other = json.loads(program(*words))
        pairs.append((answer.get("seconds", whole), seconds(other)))
    print("%-40s page %.4f s, program %.4f s, ratio %.2f" % (
        " ".join(words), statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs)))


def test_speed():
    """How much slower than the program on one thread?  How soon after opening is a board there?"""
    page = Page()
    for n, method, seed in ((10 ** 6, "min-conflicts", 1), (10 ** 7, "min-conflicts", 1), (256, "genetic", 1), (256, "genetic", 2)):
        request = {"do": "solve", "n": n, "method": method, "seed": str(seed)}
        ratio(page, request, ["solve", str(n), "--method", method, "--seed", str(seed), "--threads", "1", "--stats", "/dev/stdout", "--quiet",
                              "--format", "npy", "--output", "/dev/null"], lambda other: other["seconds"]["total"])
    for n in (12, 16):
        ratio(page, {"do": "count", "n": n}, ["count", str(n), "--threads", "1", "--json"], lambda other: other["seconds"])
    watch = ("addEventListener('DOMContentLoaded', () => new MutationObserver(() => {"
             " if (/^Solved/.test(document.querySelector('#solve .status').textContent)) window.first ||= performance.now(); })"
             ".observe(document.body, {subtree: true, childList: true}))")
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": watch})
    times = []
    for seed in range(7):
        page.driver.get("about:blank")
        page.driver.get("file://%s#n=1000&seed=%d" % (PAGE, seed))
        page.wait(lambda: page.driver.execute_script("return window.first"))
        times.append(page.driver.execute_script("return window.first"))
    print("first result %.0f ms after opening, at most %.0f" % (statistics.median(times), max(times)))
    page.driver.quit()


globals()["test_" + sys.argv[3]]()
