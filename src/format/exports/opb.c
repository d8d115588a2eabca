/* OPB: pseudo-Boolean constraints, as in the competitions of pseudo-Boolean solvers.
 *
 * MODEL.  x_v with v = column * n + row + 1 is 1 when a queen stands on (column, row).  The sum over
 * each column and each row is 1, and minus the sum over each diagonal of two squares or more is
 * -1 or more: OPB knows = and >= only.  Placed queens are x_v = 1, blocked squares and those of
 * excluded diagonals x_v = 0. */
#include "format/exports/lines.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

static nq_status write_opb(const nq_export *export, nq_error *error) {
  static const nq_sum exact = {"+1 x%v ", "+1 x%v ", NULL, "= 1 ;\n"};
  static const nq_sum most = {"-1 x%v ", "-1 x%v ", NULL, ">= -1 ;\n"};
  nq_status status = nq_require_count(export, (uint64_t) export->n * export->n, "variables", error);
  if (status != NQ_OK) return status;
  nq_output_print(export->output, "* #variable= %" PRIu64 " #constraint= %" PRIu64 "\n",
                  (uint64_t) export->n * export->n,
                  nq_lines_binding(export->n) + nq_decided_count(export->instance));
  nq_export_head(export, "*",
                 "x<column * n + row + 1>: a queen stands there, both from 0; rising = column + "
                 "row, falling = row - column + n - 1");
  nq_export_lines(export, &exact, &most);
  nq_export_decided(export, "+1 x%v = 1 ;\n", "+1 x%v = 0 ;\n");
  return NQ_OK;
}

const nq_export_entry nq_export_opb = {
    .format = {.name = "opb", .summary = "OPB, for pseudo-Boolean solvers", .suffix = ".opb"},
    .write = write_opb,
    .growth = {{2, 21, 7.6}}};
