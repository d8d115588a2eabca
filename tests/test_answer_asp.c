/* Answers of answer set solvers, as text and as JSON. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void text(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "clingo version 5.4.1\nReading from q.lp\nSolving...\nAnswer: 1\n"
       "queen(3,1) queen(1,2) queen(4,3) queen(2,4)\nAnswer: 2\nqueen(1,1)\nSATISFIABLE\n\n"
       "Models : 2\n",
       {ANSWER_BOARD(5, "1 3 0 2"), ANSWER_BOARD(7, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "queen(2,1) queen(1,2)\nqueen(1,1)\nSATISFIABLE\n",
       {ANSWER_BOARD(1, "1 0"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 1 (Time: 0.003s)\nd(1,(2,3)) p -queen(1,7) queen(1,2) free(9)\n",
       {ANSWER_BOARD(2, "1 . . . . . .")}},
      {NQ_FORMAT_AUTO, 0, "ANSWER\nqueen(1,2). queen(2,1).\n", {ANSWER_BOARD(2, "1 0")}},
      /* Atoms without two numbers are no queens. */
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 1\nqueen(1,2) queen(2,) queen(,2) queen(,) queen(2,1)\n",
       {ANSWER_BOARD(2, "1 0")}},
      {NQ_FORMAT_AUTO, 3, "Answer: 1\n\nSATISFIABLE\n", {ANSWER_BOARD(2, ". . .")}},
      /* An answer that is broken over several lines, and two of one line each. */
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 1\nqueen(1,2)\n  queen(2,4)\nqueen(3,1)\nqueen(4,3)\n\nAnswer: 2\n"
       "queen(1,3) queen(2,1)\nqueen(3,4) queen(4,2)\nSATISFIABLE\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(8, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 1\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\n"
       "queen(1,3) queen(2,1) queen(3,4) queen(4,2)\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(3, "2 0 3 1")}},
      /* SWI-Prolog sets its full stop apart. */
      {NQ_FORMAT_AUTO,
       0,
       "queen(1, 2)\nqueen(2, 4)\nqueen(3, 1)\nqueen(4, 3) .\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void json(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "{\n \"Solver\": \"clingo\",\n \"Call\": [ {\n \"Witnesses\": [ {\n  \"Value\": [\n"
       "  \"queen(2,1)\", \"p\",\n \"queen(1,2)\" ] }, { \"Value\": [\"queen(1,1)\"] } ] } ],\n"
       " \"Result\": \"SATISFIABLE\",\n \"Models\": { \"Number\": 2 }\n}\n",
       {ANSWER_BOARD(6, "1 0"), ANSWER_BOARD(7, "0")}},
      {NQ_FORMAT_AUTO,
       0,
       "{\"Solver\": \"x\", \"Result\": \"UNSATISFIABLE\", \"a\": {}}\n",
       {ANSWER_NONE(1)}},
      {NQ_FORMAT_ASP,
       0,
       "{\"Result\": \"UNKNOWN\"}\n{\"Result\": \"UNSATISFIABLE\"}\n",
       {ANSWER_UNKNOWN(1), ANSWER_NONE(2)}},
      {NQ_FORMAT_ASP, 0, "{\"Value\": [\"queen(1,1)\"]", {ANSWER_REFUSED(1, "'}' is missing")}},
      {NQ_FORMAT_ASP, 0, "{\"Value\": [\"queen(1,", {ANSWER_REFUSED(1, "is missing")}},
      {NQ_FORMAT_ASP, 0, "{\"Result\": \"SATISFIABLE\"}", {ANSWER_REFUSED(1, "no answer shows")}},
  };
  ANSWER_RUN(cases);
}

static void verdicts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "clingo version 5\nSolving...\nUNSATISFIABLE\n", {ANSWER_NONE(3)}},
      {NQ_FORMAT_AUTO, 0, "clasp version 3\r\nUNKNOWN\r\n", {ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_AUTO, 0, "INCONSISTENT\n", {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO, 0, "SATISFIABLE\n", {ANSWER_REFUSED(1, "no board follows")}},
      {NQ_FORMAT_ASP, 0, "SATISFIABLE\n", {ANSWER_REFUSED(1, "no answer shows its atoms")}},
  };
  ANSWER_RUN(cases);
}

