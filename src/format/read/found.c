#include "format/read/read.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

struct nq_found {
  nq_found *next;
  nq_status status;
  nq_answer answer;
  nq_origin origin;
  uint64_t error_line;
  uint32_t n;
  nq_board board;
  char message[];
};

static nq_status add(nq_reader *reader, const nq_found *item, const char *message) {
  size_t size = strlen(message) + 1;
  nq_found *found = malloc(sizeof *found + size);
  if (found == NULL) return nq_error_set(reader->error, NQ_NO_MEMORY, "no memory for an answer");
  *found = *item;
  reader->refused = item->status == NQ_BAD_FORMAT || item->origin.doubt == NQ_DOUBT_ALONE;
  if (item->n > 3) {
    reader->seen_times++;
    reader->seen_n = item->n;
    reader->seen_form = item->origin.form;
    reader->seen_loose = item->origin.loose;
  }
  memcpy(found->message, message, size);
  nq_found_attach(reader, &(nq_found_list){found, found});
  return NQ_OK; /* cppcheck-suppress memleak */
}

/* A board, or what should be one, comes at this line. */
static nq_status note_board(nq_reader *reader, uint64_t line) {
  nq_verdicts *verdicts = &reader->verdicts;
  verdicts->promise = 0;
  verdicts->shown = line;
  bool matters = reader->dialect->order == NQ_ORDER_FIRST || reader->dialect->order == NQ_ORDER_ANY;
  if (verdicts->none == 0 || !matters) return NQ_OK;
  return nq_error_at(reader->error, line,
                     "the answer contradicts itself: line %" PRIu64
                     " reports that there is no solution",
                     verdicts->none);
}

/* A line n = 8 is about the boards after it. */
static nq_status compare_n(const nq_reader *reader, uint64_t line, uint32_t n) {
  if (reader->stated_line == 0 || reader->stated_n == (int64_t)n) return NQ_OK;
  return nq_error_at(reader->error, line,
                     "the board has n = %" PRIu32 ", but line %" PRIu64 " states n = %" PRId64, n,
                     reader->stated_line, reader->stated_n);
}

nq_status nq_found_board(nq_reader *reader, const nq_origin *origin, nq_board *board) {
  const nq_found found = {.origin = *origin, .n = board->n, .board = *board};
  nq_status status = note_board(reader, origin->line);
  if (status == NQ_OK) status = compare_n(reader, origin->line, board->n);
  if (status == NQ_OK) status = add(reader, &found, "");
  if (status != NQ_OK) nq_board_release(board);
  *board = (nq_board){0};
  return status == NQ_BAD_FORMAT ? nq_found_error(reader) : status;
}

nq_status nq_found_invalid(nq_reader *reader, const nq_origin *origin, uint32_t n,
                           const char *reason) {
  const nq_found found = {
      .status = NQ_NO_BOARD, .answer = NQ_ANSWER_INVALID, .origin = *origin, .n = n};
  nq_status status = note_board(reader, origin->line);
  return status == NQ_BAD_FORMAT ? nq_found_error(reader) : add(reader, &found, reason);
}

nq_status nq_found_error(nq_reader *reader) {
  uint64_t line = reader->error->line;
  const nq_found found = {.status = NQ_BAD_FORMAT,
                          .origin.line = line < reader->unit_line ? line : reader->unit_line,
                          .error_line = line};
  reader->verdicts.promise = 0;
  if (reader->refused && reader->dialect->format == NQ_FORMAT_AUTO) return NQ_OK; /* said once */
  return add(reader, &found, reader->error->message);
}

/* Report a verdict that there is no board. */
static nq_status add_verdict(nq_reader *reader, nq_answer answer, uint64_t line) {
  const nq_found found = {.status = NQ_NO_BOARD, .answer = answer, .origin.line = line};
  return add(reader, &found,
             answer == NQ_ANSWER_UNKNOWN ? "the solver does not know"
                                         : "the solver reports that there is no solution");
}

/* An earlier verdict promised a board that did not come. */
static nq_status settle_promise(nq_reader *reader) {
  uint64_t line = reader->verdicts.promise;
  if (line == 0) return NQ_OK;
  const char *missing = reader->dialect->missing;
  nq_error_at(reader->error, line, "%s",
              missing != NULL ? missing : "a solution exists, but no board follows");
  return nq_found_error(reader);
}

