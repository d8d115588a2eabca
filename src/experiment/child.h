/* Programs that are run: with limits, measured, and with nothing left of them afterwards. */
#ifndef NQ_EXPERIMENT_CHILD_H
#define NQ_EXPERIMENT_CHILD_H

#include "core/core.h"

/* How a program ended. */
typedef enum nq_child_end {
  NQ_CHILD_EXITED, /* by itself, with `code` */
  NQ_CHILD_KILLED, /* by the signal `code` */
  NQ_CHILD_TIME,   /* it reached the time limit */
  NQ_CHILD_OUTPUT, /* it wrote more than is read */
  NQ_CHILD_STOPPED /* the watch stopped it */
} nq_child_end;

typedef struct nq_child {
  char *const *words;    /* the program, found in PATH, and its arguments, then NULL */
  int input;             /* its standard input, which it may share with others */
  const char *folder;    /* it may write only below this folder, its TMPDIR; NULL: nowhere */
  const char *more;      /* and below this one, or NULL */
  bool trusted;          /* it may write anywhere */
  double seconds;        /* time limit; 0: none */
  uint64_t memory_bytes; /* limit of the address space of each of its processes; 0: none */
  size_t output_most;    /* bytes */
  nq_watch *watch;       /* or NULL */

  nq_child_end end;
  int code;
  double wall_seconds; /* until it ended */
  double cpu_seconds;  /* of all its processes */
  uint64_t rss_bytes;  /* the most that one of them had in memory */
  char last[160];      /* the end of what it wrote to standard error */
} nq_child;

/* NQ_UNSUPPORTED unless there is a program of this name in PATH, or with this path. */
nq_status nq_child_require(const char *name, nq_error *error);

/* MODEL.  Between this process and the program stands a guard, a process of its own: whatever the
 * program starts becomes the guard's child when it is orphaned, in whatever session, and the guard
 * kills all of them before it reports.  The guard does so, too, when this process ends, which
 * closes its pipe.
 *
 * Run the program, and add its standard output to `output`.  NQ_OK with `end` and what follows it;
 * NQ_END when the watch stopped it; NQ_UNSUPPORTED when there is no such program; NQ_IO,
 * NQ_NO_MEMORY. */
nq_status nq_child_run(nq_child *child, nq_bytes *output, nq_error *error);

#endif
