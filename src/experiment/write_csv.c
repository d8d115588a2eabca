#include "experiment/output.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whether a terminal would obey the byte: a cell may be text of a store that others wrote.  Bytes from 0x80
 * to 0x9f are control characters alone, and after 0xc2 in UTF-8. */
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

static void write_text(const char *text, FILE *stream) {
  fputc(',', stream);
  nq_csv_write_cell(text, stream);
}

/* Negative: not known, written as an empty cell. */
static void write_count(int64_t count, FILE *stream) {
  fputc(',', stream);
  if (count >= 0) fprintf(stream, "%" PRId64, count);
}

struct output {
  const nq_plan *plan;
  FILE *stream;
};

static nq_status write_run(void *context, const nq_stored_run *stored, nq_error *error) {
  (void)error;
  const struct output *output = context;
  const nq_variant *variant = &output->plan->variant[stored->run.variant];
  const nq_record *record = &stored->record;
  FILE *stream = output->stream;
  nq_csv_write_cell(variant->label, stream);
  write_text(variant->solve.method, stream);
  write_text(nq_variant_options(variant), stream);
  fprintf(stream, ",%" PRIu32 ",%" PRIu64 ",%s", output->plan->n[stored->run.n], stored->run.seed,
          record->solved ? "solved" : "unknown");
  write_text(stored->reason, stream);
  write_count((int64_t)record->steps, stream);
  write_count(record->evaluations, stream);
  write_count((int64_t)record->restarts, stream);
  write_count(record->conflicts, stream);
  fprintf(stream, ",%.9g,%.9g", record->seconds, record->cpu_seconds);
  write_count((int64_t)record->memory_bytes, stream);
  write_text(stored->counters, stream);
  write_text(stored->version, stream);
  write_text(stored->machine, stream);
  write_text(stored->finished, stream);
  fputs("\r\n", stream);
  return NQ_OK;
}

nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error) {
  struct output output = {plan, stream};
  fputs("label,method,options,n,seed,verdict,reason,steps,evaluations,restarts,conflicts,seconds,"
        "cpu_seconds,memory_bytes,counters,version,machine,finished\r\n",
        stream);
  return nq_store_each(store, plan, write_run, &output, error);
}
