/* A Python script for the original constraint solver of OR-Tools (pywrapcp), a backtracking search
 * that finds all solutions in a fixed order. */
#include "format/exports/export.h"

#include <stdio.h>

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

static nq_status write_ortools_cp(const nq_export *export, nq_error *error) {
  char head[300];
  (void)error;
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
    .format = {.name = "ortools-cp",
               .summary = "a Python script for OR-Tools' original constraint solver",
               .suffix = ".py",
               .strategies = {columns, rows}},
    .write = write_ortools_cp};
