/* Answers of SAT and pseudo-Boolean solvers, and of XCSP3's. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define FOUR "v -1 2 -3 -4 -5 -6 -7 8\nv 9 -10 -11 -12 -13 -14 15 -16"

static void solutions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "c a comment\ns SATISFIABLE\n" FOUR " 0\n", {ANSWER_BOARD(3, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, FOUR " 0\ns SATISFIABLE\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 4, "s SATISFIABLE\n" FOUR "\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       FOUR " 0\nc Answer: 2\n" FOUR "\nv 0\ns SATISFIABLE\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(4, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 0, "o 3\n" FOUR " 0\nd FOUND 1\n", {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_SAT, 4, FOUR " 17 -18 19 99 0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_SAT, 5, FOUR " 0\n", {ANSWER_INVALID(1, "column 1 has queens on rows 2 and 3")}},
  };
  ANSWER_RUN(cases);
}

/* Pseudo-Boolean answers have no 0: the next one starts where the variables start again. */
static void pseudo_boolean(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "v -x1 x2 -x3 x4 -x5\nv -x6 -x7 -x8 -x9\nc\nv x1 -x2 -x3 -x4 -x5 x6 -x7 x8 -x9\n"
       "s SATISFIABLE\n",
       {ANSWER_REFUSED(1, "2 true variables up to 9"), ANSWER_BOARD(4, "0 2 1")}},
      {NQ_FORMAT_AUTO,
       3,
       "v x1 x6 x8\nv x1 x6 x8\nv x1 x6\nv x8 -x9\ns OPTIMUM FOUND\n",
       {ANSWER_BOARD(1, "0 2 1"), ANSWER_BOARD(2, "0 2 1"), ANSWER_BOARD(3, "0 2 1")}},
  };
  ANSWER_RUN(cases);
}

/* Only the 0 ends a solution, not a comment between its lines. */
static void comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "v -1 2 -3 -4 -5 -6 -7 8\nc 1 second\n\nc\nv 9 -10 -11 -12 -13 -14 15 -16 0\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       4,
       "s SATISFIABLE\nv 2 8\no 3\nc UNKNOWN\nv 9 15\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO, 3, "v x1 x6\n* v x2\nc v x3\nv x8\n", {ANSWER_BOARD(1, "0 2 1")}},
      {NQ_FORMAT_AUTO,
       4,
       "v 2 8\nnoise\nv 9 15 0\ns UNKNOWN\n",
       {ANSWER_REFUSED(2, "starts with c, s or v"), ANSWER_UNKNOWN(4)}},
      /* What a program makes of the answer, below it. */
      {NQ_FORMAT_AUTO,
       0,
       "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\nDecoded:\n2 4 1 3\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(4, "1 3 0 2")}},
      /* The summary of CP-SAT's log has a status, and the text below it the board. */
      {NQ_FORMAT_AUTO,
       0,
       "CpSolverResponse summary:\nstatus: OPTIMAL\nobjective: 0\nsolution_fingerprint: "
       "0x8c\n\nqueen in column 0 is in row 1\nqueen in column 1 is in row 3\nqueen in column 2 is "
       "in row 0\nqueen in column 3 is in row 2\n",
       {ANSWER_BOARD(6, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "CpSolverResponse summary:\nstatus: INFEASIBLE\nobjective: NA\n",
       {ANSWER_NONE(2)}},
  };
  ANSWER_RUN(cases);
}

/* No assignment: its board is not asked whether it is a solution. */
static void contradictions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_SAT, 4, FOUR " -2 0\n", {ANSWER_REFUSED(1, "variable 2 is both true and false")}},
      {NQ_FORMAT_SAT, 0, FOUR " -2 0\n", {ANSWER_REFUSED(1, "variable 2 is both true and false")}},
      {NQ_FORMAT_SAT, 0, "v -1 1 -2 2 -3 3 4 0\n", {ANSWER_REFUSED(1, "variable 1 ")}},
      {NQ_FORMAT_SAT, 0, FOUR " 2 -16 0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_SAT, 4, "v x2 x8 x9 x15\nv -x15\n", {ANSWER_REFUSED(1, "variable 15 ")}},
      {NQ_FORMAT_SAT, 4, FOUR " 0 -2\n", {ANSWER_REFUSED(2, "not '-2'")}},
      {NQ_FORMAT_SAT,
       4,
       "s UNSATISFIABLE\n" FOUR " 0\ns SATISFIABLE\n" FOUR " 0\n",
       {ANSWER_NONE(1), ANSWER_REFUSED(2, "line 1 reports"), ANSWER_BOARD(5, "1 3 0 2")}},
      {NQ_FORMAT_SAT, 4, "v -1 -2 2 8 9 15 0\n", {ANSWER_REFUSED(1, "variable 2 ")}},
      {NQ_FORMAT_SAT, 4, "v 2 8\nv 9 15\nv -15 0\n", {ANSWER_REFUSED(1, "variable 15 ")}},
      {NQ_FORMAT_SAT, 4, "v 2 8 9 15 17 -17 0\n", {ANSWER_REFUSED(1, "variable 17 ")}},
      {NQ_FORMAT_SAT, 4, "v 2 8 9 15 2 2 17 -3 -18 0\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_SAT,
       4,
       FOUR " 0\nv -2 -8 -9 -15 0\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(3, ". . . .")}},
  };
  ANSWER_RUN(cases);
}

