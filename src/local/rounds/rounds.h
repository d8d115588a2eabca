/* The search for a board that need not fit into memory: its schedule, and the state that its stages
 * share.
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
 */
#ifndef NQ_LOCAL_ROUNDS_ROUNDS_H
#define NQ_LOCAL_ROUNDS_ROUNDS_H

#include "board/occupancy.h"
#include "local/local.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>

/* ---- plan.c: the schedule, which columns meet which rows, and when ---- */

/* MODEL.  Columns and rows are cut into `groups` groups of `blocks` blocks; the last group may
 * reach past the board.  A block of columns meets one block of rows in every group of rows, all at
 * the same height above the group's floor:
 *
 *     height(block) = (offset + slope * block modulo groups * blocks) / groups        < blocks
 *
 * The k-th blocks of all groups of columns meet heights that are equally spaced, and from k to k +
 * 1 this comb moves by slope modulo blocks (in units of 1 / groups of a block).
 *
 * The blocks are filled in passes, each pass a run of blocks in every group.  A pass has `groups`
 * rounds.  In round t the group I of columns meets the group J of rows,
 *
 *     J = turn * I + t modulo groups,     turn - 1, turn and turn + 1 coprime to groups,
 *
 * so that the J, the sums I + J and the differences J - I of one round differ, even modulo groups.
 * A group is `blocks` rows high, and a run is less than half as wide.  So, if a round has two
 * halves, for the lower and the upper half of each group of rows, no two groups of columns touch
 * the same row or diagonal in the same half.
 *
 * Groups of columns may belong to different ranks; bits of rows and diagonals then move to where
 * they are used.  With turn = 1/2 and rounds in the order of t = 0, step, 2 step, .., step = 3/2,
 * all modulo groups, a group of columns goes on with the rows that group I + 3 has used last, with
 * the rising diagonals of I + 1 and the falling ones of I - 3.  So only bits at the borders of
 * ranks move.  (-1/2 and -3/2 are as good.)
 *
 *     columns  I = 0       I = 1                   falling diagonals of the lower half of round t:
 *              |.run......|.run......|             (J - I) * blocks - run .. + blocks / 2, so those
 *                                                  of J - I + 1 begin after their end
 */
#define NQ_ROUNDS_GROUPS 65 /* at most */
#define NQ_ROUNDS_BYTES  1024

typedef struct nq_rounds_plan {
  uint64_t n;
  uint64_t groups, blocks;
  uint64_t bytes; /* of row bits in a block */
  uint64_t slope, offset, turn, step;
  uint64_t passes;
  uint64_t filled; /* blocks of each group that the passes fill; the others are left over */
} nq_rounds_plan;

/* The schedule for n >= NQ_LARGE_N_MIN. */
void nq_rounds_plan_init(nq_rounds_plan *plan, uint64_t n, nq_pcg64 *random);

static inline uint64_t rounds_height(const nq_rounds_plan *plan, uint64_t block) {
  uint64_t turn = plan->groups * plan->blocks;
  return (plan->offset + plan->slope * block) % turn / plan->groups;
}

/* The first block, in each group, of a pass; for `passes`: the end of the last one. */
static inline uint64_t rounds_first(const nq_rounds_plan *plan, uint64_t pass) {
  invariant(plan->passes > 0);
  return plan->filled * pass / plan->passes;
}

/* ---- The board ---- */

typedef struct nq_rounds_lines nq_rounds_lines;

/* A growing array. */
typedef struct nq_rounds_list {
  uint64_t *item;
  uint64_t count, room;
} nq_rounds_list;

