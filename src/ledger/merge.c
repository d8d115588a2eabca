/* Several checkpoint files, audited together. */
#include "ledger/checkpoint.h"
#include "ledger/records.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static nq_status read_file(const nq_count_plan *plan, const char *path, size_t file,
                           record_list *entries, nq_error *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* do not wait for a pipe */
  if (descriptor < 0) return nq_records_io_error(path, "open", error);
  record_source source = {.path = path, .file = file, .plan = plan};
  nq_status status = nq_records_read(&source, descriptor, entries, error);
  if (status == NQ_OK && source.lines == 0)
    status = nq_records_bad_line(path, 1, "this is not the header of a counting checkpoint", error);
  close(descriptor);
  return status;
}

nq_status nq_checkpoint_verify(uint32_t n, const nq_count_range *done, bool whole,
                               const char *source, nq_error *error) {
  wide most = nq_records_most(n), count = nq_records_count(done);
  bool known = nq_count_known(n) != UINT64_MAX;
  if (!is_less_wide(most, count) && (!whole || !known || !is_less_wide(count, most))) return NQ_OK;
  char text[2][WIDE_TEXT_BYTES];
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "%s: the records add up to %s solutions, but n = %" PRIu32
                      " has %s%s: at least one of them is wrong",
                      source, nq_wide_format(count, text[0]), n, known ? "" : "at most ",
                      nq_wide_format(most, text[1]));
}

/* A complete count must be the known number. */
static nq_status check_count(const nq_count_plan *plan, const char *const *paths,
                             const nq_checkpoint_audit *audit, nq_error *error) {
  for (size_t i = 0; i < audit->flaw_count; i++)
    if (audit->flaws[i].overlap) return NQ_OK; /* the sum is meaningless then */
  const record_list entries = {.entry = audit->entries, .count = audit->records};
  nq_status status = nq_records_require_sum(plan, paths, &entries, error);
  if (status != NQ_OK) return status;
  return nq_checkpoint_verify(nq_count_plan_n(plan), &audit->sum, audit->flaw_count == 0,
                              "the files", error);
}

/* Find gaps and overlaps of the sorted records; `reach` is the record that ends last so far. */
static nq_status audit_entries(nq_checkpoint_audit *audit, nq_error *error) {
  audit->flaws = calloc(2 * audit->records + 1, sizeof *audit->flaws);
  if (audit->flaws == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the audit");
  nq_checkpoint_flaw *flaw = audit->flaws;
  const record_entry *reach = NULL;
  uint64_t next = 0;
  for (size_t i = 0; i < audit->records; i++) {
    const record_entry *here = &audit->entries[i];
    uint64_t begin = here->range.begin, end = here->range.end;
    if (begin > next) *flaw++ = (nq_checkpoint_flaw){.begin = next, .end = begin};
    if (begin < next && reach != NULL)
      *flaw++ = (nq_checkpoint_flaw){.begin = begin,
                                     .end = end < next ? end : next,
                                     .overlap = true,
                                     .file = {reach->file, here->file},
                                     .line = {reach->line, here->line}};
    nq_records_sum(&audit->sum, &here->range);
    if (end <= next) continue;
    audit->counted += end - (begin > next ? begin : next);
    next = end;
    reach = here;
  }
  if (next < audit->units) *flaw++ = (nq_checkpoint_flaw){.begin = next, .end = audit->units};
  audit->flaw_count = (size_t)(flaw - audit->flaws);
  return NQ_OK;
}

nq_status nq_checkpoint_read(const nq_count_plan *plan, const char *const *paths, size_t path_count,
                             nq_checkpoint_audit *audit, nq_error *error) {
  record_list entries = {0};
  nq_status status = NQ_OK;
  for (size_t i = 0; i < path_count && status == NQ_OK; i++)
    status = read_file(plan, paths[i], i, &entries, error);
  nq_records_sort(&entries);
  *audit = (nq_checkpoint_audit){
      .units = nq_count_plan_units(plan), .records = entries.count, .entries = entries.entry};
  if (status == NQ_OK) status = audit_entries(audit, error);
  if (status != NQ_OK) nq_checkpoint_audit_release(audit);
  return status;
}

nq_status nq_checkpoint_merge(const nq_count_plan *plan, const char *const *paths,
                              size_t path_count, nq_checkpoint_audit *audit, nq_error *error) {
  nq_status status = nq_checkpoint_read(plan, paths, path_count, audit, error);
  if (status != NQ_OK) return status;
  status = check_count(plan, paths, audit, error);
  if (status != NQ_OK) nq_checkpoint_audit_release(audit);
  return status;
}

void nq_checkpoint_audit_release(nq_checkpoint_audit *audit) {
  free(audit->entries);
  free(audit->flaws);
  *audit = (nq_checkpoint_audit){0};
}

void nq_checkpoint_flaw_describe(const nq_checkpoint_flaw *flaw, const char *const *paths,
                                 char *text, size_t size) {
  int length =
      snprintf(text, size, "units %" PRIu64 " to %" PRIu64 " are ", flaw->begin, flaw->end - 1);
  if (length < 0 || (size_t)length >= size) return;
  text += length;
  size -= (size_t)length;
  if (flaw->overlap)
    snprintf(text, size, "in %s:%" PRIu64 " and in %s:%" PRIu64, paths[flaw->file[0]],
             flaw->line[0], paths[flaw->file[1]], flaw->line[1]);
  else
    snprintf(text, size, "missing");
}