static void size_of_the_board(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_SAT, 0, FOUR " 17 0\n", {ANSWER_REFUSED(1, "5 true variables up to 17: give n")}},
      {NQ_FORMAT_SAT, 0, FOUR " 25 0\n", {ANSWER_REFUSED(1, "5 true variables up to 25: give n")}},
      {NQ_FORMAT_SAT, 0, "v 1 2 -3 -4 0\n", {ANSWER_REFUSED(1, "give n")}},
      {NQ_FORMAT_SAT, 2, "v 1 2 -3 -4 0\n", {ANSWER_INVALID(1, "queens on rows 0 and 1")}},
      {NQ_FORMAT_SAT, 2, "v 1 -2 -3 -4 0\n", {ANSWER_BOARD(1, "0 .")}},
      {NQ_FORMAT_SAT, 0, "v 0\n", {ANSWER_REFUSED(1, "0 true variables up to 0")}},
      {NQ_FORMAT_SAT, 0, "v 1 0\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_SAT, 0, "v 1 -1152921504606846976 0\n", {ANSWER_REFUSED(1, "give n")}},
  };
  ANSWER_RUN(cases);
}

static void verdicts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO, 0, "c x\ns UNSATISFIABLE\n", {ANSWER_NONE(2)}},
      {NQ_FORMAT_AUTO, 8, "s UNKNOWN\r\n", {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO, 8, "c x\nc UNKNOWN\n", {ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_AUTO, 0, "s SATISFIABLE\n", {ANSWER_REFUSED(1, "no v lines")}},
      {NQ_FORMAT_AUTO,
       0,
       "s MAYBE\ns UNSATISFIABLE\n",
       {ANSWER_REFUSED(1, "not 'MAYBE'"), ANSWER_NONE(2)}},
      {NQ_FORMAT_SAT,
       0,
       "hello\ns UNSATISFIABLE\n",
       {ANSWER_REFUSED(1, "starts with c, s or v"), ANSWER_NONE(2)}},
  };
  ANSWER_RUN(cases);
  static const io_refusal comments[] = {{"c x\nc unknown option\n", 1, "no board"}};
  io_expect_refusals(NQ_FORMAT_AUTO, comments, 1);
}

static void cut_short(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_SAT, 4, "s SATISFIABLE\n" FOUR, {ANSWER_REFUSED(3, "cut short")}},
      {NQ_FORMAT_SAT,
       4,
       "v 1 2x 0\nv 3\ns UNKNOWN\n",
       {ANSWER_REFUSED(1, "not '2x'"), ANSWER_UNKNOWN(3)}},
      {NQ_FORMAT_SAT, 4, "v 1 - 0\n", {ANSWER_REFUSED(1, "not '-'")}},
  };
  ANSWER_RUN(cases);
}

static void instantiations(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "s SATISFIABLE\nv <instantiation>\nv <list> q[] </list>\nv <values> 1 3\nv 0 2 </values>\n"
       "v </instantiation>\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       4,
       "<instantiation type=\"solution\"><list>q[]</list><values>1 3 0 2</values>"
       "</instantiation>",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       4,
       "<instantiation><list>q[]</list><values>1 3 0 2 7 7</values></instantiation>",
       {ANSWER_INVALID(1, "a queen in column 4, outside 0..3")}},
      {NQ_FORMAT_AUTO,
       4,
       "<instantiation><values>1 3 0 2 0</values></instantiation>",
       {ANSWER_INVALID(1, "a queen in column 4, outside 0..3")}},
      {NQ_FORMAT_XCSP3, /* an empty line, after a line that is a tree */
       4,
       "v <instantiation>\nv <list> q[] </list>\n\nv <values> 1 3 0 2 </values>\n\nv "
       "</instantiation>\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><values> 2x2 * 0 </values></instantiation>\n",
       {ANSWER_BOARD(1, "2 2 . 0")}},
      {NQ_FORMAT_XCSP3, /* the last column is part of the board */
       0,
       "<instantiation><list>q[0] q[1]</list><values> 0 * </values></instantiation>\n",
       {ANSWER_BOARD(1, "0 .")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><values>-1 0</values></instantiation>",
       {ANSWER_INVALID(1, "column 0 has row -1")}},
  };
  ANSWER_RUN(cases);
}

