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

extern const char nq_python_py[];

void nq_python_write(const nq_export *export, const char *imports, const char *functions) {
  nq_output *output = export->output;
  nq_output_text(output, "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n");
  nq_export_head(export, "#", "numbered from 0: (column, row), and row 0 is on top");
  nq_output_print(output, "import argparse\nimport sys\nimport time\n\n%s\nn = %" PRIu32 "\n",
                  imports, export->n);
  nq_export_parameters(export, parameters, "", "  # ");
  nq_output_text(output, "\n");
  nq_output_text(output, nq_python_py);
  nq_output_text(output, "\n\n");
  nq_output_text(output, functions);
  nq_output_text(output, "\n\n"
                         "if __name__ == \"__main__\":\n"
                         "    options = read_options()\n"
                         "    start = time.monotonic()\n"
                         "    sys.exit(main())\n");
}
