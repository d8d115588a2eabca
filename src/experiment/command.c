#include "experiment/plan.h"
#include "core/file.h"
#include "experiment/child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_MOST  64
#define WORD_BYTES  512
#define OUTPUT_MOST ((size_t)64 << 20)

struct command {
  nq_model model;
  char from[40], write[NQ_ATTEMPT_PATH / 8];
  uint64_t memory_bytes;
  const char *words; /* in the text */
};

bool nq_command_is(const char *text) {
  return strncmp(text, NQ_COMMAND ":", sizeof NQ_COMMAND) == 0;
}

/* ---- The text ---- */

/* Copy the text up to one of the signs in `ends`; what follows it. */
static const char *take_until(const char *text, const char *ends, char *copy, size_t size) {
  size_t length = strcspn(text, ends);
  snprintf(copy, size, "%.*s", (int)length, text);
  return text + length;
}

static nq_status set_key(struct command *command, const char *key, const char *value,
                         nq_error *error) {
  if (strcmp(key, "from") == 0 && nq_format_by_name(value) != NQ_FORMAT_AUTO) {
    snprintf(command->from, sizeof command->from, "%.39s", value);
    return NQ_OK;
  }
  if (strcmp(key, "write") == 0 && value[0] != '\0') {
    snprintf(command->write, sizeof command->write, "%s", value);
    return NQ_OK;
  }
  if (strcmp(key, "memory") == 0 && nq_number_parse(value, &command->memory_bytes) == NQ_NUMBER_OK)
    return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE,
                      "'%s=%s' is none of from=FORMAT, of an answer, memory=BYTES and "
                      "write=FOLDER",
                      key, value);
}

static nq_status parse(const char *text, struct command *command, nq_error *error) {
  char name[40], key[40], value[sizeof command->write];
  *command = (struct command){.words = ""};
  const char *next = take_until(text + sizeof NQ_COMMAND, "/,:", name, sizeof name);
  command->model.format = nq_export_format_by_name(name);
  if (command->model.format == NULL)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "'%s' is no format of `nqueens export`; a solver is given as "
                        "run:FORMAT:COMMAND, as in 'run:dimacs:cadical -q {}'",
                        name);
  if (*next == '/')
    next = take_until(next + 1, ",:", command->model.encoding, sizeof command->model.encoding);
  size_t length = strlen(command->model.encoding);
  if (length > 0 &&
      nq_names_find(command->model.format->encodings, command->model.encoding, length) == SIZE_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "'%s' is no encoding of %s", command->model.encoding,
                        name);
  nq_status status = NQ_OK;
  while (*next == ',' && status == NQ_OK) {
    next = take_until(next + 1, "=,:", key, sizeof key);
    value[0] = '\0';
    if (*next == '=') next = take_until(next + 1, ",:", value, sizeof value);
    status = set_key(command, key, value, error);
  }
  if (status != NQ_OK) return status;
  command->words = *next == ':' ? next + 1 : "";
  if (command->words[strspn(command->words, " ")] == '\0')
    return nq_error_set(error, NQ_BAD_VALUE, "a command is missing, as in 'run:%s:program {}'",
                        name);
  return NQ_OK;
}

/* ---- The words ---- */

/* Names in braces, and what takes their place. */
enum { MODEL, ANSWER, SEED, LIMIT, THREADS, PLACES };
static const char *const names[PLACES] = {"{}", "{answer}", "{seed}", "{limit}", "{threads}"};

struct words {
  char *word[WORDS_MOST + 1]; /* ends with NULL */
  char text[WORDS_MOST * WORD_BYTES];
  bool named[PLACES]; /* which places they have */
};

/* The place that begins here, or PLACES. */
static int place_at(const char *text) {
  int place = 0;
  while (place < PLACES && strncmp(text, names[place], strlen(names[place])) != 0) place++;
  return place;
}