typedef struct nq_rounds {
  nq_rounds_plan plan;
  const nq_large_board *board;
  nq_team team;
  nq_watch *watch;
  nq_party *party;        /* or NULL: this rank has all groups of columns; */
  unsigned own, ranks;    /* this rank, and how many there are: 0 and 1 without a party */
  nq_rounds_lines *lines; /* with a party */
  pthread_t caller;       /* the thread that talks to the party */
  uint64_t key;           /* of the random streams */
  /* Bits of lines, as in board/occupancy.h. */
  uint8_t *rows, *rising, *falling;
  uint64_t row_bytes, diagonal_bytes;
  nq_rounds_list columns;   /* left over: without a queen, in increasing order, */
  nq_rounds_list free_rows; /* and as many rows without one */
  uint64_t left_total;      /* at all ranks */
  uint64_t moved;           /* bytes that this rank sent during the fill */
  bool settled;             /* every column has a queen */
  /* While columns are settled: */
  uint64_t active;                /* columns without a queen, and rows */
  uint64_t part, parts;           /* the batch, and how many the wave has */
  uint64_t in_batch;              /* columns */
  uint64_t drawn;                 /* rows, in earlier waves */
  nq_rounds_unwritten *unwritten; /* also afterwards, unless all is written */
  uint64_t memory_bytes, peak_bytes;
  pthread_mutex_t noting; /* held while what follows or the memory changes */
  atomic_int failed;      /* the first nq_status of a job that was not NQ_OK, */
  nq_error error;         /* and its error */
} nq_rounds;

/* The first group of columns of a rank; for the last rank + 1: the end. */
static inline uint64_t rounds_group(const nq_rounds *rounds, unsigned rank) {
  return rounds->plan.groups * rank / rounds->ranks;
}

/* The first column of a rank; the same. */
static inline uint64_t rounds_column(const nq_rounds *rounds, unsigned rank) {
  uint64_t column = rounds_group(rounds, rank) * rounds->plan.blocks * 8 * rounds->plan.bytes;
  return column < rounds->plan.n ? column : rounds->plan.n;
}

/* ---- run.c: memory, errors, and the end of the run ---- */

/* An array, counted in memory_bytes; NULL, with an error noted, when memory is short.  From any
 * thread. */
void *nq_rounds_new(nq_rounds *rounds, uint64_t count, size_t size);
void nq_rounds_free(nq_rounds *rounds, void *memory, uint64_t count, size_t size);
/* Give the array whose pointer is at `items`, with *room elements, `count` of them; 0: there is none
 * yet.  False, and the old one is still there, when memory is short. */
bool nq_rounds_resize(nq_rounds *rounds, void *items, uint64_t *room, uint64_t count, size_t size);
/* Free the items of a list, which is empty then. */
void nq_rounds_drop(nq_rounds *rounds, nq_rounds_list *list);
/* One object of `size` bytes: NULL at all ranks when memory is short at any. */
void *nq_rounds_new_object(nq_rounds *rounds, size_t size);

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

/* ---- plan.c: which rank holds which bits of lines ---- */

/* MODEL.  Each rank has addresses for all bits, but memory only for those that it holds.  Everyone
 * computes where all bits are, from the schedule alone: each kind of line is cut into segments,
 * with the rank that holds the segment and the half-round that used it last.
 *
 *     half-round   0                1                2               ...
 *     rank r       plan 1           plan 2
 *                  send, receive    send, receive                    what no half-round uses now,
 *                  fill             fill                             while it fills,
 *                  send, receive    send, receive                    and then the rest
 *                  settle           settle
 *
 * A segment that nobody has held is zero everywhere; only row bits after the last row are set. */
typedef enum rounds_kind { ROUNDS_ROWS, ROUNDS_RISING, ROUNDS_FALLING, ROUNDS_KINDS } rounds_kind;

/* The bits of a kind, and their bytes. */
static inline uint64_t rounds_bytes(const nq_rounds *rounds, rounds_kind kind) {
  return kind == ROUNDS_ROWS ? rounds->row_bytes : rounds->diagonal_bytes;
}

static inline uint8_t *rounds_bits(const nq_rounds *rounds, rounds_kind kind) {
  return kind == ROUNDS_ROWS     ? rounds->rows
         : kind == ROUNDS_RISING ? rounds->rising
                                 : rounds->falling;
}

/* False, with an error noted, when memory is short. */
bool nq_rounds_lines_init(nq_rounds *rounds);
void nq_rounds_lines_release(nq_rounds *rounds);

/* Plan half-round `time` of the fill, which plays that round: the moves that bring all bits to the
 * ranks that use them; after the last one, home.  Memory that runs short is noted. */
void nq_rounds_lines_plan(nq_rounds *rounds, uint64_t time, uint64_t round);
/* Begin the moves that were planned, those that are late or those that are not. */
void nq_rounds_lines_begin(nq_rounds *rounds, bool late);
/* Wait for all of them, and give back the memory of what was sent. */
void nq_rounds_lines_settle(nq_rounds *rounds);

