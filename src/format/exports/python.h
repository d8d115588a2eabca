/* What the scripts in Python share. */
#ifndef NQ_FORMAT_EXPORTS_PYTHON_H
#define NQ_FORMAT_EXPORTS_PYTHON_H

#include "format/exports/export.h"

/* The script up to its own functions: head, `imports` (lines), the data, and
 *     options          of the command line: all, rows
 *     forbidden(c)     the rows where no queen of column c may stand, in ascending order
 *     show(rows)       print a solution as a picture or, with --rows, as row numbers
 * with n, placed (column -> row), blocked, rising, falling; all from 0. */
void nq_python_begin(const nq_export *export, const char *imports);

#endif
