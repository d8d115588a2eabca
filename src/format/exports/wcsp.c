/* WCSP, the format of toulbar2.
 *
 * MODEL.  Variable i is column i, its value the row, both from 0.  The upper bound is 1: a tuple
 * that costs 1 is forbidden.  Two columns d apart exclude the values (r, r), (r, r + d) and (r + d,
 * r): one table for each d, defined for columns 0 and d and shared by all others, so that the file
 * grows with n^2 and not with n^3.
 *
 *     -2 0 d 0 <tuples>     the d-th shared table, with <tuples> lines `r r' 1`
 *     2 i i+d 0 -d          columns i and i + d use it
 *     1 c 1 1 / r 0         a queen is placed on (c, r): all other rows cost 1
 *     1 c 0 1 / r 1         (c, r) is blocked or on an excluded diagonal
 *
 * The format has no comments, so their text goes into the problem's name, which is one word. */
#include "format/exports/lines.h"

#include <inttypes.h>

/* ---- The name ---- */

/* The comment as part of a word. */
static void write_comment(nq_output *output, const char *comment) {
  for (; comment != NULL && *comment != '\0'; comment++) {
    bool printable = *comment > ' ' && *comment <= '~';
    nq_output_bytes(output, printable ? comment : *comment == '\n' ? ";" : "_", 1);
  }
}

static uint64_t count_functions(const nq_export *export) {
  uint64_t n = export->n;
  return n * (n - 1) / 2 + nq_decided_count(export->instance);
}

static void write_head(const nq_export *export) {
  nq_output *output = export->output;
  nq_output_print(output,
                  "n-queens;n=%" PRIu32 ";placed=%zu;blocked=%zu;excluded=%zu;"
                  "variable=column,value=row,from_0;",
                  export->n, nq_instance_placed_count(export->instance),
                  nq_instance_blocked_count(export->instance),
                  nq_instance_excluded_count(export->instance));
  write_comment(output, export->comment);
  nq_output_print(output, " %" PRIu32 " %" PRIu32 " %" PRIu64 " 1\n", export->n, export->n,
                  count_functions(export));
  nq_export_columns(export, "%n", " ");
  nq_output_text(output, "\n");
}

/* ---- Pairs of columns ---- */

/* The table of columns 0 and `distance`. */
static void write_table(const nq_export *export, uint32_t distance) {
  nq_output_print(export->output, "-2 0 %" PRIu32 " 0 %" PRIu64 "\n", distance,
                  export->n + 2 * (uint64_t)(export->n - distance));
  for (uint32_t row = 0; row < export->n; row++) {
    const nq_place at = {.row = row, .index = (uint64_t)row + distance};
    nq_export_text(export, at.index < export->n ? "%r %r 1\n%r %i 1\n%i %r 1\n" : "%r %r 1\n", &at);
  }
}

/* All other pairs of columns that are `distance` apart. */
static void write_uses(const nq_export *export, uint32_t distance) {
  nq_place at = {.index = distance};
  for (at.column = 1; at.column < export->n - distance; at.column++) {
    at.row = at.column + distance;
    nq_export_text(export, "2 %c %r 0 -%i\n", &at);
  }
}

static nq_status write_wcsp(const nq_export *export, nq_error *error) {
  nq_status status = nq_require_count(export, count_functions(export), "cost functions", error);
  if (status != NQ_OK) return status;
  nq_output *output = export->output;
  write_head(export);
  for (uint32_t distance = 1; distance < export->n; distance++) {
    if (nq_output_status(output, NULL) != NQ_OK) return NQ_OK;
    write_table(export, distance);
  }
  for (uint32_t distance = 1; distance < export->n; distance++) {
    if (nq_output_status(output, NULL) != NQ_OK) return NQ_OK;
    write_uses(export, distance);
  }
  nq_export_decided(export, "1 %c 1 1\n%r 0\n", "1 %c 0 1\n%r 1\n");
  return NQ_OK;
}

const nq_export_entry nq_export_wcsp = {
    .format = {.name = "wcsp", .summary = "WCSP, for toulbar2", .suffix = ".wcsp"},
    .write = write_wcsp,
    .growth = {{2, 11, 5.6}}};
