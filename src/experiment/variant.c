/* MODEL.  One table of keys; a key belongs to a method and writes one member of nq_solve_options.
 * Parsing, the canonical text and the help derive from it.  A key that is not said keeps the value
 * of nq_solve_options_init, which no key can write: so the canonical text is the keys that were
 * said, in the table's order. */
#include "experiment/variant.h"
#include "core/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Short enough that all keys with their longest values fit into the canonical text. */
#define INPUT_MOST 400

enum kind {
  CHOICE,  /* an enum */
  COUNT32, /* uint32_t or int32_t, least .. most, which is below 2^31 */
  COUNT64, /* uint64_t, least .. most */
  REAL     /* double, least .. most */
};

struct choice {
  const char *name;
  int value;
};

struct key {
  const char *method, *name;
  const char *alias; /* another name, or NULL */
  enum kind kind;
  size_t offset;
  const struct choice *choices; /* CHOICE: ends with a NULL name; or NULL, and then .. */
  uint64_t least, most;         /* .. `least` is an nq_genetic_option, which has its own list */
  const char *help;
};

_Static_assert(sizeof(nq_start) == sizeof(int) && sizeof(nq_step) == sizeof(int) &&
                   sizeof(nq_restart) == sizeof(int) && sizeof(nq_selection) == sizeof(int) &&
                   sizeof(nq_fitness) == sizeof(int) && sizeof(nq_scaling) == sizeof(int) &&
                   sizeof(nq_encoding) == sizeof(int) && sizeof(nq_crossover) == sizeof(int),
               "an enum is written as an int");

static const struct choice starts[] = {{"random", NQ_START_RANDOM},
                                       {"permutation", NQ_START_PERMUTATION},
                                       {"greedy", NQ_START_GREEDY},
                                       {0}};
static const struct choice steps[] = {{"column", NQ_STEP_COLUMN}, {"swap", NQ_STEP_SWAP}, {0}};
static const struct choice restarts[] = {
    {"fixed", NQ_RESTART_FIXED}, {"luby", NQ_RESTART_LUBY}, {0}};

#define AT(member) offsetof(nq_solve_options, member)

static const struct key keys[] = {
    {"min-conflicts", "start", NULL, CHOICE, AT(min_conflicts.start), starts, 0, 0,
     "default: greedy"},
    {"min-conflicts", "step", NULL, CHOICE, AT(min_conflicts.step), steps, 0, 0,
     "default: swap; column after start random"},
    {"min-conflicts", "restart", NULL, CHOICE, AT(min_conflicts.restart), restarts, 0, 0,
     "how the tries between restarts grow"},
    {"min-conflicts", "walk", NULL, REAL, AT(min_conflicts.walk), NULL, 0, 1,
     "probability of a random step"},
    {"min-conflicts", "patience", NULL, COUNT64, AT(min_conflicts.patience), NULL, 1, UINT64_MAX,
     "tries before a restart"},
    {"genetic", "selection", NULL, CHOICE, AT(genetic.selection), NULL, NQ_GENETIC_SELECTION, 0,
     "default: roulette"},
    {"genetic", "fitness", NULL, CHOICE, AT(genetic.fitness), NULL, NQ_GENETIC_FITNESS, 0,
     "default: reciprocal"},
    {"genetic", "scaling", NULL, CHOICE, AT(genetic.scaling), NULL, NQ_GENETIC_SCALING, 0,
     "of the fitness; default: power"},
    {"genetic", "power", NULL, COUNT32, AT(genetic.power), NULL, 1, INT32_MAX,
     "of scaling power; default: 64"},
    {"genetic", "encoding", NULL, CHOICE, AT(genetic.encoding), NULL, NQ_GENETIC_ENCODING, 0,
     "default: permutation"},
    {"genetic", "crossover", NULL, CHOICE, AT(genetic.crossover), NULL, NQ_GENETIC_CROSSOVER, 0,
     "default: pmx; two-point for rows"},
    {"genetic", "crossover-probability", NULL, REAL, AT(genetic.crossover_probability), NULL, 0, 1,
     "default: 0.1"},
    {"genetic", "mutation", NULL, REAL, AT(genetic.mutation), NULL, 0, 1,
     "probability; default: 0.9, 1/(n+1) for rows"},
    {"genetic", "population", "pop", COUNT32, AT(genetic.population), NULL, 2, 1 << 30,
     "default: 20"},
    {"genetic", "elite", NULL, COUNT32, AT(genetic.elite), NULL, 0, INT32_MAX,
     "so many of the best live on; default: 1"},
    {"genetic", "tournament", NULL, COUNT32, AT(genetic.tournament), NULL, 1, INT32_MAX,
     "individuals in one; default: 5"},
    {"genetic", "memetic-steps", NULL, COUNT32, AT(genetic.memetic_steps), NULL, 1, INT32_MAX,
     "min-conflicts steps on each child; default: none"},
    {"genetic", "stagnation", NULL, COUNT64, AT(genetic.stagnation), NULL, 1, UINT64_MAX,
     "generations without a better best before a restart"},
};

