#!/usr/bin/env bats
# The folder that `make site` makes.

setup() {
  SITE=$NQ_BUILD/site
  [ -e "$SITE/index.html" ] || skip "the site is not built: make site"
}

@test "every link of the site leads to a page, and every fragment to a heading" {
  run python3 "$BATS_TEST_DIRNAME/links.py" "$SITE"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "the front is the page, beside the guides, the notebook with its results, and a search" {
  grep -q 'href="guides/index.html"' "$SITE/index.html"
  [ -e "$SITE/guides/search/search_index.json" ]
  grep -q 'class="[^"]*output' "$SITE/guides/notebook.html"
}
