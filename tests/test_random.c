/* The generators: streams against the reference implementation's (data/pcg-reference.txt), and the
 * distribution of numbers and shuffles.
 *
 * The chi-square tests have fixed seeds, so their results never change; with random seeds a correct
 * generator would fail each with a probability of 10^-6. */
#include "nqueens.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- The reference file ---- */

#define NUMBERS_MAX 32

/* One line of the file: GENERATOR KIND SEED STREAM PARAMETER NUMBER... */
typedef struct record {
  bool wide; /* pcg64 */
  char kind[16];
  uint64_t seed, stream;
  uint64_t parameter[2]; /* low half first */
  uint64_t numbers[NUMBERS_MAX];
  size_t count;
} record;

static uint64_t parse_hex(const char *text) {
  char *end;
  uint64_t number = strtoull(text, &end, 16);
  if (end == text || (*end != '\0' && !isspace((unsigned char)*end)))
    fail_msg("not a hexadecimal number: %s", text);
  return number;
}

static void parse_wide(char *text, uint64_t number[2]) {
  size_t length = strlen(text);
  number[1] = 0;
  if (length > 16) {
    char high[17] = "";
    memcpy(high, text, length - 16);
    number[1] = parse_hex(high);
    text += length - 16;
  }
  number[0] = parse_hex(text);
}

static char *next_word(char **left) {
  char *word = strtok_r(NULL, " \n", left);
  assert_non_null(word);
  return word;
}

static void parse_record(char *line, record *parsed) {
  char *left, *word = strtok_r(line, " \n", &left);
  *parsed = (record){.wide = strcmp(word, "pcg64") == 0};
  if (!parsed->wide) assert_string_equal(word, "pcg32");
  snprintf(parsed->kind, sizeof parsed->kind, "%s", next_word(&left));
  parsed->seed = parse_hex(next_word(&left));
  parsed->stream = parse_hex(next_word(&left));
  parse_wide(next_word(&left), parsed->parameter);
  while ((word = strtok_r(NULL, " \n", &left)) != NULL) {
    assert_in_range(parsed->count, 0, NUMBERS_MAX - 1);
    parsed->numbers[parsed->count++] = parse_hex(word);
  }
}

/* Either generator. */
typedef struct generator {
  bool wide;
  nq_pcg32 narrow_random;
  nq_pcg64 wide_random;
} generator;

static void seed_generator(generator *random, const record *from) {
  random->wide = from->wide;
  nq_pcg32_seed(&random->narrow_random, from->seed, from->stream);
  nq_pcg64_seed(&random->wide_random, from->seed, from->stream);
}

static uint64_t next_number(generator *random) {
  return random->wide ? nq_pcg64_next(&random->wide_random) : nq_pcg32_next(&random->narrow_random);
}

static bool check_next(generator *random, const record *expected) {
  if (random->wide)
    nq_pcg64_advance(&random->wide_random, expected->parameter[0], expected->parameter[1]);
  else
    nq_pcg32_advance(&random->narrow_random, expected->parameter[0]);
  for (size_t i = 0; i < expected->count; i++)
    if (next_number(random) != expected->numbers[i]) return false;
  return true;
}

static bool check_below(generator *random, const record *expected) {
  uint64_t bound = expected->parameter[0];
  for (size_t i = 0; i < expected->count; i++) {
    uint64_t number = random->wide ? nq_pcg64_below(&random->wide_random, bound)
                                   : nq_pcg32_below(&random->narrow_random, (uint32_t)bound);
    if (number != expected->numbers[i]) return false;
  }
  return true;
}

static bool check_hash(generator *random, const record *expected) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < expected->parameter[0]; i++)
    hash = (hash ^ next_number(random)) * UINT64_C(0x100000001b3);
  return hash == expected->numbers[0];
}

static bool check_shuffle(generator *random, const record *expected) {
  uint32_t values[NUMBERS_MAX];
  assert_int_equal(expected->parameter[0], expected->count);
  for (uint32_t i = 0; i < expected->count; i++) values[i] = i;
  nq_pcg64_shuffle(&random->wide_random, values, expected->count);
  for (size_t i = 0; i < expected->count; i++)
    if (values[i] != expected->numbers[i]) return false;
  return true;
}