/* Add the next word of *text, without its quotes; false when there is no room. */
static bool add_word(struct words *words, size_t count, const char **text,
                     const char *const *values) {
  char *word = words->text + count * WORD_BYTES, quote = '\0';
  size_t size = 0;
  const char *next = *text;
  for (; *next != '\0' && (quote != '\0' || *next != ' ') && size + 1 < WORD_BYTES; next++) {
    int place = place_at(next);
    if (place < PLACES) {
      words->named[place] = true;
      size += (size_t)snprintf(word + size, WORD_BYTES - size, "%s", values[place]);
      next = strchr(next, '}');
    } else if (quote != '\0' ? *next == quote : *next == '\'' || *next == '"') {
      quote = quote != '\0' ? '\0' : *next;
    } else {
      word[size++] = *next;
    }
  }
  bool fits = size < WORD_BYTES && quote == '\0' && (*next == '\0' || *next == ' ');
  if (fits) word[size] = '\0';
  words->word[count] = word;
  words->word[count + 1] = NULL;
  *text = next + strspn(next, " ");
  return fits;
}

/* The words of a command, with the values in place of the names in braces; NULL with *error. */
static struct words *split(const char *text, const char *const *values, nq_error *error) {
  bool fits = true;
  struct words *words = calloc(1, sizeof *words);
  if (words == NULL) nq_error_set(error, NQ_NO_MEMORY, "no memory for a command");
  if (words == NULL) return NULL;
  const char *next = text + strspn(text, " ");
  for (size_t count = 0; *next != '\0' && fits; count++)
    fits = count < WORDS_MOST && add_word(words, count, &next, values);
  if (fits) return words;
  free(words);
  nq_error_set(error, NQ_BAD_VALUE, "'%.80s' is no command: a quote is open, or it is too long",
               text);
  return NULL;
}

nq_status nq_command_check(const char *text, nq_error *error) {
  struct command command;
  nq_status status = parse(text, &command, error);
  if (status != NQ_OK) return status;
  struct words *words = split(command.words, names, error);
  if (words == NULL) return error->status;
  status = nq_child_require(words->word[0], error);
  free(words);
  return status;
}

void nq_command_label(const char *text, char *label, size_t size) {
  const char *words = strchr(text + sizeof NQ_COMMAND, ':');
  words = words != NULL ? words + 1 + strspn(words + 1, " '\"") : "";
  int length = (int)strcspn(words, " '\"");
  const char *name = words;
  for (const char *sign = words; sign < words + length; sign++)
    if (*sign == '/') name = sign + 1;
  snprintf(label, size, "%.*s", length - (int)(name - words), name);
}

void nq_attempt_wrong_path(const nq_attempt *attempt, char path[NQ_ATTEMPT_PATH]) {
  char program[NQ_ATTEMPT_PATH / 8], variant[NQ_SHA256_TEXT];
  const nq_question *question = question_of(attempt);
  const char *text = variant_of(attempt)->text;
  nq_command_label(text, program, sizeof program);
  nq_sha256(text, strlen(text), variant);
  snprintf(path, NQ_ATTEMPT_PATH, "%s/wrong/%s-%.8s-%" PRIu32 "-%.8s-%" PRIu64 ".txt",
           attempt->plan->files, program, variant, nq_instance_n(question->instance),
           question->digest[0] != '\0' ? question->digest : "plain", attempt->run.seed);
}

/* ---- The answer ---- */

/* Judge one answer; false when it is wrong. */
static bool judge(nq_reader *reader, nq_status status, const nq_board *board, const nq_error *error,
                  nq_attempt *attempt) {
  const nq_instance *instance = question_of(attempt)->instance;
  nq_check_report report = {0};
  char text[160];
  nq_answer answer = nq_reader_answer(reader, &(uint32_t){0});
  if (status == NQ_NO_BOARD && answer == NQ_ANSWER_UNKNOWN) return true;
  if (status == NQ_NO_BOARD && answer == NQ_ANSWER_UNSATISFIABLE) {
    attempt->result.verdict = NQ_UNSOLVABLE;
    nq_attempt_judge(attempt);
    return attempt->outcome != NQ_OUTCOME_WRONG;
  }
  if (status == NQ_NO_BOARD) {
    nq_attempt_end(attempt, NQ_OUTCOME_WRONG, "", error->message);
    return false;
  }
  if (board->n != nq_instance_n(instance)) {
    snprintf(text, sizeof text, "a board of %" PRIu32 " column%s", board->n, nq_plural(board->n));
    nq_attempt_end(attempt, NQ_OUTCOME_WRONG, text, "");
    return false;
  }
  nq_error why = {0};
  if (nq_check(board->rows, board->n, instance, &report, &why) != NQ_OK) {
    nq_attempt_end(attempt, NQ_OUTCOME_UNKNOWN, "the answer could not be checked: ", why.message);
    return true;
  }
  nq_check_describe(&report, board->n, instance, text, sizeof text);
  attempt->result.conflicts = report.conflicts;
  if (report.valid) attempt->result.verdict = NQ_SOLVED;
  nq_attempt_end(attempt, report.valid ? NQ_OUTCOME_SOLVED : NQ_OUTCOME_WRONG,
                 report.valid ? "" : text, "");
  return report.valid;
}

