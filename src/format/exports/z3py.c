/* A Python script for z3.
 *
 * MODEL.  Q_i = r: the queen of column i stands on row r, from 1.  The diagonals have variables of
 * their own at a fixed distance from Q_i, so that all constraints are difference logic, where z3 is
 * quick. */
#include "format/exports/export.h"

extern const char nq_z3py_py[];

static nq_status write_z3py(const nq_export *export, nq_error *error) {
  (void)error;
  nq_python_write(export, "import z3\n", nq_z3py_py);
  return NQ_OK;
}

const nq_export_entry nq_export_z3py = {
    .format = {.name = "z3py",
               .summary = "a Python script for z3 (the package z3-solver)",
               .suffix = ".py"},
    .write = write_z3py};
