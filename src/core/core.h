/* What every room uses: errors of the system, what must be true, the watch over a run, memory and
 * what is kept in it, numbers, and words. */
#ifndef NQ_CORE_CORE_H
#define NQ_CORE_CORE_H

#include "core/random.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* ---- Errors ---- */

/* NQ_IO: "<text>: <the system's message for the errno `number`>".  The library's threads may call
 * it, unlike strerror(). */
nq_status nq_error_system(nq_error *error, int number, const char *format, ...) NQ_PRINTF(3, 4);
/* Pass on what went wrong elsewhere: *error (ignored when NULL) becomes it; returns its status. */
nq_status nq_error_pass(nq_error *error, const nq_error *why);

/* What must be true unless the code is wrong.  Checked only in debug builds (make DEBUG=1), as a
 * library must not end its caller's process. */
#ifdef NQ_DEBUG
#include <assert.h>
#define invariant(condition) assert(condition)
#else
#define invariant(condition) ((void)(0 && (condition)))
#endif

/* ---- The watch over one run: its clock, its time limit, and the caller's request to stop ---- */

typedef enum nq_stop { NQ_STOP_NOT, NQ_STOP_TIME, NQ_STOP_INTERRUPT } nq_stop;

typedef struct nq_watch {
  double begin;                  /* on the monotonic clock */
  double seconds;                /* the limit, or 0 */
  atomic_uint_least32_t reserve; /* milliseconds of it for what follows a stop */
  nq_progress_function *progress;
  void *context;
  pthread_mutex_t calling; /* held while a report is made and `progress` runs */
  double called;           /* time of its last call */
  atomic_int stop;         /* an nq_stop; once set it stays */
} nq_watch;

/* Seconds on the monotonic clock. */
double nq_clock(void);
/* Seconds of processor time of the calling thread. */
double nq_clock_thread(void);

void nq_watch_init(nq_watch *watch, double seconds, nq_progress_function *progress, void *context);
void nq_watch_release(nq_watch *watch);

/* Read the clock and, about twenty times a second, call `progress` (with its seconds filled in).
 * True when the run must stop.  Callable from any thread. */
bool nq_watch_poll(nq_watch *watch, nq_progress progress);

/* The same in two steps, for threads that report a common count.  Where nq_watch_claim is true, the
 * caller reads the count and reports it, and no other thread reports meanwhile: a count that was
 * read before could be reported after a larger one. */
bool nq_watch_claim(nq_watch *watch);
void nq_watch_report(nq_watch *watch, nq_progress progress);

/* Freeing what the run has takes so long after a stop: the time limit stops it so much earlier, but
 * for a quarter of a second.  One run at a time. */
void nq_watch_reserve(nq_watch *watch, double seconds);

/* Stop the run as if `progress` had asked for it.  From any thread. */
void nq_watch_end(nq_watch *watch);

/* An nq_progress_function for a run inside another: the context is the watch of the outer one,
 * which it only looks at.  Somebody else has to poll that watch. */
bool nq_watch_goes_on(void *watch, const nq_progress *progress);

/* Why the run must stop, or NQ_STOP_NOT.  Cheap: no clock is read. */
static inline nq_stop watch_stop(const nq_watch *watch) {
  return (nq_stop)atomic_load_explicit(&watch->stop, memory_order_relaxed);
}

/* Numbers read or written, at random, between two polls: some milliseconds. */
#define LOOK_NUMBERS (UINT64_C(1) << 18)

/* What a long loop polls, and reports then. */
typedef struct nq_look {
  nq_watch *watch;
  nq_progress progress;
  bool stopped; /* a poll was told to stop, so the loop broke off */
} nq_look;

/* Poll; true when the loop must break off.  Never without a look (NULL). */
static inline bool look_stops(nq_look *look) {
  if (look == NULL) return false;
  look->stopped = look->stopped || nq_watch_poll(look->watch, look->progress);
  return look->stopped;
}

/* The end of the piece of 0 .. count - 1 that begins at `begin`: a poll comes next. */
static inline uint64_t look_next(uint64_t begin, uint64_t count) {
  return count - begin > LOOK_NUMBERS ? begin + LOOK_NUMBERS : count;
}

