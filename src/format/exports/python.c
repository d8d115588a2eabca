/* The frame of every script in Python.
 *
 * MODEL.  Python takes the encoding of a script from a comment in its first two lines, so these
 * lines are fixed: no comment of the caller can change how the rest is read. */
#include "format/exports/export.h"

#include <inttypes.h>
#include <stddef.h>

static const nq_list_style queens = {
    .open = "{", .close = "}", .none = "{}", .item = {[NQ_LIST_PLACED] = "%c: %r"}};
static const nq_list_style sets = {
    .open = "{", .close = "}", .none = "set()", .item = {NULL, "(%c, %r)", "%i", "%D"}};

static const nq_parameter parameters[NQ_LISTS] = {
    [NQ_LIST_PLACED] = {"", "placed", "queens: column: row", &queens},
    [NQ_LIST_BLOCKED] = {"", "blocked", "squares without a queen: (column, row)", &sets},
    [NQ_LIST_RISING] = {"", "rising", "diagonals without a queen: column + row", &sets},
    [NQ_LIST_FALLING] = {"", "falling", "diagonals without a queen: row - column", &sets},
};

static const char helpers[] =
    "\n"
    "blocked_rows = {}\n"
    "for column, row in blocked:\n"
    "    blocked_rows.setdefault(column, set()).add(row)\n"
    "\n"
    "\n"
    "def forbidden(column):\n"
    "    \"\"\"The rows where no queen of this column may stand.\"\"\"\n"
    "    rows = {d - column for d in rising} | {d + column for d in falling}\n"
    "    rows |= blocked_rows.get(column, set())\n"
    "    return sorted(row for row in rows if 0 <= row < n)\n"
    "\n"
    "\n"
    "def read_options():\n"
    "    parser = argparse.ArgumentParser(description=f\"Place {n} queens.\")\n"
    "    parser.add_argument(\"--all\", action=\"store_true\", help=\"print every solution\")\n"
    "    parser.add_argument(\"--rows\", action=\"store_true\",\n"
    "                        help=\"print the row of each column's queen, from 0, on a line\")\n"
    "    parser.add_argument(\"--times\", action=\"store_true\",\n"
    "                        help=\"print the number of each solution and the time to it\")\n"
    "    return parser.parse_args()\n"
    "\n"
    "\n"
    "def head(number):\n"
    "    \"\"\"With --times, print a line before a solution.\"\"\"\n"
    "    if options.times:\n"
    "        milliseconds = 1000 * (time.monotonic() - start)\n"
    "        print(f\"# Solution {number}, time = {milliseconds:.0f} ms\")\n"
    "\n"
    "\n"
    "def show(rows):\n"
    "    \"\"\"Print a solution: a picture, row 0 on top, or its row numbers.\"\"\"\n"
    "    if options.rows:\n"
    "        print(*rows)\n"
    "        return\n"
    "    for row in range(n):\n"
    "        print(*(\"Q\" if r == row else \"_\" for r in rows))\n"
    "    print()\n"
    "\n"
    "\n"
    "def note(text):\n"
    "    \"\"\"Print to standard error: standard output holds only answers.\"\"\"\n"
    "    print(text, file=sys.stderr)\n"
    "\n";

void nq_python_write(const nq_export *export, const char *imports, const char *functions) {
  nq_output *output = export->output;
  nq_output_text(output, "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n");
  nq_export_head(export, "#", "numbered from 0: (column, row), and row 0 is on top");
  nq_output_print(output, "import argparse\nimport sys\nimport time\n\n%s\nn = %" PRIu32 "\n",
                  imports, export->n);
  nq_export_parameters(export, parameters, "", "  # ");
  nq_output_text(output, helpers);
  nq_output_text(output, functions);
  nq_output_text(output, "\n\n"
                         "if __name__ == \"__main__\":\n"
                         "    options = read_options()\n"
                         "    start = time.monotonic()\n"
                         "    sys.exit(main())\n");
}
