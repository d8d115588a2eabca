/* XCSP3-core.
 *
 * MODEL.  q[column] is the row, both from 0.  All q[i], all q[i] + i and all q[i] - i are
 * different.  A placed queen is the constraint eq(q[c],r); a blocked square, and each square of an
 * excluded diagonal, ne(q[c],r).  For n = 1 no constraint remains, and solvers refuse an unused
 * variable: so eq(q[0],0) is added. */
#include "format/exports/lines.h"

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

#define HEAD                                                                                       \
  "<instance format=\"XCSP3\" type=\"CSP\">\n  <variables>\n"                                      \
  "    <array id=\"q\" size=\"[%n]\"> 0..%m </array>\n"                                            \
  "  </variables>\n  <constraints>\n"
#define QUEEN "    <intension> eq(q[%c],%r) </intension>\n"
#define NONE  "    <intension> ne(q[%c],%r) </intension>\n"

static void write_different(const nq_export *export, const char *text) {
  nq_output_text(export->output, "    <allDifferent>\n");
  nq_export_columns(export, text, "");
  nq_output_text(export->output, "    </allDifferent>\n");
}

static nq_status write_xcsp3(const nq_export *export, nq_error *error) {
  nq_output *output = export->output;
  nq_status status = nq_require_count(export, export->n, "values", error);
  if (status == NQ_OK) status = write_head(export, error);
  if (status != NQ_OK) return status;
  const nq_place first = {.n = export->n};
  nq_export_text(export, HEAD, &first);
  if (export->n > 1) {
    nq_output_text(output, "    <allDifferent> q[] </allDifferent>\n");
    write_different(export, "      add(q[%c],%c)\n");
    write_different(export, "      sub(q[%c],%c)\n");
  } else {
    nq_export_text(export, QUEEN, &first);
  }
  nq_export_decided(export, QUEEN, NONE);
  nq_output_text(output, "  </constraints>\n</instance>\n");
  return NQ_OK;
}

const nq_export_entry nq_export_xcsp3 = {
    .format = {.name = "xcsp3",
               .summary = "XCSP3-core, for constraint programming",
               .suffix = ".xml"},
    .write = write_xcsp3,
    .growth = {{1, 39, 2.2}}};
