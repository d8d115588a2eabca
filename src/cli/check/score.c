/* MODEL.  A line of the set is a puzzle, as `generate puzzles` writes it: the object itself, or, in
 * the layout `text`, the "metadata" of one.  A line of FILE is an answer to the next puzzle, or to
 * that of its "index": a board in any form that is one line, a JSON text of several, or an object
 * with such as "answer" or "rows".  An answer is right when it is a solution that keeps the queens
 * of the puzzle, whichever completion it is; what is no board is wrong.
 *
 * The difficulty is the number of branches: 0, 1..9, 10..99, .. */
#include "cli/check/checker.h"
#include "core/json.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES 21 /* 0, and a class for each length of the number in digits */

typedef struct puzzle {
  uint64_t index, branches;
  nq_instance *instance;
  bool answered, right;
} puzzle;

typedef struct scoring {
  puzzle *puzzles; /* in the order of their indices */
  size_t count, room;
  size_t next; /* puzzle that a line without an index answers */
} scoring;

/* ---- Lines ---- */

/* Why the line cannot be used, or NULL. */
typedef const char *take_line(scoring *score, const char *line, json_t *value);

/* False, after a message, when the file cannot be read or `take` refuses a line. */
static bool read_lines(const char *option, const char *path, scoring *score, take_line *take) {
  char *line = NULL;
  size_t size = 0;
  uint64_t number = 0;
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re"); /* e: not for child processes */
  if (file == NULL) return cli_refuse("%s %s: %s", option, path, strerror(errno));
  const char *why = NULL;
  while (why == NULL && getline(&line, &size, file) >= 0) {
    number++;
    line[strcspn(line, "\r\n")] = '\0';
    json_t *value = json_loads(line, JSON_DECODE_ANY, NULL);
    why = take(score, line, value);
    json_decref(value);
  }
  bool done = why == NULL;
  if (!done)
    (void)cli_refuse("%s:%" PRIu64 ": %s", path, number, why);
  else if (ferror(file))
    done = cli_refuse("%s %s: %s", option, path, strerror(errno));
  free(line);
  (void)fclose(file);
  return done;
}

/* ---- The set ---- */

static nq_instance *build_puzzle(const json_t *rows) {
  size_t n = json_array_size(rows);
  nq_instance *instance = n > 0 && n <= NQ_ENUMERATE_N_MAX ? nq_instance_new((uint32_t)n) : NULL;
  for (size_t column = 0; instance != NULL && column < n; column++) {
    const json_t *row = json_array_get(rows, column);
    json_int_t at = json_integer_value(row);
    if (json_is_null(row)) continue;
    if (json_is_integer(row) && at >= 0 && (size_t)at < n &&
        nq_instance_place(instance, (uint32_t)column, (uint32_t)at, NULL) == NQ_OK)
      continue;
    nq_instance_free(instance);
    instance = NULL;
  }
  return instance;
}

static const char *take_puzzle(scoring *score, const char *line, json_t *value) {
  const json_t *metadata = json_object_get(value, "metadata");
  const json_t *object = metadata != NULL ? metadata : value;
  const json_t *index = json_object_get(object, "index");
  const json_t *branches = json_object_get(object, "branches");
  (void)line;
  if (!nq_memory_grow(&score->puzzles, score->count, &score->room, sizeof *score->puzzles))
    return "out of memory";
  puzzle *added = &score->puzzles[score->count];
  *added = (puzzle){.index = (uint64_t)json_integer_value(index),
                    .branches = (uint64_t)json_integer_value(branches),
                    .instance = build_puzzle(json_object_get(object, "rows"))};
  bool counts = json_is_integer(index) && json_is_integer(branches) &&
                json_integer_value(index) >= 0 && json_integer_value(branches) >= 0;
  score->count++;
  if (added->instance == NULL || !counts)
    return "not a puzzle: a line of `nqueens generate puzzles` is needed";
  bool rises = score->count == 1 || added->index > added[-1].index;
  return rises ? NULL : "the index is not above that of the puzzle before";
}

/* ---- Answers ---- */

/* Set asked->right: the answer is one board that completes the puzzle.  False: memory is short. */
static bool judge(puzzle *asked, const char *answer) {
  uint32_t n = nq_instance_n(asked->instance);
  nq_reader *reader = nq_reader_new(-1, NQ_FORMAT_AUTO);
  nq_board board = {0};
  uint64_t line;
  nq_check_report report = {0};
  nq_bytes text = {0};
  if (reader == NULL) return false;
  nq_bytes_text(&text, answer);
  nq_reader_expect(reader, n);
  nq_reader_source(reader, nq_bytes_give, &text);
  nq_status status = nq_reader_next(reader, &board, &line, NULL);
  if (status == NQ_OK && board.n == n)
    status = nq_check(board.rows, n, asked->instance, &report, NULL);
  asked->right = status == NQ_OK && report.valid;
  if (asked->right) {
    status = nq_reader_next(reader, &board, &line, NULL);
    asked->right = status == NQ_END;
  }
  bool whole = !text.failed && status != NQ_NO_MEMORY;
  nq_bytes_release(&text);
  nq_board_release(&board);
  nq_reader_free(reader);
  return whole;
}

static int compare_index(const void *index, const void *asked) {
  uint64_t a = *(const uint64_t *)index, b = ((const puzzle *)asked)->index;
  return (a > b) - (a < b);
}

