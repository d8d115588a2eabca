/* MODEL.  A variable with one index is a column whose value is the row; with two it is a square,
 * column and row, whose value is 0 or 1.  Variables of one index that are n^2, all 0 or 1, are
 * squares as well if only so each column and row has a queen.
 *
 * Of variables with different names, one that the user named is the board; otherwise that which is
 * named as in our exports, q, queen, queens or x; otherwise the only one with two indices;
 * otherwise the only one. */
#include "format/read/read.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void nq_names_release(nq_names *names) {
  free(names->at);
  *names = (nq_names){0};
}

/* ---- Names ---- */

/* The number that ends at *end, which becomes its start. */
static bool take_index(const char *text, size_t *end, int64_t *index) {
  size_t start = *end;
  while (start > 0 && is_digit(text[start - 1])) start--;
  *index = 0;
  for (size_t i = start; i < *end; i++) *index = nq_add_digit(*index, text[i]);
  bool found = start < *end;
  *end = start;
  return found;
}

/* Split name_1_2, name[1][2], name(1,2) and name3; *stem is the size of the name. */
static bool split_word(const char *text, size_t size, size_t *stem, nq_name *name) {
  size_t end = size;
  while (end > 0 && strchr(")]", text[end - 1]) != NULL) end--;
  if (!take_index(text, &end, &name->index[0])) return false;
  while (end > 0 && strchr("_[](),. #$", text[end - 1]) != NULL) end--;
  bool more = end > 0 && is_digit(text[end - 1]);
  size_t letters = end;
  while (letters > 0 && is_letter(text[letters - 1])) letters--;
  if (letters > 1 && text[letters - 1] == '.' && is_digit(text[letters - 2])) {
    end = letters - 1; /* GAMS: i1.j2 */
    more = true;
  }
  *stem = end;
  if (!more) return true;
  name->index[1] = name->index[0];
  name->indices = 2;
  take_index(text, &end, &name->index[0]);
  while (end > 0 && strchr("_[(#$", text[end - 1]) != NULL) end--;
  *stem = end;
  return true;
}

static bool split_call(const nq_node *node, nq_name *name) {
  name->indices = 0;
  for (const nq_node *child = node + 1; child < nq_next(node); child = nq_next(child)) {
    if (child->kind != NQ_KIND_NUMBER || name->indices == 2) return false;
    name->index[name->indices++] = child->value;
  }
  return name->indices > 0;
}

