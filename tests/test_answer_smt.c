/* Answers of SMT solvers: lists of values, models, verdicts, z3's Python. */
#include "answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void values(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "sat\n((Q1 2)\n (Q2 4)\n (Q3 1)\n (Q4 3))\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "((Q_2 #b100) (Q_1 #x2) (Q_4 (_ bv3 8)) (Q_3 #b00001))",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_SMT,
       0,
       "sat\n((q1 2))\n((q2 4))\n((q3 1))\n((q4 3))\nsat\n((q1 1))\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(7, "0")}},
      {NQ_FORMAT_SMT,
       4,
       "((q_1_1 false) (q_1_2 true) (q_4_3 true))\n",
       {ANSWER_BOARD(1, "1 . . 2")}},
      {NQ_FORMAT_SMT,
       0,
       "((q_1_1 false) (q_1_2 true) (q_4_3 false))\n",
       {ANSWER_BOARD(1, "1 . . .")}},
      {NQ_FORMAT_SMT,
       0,
       "((Q1 2) (k!7 9) ((f 1) (g \")\")) (Q2 3) (aux3 (- 4)))",
       {ANSWER_BOARD(1, "1 2")}},
      /* A bit for each row. */
      {NQ_FORMAT_AUTO,
       0,
       "sat\n((r0 #b0010)\n (r1 #b1000)\n (r2 #b0001)\n (r3 #b0100))\n",
       {ANSWER_BOARD(2, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "q[1]=2 (00000010 00000100 00000001 00000011)\n",
       {ANSWER_REFUSED(1, "write blanks between rows")}},
      {NQ_FORMAT_AUTO, 0, "[0010, 1000, 0001, 0100]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void models(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "sat\n(model\n  (define-fun Q2 () Int\n    4)\n  (define-fun Q1 () (_ BitVec 5)\n #b00010)\n"
       "  (define-fun q ((x!0 Int)) Int (ite (= x!0 1) 7 8))\n  (define-fun aux () Real 0.5)\n)\n",
       {ANSWER_BOARD(2, "1 3")}},
      {NQ_FORMAT_AUTO,
       0,
       "sat\n((define-fun q_1_2 () Bool true) (define-fun q_2_1 () Bool false))",
       {ANSWER_BOARD(2, "1 .")}},
  };
  ANSWER_RUN(cases);
}

static void python(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "[Q_3 = 1,\n Q_1 = 2,\n Q_4 = 3, Q_2 = 4]\n[Q_1 = 1]\nno solution\n",
       {ANSWER_BOARD(1, "1 3 0 2"), ANSWER_BOARD(4, "0"), ANSWER_NONE(5)}},
      {NQ_FORMAT_AUTO,
       2,
       "[q_1_2 = True, q_1_1 = False]\nfailed to solve\n",
       {ANSWER_BOARD(1, "1 ."), ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_Z3PY, 0, "[2, 4, 1, 3]\n", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_Z3PY, 0, "[Q_1 = 1, Q_2 = 3", {ANSWER_REFUSED(1, "']' is missing")}},
      {NQ_FORMAT_Z3PY,
       0,
       "[Q_1 = 1, Q_2 : 3]\n[Q_1 = 1]",
       {ANSWER_REFUSED(1, "not 'Q_2'"), ANSWER_BOARD(2, "0")}},
      /* Functions from columns to rows, of other programs. */
      {NQ_FORMAT_AUTO,
       0,
       "letting queens be function(1 --> 2, 2 --> 4, 3 --> 1, 4 --> 3)\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "/\\\\ queens = (1 :> 2 @@ 2 :> 4 @@ 3 :> 1 @@ 4 :> 3)\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "queens = {(1|->2),(2|->4),(3|->1),(4|->3)}\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "q1 = 2 :: Integer\nq2 = 4 :: Integer\nq3 = 1 :: Integer\nq4 = 3 :: Integer\n",
       {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_AUTO,
       0,
       "sat\n(objectives\n (conflicts 0)\n)\n((Q1 2) (Q2 4) (Q3 1) (Q4 3))\n",
       {ANSWER_BOARD(5, "1 3 0 2")}},
  };
  ANSWER_RUN(cases);
}

static void verdicts(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "unsat\n(error \"line 3: model (is) not\navailable\")\n",
       {ANSWER_NONE(1)}},
      {NQ_FORMAT_AUTO, 8, "\n unknown\n", {ANSWER_UNKNOWN(2)}},
      {NQ_FORMAT_AUTO, 0, "timeout\r\n", {ANSWER_UNKNOWN(1)}},
      {NQ_FORMAT_AUTO, 0, "sat\n", {ANSWER_REFUSED(1, "no board follows")}},
      {NQ_FORMAT_SMT, 0, "sat\n", {ANSWER_REFUSED(1, "no values")}},
      {NQ_FORMAT_AUTO,
       0,
       "sat\nsat\n((Q1 1))\n",
       {ANSWER_REFUSED(1, "no board follows"), ANSWER_BOARD(3, "0")}},
      {NQ_FORMAT_AUTO, 0, "sat\n((Q1 1))\nunsat\n", {ANSWER_BOARD(2, "0"), ANSWER_NONE(3)}},
      {NQ_FORMAT_SMT,
       0,
       "saturday\nunsat\n",
       {ANSWER_REFUSED(1, "not 'saturday'"), ANSWER_NONE(2)}},
      /* The last unsat after several boards: there is no further one. */
      {NQ_FORMAT_AUTO,
       0,
       "sat\n((Q1 2) (Q2 4) (Q3 1) (Q4 3))\nsat\n((Q1 3) (Q2 1) (Q3 4) (Q4 2))\nunsat\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "sat\n[Q_1 = 2, Q_2 = 4, Q_3 = 1, Q_4 = 3]\nsat\n[Q_1 = 3, Q_2 = 1, Q_3 = 4, Q_4 = "
       "2]\nunsat\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_BOARD(4, "2 0 3 1")}},
      {NQ_FORMAT_AUTO,
       0,
       "sat\n[Q_1 = 2, Q_2 = 4, Q_3 = 1, Q_4 = 3]\nunsat\n",
       {ANSWER_BOARD(2, "1 3 0 2"), ANSWER_NONE(3)}},
  };
  ANSWER_RUN(cases);
}

static void wrong_answers(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_SMT, 0, "((Q1 (- 1)) (Q2 1))", {ANSWER_INVALID(1, "column 0 has row -2")}},
      {NQ_FORMAT_SMT,
       0,
       "((q_1_1 5) (q_1_2 false))\nunsat\nsat\n((q_1_1 1) (q_2_2 (- 1)))\n",
       {ANSWER_INVALID(1, "column 0, row 0 has a value other than 0 and 1"), ANSWER_NONE(2),
        ANSWER_INVALID(4, "column 1, row 1 has a value other than 0 and 1")}},
      {NQ_FORMAT_SMT, 0, "((q_1_1 0) (q_1_2 #b1) (q_2_1 1))", {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_SMT, 0, "((Q1 0) (Q2 1))", {ANSWER_INVALID(1, "column 0 has row 0, but")}},
      {NQ_FORMAT_SMT, 0, "((Q1 1) (Q2 3) (Q3 0) (Q4 2))", {ANSWER_REFUSED(1, "give --base")}},
      {NQ_FORMAT_SMT, 0, "((Q0 1) (Q1 3) (Q2 0) (Q3 2))", {ANSWER_BOARD(1, "1 3 0 2")}},
      {NQ_FORMAT_SMT,
       2,
       "sat\n((Q1 1) (Q3 2))\nunsat\n",
       {ANSWER_INVALID(2, "column 2, outside 0..1"), ANSWER_NONE(3)}},
      {NQ_FORMAT_SMT,
       0,
       "((q_1_2 true) (q_1_3 true))",
       {ANSWER_INVALID(1, "column 0 has queens on rows 1 and 2")}},
      {NQ_FORMAT_SMT,
       0,
       "((Q1 99999999999999999999999999))",
       {ANSWER_INVALID(1, "column 0 has row above 10^18, outside the board")}},
      {NQ_FORMAT_SMT, 0, "((Q0 1) (Q1 2))", {ANSWER_BOARD(1, "1 2")}},
      {NQ_FORMAT_SMT, 0, "((Q4000000000 1))", {ANSWER_REFUSED(1, "n cannot be determined")}},
      {NQ_FORMAT_SMT,
       0,
       "((Q1 a))\nunsat",
       {ANSWER_REFUSED(1, "a row, a bit-vector"), ANSWER_NONE(2)}},
      {NQ_FORMAT_SMT, 0, "((Q1 #b2))", {ANSWER_REFUSED(1, "'#b2'")}},
      {NQ_FORMAT_SMT, 0, "((Q1 1)", {ANSWER_REFUSED(1, "cut short")}},
      {NQ_FORMAT_SMT, 0, "((define-fun Q1 () Int", {ANSWER_REFUSED(1, "cut short")}},
  };
  ANSWER_RUN(cases);
}

static void contradictions(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_SMT,
       4,
       "((q_4_3 true) (q_4_3 false))\nsat\n((q_4_3 false) (q_4_3 true))\n",
       {ANSWER_REFUSED(1, "column 3, row 2, counted from 0, has a queen and has none"),
        ANSWER_REFUSED(3, "column 3, row 2")}},
      {NQ_FORMAT_SMT, 2, "((q_1_2 true) (q_1_2 #b1) (q_1_2 1))", {ANSWER_BOARD(1, "1 .")}},
      {NQ_FORMAT_SMT, 0, "((Q1 1) (Q2 2) (q1 2))", {ANSWER_REFUSED(1, "has the rows 0 and 1")}},
      {NQ_FORMAT_SMT, 0, "((Q1 1))\n((Q1 1))\n", {ANSWER_BOARD(1, "0")}},
      {NQ_FORMAT_Z3PY, 0, "[Q_1 = 1, Q_1 = 2]\n", {ANSWER_REFUSED(1, "has the rows 0 and 1")}},
      {NQ_FORMAT_SMT,
       0,
       "unsat\n((Q1 1))\nsat\n((Q1 1))\n",
       {ANSWER_NONE(1), ANSWER_REFUSED(2, "line 1 reports"), ANSWER_BOARD(4, "0")}},
      {NQ_FORMAT_SMT, /* two variables that may be the board */
       0,
       "((Q1 1) (queens_000000000000000001_00000000000009 true))",
       {ANSWER_REFUSED(1, "several variables: q, queens")}},
  };
  ANSWER_RUN(cases);
}

