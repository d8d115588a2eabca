/* Instances as lists, in the native text and as CSPLib has them; and models and scripts whose text
 * does not depend on the instance: they read its lists.  The texts are in files of their own
 * languages, of which the Makefile makes arrays. */
#include "format/exports/export.h"

#include <stdio.h>
#include <string.h>

/* The native text of instances; read/instance.c reads it, and has its model. */

static nq_status write_native(const nq_export *export) {
  static const nq_list_style items = {
      .item = {"queen %c %r\n", "block %c %r\n", "exclude rising %i\n", "exclude falling %i\n"}};
  nq_export_text(export, "n %n\n", &(nq_place){.n = export->n});
  nq_export_list(export, NQ_LISTS, &items);
  return NQ_OK;
}

const nq_export_entry nq_export_native = {
    .format = {.name = "native",
               .summary = "the native text of nqueens: n, queen, block, exclude",
               .suffix = ".txt"},
    .mark = "#",
    .convention = "numbered from 0: column row; rising = column + row, "
                  "falling = row - column + n - 1",
    .write = write_native};

nq_status nq_instance_write(const nq_instance *instance, int descriptor, nq_error *error) {
  nq_output output;
  if (!nq_output_init(&output, descriptor, NQ_OUTPUT_BYTES))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  (void)write_native(
      &(nq_export){.output = &output, .instance = instance, .n = nq_instance_n(instance)});
  nq_status status = nq_output_flush(&output, error);
  nq_output_release(&output);
  return status;
}

/* The parameter files of CSPLib, prob079 (completion, excluded diagonals) and prob080 (blocked);
 * read/instance.c, which reads them, has their model.  Each form holds one kind of item only. */

static const struct form {
  const char *convention, *head;
  const char *item[NQ_LISTS];
} completion = {"prob079, completion: init holds [row, column], from 0",
                "letting n = %n\nletting init = [",
                {[NQ_LIST_PLACED] = "[%r, %c]"}},
  blocked = {"prob080, blocked: blocks holds [row, column], from 1",
             "letting n = %n\nletting blocks = [",
             {[NQ_LIST_BLOCKED] = "[%R, %C]"}},
  excluded = {"prob079, excluded diagonals: diags holds [value, 1], row + column = value, and "
              "[value, 0], row - column + n - 1 = value, from 0",
              "n = %n\nnumdiags = %i\ndiags = [",
              {[NQ_LIST_RISING] = "[%i, 1]", [NQ_LIST_FALLING] = "[%i, 0]"}};

/* The form that the instance fits, or NULL. */
static const struct form *choose_form(const nq_instance *instance) {
  bool has_placed = nq_instance_placed_count(instance) > 0;
  bool has_blocked = nq_instance_blocked_count(instance) > 0;
  bool has_excluded = nq_instance_excluded_count(instance) > 0;
  if (has_placed + has_blocked + has_excluded > 1) return NULL;
  return has_blocked ? &blocked : has_excluded ? &excluded : &completion;
}

static nq_status write_csplib(const nq_export *export) {
  const struct form *chosen = choose_form(export->instance);
  if (chosen == NULL)
    return nq_error_set(export->error, NQ_UNSUPPORTED,
                        "a CSPLib file holds one kind only, placed queens, blocked squares or "
                        "excluded diagonals, and this instance has %zu, %zu and %zu of them; the "
                        "format native holds all three",
                        nq_instance_placed_count(export->instance),
                        nq_instance_blocked_count(export->instance),
                        nq_instance_excluded_count(export->instance));
  nq_export_head(export, "$", chosen->convention);
  nq_export_text(
      export, chosen->head,
      &(nq_place){.n = export->n, .index = nq_instance_excluded_count(export->instance)});
  nq_list_style list = {.separator = ",\n  ", .tenth = ",\n  "};
  memcpy(list.item, chosen->item, sizeof list.item);
  nq_export_list(export, NQ_LISTS, &list);
  nq_output_text(export->output, "]\n");
  return NQ_OK;
}

const nq_export_entry nq_export_csplib = {
    .format = {.name = "csplib",
               .summary = "parameters of CSPLib's prob079 or prob080, depending on the instance",
               .suffix = ".param"},
    .write = write_csplib};

/* How a language declares a list: type name = list after meaning. */
typedef struct parameter {
  const char *type, *name, *meaning;
  const nq_list_style *style;
} parameter;

/* Write the parameters, one for each list: the types unless the part is data, and `unknown` in
 * place of the values where it is the model; `mark` is before the meaning. */
static void write_parameters(const nq_export *export, const parameter *parameters,
                             const char *unknown, const char *mark) {
  nq_output *output = export->output;
  for (nq_list list = NQ_LIST_PLACED; list < NQ_LISTS; list++) {
    const parameter *at = &parameters[list];
    nq_output_print(output, "%s%s", export->part != NQ_PART_DATA ? at->type : "", at->name);
    nq_output_text(output, export->part == NQ_PART_MODEL ? unknown : " = ");
    if (export->part != NQ_PART_MODEL) nq_export_list(export, list, at->style);
    nq_output_print(output, "%s%s\n", mark, at->meaning);
  }
}

