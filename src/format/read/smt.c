/* Answers of SMT solvers.
 *
 * MODEL.  A verdict, sat, unsat or unknown, and after sat any number of lists of values:
 *
 *     ((Q1 4) (Q2 #b0010) (Q3 #x8) ...)                    get-value; Qi: column i and its row
 *     ((q_1_1 false) (q_1_2 true) ...)                     Bools of the squares, column and row
 *     ((define-fun Q2 () Int 2) ...)                       get-model, in any order
 *     [Q_3 = 8, Q_1 = 4, ...]                              z3's Python, a board each
 *
 * All lists up to the next verdict are one board, as a solver may be asked for one value at a
 * time.  Other names are skipped, and so are errors, (error "..."). */
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/names.h"
#include "format/read/values.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* (- 3) and (_ bv3 8); false for other lists. */
static bool take_list_value(const nq_node *list, int64_t *value) {
  const nq_node *first = list + 1, *end = nq_next(list), *second = first + 1;
  if (second >= end) return false;
  if (nq_node_is_sign(first, '-') && second->kind == NQ_KIND_NUMBER) {
    *value = -second->value;
    return true;
  }
  const char *text = second->text;
  bool bits = second->kind == NQ_KIND_WORD && second->size > 2 && text[0] == 'b' && text[1] == 'v';
  if (!nq_node_is(first, "_") || !bits) return false;
  *value = 0;
  for (size_t i = 2; i < second->size; i++) {
    if (!is_digit(text[i])) return false;
    *value = nq_add_digit(*value, text[i]);
  }
  return true;
}

/* The value of a name; those of others need not be numbers. */
static nq_status take_value(nq_reader *reader, const nq_node *name, const nq_node *value) {
  const nq_terms *terms = &reader->terms;
  char stem[NQ_STEM_BYTES];
  unsigned indices;
  int64_t index[2], number = value->value;
  if (name->kind != NQ_KIND_WORD || !nq_name_of(name, stem, &indices, index)) return NQ_OK;
  bool known = value->kind == NQ_KIND_NUMBER || value->kind == NQ_KIND_TRUTH ||
               (value->kind == NQ_KIND_LIST && take_list_value(value, &number));
  bool first = reader->names.count == 0;
  if (known)
    nq_names_put(&reader->names, name, true, number);
  else if (nq_stem_is_ours(stem))
    return nq_node_unexpected(terms, value, "a row, a bit-vector, true or false");
  if (first) reader->names.line = terms->first_line;
  return NQ_OK;
}

/* (name value) or (define-fun name () sort value) */
static nq_status take_entry(nq_reader *reader, const nq_node *entry) {
  const nq_node *end = nq_next(entry), *name = entry + 1, *last = name;
  if (name >= end) return NQ_OK;
  while (nq_next(last) < end) last = nq_next(last);
  if (!nq_node_is(name, "define-fun")) {
    bool two = nq_next(name) == last && last > name;
    return two ? take_value(reader, name, last) : NQ_OK;
  }
  name = name + 1;
  const nq_node *arguments = name < end ? nq_next(name) : end;
  bool constant = arguments < end && arguments->kind == NQ_KIND_LIST &&
                  nq_next(arguments) == arguments + 1 && last > arguments;
  return constant ? take_value(reader, name, last) : NQ_OK;
}

static nq_status take_list(nq_reader *reader, const nq_node *list) {
  nq_status status = NQ_OK;
  const nq_node *end = nq_next(list);
  if (nq_node_is(list + 1, "error")) return NQ_OK;
  if (list->span == list[1].span + 3 && nq_node_is_sign(list + 1, '=')) /* Yices: (= Q1 2) */
    return take_value(reader, list + 2, list + 3);
  for (const nq_node *child = list + 1; child < end && status == NQ_OK; child = nq_next(child))
    if (child->kind == NQ_KIND_LIST) status = take_entry(reader, child);
  return status;
}

/* All lists since the last verdict become a board. */
static nq_status settle(nq_reader *reader) {
  const nq_names_options options = {
      .form = "assignments", .base = reader->dialect->base, .likely = 1, .contradicts = true};
  nq_status status = nq_names_board(&reader->names, &options, reader);
  if (status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  return status == NQ_END ? NQ_OK : status;
}

static nq_status take_words(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *first = nq_terms_first(terms);
  uint64_t line = terms->first_line;
  nq_answer answer = NQ_ANSWER_UNKNOWN;
  bool none = nq_node_is(first, "no") && nq_node_is(first + 1, "solution");
  bool failed = nq_node_is(first, "failed") && nq_node_is(first + 1, "to");
  if (none) answer = NQ_ANSWER_UNSATISFIABLE;
  if (!none && !failed && !nq_verdict_of_node(first, &answer))
    return nq_node_unexpected(terms, first, "sat, unsat, unknown or a list of values");
  nq_status status = settle(reader);
  return status == NQ_OK ? nq_found_verdict(reader, answer, line) : status;
}

static nq_status take_tree(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_setting setting = {.base = reader->dialect->base, .likely = 1, .named = true};
  const nq_node *end = nq_terms_end(terms);
  nq_status status = NQ_OK;
  for (const nq_node *node = terms->nodes + 1; node < end && status == NQ_OK;
       node = nq_next(node)) {
    if (node->kind != NQ_KIND_LIST) return take_words(reader);
    if (node->sign == '[') {
      status = settle(reader);
      if (status == NQ_OK) status = nq_value_boards(node, &setting, reader);
    } else {
      status = take_list(reader, node);
    }
  }
  return status;
}

nq_status nq_read_smt(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  terms->style = reader->dialect->style;
  nq_status status = nq_terms_read(terms);
  if (status == NQ_END) {
    status = settle(reader);
    return status == NQ_OK ? NQ_END : status;
  }
  if (status == NQ_OK) status = take_tree(reader);
  if (status == NQ_BAD_FORMAT) nq_names_release(&reader->names);
  return status;
}
