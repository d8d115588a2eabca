/* Several checkpoint files together: the audit of their records, and a share of them counted again
 * by another path than theirs. */
#include "core/core.h"
#include "ledger/ledger.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The audit ------------------------------------------------------------------------------ */

static nq_status read_file(const nq_count_plan *plan, const char *path, size_t file,
                           record_list *entries, nq_error *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* do not wait for a pipe */
  if (descriptor < 0) return nq_records_io_error(path, "open", error);
  record_source source = {.path = path, .file = file, .plan = plan};
  nq_status status = nq_records_read(&source, descriptor, entries, error);
  if (status == NQ_OK && source.lines == 0)
    status = nq_records_bad_line(error, path, 1, "this is not the header of a counting checkpoint");
  close(descriptor);
  return status;
}

nq_status nq_checkpoint_verify(uint32_t n, const nq_count_range *done, bool whole,
                               const char *source, nq_error *error) {
  nq_wide most = nq_records_most(n), count = nq_records_count(done);
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
  nq_status status = nq_records_require_sum(plan, paths, &audit->records, error);
  if (status != NQ_OK) return status;
  return nq_checkpoint_verify(nq_count_plan_n(plan), &audit->sum, audit->flaw_count == 0,
                              "the files", error);
}

/* Find gaps and overlaps of the sorted records; `reach` is the record that ends last so far. */
static nq_status audit_entries(nq_checkpoint_audit *audit, nq_error *error) {
  audit->flaws = calloc(2 * audit->records.count + 1, sizeof *audit->flaws);
  if (audit->flaws == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the audit");
  nq_checkpoint_flaw *flaw = audit->flaws;
  const record_entry *reach = NULL;
  uint64_t next = 0;
  for (size_t i = 0; i < audit->records.count; i++) {
    const record_entry *here = &audit->records.entry[i];
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
                             bool checked, nq_checkpoint_audit *audit, nq_error *error) {
  record_list entries = {0};
  nq_status status = NQ_OK;
  for (size_t i = 0; i < path_count && status == NQ_OK; i++)
    status = read_file(plan, paths[i], i, &entries, error);
  nq_records_sort(&entries);
  *audit = (nq_checkpoint_audit){.units = nq_count_plan_units(plan), .records = entries};
  if (status == NQ_OK) status = audit_entries(audit, error);
  if (status == NQ_OK && checked) status = check_count(plan, paths, audit, error);
  if (status != NQ_OK) nq_checkpoint_audit_release(audit);
  return status;
}

void nq_checkpoint_audit_release(nq_checkpoint_audit *audit) {
  free(audit->records.entry);
  free(audit->flaws);
  *audit = (nq_checkpoint_audit){0};
}

void nq_checkpoint_flaw_describe(const nq_checkpoint_flaw *flaw, const char *const *paths,
                                 char *text, size_t size) {
  snprintf(text, size, "units %" PRIu64 " to %" PRIu64 " are ", flaw->begin, flaw->end - 1);
  if (flaw->overlap)
    nq_text_add(text, size, "in %s:%" PRIu64 " and in %s:%" PRIu64, paths[flaw->file[0]],
                flaw->line[0], paths[flaw->file[1]], flaw->line[1]);
  else
    nq_text_add(text, size, "missing");
}

/* ---- Counting again ------------------------------------------------------------------------ */

/* A chosen record and what was counted of it. */
typedef struct choice {
  const record_entry *entry;
  nq_count_range again; /* with the path to count it by */
  uint64_t units;       /* counted */
} choice;

/* The choices of one path, in order of their first unit. */
typedef struct group {
  choice *choices;
  size_t count;
  nq_checkpoint_recount *recount;
  nq_count_range *ranges;
  uint64_t done, total; /* units of all groups: done in earlier groups */
} group;

/* The fastest path of this machine that differs from the record's; a record without a path counts
 * as one of the fastest.  The last path runs everywhere and counts unlike all others. */
static const char *other_path(const char *path) {
  const char *name;
  bool available;
  for (size_t i = 0; (name = nq_count_path_name(i, &available)) != NULL; i++) {
    if (!available) continue;
    if (path[0] == '\0')
      path = name;
    else if (strcmp(name, path) != 0)
      return name;
  }
  return path;
}

/* Choose records in random order until they have the share of the units; returns their number. */
static size_t choose_records(const nq_checkpoint_audit *audit, const nq_checkpoint_recount *recount,
                             choice *choices, uint64_t *units) {
  nq_pcg64 random;
  uint64_t total = 0;
  *units = 0;
  nq_pcg64_seed(&random, recount->seed, 0);
  for (size_t i = 0; i < audit->records.count; i++) {
    choices[i].entry = &audit->records.entry[i];
    total += audit->records.entry[i].range.end - audit->records.entry[i].range.begin;
  }
  size_t count = 0;
  while (count < audit->records.count &&
         (count == 0 || (double)*units < recount->share * (double)total)) {
    size_t other = count + (size_t)nq_pcg64_below(&random, audit->records.count - count);
    choice chosen = choices[other];
    choices[other] = choices[count];
    if (chosen.entry == NULL) break; /* never: each choice has one */
    const nq_count_range *range = &chosen.entry->range;
    chosen.again = (nq_count_range){.begin = range->begin, .end = range->end};
    snprintf(chosen.again.path, sizeof chosen.again.path, "%s",
             recount->path != NULL ? recount->path : other_path(range->path));
    chosen.units = 0;
    choices[count++] = chosen;
    *units += range->end - range->begin;
  }
  return count;
}

static int by_path_and_begin(const void *a, const void *b) {
  const choice *x = a, *y = b;
  int order = strcmp(x->again.path, y->again.path);
  if (order != 0) return order;
  if (x->again.begin != y->again.begin) return x->again.begin < y->again.begin ? -1 : 1;
  return x->entry < y->entry ? -1 : x->entry > y->entry ? 1 : 0;
}

size_t nq_checkpoint_range_of(const nq_count_range *ranges, size_t count, uint64_t unit) {
  size_t first = 0, end = count;
  while (end - first > 1) {
    size_t middle = first + (end - first) / 2;
    if (ranges[middle].begin <= unit)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/* Add a counted part to its record.  Records of a group do not overlap. */
static nq_status add_part(void *context, const nq_count_range *part, nq_error *error) {
  group *here = context;
  choice *one = &here->choices[nq_checkpoint_range_of(here->ranges, here->count, part->begin)];
  (void)error;
  nq_records_sum(&one->again, part);
  one->units += part->end - part->begin;
  return NQ_OK;
}

static bool report_recount(void *context, const nq_progress *at) {
  group *here = context;
  nq_progress all = *at;
  all.done += here->done;
  all.total = here->total;
  return here->recount->progress == NULL || here->recount->progress(here->recount->context, &all);
}

/* Note the completely counted records of a group, and the wrong ones among them. */
static void note_counted(const group *here) {
  nq_checkpoint_recount *recount = here->recount;
  for (size_t i = 0; i < here->count; i++) {
    const choice *one = &here->choices[i];
    if (one->units != one->again.end - one->again.begin) continue;
    recount->records++;
    recount->units += one->units;
    if (one->again.count == one->entry->range.count &&
        one->again.count_high == one->entry->range.count_high)
      continue;
    recount->wrong[recount->wrong_count++] = (nq_checkpoint_wrong){one->entry, one->again};
  }
}

/* The group at the front of the choices: one path, no overlaps. */
static size_t measure_group(const choice *choices, size_t count) {
  size_t size = 1;
  while (size < count && strcmp(choices[size].again.path, choices[0].again.path) == 0 &&
         choices[size].again.begin >= choices[size - 1].again.end)
    size++;
  return size;
}

static nq_status count_group(const nq_count_plan *plan, group *here, nq_error *error) {
  const nq_count_options options = {.threads = here->recount->threads,
                                    .path = here->choices[0].again.path,
                                    .record = add_part,
                                    .progress = report_recount,
                                    .context = here};
  nq_count_result result;
  for (size_t i = 0; i < here->count; i++) here->ranges[i] = here->choices[i].again;
  nq_status status = nq_count_run(plan, here->ranges, here->count, &options, &result, error);
  here->done += result.units;
  here->recount->interrupted = result.interrupted;
  note_counted(here);
  return status;
}

nq_status nq_checkpoint_recount_run(const nq_count_plan *plan, const nq_checkpoint_audit *audit,
                                    nq_checkpoint_recount *recount, nq_error *error) {
  size_t room = audit->records.count + 1, left = 0;
  nq_arrays arrays = {0};
  group here = {.recount = recount};
  nq_status status = NQ_OK;
  here.choices = nq_arrays_take(&arrays, room, sizeof *here.choices);
  here.ranges = nq_arrays_take(&arrays, room, sizeof *here.ranges);
  recount->wrong = calloc(room, sizeof *recount->wrong);
  recount->records = recount->wrong_count = 0;
  recount->units = 0;
  recount->interrupted = false;
  if (arrays.failed || recount->wrong == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the records");
  else
    left = choose_records(audit, recount, here.choices, &here.total);
  if (left > 0) qsort(here.choices, left, sizeof *here.choices, by_path_and_begin);
  while (left > 0 && status == NQ_OK && !recount->interrupted) {
    here.count = measure_group(here.choices, left);
    status = count_group(plan, &here, error);
    here.choices += here.count;
    left -= here.count;
  }
  nq_arrays_release(&arrays);
  return status;
}
