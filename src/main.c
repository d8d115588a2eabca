/* nqueens; all of it is in cli/. */
#include "cli/commands.h"

int main(int argc, char **argv) {
  return cli_run(argc, argv, cli_signals_init(), NULL, NULL);
}
