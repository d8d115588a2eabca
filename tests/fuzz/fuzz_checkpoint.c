/* Any bytes, taken for the checkpoint of a count: no crash; a file that is refused stays as it was,
 * and one that is taken is a checkpoint ever after, with the same records. */
#include "ledger/ledger.h"
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* What the checkpoint has; -1 when it is refused. */
static int64_t open_checkpoint(const char *path, const nq_count_plan *plan) {
  nq_checkpoint *checkpoint;
  nq_error error = {0};
  nq_status status = nq_checkpoint_open(path, plan, &checkpoint, NULL, &error);
  require(status == NQ_OK || (error.message[0] != '\0' && checkpoint == NULL));
  if (status != NQ_OK) return -1;
  nq_count_range all = {.end = nq_count_plan_units(plan)}, done, *missing;
  size_t missing_count;
  status = nq_checkpoint_rest(checkpoint, &all, &done, &missing, &missing_count, &error);
  uint64_t left = 0;
  for (size_t i = 0; status == NQ_OK && i < missing_count; i++)
    left += missing[i].end - missing[i].begin;
  if (status == NQ_OK) free(missing);
  require(nq_checkpoint_close(checkpoint, NULL) == NQ_OK && left <= all.end);
  return status == NQ_OK ? (int64_t)((done.count ^ done.count_high) >> 1) : INT64_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static nq_count_plan *plan;
  static char path[] = "/tmp/nqueens-fuzz-XXXXXX";
  if (plan == NULL) {
    require(nq_count_plan_new(12, &plan, NULL) == NQ_OK);
    close(mkstemp(path));
  }
  scratch_write(path, bytes, size);
  const char *const paths[] = {path};
  nq_checkpoint_audit audit;
  if (nq_checkpoint_read(plan, paths, 1, true, &audit, NULL) == NQ_OK)
    nq_checkpoint_audit_release(&audit);
  if (nq_checkpoint_read(plan, paths, 1, false, &audit, NULL) == NQ_OK)
    nq_checkpoint_audit_release(&audit);
  require(scratch_holds(path, bytes, size));
  int64_t first = open_checkpoint(path, plan);
  require(first >= 0 ? open_checkpoint(path, plan) == first : scratch_holds(path, bytes, size));
  unlink(path);
  return 0;
}
