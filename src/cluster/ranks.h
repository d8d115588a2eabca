/* nqueens-mpi: the ranks of an MPI run as a crew.
 *
 * MODEL.  Rank 0 leads: it runs the command as the program nqueens does, with the other ranks as
 * the crew of its work (parallel/work.h).  The others follow: they do units, and neither print nor
 * open files for writing.
 *
 *     rank 0                                           rank 1, 2, ...
 *     (threads that do units)                          (threads that do units)
 *     calling thread: source, sink, MPI    -------     calling thread: MPI
 *
 *         JOB     kind, threads, job          -->      open the job, start threads
 *                                             <--      WANT    a number of units
 *         UNITS   slots and their units       -->
 *                                             <--      RESULT  of a slot
 *                                             <--      STOP    a signal came: end the run
 *         CLOSE   the last unit is out; or: stop  -->  end the job
 *         QUIT                                -->      end the process
 *
 *         JOIN                                -->      join a job (joint.c), with its own messages
 *
 * Every message begins with the number of its job, from 1; a message about an earlier job is out of
 * date.  Only the calling threads use MPI.  They do not wait in it, where MPI would keep a
 * processor busy, but ask for messages and sleep in between.
 *
 * MPI delivers the messages from one rank to another in order, and all sends of rank 0 but JOB are
 * short, so that they do not wait for a receiver which itself waits to send. */
#ifndef NQ_CLUSTER_RANKS_H
#define NQ_CLUSTER_RANKS_H

#include "options/options.h"
#include "output/output.h"
#include "parallel/party.h"
#include "parallel/work.h"

#include <limits.h>
#include <mpi.h>

typedef enum rank_tag {
  RANK_JOB,
  RANK_UNITS,
  RANK_CLOSE,
  RANK_QUIT,
  RANK_JOIN,
  RANK_WANT,
  RANK_RESULT,
  RANK_STOP
} rank_tag;

typedef struct rank_message {
  rank_tag tag;
  int from;
  uint64_t job;
  nq_bytes bytes; /* the rest */
} rank_message;

/* What a JOB begins with; the packed job follows. */
typedef struct rank_job {
  char kind[16];
  unsigned threads;
} rank_job;

/* What a RESULT begins with; NQ_OK: the result follows, otherwise the error. */
typedef struct rank_result {
  uint64_t slot;
  nq_status status;
} rank_result;

/* ---- Messages: ranks.c ---- */

/* Begin a message; nq_bytes_add adds to it. */
void nq_rank_begin(nq_bytes *bytes, uint64_t job);
/* Send it and release it.  False, and nothing sent, when it is too large for MPI or memory was
 * short. */
bool nq_rank_send(int to, rank_tag tag, nq_bytes *bytes);
/* The same in one step, with `size` bytes of data. */
bool nq_rank_tell(int to, rank_tag tag, uint64_t job, const void *data, size_t size);
/* Receive the next message if there is one.  Release its bytes. */
bool nq_rank_receive(rank_message *message);
/* Sleep between two questions for messages, the longer the more often it is called in a row. */
void nq_rank_nap(unsigned *naps);
/* Has the process that started this one ended, such as mpirun?  Then nobody is left to talk to. */
bool nq_rank_is_orphan(void);
/* If so, end this process, too. */
void nq_rank_end_orphan(void);
/* Rank 0 reports the errors of all: add whose this one is. */
void nq_rank_sign(int rank, nq_error *error);

/* ---- Jobs that all ranks do together: joint.c ---- */

/* Both begin with a communicator of their own (MPI_Comm_dup), which keeps their messages apart. */

/* Rank 0 leads the job of that name, "check" or "solve". */
nq_status nq_joint_lead(const char *name, void *job, nq_error *error);
/* Any other takes part. */
void nq_joint_follow(void);

/* ---- What they are done with: party.c ---- */

/* The ranks as a party (parallel/party.h).  Called by all ranks of the communicator.  Ends the run
 * when memory is short. */
nq_party *nq_party_new(MPI_Comm comm);
/* Let all have the bytes of the first one. */
void nq_party_tell(nq_party *base, void *bytes, size_t count);
/* All that was begun is settled. */
void nq_party_free(nq_party *base);

/* The ranks on one machine have its memory and its cores in common. */
#define NQ_MACHINE_CORES 8192 /* at most */

/* A set of cores, in bits, as the system has it. */
typedef struct nq_machine_cores {
  unsigned long bits[NQ_MACHINE_CORES / CHAR_BIT / sizeof(unsigned long)];
} nq_machine_cores;

typedef struct nq_machine {
  MPI_Comm comm;        /* its ranks */
  int rank, ranks;      /* this one's number among them, 0 for the lowest; of all */
  nq_machine_cores own; /* to which this rank is bound */
} nq_machine;

/* Called by all ranks. */
void nq_machine_init(nq_machine *machine);
void nq_machine_release(nq_machine *machine);

/* Called by all ranks of the machine: the thread that calls it at the machine's rank 0, and threads
 * that this one starts, may use the cores of all of them.  Returns the number of cores that the
 * caller may use now. */
unsigned nq_machine_take_cores(nq_machine *machine);
/* Its own ones again. */
void nq_machine_give_cores(const nq_machine *machine);

/* ---- Rank 0: leader.c ---- */

/* The other ranks, at most `together` ranks on a machine; NULL when memory is short. */
nq_crew *nq_leader_new(int ranks, int together);
/* Send them home, and free it.  False if some did not answer. */
bool nq_leader_free(nq_crew *crew);

/* ---- The others: follower.c ---- */

/* Do jobs until rank 0 says QUIT. */
void nq_follow(int rank);

#endif
