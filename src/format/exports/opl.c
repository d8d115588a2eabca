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
static const char depth_first[] = "\n"
                                  "execute {\n"
                                  "  cp.param.SearchType = \"DepthFirst\";\n"
                                  "  cp.param.Workers = 1;\n"
                                  "}\n";

static const char loop[] =
    "\n"
    "main {\n"
    "  var start = new Date();\n"
    "  var solutions = 0;\n"
    "  thisOplModel.generate();\n"
    "  cp.startNewSearch();\n"
    "  while (cp.next()) {\n"
    "    solutions++;\n"
    "    var now = new Date();\n"
    "    writeln(\"// Solution \", solutions, \", time = \", now.getTime() - start.getTime(), \" "
    "ms\");\n"
    "    thisOplModel.postProcess();\n"
    "  }\n"
    "  cp.endSearch();\n"
    "  if (solutions == 0) writeln(\"<<< no solution\");\n"
    "}\n";

static const char constraints[] = "\n"
                                  "range N = 1..n;\n"
                                  "dvar int x[N] in N; // x[column] = row\n"
                                  "dvar int up[N] in 2..2 * n;\n"
                                  "dvar int down[N] in 1 - n..n - 1;\n"
                                  "\n"
                                  "constraints {\n"
                                  "  forall(i in N) up[i] == x[i] + i;\n"
                                  "  forall(i in N) down[i] == x[i] - i;\n"
                                  "  allDifferent(x);\n"
                                  "  allDifferent(up);\n"
                                  "  allDifferent(down);\n"
                                  "  forall(s in placed) x[s.column] == s.row;\n"
                                  "  forall(s in blocked) x[s.column] != s.row;\n"
                                  "  forall(i in N, d in rising) up[i] != d;\n"
                                  "  forall(i in N, d in falling) down[i] != d;\n"
                                  "}\n"
                                  "\n"
                                  "execute {\n"
                                  "  write(\"x = [\", x[1]);\n"
                                  "  for (var i = 2; i <= n; i++) write(\" \", x[i]);\n"
                                  "  writeln(\"];\");\n"
                                  "}\n";

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
                          .constraints = constraints,
                          .end = all ? loop : NULL};
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
