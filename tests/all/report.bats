#!/usr/bin/env bats
# The report of nqueens compare in a browser.

bats_require_minimum_version 1.5.0
load browser

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

# scripted SCRIPT: copy.html is the report with this script at its end.
scripted() {
  python3 - "$1" <<'END'
import re, sys
page = open('report.html').read()
page = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', '', page)
open('copy.html', 'w').write(page.replace('</body>', '<script>{' + sys.argv[1] + '}</script></body>'))
END
}

# title_of PAGE: what a script has put there.
title_of() {
  browse 1300 "$1" >page.html
  [ ! -s console ] || cat console >&2
  sed -n 's:.*<title>\(.*\)</title>.*:\1:p' page.html
}

# A page that shows a copy of the report in a frame of width $1 (a window cannot be as narrow as a
# phone) and has in its title what a script in the copy measured: the width of all it holds, and the
# height and number of paths of each plot.
measuring() {
  scripted 'parent.postMessage(document.documentElement.scrollWidth + " " +
    Array.from(document.querySelectorAll("figure > svg"), plot =>
      Math.round(plot.getBoundingClientRect().height) + "x" + plot.querySelectorAll("path").length)
    .join(" "), "*")'
  echo "<!doctype html><title>-</title><script>onmessage = event => document.title = event.data
    </script><iframe src=copy.html style='border:0;width:$1px;height:8000px'></iframe>" \
    >measuring.html
}

@test "it opens without a word on the console, with all its plots" {
  need gnuplot
  browse 1200 report.html >page.html
  [ ! -s console ] || { cat console; return 1; }
  [ "$(grep -o '<svg role="img"' page.html | wc -l)" -eq 8 ] # scaling, success, and two for each n
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

@test "pointing at a mark shows its value" {
  need gnuplot
  need chromium
  # The other methods are hidden: at some times their marks are nearer.
  scripted '
    const said = []
    for (const other of document.querySelector(".key").querySelectorAll("[data-m]:not([data-m=\"1\"])"))
      other.click()
    for (const number of [0, 1, 2, 3]) {
      const plot = document.querySelectorAll("figure > svg")[number]
      const mark = plot.querySelector("[data-m=\"1\"] [data-v]")
      plot.scrollIntoView()
      const box = mark.getBoundingClientRect()
      const at = {clientX: box.left + box.width / 2 + 3, clientY: box.top + box.height / 2 - 3}
      plot.dispatchEvent(new PointerEvent("pointermove", {...at, bubbles: true}))
      const tip = document.querySelector(".tip"), shown = tip.getBoundingClientRect()
      if (tip.hidden || shown.right > innerWidth || shown.bottom > innerHeight) said.push("out of sight")
      said.push(tip.textContent.replace(/[0-9.]+(ns|us|ms|s)/g, "T"))
    }
    document.querySelector("h1").dispatchEvent(new PointerEvent("pointerover", {bubbles: true}))
    said.push(document.querySelector(".tip").hidden)
    document.title = said.join("; ")'
  local label
  label=$(sed -n 's:.*</svg>\(.*\)</button>.*:\1:p' report.html | sed -n 2p)
  run title_of copy.html
  echo "$output"
  [ "$output" = "$label, n = 8: median T, 95 % interval T to T; $label, n = 8: 5 of 5 runs solved, 95 % interval\
 57 to 100 %; $label, 25 % of runs within T, 95 % interval T to T; $label, median T, quartiles T and T; true" ]
}

@test "a click in a legend hides a method in all plots, another shows it" {
  need gnuplot
  need chromium
  scripted '
    const count = () => Array.from(document.querySelectorAll("figure > svg [data-v]"),
      mark => mark.getBoundingClientRect().width > 0 ? mark.closest("[data-m]").dataset.m : "").sort().join("")
    const all = count(), key = document.querySelectorAll(".key [data-m=\"1\"]")
    key[3].click()
    const fewer = count(), pressed = key[0].getAttribute("aria-pressed")
    key[0].click()
    document.title = [fewer === all.replaceAll("1", "") && fewer !== all, pressed, count() === all,
      key[3].getAttribute("aria-pressed")].join(" ")'
  run title_of copy.html
  echo "$output"
  [ "$output" = "true false true true" ]
}

@test "lines, marks and words have the colours of the dark scheme, too" {
  need gnuplot
  scripted '
    const seen = new Set()
    const look = (selector, property) => {
      for (const part of document.querySelectorAll(selector))
        seen.add(part.closest("[data-m]").dataset.m + getComputedStyle(part)[property])
    }
    look("figure > svg [data-m] use", "color")
    look("figure > svg [data-m] path", "stroke")
    look(".key [data-m] svg", "color")
    const paper = getComputedStyle(document.body).backgroundColor
    for (const part of seen) if (part.endsWith(paper)) seen.delete(part) // rings around marks
    const words = document.querySelector("figure > svg text")
    document.title = [...seen].sort().join(" ") + " " + getComputedStyle(words).fill'
  browse 1300 copy.html >page.html
  grep -F '<title>' page.html
  grep -qF '<title>0rgb(0, 102, 166) 1rgb(191, 74, 0) 2rgb(0, 158, 115) rgb(27, 27, 27)</title>' page.html
  browse 1300 copy.html --blink-settings=preferredColorScheme=0 >page.html
  grep -F '<title>' page.html
  grep -qF '<title>0rgb(63, 151, 220) 1rgb(230, 106, 18) 2rgb(31, 181, 138) rgb(230, 230, 230)</title>' page.html
}

@test "it prints" {
  need chromium
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
    --print-to-pdf="$PWD/report.pdf" "file://$PWD/report.html" 2>/dev/null
  [ "$(head -c 5 report.pdf)" = %PDF- ]
  [ "$(wc -c <report.pdf)" -gt 50000 ]
}

# height_of PAGE WIDTH: the height of what holds in a report, at this width.
height_of() {
  python3 - "$1" <<'END'
import re, sys
page = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', '', open(sys.argv[1]).read())
open('copy.html', 'w').write(page.replace('</body>', '''<script>{
  const [holds, next] = document.querySelectorAll("h2")
  parent.postMessage(Math.round(next.getBoundingClientRect().top - holds.getBoundingClientRect().top), "*")
}</script></body>'''))
END
  echo "<!doctype html><title>-</title><script>onmessage = event => document.title = event.data
    </script><iframe src=copy.html style='border:0;width:$2px;height:8000px'></iframe>" >height.html
  browse 1300 height.html | sed -n 's:.*<title>\([0-9]*\)</title>.*:\1:p'
}

@test "the differences of 5 methods on 6 sizes take little more than a screen" {
  need chromium
  "${NQUEENS:-$BATS_TEST_DIRNAME/../../build/nqueens}" compare --methods construct,min-conflicts,backtracking \
    --method "some label=min-conflicts:start=random,step=column" --method "tuned GA=genetic" \
    --n 8..128:x2,200 --runs 8 --quiet --max-steps 3000 --report wide.html >/dev/null
  [ "$(grep -c '<caption>' wide.html)" -eq 7 ] # the answer's, and one for each n
  height=$(height_of wide.html 1280)
  echo "at 1280: $height"
  [ "$height" -gt 300 ] && [ "$height" -le 800 ]
  height=$(height_of wide.html 390)
  echo "at 390: $height"
  [ "$height" -gt 300 ] && [ "$height" -le 1200 ]
}