/* Read all answers of the output; the first wrong one counts, then a right one. */
static nq_status read_answers(const struct command *command, nq_bytes *output, nq_attempt *attempt,
                              nq_error *error) {
  nq_reader *reader = nq_reader_new(-1, nq_format_by_name(command->from));
  if (reader == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for an answer");
  nq_reader_source(reader, nq_bytes_give, output);
  nq_reader_expect(reader, nq_instance_n(question_of(attempt)->instance));
  nq_board board = {0};
  nq_status status = NQ_OK;
  bool right = true;
  while (right && status != NQ_END && status != NQ_NO_MEMORY) {
    uint64_t line;
    nq_error why = {0};
    status = nq_reader_next(reader, &board, &line, &why);
    if (status == NQ_BAD_FORMAT && attempt->result.verdict == NQ_UNKNOWN)
      nq_attempt_end(attempt, NQ_OUTCOME_UNKNOWN, "the answer could not be read: ", why.message);
    if (status == NQ_OK || status == NQ_NO_BOARD)
      right = judge(reader, status, &board, &why, attempt);
    if (status == NQ_NO_MEMORY) *error = why;
  }
  nq_board_release(&board);
  nq_reader_free(reader);
  if (!right) attempt->result.verdict = NQ_UNKNOWN;
  return status == NQ_NO_MEMORY ? status : NQ_OK;
}

/* Keep the output that holds a wrong answer. */
static nq_status keep_wrong(const nq_attempt *attempt, const nq_bytes *output, nq_error *error) {
  char path[NQ_ATTEMPT_PATH];
  if (attempt->plan->files[0] == '\0') return NQ_OK;
  nq_status status = nq_files_make_folder(attempt->plan->files, "wrong", error);
  if (status != NQ_OK) return status;
  nq_attempt_wrong_path(attempt, path);
  FILE *file = fopen(path, "we");
  bool written = file != NULL && fwrite(output->data, 1, output->size, file) == output->size;
  if (file != NULL && fclose(file) != 0) written = false;
  return written ? NQ_OK : nq_error_system(error, errno, "%.300s", path);
}

/* The last lines of what the program wrote to standard error, as one. */
static const char *last_lines(nq_child *child) {
  size_t end = strlen(child->last);
  bool cut = end + 1 == sizeof child->last;
  while (end > 0 && child->last[end - 1] == '\n') child->last[--end] = '\0';
  const char *first = cut ? strchr(child->last, '\n') : NULL;
  first = first != NULL ? first + 1 : child->last;
  for (char *sign = child->last; *sign != '\0'; sign++)
    if (*sign == '\n') *sign = '|';
  return first;
}

/* Why there is no answer of a program that ended. */
static void explain(const struct command *command, nq_child *child, nq_attempt *attempt) {
  char text[40];
  bool failed = child->end == NQ_CHILD_KILLED || child->code != 0;
  if (child->end == NQ_CHILD_TIME)
    nq_attempt_end(attempt, NQ_OUTCOME_TIME, "the time limit was reached", "");
  else if (child->end == NQ_CHILD_OUTPUT)
    nq_attempt_end(attempt, NQ_OUTCOME_UNKNOWN, "more than 64 MiB of output", "");
  else if (failed && command->memory_bytes > 0 && child->rss_bytes >= command->memory_bytes / 2)
    nq_attempt_end(attempt, NQ_OUTCOME_MEMORY, "the memory limit was reached", "");
  else if (failed) {
    const char *lines = last_lines(child);
    snprintf(text, sizeof text, "%s %d%s", child->end == NQ_CHILD_KILLED ? "signal" : "exit code",
             child->code, *lines != '\0' ? ": " : "");
    nq_attempt_end(attempt, NQ_OUTCOME_CRASHED, text, lines);
  } else if (attempt->result.reason[0] == '\0')
    nq_attempt_end(attempt, NQ_OUTCOME_UNKNOWN, "no answer", "");
}

/* Read the file that the program wrote its answer to, in place of what it printed. */
static nq_status read_answer_file(const char *path, nq_bytes *output, nq_error *error) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  output->size = 0;
  if (file < 0) return NQ_OK;                     /* no answer */
  (void)nq_bytes_read(output, file, OUTPUT_MOST); /* what can be read of it */
  close(file);
  return output->failed ? nq_error_set(error, NQ_NO_MEMORY, "no memory for an answer") : NQ_OK;
}

