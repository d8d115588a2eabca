/* Any bytes through the scanner: no crash, an end, and trees whose nodes stand within one another
 * and within the text.  The first two bytes are the style. */
#include "format/scan/scan.h"
#include "scratch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require_tree(const nq_terms *terms) {
  const char *start = (const char *)terms->input->next, *end = (const char *)terms->input->end;
  require(terms->count >= 1 && terms->nodes[0].span == terms->count);
  require(nq_terms_end(terms)->kind == NQ_KIND_END);
  require(terms->at <= (size_t)(end - start));
  for (const nq_node *node = terms->nodes; node < nq_terms_end(terms); node++) {
    require(node->span >= 1 && nq_next(node) <= nq_terms_end(terms));
    require(node->text >= start && node->text + node->size <= end);
    require(node->line <= terms->line);
    bool inner = node->kind >= NQ_KIND_LIST;
    require(inner || node->span == 1);
    for (const nq_node *child = node + 1; inner && child < nq_next(node); child = nq_next(child))
      require(nq_next(child) <= nq_next(node));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int file = -1;
  if (file < 0) file = scratch_file();
  if (size < 2) return 0;
  scratch_fill(file, bytes + 2, size - 2);
  nq_input input;
  nq_terms terms;
  nq_error error;
  require(nq_input_init(&input, file));
  nq_terms_begin(&terms, &input, &error);
  terms.style = (bytes[0] | (unsigned)bytes[1] << 8) % (4 * NQ_PLAIN);
  for (nq_status status = NQ_OK; status != NQ_END;) {
    size_t at = terms.at;
    status = nq_terms_read(&terms);
    require(status == NQ_OK || status == NQ_END || status == NQ_BAD_FORMAT);
    if (status == NQ_OK) require_tree(&terms);
    if (status == NQ_BAD_FORMAT) nq_terms_skip_line(&terms);
    require(status == NQ_END || terms.at > at);
    if (bytes[0] % 2 == 0) nq_terms_commit(&terms);
  }
  nq_terms_release(&terms);
  nq_input_release(&input);
  return 0;
}