#define KEYS (sizeof keys / sizeof *keys)

/* ---- Values ---- */

/* The i-th choice of the key; its name is NULL past the end. */
static struct choice choice_at(const struct key *key, size_t i) {
  if (key->choices != NULL) return key->choices[i];
  const nq_choice *choice = nq_genetic_choice((nq_genetic_option)key->least, i);
  return choice != NULL ? (struct choice){choice->name, choice->value} : (struct choice){0};
}

static nq_status refuse(const struct key *key, const char *text, const char *what,
                        nq_error *error) {
  char range[200] = "";
  size_t length = 0;
  if (key->kind != CHOICE) {
    snprintf(range, sizeof range,
             key->most == UINT64_MAX ? "%" PRIu64 " or more" : "%" PRIu64 " to %" PRIu64,
             key->least, key->most);
  } else {
    for (size_t i = 0; choice_at(key, i).name != NULL && length < sizeof range; i++)
      length += (size_t)snprintf(range + length, sizeof range - length, "%s%s",
                                 i == 0                               ? ""
                                 : choice_at(key, i + 1).name == NULL ? " or "
                                                                      : ", ",
                                 choice_at(key, i).name);
  }
  return nq_error_set(error, NQ_BAD_VALUE, "%s: %s: '%.60s' %s: it must be %s", key->method,
                      key->name, text, what, range);
}

static nq_status set_choice(const struct key *key, const char *text, void *member,
                            nq_error *error) {
  size_t i = 0;
  for (struct choice choice = choice_at(key, 0); choice.name != NULL;
       choice = choice_at(key, ++i)) {
    if (strcmp(choice.name, text) != 0) continue;
    memcpy(member, &choice.value, sizeof choice.value);
    return NQ_OK;
  }
  return refuse(key, text, "is not known", error);
}

static nq_status set_count(const struct key *key, const char *text, void *member, nq_error *error) {
  uint64_t value;
  nq_number number = nq_number_parse(text, &value);
  if (number == NQ_NUMBER_NONE) return refuse(key, text, "is not a whole number", error);
  if (number == NQ_NUMBER_LARGE || value < key->least || value > key->most)
    return refuse(key, text, "is out of range", error);
  if (key->kind == COUNT32)
    *(uint32_t *)member = (uint32_t)value;
  else
    *(uint64_t *)member = value;
  return NQ_OK;
}

static nq_status set_real(const struct key *key, const char *text, void *member, nq_error *error) {
  double value;
  nq_number number = nq_number_parse_real(text, &value);
  if (number == NQ_NUMBER_NONE) return refuse(key, text, "is not a number", error);
  if (number == NQ_NUMBER_LARGE || value < (double)key->least || value > (double)key->most)
    return refuse(key, text, "is out of range", error);
  *(double *)member = value + 0.0; /* -0 becomes 0 */
  return NQ_OK;
}

static nq_status set_value(const struct key *key, const char *text, nq_solve_options *solve,
                           nq_error *error) {
  static nq_status (*const set[])(const struct key *, const char *, void *, nq_error *) = {
      [CHOICE] = set_choice, [COUNT32] = set_count, [COUNT64] = set_count, [REAL] = set_real};
  return set[key->kind](key, text, (char *)solve + key->offset, error);
}

/* The shortest decimal that reads back as the same number. */
static void write_real(double value, char *text, size_t size) {
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, size, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}

static void write_value(const struct key *key, const nq_solve_options *solve, char *text,
                        size_t size) {
  const void *member = (const char *)solve + key->offset;
  int value;
  switch (key->kind) {
  case CHOICE:
    memcpy(&value, member, sizeof value);
    for (size_t i = 0; choice_at(key, i).name != NULL; i++)
      if (choice_at(key, i).value == value) snprintf(text, size, "%s", choice_at(key, i).name);
    break;
  case COUNT32:
    snprintf(text, size, "%" PRIu32, *(const uint32_t *)member);
    break;
  case COUNT64:
    snprintf(text, size, "%" PRIu64, *(const uint64_t *)member);
    break;
  case REAL:
    write_real(*(const double *)member, text, size);
    break;
  }
}

/* ---- The whole text ---- */

static const char *find_method(const char *name) {
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    if (strcmp(nq_method_name(i), name) == 0) return nq_method_name(i);
  return NULL;
}

static const struct key *find_key(const char *method, const char *name) {
  for (size_t i = 0; i < KEYS; i++)
    if (strcmp(keys[i].method, method) == 0 &&
        (strcmp(keys[i].name, name) == 0 ||
         (keys[i].alias != NULL && strcmp(keys[i].alias, name) == 0)))
      return &keys[i];
  return NULL;
}

