#!/usr/bin/env bats
# The report of nqueens compare in a browser: headless Chromium, where there is one (tools/install-deps
# browser).

bats_require_minimum_version 1.5.0

setup_file() {
  cd "$BATS_FILE_TMPDIR" || return 1
  "${NQUEENS:-$BATS_TEST_DIRNAME/../../build/nqueens}" compare --methods construct \
    --method "min-conflicts:start=random,step=column" --method "min-conflicts:walk=0.05" \
    --n "8,50,300" --runs 5 --quiet --max-steps 300 --report report.html >/dev/null
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return 1
}

need() {
  command -v "$1" >/dev/null || skip "$1 is not installed: tools/install-deps browser"
}

# browse WIDTH PAGE: the page's elements after loading on stdout, what the console said in console.
browse() {
  need chromium
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
    --enable-logging=stderr --window-size="$1,800" --dump-dom "file://$PWD/$2" 2>log
  grep CONSOLE log >console || true
}

# A page that shows a copy of the report in a frame of width $1 (a window cannot be as narrow as a
# phone) and has in its title what a script in the copy measured: the width of all it holds, and the
# height and number of paths of each plot.
measuring() {
  sed -e '/Content-Security-Policy/d' -e 's#</body>#<script>parent.postMessage(\
    document.documentElement.scrollWidth + " " + Array.from(document.querySelectorAll("svg"), plot =>\
    Math.round(plot.getBoundingClientRect().height) + "x" + plot.querySelectorAll("path").length)\
    .join(" "), "*")</script></body>#' report.html >copy.html
  echo "<!doctype html><title>-</title><script>onmessage = event => document.title = event.data
    </script><iframe src=copy.html style='border:0;width:$1px;height:8000px'></iframe>" \
    >measuring.html
}

@test "one file: nothing is fetched, no scripts" {
  run ! grep -E '(src|href)="?(https?:)?//' report.html
  run ! grep -Ei '<script|@import|url\(' report.html
  grep -q 'name="viewport"' report.html
  grep -q 'prefers-color-scheme: dark' report.html
  grep -q '@media print' report.html
}

@test "ids are unique, and every reference has one" {
  need gnuplot
  python3 - <<'END'
import collections, html.parser

class Page(html.parser.HTMLParser):
    ids, references, stack = collections.Counter(), set(), []
    empty = {'meta', 'link', 'br'}
    def handle_starttag(self, tag, attributes):
        if tag not in self.empty: self.stack.append(tag)
        self.note(attributes)
    def handle_startendtag(self, tag, attributes): self.note(attributes)
    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, f'</{tag}> at {self.getpos()}'
    def note(self, attributes):
        for name, value in attributes:
            if name == 'id': self.ids[value] += 1
            if name.endswith('href') and value.startswith('#'): self.references.add(value[1:])

page = Page()
page.feed(open('report.html').read())
assert not page.stack, page.stack
assert page.ids and max(page.ids.values()) == 1, page.ids.most_common(3)
assert page.references and page.references <= set(page.ids)
END
}

@test "it opens without a word on the console, with all its plots" {
  need gnuplot
  browse 1200 report.html >page.html
  [ ! -s console ] || { cat console; return 1; }
  [ "$(grep -o '<svg' page.html | wc -l)" -eq 8 ] # scaling, success, and two for each n
  [ "$(grep -o '<figcaption' page.html | wc -l)" -eq 8 ]
  run ! grep 'No plot' page.html
  grep -q '<h1>N-queens: methods compared</h1>' page.html
}

@test "the console would be heard" {
  echo '<script>nothing.here()</script>' >bad.html
  browse 1200 bad.html >/dev/null
  grep -q 'nothing is not defined' console
}

@test "plots are drawn, and nothing is wider than the screen, of a phone too" {
  need gnuplot
  for width in 390 1200; do
    measuring "$width"
    browse 1300 measuring.html >page.html
    local title
    title=$(sed -n 's:.*<title>\([0-9][^<]*\)</title>.*:\1:p' page.html)
    echo "at $width: $title"
    read -ra measured <<<"$title"
    [ "${measured[0]}" -le "$width" ]
    [ "${#measured[@]}" -eq 9 ]
    for plot in "${measured[@]:1}"; do
      [ "${plot%x*}" -ge 200 ] && [ "${plot#*x}" -ge 10 ]
    done
  done
}

@test "it prints" {
  need chromium
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
    --print-to-pdf="$PWD/report.pdf" "file://$PWD/report.html" 2>/dev/null
  [ "$(head -c 5 report.pdf)" = %PDF- ]
  [ "$(wc -c <report.pdf)" -gt 50000 ]
}
