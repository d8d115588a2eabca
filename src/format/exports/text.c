/* Texts with numbers, and the lists of an instance. */
#include "format/exports/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TEXT_BYTES 2048
#define LINE_ITEMS 10

/* ---- Texts ---- */

static uint64_t count_bits(uint64_t number) {
  uint64_t bits = 0;
  for (; number > 0; number >>= 1) bits++;
  return bits;
}

/* As a signed number. */
static int64_t value_of(const nq_place *at, char letter) {
  int64_t n = at->n, column = at->column, row = at->row, index = (int64_t)at->index;
  switch (letter) {
  case 'c':
    return column;
  case 'r':
    return row;
  case 'C':
    return column + 1;
  case 'R':
    return row + 1;
  case 'u':
    return column * n + row;
  case 'v':
    return column * n + row + 1;
  case 's':
    return column + row;
  case 'd':
    return row - column + n - 1;
  case 'm':
    return n - 1 - column;
  case 'i':
    return index;
  case 'I':
    return index + 1;
  case 'S':
    return index + 2;
  case 'D':
    return index - (n - 1);
  case 'b':
    return (int64_t)count_bits(2 * (uint64_t)at->n - 1);
  default:
    return n;
  }
}

static char *put_number(char *to, int64_t number) {
  if (number >= 0 && number <= UINT32_MAX) return nq_put_number(to, (uint32_t)number);
  if (number < 0) {
    *to++ = '-';
    return put_number(to, -number);
  }
  to = put_number(to, number / 10);
  *to++ = (char)('0' + number % 10);
  return to;
}

static char *put_kind(char *to, const char *kind) {
  while (kind != NULL && *kind != '\0') *to++ = *kind++;
  return to;
}

void nq_export_text(const nq_export *export, const char *text, const nq_place *at) {
  char *begin = nq_output_reserve(export->output, TEXT_BYTES), *to = begin;
  if (begin == NULL) return;
  for (; *text != '\0'; text++)
    if (*text != '%')
      *to++ = *text;
    else if (*++text == 'k')
      to = put_kind(to, at->kind);
    else
      to = put_number(to, value_of(at, *text));
  export->output->used += (size_t)(to - begin);
}

static bool goes_on(const nq_export *export) {
  return nq_output_status(export->output, NULL) == NQ_OK;
}

void nq_export_columns(const nq_export *export, const char *text, const char *separator) {
  nq_place at = {.n = export->n};
  for (; at.column < export->n && goes_on(export); at.column++) {
    if (at.column > 0) nq_output_text(export->output, separator);
    nq_export_text(export, text, &at);
  }
}

void nq_export_squares(const nq_export *export, const char *text) {
  nq_place at = {.n = export->n};
  for (; at.column < export->n; at.column++)
    for (at.row = 0; at.row < export->n && goes_on(export); at.row++)
      nq_export_text(export, text, &at);
}

/* ---- Lists ---- */

const nq_list_style nq_diagonal_set = {
    .open = "{",
    .close = "}",
    .none = "{}",
    .item = {[NQ_LIST_RISING] = "%S", [NQ_LIST_FALLING] = "%D"},
};

static void write_text(const nq_export *export, const char *text) {
  if (text != NULL) nq_output_text(export->output, text);
}

/* The list of the i-th of all items: placed queens, blocked squares, excluded diagonals. */
static nq_list find_item(const nq_instance *instance, size_t i, nq_place *at) {
  size_t placed = nq_instance_placed_count(instance), blocked = nq_instance_blocked_count(instance);
  bool rising = false;
  if (i < placed)
    nq_instance_placed_at(instance, i, &at->column, &at->row);
  else if (i < placed + blocked)
    nq_instance_blocked_at(instance, i - placed, &at->column, &at->row);
  else
    at->index = nq_instance_excluded_at(instance, i - placed - blocked, &rising);
  if (i >= placed + blocked) return rising ? NQ_LIST_RISING : NQ_LIST_FALLING;
  return i < placed ? NQ_LIST_PLACED : NQ_LIST_BLOCKED;
}

void nq_export_list(const nq_export *export, nq_list list, const nq_list_style *style) {
  const nq_instance *instance = export->instance;
  const char *separator = style->separator != NULL ? style->separator : ", ";
  const char *tenth = style->tenth != NULL ? style->tenth : ",\n  ";
  nq_place at = {.n = export->n};
  size_t written = 0, items = nq_instance_placed_count(instance) +
                              nq_instance_blocked_count(instance) +
                              nq_instance_excluded_count(instance);
  for (size_t i = 0; i < items && goes_on(export); i++) {
    nq_list of = find_item(instance, i, &at);
    if ((list != NQ_LISTS && of != list) || style->item[of] == NULL) continue;
    write_text(export, written == 0 ? style->open : written % LINE_ITEMS == 0 ? tenth : separator);
    nq_export_text(export, style->item[of], &at);
    written++;
  }
  write_text(export, written == 0 ? style->none : style->close);
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

nq_status nq_model_write(const nq_export *export, const nq_model *model) {
  bool has_model = export->part != NQ_PART_DATA;
  nq_export_head(export, model->mark, model->convention);
  if (has_model) write_text(export, model->first);
  nq_export_text(export, model->n[export->part], &(nq_place){.n = export->n});
  if (has_model) write_text(export, model->types);
  nq_export_parameters(export, model->parameters, model->unknown, model->meaning);
  if (!has_model) return NQ_OK;
  const char *const parts[] = {model->search, model->constraints, model->end};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i] != NULL) nq_output_text(export->output, "\n");
    write_text(export, parts[i]);
  }
  return NQ_OK;
}