static nq_status run_words(const struct command *command, const struct words *words,
                           const nq_files *files, nq_attempt *attempt, nq_error *error) {
  int input = words->named[MODEL] ? open("/dev/null", O_RDONLY | O_CLOEXEC) : files->file;
  if (input < 0) return nq_error_system(error, errno, "/dev/null");
  nq_child child = {.words = words->word,
                    .input = input,
                    .folder = files->folder,
                    .more = command->write[0] != '\0' ? command->write : NULL,
                    .seconds = attempt->plan->time_limit,
                    .memory_bytes = command->memory_bytes,
                    .output_most = OUTPUT_MOST,
                    .watch = attempt->watch};
  nq_bytes output = {0};
  nq_status status = nq_child_run(&child, &output, error);
  if (words->named[MODEL]) close(input);
  bool ended = child.end == NQ_CHILD_EXITED || child.end == NQ_CHILD_KILLED;
  if (status == NQ_OK && words->named[ANSWER])
    status = read_answer_file(files->answer, &output, error);
  if (status == NQ_OK && ended && output.size > 0)
    status = read_answers(command, &output, attempt, error);
  bool wrong = attempt->outcome == NQ_OUTCOME_WRONG;
  if (status == NQ_OK && wrong) status = keep_wrong(attempt, &output, error);
  if (status == NQ_OK && attempt->result.verdict == NQ_UNKNOWN && !wrong)
    explain(command, &child, attempt);
  nq_bytes_release(&output);
  nq_result *result = &attempt->result;
  result->seconds_total = result->seconds_search = child.wall_seconds;
  result->memory_bytes = child.rss_bytes;
  attempt->cpu_seconds = child.cpu_seconds;
  return status;
}

nq_status nq_command_run(nq_attempt *attempt, nq_error *error) {
  char seed[24], limit[24];
  struct command command;
  nq_files files = {.file = -1};
  attempt->result = (nq_result){.verdict = NQ_UNKNOWN, .conflicts = UINT64_MAX};
  attempt->outcome = NQ_OUTCOME_UNKNOWN;
  nq_status status = parse(variant_of(attempt)->text, &command, error);
  if (status == NQ_OK) status = nq_files_open(&command.model, attempt, &files, error);
  snprintf(seed, sizeof seed, "%" PRIu64, attempt->run.seed);
  snprintf(limit, sizeof limit, "%.0f", ceil(attempt->plan->time_limit));
  const char *const values[PLACES] = {files.model, files.answer, seed, limit, "1"};
  struct words *words = status == NQ_OK ? split(command.words, values, error) : NULL;
  if (words != NULL)
    status = run_words(&command, words, &files, attempt, error);
  else if (status == NQ_OK)
    status = error->status;
  else if (status == NQ_UNSUPPORTED)
    nq_attempt_end(attempt, NQ_OUTCOME_UNSUPPORTED, "", error->message);
  if (words == NULL && status == NQ_UNSUPPORTED) status = NQ_OK;
  free(words);
  nq_files_close(&files);
  return status;
}

#define VERSION_SECONDS 5
#define VERSION_MOST    ((size_t)1 << 16)

nq_status nq_command_version(const char *text, nq_watch *watch, nq_bytes *output, nq_error *error) {
  char flag[] = "--version";
  struct command command;
  nq_status status = parse(text, &command, error);
  struct words *words = status == NQ_OK ? split(command.words, names, error) : NULL;
  if (words == NULL) return error->status;
  char *const call[] = {words->word[0], flag, NULL};
  nq_child child = {.words = call,
                    .input = open("/dev/null", O_RDONLY | O_CLOEXEC),
                    .seconds = VERSION_SECONDS,
                    .output_most = VERSION_MOST,
                    .watch = watch};
  status = nq_child_run(&child, output, error);
  if (child.end != NQ_CHILD_EXITED || child.code != 0) output->size = 0;
  if (child.input >= 0) close(child.input);
  free(words);
  return status;
}
