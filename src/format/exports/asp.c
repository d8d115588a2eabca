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

static const char model[] = "\n"
                            "#defined placed/2. % column, row\n"
                            "#defined blocked/2. % column, row\n"
                            "#defined rising/1. % column + row\n"
                            "#defined falling/1. % row - column\n"
                            "\n"
                            "{ queen(C,R) : R = 1..n } = 1 :- C = 1..n.\n"
                            "{ queen(C,R) : C = 1..n } = 1 :- R = 1..n.\n"
                            ":- { queen(C,D-C) } > 1, D = 2..2*n.\n"
                            ":- { queen(C,C+D) } > 1, D = 1-n..n-1.\n"
                            "\n"
                            ":- placed(C,R), not queen(C,R).\n"
                            ":- blocked(C,R), queen(C,R).\n"
                            ":- rising(D), queen(C,D-C).\n"
                            ":- falling(D), queen(C,C+D).\n"
                            "\n"
                            "#show queen/2.\n";

static nq_status write_asp(const nq_export *export, nq_error *error) {
  (void)error;
  nq_export_head(export, "%", "numbered from 1: queen(column,row), and the first row is on top");
  if (export->part != NQ_PART_MODEL) {
    nq_export_text(export, "\n#const n = %n.\n", &(nq_place){.n = export->n});
    for (nq_list list = NQ_LIST_PLACED; list < NQ_LISTS; list++)
      nq_export_list(export, list, &facts);
  }
  if (export->part != NQ_PART_DATA) nq_output_text(export->output, model);
  return NQ_OK;
}

const nq_export_entry nq_export_asp = {
    .format = {.name = "asp",
               .summary = "answer set programming (clingo): rules and facts, in one file or two",
               .suffix = ".lp",
               .parts = true},
    .write = write_asp};
