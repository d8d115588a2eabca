/* Continuing from one checkpoint file. */
#include "core/file.h"
#include "ledger/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A file is joined when it has this many records, and then when their number has doubled.  Joined
 * records have at most this part of all units, so that a share of them can be counted again. */
enum { JOIN_FIRST = 1000, JOIN_PARTS = 10000 };

struct nq_checkpoint {
  int descriptor;
  const char *path; /* the caller owns it */
  uint32_t n;
  uint64_t joined_units; /* the most in a joined record */
  size_t join_at;        /* this many records */
  off_t size;            /* in bytes */
  bool broken;           /* a record could not be written */
  bool dirty;            /* records were appended since the last synchronisation */
  int lost;              /* errno of a synchronisation that failed */
  struct timespec synced;
  record_list entries; /* of each line but the first */
};

static nq_status write_all(const nq_checkpoint *checkpoint, const char *text, size_t size,
                           nq_error *error) {
  errno = nq_write_all(checkpoint->descriptor, text, size, NULL, NULL);
  return errno == 0 ? NQ_OK : nq_records_io_error(checkpoint->path, "write", error);
}

static nq_status synchronise(nq_checkpoint *checkpoint, nq_error *error) {
  if (checkpoint->lost == 0 && fdatasync(checkpoint->descriptor) != 0) checkpoint->lost = errno;
  errno = checkpoint->lost; /* the system reports it only once */
  if (errno != 0) return nq_records_io_error(checkpoint->path, "write", error);
  clock_gettime(CLOCK_MONOTONIC, &checkpoint->synced);
  checkpoint->dirty = false;
  return NQ_OK;
}

/* Cut off a torn last line; write the header if there is none. */
static nq_status prepare_to_append(nq_checkpoint *checkpoint, const record_source *source,
                                   nq_error *error) {
  if (source->dropped > 0 && ftruncate(checkpoint->descriptor, source->good) != 0)
    return nq_records_io_error(checkpoint->path, "cut off its torn last line", error);
  checkpoint->size = source->good;
  if (source->lines > 0) return NQ_OK;
  char header[RECORD_LINE_BYTES];
  size_t size = nq_records_print_header(header, source->plan);
  checkpoint->size = (off_t)size;
  nq_status status = write_all(checkpoint, header, size, error);
  if (status == NQ_OK) status = synchronise(checkpoint, error);
  if (status == NQ_OK) errno = nq_sync_folder_of(checkpoint->path); /* the file may be new */
  return status == NQ_OK && errno != 0 ? nq_records_io_error(checkpoint->path, "write", error)
                                       : status;
}

static nq_status refuse_overlaps(const record_source *source, const record_list *entries,
                                 nq_error *error) {
  for (size_t i = 1; i < entries->count; i++) {
    const record_entry *one = &entries->entry[i - 1], *two = &entries->entry[i];
    if (one->range.end <= two->range.begin) continue;
    return nq_records_bad_line(error, source->path, two->line,
                               "the record overlaps the record of line %" PRIu64, one->line);
  }
  return NQ_OK;
}

/* Lock the file.  A process that joins the records locks the new file before it gets the name, so
 * one that was replaced meanwhile is in use, too. */
static nq_status take_lock(const nq_checkpoint *checkpoint, nq_error *error) {
  const char *path = checkpoint->path;
  errno = nq_file_lock(checkpoint->descriptor, AT_FDCWD, path);
  if (errno == 0) return NQ_OK;
  if (errno != EBUSY) return nq_records_io_error(path, "lock", error);
  return nq_error_set(error, NQ_IO, "%s: another process is writing this checkpoint", path);
}

/* Lock, read and check the file, then prepare it for appending. */
static nq_status take_up(nq_checkpoint *checkpoint, const nq_count_plan *plan, uint64_t *dropped,
                         nq_error *error) {
  const char *path = checkpoint->path;
  checkpoint->n = nq_count_plan_n(plan);
  checkpoint->joined_units = nq_count_plan_units(plan) / JOIN_PARTS;
  checkpoint->join_at = JOIN_FIRST;
  checkpoint->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (checkpoint->descriptor < 0) return nq_records_io_error(path, "open", error);
  record_source source = {.path = path, .plan = plan};
  record_list *entries = &checkpoint->entries;
  nq_status status = take_lock(checkpoint, error);
  if (status == NQ_OK) status = nq_records_read(&source, checkpoint->descriptor, entries, error);
  nq_records_sort(entries);
  if (status == NQ_OK) status = refuse_overlaps(&source, entries, error);
  if (status == NQ_OK) status = nq_records_require_sum(plan, &path, entries, error);
  if (status == NQ_OK) status = prepare_to_append(checkpoint, &source, error);
  if (dropped != NULL) *dropped = source.dropped;
  return status;
}

static void release_checkpoint(nq_checkpoint *checkpoint) {
  if (checkpoint->descriptor >= 0) close(checkpoint->descriptor);
  free(checkpoint->entries.entry);
  free(checkpoint);
}

