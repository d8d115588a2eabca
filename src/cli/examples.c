#include "cli/commands.h"

#include <string.h>

/* In the order of the overview; a later one may use the file of an earlier one. */
static const cli_example examples[] = {
    {"solve", "nqueens solve 1000000 -o board.npy", "one random solution, verified"},
    {"check", "nqueens check board.npy", "is it a solution?"},
    {"count", "nqueens count 18", "how many solutions are there?"},
    {"enumerate", "nqueens enumerate 6", NULL},
    {"compare", "nqueens compare --methods min-conflicts,genetic --n 8,16,32 --runs 10", NULL},
    {"draw", "nqueens draw board.npy -o board.svg", NULL},
    {"generate", "nqueens generate partial --n 20", NULL},
    {"export", "nqueens export --to dimacs 8 -o queens.cnf", NULL},
    {"help", "nqueens help solve", NULL},
    {"manual", "nqueens manual solve | man -l -", NULL},
    {"completion", "nqueens completion bash", NULL},
};

const cli_example *cli_example_at(size_t i) {
  return i < sizeof examples / sizeof *examples ? &examples[i] : NULL;
}

const cli_example *cli_example_by_name(const char *command) {
  const cli_example *example;
  for (size_t i = 0; (example = cli_example_at(i)) != NULL; i++)
    if (strcmp(example->command, command) == 0) break;
  return example;
}
