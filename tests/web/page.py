#!/usr/bin/python3
"""Use the page as a person does: page.py PAGE PROGRAM TEST

Each test drives a headless Chromium by real events.  The console must stay empty, and no request may
leave the page.
"""
import json
import pathlib
import random
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
TABS = ["solve", "watch", "race", "check", "play", "count"]
SECONDS = 60


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

def test_every_tab():
    """Each tab does its work, in both schemes, on a wide and on a narrow window."""
    for width, dark in ((1280, False), (390, True)):
        page = Page(width, dark)
        expected = {"solve": "Solved in", "watch": "10 boards.", "race": "Done: 40 of 40 runs solved.",
                    "check": "1 of 2 boards valid.", "count": "92 solutions"}
        for tab, words in expected.items():
            page.choose(tab)
            said = page.press(tab)
            assert words in said, (tab, said)
        page.choose("play")
        page.wait(lambda: page.status("play") == "It can be completed in 92 ways.")
        wide = page.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "the page is %d pixels too wide" % wide
        page.close()


def test_same_boards():
    """The boards are those of the program."""
    page = Page()
    methods = program("solve", "--help")  # named in completion too, but this is what a person sees
    for method in ("min-conflicts", "genetic", "backtracking", "construct", "typical", "auto"):
        assert method in methods
        for n in (8, 50):
            for seed in range(1, 6):
                rows = page.call({"do": "solve", "n": n, "method": method, "seed": str(seed)}, True)["rows"]
                words = ["solve", str(n), "--method", method, "--seed", str(seed), "--threads", "1", "--quiet",
                         "--format", "line"]
                assert rows == [int(row) for row in program(*words).split()], (method, n, seed)
    for n, method in ((1000, "genetic"), (1000, "backtracking"), (10 ** 5, "min-conflicts"), (10 ** 6, "min-conflicts")):
        rows = page.call({"do": "solve", "n": n, "method": method, "seed": "1"}, True)["rows"]
        words = ["solve", str(n), "--method", method, "--seed", "1", "--threads", "1", "--quiet", "--format", "line"]
        assert rows == [int(row) for row in program(*words).split()], (method, n)
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
    """Whatever is pasted is text."""
    page = Page()
    page.choose("check")
    random.seed(1)
    noise = "".join(random.choice("[](){}<>&;,.\"'\\0123QX ") for _ in range(3000))
    pastes = ["<img src=x onerror=alert(1)>", "</script><script>document.title='x'</script>", "\0\0\0", noise,
              "[" * 100000, "1 3 0 2\n" * 10000, "x" * 5000000]
    for paste in pastes:
        page.driver.execute_script("document.querySelector('#check textarea').value = arguments[0]", paste)
        assert page.press("check"), paste[:20]
        assert page.driver.title == "n queens"
        assert page.all("#check .result img, #check .result script") == []
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


globals()["test_" + sys.argv[3]]()
