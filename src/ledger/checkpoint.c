#include "ledger/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum { FORMAT = 1, LINE_MAX_BYTES = 200 };

/* A record and where it stands. */
typedef struct checkpoint_entry {
  nq_count_range range;
  size_t file;
  uint64_t line;
} checkpoint_entry;

typedef struct entry_list {
  checkpoint_entry *entry;
  size_t count, room;
} entry_list;

struct nq_checkpoint {
  int descriptor;
  char *path;
  uint64_t line; /* lines so far */
  off_t size;    /* their bytes */
  bool broken;   /* a record could not be written */
  struct timespec synced;
  entry_list entries;
};

/* ---- Lines ---------------------------------------------------------------------------------- */

/* Append " crc XXXXXXXX\n" to text, which has room for it; returns the length. */
static size_t seal_line(char *text, int length) {
  unsigned long crc = crc32(0, (const Bytef *)text, (uInt)length);
  int seal = snprintf(text + length, LINE_MAX_BYTES - (size_t)length, " crc %08lx\n", crc);
  return (size_t)length + (size_t)seal;
}

static size_t print_header(char *text, const nq_count_plan *plan) {
  return seal_line(
      text, snprintf(text, LINE_MAX_BYTES,
                     "nqueens-count format %d numbering %d n %" PRIu32 " units %" PRIu64, FORMAT,
                     NQ_COUNT_NUMBERING, nq_count_plan_n(plan), nq_count_plan_units(plan)));
}

static size_t print_record(char *text, const nq_count_range *range) {
  return seal_line(text,
                   snprintf(text, LINE_MAX_BYTES,
                            "done %" PRIu64 " %" PRIu64 " count %" PRIu64 " milliseconds %.0f",
                            range->begin, range->end, range->count, range->seconds * 1000));
}

/* Whether a line, of `length` bytes without its end, has the checksum that it says.  It is cut off
 * then. */