/* A piece of the numbers below a count; all zero: before the first. */
typedef struct nq_piece {
  uint64_t begin, end;
} nq_piece;

/* Go on to the next piece after a poll; false when stopped, or after the last, which ends at
 * `count`. */
static inline bool look_piece(nq_look *look, nq_piece *piece, uint64_t count) {
  if (piece->end == count || (piece->end > 0 && look_stops(look))) return false;
  piece->begin = piece->end;
  piece->end = look_next(piece->begin, count);
  return true;
}

/* Fill in 0 .. n - 1 in the order that nq_pcg64_shuffle gives them.  `look` as in look_stops; if
 * its progress has a total, `done` goes up to n.  False when stopped: the values are then of no
 * use. */
bool nq_permutation_draw(uint32_t *values, uint32_t n, nq_pcg64 *random, nq_look *look);

/* ---- Memory for arrays that may be larger than the machine ---- */

/* Sizes are checked, large blocks are mapped separately in huge pages, and the available memory can
 * be checked first. */

/* *product = a * b; false when that overflows. */
bool nq_multiply(uint64_t a, uint64_t b, uint64_t *product);

/* `count` zeroed elements of `size` bytes, both >= 1; NULL when memory is short.  Free with the
 * same count and size. */
void *nq_memory_new(uint64_t count, size_t size);
void nq_memory_free(void *memory, uint64_t count, size_t size);

/* Resize the block to `new_count` >= 1 elements, moving it if necessary; elements past the old
 * count are undefined.  Mapped blocks keep their pages: nothing is copied.  NULL when memory is
 * short: the old block stays valid. */
void *nq_memory_resize(void *memory, uint64_t old_count, uint64_t new_count, size_t size);

/* Room for `count` items of `size` bytes, or for one more than that, in a growing array of malloc,
 * whose pointer is at `items`; false when memory is short: the array stays as it is.  All zero is
 * an empty one. */
bool nq_memory_reserve(void *items, size_t count, size_t *room, size_t size);
bool nq_memory_grow(void *items, size_t count, size_t *room, size_t size);

/* Arrays that are freed together; all zero: none.  `measures`: none is taken, only counted, so that
 * the code that takes arrays also says how large they are. */
enum { NQ_ARRAYS_MOST = 24 };
typedef struct nq_arrays {
  struct {
    void *memory;
    uint64_t count;
    size_t size;
  } array[NQ_ARRAYS_MOST];
  size_t used;
  uint64_t bytes; /* of all; UINT64_MAX on overflow */
  bool measures;
  bool failed; /* memory was short for one of them */
} nq_arrays;

/* Another one, as by nq_memory_new, but `count` may be 0; NULL, and `failed`, when memory is
 * short.  NULL if it only measures. */
void *nq_arrays_take(nq_arrays *arrays, uint64_t count, size_t size);
void nq_arrays_release(nq_arrays *arrays);

/* Addresses for `bytes` >= 1, all zero, on whole pages; a page takes memory once it was written.
 * NULL when the system has none.  Unmap with the same size. */
void *nq_memory_map(uint64_t bytes);
void nq_memory_unmap(void *memory, uint64_t bytes);
/* Give back the whole pages among mapped bytes: they are zero again. */
void nq_memory_discard(void *memory, uint64_t bytes);

/* "557 bytes", "5.4 MiB", "119 GiB": all messages have this one unit. */
void nq_memory_describe(uint64_t bytes, char *text, size_t size);

/* NQ_NO_MEMORY, naming both amounts, when `bytes` are not available; `what` needs them. */
nq_status nq_memory_require(uint64_t bytes, const char *what, nq_error *error);

/* Bytes that this process could allocate now without swapping: the system's available memory, or
 * less if the limits of control groups or of the address space leave less.  UINT64_MAX: unknown. */
uint64_t nq_memory_available(void);

/* Bytes that the control groups listed in a file such as /proc/self/cgroup leave; each is looked up
 * under `root`, such as /sys/fs/cgroup.  UINT64_MAX: no limit, or unknown. */
uint64_t nq_memory_group_available(const char *groups, const char *root);

