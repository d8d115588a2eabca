/* The search for a board that need not fit into memory: the state that its stages share.
 *
 * WORDS
 *
 *     block       8 * bytes columns, or as many rows
 *     group       `blocks` blocks: the board has 13 to 65 groups of columns, and as many of rows
 *     run         the blocks of a group of columns that a pass fills, a sixteenth of them
 *     pass        one run in each group of columns meets all groups of rows, in as many rounds
 *     round       each group of columns meets another group of rows, in two halves
 *     deal        the group of rows in which each column of a run looks for a square
 *     window      56 rows of a column that are tested at once
 *     left over   without a queen after the last pass
 *     wave        each column left over draws a free row, and may win that square
 *     batch       a quarter of a wave, whose claims of lines are settled together
 *     settled     left over, and now with a queen whose row is not yet written
 *     home        of a bit: the rank that has it after the fill, where there are several
 *
 *     rows J   4 | . . . # .         A round of five groups: the group I of columns meets the group
 *              3 | # . . . .         of rows marked #.  No two of these pairs share a row or, by
 *              2 | . . # . .         halves, a diagonal, even modulo five: the marks solve the
 *              1 | . . . . #         queens problem on a torus.  So threads and ranks fill them in
 *              0 | . # . . .         any order.  The next round moves all marks up or down.
 *                  0 1 2 3 4   I
 *
 * plan.h has the schedule, fill.h the fill, settling.h the columns left over, lines.h the bits that
 * move between ranks. */
#ifndef NQ_LOCAL_ROUNDS_ROUNDS_H
#define NQ_LOCAL_ROUNDS_ROUNDS_H

#include "core/core.h"
#include "local/local.h"
#include "local/rounds/plan.h"
#include "parallel/party.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>

/* ---- The board ---- */

typedef struct nq_rounds_lines nq_rounds_lines;

/* Its memory and its errors: memory.c */
typedef struct nq_rounds {
  nq_rounds_plan plan;
  const nq_large_board *board;
  nq_team *team;
  nq_watch *watch;
  nq_party *party;        /* or NULL: this rank has all groups of columns; */
  nq_rounds_lines *lines; /* with a party: lines.h */
  pthread_t caller;       /* the thread that talks to the party */
  uint64_t key;           /* of the random streams */
  /* Bits of lines, as in board/occupancy.h. */
  uint8_t *rows, *rising, *falling;
  uint64_t row_bytes, diagonal_bytes;
  uint64_t *columns;   /* left over: columns without a queen, in increasing order, */
  uint64_t *free_rows; /* and as many rows without one */
  uint64_t left_count, columns_room, rows_room;
  uint64_t left_total;            /* at all ranks */
  uint64_t moved;                 /* bytes that this rank sent during the fill */
  bool settled;                   /* every column has a queen */
  nq_rounds_unwritten *unwritten; /* at the end, unless all is written */
  uint64_t memory_bytes, peak_bytes;
  pthread_mutex_t noting; /* held while what follows or the memory changes */
  atomic_int failed;      /* the first nq_status of a job that was not NQ_OK, */
  nq_error error;         /* and its error */
} nq_rounds;

/* The first group of columns of a rank; for the last rank + 1: the end. */
static inline uint64_t nq_rounds_group(const nq_rounds *rounds, unsigned rank) {
  return rounds->plan.groups * rank / (rounds->party == NULL ? 1 : rounds->party->ranks);
}

static inline uint64_t nq_rounds_own_group(const nq_rounds *rounds) {
  return rounds->party == NULL ? 0 : nq_rounds_group(rounds, rounds->party->own);
}

/* The number of groups of columns of this rank. */
static inline uint64_t nq_rounds_own_groups(const nq_rounds *rounds) {
  return rounds->party == NULL ? rounds->plan.groups
                               : nq_rounds_group(rounds, rounds->party->own + 1) -
                                     nq_rounds_group(rounds, rounds->party->own);
}

/* An array, counted in memory_bytes; NULL, with an error noted, when memory is short.  From any
 * thread. */
void *nq_rounds_new(nq_rounds *rounds, uint64_t count, size_t size);
void nq_rounds_free(nq_rounds *rounds, void *memory, uint64_t count, size_t size);
/* The same array with another number of elements, 0 for none yet; NULL, and the old one is still
 * there, when memory is short. */
void *nq_rounds_resize(nq_rounds *rounds, void *memory, uint64_t old_count, uint64_t new_count,
                       size_t size);

/* Count memory that is not in such an array. */
void nq_rounds_count_memory(nq_rounds *rounds, uint64_t more, uint64_t less);

/* Note the first error; that there is no memory for something.  From any thread. */
void nq_rounds_fail(nq_rounds *rounds, nq_status status, const nq_error *error);
void nq_rounds_lack(nq_rounds *rounds, const char *what);

/* True if it is at all ranks. */
bool nq_rounds_agree(nq_rounds *rounds, bool fine);

/* The run must end: stopped, or failed, at any rank.  Looks at the clock too. */
bool nq_rounds_must_end(nq_rounds *rounds, const char *phase, uint64_t done);
/* This rank must stop: for a job, in any thread, which then leaves its work undone. */
bool nq_rounds_must_stop(nq_rounds *rounds, const char *phase, uint64_t done);

/* Let the moves of bits between ranks go on; does something in one thread only. */
void nq_rounds_poll(nq_rounds *rounds);

/* ---- The stages; false when the run must end ---- */

/* pass.c: place most queens, and write all columns but those after the last pass; fills
 * columns[] and left_count. */
bool nq_rounds_fill(nq_rounds *rounds);

/* settle.c: place the queens left over, and set `settled`; that it stays false hardly ever
 * happens. */
bool nq_rounds_settle(nq_rounds *rounds, nq_result *result);

#endif
