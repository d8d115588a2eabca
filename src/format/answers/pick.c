#include "format/answers/pick.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void nq_pick_begin(nq_pick *pick, nq_reader *reader, const char *ours) {
  *pick = (nq_pick){.reader = reader, .ours = ours};
}

void nq_pick_release(nq_pick *pick) {
  nq_squares_release(&pick->squares);
}

nq_rank nq_pick_rank(const nq_pick *pick, const char *name) {
  const char *variable = pick->reader->variable;
  if (variable != NULL) return strcmp(name, variable) == 0 ? NQ_RANK_NAMED : NQ_RANK_OTHER;
  if (strcmp(name, "queens") == 0) return NQ_RANK_NAMED;
  return strcmp(name, pick->ours) == 0 ? NQ_RANK_OURS : NQ_RANK_ANY;
}

/* Keep the first few names for a message. */
static void note_name(nq_pick *pick, const char *name) {
  size_t used = strlen(pick->names), room = sizeof pick->names - used;
  if (strlen(name) + 8 < room)
    snprintf(pick->names + used, room, "%s%s", used > 0 ? ", " : "", name);
  else if (room > 5)
    snprintf(pick->names + used, room, ", ...");
}

static bool are_same(const nq_squares *one, const nq_squares *other) {
  const nq_rows *a = &one->pairs, *b = &other->pairs;
  return one->queens == other->queens && a->count == b->count && one->reason[0] == '\0' &&
         other->reason[0] == '\0' &&
         (a->count == 0 || memcmp(a->rows, b->rows, (size_t)a->count * sizeof *a->rows) == 0);
}

nq_status nq_pick_offer(nq_pick *pick, const char *name, nq_squares *squares, uint64_t line,
                        nq_error *error) {
  nq_rank rank = nq_pick_rank(pick, name);
  bool again = pick->rank > NQ_RANK_OTHER && strcmp(pick->name, name) == 0;
  bool same = again && are_same(&pick->squares, squares);
  if (!again) note_name(pick, name);
  if (rank > pick->rank) {
    nq_squares_release(&pick->squares);
    pick->squares = *squares;
    pick->rank = rank;
    pick->line = line;
    snprintf(pick->name, sizeof pick->name, "%s", name);
    return NQ_OK;
  }
  nq_squares_release(squares);
  if (again && !same)
    return nq_error_at(error, line, "the answer contradicts itself: %s is already on line %" PRIu64,
                       name, pick->line);
  pick->ambiguous = pick->ambiguous || (!again && rank == NQ_RANK_ANY);
  return NQ_OK;
}

bool nq_pick_is_open(const nq_pick *pick) {
  return pick->names[0] != '\0' || pick->odd.status != NQ_OK;
}

nq_status nq_pick_settle(const nq_pick *pick, nq_error *error) {
  uint64_t end = pick->reader->input.line;
  if (!nq_pick_is_open(pick)) return NQ_END;
  if (pick->rank > NQ_RANK_ANY || (pick->rank == NQ_RANK_ANY && !pick->ambiguous)) return NQ_OK;
  if (pick->rank == NQ_RANK_ANY)
    return nq_error_at(error, end, "the board may be any of several lists: %s; name its variable",
                       pick->names);
  if (pick->reader->variable != NULL && pick->names[0] != '\0')
    return nq_error_at(error, end, "no list of rows is named %s, only %s", pick->reader->variable,
                       pick->names);
  *error = pick->odd;
  return NQ_BAD_FORMAT;
}

nq_status nq_pick_finish(nq_pick *pick, nq_board *board, uint64_t *line, nq_error *error) {
  nq_status status = nq_pick_settle(pick, error);
  if (status != NQ_OK) return status;
  *line = pick->line;
  return nq_squares_finish(&pick->squares, pick->reader, board, *line, error);
}
