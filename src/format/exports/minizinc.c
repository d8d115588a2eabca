/* MiniZinc: one model with its data, or a model and a data file.
 *
 * MODEL.  queens[i] = r: the queen of column i stands on row r, from 1, the first row on top.  In
 * these terms an excluded diagonal is the number queens[i] + i or queens[i] - i that no queen may
 * have.  The lists are parameters in either case, so the text of the constraints is the same. */
#include "format/exports/export.h"

#include <stdbool.h>

static const nq_list_style squares = {.open = "[| ",
                                      .close = " |]",
                                      .none = "array2d(1..0, 1..2, [])",
                                      .separator = " | ",
                                      .tenth = " |\n  ",
                                      .item = {"%C, %R", "%C, %R"}};

static const nq_parameter parameters[NQ_LISTS] = {
    [NQ_LIST_PLACED] = {"array[int, 1..2] of int: ", "placed", "column, row", &squares},
    [NQ_LIST_BLOCKED] = {"array[int, 1..2] of int: ", "blocked", "column, row", &squares},
    [NQ_LIST_RISING] = {"set of int: ", "rising", "column + row", &nq_diagonal_set},
    [NQ_LIST_FALLING] = {"set of int: ", "falling", "row - column", &nq_diagonal_set},
};

extern const char nq_minizinc_mzn[];

static nq_status write_minizinc(const nq_export *export, nq_error *error) {
  static const nq_model model = {
      .mark = "%",
      .convention = "numbered from 1: queens[column] = row, and the first row is on top",
      .first = "\ninclude \"all_different.mzn\";\n",
      .n = {"\nint: n = %n;\n", "\nint: n;\n", "\nn = %n;\n"},
      .parameters = parameters,
      .unknown = "",
      .meaning = ";  % ",
      .constraints = nq_minizinc_mzn};
  (void)error;
  return nq_model_write(export, &model);
}

const nq_export_entry nq_export_minizinc = {
    .format = {.name = "minizinc",
               .summary = "MiniZinc: model and data in one file, or in two (.mzn and .dzn)",
               .suffix = ".mzn",
               .parts = true},
    .write = write_minizinc};
