#define _GNU_SOURCE /* sched_getaffinity */
#include "cli/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include <zlib.h>

/* ---- Files that gzip has compressed ---- */

/* The first bytes of a file are looked at where they are; those of a pipe cannot be put
 * back, so from there all bytes go through this buffer, compressed or not.  A file may have several
 * members, one after another, as `cat a.gz b.gz` makes it. */
static const unsigned char magic[2] = {0x1F, 0x8B};

/* Read more bytes than are left.  0 or an errno; at the end of the input `end` does not change. */
static int fill(cli_source *source) {
  size_t got = 0, left = source->end - source->next;
  memmove(source->buffer, source->buffer + source->next, left);
  source->next = 0;
  source->end = left;
  int failure =
      nq_read_some(source->descriptor, source->buffer + left, CLI_SOURCE_BYTES - left, &got);
  source->end += got;
  return failure;
}

static int read_plain(cli_source *source, void *bytes, size_t size, size_t *got) {
  size_t left = source->end - source->next;
  if (left == 0) return nq_read_some(source->descriptor, bytes, size, got);
  *got = left < size ? left : size;
  memcpy(bytes, source->buffer + source->next, *got);
  source->next += *got;
  return 0;
}

/* Inflate some of the buffer; false if it is damaged. */
static bool inflate_some(cli_source *source, unsigned char *bytes, size_t size, size_t *got) {
  z_stream *stream = &source->stream;
  size_t most = size < UINT_MAX ? size : UINT_MAX, left = source->end - source->next;
  stream->next_in = source->buffer + source->next;
  stream->avail_in = (uInt)left;
  stream->next_out = bytes;
  stream->avail_out = (uInt)most;
  int result = inflate(stream, Z_NO_FLUSH);
  source->next = source->end - stream->avail_in;
  *got = most - stream->avail_out;
  source->whole = result == Z_STREAM_END;
  if (source->whole) return inflateReset(stream) == Z_OK;
  return result == Z_OK || result == Z_BUF_ERROR;
}

static int read_packed(cli_source *source, void *bytes, size_t size, size_t *got) {
  for (*got = 0; *got == 0;) {
    if (source->next == source->end) {
      int failure = fill(source);
      if (failure != 0) return failure;
      if (source->end == 0 && source->whole) return 0;
      source->damaged = source->end == 0;
    }
    source->damaged = source->damaged || !inflate_some(source, bytes, size, got);
    if (source->damaged) return EIO;
  }
  return 0;
}

int cli_source_read(void *context, void *bytes, size_t size, size_t *got) {
  cli_source *source = context;
  return source->packed ? read_packed(source, bytes, size, got)
                        : read_plain(source, bytes, size, got);
}

/* Make room for bytes that are read ahead. */
static bool reserve(cli_source *source) {
  if (source->buffer == NULL) source->buffer = malloc(CLI_SOURCE_BYTES);
  return source->buffer != NULL;
}

/* Have the first two bytes of a pipe in the buffer. */
static int look(cli_source *source) {
  if (!reserve(source)) return ENOMEM;
  while (source->end < sizeof magic) {
    size_t before = source->end;
    int failure = fill(source);
    if (failure != 0 || source->end == before) return failure;
  }
  return 0;
}

/* Recognise gzip by its first bytes. */
static nq_status recognise(cli_source *source, nq_error *error) {
  unsigned char first[sizeof magic] = {0};
  off_t at = lseek(source->descriptor, 0, SEEK_CUR);
  if (at >= 0) {
    if (pread(source->descriptor, first, sizeof first, at) != (ssize_t)sizeof first) return NQ_OK;
  } else {
    int failure = look(source);
    if (failure != 0) return nq_error_system(error, failure, "reading failed");
    if (source->end >= sizeof first) memcpy(first, source->buffer, sizeof first);
  }
  bool packed = memcmp(first, magic, sizeof magic) == 0;
  if (at >= 0 && !packed) return NQ_OK;
  if (packed && (!reserve(source) || inflateInit2(&source->stream, 16 + MAX_WBITS) != Z_OK))
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  source->packed = packed;
  source->whole = true;
  nq_reader_source(source->reader, cli_source_read, source);
  return NQ_OK;
}

