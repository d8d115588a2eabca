/* Checkpoint files: going on from one, and merging several; checkpoint_read.c reads their lines. */
#include "ledger/checkpoint_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct nq_checkpoint {
  int descriptor;
  char *path;
  uint64_t line; /* lines so far */
  off_t size;    /* their bytes */
  bool broken;   /* a record could not be written */
  struct timespec synced;
  checkpoint_entries entries;
};

static int by_begin(const void *a, const void *b) {
  const checkpoint_entry *x = a, *y = b;
  if (x->range.begin != y->range.begin) return x->range.begin < y->range.begin ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line ? 1 : 0;
}

static void sort_entries(checkpoint_entries *entries) {
  if (entries->count > 0) qsort(entries->entry, entries->count, sizeof *entries->entry, by_begin);
}

/* ---- One file ------------------------------------------------------------------------------- */

static nq_status write_all(const nq_checkpoint *checkpoint, const char *text, size_t size,
                           nq_error *error) {
  while (size > 0) {
    ssize_t written = write(checkpoint->descriptor, text, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return nq_checkpoint_io_error(checkpoint->path, "write", error);
    text += written;
    size -= (size_t)written;
  }
  return NQ_OK;
}

static nq_status synchronise(nq_checkpoint *checkpoint, nq_error *error) {
  if (fdatasync(checkpoint->descriptor) != 0)
    return nq_checkpoint_io_error(checkpoint->path, "write", error);
  clock_gettime(CLOCK_MONOTONIC, &checkpoint->synced);
  return NQ_OK;
}

/* Cut off the torn line; write the header of a file without one. */
static nq_status prepare(nq_checkpoint *checkpoint, const checkpoint_source *source,
                         nq_error *error) {
  if (source->dropped > 0 && ftruncate(checkpoint->descriptor, source->good) != 0)
    return nq_checkpoint_io_error(checkpoint->path, "cut off its torn last line", error);
  checkpoint->line = source->lines;
  checkpoint->size = source->good;
  if (source->lines > 0) return NQ_OK;
  char header[CHECKPOINT_LINE_BYTES];
  size_t size = nq_checkpoint_print_header(header, source->plan);
  checkpoint->line = 1;
  checkpoint->size = (off_t)size;
  nq_status status = write_all(checkpoint, header, size, error);
  return status == NQ_OK ? synchronise(checkpoint, error) : status;
}

static nq_status refuse_overlaps(const checkpoint_source *source, const checkpoint_entries *entries,
                                 nq_error *error) {
  for (size_t i = 1; i < entries->count; i++) {
    const checkpoint_entry *one = &entries->entry[i - 1], *two = &entries->entry[i];
    if (one->range.end <= two->range.begin) continue;
    char what[100];
    snprintf(what, sizeof what, "the record overlaps that of line %" PRIu64, one->line);
    return nq_checkpoint_bad_line(source->path, two->line, what, error);
  }
  return NQ_OK;
}

/* The records, none of which overlap, must not add up to more than there is: name the first with
 * which they do. */
static nq_status refuse_sum(const nq_count_plan *plan, const char *const *paths,
                            const checkpoint_entries *entries, nq_error *error) {
  uint32_t n = nq_count_plan_n(plan);
  uint64_t left = nq_count_known(n);
  for (size_t i = 0; i < entries->count; i++) {
    const checkpoint_entry *here = &entries->entry[i];
    if (here->range.count <= left) {
      left -= here->range.count;
      continue;
    }
    char what[300];
    snprintf(what, sizeof what,
             "the record of units %" PRIu64 " to %" PRIu64 " counts %" PRIu64
             " solutions: with those of the units before, more than the %" PRIu64
             " of n = %" PRIu32,
             here->range.begin, here->range.end - 1, here->range.count, nq_count_known(n), n);
    return nq_checkpoint_bad_line(paths[here->file], here->line, what, error);
  }
  return NQ_OK;
}

/* Lock, read and check the file, then make it ready for appending. */
static nq_status take_up(nq_checkpoint *checkpoint, const nq_count_plan *plan, uint64_t *dropped,
                         nq_error *error) {
  const char *path = checkpoint->path;
  checkpoint->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (checkpoint->descriptor < 0) return nq_checkpoint_io_error(path, "open", error);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(checkpoint->descriptor, F_SETLK, &lock) != 0) {
    if (errno != EACCES && errno != EAGAIN) return nq_checkpoint_io_error(path, "lock", error);
    return nq_error_set(error, NQ_IO, "%s: another process is writing this checkpoint", path);
  }
  checkpoint_source source = {.path = path, .plan = plan};
  checkpoint_entries *entries = &checkpoint->entries;
  nq_status status = nq_checkpoint_read(&source, checkpoint->descriptor, entries, error);
  sort_entries(entries);
  if (status == NQ_OK) status = refuse_overlaps(&source, entries, error);
  if (status == NQ_OK) status = refuse_sum(plan, &path, entries, error);
  if (status == NQ_OK) status = prepare(checkpoint, &source, error);
  if (dropped != NULL) *dropped = source.dropped;
  return status;
}