nq_status nq_found_verdict(nq_reader *reader, nq_answer answer, uint64_t line) {
  nq_verdicts *verdicts = &reader->verdicts;
  uint64_t shown = verdicts->shown;
  nq_status status = settle_promise(reader);
  if (status != NQ_OK) return status;
  verdicts->shown = 0;
  verdicts->none = 0;
  bool first = reader->dialect->order == NQ_ORDER_FIRST;
  bool above = shown > 0 && (!first || shown < reader->dialect_line); /* a board of other text */
  verdicts->promise = answer == NQ_ANSWER_BOARD && !above ? line : 0;
  verdicts->affirmed = verdicts->affirmed || answer == NQ_ANSWER_BOARD;
  if (answer == NQ_ANSWER_BOARD) return NQ_OK;
  bool more = reader->dialect->format == NQ_FORMAT_SMT && reader->seen_times > 1;
  if (answer == NQ_ANSWER_UNSATISFIABLE && shown > 0 && more) return NQ_OK; /* no further one */
  if (answer == NQ_ANSWER_UNSATISFIABLE && shown > 0 && !first) {
    nq_order order = reader->dialect->order; /* there are no more, or there is none */
    if (order == NQ_ORDER_LOOSE || (order == NQ_ORDER_ANY && verdicts->affirmed)) return NQ_OK;
    nq_error_at(reader->error, line,
                "the answer contradicts itself: line %" PRIu64 " has a solution", shown);
    return nq_found_error(reader);
  }
  if (answer == NQ_ANSWER_UNSATISFIABLE) verdicts->none = line;
  return add_verdict(reader, answer, line);
}

bool nq_found_any(const nq_reader *reader) {
  return reader->found > 0 || reader->finds.first != NULL;
}

nq_status nq_found_end(nq_reader *reader) {
  nq_verdicts *verdicts = &reader->verdicts;
  nq_status status = settle_promise(reader);
  if (status != NQ_OK || verdicts->hint == 0 || nq_found_any(reader)) return status;
  return add_verdict(reader, verdicts->hinted, verdicts->hint);
}

void nq_found_hint(nq_reader *reader, nq_answer answer, uint64_t line) {
  if (reader->verdicts.hint > 0) return;
  reader->verdicts.hint = line;
  reader->verdicts.hinted = answer;
}

/* Whether what is in doubt is no board beside one that was read so, of this n. */
static bool is_none(const nq_origin *origin, uint32_t n, const nq_origin *beside, uint32_t seen) {
  const char *own = origin->form != NULL ? origin->form : "rows";
  const char *form = beside->form != NULL ? beside->form : "rows";
  bool other = strcmp(own, form) != 0 || origin->loose != beside->loose;
  return origin->doubt >= NQ_DOUBT_SURE || (origin->doubt == NQ_DOUBT_SERIES && other) ||
         (origin->doubt == NQ_DOUBT_OUTSIDE && (other || n != seen));
}

bool nq_found_is_none(const nq_reader *reader, const nq_origin *origin, uint32_t n) {
  const nq_origin seen = {.form = reader->seen_form, .loose = reader->seen_loose};
  return reader->seen_n > 0 && is_none(origin, n, &seen, reader->seen_n);
}

nq_status nq_found_beside(nq_reader *reader, uint64_t line, uint64_t count, uint32_t n) {
  return nq_error_at(reader->error, line,
                     "%" PRIu64 " number%s beside a board of n = %" PRIu32
                     " may be no rows: give %s alone if they are",
                     count, nq_plural(count), n, count == 1 ? "it" : "them");
}

nq_status nq_found_alone(nq_reader *reader, uint64_t line, uint64_t n) {
  return nq_error_at(reader->error, line,
                     "a board of n = %" PRIu64
                     " is hardly meant, as a number is outside it: give --n %" PRIu64 " if it is",
                     n, n);
}

/* Whether all that was found may be no board, which only what follows tells. */
static bool is_doubtful(const nq_reader *reader) {
  const nq_found *first = reader->finds.first;
  return first != NULL && first->origin.doubt != NQ_DOUBT_NONE && reader->found == 0;
}

/* The board or verdict after the first, with errors between; NULL if there is none. */
static const nq_found *second_answer(const nq_reader *reader) {
  const nq_found *found = reader->finds.first->next;
  while (found != NULL && found->status == NQ_BAD_FORMAT) found = found->next;
  return found;
}

bool nq_found_waits(nq_reader *reader) {
  const nq_found *first = reader->finds.first;
  bool waits = is_doubtful(reader) && second_answer(reader) == NULL;
  if (waits && first->status == NQ_OK) reader->last_n = first->n; /* what follows may count it */
  return first == NULL || waits;
}