/* A model in one file, or in two. */
typedef struct model {
  const char *first, *types; /* before and after n, where there is a model */
  const char *n[3];          /* by part */
  const parameter *parameters;
  const char *unknown, *meaning; /* of write_parameters */
  const char *search, *constraints, *end;
} model;

static nq_status write_model(const nq_export *export, const model *is) {
  bool has_model = export->part != NQ_PART_DATA;
  if (has_model) nq_output_text(export->output, is->first);
  nq_export_text(export, is->n[export->part], &(nq_place){.n = export->n});
  if (has_model && is->types != NULL) nq_output_text(export->output, is->types);
  write_parameters(export, is->parameters, is->unknown, is->meaning);
  if (!has_model) return NQ_OK;
  const char *const parts[] = {is->search, is->constraints, is->end};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i] == NULL) continue;
    nq_output_text(export->output, "\n");
    nq_output_text(export->output, parts[i]);
  }
  return NQ_OK;
}

/* MiniZinc: one model with its data, or a model and a data file.
 *
 * MODEL.  queens[i] = r: the queen of column i stands on row r, from 1, the first row on top.  In
 * these terms an excluded diagonal is the number queens[i] + i or queens[i] - i that no queen may
 * have.  The lists are parameters in either case, so the text of the constraints is the same. */

/* {5, 7} */
#define IN_BRACES .open = "{", .close = "}", .separator = ", ", .tenth = ",\n  "

/* A set of diagonals, counted from 1. */
static const nq_list_style diagonals = {
    IN_BRACES,
    .none = "{}",
    .item = {[NQ_LIST_RISING] = "%S", [NQ_LIST_FALLING] = "%D"},
};

static const nq_list_style minizinc_squares = {.open = "[| ",
                                               .close = " |]",
                                               .none = "array2d(1..0, 1..2, [])",
                                               .separator = " | ",
                                               .tenth = " |\n  ",
                                               .item = {"%C, %R", "%C, %R"}};

static const parameter minizinc_parameters[NQ_LISTS] = {
    [NQ_LIST_PLACED] = {"array[int, 1..2] of int: ", "placed", "column, row", &minizinc_squares},
    [NQ_LIST_BLOCKED] = {"array[int, 1..2] of int: ", "blocked", "column, row", &minizinc_squares},
    [NQ_LIST_RISING] = {"set of int: ", "rising", "column + row", &diagonals},
    [NQ_LIST_FALLING] = {"set of int: ", "falling", "row - column", &diagonals},
};

extern const char nq_minizinc_mzn[];

static nq_status write_minizinc(const nq_export *export) {
  static const model is = {.first = "\ninclude \"all_different.mzn\";\n",
                           .n = {"\nint: n = %n;\n", "\nint: n;\n", "\nn = %n;\n"},
                           .parameters = minizinc_parameters,
                           .unknown = "",
                           .meaning = ";  % ",
                           .constraints = nq_minizinc_mzn};
  return write_model(export, &is);
}

const nq_export_entry nq_export_minizinc = {
    .format = {"minizinc", "MiniZinc: model and data in one file, or in two (.mzn and .dzn)",
               ".mzn", .parts = true},
    .mark = "%",
    .convention = "numbered from 1: queens[column] = row, and the first row is on top",
    .write = write_minizinc};

/* OPL for the constraint engine of CPLEX: model and data in one file, or in two.
 *
 * MODEL.  x[i] = r: the queen of column i stands on row r, from 1.  allDifferent takes an array of
 * variables and not of expressions, so the diagonals have variables of their own:
 * up[i] = x[i] + i and down[i] = x[i] - i. */

static const nq_list_style opl_squares = {IN_BRACES, .none = "{}",
                                          .item = {"<%C, %R>", "<%C, %R>"}};

static const parameter opl_parameters[NQ_LISTS] = {
    [NQ_LIST_PLACED] = {"{square} ", "placed", "queens", &opl_squares},
    [NQ_LIST_BLOCKED] = {"{square} ", "blocked", "squares without a queen", &opl_squares},
    [NQ_LIST_RISING] = {"{int} ", "rising", "diagonals without a queen: column + row", &diagonals},
    [NQ_LIST_FALLING] = {"{int} ", "falling", "diagonals without a queen: row - column",
                         &diagonals},
};

static const char *const searches[] = {"default", "depth-first", NULL};
static const char *const ends[] = {"first", "all", NULL};

/* `all` implies this: with restarts or several workers a solution may come twice. */
static const char depth_first[] = "execute {\n"
                                  "  cp.param.SearchType = \"DepthFirst\";\n"
                                  "  cp.param.Workers = 1;\n"
                                  "}\n";

extern const char nq_opl_mod[], nq_opl_all_mod[];

static nq_status write_opl(const nq_export *export) {
  bool all = export->strategy[1] > 0;
  const model is = {.first = "\nusing CP;\n",
                    .types = "tuple square {\n  int column;\n  int row;\n}\n",
                    .n = {"\nint n = %n;\n", "\nint n = ...;\n", "\nn = %n;\n"},
                    .parameters = opl_parameters,
                    .unknown = " = ...",
                    .meaning = "; // ",
                    .search = export->strategy[0] > 0 || all ? depth_first : NULL,
                    .constraints = nq_opl_mod,
                    .end = all ? nq_opl_all_mod : NULL};
  return write_model(export, &is);
}