nq_status nq_checkpoint_open(const char *path, const nq_count_plan *plan, nq_checkpoint **result,
                             uint64_t *dropped, nq_error *error) {
  *result = NULL;
  nq_checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
  if (checkpoint == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a checkpoint");
  checkpoint->descriptor = -1;
  checkpoint->path = path;
  nq_status status = take_up(checkpoint, plan, dropped, error);
  if (status == NQ_OK)
    *result = checkpoint;
  else
    release_checkpoint(checkpoint);
  return status;
}

/* ---- Joining -------------------------------------------------------------------------------- */

/* Write the header of the checkpoint and the records. */
static bool write_records(const nq_checkpoint *checkpoint, const record_list *entries,
                          nq_file *file) {
  char text[RECORD_LINE_BYTES];
  ssize_t got = pread(checkpoint->descriptor, text, sizeof text, 0);
  const char *end = got > 0 ? memchr(text, '\n', (size_t)got) : NULL;
  if (end == NULL || nq_file_stream(file, NULL) != NQ_OK) return false;
  fwrite(text, 1, (size_t)(end + 1 - text), file->stream);
  for (size_t i = 0; i < entries->count; i++)
    fwrite(text, 1, nq_records_print(text, checkpoint->n, &entries->entry[i]), file->stream);
  return nq_file_close_stream(file, NULL) == NQ_OK;
}

/* Replace the file by one with these records, which stays locked; returns whether it was. */
static bool replace_file(nq_checkpoint *checkpoint, const record_list *entries) {
  nq_file file;
  int descriptor;
  if (nq_file_open(&file, checkpoint->path, NULL) != NQ_OK) return false;
  if (file.path == NULL || !write_records(checkpoint, entries, &file) ||
      nq_file_lock(file.descriptor, AT_FDCWD, NULL) != 0) {
    nq_file_abort(&file);
    return false;
  }
  off_t size = lseek(file.descriptor, 0, SEEK_END);
  if (nq_file_commit_open(&file, &descriptor, NULL) != NQ_OK) return false;
  close(checkpoint->descriptor);
  checkpoint->descriptor = descriptor;
  checkpoint->size = size;
  return true;
}

/* Join the records, also in the file.  A file that cannot be replaced stays as it is. */
static void join_records(nq_checkpoint *checkpoint) {
  record_list *entries = &checkpoint->entries, joined = {.count = entries->count};
  nq_records_sort(entries);
  joined.entry = calloc(entries->count, sizeof *joined.entry);
  if (joined.entry != NULL) {
    memcpy(joined.entry, entries->entry, entries->count * sizeof *joined.entry);
    nq_records_join(&joined, checkpoint->joined_units);
    if (joined.count < entries->count && replace_file(checkpoint, &joined)) {
      for (size_t i = 0; i < joined.count; i++) joined.entry[i].line = i + 2;
      memcpy(entries->entry, joined.entry, joined.count * sizeof *joined.entry);
      entries->count = joined.count;
      checkpoint->dirty = false;
    }
    free(joined.entry);
  }
  checkpoint->join_at = 2 * entries->count > JOIN_FIRST ? 2 * entries->count : JOIN_FIRST;
}

/* ---- Records -------------------------------------------------------------------------------- */

nq_status nq_checkpoint_append(nq_checkpoint *checkpoint, const nq_count_range *range,
                               nq_error *error) {
  char text[RECORD_LINE_BYTES];
  record_entry entry = nq_records_entry(range, checkpoint->entries.count + 2);
  size_t size = nq_records_print(text, checkpoint->n, &entry);
  if (checkpoint->broken)
    return nq_error_set(error, NQ_IO, "%s: an earlier record could not be written",
                        checkpoint->path);
  nq_status status = write_all(checkpoint, text, size, error);
  if (status != NQ_OK) {
    checkpoint->broken = true; /* no record may follow a part of one */
    int cut = ftruncate(checkpoint->descriptor, checkpoint->size);
    (void)cut; /* if this fails, it is a torn last line */
    return status;
  }
  checkpoint->size += (off_t)size;
  checkpoint->dirty = true;
  status = nq_records_add(&checkpoint->entries, &entry, error);
  if (status == NQ_OK && checkpoint->entries.count >= checkpoint->join_at && checkpoint->lost == 0)
    join_records(checkpoint);
  return status == NQ_OK ? nq_checkpoint_flush(checkpoint, error) : status;
}

nq_status nq_checkpoint_flush(nq_checkpoint *checkpoint, nq_error *error) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  bool due = checkpoint->dirty && now.tv_sec - checkpoint->synced.tv_sec >= 1;
  return due ? synchronise(checkpoint, error) : NQ_OK;
}

nq_status nq_checkpoint_close(nq_checkpoint *checkpoint, nq_error *error) {
  if (checkpoint == NULL) return NQ_OK;
  nq_status status = synchronise(checkpoint, error);
  release_checkpoint(checkpoint);
  return status;
}

/* Append a missing range unless it is empty; there is room for it. */
static void add_missing(nq_count_range *missing, size_t *count, uint64_t begin, uint64_t end) {
  if (begin < end) missing[(*count)++] = (nq_count_range){.begin = begin, .end = end};
}

nq_status nq_checkpoint_rest(nq_checkpoint *checkpoint, const nq_count_range *wanted,
                             nq_count_range *done, nq_count_range **missing, size_t *missing_count,
                             nq_error *error) {
  record_list *entries = &checkpoint->entries;
  nq_records_sort(entries);
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
                          ": use the slice that the file was started with",
                          checkpoint->path, entries->entry[i].line, range->begin, range->end - 1,
                          wanted->begin, wanted->end - 1);
    }
    add_missing(*missing, missing_count, next, range->begin);
    next = range->end;
    nq_records_sum(done, range);
  }
  add_missing(*missing, missing_count, next, wanted->end);
  return NQ_OK;
}
