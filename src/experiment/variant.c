#include "experiment/variant.h"

#include <string.h>

/* Short enough that all keys with their longest values fit into the canonical text. */
#define INPUT_MOST 400

nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error) {
  if (strlen(text) > INPUT_MOST)
    return nq_error_set(error, NQ_BAD_VALUE, "'%.60s...' is too long for a method", text);
  nq_solve_options_init(&variant->solve);
  nq_status status = nq_solve_options_set(&variant->solve, text, error);
  if (status == NQ_OK) nq_solve_options_text(&variant->solve, variant->text, sizeof variant->text);
  return status;
}

const char *nq_variant_options(const nq_variant *variant) {
  const char *colon = strchr(variant->text, ':');
  return colon != NULL ? colon + 1 : "";
}