static void equals_the_reference(void **state) {
  (void)state;
  static const struct {
    const char *name;
    bool (*check)(generator *random, const record *expected);
    size_t least; /* lines of this kind that the file must have */
  } kinds[] = {{"next", check_next, 60},
               {"below", check_below, 80},
               {"hash", check_hash, 12},
               {"shuffle", check_shuffle, 18}};
  size_t seen[4] = {0};
  FILE *file = fopen(NQ_SOURCE_ROOT "/data/pcg-reference.txt", "r");
  assert_non_null(file);
  char line[1024];
  for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
    if (*line == '#') continue;
    record expected;
    generator random;
    parse_record(line, &expected);
    seed_generator(&random, &expected);
    assert_in_range(expected.count, 1, NUMBERS_MAX);
    size_t known = 0;
    for (size_t kind = 0; kind < 4; kind++) {
      if (strcmp(kinds[kind].name, expected.kind) != 0) continue;
      if (!kinds[kind].check(&random, &expected))
        fail_msg("data/pcg-reference.txt:%d: the generator differs", number);
      seen[kind]++;
      known++;
    }
    assert_int_equal(known, 1);
  }
  fclose(file);
  for (size_t kind = 0; kind < 4; kind++) assert_in_range(seen[kind], kinds[kind].least, 1000);
}

/* ---- Advance ---- */

static void advances_in_parts(void **state) {
  (void)state;
  nq_pcg64 source;
  nq_pcg64_seed(&source, 11, 0);
  for (int i = 0; i < 200; i++) {
    uint64_t a = nq_pcg64_next(&source) >> (i % 64), b = nq_pcg64_next(&source) >> (i / 4);
    nq_pcg32 whole, parts;
    nq_pcg32_seed(&whole, a, b);
    parts = whole;
    nq_pcg32_advance(&whole, a + b);
    nq_pcg32_advance(&parts, a);
    nq_pcg32_advance(&parts, b);
    assert_memory_equal(&whole, &parts, sizeof whole);
    nq_pcg64 whole64, parts64;
    nq_pcg64_seed(&whole64, a, b);
    parts64 = whole64;
    uint64_t low = a + b, carry = low < a;
    nq_pcg64_advance(&whole64, low, b + a + carry);
    nq_pcg64_advance(&parts64, a, b);
    nq_pcg64_advance(&parts64, b, a);
    assert_memory_equal(&whole64, &parts64, sizeof whole64);
  }
}

static void advances_as_by_single_numbers(void **state) {
  (void)state;
  nq_pcg32 single, jump, start;
  nq_pcg64 single64, jump64, start64;
  nq_pcg32_seed(&start, 3, 4);
  nq_pcg64_seed(&start64, 3, 4);
  single = start;
  single64 = start64;
  for (uint64_t count = 0; count < 300; count++) {
    jump = start;
    jump64 = start64;
    nq_pcg32_advance(&jump, count);
    nq_pcg64_advance(&jump64, count, 0);
    assert_memory_equal(&jump, &single, sizeof jump);
    assert_memory_equal(&jump64, &single64, sizeof jump64);
    nq_pcg32_advance(&jump, -count); /* and back again */
    nq_pcg64_advance(&jump64, -count, count > 0 ? UINT64_MAX : 0);
    assert_memory_equal(&jump, &start, sizeof jump);
    assert_memory_equal(&jump64, &start64, sizeof jump64);
    (void)nq_pcg32_next(&single);
    (void)nq_pcg64_next(&single64);
  }
}

static void keeps_streams_apart(void **state) {
  (void)state;
  nq_pcg64 a, b;
  nq_pcg64_seed(&a, 5, 0);
  nq_pcg64_seed(&b, 5, UINT64_C(1) << 63);
  assert_int_not_equal(nq_pcg64_next(&a), nq_pcg64_next(&b));
  nq_pcg32 c, d;
  nq_pcg32_seed(&c, 5, 7);
  nq_pcg32_seed(&d, 5, 7 | UINT64_C(1) << 63); /* the same: the top bit does not count */
  assert_memory_equal(&c, &d, sizeof c);
}

/* ---- Distribution ---- */

/* Exceeded with probability 10^-6 (Wilson & Hilferty's approximation of chi-square quantiles;
 * 4.753 is the normal one). */
static double critical_chi_square(double freedom) {
  double part = 2 / (9 * freedom);
  return freedom * pow(1 - part + 4.753 * sqrt(part), 3);
}

static void expect_uniform(const char *what, uint64_t parameter, const uint64_t *seen,
                           size_t classes) {
  double draws = 0, chi_square = 0;
  for (size_t i = 0; i < classes; i++) draws += (double)seen[i];
  for (size_t i = 0; i < classes; i++) {
    double off = (double)seen[i] - draws / (double)classes;
    chi_square += off * off / (draws / (double)classes);
  }
  if (chi_square > critical_chi_square((double)(classes - 1)))
    fail_msg("%s %" PRIu64 ": chi-square %.1f with %zu classes", what, parameter, chi_square,
             classes);
}

#define CLASSES_MAX 100

