/* Text, unit by unit: what a dialect reads at a time. */
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/names.h"

#include <stdbool.h>
#include <stdint.h>

/* Text has no NUL bytes: a unit that has one adds nothing but an error. */
static nq_status refuse_nul(nq_reader *reader, nq_status status) {
  uint64_t line = nq_input_nul(&reader->input);
  if (line == 0 || (status != NQ_OK && status != NQ_END && status != NQ_BAD_FORMAT)) return status;
  nq_found_drop(&reader->finds);
  nq_found_drop(&reader->pick.found);
  nq_names_release(&reader->names);
  reader->pick = (nq_pick){0};
  return nq_error_at(reader->error, line, "a NUL byte: this is not text");
}

/* Read up to the next board, verdict or error. */
static nq_status read_unit(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  terms->line = reader->unit_line = reader->input.line;
  nq_status status = reader->dialect->read(reader);
  bool mid_line = terms->at > 0 && reader->input.next[terms->at - 1] != '\n';
  if (status == NQ_BAD_FORMAT && mid_line) nq_terms_skip_line(terms);
  nq_terms_commit(terms);
  return refuse_nul(reader, status);
}

nq_status nq_text_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  (void)error;
  while (!nq_found_any(reader)) {
    nq_status status = reader->last ? NQ_END : read_unit(reader);
    if (status == NQ_BAD_FORMAT) status = nq_found_error(reader);
    bool ended = status == NQ_END;
    if (ended) status = nq_found_end(reader);
    if (status != NQ_OK) return status;
    if (ended && !nq_found_any(reader)) return NQ_END;
  }
  return nq_found_take(reader, board, line);
}
