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
static int fill(cli_unpack *unpack) {
  size_t got = 0, left = unpack->end - unpack->next;
  memmove(unpack->buffer, unpack->buffer + unpack->next, left);
  unpack->next = 0;
  unpack->end = left;
  int failure =
      nq_read_some(unpack->descriptor, unpack->buffer + left, CLI_UNPACK_BYTES - left, &got);
  unpack->end += got;
  return failure;
}

static int read_plain(cli_unpack *unpack, void *bytes, size_t size, size_t *got) {
  size_t left = unpack->end - unpack->next;
  if (left == 0) return nq_read_some(unpack->descriptor, bytes, size, got);
  *got = left < size ? left : size;
  memcpy(bytes, unpack->buffer + unpack->next, *got);
  unpack->next += *got;
  return 0;
}

/* Inflate some of the buffer; false if it is damaged. */
static bool inflate_some(cli_unpack *unpack, unsigned char *bytes, size_t size, size_t *got) {
  z_stream *stream = &unpack->stream;
  size_t most = size < UINT_MAX ? size : UINT_MAX, left = unpack->end - unpack->next;
  stream->next_in = unpack->buffer + unpack->next;
  stream->avail_in = (uInt)left;
  stream->next_out = bytes;
  stream->avail_out = (uInt)most;
  int result = inflate(stream, Z_NO_FLUSH);
  unpack->next = unpack->end - stream->avail_in;
  *got = most - stream->avail_out;
  unpack->whole = result == Z_STREAM_END;
  if (unpack->whole) return inflateReset(stream) == Z_OK;
  return result == Z_OK || result == Z_BUF_ERROR;
}

static int read_packed(cli_unpack *unpack, void *bytes, size_t size, size_t *got) {
  for (*got = 0; *got == 0;) {
    if (unpack->next == unpack->end) {
      int failure = fill(unpack);
      if (failure != 0) return failure;
      if (unpack->end == 0 && unpack->whole) return 0;
      unpack->damaged = unpack->end == 0;
    }
    unpack->damaged = unpack->damaged || !inflate_some(unpack, bytes, size, got);
    if (unpack->damaged) return EIO;
  }
  return 0;
}

int cli_unpack_read(void *context, void *bytes, size_t size, size_t *got) {
  cli_unpack *unpack = context;
  return unpack->packed ? read_packed(unpack, bytes, size, got)
                        : read_plain(unpack, bytes, size, got);
}

/* Make room for bytes that are read ahead. */
static bool reserve(cli_unpack *unpack) {
  if (unpack->buffer == NULL) unpack->buffer = malloc(CLI_UNPACK_BYTES);
  return unpack->buffer != NULL;
}

/* Have the first two bytes of a pipe in the buffer. */
static int look(cli_unpack *unpack) {
  if (!reserve(unpack)) return ENOMEM;
  while (unpack->end < sizeof magic) {
    size_t before = unpack->end;
    int failure = fill(unpack);
    if (failure != 0 || unpack->end == before) return failure;
  }
  return 0;
}

nq_status cli_unpack_begin(cli_unpack *unpack, int descriptor, nq_reader *reader, nq_error *error) {
  unsigned char first[sizeof magic] = {0};
  *unpack = (cli_unpack){.descriptor = descriptor};
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  if (at >= 0) {
    if (pread(descriptor, first, sizeof first, at) != (ssize_t)sizeof first) return NQ_OK;
  } else {
    int failure = look(unpack);
    if (failure != 0) return nq_error_system(error, failure, "reading failed");
    if (unpack->end >= sizeof first) memcpy(first, unpack->buffer, sizeof first);
  }
  unpack->packed = memcmp(first, magic, sizeof magic) == 0;
  if (at >= 0 && !unpack->packed) return NQ_OK;
  unpack->whole = true;
  if (unpack->packed &&
      (!reserve(unpack) || inflateInit2(&unpack->stream, 16 + MAX_WBITS) != Z_OK)) {
    unpack->packed = false;
    return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  }
  if (reader != NULL) nq_reader_source(reader, cli_unpack_read, unpack);
  return NQ_OK;
}

void cli_unpack_end(cli_unpack *unpack) {
  if (unpack->packed) inflateEnd(&unpack->stream);
  free(unpack->buffer);
}

void cli_unpack_explain(const cli_unpack *unpack, nq_error *error) {
  if (error->status == NQ_IO && unpack->damaged)
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

bool cli_method_group(size_t i, bool keys, cli_group *group) {
  for (size_t m = 0; nq_method_name(m) != NULL; m++) {
    const nq_option *options = nq_method_option(nq_method_name(m), 0);
    if (options == NULL) continue;
    if ((keys && !nq_option_is_key(options)) || i-- > 0) continue;
    *group = (cli_group){.heading = keys ? "Keys of " : "Options of ",
                         .of = nq_method_name(m),
                         .options = options,
                         .keys = keys};
    return true;
  }
  return false;
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

int cli_input_open(const char *path, nq_error *error) {
  int descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) nq_error_set(error, NQ_IO, "%s", strerror(errno));
  return descriptor;
}

static void close_input(int descriptor) {
  if (descriptor > STDIN_FILENO) close(descriptor);
}

nq_status cli_source_open(cli_source *source, const char *path, nq_format format, nq_error *error) {
  *source = (cli_source){.descriptor = cli_input_open(path, error)};
  if (source->descriptor < 0) return NQ_IO;
  source->reader = nq_reader_new(source->descriptor, format);
  nq_status status = source->reader != NULL ? cli_unpack_begin(&source->unpack, source->descriptor,
                                                               source->reader, error)
                                            : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  if (status != NQ_OK) cli_source_close(source, error);
  return status;
}

void cli_source_close(cli_source *source, nq_error *error) {
  nq_reader_free(source->reader);
  cli_unpack_explain(&source->unpack, error);
  cli_unpack_end(&source->unpack);
  close_input(source->descriptor);
}

nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals) {
  nq_error error = {0};
  cli_unpack unpack = {0};
  nq_instance *instance = NULL;
  int descriptor = cli_input_open(path, &error);
  if (descriptor >= 0 && cli_unpack_begin(&unpack, descriptor, NULL, &error) == NQ_OK)
    instance = nq_instance_read_source(cli_unpack_read, &unpack, first_diagonals, &error);
  cli_unpack_explain(&unpack, &error);
  if (instance == NULL) (void)cli_say_error(path, &error);
  cli_unpack_end(&unpack);
  close_input(descriptor);
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