/* ---- A growing array of bytes ---- */

/* All zero is empty. */
typedef struct nq_bytes {
  unsigned char *data;
  size_t size, room;
  size_t taken; /* by nq_bytes_take */
  bool failed;  /* memory ran out: nothing more is added */
  /* Asked while a PNG or PDF is compressed, which takes most of its time; false ends the drawing
   * with NQ_IO.  Or NULL. */
  bool (*goes_on)(void *context);
  void *context;
} nq_bytes;

void nq_bytes_add(nq_bytes *bytes, const void *data, size_t size);
void nq_bytes_text(nq_bytes *bytes, const char *text);
/* Add what the file has left, until there are `most` bytes, about; 0 or an errno. */
int nq_bytes_read(nq_bytes *bytes, int file, size_t most);
/* Copy the next bytes to `data`; false when there are fewer. */
bool nq_bytes_take(nq_bytes *bytes, void *data, size_t size);
/* The same for up to `size` of them: an nq_bytes_source, whose context is the bytes. */
int nq_bytes_give(void *context, void *data, size_t size, size_t *got);
void nq_bytes_release(nq_bytes *bytes);

/* A stream that adds to `bytes`, which must not move or be used until it is closed.  NULL when
 * memory is short.  (The memory streams of some C libraries lose text without an error.) */
FILE *nq_bytes_stream(nq_bytes *bytes);
/* Close it; NULL, too, is closed.  The text, which ends with a 0 and is to be freed; NULL, and
 * bytes->failed, when memory was short. */
char *nq_bytes_close_text(nq_bytes *bytes, FILE *stream);

/* A result of nq_solve, with the words that it refers to, which are kept in `names`. */
typedef struct nq_result_names {
  char counter[NQ_COUNTERS_MAX][32], member[32];
} nq_result_names;
void nq_bytes_add_result(nq_bytes *bytes, const nq_result *result);
bool nq_bytes_take_result(nq_bytes *bytes, nq_result *result, nq_result_names *names);

/* ---- A small map ---- */

/* From 64-bit keys to 32-bit numbers: open addressing with linear probing (D. E. Knuth, The Art of
 * Computer Programming 3, 6.4, algorithms L and R), at most half full.  A missing key
 * has the number 0; setting a number to 0 removes the key.  The order of the slots differs from
 * table to table, so nothing iterates over them. */
typedef struct nq_table {
  uint64_t *keys;    /* key + 1; 0 is a free slot */
  uint32_t *numbers; /* by slot */
  uint64_t slots;    /* a power of two, or 0 before the first key */
  uint64_t used;
  uint64_t salt; /* random, so that nobody can choose keys that collide */
} nq_table;

/* A zeroed nq_table is an empty one. */
void nq_table_release(nq_table *table);

/* Make room for `keys` in all: setting them moves none.  False, with nothing changed, when memory
 * is short. */
bool nq_table_reserve(nq_table *table, uint64_t keys);

static inline uint64_t table_hash(const nq_table *table, uint64_t key) {
  return scatter(key ^ table->salt);
}

/* The slot of the key, or the free slot for it. */
static inline uint64_t table_find(const nq_table *table, uint64_t key) {
  uint64_t slot = table_hash(table, key) & (table->slots - 1);
  while (table->keys[slot] != 0 && table->keys[slot] != key + 1)
    slot = (slot + 1) & (table->slots - 1);
  return slot;
}

/* The key's number, or 0.  Keys are at most UINT64_MAX - 1. */
static inline uint32_t table_get(const nq_table *table, uint64_t key) {
  if (table->used == 0) return 0;
  uint64_t slot = table_find(table, key);
  return table->keys[slot] != 0 ? table->numbers[slot] : 0;
}

/* Set the key's number; 0 removes the key.  False, with nothing changed, when memory is short; this
 * cannot happen for a key that is present, nor when removing one. */
bool nq_table_set(nq_table *table, uint64_t key, uint32_t number);

/* Remove all keys, keeping the memory. */
void nq_table_clear(nq_table *table);

/* ---- Bits of words ---- */

/* The word with bit i % 64 set.  On x86 compilers shift a 1 to its place, which takes three
 * operations; this is one. */
