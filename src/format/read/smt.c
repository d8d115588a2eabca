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
#include "format/read/term.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const nq_node *next_of(const nq_terms *terms, const nq_node *node) {
  return terms->nodes + node->end;
}

/* (- 3) and (_ bv3 8); false for other lists. */
static bool take_list_value(const nq_terms *terms, const nq_node *list, int64_t *value) {
  const nq_node *first = list + 1, *end = next_of(terms, list), *second = first + 1;
  if (second >= end) return false;
  if (nq_node_is_sign(first, '-') && second->kind == NQ_KIND_NUMBER) {
    *value = -second->value;
    return true;
  }
  const char *text = nq_node_text(terms, second);
  bool bits = second->kind == NQ_KIND_WORD && second->size > 2 && text[0] == 'b' && text[1] == 'v';
  if (!nq_node_is(terms, first, "_") || !bits) return false;
  *value = 0;
  for (size_t i = 2; i < second->size; i++) {
    if (!is_digit(text[i])) return false;
    *value = nq_add_digit(*value, text[i]);
  }
  return true;
}

/* The value of a name; those of others need not be numbers. */
static nq_status take_value(nq_reader *reader, const nq_node *name, const nq_node *value,
                            nq_error *error) {
  const nq_terms *terms = &reader->terms;
  char stem[NQ_STEM_BYTES];
  unsigned indices;
  int64_t index[2], number = value->value;
  if (name->kind != NQ_KIND_WORD || !nq_name_of(terms, name, stem, &indices, index)) return NQ_OK;
  bool known = value->kind == NQ_KIND_NUMBER || value->kind == NQ_KIND_TRUTH ||
               (value->kind == NQ_KIND_LIST && take_list_value(terms, value, &number));
  bool first = reader->names.count == 0;
  if (known)
    nq_names_put(&reader->names, terms, name, true, number);
  else if (nq_stem_is_ours(stem))
    return nq_node_unexpected(terms, value, "a row, a bit-vector, true or false", error);
  if (first) reader->names.line = terms->first_line;
  return NQ_OK;
}

/* (name value) or (define-fun name () sort value) */
static nq_status take_entry(nq_reader *reader, const nq_node *entry, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  const nq_node *end = next_of(terms, entry), *name = entry + 1, *last = name;
  if (name >= end) return NQ_OK;
  while (next_of(terms, last) < end) last = next_of(terms, last);
  if (!nq_node_is(terms, name, "define-fun")) {
    bool two = next_of(terms, name) == last && last > name;
    return two ? take_value(reader, name, last, error) : NQ_OK;
  }
  name = name + 1;
  const nq_node *arguments = name < end ? next_of(terms, name) : end;
  bool constant = arguments < end && arguments->kind == NQ_KIND_LIST &&
                  next_of(terms, arguments) == arguments + 1 && last > arguments;
  return constant ? take_value(reader, name, last, error) : NQ_OK;
}

static nq_status take_list(nq_reader *reader, const nq_node *list, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  nq_status status = NQ_OK;
  const nq_node *end = next_of(terms, list);
  if (nq_node_is(terms, list + 1, "error")) return NQ_OK;
  if (list->end == list[1].end + 2 && nq_node_is_sign(list + 1, '=')) /* Yices: (= Q1 2) */
    return take_value(reader, list + 2, list + 3, error);
  for (const nq_node *child = list + 1; child < end && status == NQ_OK;
       child = next_of(terms, child))
    if (child->kind == NQ_KIND_LIST) status = take_entry(reader, child, error);
  return status;
}

/* All lists since the last verdict become a board. */
static nq_status settle(nq_reader *reader, nq_error *error) {
  const nq_names_options options = {
      .form = "assignments", .base = reader->dialect->base, .likely = 1, .contradicts = true};
  nq_status status = nq_names_board(&reader->names, &options, reader, error);
  if (status == NQ_BAD_FORMAT) status = nq_found_error(reader, error);
  return status == NQ_END ? NQ_OK : status;
}

static nq_status take_words(nq_reader *reader, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  const nq_node *first = terms->nodes + 1;
  uint64_t line = terms->first_line;
  nq_answer answer = NQ_ANSWER_UNKNOWN;
  bool none = nq_node_is(terms, first, "no") && nq_node_is(terms, first + 1, "solution");
  bool failed = nq_node_is(terms, first, "failed") && nq_node_is(terms, first + 1, "to");
  if (none) answer = NQ_ANSWER_UNSATISFIABLE;
  bool word = first->kind == NQ_KIND_WORD &&
              nq_verdict_of_word(nq_node_text(terms, first), first->size, &answer);
  if (!none && !failed && !word)
    return nq_node_unexpected(terms, first, "sat, unsat, unknown or a list of values", error);
  nq_status status = settle(reader, error);
  return status == NQ_OK ? nq_found_verdict(reader, answer, line, error) : status;
}

static nq_status take_tree(nq_reader *reader, nq_error *error) {
  const nq_terms *terms = &reader->terms;
  const nq_setting setting = {.base = reader->dialect->base, .likely = 1, .named = true};
  const nq_node *end = terms->nodes + terms->count;
  nq_status status = NQ_OK;
  for (const nq_node *node = terms->nodes + 1; node < end && status == NQ_OK;
       node = next_of(terms, node)) {
    if (node->kind != NQ_KIND_LIST) return take_words(reader, error);
    if (node->sign == '[') {
      status = settle(reader, error);
      if (status == NQ_OK) status = nq_value_boards(terms, node, &setting, reader, error);
    } else {
      status = take_list(reader, node, error);
    }
  }
  return status;
}

nq_status nq_read_smt(nq_reader *reader, nq_error *error) {
  nq_terms *terms = &reader->terms;
  terms->style = reader->dialect->style;
  nq_status status = nq_terms_read(terms, error);
  if (status == NQ_END) {
    status = settle(reader, error);
    return status == NQ_OK ? NQ_END : status;
  }
  if (status == NQ_OK) status = take_tree(reader, error);
  if (status == NQ_BAD_FORMAT) nq_names_release(&reader->names);
  return status;
}
