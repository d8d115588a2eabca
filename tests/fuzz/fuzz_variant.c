/* Any text, read as a method with options and as a number: no crash, an error in words, and what is
 * taken has one canonical text, which is taken as the same. */
#include "core/core.h"
#include "experiment/plan.h"
#include "scratch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void read_variant(const char *text) {
  nq_variant variant, again;
  nq_error error = {0};
  nq_status status = nq_variant_parse(text, &variant, &error);
  /* Unsupported: a program to be run is not installed. */
  require(status == NQ_OK ||
          ((status == NQ_BAD_VALUE || status == NQ_UNSUPPORTED) && error.message[0] != '\0'));
  if (status != NQ_OK) return;
  require(!variant.labelled || nq_label_columns(variant.label) <= NQ_LABEL_COLUMNS);
  require(memchr(variant.text, '\0', sizeof variant.text) != NULL);
  require(nq_variant_parse(variant.text, &again, NULL) == NQ_OK);
  require(strcmp(variant.text, again.text) == 0);
}

static void read_number(const char *text) {
  uint64_t value, again;
  char plain[32];
  if (nq_number_parse(text, &value) != NQ_NUMBER_OK) return;
  snprintf(plain, sizeof plain, "%" PRIu64, value);
  require(nq_number_parse(plain, &again) == NQ_NUMBER_OK && again == value);
}

static void read_lists(const char *text) {
  nq_plan plan = {0};
  (void)nq_plan_add_methods(&plan, text, NULL);
  if (nq_plan_set_sizes(&plan, text, NULL) == NQ_OK)
    for (size_t i = 1; i < plan.n_count; i++) require(n_of(&plan, i - 1) < n_of(&plan, i));
  nq_plan_release(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char *text = malloc(size + 1);
  require(text != NULL);
  memcpy(text, bytes, size);
  text[size] = '\0';
  read_variant(text);
  read_number(text);
  read_lists(text);
  free(text);
  return 0;
}
