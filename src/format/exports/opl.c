/* OPL for the constraint engine of CPLEX: model and data in one file, or in two.
 *
 * MODEL.  x[i] = r: the queen of column i stands on row r, from 1.  allDifferent takes an array of
 * variables and not of expressions, so the diagonals have variables of their own:
 * up[i] = x[i] + i and down[i] = x[i] - i. */
#include "format/exports/export.h"

#include <stdbool.h>
#include <stddef.h>

static const nq_list_style squares = {
    .open = "{", .close = "}", .none = "{}", .item = {"<%C, %R>", "<%C, %R>"}};

static const nq_parameter parameters[NQ_LISTS] = {
    [NQ_LIST_PLACED] = {"{square} ", "placed", "queens", &squares},
    [NQ_LIST_BLOCKED] = {"{square} ", "blocked", "squares without a queen", &squares},
    [NQ_LIST_RISING] = {"{int} ", "rising", "diagonals without a queen: column + row",
                        &nq_diagonal_set},
    [NQ_LIST_FALLING] = {"{int} ", "falling", "diagonals without a queen: row - column",
                         &nq_diagonal_set},
};

static const char *const searches[] = {"default", "depth-first", NULL};
static const char *const ends[] = {"first", "all", NULL};

/* `all` implies this: with restarts or several workers a solution may come twice. */
static const char depth_first[] = "execute {\n"
                                  "  cp.param.SearchType = \"DepthFirst\";\n"
                                  "  cp.param.Workers = 1;\n"
                                  "}\n";

extern const char nq_opl_mod[], nq_opl_all_mod[];

static nq_status write_opl(const nq_export *export, nq_error *error) {
  bool all = export->strategy[1] > 0;
  const nq_model model = {.mark = "//",
                          .convention =
                              "numbered from 1: x[column] = row, and the first row is on top",
                          .first = "\nusing CP;\n",
                          .types = "tuple square {\n  int column;\n  int row;\n}\n",
                          .n = {"\nint n = %n;\n", "\nint n = ...;\n", "\nn = %n;\n"},
                          .parameters = parameters,
                          .unknown = " = ...",
                          .meaning = "; // ",
                          .search = export->strategy[0] > 0 || all ? depth_first : NULL,
                          .constraints = nq_opl_mod,
                          .end = all ? nq_opl_all_mod : NULL};
  (void)error;
  return nq_model_write(export, &model);
}

const nq_export_entry nq_export_opl = {
    .format = {.name = "opl",
               .summary = "CPLEX OPL for CP: model and data in one file, or in two (.mod and .dat)",
               .suffix = ".mod",
               .parts = true,
               .strategies = {searches, ends}},
    .write = write_opl};