static void wrong_answers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_ASP,
       0,
       "queen(1,2) queen(1,3)\nqueen(1,1)\n",
       {ANSWER_INVALID(1, "column 0 has queens on rows 1 and 2"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_ASP, 2, "queen(3,1)\n", {ANSWER_INVALID(1, "column 2, outside 0..1")}},
      {NQ_FORMAT_ASP, 0, "queen(0,1)\n", {ANSWER_BOARD(1, "1")}}, /* a 0: from 0 */
      {NQ_FORMAT_ASP, 0, "queen(1,-3)\n", {ANSWER_INVALID(1, "row -4")}},
      {NQ_FORMAT_ASP, 0, "queen(4000000000,2)\n", {ANSWER_REFUSED(1, "n cannot be determined")}},
      {NQ_FORMAT_ASP,
       0,
       "Answer: 1\nqueens(a,b)\nUNSATISFIABLE\n",
       {ANSWER_REFUSED(2, "no atoms queen(column,row)"), ANSWER_NONE(3)}},
      {NQ_FORMAT_ASP,
       0,
       "queen(1,2) queen(2,\nqueen(1,1)\n",
       {ANSWER_REFUSED(1, "')' was expected"), ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_ASP, 0, "queen(1,2) queen(2,1)", {ANSWER_REFUSED(1, "cut short")}},
  };
  ANSWER_RUN(cases);
}

static void contradictions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_ASP, 0, "queen(1,1) -queen(1,1)\n", {ANSWER_REFUSED(1, "and has none")}},
      {NQ_FORMAT_ASP, 0, "queen(1,1) queen(1,1)\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_ASP,
       0,
       "Answer: 1\nqueen(1,1)\nUNSATISFIABLE\n",
       {ANSWER_BOARD(2, "0"), ANSWER_REFUSED(3, "line 2 has a solution")}},
      {NQ_FORMAT_ASP,
       0,
       "{\"Value\": [\"queen(1,1)\", \"-queen(1,1)\"],\n\"Result\": \"SATISFIABLE\",\n"
       "\"Result\": \"UNKNOWN\"}\n",
       {ANSWER_REFUSED(3, "another \"Result\"")}},
      {NQ_FORMAT_ASP,
       0,
       "{\"Value\": [\"queen(1,1)\", \"-queen(1,1)\"]}\n",
       {ANSWER_REFUSED(1, "and has none")}},
  };
  ANSWER_RUN(cases);
}

/* What stands in a comment or in a string is no atom. */
static void comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 1\n% queen(1,2)\nqueen(1,1) p(\") queen(1,2)\") \"queen(1,3)\" % queen(1,4)\n"
       "SATISFIABLE\n",
       {ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_ASP,
       0,
       "{\"Note\": \"\\\"Result\\\": 1, \\\"Value\\\": [\",\n\"Value\": "
       "[\"queen(1,1)\", \"p(\\\"queen(1,2)\\\")\"], \"Result\": \"SATISFIABLE\"}\n",
       {ANSWER_BOARD(2, "0")}},
  };
  ANSWER_RUN(cases);
}

/* Answer: is a word of people as well. */
static void reads_other_answers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "Answer: 2 4 1 3\n\nfound\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "Answer: 2, 4, 1, 3\n\nfound\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "Answer: 12 (Time: 0.003s)\nqueen(1,2) queen(2,4) queen(3,1) queen(4,3)\nSATISFIABLE\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text),
      cmocka_unit_test(json),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(wrong_answers),
      cmocka_unit_test(contradictions),
      cmocka_unit_test(comments),
      cmocka_unit_test(reads_other_answers),
  };
  return cmocka_run_group_tests_name("answer_asp", tests, NULL, NULL);
}