static void release(nq_checkpoint *checkpoint) {
  if (checkpoint->descriptor >= 0) close(checkpoint->descriptor);
  free(checkpoint->path);
  free(checkpoint->entries.entry);
  free(checkpoint);
}

nq_status nq_checkpoint_open(const char *path, const nq_count_plan *plan, nq_checkpoint **result,
                             uint64_t *dropped, nq_error *error) {
  *result = NULL;
  nq_checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
  if (checkpoint == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a checkpoint");
  checkpoint->descriptor = -1;
  checkpoint->path = strdup(path);
  nq_status status = checkpoint->path == NULL
                         ? nq_error_set(error, NQ_NO_MEMORY, "no memory for a checkpoint")
                         : take_up(checkpoint, plan, dropped, error);
  if (status == NQ_OK)
    *result = checkpoint;
  else
    release(checkpoint);
  return status;
}

nq_status nq_checkpoint_append(nq_checkpoint *checkpoint, const nq_count_range *range,
                               nq_error *error) {
  char text[CHECKPOINT_LINE_BYTES];
  size_t size = nq_checkpoint_print_record(text, range);
  if (checkpoint->broken)
    return nq_error_set(error, NQ_IO, "%s: an earlier record could not be written",
                        checkpoint->path);
  nq_status status = write_all(checkpoint, text, size, error);
  if (status != NQ_OK) {
    checkpoint->broken = true; /* part of a record must not stand before others */
    int cut = ftruncate(checkpoint->descriptor, checkpoint->size);
    (void)cut; /* else it is the torn last line */
    return status;
  }
  checkpoint->size += (off_t)size;
  checkpoint_entry entry = {.range = *range, .line = ++checkpoint->line};
  status = nq_checkpoint_add(&checkpoint->entries, &entry, error);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (status == NQ_OK && now.tv_sec - checkpoint->synced.tv_sec >= 1)
    status = synchronise(checkpoint, error);
  return status;
}

nq_status nq_checkpoint_close(nq_checkpoint *checkpoint, nq_error *error) {
  if (checkpoint == NULL) return NQ_OK;
  nq_status status = synchronise(checkpoint, error);
  release(checkpoint);
  return status;
}

/* One more missing range, if it is not empty; there is room for it. */
static void add_missing(nq_count_range *missing, size_t *count, uint64_t begin, uint64_t end) {
  if (begin < end) missing[(*count)++] = (nq_count_range){.begin = begin, .end = end};
}

nq_status nq_checkpoint_rest(nq_checkpoint *checkpoint, const nq_count_range *wanted,
                             nq_count_range *done, nq_count_range **missing, size_t *missing_count,
                             nq_error *error) {
  checkpoint_entries *entries = &checkpoint->entries;
  sort_entries(entries);
  *missing_count = 0;
  *done = (nq_count_range){.begin = wanted->begin, .end = wanted->end};
  *missing = calloc(entries->count + 1, sizeof **missing);
  if (*missing == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a checkpoint");
  uint64_t next = wanted->begin;
  for (size_t i = 0; i < entries->count; i++) {
    const nq_count_range *range = &entries->entry[i].range;
    if (range->end <= wanted->begin || range->begin >= wanted->end) continue;
    if (range->begin < wanted->begin || range->end > wanted->end) {
      free(*missing);
      *missing = NULL;
      return nq_error_set(error, NQ_BAD_VALUE,
                          "%s:%" PRIu64 ": the record of units %" PRIu64 " to %" PRIu64
                          " is partly outside of the slice, units %" PRIu64 " to %" PRIu64
                          ": take the slice that the file was begun with",
                          checkpoint->path, entries->entry[i].line, range->begin, range->end - 1,
                          wanted->begin, wanted->end - 1);
    }
    add_missing(*missing, missing_count, next, range->begin);
    next = range->end;
    done->count += range->count;
    done->seconds += range->seconds;
  }
  add_missing(*missing, missing_count, next, wanted->end);
  return NQ_OK;
}

/* ---- Several files -------------------------------------------------------------------------- */

static nq_status read_file(const nq_count_plan *plan, const char *path, size_t file,
                           checkpoint_entries *entries, nq_error *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait */
  if (descriptor < 0) return nq_checkpoint_io_error(path, "open", error);
  checkpoint_source source = {.path = path, .file = file, .plan = plan};
  nq_status status = nq_checkpoint_read(&source, descriptor, entries, error);
  if (status == NQ_OK && source.lines == 0)
    status = nq_checkpoint_bad_line(path, 1, "this is no header of a counting checkpoint", error);
  close(descriptor);
  return status;
}

nq_status nq_checkpoint_verify(uint32_t n, uint64_t count, bool whole, const char *source,
                               nq_error *error) {
  uint64_t known = nq_count_known(n);
  if (whole ? count == known : count <= known) return NQ_OK;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "%s: the records add up to %" PRIu64 " solutions, but n = %" PRIu32
                      " has %" PRIu64 ": at least one of them is wrong",
                      source, count, n, known);
}

/* What is whole must be the number that is known. */
static nq_status check_count(const nq_count_plan *plan, const char *const *paths,
                             const checkpoint_entries *entries, const nq_checkpoint_audit *audit,
                             nq_error *error) {
  for (size_t i = 0; i < audit->flaw_count; i++)
    if (audit->flaws[i].overlap) return NQ_OK; /* no sum of theirs means anything */
  nq_status status = refuse_sum(plan, paths, entries, error);
  if (status != NQ_OK) return status;
  return nq_checkpoint_verify(nq_count_plan_n(plan), audit->count, audit->flaw_count == 0,
                              "the files", error);
}

/* Go through the records in order; `reach` is the one that ends last so far. */
static nq_status audit_entries(const checkpoint_entries *entries, nq_checkpoint_audit *audit,
                               nq_error *error) {
  audit->flaws = calloc(2 * entries->count + 1, sizeof *audit->flaws);
  if (audit->flaws == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the audit");
  nq_checkpoint_flaw *flaw = audit->flaws;
  const checkpoint_entry *reach = NULL;
  uint64_t next = 0;
  for (size_t i = 0; i < entries->count; i++) {
    const checkpoint_entry *here = &entries->entry[i];
    uint64_t begin = here->range.begin, end = here->range.end;
    if (begin > next) *flaw++ = (nq_checkpoint_flaw){.begin = next, .end = begin};
    if (begin < next && reach != NULL)
      *flaw++ = (nq_checkpoint_flaw){.begin = begin,
                                     .end = end < next ? end : next,
                                     .overlap = true,
                                     .file = {reach->file, here->file},
                                     .line = {reach->line, here->line}};
    audit->count += here->range.count;
    audit->seconds += here->range.seconds;
    if (end <= next) continue;
    audit->counted += end - (begin > next ? begin : next);
    next = end;
    reach = here;
  }
  if (next < audit->units) *flaw++ = (nq_checkpoint_flaw){.begin = next, .end = audit->units};
  audit->flaw_count = (size_t)(flaw - audit->flaws);
  return NQ_OK;
}

nq_status nq_checkpoint_merge(const nq_count_plan *plan, const char *const *paths,
                              size_t path_count, nq_checkpoint_audit *audit, nq_error *error) {
  checkpoint_entries entries = {0};
  nq_status status = NQ_OK;
  *audit = (nq_checkpoint_audit){.units = nq_count_plan_units(plan)};
  for (size_t i = 0; i < path_count && status == NQ_OK; i++)
    status = read_file(plan, paths[i], i, &entries, error);
  sort_entries(&entries);
  audit->records = entries.count;
  if (status == NQ_OK) status = audit_entries(&entries, audit, error);
  if (status == NQ_OK) status = check_count(plan, paths, &entries, audit, error);
  free(entries.entry);
  if (status != NQ_OK) nq_checkpoint_audit_release(audit);
  return status;
}

void nq_checkpoint_audit_release(nq_checkpoint_audit *audit) {
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
