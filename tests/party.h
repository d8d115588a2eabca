/* A party of threads: parallel/party.h without MPI. */
#ifndef NQ_TESTS_PARTY_H
#define NQ_TESTS_PARTY_H

#include "parallel/party.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PARTY_RANKS 14
#define PARTY_SENDS 4096

/* What one rank shows to the others. */
struct shown {
  const uint64_t *items;
  size_t summed;
  struct {
    unsigned to;
    const void *bytes;
    uint64_t count;
  } sends[PARTY_SENDS];
  size_t sent;
};

struct party_all {
  unsigned ranks;
  pthread_barrier_t barrier;
  struct shown shown[PARTY_RANKS];
  void (*play)(nq_party *party, void *context);
  void *context;
};

struct party_rank {
  nq_party base;
  struct party_all *all;
  struct {
    unsigned from;
    void *bytes;
    uint64_t count;
  } receives[PARTY_SENDS];
  size_t received;
};

static struct party_rank *rank_of(nq_party *party) {
  return (struct party_rank *)(void *)party;
}

static void meet(nq_party *party) {
  pthread_barrier_wait(&rank_of(party)->all->barrier);
}

static void sum(nq_party *party, uint64_t *values, size_t count) {
  struct party_all *all = rank_of(party)->all;
  uint64_t *sums = aligned_alloc(sizeof *sums, (count + 1) * sizeof *sums);
  if (sums == NULL) abort();
  memset(sums, 0, (count + 1) * sizeof *sums);
  all->shown[party->own].items = values;
  all->shown[party->own].summed = count;
  meet(party);
  for (unsigned rank = 0; rank < party->ranks; rank++) {
    if (all->shown[rank].summed != count) abort();
    for (size_t i = 0; i < count; i++) sums[i] += all->shown[rank].items[i];
  }
  meet(party);
  memcpy(values, sums, count * sizeof *sums);
  free(sums);
}

static void send(nq_party *party, unsigned to, const void *bytes, uint64_t count) {
  struct shown *own = &rank_of(party)->all->shown[party->own];
  if (own->sent == PARTY_SENDS) abort();
  own->sends[own->sent].to = to;
  own->sends[own->sent].bytes = bytes;
  own->sends[own->sent++].count = count;
  party->messages++;
}

static void receive(nq_party *party, unsigned from, void *bytes, uint64_t count) {
  struct party_rank *own = rank_of(party);
  if (own->received == PARTY_SENDS) abort();
  own->receives[own->received].from = from;
  own->receives[own->received].bytes = bytes;
  own->receives[own->received++].count = count;
}

static void poll(nq_party *party) {
  (void)party;
}

static void settle(nq_party *party) {
  struct party_rank *own = rank_of(party);
  size_t next[PARTY_RANKS] = {0};
  meet(party);
  for (size_t i = 0; i < own->received; i++) {
    const struct shown *from = &own->all->shown[own->receives[i].from];
    size_t *at = &next[own->receives[i].from];
    while (*at < from->sent && from->sends[*at].to != party->own) ++*at;
    if (*at == from->sent || from->sends[*at].count != own->receives[i].count) abort();
    memcpy(own->receives[i].bytes, from->sends[*at].bytes, (size_t)own->receives[i].count);
    ++*at;
  }
  own->received = 0;
  meet(party);
  own->all->shown[party->own].sent = 0;
}

static void sign(nq_party *party, nq_error *error) {
  const nq_error why = *error;
  nq_error_set(error, why.status, "rank %u: %.300s", party->own, why.message);
}

static void *party_play(void *context) {
  struct party_rank *own = context;
  own->all->play(&own->base, own->all->context);
  return NULL;
}

/* Call play at each of the ranks, and wait for all. */
static inline void party_run(unsigned ranks, void (*play)(nq_party *party, void *context),
                             void *context) {
  struct party_all *all = calloc(1, sizeof *all);
  struct party_rank *rank = calloc(ranks, sizeof *rank);
  pthread_t thread[PARTY_RANKS];
  if (all == NULL || rank == NULL) abort();
  *all = (struct party_all){.ranks = ranks, .play = play, .context = context};
  pthread_barrier_init(&all->barrier, NULL, ranks);
  for (unsigned i = 0; i < ranks; i++) {
    rank[i].all = all;
    rank[i].base = (nq_party){.own = i,
                              .ranks = ranks,
                              .sum = sum,
                              .send = send,
                              .receive = receive,
                              .poll = poll,
                              .settle = settle,
                              .sign = sign};
    if (pthread_create(&thread[i], NULL, party_play, &rank[i]) != 0) abort();
  }
  for (unsigned i = 0; i < ranks; i++) pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&all->barrier);
  free(rank);
  free(all);
}

#endif