static nq_status refuse_method(const char *name, nq_error *error) {
  char list[200] = "";
  size_t length = 0;
  for (size_t i = 0; nq_method_name(i) != NULL && length < sizeof list; i++)
    length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : " or ",
                               nq_method_name(i));
  return nq_error_set(error, NQ_BAD_VALUE, "there is no method '%.60s': it must be %s", name, list);
}

static nq_status refuse_key(const char *method, const char *name, nq_error *error) {
  char list[300] = "";
  size_t length = 0;
  for (size_t i = 0; i < KEYS && length < sizeof list; i++)
    if (strcmp(keys[i].method, method) == 0)
      length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                 length == 0 ? "" : ", ", keys[i].name);
  if (length == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "%s has no options, so no '%.60s'", method, name);
  return nq_error_set(error, NQ_BAD_VALUE, "%s has no option '%.60s': it has %s", method, name,
                      list);
}

/* Take one key=value. */
static nq_status take_pair(char *pair, const char *method, bool said[KEYS], nq_solve_options *solve,
                           nq_error *error) {
  char *equals = strchr(pair, '=');
  if (equals == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.60s' must be of the form key=value", method,
                        pair);
  *equals = '\0';
  const struct key *key = find_key(method, pair);
  if (key == NULL) return refuse_key(method, pair, error);
  if (said[key - keys])
    return nq_error_set(error, NQ_BAD_VALUE, "%s: %s is said twice", method, key->name);
  said[key - keys] = true;
  return set_value(key, equals + 1, solve, error);
}

static void write_canonical(const bool said[KEYS], nq_variant *variant) {
  size_t size = sizeof variant->text;
  size_t length = (size_t)snprintf(variant->text, size, "%s", variant->solve.method);
  char separator = ':';
  for (size_t i = 0; i < KEYS; i++) {
    char value[64] = "";
    if (!said[i]) continue;
    write_value(&keys[i], &variant->solve, value, sizeof value);
    length += (size_t)snprintf(variant->text + length, size - length, "%c%s=%s", separator,
                               keys[i].name, value);
    separator = ',';
  }
}

nq_status nq_variant_parse(const char *text, nq_variant *variant, nq_error *error) {
  char copy[INPUT_MOST + 1];
  bool said[KEYS] = {false};
  if (strlen(text) >= sizeof copy)
    return nq_error_set(error, NQ_BAD_VALUE, "'%.60s...' is too long for a method", text);
  strcpy(copy, text);
  char *options = strchr(copy, ':');
  if (options != NULL) *options++ = '\0';
  nq_solve_options_init(&variant->solve);
  variant->solve.method = find_method(copy);
  if (variant->solve.method == NULL) return refuse_method(copy, error);
  while (options != NULL) {
    char *comma = strchr(options, ',');
    if (comma != NULL) *comma = '\0';
    nq_status status = take_pair(options, variant->solve.method, said, &variant->solve, error);
    if (status != NQ_OK) return status;
    options = comma != NULL ? comma + 1 : NULL;
  }
  write_canonical(said, variant);
  return NQ_OK;
}

const char *nq_variant_options(const nq_variant *variant) {
  const char *colon = strchr(variant->text, ':');
  return colon != NULL ? colon + 1 : "";
}

/* "a|b|c", "0..1" or "1..". */
static void describe_values(const struct key *key, char *text, size_t size) {
  size_t length = 0;
  if (key->kind == CHOICE)
    for (size_t i = 0; choice_at(key, i).name != NULL && length < size; i++)
      length += (size_t)snprintf(text + length, size - length, "%s%s", i == 0 ? "" : "|",
                                 choice_at(key, i).name);
  else if (key->most >= INT32_MAX)
    snprintf(text, size, "%" PRIu64 "..", key->least);
  else
    snprintf(text, size, "%" PRIu64 "..%" PRIu64, key->least, key->most);
}

bool nq_variant_key_at(size_t i, nq_variant_key *key) {
  if (i >= KEYS) return false;
  *key = (nq_variant_key){.method = keys[i].method, .name = keys[i].name, .help = keys[i].help};
  describe_values(&keys[i], key->values, sizeof key->values);
  return true;
}

void nq_variant_describe_keys(FILE *stream) {
  nq_variant_key key;
  const char *method = "";
  for (size_t i = 0; nq_variant_key_at(i, &key); i++) {
    if (strcmp(key.method, method) != 0) fprintf(stream, "  %s\n", key.method);
    method = key.method;
    fprintf(stream, "    %s=%s", key.name, key.values);
    fprintf(stream, keys[i].alias != NULL ? " (or %s=)\n" : "\n", keys[i].alias);
  }
}