/* What stands in a comment or in a string is no value. */
static void comments(void **state) {
  (void)state;
  static const answer_case cases[] = {
      {NQ_FORMAT_AUTO,
       0,
       "sat ; yes\n; ((Q1 9))\n((Q1 2) ; (Q1 3)\n;)\n (Q2 1));\n",
       {ANSWER_BOARD(3, "1 0")}},
      {NQ_FORMAT_AUTO,
       0,
       "((Q1 2) (f \"a\\\") (|Q2| 1) (|(Q3| 7) (g \")\" ; )\n1))\n",
       {ANSWER_BOARD(1, "1 0")}},
      {NQ_FORMAT_AUTO, 0, "# a\n[Q_1 = 1, # Q_2 = 2,\n#]\n]\n# [1]\n", {ANSWER_BOARD(2, "0")}},
      {NQ_FORMAT_Z3PY, 0, "[Q_1 = 1,\n; Q_2 = 2\n]\n", {ANSWER_REFUSED(2, "not ';'")}},
  };
  ANSWER_RUN(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),   cmocka_unit_test(models),        cmocka_unit_test(python),
      cmocka_unit_test(verdicts), cmocka_unit_test(wrong_answers), cmocka_unit_test(contradictions),
      cmocka_unit_test(comments),
  };
  return cmocka_run_group_tests_name("answer_smt", tests, NULL, NULL);
}
