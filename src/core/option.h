/* Options, one row of a table each.  Reading into a struct, ranges, errors, help, manual and
 * completion all follow from the row.  The table of a method stands with the method, that of a
 * command with the command; a table ends with a row without a name. */
#ifndef NQ_CORE_OPTION_H
#define NQ_CORE_OPTION_H

#include "nqueens.h"

/* The type of the member that an option fills. */
typedef enum nq_option_kind {
  NQ_OPTION_FLAG,     /* bool */
  NQ_OPTION_FLAG64,   /* uint64_t, 0 or 1 */
  NQ_OPTION_COUNT32,  /* uint32_t or int32_t, least .. most */
  NQ_OPTION_COUNT64,  /* uint64_t, least .. most */
  NQ_OPTION_REAL,     /* double, least .. most */
  NQ_OPTION_TIME,     /* double, seconds: also 500ms, 10s, 2m, 1.5h, 1d; least .. most */
  NQ_OPTION_CHOICE,   /* an enum: one of choices */
  NQ_OPTION_CHOICE64, /* uint64_t: one of choices */
  NQ_OPTION_NAME,     /* const char *: one of names */
  NQ_OPTION_TEXT,     /* const char * */
  NQ_OPTION_INPUT,    /* const char *: a file that is read; `-`: standard input */
  NQ_OPTION_OUTPUT,   /* const char *: a file that is written */
  NQ_OPTION_LIST,     /* nq_option_list: the option may be given several times */
  NQ_OPTION_SLICE     /* nq_option_slice: K/M, part K of M, 0 <= K < M <= most */
} nq_option_kind;

/* The texts of an option in the order given; who reads the options owns `items`. */
typedef struct nq_option_list {
  const char **items;
  size_t count;
} nq_option_list;

/* The K-th, from 0, of M parts of some work; 0/1 is the whole. */
typedef struct nq_option_slice {
  uint64_t part, parts;
} nq_option_slice;

/* The i-th name that an option takes, NULL past the end, and in *about a line about it or NULL.
 * `options` has what was given so far; NULL: nothing. */
typedef const char *nq_option_names(const void *options, size_t i, const char **about);

struct nq_option {
  nq_option_kind kind;
  const char *name;
  char letter;          /* its short name, or 0 */
  const char *alias;    /* another name among key=value, or NULL */
  const char *argument; /* its value in the help, as in "FILE"; NULL: the values themselves */
  size_t offset;        /* of the member in the struct that is filled */
  uint64_t least, most; /* COUNT32, COUNT64, REAL, TIME, SLICE */
  bool times_n;         /* COUNT32: also a number of times n, as in 4n: 4 | NQ_TIMES_N */
  bool or_none;         /* COUNT64: also `none`, which is UINT64_MAX */
  bool key_only;        /* only in METHOD:key=value: another method has a key of that name, or it
                               is rarely needed */
  const nq_choice *choices; /* CHOICE, CHOICE64: ends with a NULL name */
  nq_option_names *names;   /* NAME, and what completion offers for TEXT and LIST, or NULL */
  /* The i-th option that may follow the name, as in NAME:key=value,...; the member may be NULL. */
  const nq_option *(*keys)(const char *name, size_t i);
  bool inputs; /* LIST: of files that are read, so that no output may replace them */
  int dash;    /* OUTPUT: the descriptor that `-` stands for; 0: it must be a file */
  /* OUTPUT: suffixes of files that are written beside it; ends with NULL; or NULL. */
  const char *const *beside;
  /* OUTPUT: patterns of the names of files that are made in it if it is a folder; the same. */
  const char *const *inside;
  /* What another key must be for this one to do something: "selection=roulette|sus" or
   * "islands!=1"; NULL: it always does. */
  const char *only_with;
  const char *fallback; /* the default, in words; NULL: there is none to name */
  const char *help;
};

/* Does a value follow its name? */
bool nq_option_takes_value(const nq_option *option);
/* Can it be set by key=value?  Not texts, which would have to be kept somewhere. */
bool nq_option_is_key(const nq_option *option);

/* Set the option's member of *options, a LIST's by one more text, which must outlive it.
 * NQ_BAD_VALUE names the option, the text and what it must be; nothing is clamped. */
nq_status nq_option_set(const nq_option *option, const char *text, void *options, nq_error *error);

/* The member as a text that nq_option_set takes and that is the same for equal values. */
void nq_option_format(const nq_option *option, const void *options, char *text, size_t size);

/* Does the option of the table do anything, given the others? */
bool nq_option_has_effect(const nq_option *table, const nq_option *option, const void *options);

/* "1 to 1024", "random, permutation or greedy": what it must be. */
void nq_option_range(const nq_option *option, const void *options, char *text, size_t size);

/* The choice of an option that has this value, or NULL. */
const nq_choice *nq_option_choice_of(const nq_option *option, uint64_t value);

/* NQ_BAD_VALUE unless each CHOICE holds the value of one of its names, or 0, the default. */
nq_status nq_options_require(const nq_option *table, const void *options, nq_error *error);

/* The option of that name or alias in a table, or NULL. */
const nq_option *nq_option_find(const nq_option *table, const char *name);

/* Set members by key=value,... of the table of `owner`, which messages name.  A key whose member
 * differs from *defaults was given before: NQ_BAD_VALUE, or, if the text only `fills`, skipped. */
nq_status nq_options_set(const nq_option *table, const char *owner, const char *text, void *options,
                         const void *defaults, bool fills, nq_error *error);
/* key=value,... for the members that differ from *defaults, in the order of the table. */
void nq_options_format(const nq_option *table, const void *options, const void *defaults,
                       char *text, size_t size);

/* ---- Lists and ranges of board sizes, as in 8,1e3, 10..12 or 8..128:x2 ---- */

/* The most board sizes in one list. */
#define NQ_SIZES_MOST 10000

typedef struct nq_sizes {
  uint32_t *n;
  size_t count, room;
} nq_sizes;

/* Add the sizes of a list with commas: numbers, and ranges FIRST..LAST:+K and FIRST..LAST:xK, whose
 * step :+1 may be left out.  `size`, a COUNT32, has their bounds and the name for messages.
 * NQ_BAD_VALUE, NQ_NO_MEMORY.  Release them in any case. */
nq_status nq_sizes_add(nq_sizes *sizes, const nq_option *size, const char *list, nq_error *error);
void nq_sizes_release(nq_sizes *sizes);

/* NQ_BAD_VALUE when one is given twice. */
nq_status nq_sizes_require_distinct(const nq_sizes *sizes, const nq_option *size, nq_error *error);

#endif
