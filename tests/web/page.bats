#!/usr/bin/env bats
# The page in a browser: Debian's Chromium, driven by Selenium.

setup_file() {
  PAGE=$NQ_BUILD/web/nqueens.html
  PYTHON=/usr/bin/python3
  export PAGE PYTHON
}

setup() {
  [ -e "$PAGE" ] || skip "the page is not built: make web"
  if ! "$PYTHON" -c 'import selenium' 2>/dev/null || ! command -v chromium chromedriver >/dev/null; then
    skip "no browser to drive: tools/install-deps browser"
  fi
}

drive() {
  timeout 300 "$PYTHON" "$BATS_TEST_DIRNAME/page.py" "$PAGE" "$NQUEENS" "$1"
}

@test "every tab works, wide and narrow, light and dark" { drive every_tab; }
@test "the boards are those of the program" { drive same_boards; }
@test "a search can be stopped" { drive stop; }
@test "too large a board is refused in a sentence" { drive no_memory; }
@test "wrong input is refused in a sentence" { drive wrong_input; }
@test "a link holds the settings" { drive links; }
@test "boards are downloaded in five forms" { drive download; }
@test "whatever is pasted does no harm" { drive hostile_pastes; }
@test "boards are counted, and compared with all solutions" { drive check; }
@test "a race counts in evaluations" { drive race; }
@test "queens are set by hand" { drive play; }
@test "the keyboard reaches everything" { drive keys; }

@test "the page is one file of at most 1.5 MB that fetches no other" {
  [ "$(stat -c %s "$PAGE")" -le 1500000 ]
  run ! grep -nE '<(script|link|img|iframe)[^>]* (src|href)="?(https?:)?//' <(sed '/id="program"/d' "$PAGE")
}
