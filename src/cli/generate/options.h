/* The options of `nqueens generate`. */
#ifndef NQ_CLI_GENERATE_OPTIONS_H
#define NQ_CLI_GENERATE_OPTIONS_H

#include "options/options.h"

/* How items are written: boards, or instances for another solver. */
typedef struct cli_generate_format {
  nq_format board;                /* NQ_FORMAT_AUTO: as an instance */
  const nq_export_format *export; /* NULL: as a board */
  const char *encoding;           /* of the export format, or NULL */
  unsigned base;                  /* of the rows of boards */
} cli_generate_format;

/* Bytes of the name of a part, with its end. */
#define CLI_PART_BYTES 33

/* The form of a data set of puzzles. */
typedef enum cli_layout { CLI_LAYOUT_FLAT, CLI_LAYOUT_TOKENS, CLI_LAYOUT_TEXT } cli_layout;

typedef struct cli_generate_options {
  nq_generate_options generate; /* in a suite without kind and n */
  bool suite;                   /* items of several kinds: */
  const nq_suite *named;        /* those of this suite; or NULL */
  const char *size;             /* of the suite, as given; or NULL */
  nq_sizes sizes;               /* one n, or several */
  const char *sizes_text;
  const char *output_path;
  bool folder;        /* the output is a folder */
  bool count_given;   /* in a suite the default depends on the kind */
  bool verdict_given; /* the same */
  const char *format; /* the name, or NULL */
  const char *encoding;
  double seconds; /* negative: not given */
  bool one_based, json, quiet;
  cli_layout layout;
  const char *split; /* as given, or NULL */
  char part_names[NQ_GENERATE_PARTS_MAX][CLI_PART_BYTES];
  unsigned part_count; /* 0: no split */
} cli_generate_options;

/* The tables of options, and their defaults. */
extern const nq_option cli_generate_usual[];
extern const cli_group cli_generate_groups[];
bool cli_generate_set_defaults(void *options);

/* Complete the options of a command line; false when something is wrong, which has been reported.
 * Release them in any case. */
bool cli_generate_options_complete(const cli_call *call, cli_generate_options *options);
void cli_generate_options_release(cli_generate_options *options);

/* Make the items; returns the exit code.  generate.c */
int cli_generate_run(const cli_generate_options *options, const cli_signals *signals,
                     nq_crew *crew);

/* The formats of boards and of instances, each once; and the encodings of the one given. */
nq_option_names cli_generate_format_names, cli_generate_encoding_names;

/* The format of a kind's items: the one given, or that of the suffix, or the kind's default.  False
 * when it is unknown or does not suit the kind, which has been reported. */
bool cli_generate_format_find(const cli_generate_options *options, const nq_generate_kind *kind,
                              cli_generate_format *format);
/* Its name and its suffix. */
const char *cli_generate_format_name(const cli_generate_format *format);
const char *cli_generate_format_suffix(const cli_generate_format *format);

#endif
