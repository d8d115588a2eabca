/* The queens, squares and diagonals of an instance as lists in another language. */
#include "format/exports/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_ITEMS 10

const nq_list_style nq_diagonal_set = {
    .open = "{", .close = "}", .none = "{}", .separator = ",", .base = 1};

static void write_text(nq_output *output, const char *text) {
  if (text != NULL) nq_output_text(output, text);
}

/* A number that may be negative. */
static void write_signed(nq_output *output, int64_t number) {
  if (number < 0) nq_output_text(output, "-");
  nq_output_number(output, (uint64_t)(number < 0 ? -number : number));
}

/* The number of entries in the instance's own list, which has both kinds of diagonals. */
static size_t count_entries(const nq_instance *instance, nq_list list) {
  if (list == NQ_LIST_PLACED) return nq_instance_placed_count(instance);
  if (list == NQ_LIST_BLOCKED) return nq_instance_blocked_count(instance);
  return nq_instance_excluded_count(instance);
}

/* Whether its i-th entry belongs to this list. */
static bool is_listed(const nq_instance *instance, nq_list list, size_t i) {
  if (list < NQ_LIST_RISING) return true;
  bool rising;
  (void)nq_instance_excluded_at(instance, i, &rising);
  return rising == (list == NQ_LIST_RISING);
}

static void write_square(const nq_export *export, nq_list list, size_t i,
                         const nq_list_style *style) {
  uint32_t column, row;
  if (list == NQ_LIST_PLACED)
    nq_instance_placed_at(export->instance, i, &column, &row);
  else
    nq_instance_blocked_at(export->instance, i, &column, &row);
  nq_output_number(export->output, (uint64_t)column + style->base);
  write_text(export->output, style->between);
  nq_output_number(export->output, (uint64_t)row + style->base);
}

static void write_diagonal(const nq_export *export, size_t i, const nq_list_style *style) {
  bool rising;
  uint64_t diagonal = nq_instance_excluded_at(export->instance, i, &rising);
  if (rising)
    nq_output_number(export->output, diagonal + 2 * style->base);
  else
    write_signed(export->output, (int64_t)diagonal - (export->n - 1));
}

static void write_item(const nq_export *export, nq_list list, size_t i,
                       const nq_list_style *style) {
  write_text(export->output, style->before);
  if (list < NQ_LIST_RISING)
    write_square(export, list, i, style);
  else
    write_diagonal(export, i, style);
  write_text(export->output, style->after);
}

void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style) {
  nq_output *output = export->output;
  size_t written = 0, entries = count_entries(export->instance, list);
  for (size_t i = 0; i < entries && nq_output_status(output, NULL) == NQ_OK; i++) {
    if (!is_listed(export->instance, list, i)) continue;
    write_text(output, written == 0 ? style->open : style->separator);
    if (written > 0) nq_output_text(output, written % LINE_ITEMS == 0 ? "\n  " : " ");
    write_item(export, list, i, style);
    written++;
  }
  write_text(output, written == 0 ? style->none : style->close);
}

void nq_export_parameters(const nq_export *export, const nq_parameter *parameters,
                          const char *unknown, const char *mark) {
  nq_output *output = export->output;
  for (nq_list list = NQ_LIST_PLACED; list < NQ_LISTS; list++) {
    const nq_parameter *at = &parameters[list];
    nq_output_print(output, "%s%s", export->part != NQ_PART_DATA ? at->type : "", at->name);
    nq_output_text(output, export->part == NQ_PART_MODEL ? unknown : " = ");
    if (export->part != NQ_PART_MODEL) nq_export_list(export, list, at->style);
    nq_output_print(output, "%s%s\n", mark, at->meaning);
  }
}