static void draws_evenly_below_small_bounds(void **state) {
  (void)state;
  static const uint32_t bounds[] = {2, 3, 5, 6, 7, 10, 64, CLASSES_MAX};
  for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
    uint64_t seen[CLASSES_MAX] = {0}, seen64[CLASSES_MAX] = {0};
    nq_pcg32 random;
    nq_pcg64 random64;
    nq_pcg32_seed(&random, 1, bounds[b]);
    nq_pcg64_seed(&random64, 1, bounds[b]);
    for (int i = 0; i < 200000; i++) {
      uint32_t drawn = nq_pcg32_below(&random, bounds[b]);
      uint64_t drawn64 = nq_pcg64_below(&random64, bounds[b]);
      assert_true(drawn < bounds[b] && drawn64 < bounds[b]);
      seen[drawn]++;
      seen64[drawn64]++;
    }
    expect_uniform("pcg32 below", bounds[b], seen, bounds[b]);
    expect_uniform("pcg64 below", bounds[b], seen64, bounds[b]);
  }
}

/* With a bound of 3/4 of the range every third number is twice as likely unless draws are
 * rejected. */
static void rejects_what_would_be_uneven(void **state) {
  (void)state;
  uint64_t seen[3] = {0}, seen64[3] = {0};
  nq_pcg32 random;
  nq_pcg64 random64;
  nq_pcg32_seed(&random, 2, 0);
  nq_pcg64_seed(&random64, 2, 0);
  for (int i = 0; i < 100000; i++) {
    seen[nq_pcg32_below(&random, UINT32_C(3) << 30) % 3]++;
    seen64[nq_pcg64_below(&random64, UINT64_C(3) << 62) % 3]++;
  }
  expect_uniform("pcg32 below", UINT32_C(3) << 30, seen, 3);
  expect_uniform("pcg64 below", UINT64_C(3) << 62, seen64, 3);
}

/* With a bound just above half of the range nearly every second draw is rejected. */
static void stays_below_extreme_bounds(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 3, 0);
  const uint64_t bound = (UINT64_C(1) << 63) + 1;
  uint64_t halves[2] = {0};
  for (int i = 0; i < 100000; i++) {
    uint64_t drawn = nq_pcg64_below(&random, bound);
    assert_true(drawn < bound);
    halves[drawn >> 62 & 1]++;
    assert_int_equal(nq_pcg64_below(&random, 1), 0);
  }
  expect_uniform("pcg64 below", bound, halves, 2);
  nq_pcg32 random32;
  nq_pcg32_seed(&random32, 3, 0);
  for (int i = 0; i < 1000; i++) {
    assert_int_equal(nq_pcg32_below(&random32, 1), 0);
    assert_true(nq_pcg32_below(&random32, UINT32_MAX) < UINT32_MAX);
  }
}

static void draws_units_evenly(void **state) {
  (void)state;
  uint64_t seen[64] = {0}, last_bits[8] = {0};
  nq_pcg64 random;
  nq_pcg64_seed(&random, 4, 0);
  for (int i = 0; i < 200000; i++) {
    double unit = nq_pcg64_unit(&random);
    assert_true(unit >= 0 && unit < 1);
    seen[(int)(unit * 64)]++;
    last_bits[(uint64_t)(unit * 0x1p53) & 7]++;
  }
  expect_uniform("unit", 64, seen, 64);
  expect_uniform("unit, last bits", 8, last_bits, 8);
}

static void shuffles_evenly(void **state) {
  (void)state;
  uint64_t seen[24] = {0};
  nq_pcg64 random;
  nq_pcg64_seed(&random, 5, 0);
  for (int i = 0; i < 240000; i++) {
    uint32_t values[4] = {0, 1, 2, 3};
    nq_pcg64_shuffle(&random, values, 4);
    size_t number = 0; /* of the permutation, in lexicographic order */
    unsigned used = 0;
    for (size_t place = 0; place < 4; place++) {
      size_t smaller = 0;
      for (size_t later = place + 1; later < 4; later++) smaller += values[later] < values[place];
      number = number * (4 - place) + smaller;
      used |= 1U << values[place];
    }
    assert_int_equal(used, 15);
    seen[number]++;
  }
  expect_uniform("shuffle of", 4, seen, 24);
}

static void shuffles_nothing(void **state) {
  (void)state;
  nq_pcg64 random, before;
  nq_pcg64_seed(&random, 6, 0);
  before = random;
  uint32_t value = 9;
  nq_pcg64_shuffle(&random, NULL, 0);
  nq_pcg64_shuffle(&random, &value, 1);
  assert_int_equal(value, 9);
  assert_memory_equal(&random, &before, sizeof random);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equals_the_reference),
      cmocka_unit_test(advances_in_parts),
      cmocka_unit_test(advances_as_by_single_numbers),
      cmocka_unit_test(keeps_streams_apart),
      cmocka_unit_test(draws_evenly_below_small_bounds),
      cmocka_unit_test(rejects_what_would_be_uneven),
      cmocka_unit_test(stays_below_extreme_bounds),
      cmocka_unit_test(draws_units_evenly),
      cmocka_unit_test(shuffles_evenly),
      cmocka_unit_test(shuffles_nothing),
  };
  return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
