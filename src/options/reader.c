#define _GNU_SOURCE /* getopt_long */
#include "options/options.h"

#include <getopt.h>
#include <stdlib.h>

/* For a long name, getopt returns this plus the index of its row; letters are smaller. */
#define FIRST_LONG 0x100

/* Only options have rows, not keys. */
static size_t count_rows(const cli_command *command) {
  size_t count = 0;
  cli_row row;
  for (size_t i = 0; cli_command_row(command, i, &row); i++) count += !row.group.keys;
  return count;
}

static void fill_rows(cli_call *call) {
  cli_row row;
  for (size_t i = 0; cli_command_row(call->command, i, &row); i++)
    if (!row.group.keys) call->rows[call->row_count++] = row;
}

static void fill_getopt(cli_reader *reader) {
  const cli_call *call = reader->call;
  char *letter = reader->letters;
  for (size_t i = 0; i < call->row_count; i++) {
    const nq_option *option = call->rows[i].option;
    bool value = nq_option_takes_value(option);
    reader->longs[i] = (struct option){option->name, value, NULL, FIRST_LONG + (int)i};
    if (option->letter == 0) continue;
    *letter++ = option->letter;
    if (value) *letter++ = ':';
  }
}

/* Each list has room for every word. */
static void give_lists(cli_reader *reader) {
  const char **room = reader->texts;
  for (size_t i = 0; i < reader->call->row_count; i++) {
    const cli_row *row = &reader->call->rows[i];
    if (row->option->kind != NQ_OPTION_LIST) continue;
    char *options = cli_row_options(reader->call, row);
    ((nq_option_list *)(void *)(options + row->option->offset))->items = room;
    room += reader->argc;
  }
}

bool cli_reader_init(cli_reader *reader, cli_call *call, int argc, char **argv) {
  size_t count = count_rows(call->command);
  *reader = (cli_reader){.call = call, .argc = argc, .argv = argv};
  call->rows = calloc(count + 1, sizeof *call->rows);
  reader->longs = calloc(count + 1, sizeof *reader->longs);
  reader->letters = calloc(2 * count + 1, 1);
  reader->texts = calloc(count * (size_t)argc + 1, sizeof *reader->texts);
  if (call->rows == NULL || reader->longs == NULL || reader->letters == NULL ||
      reader->texts == NULL)
    return false;
  fill_rows(call);
  fill_getopt(reader);
  give_lists(reader);
  optind = 0;
  opterr = 0;
  return true;
}

void cli_reader_release(cli_reader *reader) {
  free(reader->call->rows);
  free(reader->longs);
  free(reader->letters);
  free(reader->texts);
}

static cli_row *find_row(const cli_reader *reader, int got) {
  cli_call *call = reader->call;
  if (got >= FIRST_LONG) return &call->rows[got - FIRST_LONG];
  for (size_t i = 0; i < call->row_count; i++)
    if (got != 0 && call->rows[i].option->letter == (got == '?' ? 'h' : got)) return &call->rows[i];
  return NULL;
}

cli_word cli_reader_next(cli_reader *reader, cli_row **row) {
  *row = NULL;
  int got = getopt_long(reader->argc, reader->argv, reader->letters, reader->longs, NULL);
  if (got == -1) return CLI_WORD_END;
  bool found = got != '?' || optopt == '?'; /* -? asks for help and is not an error */
  *row = find_row(reader, got != '?' ? got : optopt);
  if (*row == NULL) return CLI_WORD_UNKNOWN;
  if (found) return CLI_WORD_OPTION;
  return nq_option_takes_value((*row)->option) ? CLI_WORD_NO_VALUE : CLI_WORD_SURPLUS;
}
