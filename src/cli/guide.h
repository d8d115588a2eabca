/* What a subcommand answers about itself instead of running. */
#ifndef NQ_CLI_GUIDE_H
#define NQ_CLI_GUIDE_H

#include "cli/cli.h"
#include "cli/options.h"

/* As the first word behind a subcommand: write its help in full, or its manual page; complete the
 * words that follow. */
#define CLI_ASK_HELP     "--help-in-full"
#define CLI_ASK_MANUAL   "--manual"
#define CLI_ASK_COMPLETE "--complete"

/* Answer such a question, if argv[1] is one, and end the process. */
void cli_guide_answer(const cli_usage *usage, const cli_option *table, int argc, char **argv);

/* Write the help in brief to standard output and end the process. */
_Noreturn void cli_guide_help(const cli_usage *usage, const cli_option *table);

/* `nqueens --complete WORD...`: argv[1 ..] are the words. */
int cli_guide_complete(int argc, char **argv, const cli_signals *signals);

#endif
