/* JSON: one object per line, {"n":4,"base":0,"rows":[1,3,0,2]}; null is an empty column.
 *
 * Our own code writes it as a stream; jansson reads it, one object at a time.  `n` and `base` may
 * be missing, and other keys are ignored. */
#include "format/boards/boards.h"
#include "format/json_input.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

nq_status nq_json_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  nq_output *output = &writer->output;
  nq_output_text(output, "{\"n\":");
  nq_output_number(output, writer->n);
  nq_output_text(output, writer->base == 0 ? ",\"base\":0," : ",\"base\":1,");
  if (writer->members != NULL) {
    nq_output_text(output, writer->members);
    nq_output_text(output, ",");
  }
  writer->members = NULL;
  nq_output_text(output, "\"rows\":[");
  nq_output_rows(output, rows, writer->n, writer->base, ',', "null");
  nq_output_text(output, "]}\n");
  return NQ_OK;
}

/* ---- From an object to a board ---- */

/* Room for a value in words. */
#define VALUE_WORDS 32

static const char *value_words(const json_t *value, char words[VALUE_WORDS]) {
  if (value == NULL) return "nothing";
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    return "an object";
  case JSON_ARRAY:
    return "an array";
  case JSON_STRING:
    return "a string";
  case JSON_INTEGER:
    return "an integer";
  case JSON_REAL:
    words[json_dumpb(value, words, VALUE_WORDS - 1, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))] =
        '\0';
    return words;
  case JSON_NULL:
    return "null";
  default:
    return "true or false";
  }
}

/* An optional integer from `least` to `most`. */
static nq_status get_integer(const json_t *object, const char *key, json_int_t least,
                             json_int_t most, json_int_t *value, nq_error *error) {
  char words[VALUE_WORDS];
  const json_t *found = json_object_get(object, key);
  if (found == NULL) return NQ_OK;
  if (!json_is_integer(found))
    return nq_error_set(error, NQ_BAD_FORMAT, "\"%s\" must be an integer, not %s", key,
                        value_words(found, words));
  *value = json_integer_value(found);
  if (*value >= least && *value <= most) return NQ_OK;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "\"%s\" is %" JSON_INTEGER_FORMAT ", but must be %" JSON_INTEGER_FORMAT
                      " to %" JSON_INTEGER_FORMAT,
                      key, *value, least, most);
}

static nq_status get_row(const json_t *rows, size_t column, json_int_t base, uint32_t *row,
                         nq_error *error) {
  char words[VALUE_WORDS];
  const json_t *item = json_array_get(rows, column);
  *row = NQ_EMPTY;
  if (json_is_null(item)) return NQ_OK;
  if (!json_is_integer(item))
    return nq_error_set(error, NQ_BAD_FORMAT, "\"rows\"[%zu] must be a row number or null, not %s",
                        column, value_words(item, words));
  json_int_t value = json_integer_value(item), most = (json_int_t)NQ_N_MAX - 1 + base;
  if (value < base || value > most)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "\"rows\"[%zu] is %" JSON_INTEGER_FORMAT
                        ", but with base %" JSON_INTEGER_FORMAT " a row is %" JSON_INTEGER_FORMAT
                        " to %" JSON_INTEGER_FORMAT,
                        column, value, base, base, most);
  *row = (uint32_t)(value - base);
  return NQ_OK;
}

static nq_status fill_rows(const json_t *array, json_int_t base, nq_rows *rows, nq_error *error) {
  nq_status status = NQ_OK;
  size_t count = json_array_size(array);
  for (size_t column = 0; column < count && status == NQ_OK; column++) {
    uint32_t row;
    status = get_row(array, column, base, &row, error);
    if (status == NQ_OK) status = nq_rows_append(rows, row, error);
  }
  return status;
}

static nq_status convert_object(const json_t *object, nq_rows *rows, nq_error *error) {
  char words[VALUE_WORDS];
  const json_t *array = json_object_get(object, "rows");
  if (!json_is_array(array))
    return nq_error_set(error, NQ_BAD_FORMAT, "\"rows\" must be an array of row numbers, not %s",
                        value_words(array, words));
  json_int_t count = (json_int_t)json_array_size(array), n = count, base = 0;
  if (count == 0)
    return nq_error_set(error, NQ_BAD_FORMAT, "\"rows\" is empty: a board has at least one column");
  nq_status status = get_integer(object, "n", 1, NQ_N_MAX, &n, error);
  if (status == NQ_OK) status = get_integer(object, "base", 0, 1, &base, error);
  if (status != NQ_OK) return status;
  if (n != count)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "\"n\" is %" JSON_INTEGER_FORMAT ", but \"rows\" has %" JSON_INTEGER_FORMAT
                        " numbers",
                        n, count);
  return fill_rows(array, base, rows, error);
}

/* ---- Reading ---- */

static nq_status read_object(nq_input *input, nq_rows *rows, nq_error *error) {
  json_t *object = nq_json_load(input, error);
  if (object == NULL) return error->status;
  nq_status status = convert_object(object, rows, error);
  json_decref(object);
  return status;
}

static nq_status refuse_start(nq_input *input, nq_error *error) {
  char words[NQ_BYTE_WORDS];
  nq_error_set(error, NQ_BAD_FORMAT,
               "an object such as {\"n\":4,\"rows\":[1,3,0,2]} was expected, not %s",
               nq_byte_words(nq_input_peek(input), words));
  nq_json_skip(input);
  return NQ_BAD_FORMAT;
}

nq_status nq_json_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  nq_status status = nq_input_skip_comments(input, error);
  if (status != NQ_OK) return status;
  *line = input->line;
  if (nq_input_peek(input) != '{') return refuse_start(input, error);
  nq_rows rows = {.guess = reader->last_n};
  status = read_object(input, &rows, error);
  if (status == NQ_OK) status = nq_rows_finish(&rows, board, error);
  nq_rows_release(&rows);
  return status;
}
