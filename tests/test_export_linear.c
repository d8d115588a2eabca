/* OPB, LP and MPS, read back by small readers as linear constraints over the squares: the sets of
 * squares that satisfy them are the solutions. */
#include "export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define CONSTRAINTS_MAX 200

/* The number of queens on `squares` is `right`, or at most that. */
typedef struct linear {
  char name[32];
  uint64_t squares;
  bool exact;
  int right;
} linear;

typedef struct program {
  uint32_t n;
  linear constraint[CONSTRAINTS_MAX];
  size_t constraints;
  uint64_t binary, zero; /* the squares declared so */
} program;

static linear *add_constraint(program *read) {
  assert_true(read->constraints < CONSTRAINTS_MAX);
  linear *added = &read->constraint[read->constraints++];
  memset(added, 0, sizeof *added);
  return added;
}

static uint64_t one_square(const program *read, unsigned column, unsigned row) {
  assert_true(column < read->n && row < read->n);
  return UINT64_C(1) << (column * read->n + row);
}

static uint64_t named_square(const program *read, const char *name) {
  unsigned column, row;
  int end = 0;
  assert_int_equal(sscanf(name, "x_%u_%u%n", &column, &row, &end), 2);
  assert_int_equal(name[end], '\0');
  return one_square(read, column, row);
}

static bool is_name(const char *word) {
  return strncmp(word, "x_", 2) == 0;
}

/* The next line, its end cut off; NULL after the last. */
static char *take_line(char **text) {
  char *line = *text, *end = strchr(line, '\n');
  if (end == NULL) return NULL;
  *end = '\0';
  *text = end + 1;
  return line;
}

static char *take_word(char **text) {
  return strtok_r(NULL, " \n", text);
}

/* ---- OPB ---- */

static void read_opb_line(program *read, char *line) {
  linear *added = add_constraint(read);
  int sign = 0;
  char *rest, *word = strtok_r(line, " ", &rest);
  for (; word[0] == '+' || word[0] == '-'; word = take_word(&rest)) {
    assert_true(sign == 0 || sign == (word[0] == '+' ? 1 : -1));
    sign = word[0] == '+' ? 1 : -1;
    assert_string_equal(word + 1, "1");
    word = take_word(&rest);
    assert_int_equal(word[0], 'x');
    unsigned variable = (unsigned)strtoul(word + 1, NULL, 10);
    assert_in_range(variable, 1, read->n * read->n);
    added->squares |= UINT64_C(1) << (variable - 1);
  }
  added->exact = strcmp(word, "=") == 0;
  assert_int_equal(sign, added->exact ? 1 : -1);
  if (!added->exact) assert_string_equal(word, ">=");
  added->right = sign * atoi(take_word(&rest));
  assert_string_equal(take_word(&rest), ";");
}

static void read_opb(program *read, char *text) {
  unsigned variables, constraints;
  char *line = take_line(&text);
  assert_int_equal(sscanf(line, "* #variable= %u #constraint= %u", &variables, &constraints), 2);
  while ((line = take_line(&text)) != NULL)
    if (line[0] != '*') read_opb_line(read, line);
  assert_int_equal(variables, read->n * read->n);
  assert_int_equal(constraints, read->constraints);
  read->binary = UINT64_MAX;
}

/* ---- LP ---- */

/* [name:] x + x ... = 1 */
static char *read_lp_constraint(program *read, char *word, char **rest) {
  linear *added = add_constraint(read);
  size_t size = strlen(word);
  if (word[size - 1] == ':') {
    snprintf(added->name, sizeof added->name, "%.*s", (int)size - 1, word);
    word = take_word(rest);
  }
  for (bool plus = true; plus; word = take_word(rest)) {
    added->squares |= named_square(read, word);
    word = take_word(rest);
    plus = strcmp(word, "+") == 0;
    added->exact = strcmp(word, "=") == 0;
    if (!plus && !added->exact) assert_string_equal(word, "<=");
  }
  added->right = atoi(word);
  return take_word(rest);
}

static void check_line_lengths(const char *text) {
  for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
    assert_true(strcspn(line, "\n") < 255);
}

static void read_lp(program *read, char *text) {
  check_line_lengths(text);
  while (*text == '\\') take_line(&text);
  assert_string_equal(take_line(&text), "Minimize");
  assert_string_equal(take_line(&text), " none: 0 x_0_0");
  assert_string_equal(take_line(&text), "Subject To");
  char *rest, *word = strtok_r(text, " \n", &rest);
  while (strcmp(word, "Binary") != 0) word = read_lp_constraint(read, word, &rest);
  while (word = take_word(&rest), is_name(word)) read->binary |= named_square(read, word);
  assert_string_equal(word, "End");
  assert_null(take_word(&rest));
}

/* ---- MPS ---- */

static linear *find_constraint(program *read, const char *name) {
  for (size_t i = 0; i < read->constraints; i++)
    if (strcmp(read->constraint[i].name, name) == 0) return &read->constraint[i];
  fail_msg("there is no row %s", name);
  return NULL;
}

