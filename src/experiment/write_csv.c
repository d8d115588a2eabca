#include "experiment/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Whether a terminal would obey the byte: a cell may be text of a store that others wrote.  Bytes
 * from 0x80 to 0x9f are control characters alone, and after 0xc2 in UTF-8. */
static bool is_control(unsigned char byte, unsigned char before) {
  bool high = byte >= 0x80 && byte <= 0x9f;
  return (byte < ' ' && strchr("\t\r\n", byte) == NULL) || byte == 0x7f ||
         (high && (before < 0x80 || before == 0xc2));
}

void nq_csv_write_cell(const char *text, FILE *stream) {
  bool formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
  bool quoted = formula || strpbrk(text, ",\"\r\n") != NULL;
  if (quoted) fputc('"', stream);
  if (formula) fputc('\'', stream);
  for (unsigned char before = 0; *text != '\0'; before = (unsigned char)*text++) {
    if (*text == '"') fputc('"', stream);
    fputc(is_control((unsigned char)*text, before) ? '?' : *text, stream);
  }
  if (quoted) fputc('"', stream);
}

struct output {
  const nq_plan *plan;
  FILE *stream;
};

static nq_status write_run(void *context, const nq_stored_run *stored, nq_error *error) {
  (void)error;
  const struct output *output = context;
  const nq_run_column *column;
  nq_csv_write_cell(output->plan->variant[stored->run.variant].label, output->stream);
  for (size_t i = 1; (column = nq_run_column_at(i)) != NULL; i++) {
    const void *value = (const char *)stored + column->offset;
    fputc(',', output->stream);
    if (column->kind <= NQ_RUN_OUTCOME)
      nq_csv_write_cell(*(const char *const *)value, output->stream);
    else if (column->kind == NQ_RUN_SECONDS)
      fprintf(output->stream, "%.9g", *(const double *)value);
    else if (*(const int64_t *)value >= 0)
      fprintf(output->stream, "%" PRId64, *(const int64_t *)value);
  }
  fputs("\r\n", output->stream);
  return NQ_OK;
}

/* The first column is the label instead of the variant. */
nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error) {
  struct output output = {plan, stream};
  fputs("label", stream);
  for (size_t i = 1; nq_run_column_at(i) != NULL; i++)
    fprintf(stream, ",%s", nq_run_column_at(i)->name);
  fputs("\r\n", stream);
  return nq_store_each(store, plan, write_run, &output, error);
}
