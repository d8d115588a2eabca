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
#include <stdbool.h>
#include <string.h>

/* ---- The name ---- */

static void write_count(nq_output *output, const char *name, uint64_t count) {
  nq_output_text(output, name);
  nq_output_number(output, count);
}

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
  for (uint32_t column = 0; column < export->n; column++)
    write_count(output, column > 0 ? " " : "", export->n);
  nq_output_text(output, "\n");
}

/* ---- Tables ---- */

/* "3 5 1\n" */
static char *put_tuple(char *at, uint32_t first, uint32_t second) {
  at = nq_put_number(at, first);
  *at++ = ' ';
  at = nq_put_number(at, second);
  memcpy(at, " 1\n", 3);
  return at + 3;
}

/* The table of columns 0 and `distance`. */
static void write_table(nq_output *output, uint32_t n, uint32_t distance) {
  write_count(output, "-2 0 ", distance);
  write_count(output, " 0 ", n + 2 * (uint64_t)(n - distance));
  nq_output_text(output, "\n");
  for (uint32_t row = 0; row < n; row++) {
    char *text = nq_output_reserve(output, 128);
    if (text == NULL) return;
    char *at = put_tuple(text, row, row);
    if (row + (uint64_t)distance < n) {
      at = put_tuple(at, row, row + distance);
      at = put_tuple(at, row + distance, row);
    }
    output->used += (size_t)(at - text);
  }
}

/* ---- Uses ---- */

/* All other pairs of columns that are `distance` apart. */
static void write_uses(nq_output *output, uint32_t n, uint32_t distance) {
  for (uint32_t column = 1; column < n - distance; column++) {
    char *text = nq_output_reserve(output, 128);
    if (text == NULL) return;
    text[0] = '2';
    text[1] = ' ';
    char *at = nq_put_number(text + 2, column);
    *at++ = ' ';
    at = nq_put_number(at, column + distance);
    memcpy(at, " 0 -", 4);
    at = nq_put_number(at + 4, distance);
    *at++ = '\n';
    output->used += (size_t)(at - text);
  }
}

/* ---- The whole ---- */

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  nq_output *output = context;
  write_count(output, "1 ", column);
  nq_output_text(output, queen ? " 1 1\n" : " 0 1\n");
  nq_output_number(output, row);
  nq_output_text(output, queen ? " 0\n" : " 1\n");
}

static nq_status write_wcsp(const nq_export *export, nq_error *error) {
  nq_status status = nq_require_count(export, count_functions(export), "cost functions", error);
  if (status != NQ_OK) return status;
  nq_output *output = export->output;
  write_head(export);
  for (uint32_t distance = 1; distance < export->n; distance++) {
    if (nq_output_status(output, NULL) != NQ_OK) return NQ_OK;
    write_table(output, export->n, distance);
  }
  for (uint32_t distance = 1; distance < export->n; distance++) {
    if (nq_output_status(output, NULL) != NQ_OK) return NQ_OK;
    write_uses(output, export->n, distance);
  }
  nq_decided_each(export->instance, write_square, output);
  return NQ_OK;
}

const nq_export_entry nq_export_wcsp = {
    .format = {.name = "wcsp", .summary = "WCSP, for toulbar2", .suffix = ".wcsp"},
    .write = write_wcsp,
    .growth = {{2, 11, 5.6}}};
