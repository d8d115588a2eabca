/* Answer set programming for clingo: facts, and the rules that read them.
 *
 * MODEL.  queen(C,R): a queen stands in column C on row R, from 1.  The line C + R = D is written
 * as queen(C,D-C), so that grounding looks only at the squares of the line and not at all
 * squares. */
#include "format/exports/export.h"

#include <stdbool.h>

static const nq_list_style facts = {
    .close = "\n",
    .separator = " ",
    .tenth = "\n  ",
    .item = {"placed(%C,%R).", "blocked(%C,%R).", "rising(%S).", "falling(%D)."}};

extern const char nq_asp_lp[];

static nq_status write_asp(const nq_export *export, nq_error *error) {
  (void)error;
  nq_export_head(export, "%", "numbered from 1: queen(column,row), and the first row is on top");
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
    .format = {.name = "asp",
               .summary = "answer set programming (clingo): rules and facts, in one file or two",
               .suffix = ".lp",
               .parts = true},
    .write = write_asp};
