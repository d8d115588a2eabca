#include "cluster/mail.h"
#include "cluster/ranks.h"

#include <stdlib.h>

#define ROOM_LEAST 256
#define ROOM_MOST  (UINT32_C(1) << 16)
#define ROOM_ALL   (UINT32_C(1) << 21) /* numbers in a buffer of each box */

enum { MAIL_BATCH, MAIL_END, MAIL_STOP };

static bool open_box(mail_box *box, uint32_t number, uint32_t room) {
  *box = (mail_box){.filling = malloc(room * sizeof *box->filling),
                    .leaving = malloc(room * sizeof *box->leaving),
                    .used = 1,
                    .sent = malloc(sizeof(MPI_Request))};
  if (box->filling == NULL || box->leaving == NULL || box->sent == NULL) return false;
  *box->sent = MPI_REQUEST_NULL;
  box->filling[0] = box->leaving[0] = number;
  return true;
}

nq_status nq_mail_open(nq_mail *mail, uint32_t boxes, nq_error *error) {
  uint32_t room = ROOM_ALL / boxes;
  mail->room = room < ROOM_LEAST ? ROOM_LEAST : room > ROOM_MOST ? ROOM_MOST : room;
  mail->box = calloc(boxes, sizeof *mail->box);
  mail->incoming = malloc(mail->room * sizeof *mail->incoming);
  bool whole = mail->box != NULL && mail->incoming != NULL;
  for (uint32_t i = 0; i < boxes && whole; i++) {
    mail->boxes = i + 1;
    whole = open_box(&mail->box[i], i, mail->room);
  }
  return whole ? NQ_OK : nq_error_set(error, NQ_NO_MEMORY, "no memory for messages");
}

void nq_mail_release(nq_mail *mail) {
  for (uint32_t i = 0; i < mail->boxes; i++) {
    free(mail->box[i].filling);
    free(mail->box[i].leaving);
    free(mail->box[i].sent);
  }
  free(mail->box);
  free(mail->incoming);
  mail->box = NULL;
  mail->incoming = NULL;
  mail->boxes = 0;
}

void nq_mail_begin(nq_mail *mail) {
  mail->writers = mail->ranks - 1;
}

bool nq_mail_poll(nq_mail *mail) {
  MPI_Status status;
  int there = 0, count = 0;
  bool any = false;
  for (;;) {
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, mail->comm, &there, &status);
    if (!there) return any;
    any = true;
    MPI_Get_count(&status, MPI_UINT32_T, &count);
    MPI_Recv(mail->incoming, count, MPI_UINT32_T, status.MPI_SOURCE, status.MPI_TAG, mail->comm,
             MPI_STATUS_IGNORE);
    if (status.MPI_TAG == MAIL_STOP) mail->stopped = true;
    if (status.MPI_TAG == MAIL_END) mail->writers--;
    if (status.MPI_TAG == MAIL_BATCH)
      mail->take(mail->context, mail->incoming[0], mail->incoming + 1, (size_t)count - 1);
  }
}

/* Wait until the buffer may be used again; take what comes meanwhile. */
static void wait_for(nq_mail *mail, MPI_Request *sent) {
  int done = 0;
  unsigned naps = 0;
  for (;;) {
    MPI_Test(sent, &done, MPI_STATUS_IGNORE);
    if (done) return;
    if (nq_mail_poll(mail)) {
      naps = 0;
      continue;
    }
    mail->idle(mail->context);
    nq_rank_nap(&naps);
  }
}

void nq_mail_post(nq_mail *mail, uint32_t number) {
  mail_box *box = &mail->box[number];
  uint32_t *numbers = box->filling;
  int to = (int)(number % (uint32_t)mail->ranks);
  if (to == mail->rank) {
    mail->take(mail->context, number, numbers + 1, box->used - 1);
  } else {
    wait_for(mail, box->sent);
    box->filling = box->leaving;
    box->leaving = numbers;
    MPI_Issend(numbers, (int)box->used, MPI_UINT32_T, to, MAIL_BATCH, mail->comm, box->sent);
  }
  box->used = 1;
}

void nq_mail_end(nq_mail *mail) {
  unsigned naps = 0;
  for (uint32_t i = 0; i < mail->boxes; i++)
    if (mail->box[i].used > 1) nq_mail_post(mail, i);
  for (uint32_t i = 0; i < mail->boxes; i++) wait_for(mail, mail->box[i].sent);
  for (int rank = 0; rank < mail->ranks; rank++)
    if (rank != mail->rank) MPI_Send(NULL, 0, MPI_UINT32_T, rank, MAIL_END, mail->comm);
  while (mail->writers > 0) {
    if (nq_mail_poll(mail)) {
      naps = 0;
      continue;
    }
    mail->idle(mail->context);
    nq_rank_nap(&naps);
  }
}

void nq_mail_stop(nq_mail *mail) {
  mail->stopped = true;
  for (int rank = 1; rank < mail->ranks; rank++)
    MPI_Send(NULL, 0, MPI_UINT32_T, rank, MAIL_STOP, mail->comm);
}

void nq_mail_hear_stop(nq_mail *mail) {
  MPI_Recv(NULL, 0, MPI_UINT32_T, 0, MAIL_STOP, mail->comm, MPI_STATUS_IGNORE);
  mail->stopped = true;
}
