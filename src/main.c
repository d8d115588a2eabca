/* nqueens; all of it is in cli/. */
#include "cli/commands.h"

int main(int argc, char **argv) {
  cli_signals_init();
  return cli_run(argc, argv, NULL, NULL);
}
