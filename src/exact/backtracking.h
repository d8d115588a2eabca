/* Every solution of a board of up to 64 columns, depth first.
 *
 * MODEL.  A set of rows is a 64-bit mask, bit r for row r.  Before column c three masks hold the
 * squares of c that earlier queens attack:
 *
 *     rows       as they are             rising    shifted by -1 with every column
 *                                        falling   shifted by +1 with every column
 *
 * and a fourth those that the instance allows.  The remaining squares are tried from row 0 up, so
 * solutions come in lexicographic order of rows[].
 *
 * At a limit of solutions the statistics are those up to the last board, for any number of
 * threads. */
#ifndef NQ_EXACT_BACKTRACKING_H
#define NQ_EXACT_BACKTRACKING_H

#include "board/method.h"

#define NQ_BACKTRACK_N_MAX NQ_ENUMERATE_N_MAX

typedef enum nq_backtrack_put {
  NQ_PUT_MORE, /* there is room for another board */
  NQ_PUT_FULL, /* there is none */
  NQ_PUT_END   /* the search ends here: pass_on will return false too */
} nq_backtrack_put;

/* Holds the boards of a thread until they are next in order.  One thread at a time uses a sink. */
typedef struct nq_backtrack_sink {
  void *(*open)(void *context); /* a new, empty sink; NULL: no memory */
  void (*close)(void *sink);
  nq_backtrack_put (*put)(void *sink, const uint32_t *rows);
  /* Called in order by the thread that started the search: take the boards and leave the sink
   * empty; false ends the search. */
  bool (*pass_on)(void *context, void *sink);
} nq_backtrack_sink;

typedef struct nq_backtrack_plan {
  const nq_instance *instance;
  nq_enumerate_visit *visit; /* or NULL: solutions are only counted */
  void *context;             /* of `visit` and `sink` */
  /* If more than one, this many threads search parts of the work, and the calling thread combines
   * them.  Boards, their order, statistics and end are the same as with one thread.  Needs `sink`
   * if there is `visit`, which takes the boards of the last part under a limit.  With a limit of
   * branches or of few solutions, or on a small board, one thread is used; and fewer if not all can
   * be started. */
  unsigned threads;
  const nq_backtrack_sink *sink;
  nq_watch *watch;
  uint64_t solutions; /* stop after this many; 0: no limit */
  uint64_t branches;  /* the same */
  /* As in nq_enumerate_options; slices = 0: the whole. */
  bool fundamental;
  uint64_t slice, slices;
  /* In unspecified order: the next queen goes to the line (column or row) with the fewest squares
   * left.  For verdicts and counts of instances, without fundamental solutions and slices. */
  bool fail_first;
} nq_backtrack_plan;

/* Visit the solutions in lexicographic order.  Instances that are not plain are searched column by
 * column too, but all lines are examined after each queen: a line's last square is taken at once,
 * and a line without squares is a dead end.
 *
 * Its end is NQ_ENUMERATE_LIMIT for either limit, and NQ_ENUMERATE_STOPPED where the watch stopped
 * it, for whatever reason; its seconds are 0.  NQ_UNSUPPORTED when n is over 64 (the message names
 * an alternative), or for fundamental solutions of an instance that is not plain; NQ_BAD_VALUE for
 * a slice out of range; NQ_NO_MEMORY. */
nq_status nq_backtrack_enumerate(const nq_backtrack_plan *plan, nq_enumerate_result *report,
                                 nq_error *error);

#endif