/* A doubtful board becomes an error before another one, or if it is none in any case. */
static nq_status settle_doubt(nq_reader *reader) {
  nq_found *first = reader->finds.first;
  const nq_found *second = is_doubtful(reader) ? second_answer(reader) : NULL;
  bool beside = second != NULL && second->n > 3;
  bool above = beside && first->origin.doubt == NQ_DOUBT_SERIES && first->origin.base == 1 &&
               first->n == second->n; /* the numbers of the columns */
  bool stream = beside && first->n == 1 && first->status == NQ_OK && second->origin.form == NULL;
  beside = beside && !stream && /* native boards of 1 and of 4 are boards */
           (above || is_none(&first->origin, first->n, &second->origin, second->n));
  if (!beside && (first == NULL || first->origin.doubt != NQ_DOUBT_ALONE)) return NQ_OK;
  uint64_t line = first->origin.line;
  nq_found_list rest = {first->next, reader->finds.last}, doubtful = {first, first};
  const nq_found refused = {.status = NQ_BAD_FORMAT, .origin.line = line, .error_line = line};
  (void)(beside ? nq_found_beside(reader, line, first->n, second->n)
                : nq_found_alone(reader, line, first->n));
  first->next = NULL;
  nq_found_drop(&doubtful);
  reader->finds = (nq_found_list){0};
  nq_status status = add(reader, &refused, reader->error->message);
  nq_found_attach(reader, &rest);
  if (beside) reader->refused = false; /* the last is a board */
  return status;
}

nq_status nq_found_take(nq_reader *reader, nq_board *board, uint64_t *line) {
  nq_status status = settle_doubt(reader);
  nq_found *found = reader->finds.first;
  if (status != NQ_OK || found == NULL) return status != NQ_OK ? status : NQ_END;
  status = found->status;
  *line = found->origin.line;
  *board = found->board;
  reader->answer = found->answer;
  reader->answer_n = found->n;
  reader->form = found->origin.form;
  reader->form_base = found->origin.base;
  if (status != NQ_OK) {
    nq_error_set(reader->error, status, "%s", found->message);
    reader->error->line = status == NQ_BAD_FORMAT ? found->error_line : *line;
  }
  reader->finds.first = found->next;
  if (found->next == NULL) reader->finds.last = NULL;
  free(found);
  return status;
}

nq_found_list nq_found_detach(nq_reader *reader) {
  nq_found_list list = reader->finds;
  reader->finds = (nq_found_list){0};
  return list;
}

void nq_found_attach(nq_reader *reader, nq_found_list *list) {
  if (list->first == NULL) return;
  if (reader->finds.last != NULL)
    reader->finds.last->next = list->first;
  else
    reader->finds.first = list->first;
  reader->finds.last = list->last;
}

void nq_found_drop(nq_found_list *list) {
  for (nq_found *found = list->first; found != NULL;) {
    nq_found *next = found->next;
    nq_board_release(&found->board);
    free(found);
    found = next;
  }
  *list = (nq_found_list){0};
}

nq_status nq_pick_pass(nq_reader *reader, const char *name, const nq_node *at) {
  nq_pick *pick = &reader->pick;
  const nq_error before = *reader->error;
  nq_status status =
      nq_error_at(reader->error, at->line,
                  "the words before these numbers name measures of a search, so that "
                  "they are no board: give it alone, or name it with --variable");
  if (name == NULL) return status;
  if (pick->odd.status == NQ_OK) pick->odd = *reader->error;
  *reader->error = before;
  return NQ_OK;
}

nq_status nq_strings_read(nq_reader *reader, const nq_node *list) {
  const nq_node *first = list + 1, *last = nq_next(list) - 1;
  for (const nq_node *node = first; node <= last; node++) {
    bool ends = node->size > 1 && memcmp(node->text + node->size - 2, "\\n", 2) == 0;
    if (node->kind != NQ_KIND_STRING || (node < last && !ends)) return NQ_END;
  }
  if (first >= last) return NQ_END;
  const nq_text text = {first->text, (size_t)(last->text + last->size - first->text)};
  return reader->read_part(reader, text, list->line);
}

bool nq_found_same(const nq_found_list *one, const nq_found_list *other) {
  const nq_found *a = one->first, *b = other->first;
  for (; a != NULL && b != NULL; a = a->next, b = b->next)
    if (a->status != NQ_OK || b->status != NQ_OK || a->n != b->n ||
        memcmp(a->board.rows, b->board.rows, a->n * sizeof *a->board.rows) != 0)
      return false;
  return a == b;
}