static void names_of_variables(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_XCSP3, /* in another order */
       0,
       "<instantiation><list>q[3] q[1]\nq[0] q[2]</list><values>2 3 1 0</values></instantiation>",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_XCSP3, /* beside others' variables */
       0,
       "<instantiation><list>q[0] x[0] q[1] y q[3] q[2]</list><values>1 9 3 8 2 0</values>"
       "</instantiation>",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_XCSP3,
       4,
       "<instantiation><list>q[3] a[4000000000] q[1] q[0] q[2]</list><values>2x2 3 1 0</values>"
       "</instantiation>",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_XCSP3,
       4,
       "<instantiation><list>q[0] q[1] q[2] q[3] q[4]</list><values>1 3 0 2 0</values>"
       "</instantiation>",
       {ANSWER_INVALID(1, "a queen in column 4, outside 0..3")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>q[1] q[2]</list><values>1 0</values></instantiation>",
       {ANSWER_BOARD(1, ". 1 0")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>q[0] q[1]</list><values>0</values></instantiation>",
       {ANSWER_REFUSED(1, "1 values in <values> for 2 names")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>q[0] q[0]</list><values>0 1</values></instantiation>",
       {ANSWER_REFUSED(1, "contradicts itself")}},
  };
  ANSWER_RUN(cases);
}

static void several_lists(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>x[0] q[0]</list><values>9 0</values></instantiation>",
       {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>a[0] b[0]</list><values>9 0</values></instantiation>",
       {ANSWER_REFUSED(1, "several variables: a, b")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><list>q[] b[]</list><values>1 0 1</values></instantiation>",
       {ANSWER_REFUSED(1, "give n")}},
      {NQ_FORMAT_XCSP3,
       2,
       "<instantiation><list>q[] b[]</list><values>1 0 1</values></instantiation>",
       {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_XCSP3,
       2,
       "<instantiation><list>b[] q[]</list><values>1 1 0</values></instantiation>",
       {ANSWER_REFUSED(1, "values of q")}},
  };
  ANSWER_RUN(cases);
}

static void comments_in_instantiations(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "<!-- <instantiation><values>0</values></instantiation> -->\n<instantiation a='<values> "
       "0'><!-- > -->\n<values>1 <!-- 3\n --> 0</values></instantiation>",
       {ANSWER_BOARD(2, "1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "v <instantiation>\nc <values> 0 </values>\nv <values> 1\n\nc 7\nv 0 </values>\nv "
       "</instantiation>\n",
       {ANSWER_BOARD(1, "1 0")}},
  };
  ANSWER_RUN(cases);
}

static void broken_instantiations(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "v <instantiation>\nv <values> 1\nnoise\nv 0 </values>\nv </instantiation>\n",
       {ANSWER_REFUSED(3, "</values>")}},
      {NQ_FORMAT_XCSP3, 0, "<instantiation><list>q[0]", {ANSWER_REFUSED(1, "</list>")}},
      {NQ_FORMAT_XCSP3, 0, "<instantiation><values>1 3 0", {ANSWER_REFUSED(1, "</values>")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><values>1 0</values>\n",
       {ANSWER_REFUSED(2, "</instantiation>")}},
      {NQ_FORMAT_XCSP3, 0, "<instantiation></instantiation>", {ANSWER_REFUSED(1, "no rows")}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation>\n<values>\n1 b\n0 2\n</values>\n</instantiation>\n"
       "<instantiation><values>c</values></instantiation>\ns UNKNOWN\n",
       {ANSWER_REFUSED(3, "not a row"), ANSWER_REFUSED(7, "not a row"), ANSWER_UNKNOWN(8)}},
      {NQ_FORMAT_XCSP3,
       0,
       "<instantiation><values>1x4000000000 </values></instantiation>",
       {ANSWER_REFUSED(1, "give n")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comments),
      cmocka_unit_test(contradictions),
      cmocka_unit_test(solutions),
      cmocka_unit_test(pseudo_boolean),
      cmocka_unit_test(size_of_the_board),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(cut_short),
      cmocka_unit_test(instantiations),
      cmocka_unit_test(names_of_variables),
      cmocka_unit_test(several_lists),
      cmocka_unit_test(comments_in_instantiations),
      cmocka_unit_test(broken_instantiations),
  };
  return cmocka_run_group_tests_name("answer_sat", tests, NULL, NULL);
}
