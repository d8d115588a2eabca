#include "format/read/pick.h"
#include "format/read/dialect.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static nq_rank rank_of(const nq_reader *reader, const char *name) {
  const char *ours = reader->dialect->ours;
  if (reader->variable != NULL)
    return strcmp(name, reader->variable) == 0 ? NQ_RANK_NAMED : NQ_RANK_OTHER;
  if (strcmp(name, "queens") == 0) return NQ_RANK_NAMED;
  return ours != NULL && strcmp(name, ours) == 0 ? NQ_RANK_OURS : NQ_RANK_ANY;
}

static bool is_kept(const nq_pick *pick, const char *name) {
  return pick->rank > NQ_RANK_OTHER && strcmp(pick->name, name) == 0;
}

/* Keep the first few names for a message. */
static void note_name(nq_pick *pick, const char *name) {
  if (name[0] == '\0') name = "\"\"";
  size_t used = strlen(pick->names), room = sizeof pick->names - used;
  if (strlen(name) + 8 < room)
    snprintf(pick->names + used, room, "%s%s", used > 0 ? ", " : "", name);
  else if (room > 5)
    snprintf(pick->names + used, room, ", ...");
}

/* Keep what was found for this name, or drop it. */
static nq_status keep(nq_reader *reader, const char *name, uint64_t line, nq_found_list *found) {
  nq_pick *pick = &reader->pick;
  nq_rank rank = rank_of(reader, name);
  if (is_kept(pick, name)) {
    bool same = nq_found_same(&pick->found, found);
    nq_found_drop(found);
    if (same) return NQ_OK;
    return nq_error_at(reader->error, line,
                       "the answer contradicts itself: %s is already on line %" PRIu64, name,
                       pick->line);
  }
  note_name(pick, name);
  if ((int)rank <= pick->rank) {
    pick->ambiguous = pick->ambiguous || (rank == NQ_RANK_ANY && pick->rank == NQ_RANK_ANY);
    nq_found_drop(found);
    return NQ_OK;
  }
  nq_found_drop(&pick->found);
  pick->found = *found;
  pick->rank = (int)rank;
  pick->line = line;
  snprintf(pick->name, sizeof pick->name, "%s", name);
  return NQ_OK;
}

nq_status nq_pick_offer(nq_reader *reader, const char *name, const nq_node *list,
                        const nq_setting *setting) {
  nq_pick *pick = &reader->pick;
  uint64_t line = list->line;
  bool again = is_kept(pick, name), marks = reader->dialect->format == NQ_FORMAT_MINIZINC;
  nq_status status = NQ_OK;
  if (again && !marks) status = nq_pick_settle(reader, line);
  if (status != NQ_OK) return status;
  nq_found_list before = nq_found_detach(reader);
  status = nq_value_boards(list, setting, reader);
  nq_found_list found = nq_found_detach(reader);
  nq_found_attach(reader, &before);
  if (status == NQ_OK) return keep(reader, name, line, &found);
  nq_found_drop(&found);
  if (status == NQ_BAD_FORMAT && !again && rank_of(reader, name) <= NQ_RANK_ANY) {
    if (pick->odd.status == NQ_OK) pick->odd = *reader->error; /* a list of other things */
    return NQ_OK;
  }
  return status;
}

nq_status nq_pick_settle(nq_reader *reader, uint64_t line) {
  nq_pick pick = reader->pick;
  bool open = pick.names[0] != '\0' || pick.odd.status != NQ_OK;
  reader->pick = (nq_pick){0};
  if (!open) return NQ_OK;
  if (pick.rank > NQ_RANK_ANY || (pick.rank == NQ_RANK_ANY && !pick.ambiguous)) {
    nq_found_attach(reader, &pick.found);
    return NQ_OK;
  }
  nq_found_drop(&pick.found);
  if (pick.rank == NQ_RANK_ANY)
    nq_error_at(reader->error, line,
                "the board may be any of several lists: %s; name its variable with --variable",
                pick.names);
  else if (reader->variable != NULL && pick.names[0] != '\0')
    nq_error_at(reader->error, line, "no list of rows is named %s, only %s", reader->variable,
                pick.names);
  else
    *reader->error = pick.odd;
  return nq_found_error(reader);
}
