/* The table of export formats, and the writing of a file in one of them. */
#include "core/core.h"
#include "format/exports/export.h"

#include <math.h>
#include <string.h>

static const nq_export_entry *const entries[] = {
    &nq_export_native,   &nq_export_dimacs, &nq_export_opb,   &nq_export_smtlib,
    &nq_export_minizinc, &nq_export_opl,    &nq_export_cpsat, &nq_export_ortools_cp,
    &nq_export_z3py,     &nq_export_lp,     &nq_export_mps,   &nq_export_asp,
    &nq_export_csplib,   &nq_export_xcsp3,  &nq_export_wcsp,  &nq_export_qubo,
};

enum { ENTRIES = sizeof entries / sizeof *entries }; /* NOLINT(bugprone-sizeof-expression) */

const nq_export_format *nq_export_format_at(size_t i) {
  return i < ENTRIES ? &entries[i]->format : NULL;
}

static const nq_export_entry *find_entry(const char *name) {
  for (size_t i = 0; i < ENTRIES; i++)
    if (strcmp(entries[i]->format.name, name) == 0) return entries[i];
  return NULL;
}

const nq_export_format *nq_export_format_by_name(const char *name) {
  const nq_export_entry *entry = find_entry(name);
  return entry != NULL ? &entry->format : NULL;
}

/* ---- Writing ---- */

static nq_status refuse_strategy(const nq_export_format *format, const char *name, size_t length,
                                 nq_error *error) {
  char first[300], second[300];
  if (format->strategies[0] == NULL)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the format %s has no strategies: it does not say how to search",
                        format->name);
  nq_names_join(format->strategies[0], first, sizeof first);
  nq_names_join(format->strategies[1], second, sizeof second);
  return nq_error_set(error, NQ_BAD_VALUE,
                      "the format %s has no strategy '%.*s'; it has %s; and %s", format->name,
                      (int)(length < 40 ? length : 40), name, first, second);
}

/* Up to two names with a comma between, each from another of the two lists. */
static nq_status resolve_strategy(const char *text, const nq_export_format *format,
                                  nq_export *export, nq_error *error) {
  bool given[2] = {false, false};
  for (const char *at = text; at != NULL;) {
    size_t length = strcspn(at, ","), list = 0, index = SIZE_MAX;
    for (; list < 2; list++)
      if ((index = nq_names_find(format->strategies[list], at, length)) != SIZE_MAX) break;
    if (index == SIZE_MAX) return refuse_strategy(format, at, length, error);
    if (given[list])
      return nq_error_set(error, NQ_BAD_VALUE, "the strategy '%.80s' has two names of one kind",
                          text);
    given[list] = true;
    export->strategy[list] = index;
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  return NQ_OK;
}

/* Fill in encoding, strategy and part from the options. */
static nq_status resolve(const nq_export_options *options, const nq_export_format *format,
                         nq_export *export, nq_error *error) {
  if (options->part != NQ_PART_ALL && !format->parts)
    return nq_error_set(error, NQ_BAD_VALUE, "the format %s is one file: it has no parts",
                        format->name);
  if (options->encoding == NULL) return resolve_strategy(options->strategy, format, export, error);
  export->encoding = nq_names_find(format->encodings, options->encoding, strlen(options->encoding));
  if (export->encoding != SIZE_MAX)
    return resolve_strategy(options->strategy, format, export, error);
  return nq_error_set(error, NQ_BAD_VALUE, "the format %s has no encoding '%s'", format->name,
                      options->encoding);
}

/* About as many bytes as will be written.  A square takes two numbers and some text. */
static uint64_t estimate_bytes(const nq_export_entry *entry, const nq_export *export) {
  const nq_export_growth *growth = &entry->growth[export->encoding];
  double digits = log10((double)export->n);
  double squares = (double)nq_instance_placed_count(export->instance) +
                   (double)nq_instance_blocked_count(export->instance);
  double bytes = pow((double)export->n, growth->power) * (growth->text + growth->digits * digits) +
                 squares * 2 * (digits + 4);
  return bytes < 0x1p63 ? (uint64_t)bytes : INT64_MAX;
}

nq_status nq_export_write(const nq_instance *instance, const nq_export_options *options,
                          int descriptor, nq_error *error) {
  if (descriptor < 0)
    return nq_error_set(error, NQ_IO, "writing failed: %d is not a descriptor", descriptor);
  const char *name = options->format != NULL ? options->format : "";
  const nq_export_entry *entry = find_entry(name);
  if (entry == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "there is no export format '%s'", name);
  nq_export export = {.instance = instance,
                      .n = nq_instance_n(instance),
                      .part = options->part,
                      .comment = options->comment,
                      .error = error};
  nq_status status = resolve(options, &entry->format, &export, error);
  if (status != NQ_OK) return status;
  nq_output output;
  if (!nq_output_init(&output, descriptor, NQ_OUTPUT_BYTES))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory to write an instance");
  output.begin = nq_clock();
  output.progress = options->progress;
  output.context = options->context;
  output.total = estimate_bytes(entry, &export);
  export.output = &output;
  if (entry->squares) status = nq_export_require(&export, square_count(&export), "variables");
  if (status == NQ_OK && entry->mark != NULL)
    nq_export_head(&export, entry->mark, entry->convention);
  if (status == NQ_OK) status = entry->write(&export);
  if (status == NQ_OK) status = nq_output_flush(&output, error);
  nq_output_release(&output);
  return status;
}