bool nq_name_of(const nq_node *node, nq_name *name) {
  const char *text = node->text;
  size_t size = node->size;
  *name = (nq_name){.indices = 1, .index = {node->value}};
  if (node->kind == NQ_KIND_NUMBER) return true;
  bool word = node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_STRING;
  if (word && nq_place_of(node, 'x', &name->index[0], 'y', &name->index[1])) /* x0y1 */
    size = 1, name->indices = 2;
  else if (word ? !split_word(text, size, &size, name) : !split_call(node, name))
    return false;
  if (node->kind == NQ_KIND_LIST) return name->indices == 2 || node->sign == '[';
  while (size > 0 && text[size - 1] == '_') size--; /* the sign before the indices */
  if (size >= NQ_STEM_BYTES) return false;
  for (size_t i = 0; i < size; i++)
    name->stem[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
  return true;
}

bool nq_stem_is_ours(const char *stem) {
  static const char *const ours[] = {"q", "queen", "queens", "x", NULL};
  return nq_names_find(ours, stem, strlen(stem)) != SIZE_MAX;
}

bool nq_place_of(const nq_node *node, char first, int64_t *number, char second, int64_t *other) {
  const char *at = node->text, *end = at + node->size;
  if (node->kind != NQ_KIND_WORD || (*at++ | 0x20) != first) return false;
  for (*number = 0; at < end && is_digit(*at); at++) *number = nq_add_digit(*number, *at);
  if (!is_digit(at[-1])) return false;
  if (second == '\0' || at == end) return second == '\0' && at == end;
  if ((*at++ | 0x20) != second || at == end) return false;
  for (*other = 0; at < end && is_digit(*at); at++) *other = nq_add_digit(*other, *at);
  return at == end;
}

/* a2 or Qa2; columns after z are aa, ab, ... */
bool nq_square_of(const nq_node *node, int64_t *column, int64_t *row) {
  const char *at = node->text, *end = at + node->size;
  if (node->kind != NQ_KIND_WORD && node->kind != NQ_KIND_STRING) return false;
  if (nq_place_of(node, 'r', row, 'c', column)) return *row > 0 && *column > 0 && *row < NQ_N_MAX;
  if (*at == 'Q' && is_letter(at[1])) at++;
  size_t letters = 0;
  for (*column = 0; at < end && is_letter(*at) && *at != '_' && letters < 3; at++, letters++)
    *column = 26 * *column + (*at | 0x20) - 'a' + 1;
  for (*row = 0; at < end && is_digit(*at); at++) *row = nq_add_digit(*row, *at);
  return letters > 0 && letters < 3 && at == end && *row > 0 && *row < NQ_N_MAX;
}

/* ---- Collecting ---- */

/* Add a variable of this stem. */
static void put(nq_names *names, const char *stem, unsigned indices, nq_named found) {
  uint32_t i = 0;
  while (i < names->stem_count &&
         (names->stems[i].indices != indices || strcmp(names->stems[i].text, stem) != 0))
    i++;
  if (i == NQ_STEMS) return;
  if (i == names->stem_count) {
    names->stems[names->stem_count++] = (nq_stem){.indices = indices};
    memcpy(names->stems[i].text, stem, strlen(stem) + 1);
  }
  found.stem = i;
  names->failed =
      names->failed || !nq_memory_grow(&names->at, names->count, &names->room, sizeof found);
  if (names->failed) return;
  names->stems[i].count++;
  names->at[names->count++] = found;
}

void nq_names_cut(nq_names *names, size_t count) {
  while (names->count > count) names->stems[names->at[--names->count].stem].count--;
  while (names->stem_count > 1 && names->stems[names->stem_count - 1].count == 0)
    names->stem_count--;
}

void nq_names_put(nq_names *names, const nq_node *name, bool whole, int64_t value) {
  nq_name own;
  if (!nq_name_of(name, &own)) return;
  nq_named found = {.whole = whole, .value = value, .index = {own.index[0], own.index[1]}};
  const nq_node word = nq_text_word((nq_text){own.stem, strlen(own.stem)});
  found.turned = name->kind == NQ_KIND_CALL ? nq_word_is_columns(name) : nq_word_is_row(&word);
  if (names->count == 0) names->line = name->line;
  put(names, own.stem, own.indices, found);
}

void nq_names_square(nq_names *names, uint64_t line, int64_t column, int64_t row) {
  if (names->count == 0) names->line = line;
  names->form = "pairs";
  put(names, "", 2, (nq_named){.whole = true, .index = {column, row}, .value = 1});
}

void nq_names_number(nq_names *names, int64_t number, int64_t value) {
  names->unnamed = true;
  put(names, "", 1, (nq_named){.whole = true, .index = {number}, .value = value});
}

size_t nq_names_atoms(nq_names *names, const nq_node *node, const nq_node *end, bool strings) {
  static const char *const holes[] = {"block", "blocked", "forbidden", "hole", NULL};
  size_t others = 0;
  names->form = "pairs";
  for (bool negated = false; node < end; node = nq_next(node)) {
    nq_name own;
    bool string = strings && node->kind == NQ_KIND_STRING;
    bool atom = string || (node->kind == NQ_KIND_CALL && node->sign == '(');
    if (string && node->text[0] == '-') { /* a string with the sign */
      const nq_node name = {.kind = NQ_KIND_STRING, .text = node->text + 1, .size = node->size - 1};
      nq_names_put(names, &name, true, 0);
    } else if (atom && nq_name_of(node, &own) && own.indices == 2 && !nq_node_is_any(node, holes)) {
      nq_names_put(names, node, true, !negated);
    }
    bool stop = node->kind == NQ_KIND_HOLE && *node->text == '.'; /* apart, as of SWI-Prolog */
    others += !atom && !stop && (node->kind != NQ_KIND_SIGN || nq_node_is_gives(node));
    negated = nq_node_is_sign(node, '-') && node + 1 < end && node[1].at == node->at + 1;
  }
  return others;
}

/* ---- Choosing ---- */

/* How likely the name is the board: the best, if it is the only one of its rank, is taken. */
static int rank(const nq_stem *stem, const char *variable, const char *ours) {
  if (variable != NULL) return strcasecmp(stem->text, variable) == 0 ? 4 : 0;
  if (ours != NULL && strcmp(stem->text, ours) == 0) return 4;
  if (nq_stem_is_ours(stem->text)) return 3;
  return stem->indices == 2 ? 2 : 1;
}

static nq_status choose_stem(const nq_names *names, const nq_setting *setting,
                             const nq_reader *reader, uint32_t *best) {
  const char *variable = reader->variable;
  int most = 0;
  unsigned equal = 0;
  char list[100] = "";
  for (uint32_t i = 0; i < names->stem_count; i++) {
    int found = rank(&names->stems[i], variable, reader->dialect->ours);
    nq_text_add(list, sizeof list, "%s%s", i > 0 ? ", " : "", names->stems[i].text);
    if (found > most) equal = 0;
    if (found < most || found == 0) continue;
    most = found;
    *best = i;
    equal++;
  }
  for (uint32_t i = 0; i < names->stem_count && setting->alone && variable == NULL; i++)
    equal += i != *best && names->stems[i].indices == names->stems[*best].indices;
  if (equal == 1) return NQ_OK;
  if (most == 0)
    return nq_error_at(reader->error, names->line, "no variable is named %s, only %s", variable,
                       list);
  return nq_error_at(reader->error, names->line,
                     "the board may be any of several variables: %s; name one with --variable",
                     list);
}

/* Columns and their rows, or squares.  With n, squares by number from the base, in columns of n:
 * for n = 10 x12 is the square (1, 2). */
static void fill(const nq_names *names, uint32_t stem, uint32_t n, int64_t base, nq_sheet *sheet) {
  unsigned indices = names->stems[stem].indices;
  sheet->by_column = n == 0 && indices == 1;
  for (size_t i = 0; i < names->count; i++) {
    const nq_named *name = &names->at[i];
    int64_t square = name->index[indices - 1] - base, value = name->whole ? name->value : 2;
    if (name->stem != stem) continue;
    sheet->setting.turned = sheet->setting.turned || name->turned;
    if (n > 0)
      nq_sheet_value(sheet, square / n, square % n, value);
    else if (name->value == NQ_HOLE)
      nq_sheet_value(sheet, name->index[0], -1, 0);
    else if (!sheet->by_column)
      nq_sheet_value(sheet, name->index[0], name->index[1], value);
    else if (name->whole)
      nq_sheet_queen(sheet, name->index[0], name->value);
    else
      nq_sheet_refuse(sheet, "column %" PRId64 " has a row that is not whole", name->index[0]);
  }
}

/* Whether variables that are all 0 or 1 make a whole board as squares by number: n^2 of one index;
 * or, with *n = 10 and *base = -1, those whose indices have two digits, x12 = 1 x24 = 1 ...  As
 * columns, or as squares of chess in one column, such are no solution; so those with gaps between
 * the columns, which are no whole board, are squares as well.  *few: too few of them to tell. */
static bool is_flat(const nq_names *names, uint32_t stem, uint64_t expected, uint32_t *n,
                    int64_t *base, bool *few) {
  const nq_stem *own = &names->stems[stem];
  uint64_t ones = 0;
  int64_t last = 0;
  *base = INT64_MAX;
  if (own->indices == 2 && own->text[0] != '\0') return false;
  for (size_t i = 0; i < names->count; i++) {
    const nq_named *name = &names->at[i];
    if (name->stem != stem) continue;
    int64_t index = name->index[own->indices - 1];
    bool same = own->indices == 1 || name->index[0] == names->at[0].index[0];
    if (!same || name->value < 0 || name->value > 1) return false;
    ones += (uint64_t)name->value;
    if (index < *base) *base = index;
    if (index > last) last = index;
  }
  nq_sheet sheet = {0};
  *n = nq_side(own->count);
  bool in_order = (*base == 0 || *base == 1) && (uint64_t)(last - *base + 1) == own->count;
  bool flat = in_order && (uint64_t)*n * *n == own->count;
  bool named = own->text[0] != '\0' || names->at[0].index[0] > (int64_t)own->count;
  bool digits = named && !in_order && last > 9 && expected < 10; /* x12 x24 ... is one column x */
  if (!flat) *n = 10, *base = -1;
  fill(names, stem, *n, flat ? *base : 0, &sheet);
  bool whole = nq_sheet_is_whole(&sheet, 0, 0) || nq_sheet_is_whole(&sheet, 1, 1);
  nq_sheet_release(&sheet);
  if (ones >= 4 && whole) return true;
  *few = ones < 4 && own->count < 16;
  return digits && last < 100;
}

/* ---- Squares by number ----
 *
 * Literal column * n + row + 1 is the square (column, row); those above n^2 are auxiliary.  Without
 * n given, n is the square root of the largest, but only if n are true and each column then has one
 * queen, which hardly happens by chance when there are auxiliary variables, or if no smaller n has
 * one there. */

static int compare(const void *one, const void *other) {
  const nq_named *a = one, *b = other;
  return a->index[0] != b->index[0] ? (a->index[0] < b->index[0] ? -1 : 1)
                                    : (a->value > b->value) - (a->value < b->value);
}

/* Sort by number, and drop literals that come again; NQ_BAD_FORMAT for another number that does. */
static nq_status sort_numbers(nq_names *names, nq_error *error) {
  nq_named *at = names->at;
  size_t kept = 0;
  if (names->count > 0) qsort(at, names->count, sizeof *at, compare);
  for (size_t i = 0; i < names->count; i++) {
    bool again = kept > 0 && at[kept - 1].index[0] == at[i].index[0];
    if (again && (!names->literals || at[kept - 1].value != at[i].value))
      return nq_error_at(error, names->line,
                         "the answer contradicts itself: variable %" PRId64 " %s", at[i].index[0],
                         names->literals ? "is both true and false" : "has two values");
    if (!again) at[kept++] = at[i];
  }
  names->count = kept;
  return NQ_OK;
}

/* Of a sample, n^2 squares from 0: n.  A queen on another square is a wrong answer. */
static nq_status count_sample(const nq_names *names, uint64_t *n, nq_error *error) {
  uint64_t count = names->count;
  if (*n == 0) *n = nq_side(count);
  if (*n * *n != count) return nq_sheet_refuse_sample(count, names->line, error);
  for (size_t i = 0; i < count; i++) {
    const nq_named *at = &names->at[i];
    bool inside = at->index[0] >= 0 && (uint64_t)at->index[0] < count;
    if (!inside && at->value == 0)
      return nq_error_at(error, names->line,
                         "variable %" PRId64 " of %" PRIu64 ": they count from 0", at->index[0],
                         count);
  }
  return NQ_OK;
}

/* Whether the literals up to n^2 have one queen in each column; n >= 1. */
static bool fills_columns(const nq_names *names, int64_t n) {
  int64_t filled = 0; /* sorted, so that each is the next */
  for (size_t i = 0; i < names->count && names->at[i].index[0] <= n * n; i++)
    if (names->at[i].value == 1 && (names->at[i].index[0] - 1) / n != filled++) return false;
  return filled == n;
}

/* Of all columns of a program. */
static nq_status claim_n(const nq_names *names, nq_sheet *sheet, nq_error *error) {
  sheet->n = nq_side((uint64_t)names->most);
  sheet->claimed = true;
  if (sheet->n * sheet->n == (uint64_t)names->most) return NQ_OK;
  return nq_error_at(error, names->line,
                     "n cannot be determined: %" PRId64 " columns are not the squares of a board",
                     names->most);
}

/* Of literals. */
static nq_status guess_n(const nq_names *names, uint64_t *n, nq_error *error) {
  uint64_t trues = 0;
  int64_t largest = names->count > 0 ? names->at[names->count - 1].index[0] : 0;
  for (size_t i = 0; i < names->count; i++) trues += names->at[i].value == 1;
  int64_t root = nq_side((uint64_t)largest);
  bool known = root > 0 && root * root == largest && trues == (uint64_t)root;
  if (known && !fills_columns(names, root)) {
    known = names->count == (size_t)largest;
    for (int64_t side = root < 4 ? 1 : 4; side < root && known; side++)
      known = !fills_columns(names, side); /* others are auxiliary */
  }
  *n = (uint64_t)root;
  if (known) return NQ_OK;
  return nq_error_at(error, names->line,
                     "n cannot be determined from %" PRIu64 " true variables up to %" PRId64
                     ": give n, as there may be auxiliary variables",
                     trues, largest);
}

/* A sample, or literals from 1, where those above n^2 are auxiliary. */
static nq_status fill_numbers(nq_names *names, uint32_t stem, nq_sheet *sheet, nq_error *error) {
  bool literals = names->literals;
  nq_status status = sort_numbers(names, error);
  if (status == NQ_OK && !literals) status = count_sample(names, &sheet->n, error);
  if (status == NQ_OK && literals && sheet->n == 0)
    status = names->most > 0 ? claim_n(names, sheet, error) : guess_n(names, &sheet->n, error);
  if (status != NQ_OK) return status;
  int64_t n = (int64_t)sheet->n;
  while (literals && names->count > 0 && (names->at[names->count - 1].index[0] - 1) / n >= n)
    names->count--;
  sheet->base = 0;
  sheet->ordered = literals;
  fill(names, stem, (uint32_t)n, literals, sheet);
  return NQ_OK;
}

nq_status nq_names_board(nq_names *names, const nq_setting *setting, nq_reader *reader) {
  uint32_t stem = 0, n;
  int64_t base;
  bool few = false;
  if (names->count == 0 && !names->failed && !names->ended) return NQ_END;
  nq_sheet sheet;
  nq_sheet_begin(&sheet, names->form != NULL ? names->form : "assignments", names->line);
  if (setting->from_one) sheet.base = 1;
  sheet.setting = *setting;
  sheet.setting.loose = false;
  sheet.n = reader->expected_n;
  sheet.bits = !names->unnamed;
  nq_status status = NQ_OK;
  if (!names->unnamed) status = choose_stem(names, setting, reader, &stem);
  sheet.failed = names->failed;
  if (status == NQ_OK && (setting->samples || names->literals)) {
    status = fill_numbers(names, stem, &sheet, reader->error);
  } else if (status == NQ_OK && !names->unnamed &&
             is_flat(names, stem, reader->expected_n, &n, &base, &few)) {
    if (few)
      status = nq_error_at(reader->error, names->line,
                           "the numbers of %s may be columns or squares: write x_1_2 for a square",
                           names->stems[stem].text[0] != '\0' ? names->stems[stem].text : "x12");
    sheet.base = base >= 0 ? 0 : NQ_BASE_SEEN;
    if (base >= 0) sheet.n = n;
    fill(names, stem, n, base < 0 ? 0 : base, &sheet);
  } else if (status == NQ_OK) {
    fill(names, stem, 0, 0, &sheet);
  }
  nq_names_release(names);
  if (status == NQ_OK) return nq_sheet_finish(&sheet, reader);
  nq_sheet_release(&sheet);
  return status;
}

nq_status nq_names_settle(nq_reader *reader) {
  const nq_setting setting = {.contradicts = true};
  nq_status status = nq_names_board(&reader->names, &setting, reader);
  if (status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  return status == NQ_END ? NQ_OK : status;
}
