/* Numbers that every rank sends to every other one, in batches.
 *
 * MODEL.  A number goes into a box; box b is that of rank b % ranks.  Each rank has two buffers for
 * each box: one is being filled while the other is on its way.  Sends do not block, and complete when
 * the receiver takes the batch (MPI_Issend), so that no more than two batches of a box wait there.
 *
 *     BATCH  box, numbers
 *     END    no batch will follow
 *     STOP   from rank 0: end the work */
#ifndef NQ_CLUSTER_MAIL_H
#define NQ_CLUSTER_MAIL_H

#include "nqueens.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mail_box {
  uint32_t *filling, *leaving; /* the number of the box, then those in it */
  uint32_t used;               /* of `filling` */
  MPI_Request *sent;           /* of `leaving` */
} mail_box;

typedef struct nq_mail {
  MPI_Comm comm;
  int rank, ranks;
  uint32_t boxes, room; /* room: numbers in a batch, with that of the box */
  mail_box *box;
  uint32_t *incoming;
  int writers; /* ranks that have not sent END */
  bool stopped;
  /* What to do with numbers that came for a box of this rank. */
  void (*take)(void *context, uint32_t box, const uint32_t *numbers, size_t count);
  /* Called while nothing comes; must not wait. */
  void (*idle)(void *context);
  void *context;
} nq_mail;

/* Set comm, rank, ranks, take, idle and context before.  NQ_NO_MEMORY; release it in any case. */
nq_status nq_mail_open(nq_mail *mail, uint32_t boxes, nq_error *error);
void nq_mail_release(nq_mail *mail);

/* Send what is in the box of that number. */
void nq_mail_post(nq_mail *mail, uint32_t number);

/* Between begin and end; all ranks call both. */
static inline void mail_put(nq_mail *mail, uint32_t box, uint32_t number) {
  mail_box *to = &mail->box[box];
  to->filling[to->used++] = number;
  if (to->used == mail->room) nq_mail_post(mail, box);
}

void nq_mail_begin(nq_mail *mail);
/* Take what has come; false: nothing has. */
bool nq_mail_poll(nq_mail *mail);
/* Send the rest, and take all that the others send. */
void nq_mail_end(nq_mail *mail);

/* At rank 0: send STOP.  The others find `stopped` set after a poll. */
void nq_mail_stop(nq_mail *mail);
/* At another rank: take the STOP that rank 0 is known to have sent. */
void nq_mail_hear_stop(nq_mail *mail);

#endif