/* After the fill, rank `rank` has the bytes home(rank) .. home(rank + 1) - 1 of a kind. */
static inline uint64_t rounds_home(const nq_rounds *rounds, rounds_kind kind, unsigned rank) {
  return rounds_bytes(rounds, kind) * rank / rounds->ranks;
}

/* Is the bit of a line at home here? */
static inline bool line_is_here(const nq_rounds *rounds, rounds_kind kind, uint64_t bit) {
  return rounds->ranks == 1 || (bit / 8 >= rounds_home(rounds, kind, rounds->own) &&
                                bit / 8 < rounds_home(rounds, kind, rounds->own + 1));
}

/* ---- Settling the columns left over ---- */

#define ROUNDS_PIECE       256 /* columns, of a job */
#define ROUNDS_BATCHES     4   /* of a wave: at most one column in 14 finds a square in it */
#define ROUNDS_BATCH_LEAST 256
#define ROUNDS_SEGMENTS    4096 /* batches of all waves, about */
#define ROUNDS_HOLE        UINT64_MAX

typedef struct square {
  uint64_t column, row;
} square;

static inline uint64_t rising_of(const square *at) {
  return at->column + at->row;
}

static inline uint64_t falling_of(const nq_rounds *rounds, const square *at) {
  return at->row + rounds->plan.n - 1 - at->column;
}

/* The settled squares, in segments, each in increasing order of columns. */
struct nq_rounds_unwritten {
  const nq_large_board *board;
  square *settled;
  uint64_t count, room;
  uint64_t segment[ROUNDS_SEGMENTS + 2]; /* where it begins in settled[] */
  uint64_t segments;
  /* Of nq_rounds_finishing: */
  uint64_t place[ROUNDS_SEGMENTS + 2]; /* in each segment */
  uint64_t finished;                   /* columns */
};

static inline void add_settled(nq_rounds *rounds, square at) {
  rounds->unwritten->settled[rounds->unwritten->count++] = at;
}

/* The free row that column i of the wave draws: its place in free_rows[].  The high half of the
 * product favours no place by more than active / 2^64. */
static inline uint64_t draw_place(const nq_rounds *rounds, uint64_t i) {
  return multiply_full(scatter(rounds->key + 1 + rounds->drawn + i), rounds->active).high;
}

static inline uint64_t rounds_pieces(uint64_t columns) {
  return (columns + ROUNDS_PIECE - 1) / ROUNDS_PIECE;
}

/* ---- run.c: waves ---- */

/* Room for more settled squares; false, with an error noted, when memory is short. */
bool nq_rounds_make_room(nq_rounds *rounds, uint64_t more);
/* List the free rows that are at home here; false, with an error noted, when memory is short. */
bool nq_rounds_list_rows(nq_rounds *rounds);
/* Move the items that are no holes together, and give back the memory of the others; false when
 * there is none to move them to. */
bool nq_rounds_close_up(nq_rounds *rounds, nq_rounds_list *list);

/* Begin a batch of a wave: its columns, and a segment.  A wave has `parts` batches, each with every
 * parts-th piece of the columns, so that all ranks have a part of each. */
void nq_rounds_begin_batch(nq_rounds *rounds, uint64_t part);

/* Play waves while they win some, `wave` being one of them; false when the run must end. */
bool nq_rounds_play_waves(nq_rounds *rounds, bool (*wave)(void *context), void *context);

/* ---- The stages; false when the run must end ---- */

/* fill.c: place most queens, and write all columns but those after the last pass; fills
 * `columns`. */
bool nq_rounds_fill(nq_rounds *rounds);

/* settle.c: place the queens left over, and set `settled`; that it stays false hardly ever
 * happens. */
bool nq_rounds_settle(nq_rounds *rounds, nq_result *result);

/* ranks.c: the waves of a party, after which all ranks know the columns that are left. */
bool nq_rounds_play_ranks(nq_rounds *rounds);

/* unwritten.c: write the settled squares of this rank's columns, or leave them to
 * nq_rounds_finishing. */
bool nq_rounds_write_settled(nq_rounds *rounds);

#endif