nq_status cli_source_open(cli_source *source, const char *path, nq_format format, nq_error *error) {
  bool standard = strcmp(path, "-") == 0;
  *source = (cli_source){.descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)};
  if (source->descriptor < 0) return nq_error_set(error, NQ_IO, "%s", strerror(errno));
  source->reader = nq_reader_new(source->descriptor, format);
  nq_status status = source->reader != NULL ? recognise(source, error)
                                            : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (status != NQ_OK) cli_source_close(source, error);
  return status;
}

void cli_source_close(cli_source *source, nq_error *error) {
  nq_reader_free(source->reader);
  cli_source_explain(source, error);
  if (source->packed) inflateEnd(&source->stream);
  free(source->buffer);
  if (source->descriptor > STDIN_FILENO) close(source->descriptor);
}

void cli_source_explain(const cli_source *source, nq_error *error) {
  if (error->status == NQ_IO && source->damaged)
    nq_error_set(error, NQ_IO, "the gzip data are damaged or cut short");
}

/* ---- Instances ---- */

const char *cli_method_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = nq_method_summary(i);
  return nq_method_name(i);
}

const char *cli_readable_names(const void *options, size_t i, const char **about) {
  (void)options;
  *about = NULL;
  return i == 0 ? "auto" : nq_format_readable_name(i - 1);
}

const char *cli_encoding_names(const char *of, size_t i, const char **about) {
  const nq_export_format *format;
  for (size_t f = 0; (format = nq_export_format_at(f)) != NULL; f++) {
    if (format->encodings == NULL || (of != NULL && strcmp(format->name, of) != 0)) continue;
    *about = format->name;
    for (size_t k = 0; format->encodings[k] != NULL; k++)
      if (i-- == 0) return format->encodings[k];
  }
  return NULL;
}

nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals) {
  nq_error error = {0};
  cli_source source;
  nq_instance *instance = NULL;
  if (cli_source_open(&source, path, NQ_FORMAT_AUTO, &error) == NQ_OK) {
    instance = nq_instance_read_source(cli_source_read, &source, first_diagonals, &error);
    cli_source_close(&source, &error);
  }
  if (instance == NULL) (void)cli_say_error(path, &error);
  return instance;
}

nq_instance *cli_take_instance(const char *path, uint64_t first_diagonals, uint32_t n) {
  if (path != NULL) return cli_read_instance(path, first_diagonals);
  nq_instance *instance = nq_instance_new(n);
  if (instance == NULL) cli_say("out of memory");
  return instance;
}

double cli_limit_seconds(double given) {
  return given < 0 ? 0 : given == 0 ? 1e-9 : given;
}

bool cli_system_seed(uint64_t *seed) {
  bool drawn = getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
  *seed >>= 11;
  if (!drawn) cli_say("the system provides no random seed: give --seed S");
  return drawn;
}

unsigned cli_processors(void) {
  cpu_set_t set;
  bool fits = sched_getaffinity(0, sizeof set, &set) == 0; /* up to 1024 */
  long count = fits ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (unsigned)count : 1;
}

/* Does the word name several sizes?  Commas may be meant to separate thousands, as in 1,000. */
static bool is_list(const char *word) {
  bool listed = strstr(word, "..") != NULL;
  for (const char *at = strchr(word, ','); at != NULL; at = strchr(at + 1, ','))
    listed = listed || strspn(at + 1, "0123456789") != 3;
  return listed;
}

bool cli_take_size(const cli_call *call, bool elsewhere, void *options) {
  nq_error error = {0};
  const nq_option *option = call->command->first;
  if ((call->argument_count == 1) == elsewhere)
    return elsewhere ? cli_refuse("N and --instance are both given: the file has n")
                     : cli_refuse("either N or --instance FILE is needed, as in `%s`",
                                  call->command->example);
  if (!elsewhere && is_list(call->arguments[0]))
    return cli_refuse("N: '%.80s' names several sizes, but %s takes one N: run it once for each",
                      call->arguments[0], call->command->name);
  if (elsewhere || nq_option_set(option, call->arguments[0], options, &error) == NQ_OK) return true;
  bool file = access(call->arguments[0], R_OK) == 0;
  return cli_refuse("%s%s%.200s", error.message, file ? ", or an instance: --instance " : "",
                    file ? call->arguments[0] : "");
}