static void read_mps_row(program *read, const char *kind, const char *name) {
  if (strcmp(kind, "N") == 0) return;
  linear *added = add_constraint(read);
  added->exact = strcmp(kind, "E") == 0;
  if (!added->exact) assert_string_equal(kind, "L");
  snprintf(added->name, sizeof added->name, "%s", name);
}

static void read_mps_bound(program *read, const char *kind, const char *name, int fields) {
  uint64_t square = named_square(read, name);
  bool binary = strcmp(kind, "BV") == 0;
  assert_int_equal((read->binary | read->zero) & square, 0);
  assert_int_equal(fields, binary ? 3 : 4);
  if (!binary) assert_string_equal(kind, "FX");
  *(binary ? &read->binary : &read->zero) |= square;
}

static void read_mps(program *read, char *text) {
  char *line, section[16] = "", word[4][32];
  while ((line = take_line(&text)) != NULL) {
    if (line[0] == '*') continue;
    int fields = sscanf(line, "%31s %31s %31s %31s", word[0], word[1], word[2], word[3]);
    if (line[0] != ' ')
      snprintf(section, sizeof section, "%.15s", word[0]);
    else if (strcmp(section, "ROWS") == 0)
      read_mps_row(read, word[0], word[1]);
    else if (strcmp(section, "COLUMNS") == 0 && is_name(word[0]))
      find_constraint(read, word[1])->squares |= named_square(read, word[0]);
    else if (strcmp(section, "RHS") == 0)
      find_constraint(read, word[1])->right = atoi(word[2]);
    else if (strcmp(section, "BOUNDS") == 0)
      read_mps_bound(read, word[0], word[2], fields);
    else
      assert_string_equal(word[1], "'MARKER'");
    if (strcmp(section, "BOUNDS") == 0 && fields == 4) assert_string_equal(word[3], "0");
  }
  assert_string_equal(section, "ENDATA");
  read->binary |= read->zero;
}

/* ---- The tests ---- */

static int count_bits(uint64_t set) {
  int count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}

static bool satisfies(const program *read, uint64_t squares) {
  if ((squares & read->zero) != 0) return false;
  for (size_t i = 0; i < read->constraints; i++) {
    int sum = count_bits(squares & read->constraint[i].squares);
    if (read->constraint[i].exact ? sum != read->constraint[i].right
                                  : sum > read->constraint[i].right)
      return false;
  }
  return true;
}

/* All sets of squares of a small board; all boards with a queen a column of a larger one. */
static void check_boards(const program *read, const nq_instance *instance) {
  uint32_t rows[PLAIN_N] = {0};
  uint64_t all = (UINT64_C(1) << (read->n * read->n)) - 1, found = 0;
  assert_int_equal(read->binary & all, all);
  for (uint64_t squares = 0; read->n <= 4 && squares <= all; squares++)
    if (satisfies(read, squares)) {
      assert_true(squares_board(squares, read->n, rows));
      assert_true(solves(instance, rows));
      found++;
    }
  memset(rows, 0, sizeof rows);
  if (read->n > 4) do {
      bool satisfied = satisfies(read, board_squares(rows, read->n));
      assert_int_equal(satisfied, solves(instance, rows));
      found += satisfied;
    } while (next_board(rows, read->n));
  assert_int_equal(found, plain_count(instance));
}

/* Each named row is the line of its name. */
static void check_names(const program *read) {
  for (size_t i = 0; i < read->constraints; i++) {
    const linear *row = &read->constraint[i];
    char kind[16];
    unsigned index;
    if (sscanf(row->name, "%15[a-z]_%u", kind, &index) != 2) continue;
    for (unsigned square = 0; square < read->n * read->n && strcmp(kind, "placed") != 0; square++) {
      unsigned column = square / read->n, r = square % read->n;
      unsigned line = strcmp(kind, "column") == 0   ? column
                      : strcmp(kind, "row") == 0    ? r
                      : strcmp(kind, "rising") == 0 ? column + r
                                                    : r + read->n - 1 - column;
      assert_int_equal(row->squares >> square & 1, line == index);
    }
  }
}

static void check_format(const char *format, void (*reader)(program *read, char *text)) {
  nq_instance *instance;
  const nq_export_options options = {.format = format};
  for (uint32_t i = 0; (instance = export_instance(i, 5, 60)) != NULL; i++) {
    program read = {.n = nq_instance_n(instance)};
    char *text = export_text(instance, &options);
    reader(&read, text);
    check_names(&read);
    check_boards(&read, instance);
    free(text);
    nq_instance_free(instance);
  }
}

static void opb(void **state) {
  (void)state;
  check_format("opb", read_opb);
}

static void lp(void **state) {
  (void)state;
  check_format("lp", read_lp);
}

static void mps(void **state) {
  (void)state;
  check_format("mps", read_mps);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(opb), cmocka_unit_test(lp),
                                     cmocka_unit_test(mps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
