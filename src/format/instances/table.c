/* Reading an instance: the formats, and which one an input has. */
#include "format/instances/instances.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static bool is_word_byte(int byte) {
  return is_letter(byte) || is_digit(byte);
}

/* Whether the buffer starts with `letting`, `language` or a word and `=`. */
static bool starts_csplib(const nq_input *input) {
  static const char *const openings[] = {"letting", "language"};
  const unsigned char *start = input->next, *at = start; /* a NUL stands at the end */
  while (is_word_byte(*at)) at++;
  size_t size = (size_t)(at - start);
  for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
    if (strlen(openings[i]) == size && memcmp(openings[i], start, size) == 0) return true;
  while (*at == ' ' || *at == '\t') at++;
  return size > 0 && *at == '=';
}

/* Skip blank lines and both kinds of comments; NQ_OK at any other line. */
static nq_status find_start(nq_input *input, nq_error *error) {
  nq_status status;
  while ((status = nq_input_skip_comments(input, error)) == NQ_OK && nq_input_peek(input) == '$') {
    uint64_t line = input->line;
    if (!nq_input_skip_line(input)) return nq_error_at(error, line, "a NUL byte");
  }
  return status;
}

/* Enough for a word, blanks and a sign. */
static void look_ahead(nq_input *input) {
  while (input->end - input->next < 256 && nq_input_more(input)) {
  }
}

static nq_status read_instance(nq_input *input, uint64_t first_diagonals, nq_instance **instance,
                               nq_error *error) {
  nq_input_skip_mark(input);
  nq_status status = find_start(input, error);
  if (status == NQ_END && nq_input_status(input, error) != NQ_OK) return NQ_IO;
  if (status == NQ_END)
    return nq_error_set(error, NQ_BAD_FORMAT, "no instance: the input %s",
                        input->line == 1 ? "is empty" : "has only comments and blank lines");
  if (status != NQ_OK) return status;
  look_ahead(input);
  if (starts_csplib(input)) return nq_csplib_read(input, first_diagonals, instance, error);
  if (first_diagonals != UINT64_MAX)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the first %" PRIu64 " diagonals were requested, but the instance has no "
                        "list of diagonals",
                        first_diagonals);
  return nq_native_read(input, instance, error);
}

static nq_instance *read_from(int descriptor, nq_bytes_source *source, void *context,
                              uint64_t first_diagonals, nq_error *error) {
  nq_input input;
  if (!nq_input_init(&input, descriptor)) {
    nq_error_set(error, NQ_NO_MEMORY, "no memory to read an instance");
    return NULL;
  }
  input.source = source;
  input.source_context = context;
  nq_instance *instance = NULL;
  nq_status status = read_instance(&input, first_diagonals, &instance, error);
  if (nq_input_status(&input, error) != NQ_OK)
    status = NQ_IO; /* reading failed, so the text is not to blame */
  nq_input_release(&input);
  if (status == NQ_OK) return instance;
  nq_instance_free(instance);
  return NULL;
}

nq_instance *nq_instance_read(int descriptor, uint64_t first_diagonals, nq_error *error) {
  return read_from(descriptor, NULL, NULL, first_diagonals, error);
}

nq_instance *nq_instance_read_source(nq_bytes_source *source, void *context,
                                     uint64_t first_diagonals, nq_error *error) {
  return read_from(-1, source, context, first_diagonals, error);
}