static inline uint64_t with_bit(uint64_t word, uint64_t i) {
#if defined(__x86_64__) && defined(__GNUC__)
  __asm__("btsq %1, %0" : "+r"(word) : "r"(i) : "cc");
  return word;
#else
  return word | UINT64_C(1) << i % 64;
#endif
}

/* Sets of numbers: i is bit i % 64 of word i / 64. */
static inline bool has_bit(const uint64_t *words, uint64_t i) {
  return words[i / 64] >> i % 64 & 1; /* NOLINT(clang-analyzer-core.NullDereference) */
}

static inline void add_bit(uint64_t *words, uint64_t i) {
  words[i / 64] |= UINT64_C(1) << i % 64; /* NOLINT(clang-analyzer-core.NullDereference) */
}

static inline void drop_bit(uint64_t *words, uint64_t i) {
  words[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* ---- Numbers ---- */

/* The result of parsing a text.  *value is set for NQ_NUMBER_OK only. */
typedef enum nq_number {
  NQ_NUMBER_NONE,  /* not such a number */
  NQ_NUMBER_LARGE, /* does not fit in *value */
  NQ_NUMBER_OK
} nq_number;

/* Parse a whole number such as 1000000, 1e6 or 1_000_000, all of `text`. */
nq_number nq_number_parse(const char *text, uint64_t *value);

/* Parse a decimal number such as 12, -0.5 or 1e-3, all of `text`: no hexadecimal, no nan or inf. */
nq_number nq_number_parse_real(const char *text, double *value);

/* The plural ending of a counted noun: "1 conflict", "2 conflicts". */
static inline const char *nq_plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

/* The greatest common divisor (Euclid). */
uint64_t nq_common_divisor(uint64_t a, uint64_t b);

/* The last of count >= 1 ascending numbers that is at most `value`; the first if none is. */
static inline uint64_t last_at_most(const uint64_t *numbers, uint64_t count, uint64_t value) {
  uint64_t first = 0;
  for (uint64_t end = count; end - first > 1;) {
    uint64_t middle = first + (end - first) / 2;
    if (numbers[middle] <= value)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/* The two-sided 95 % point of Student's t distribution for so many degrees of freedom, at least 1:
 * within .3 % (Cornish-Fisher expansion; M. Abramowitz, I. A. Stegun, "Handbook of Mathematical
 * Functions", 1964, 26.7.5), and from a table below 4. */
double nq_student_point(double freedom);

/* ---- Words ---- */

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct nq_nearest {
  const char *word, *name; /* name: NULL while none is near */
  size_t distance;
} nq_nearest;

void nq_nearest_offer(nq_nearest *nearest, const char *name);

/* The index of name[0 .. length - 1] among the names, which end with NULL; SIZE_MAX if it is none
 * of them, or if there is no list (NULL). */
size_t nq_names_find(const char *const *names, const char *name, size_t length);
/* Add to a text that is in an array of `size` bytes, which it does not outgrow. */
void nq_text_add(char *text, size_t size, const char *format, ...) NQ_PRINTF(3, 4);
/* "pairwise, ladder": the names with commas; none for NULL.  Cut off when the text is full. */
void nq_names_join(const char *const *names, char *text, size_t size);

/* The length, 1..4, of the character at the start of `size` > 0 bytes, and its code point; 0 if
 * they are not UTF-8 (cut short, overlong, a surrogate, above U+10FFFF). */
size_t nq_utf8_read(const char *text, size_t size, uint32_t *point);

/* Whether a terminal would obey the byte that follows `before`.  Bytes from 0x80 to 0x9f are
 * control characters alone, and after 0xc2 in UTF-8; otherwise they are part of a letter. */
bool nq_is_control(unsigned char byte, unsigned char before);

/* "solved", "unsolvable" or "unknown". */
const char *nq_verdict_name(nq_verdict verdict);

/* ---- SHA-256 (FIPS 180-4), by which files and instances are known again ---- */

#define NQ_SHA256_TEXT 65 /* 64 hexadecimal digits */

void nq_sha256(const void *bytes, size_t size, char text[NQ_SHA256_TEXT]);

#endif
