/* XCSP3-core.
 *
 * MODEL.  q[column] is the row, both from 0.  All q[i], all q[i] + i and all q[i] - i are
 * different.  A placed queen is the constraint eq(q[c],r); a blocked square, and each square of an
 * excluded diagonal, ne(q[c],r).  For n = 1 no constraint remains, and solvers refuse an unused
 * variable: so eq(q[0],0) is added. */
#include "format/exports/lines.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Put a blank into each "--", which an XML comment must not contain.  NULL when memory is short. */
static char *part_dashes(const char *comment) {
  char *text = malloc(2 * strlen(comment) + 1), *at = text;
  if (text == NULL) return NULL;
  for (const char *from = comment; *from != '\0'; from++) {
    if (*from == '-' && from != comment && from[-1] == '-') *at++ = ' ';
    *at++ = *from;
  }
  *at = '\0';
  return text;
}

static nq_status write_head(const nq_export *export, nq_error *error) {
  nq_export head = *export;
  char *comment = NULL;
  if (export->comment != NULL) {
    comment = part_dashes(export->comment);
    if (comment == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a comment");
  }
  head.comment = comment;
  nq_output_text(export->output, "<!--\n");
  nq_export_head(&head, " ",
                 "q[column] is the row, both from 0; rising = column + row, falling = row - column "
                 "+ n - 1");
  nq_output_text(export->output, "-->\n");
  free(comment);
  return NQ_OK;
}

static void write_variables(nq_output *output, uint32_t n) {
  nq_output_print(output,
                  "<instance format=\"XCSP3\" type=\"CSP\">\n  <variables>\n"
                  "    <array id=\"q\" size=\"[%" PRIu32 "]\"> 0..%" PRIu32 " </array>\n"
                  "  </variables>\n",
                  n, n - 1);
}

/* All `function`(q[i],i) are different. */
static void write_diagonals(nq_output *output, uint32_t n, const char *function) {
  nq_output_text(output, "    <allDifferent>\n");
  for (uint32_t column = 0; column < n; column++) {
    char *text = nq_output_reserve(output, 128);
    if (text == NULL) return;
    memcpy(text, "      ", 6);
    memcpy(text + 6, function, 3);
    memcpy(text + 9, "(q[", 3);
    char *at = nq_put_number(text + 12, column);
    memcpy(at, "],", 2);
    at = nq_put_number(at + 2, column);
    memcpy(at, ")\n", 2);
    output->used += (size_t)(at + 2 - text);
  }
  nq_output_text(output, "    </allDifferent>\n");
}

static void write_square(void *context, uint32_t column, uint32_t row, bool queen) {
  nq_output *output = context;
  nq_output_text(output, queen ? "    <intension> eq(q[" : "    <intension> ne(q[");
  nq_output_number(output, column);
  nq_output_text(output, "],");
  nq_output_number(output, row);
  nq_output_text(output, ") </intension>\n");
}

static nq_status write_xcsp3(const nq_export *export, nq_error *error) {
  nq_output *output = export->output;
  nq_status status = nq_require_count(export, export->n, "values", error);
  if (status == NQ_OK) status = write_head(export, error);
  if (status != NQ_OK) return status;
  write_variables(output, export->n);
  nq_output_text(output, "  <constraints>\n");
  if (export->n > 1) {
    nq_output_text(output, "    <allDifferent> q[] </allDifferent>\n");
    write_diagonals(output, export->n, "add");
    write_diagonals(output, export->n, "sub");
  } else {
    write_square(output, 0, 0, true);
  }
  nq_decided_each(export->instance, write_square, output);
  nq_output_text(output, "  </constraints>\n</instance>\n");
  return NQ_OK;
}

const nq_export_entry nq_export_xcsp3 = {
    .format = {.name = "xcsp3",
               .summary = "XCSP3-core, for constraint programming",
               .suffix = ".xml"},
    .write = write_xcsp3,
    .growth = {{1, 39, 2.2}}};