const nq_export_entry nq_export_opl = {
    .format = {"opl", "CPLEX OPL for CP: model and data in one file, or in two (.mod and .dat)",
               ".mod", .parts = true, .strategies = {searches, ends}},
    .mark = "//",
    .convention = "numbered from 1: x[column] = row, and the first row is on top",
    .write = write_opl};

/* Answer set programming for clingo: facts, and the rules that read them.
 *
 * MODEL.  queen(C,R): a queen stands in column C on row R, from 1.  The line C + R = D is written
 * as queen(C,D-C), so that grounding looks only at the squares of the line and not at all
 * squares. */

static const nq_list_style facts = {
    .close = "\n",
    .separator = " ",
    .tenth = "\n  ",
    .item = {"placed(%C,%R).", "blocked(%C,%R).", "rising(%S).", "falling(%D)."}};

extern const char nq_asp_lp[];

static nq_status write_asp(const nq_export *export) {
  if (export->part != NQ_PART_MODEL) {
    nq_export_text(export, "\n#const n = %n.\n", &(nq_place){.n = export->n});
    for (nq_list list = NQ_LIST_PLACED; list < NQ_LISTS; list++)
      nq_export_list(export, list, &facts);
  }
  if (export->part == NQ_PART_DATA) return NQ_OK;
  nq_output_text(export->output, "\n");
  nq_output_text(export->output, nq_asp_lp);
  return NQ_OK;
}

const nq_export_entry nq_export_asp = {
    .format = {"asp", "answer set programming (clingo): rules and facts, in one file or two", ".lp",
               .parts = true},
    .mark = "%",
    .convention = "numbered from 1: queen(column,row), and the first row is on top",
    .write = write_asp};

/* The frame of every script in Python.
 *
 * MODEL.  Python takes the encoding of a script from a comment in its first two lines, so these
 * lines are fixed: no comment of the caller can change how the rest is read. */

static const nq_list_style queens = {IN_BRACES, .none = "{}",
                                     .item = {[NQ_LIST_PLACED] = "%c: %r"}};
static const nq_list_style sets = {IN_BRACES, .none = "set()",
                                   .item = {NULL, "(%c, %r)", "%i", "%D"}};

static const parameter python_parameters[NQ_LISTS] = {
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
  write_parameters(export, python_parameters, "", "  # ");
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

/* A Python script for z3.
 *
 * MODEL.  Q_i = r: the queen of column i stands on row r, from 1.  The diagonals have variables of
 * their own at a fixed distance from Q_i, so that all constraints are difference logic, where z3 is
 * quick. */

extern const char nq_z3py_py[];

static nq_status write_z3py(const nq_export *export) {
  nq_python_write(export, "import z3\n", nq_z3py_py);
  return NQ_OK;
}

const nq_export_entry nq_export_z3py = {
    .format = {.name = "z3py",
               .summary = "a Python script for z3 (the package z3-solver)",
               .suffix = ".py"},
    .write = write_z3py};

/* A Python script for the original constraint solver of OR-Tools (pywrapcp), a backtracking search
 * that finds all solutions in a fixed order. */

/* Which column is next, and which of its rows is tried first: the names of the strategies, and
 * those that the solver has for them. */
static const char *const columns[] = {"min-size",    "first-unbound", "max-size", "lowest-min",
                                      "highest-max", "random",        NULL};
static const char *const choose[] = {
    "CHOOSE_MIN_SIZE_LOWEST_MIN", "CHOOSE_FIRST_UNBOUND", "CHOOSE_MAX_SIZE",
    "CHOOSE_LOWEST_MIN",          "CHOOSE_HIGHEST_MAX",   "CHOOSE_RANDOM"};
static const char *const rows[] = {"center-value", "min-value",   "max-value", "random-value",
                                   "split-lower",  "split-upper", NULL};
static const char *const assign[] = {"ASSIGN_CENTER_VALUE", "ASSIGN_MIN_VALUE", "ASSIGN_MAX_VALUE",
                                     "ASSIGN_RANDOM_VALUE", "SPLIT_LOWER_HALF", "SPLIT_UPPER_HALF"};

extern const char nq_ortools_cp_py[];

static nq_status write_ortools_cp(const nq_export *export) {
  char head[300];
  snprintf(head, sizeof head,
           "from ortools.constraint_solver import pywrapcp\n\n"
           "# The column that is next, and its row that is tried first.\n"
           "choose_column = pywrapcp.Solver.%s\n"
           "assign_row = pywrapcp.Solver.%s\n",
           choose[export->strategy[0]], assign[export->strategy[1]]);
  nq_python_write(export, head, nq_ortools_cp_py);
  return NQ_OK;
}

const nq_export_entry nq_export_ortools_cp = {
    .format = {"ortools-cp", "a Python script for OR-Tools' original constraint solver", ".py",
               .strategies = {columns, rows}},
    .write = write_ortools_cp};
