# shellcheck shell=bash
# What the help tells, for the tests of what must tell the same.

# The commands of the overview, one a line.
commands() {
  "$NQUEENS" --help | sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# options COMMAND: the long options that its help shows, one a line.
options() {
  COLUMNS=80 "$NQUEENS" help "$1" | sed -n 's/^  \(-.,\|   \) \(--[a-z-]*\).*/\2/p'
}

need() {
  command -v "$1" >/dev/null || skip "$1 is not installed"
}