static bool open_seal(char *line, size_t length) {
  enum { SEAL = 13 }; /* " crc XXXXXXXX" */
  char sealed[LINE_MAX_BYTES + 1];
  if (length < SEAL || length >= LINE_MAX_BYTES - 1 || memchr(line, '\0', length) != NULL)
    return false;
  memcpy(sealed, line, length - SEAL);
  (void)seal_line(sealed, (int)(length - SEAL));
  if (memcmp(sealed, line, length) != 0) return false;
  line[length - SEAL] = '\0';
  return true;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* A whole file and what it is held against. */
typedef struct checkpoint_source {
  const char *path;
  size_t file; /* its index */
  const nq_count_plan *plan;
  char *text;
  size_t size;
  size_t good;      /* bytes up to the torn last line */
  uint64_t lines;   /* without it */
  uint64_t dropped; /* its number, or 0 */
} checkpoint_source;

static nq_status io_error(const char *path, const char *what, nq_error *error) {
  return nq_error_set(error, NQ_IO, "%s: cannot %s: %s", path, what, strerror(errno));
}

static nq_status bad_line(const checkpoint_source *source, uint64_t line, const char *what,
                          nq_error *error) {
  nq_status status =
      nq_error_set(error, NQ_BAD_FORMAT, "%s:%" PRIu64 ": %s", source->path, line, what);
  if (error != NULL) error->line = line;
  return status;
}

static nq_status load(checkpoint_source *source, int descriptor, nq_error *error) {
  struct stat info;
  if (fstat(descriptor, &info) != 0) return io_error(source->path, "read", error);
  if (!S_ISREG(info.st_mode))
    return nq_error_set(error, NQ_IO, "%s: a checkpoint must be a regular file", source->path);
  source->size = (size_t)info.st_size;
  source->text = malloc(source->size + 1);
  if (source->text == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "%s: no memory for its %zu bytes", source->path,
                        source->size);
  size_t have = 0;
  while (have < source->size) {
    ssize_t got = pread(descriptor, source->text + have, source->size - have, (off_t)have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error(source->path, "read", error);
    if (got == 0) break;
    have += (size_t)got;
  }
  source->size = have;
  source->text[have] = '\0';
  return NQ_OK;
}

/* The header says which format, n and numbering it is: name the first that differs. */
static nq_status read_header(const checkpoint_source *source, char *line, size_t length,
                             nq_error *error) {
  int format, numbering, used = 0;
  uint32_t n;
  uint64_t units;
  if (!open_seal(line, length) ||
      sscanf(line, "nqueens-count format %d numbering %d n %" SCNu32 " units %" SCNu64 "%n",
             &format, &numbering, &n, &units, &used) != 4 ||
      line[used] != '\0')
    return bad_line(source, 1, "this is no header of a counting checkpoint", error);
  char what[160];
  if (format != FORMAT)
    snprintf(what, sizeof what, "the checkpoint has format %d, this version reads format %d",
             format, FORMAT);
  else if (n != nq_count_plan_n(source->plan))
    snprintf(what, sizeof what, "the checkpoint is for n = %" PRIu32 ", not for n = %" PRIu32, n,
             nq_count_plan_n(source->plan));
  else if (numbering != NQ_COUNT_NUMBERING || units != nq_count_plan_units(source->plan))
    snprintf(what, sizeof what,
             "the checkpoint numbers its %" PRIu64 " units in way %d, this version has %" PRIu64
             " in way %d",
             units, numbering, nq_count_plan_units(source->plan), NQ_COUNT_NUMBERING);
  else
    return NQ_OK;
  return bad_line(source, 1, what, error);
}

static bool read_record(const checkpoint_source *source, char *line, size_t length,
                        nq_count_range *range) {
  int used = 0;
  uint64_t milliseconds = 0;
  bool good =
      open_seal(line, length) &&
      sscanf(line, "done %" SCNu64 " %" SCNu64 " count %" SCNu64 " milliseconds %" SCNu64 "%n",
             &range->begin, &range->end, &range->count, &milliseconds, &used) == 4 &&
      line[used] == '\0' && range->begin < range->end &&
      range->end <= nq_count_plan_units(source->plan);
  range->seconds = (double)milliseconds / 1000;
  return good;
}

static nq_status add_entry(entry_list *entries, const checkpoint_entry *entry, nq_error *error) {
  if (entries->count == entries->room) {
    size_t room = entries->room == 0 ? 64 : entries->room * 2;
    void *grown = realloc(entries->entry, room * sizeof *entry);
    if (grown == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the records");
    entries->entry = grown;
    entries->room = room;
  }
  entries->entry[entries->count++] = *entry;
  return NQ_OK;
}

/* All lines of a loaded file.  The last one may be torn: without its end, or with a wrong
 * checksum.  A torn header must at least begin as one: other files are not ours to cut. */
static nq_status read_lines(checkpoint_source *source, entry_list *entries, nq_error *error) {
  nq_status status = NQ_OK;
  while (source->good < source->size && status == NQ_OK) {
    char *line = source->text + source->good,
         *end = memchr(line, '\n', source->size - source->good);
    bool last = end == NULL || end + 1 == source->text + source->size;
    size_t length = end == NULL ? 0 : (size_t)(end - line);
    uint64_t number = source->lines + 1;
    checkpoint_entry entry = {.file = source->file, .line = number};
    if (number == 1 && end != NULL) {
      status = read_header(source, line, length, error);
    } else if (number == 1) {
      char header[LINE_MAX_BYTES];
      if (source->size >= print_header(header, source->plan) ||
          memcmp(header, line, source->size) != 0)
        return bad_line(source, 1, "this is no header of a counting checkpoint", error);
    } else if (end != NULL && read_record(source, line, length, &entry.range)) {
      status = add_entry(entries, &entry, error);
    } else if (!last) {
      return bad_line(source, number, "the record is damaged, and not the last one", error);
    } else {
      end = NULL;
    }
    if (end == NULL) {
      source->dropped = number;
      return status;
    }
    source->good += length + 1;
    source->lines++;
  }
  return status;
}

static int by_begin(const void *a, const void *b) {
  const checkpoint_entry *x = a, *y = b;
  if (x->range.begin != y->range.begin) return x->range.begin < y->range.begin ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line ? 1 : 0;
}

static void sort_entries(entry_list *entries) {
  if (entries->count > 0) qsort(entries->entry, entries->count, sizeof *entries->entry, by_begin);
}

/* ---- One file ------------------------------------------------------------------------------- */

static nq_status write_all(const nq_checkpoint *checkpoint, const char *text, size_t size,
                           nq_error *error) {
  while (size > 0) {
    ssize_t written = write(checkpoint->descriptor, text, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_error(checkpoint->path, "write", error);
    text += written;
    size -= (size_t)written;
  }
  return NQ_OK;
}

static nq_status synchronise(nq_checkpoint *checkpoint, nq_error *error) {
  if (fdatasync(checkpoint->descriptor) != 0) return io_error(checkpoint->path, "write", error);
  clock_gettime(CLOCK_MONOTONIC, &checkpoint->synced);
  return NQ_OK;
}

/* Cut off the torn line; write the header of a file without one. */
static nq_status prepare(nq_checkpoint *checkpoint, const checkpoint_source *source,
                         nq_error *error) {
  if (source->good < source->size && ftruncate(checkpoint->descriptor, (off_t)source->good) != 0)
    return io_error(checkpoint->path, "cut off its torn last line", error);
  checkpoint->line = source->lines;
  checkpoint->size = (off_t)source->good;
  if (source->lines > 0) return NQ_OK;
  char header[LINE_MAX_BYTES];
  size_t size = print_header(header, source->plan);
  checkpoint->line = 1;
  checkpoint->size = (off_t)size;
  nq_status status = write_all(checkpoint, header, size, error);
  return status == NQ_OK ? synchronise(checkpoint, error) : status;
}

static nq_status refuse_overlaps(const checkpoint_source *source, const entry_list *entries,
                                 nq_error *error) {
  for (size_t i = 1; i < entries->count; i++) {
    const checkpoint_entry *one = &entries->entry[i - 1], *two = &entries->entry[i];
    if (one->range.end <= two->range.begin) continue;
    char what[100];
    snprintf(what, sizeof what, "the record overlaps that of line %" PRIu64, one->line);
    return bad_line(source, two->line, what, error);
  }
  return NQ_OK;
}

/* Lock, read and check the file, then make it ready for appending. */
static nq_status take_up(nq_checkpoint *checkpoint, const nq_count_plan *plan, uint64_t *dropped,
                         nq_error *error) {
  const char *path = checkpoint->path;
  checkpoint->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (checkpoint->descriptor < 0) return io_error(path, "open", error);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(checkpoint->descriptor, F_SETLK, &lock) != 0) {
    if (errno != EACCES && errno != EAGAIN) return io_error(path, "lock", error);
    return nq_error_set(error, NQ_IO, "%s: another process is writing this checkpoint", path);
  }
  checkpoint_source source = {.path = path, .plan = plan};
  nq_status status = load(&source, checkpoint->descriptor, error);
  if (status == NQ_OK) status = read_lines(&source, &checkpoint->entries, error);
  sort_entries(&checkpoint->entries);
  if (status == NQ_OK) status = refuse_overlaps(&source, &checkpoint->entries, error);
  if (status == NQ_OK) status = prepare(checkpoint, &source, error);
  if (dropped != NULL) *dropped = source.dropped;
  free(source.text);
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
  char text[LINE_MAX_BYTES];
  size_t size = print_record(text, range);
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
  status = add_entry(&checkpoint->entries, &entry, error);
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
  entry_list *entries = &checkpoint->entries;
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
    if (range->count > UINT64_MAX - done->count) {
      free(*missing);
      *missing = NULL;
      return nq_error_set(error, NQ_BAD_FORMAT, "%s: the counts pass 64 bits", checkpoint->path);
    }
    done->count += range->count;
    done->seconds += range->seconds;
  }
  add_missing(*missing, missing_count, next, wanted->end);
  return NQ_OK;
}

/* ---- Several files -------------------------------------------------------------------------- */

static nq_status read_file(const nq_count_plan *plan, const char *path, size_t file,
                           entry_list *entries, nq_error *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait */
  if (descriptor < 0) return io_error(path, "open", error);
  checkpoint_source source = {.path = path, .file = file, .plan = plan};
  nq_status status = load(&source, descriptor, error);
  if (status == NQ_OK) status = read_lines(&source, entries, error);
  if (status == NQ_OK && source.lines == 0)
    status = bad_line(&source, 1, "this is no header of a counting checkpoint", error);
  free(source.text);
  close(descriptor);
  return status;
}

/* Go through the records in order; `reach` is the one that ends last so far. */
static nq_status audit_entries(const entry_list *entries, nq_checkpoint_audit *audit,
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
    if (here->range.count > UINT64_MAX - audit->count)
      return nq_error_set(error, NQ_BAD_FORMAT, "the counts of the files pass 64 bits");
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
  entry_list entries = {0};
  nq_status status = NQ_OK;
  *audit = (nq_checkpoint_audit){.units = nq_count_plan_units(plan)};
  for (size_t i = 0; i < path_count && status == NQ_OK; i++)
    status = read_file(plan, paths[i], i, &entries, error);
  sort_entries(&entries);
  audit->records = entries.count;
  if (status == NQ_OK) status = audit_entries(&entries, audit, error);
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