/* The puzzle that a line with or without an index answers; NULL: none. */
static puzzle *find_puzzle(const scoring *score, const json_t *index) {
  uint64_t number = (uint64_t)json_integer_value(index);
  if (index == NULL) return score->next < score->count ? &score->puzzles[score->next] : NULL;
  return bsearch(&number, score->puzzles, score->count, sizeof *score->puzzles, compare_index);
}

static const char *take_answer(scoring *score, const char *line, json_t *value) {
  const json_t *index = json_object_get(value, "index");
  const json_t *answer = json_object_get(value, "answer");
  if (answer == NULL) answer = json_object_get(value, "rows");
  if (answer == NULL) answer = value;
  if (line[0] == '#') return NULL;
  if (index != NULL && !(json_is_integer(index) && json_integer_value(index) >= 0))
    return "its index is not a whole number";
  puzzle *asked = find_puzzle(score, index);
  if (asked == NULL) return "there is no puzzle that this would answer";
  score->next = (size_t)(asked - score->puzzles) + 1;
  if (asked->answered) return "this puzzle has been answered before";
  char *dumped =
      json_is_string(answer) || answer == NULL ? NULL : json_dumps(answer, JSON_ENCODE_ANY);
  const char *board = json_is_string(answer) ? json_string_value(answer) : dumped;
  asked->answered = line[0] != '\0';
  bool done = !asked->answered || judge(asked, board != NULL ? board : line);
  free(dumped);
  return done ? NULL : "out of memory";
}

/* ---- The table ---- */

typedef struct tally {
  char name[48]; /* "10..99" */
  uint64_t puzzles, answered, right;
} tally;

static void add_to(tally *sum, const puzzle *asked) {
  sum->puzzles++;
  sum->answered += asked->answered;
  sum->right += asked->right;
}

/* Add to the tally of its class. */
static void add_to_class(tally *classes, const puzzle *asked) {
  uint64_t branches = asked->branches, least = 0;
  for (; branches > 0; branches /= 10, classes++) least = least == 0 ? 1 : 10 * least;
  if (least == 0)
    snprintf(classes->name, sizeof classes->name, "0");
  else
    snprintf(classes->name, sizeof classes->name, "%" PRIu64 "..%" PRIu64, least, 10 * least - 1);
  add_to(classes, asked);
}

static json_t *tally_json(const tally *sum) {
  return json_pack("{s:I, s:I, s:I, s:o}", "puzzles", (json_int_t)sum->puzzles, "answered",
                   (json_int_t)sum->answered, "right", (json_int_t)sum->right, "accuracy",
                   nq_json_number((double)sum->right / (double)sum->puzzles));
}

/* Of the classes, and then of all. */
static bool print_text(const tally classes[CLASSES + 1]) {
  printf("%-12s %9s %9s %9s %9s\n", "branches", "puzzles", "answered", "right", "share");
  for (const tally *sum = classes; sum <= &classes[CLASSES]; sum++)
    if (sum->puzzles > 0)
      printf("%-12s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %8.1f%%\n", sum->name, sum->puzzles,
             sum->answered, sum->right, 100 * (double)sum->right / (double)sum->puzzles);
  return true;
}

static bool print_json(const tally classes[CLASSES + 1]) {
  json_t *object = tally_json(&classes[CLASSES]), *list = json_array();
  for (unsigned i = 0; i < CLASSES; i++) {
    if (classes[i].puzzles == 0) continue;
    json_t *row = tally_json(&classes[i]);
    nq_json_put(&row, "branches", json_string(classes[i].name));
    nq_json_append(&list, row);
  }
  nq_json_put(&object, "by_branches", list);
  return cli_stats_print(object, CLI_YES) == CLI_YES;
}

/* ---- All ---- */

static int is_of_lines(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length >= 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

/* The lines of a set: the file itself, or the only one of a folder.  NULL, after a message. */
static char *find_lines(const char *set) {
  struct dirent **names = NULL;
  int count = scandir(set, &names, is_of_lines, NULL);
  size_t size = strlen(set) + 2 + (count == 1 ? strlen(names[0]->d_name) : 0);
  char *path = count == 0 || count > 1 ? NULL : malloc(size);
  if (count == 0 || count > 1)
    (void)cli_refuse("--against %s: it has %s .jsonl: give the file", set,
                     count > 1 ? "several" : "no");
  else if (path == NULL)
    (void)cli_refuse("out of memory");
  else
    snprintf(path, size, "%s%s%s", set, count == 1 ? "/" : "", count == 1 ? names[0]->d_name : "");
  for (int i = 0; i < count; i++) free(names[i]);
  free(names);
  return path;
}

bool cli_score_answers(cli_checker *checker) {
  const cli_check_options *options = checker->options;
  scoring score = {0};
  tally classes[CLASSES + 1] = {[CLASSES] = {.name = "all"}}, *all = &classes[CLASSES];
  char *lines = find_lines(options->against_path);
  bool done = lines != NULL && read_lines("--against", lines, &score, take_puzzle);
  if (done && score.count == 0) done = cli_refuse("%s: no puzzle", lines);
  done = done && read_lines("--answers", options->answers_path, &score, take_answer);
  for (size_t i = 0; done && i < score.count; i++) {
    add_to_class(classes, &score.puzzles[i]);
    add_to(all, &score.puzzles[i]);
  }
  if (done && (options->json || !options->quiet))
    done = (options->json ? print_json : print_text)(classes);
  if (all->right < all->puzzles) cli_check_note(checker, CLI_NO);
  for (size_t i = 0; i < score.count; i++) nq_instance_free(score.puzzles[i].instance);
  free(score.puzzles);
  free(lines);
  return done;
}
