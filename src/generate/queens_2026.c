/* The suite queens-2026.
 *
 * MODEL.  A row has kind, n, index, its parameter and value, the queens where they are listed, the
 * answer, the number of solutions, the checksum, and the milliseconds of processor time, at least
 * 1, of each nq_suite_solver.  All had one thread, and two seconds for the sizes smoke and main, a
 * minute for open, where `auto` had another.  SAT solvers were given `dimacs --encoding product`,
 * z3 `smtlib --encoding bool`.
 *
 * The instances were chosen among 433 of the kinds, of which 299 were measured, most with cadical,
 * clingo, and the methods sat and backtracking: the harder ones of each kind, some easy ones, and
 * about as many with a solution as without.  One without was decided alike by backtracking and by
 * cadical or clingo, or is one of `unsolvable --reason pigeonhole`.  Those of open have
 * more squares blocked, or diagonals excluded, than local search and backtracking cope with. */
#include "generate/kinds.h"

#define YES     NQ_KNOWN_SOLVABLE
#define NO      NQ_KNOWN_UNSOLVABLE
#define UNKNOWN NQ_KNOWN_NOTHING
#define MANY    UINT64_MAX /* solutions: their number is unknown */
#define OVER    NQ_SUITE_UNDECIDED
#define NONE    NQ_SUITE_NOT_RUN
#define MACHINE "one core of a shared two-core x86-64 machine, November 2026"

/* clang-format off */
/* Milliseconds of all solvers; of those that ran on the size main; and of an open instance. */
#define ALL(...)               {__VA_ARGS__}
#define MOST(a, b, c, d, e, f) {a, b, c, d, e, NONE, f, NONE, NONE}
#define OPEN                   MOST(OVER, NONE, OVER, NONE, NONE, NONE)

/* A row of a kind ends with answer, solutions, checksum and milliseconds. */
#define PLAIN(n, ...)               {"plain", n, 0, NQ_GENERATE_PARAMETERS, 0, NULL, __VA_ARGS__}
#define COMPLETION(n, i, m, ...)    {"completion", n, i, NQ_GENERATE_PLACED, m, NULL, __VA_ARGS__}
#define BLOCKED(n, i, m, ...)       {"blocked", n, i, NQ_GENERATE_BLOCKS, m, NULL, __VA_ARGS__}
#define DIAGONALS(n, i, d, ...)     {"diagonals", n, i, NQ_GENERATE_DIAGONALS, d, NULL, __VA_ARGS__}
#define UNSOLVABLE(n, i, r, ...)    {"unsolvable", n, i, NQ_GENERATE_REASON, r, NULL, __VA_ARGS__}
#define PARTIAL(n, i, q, ...)       {"partial", n, i, NQ_GENERATE_PARAMETERS, 0, q, __VA_ARGS__}
#define UNIQUE(n, i, q, ...)        {"unique", n, i, NQ_GENERATE_PARAMETERS, 0, q, __VA_ARGS__}

static const nq_suite_row smoke_rows[] = {
    PLAIN(3, NO, 0, 0x19c72ccb7c9b2f9b, ALL(3, 3, 3, 3, 7, 3, 24, 10, 3)),
    PLAIN(8, YES, 92, 0x25a9eec87d3ab874, ALL(3, 4, 3, 4, 8, 4, 25, 16, 4)),
    PLAIN(20, YES, 39029188884, 0x66acebb7c6472b82, ALL(3, 37, 3, 22, 11, 20, 38, 45, 26)),
    PLAIN(32, YES, MANY, 0x32f33ed0dcf3b976, ALL(3, 36, 4, 171, 21, 54, 69, 110, 173)),
    COMPLETION(20, 0, 10, YES, 1, 0x62b7398d5f3d7830, ALL(NONE, 4, 3, 4, 10, 4, 34, 13, 5)),
    COMPLETION(20, 5, 10, NO, 0, 0x6e0b89956c94b3b5, ALL(NONE, 3, 3, 4, 10, 2, 27, 13, 4)),
    COMPLETION(40, 1, 26, NO, 0, 0xa510a0ce3e47a90e, ALL(NONE, 3, 3, 9, 25, 4, 48, 18, 9)),
    COMPLETION(40, 2, 26, NO, 0, 0x4438f9ffe8fb25dd, ALL(NONE, 3, 3, 12, 27, 1, 42, 24, 10)),
    COMPLETION(60, 0, 42, YES, 138, 0xcc14901ee060ed0c, ALL(NONE, 3, 3, 14, 55, 11, 108, 32, 21)),
    BLOCKED(14, 0, 117, NO, 0, 0x28cd8d651ee5196f, ALL(NONE, 4, 3, 4, 8, 6, 28, 580, 15)),
    BLOCKED(14, 2, 117, YES, 1, 0xb6e87b3a39d4bc4a, ALL(NONE, 3, 3, 4, 8, 6, 28, 556, 6)),
    BLOCKED(20, 0, 280, NO, 0, 0xf9091380f8e29ad0, ALL(NONE, 9, 3, 20, 12, 11, 35, 1025, 123)),
    DIAGONALS(12, 0, 8, YES, 87, 0x85b4392e80c75b65, ALL(NONE, 5, 3, 5, 8, 6, 27, 41, 7)),
    DIAGONALS(12, 1, 8, NO, 0, 0xf69a86588e11ee12, ALL(NONE, 14, 3, 16, 11, 23, 29, 1084, 76)),
    DIAGONALS(14, 0, 11, YES, 76, 0x5e62557ee33ef00b, ALL(NONE, 19, 3, 18, 13, 32, 37, 1134, 10)),
    DIAGONALS(14, 1, 11, NO, 0, 0x4f4c3b4cf4ac9f03, ALL(NONE, 26, 4, 29, 18, 24, 46, 1177, 76)),
    UNSOLVABLE(10, 0, 3, NO, 0, 0xf687badd797606f2, ALL(NONE, 4, 3, 3, 8, 6, 24, 8, 3)),
    UNSOLVABLE(16, 4, 3, NO, 0, 0x26a172acfd18abf0, ALL(NONE, 3, 3, 4, 8, 1, 29, 10, 4)),
    PARTIAL(20, 0, "1 2 5 12 7 4 9 3 11 9 12 18 13 13 15 8 17 7 18 17",
           YES, 11, 0xe6114ceb925d2467, ALL(NONE, 3, 3, 4, 10, 2, 27, 15, 5)),
    UNIQUE(12, 0, "8 11 10 8 11 10",
           YES, 1, 0xa40a9fe452522486, ALL(NONE, 4, 3, 6, 8, 5, 26, 19, 4)),
};

static const nq_suite_row main_rows[] = {
    PLAIN(2, NO, 0, 0xfc6540fce55dee90, MOST(3, 3, 3, 4, 7, 23)),
    PLAIN(12, YES, 14200, 0x32ea7b4ef93827d1, MOST(2, 11, 3, 13, 8, 32)),
    PLAIN(28, YES, MANY, 0xda1f4c57e2813689, MOST(3, 99, 4, 114, 16, 50)),
    PLAIN(50, YES, MANY, 0x8b396be650f8de84, MOST(3, 65, 7, 325, 47, 143)),
    PLAIN(64, YES, MANY, 0x0419779ae87b4918, MOST(3, 91, 11, 444, 84, 210)),
    PLAIN(80, YES, MANY, 0x7e1b6a2a527433ad, MOST(3, 169, 60, 552, 159, 311)),
    PLAIN(100, YES, MANY, 0x4ac630ac58cddf08, MOST(2, 153, 3, 1163, 269, 535)),
    PLAIN(150, YES, MANY, 0xeb40fe28f976a389, MOST(3, 451, 3, OVER, 956, 1313)),
    PLAIN(200, YES, MANY, 0x88e823f2f23b7f2f, MOST(3, 815, 3, OVER, OVER, OVER)),
    PLAIN(10000, YES, MANY, 0x9f2a440fbf90530b, MOST(4, NONE, NONE, NONE, NONE, OVER)),
    PLAIN(20000, YES, MANY, 0xda1a4ef1f73cee67, MOST(4, NONE, NONE, NONE, NONE, NONE)),
    PLAIN(50000, YES, MANY, 0xc982c8786fac30ac, MOST(5, NONE, NONE, NONE, NONE, NONE)),
    PLAIN(100000, YES, MANY, 0x51513800cfba0988, MOST(6, NONE, NONE, NONE, NONE, NONE)),
    PLAIN(200000, YES, MANY, 0xc5e4e42388000112, MOST(9, NONE, NONE, NONE, NONE, NONE)),
    PLAIN(500000, YES, MANY, 0x6f5cdc6b4c647f04, MOST(15, NONE, NONE, NONE, NONE, NONE)),
    PLAIN(1000000, YES, MANY, 0xbffdb5b502f454f0, MOST(33, NONE, NONE, NONE, NONE, NONE)),
    COMPLETION(20, 2, 10, YES, 2, 0x7e2ea259689e283f, MOST(NONE, 3, 3, 4, 9, 43)),
    COMPLETION(20, 3, 10, YES, 6, 0x955c827dd4438ddd, MOST(NONE, 3, 3, 5, 9, 30)),
    COMPLETION(20, 6, 10, YES, 1, 0x78b423bf6515cad5, MOST(NONE, 3, 3, 4, 10, 30)),
    COMPLETION(40, 4, 26, NO, 0, 0x4833722541a7e9ff, MOST(NONE, 4, 3, 9, 28, 48)),
    COMPLETION(40, 7, 26, YES, 1, 0x1935478f6f49e33a, MOST(NONE, 3, 3, 9, 26, 54)),
    COMPLETION(60, 2, 42, YES, 5, 0x4b2e1391e2e0971b, MOST(NONE, 3, 3, 15, 60, 93)),
    COMPLETION(60, 6, 42, NO, 0, 0x9e9ef1d914191d55, MOST(NONE, 3, 3, 16, 60, 84)),
    COMPLETION(80, 0, 59, YES, 54, 0x13bec4362688bad4, MOST(NONE, 5, 4, 27, 162, 167)),
    COMPLETION(80, 1, 59, NO, 0, 0x5f3edd330d816bcf, MOST(NONE, 5, 5, 43, 133, 138)),
    COMPLETION(80, 2, 59, YES, 28, 0xc0fcd8f10fc4ebd9, MOST(NONE, 3, 3, 27, 138, 170)),
    COMPLETION(80, 3, 59, NO, 0, 0x24435e0f10f0a78b, MOST(NONE, 3, 6, 26, 133, 152)),
    COMPLETION(80, 4, 59, NO, 0, 0xca0452f4e55ea726, MOST(NONE, 4, 4, 28, 130, 132)),
    COMPLETION(80, 5, 59, YES, 44, 0x62b0246828033e45, MOST(NONE, 3, 3, 27, 138, 148)),
    COMPLETION(80, 6, 59, NO, 0, 0x24248f6bb81195c4, MOST(NONE, 4, 3, 29, 139, 133)),
    COMPLETION(100, 0, 77, NO, 0, 0x3c6c3040f5f9bfae, MOST(NONE, 3, 4, 38, 255, 246)),
    COMPLETION(100, 1, 77, YES, 19, 0xcd74ecd86f55c1e2, MOST(NONE, 3, 3, 43, 253, 272)),
    COMPLETION(100, 2, 77, YES, 194, 0xb1bbc6b629454ffc, MOST(NONE, 4, 3, 43, 296, 303)),
    COMPLETION(150, 0, 122, NO, 0, 0xaa897c109628845c, MOST(NONE, 4, 4, 83, 967, 565)),
    COMPLETION(150, 1, 122, YES, 85, 0xa8496ff0e927033e, MOST(NONE, 3, 3, 99, 1108, 655)),
    COMPLETION(200, 0, 168, YES, 2338, 0xfb84d6d2c5779962, MOST(NONE, 4, 4, 153, OVER, 1314)),
    COMPLETION(200, 1, 168, NO, 0, 0xcc584cbd0d603154, MOST(NONE, 3, 3, 152, OVER, 1130)),
    COMPLETION(300, 0, 263, NO, 0, 0x4f253a22134e80cb, MOST(NONE, 4, 4, 359, OVER, NONE)),
    COMPLETION(300, 1, 263, YES, 808, 0xbbeebde3a8d5518a, MOST(NONE, 6, 4, 354, OVER, NONE)),
    COMPLETION(600, 0, 549, YES, MANY, 0x1c007d12e4a69b6f, MOST(NONE, 8, 5, 1385, OVER, NONE)),
    COMPLETION(600, 1, 549, YES, MANY, 0x0664a73c92a06554, MOST(NONE, 7, 4, 1381, OVER, NONE)),
    COMPLETION(1000, 0, 936, NO, 0, 0x4f560f4ae3c61a78, MOST(NONE, 12, 8, OVER, OVER, NONE)),
    COMPLETION(1000, 1, 936, YES, MANY, 0x0b4a333b57e765f7, MOST(NONE, 17, 5, OVER, OVER, NONE)),
    BLOCKED(14, 1, 117, NO, 0, 0x8457016f94f94a09, MOST(NONE, 3, 3, 5, 9, 28)),
    BLOCKED(14, 3, 117, NO, 0, 0x09643d8d2b7e28d9, MOST(NONE, 4, 3, 5, 8, 32)),
    BLOCKED(14, 4, 117, NO, 0, 0x2de2ccf513b9f699, MOST(NONE, 4, 3, 4, 8, 30)),
    BLOCKED(14, 6, 117, NO, 0, 0xbec3ede2d6c168c5, MOST(NONE, 3, 3, 5, 8, 28)),
    BLOCKED(14, 7, 117, NO, 0, 0x16bfeebb9e397b55, MOST(NONE, 4, 3, 5, 8, 28)),
    BLOCKED(20, 1, 280, NO, 0, 0xaee41f0b7b084204, MOST(NONE, 9, 3, 14, 12, 41)),
    BLOCKED(20, 2, 280, NO, 0, 0x6fdb9a25c26993d3, MOST(NONE, 7, 3, 12, 12, 35)),
    BLOCKED(20, 3, 280, YES, 1, 0x3b011d69ed3125d5, MOST(NONE, 7, 3, 8, 11, 36)),
    BLOCKED(20, 4, 280, NO, 0, 0xf134174f9666d9fc, MOST(NONE, 7, 3, 16, 12, 39)),
    BLOCKED(20, 5, 280, YES, 1, 0x4e666013a7ba2c06, MOST(NONE, 9, 3, 14, 11, 39)),
    BLOCKED(20, 7, 280, NO, 0, 0xe5c5927c046e3ec3, MOST(NONE, 12, 3, 20, 13, 39)),
    BLOCKED(40, 0, 1334, YES, 1, 0xd1e013aca92b6312, MOST(NONE, 1129, 11, 898, 143, 1414)),
    BLOCKED(40, 1, 1334, YES, 3, 0xd27106ca9337685f, MOST(NONE, 202, 9, 1112, 238, 298)),
    BLOCKED(40, 2, 1334, NO, 0, 0xe38c9764fd35c1cb, MOST(NONE, 614, 10, 733, 397, 848)),
    BLOCKED(40, 3, 1334, YES, 1, 0xc10b479a06b19b49, MOST(NONE, 130, 6, 232, 87, 136)),
    BLOCKED(40, 4, 1334, NO, 0, 0xeaed080de8eb2119, MOST(NONE, 1400, 26, 1662, 1056, OVER)),
    BLOCKED(40, 5, 1334, NO, 0, 0x346f9f896dc38508, MOST(NONE, 442, 8, 697, 348, 735)),
    BLOCKED(40, 6, 1334, NO, 0, 0xfd5203b56eab746f, MOST(NONE, 419, 7, 497, 205, 544)),
    BLOCKED(40, 7, 1334, YES, 3, 0x2893c270b35d175d, MOST(NONE, 69, 6, 349, 56, 863)),
    BLOCKED(50, 13, 2158, YES, 7, 0x149cfa3044d79be6, MOST(NONE, 350, 40, 401, 1361, OVER)),
    BLOCKED(60, 1, 3179, YES, MANY, 0x76ac52fdb0727eaa, MOST(NONE, OVER, 615, OVER, OVER, OVER)),
    BLOCKED(60, 3, 3179, YES, MANY, 0xdcaf3c6f881566d0, MOST(NONE, OVER, 1125, OVER, OVER, OVER)),
    BLOCKED(60, 12, 3179, YES, MANY, 0x71550bd7d969d123, MOST(NONE, OVER, 531, OVER, OVER, OVER)),
    BLOCKED(60, 13, 3179, YES, MANY, 0xae9d068f024763b8, MOST(NONE, OVER, 57, OVER, 483, OVER)),
    DIAGONALS(12, 2, 8, YES, 2, 0xc1c27394f40976c3, MOST(NONE, 14, 3, 15, 12, 29)),
    DIAGONALS(12, 3, 8, NO, 0, 0x31c8840877cd55da, MOST(NONE, 8, 3, 11, 9, 32)),
    DIAGONALS(12, 5, 8, YES, 89, 0xbf472e6d90ce9243, MOST(NONE, 5, 3, 7, 7, 31)),
    DIAGONALS(14, 2, 11, NO, 0, 0x1307377c54b4e55f, MOST(NONE, 23, 3, 22, 18, 47)),
    DIAGONALS(14, 3, 11, NO, 0, 0xe08b23cd541a6369, MOST(NONE, 19, 3, 26, 14, 41)),
    DIAGONALS(14, 4, 11, YES, 3, 0x7a32d04882b54026, MOST(NONE, 37, 4, 38, 18, 43)),
    DIAGONALS(16, 0, 13, NO, 0, 0xea0e21a6e3b6218f, MOST(NONE, 207, 9, 209, 135, 320)),
    DIAGONALS(16, 1, 13, NO, 0, 0x1479657d5b5d6b2a, MOST(NONE, 91, 4, 106, 55, 155)),
    DIAGONALS(16, 2, 13, NO, 0, 0xcd711e35fdedccad, MOST(NONE, 137, 4, 145, 78, 247)),
    DIAGONALS(16, 3, 13, NO, 0, 0x976a37b71f0c5d72, MOST(NONE, 112, 4, 136, 71, 221)),
    DIAGONALS(16, 4, 13, NO, 0, 0x779bc20bcf4ec565, MOST(NONE, 122, 3, 140, 80, 210)),
    DIAGONALS(16, 5, 13, YES, 85, 0xe7f2521eff64e400, MOST(NONE, 20, 3, 13, 10, 37)),
    DIAGONALS(18, 0, 16, YES, 63, 0x4a4d4f565ca8ddf6, MOST(NONE, 21, 7, 214, 166, 126)),
    DIAGONALS(18, 1, 16, NO, 0, 0x1bf7bc8eca91d9d1, MOST(NONE, 163, 4, 261, 138, 413)),
    DIAGONALS(18, 2, 16, YES, 6, 0x2b34ee33f5cfc5f5, MOST(NONE, 506, 5, 445, 75, 55)),
    DIAGONALS(18, 3, 16, NO, 0, 0xf10a31c44f43531b, MOST(NONE, OVER, 261, OVER, 1677, OVER)),
    DIAGONALS(18, 5, 16, NO, 0, 0x0eed183225c3aeed, MOST(NONE, 803, 29, 853, 498, OVER)),
    DIAGONALS(20, 0, 18, YES, 74, 0xbff4b7d84a51083a, MOST(NONE, 388, 3, 378, 35, 510)),
    DIAGONALS(20, 1, 18, YES, 100, 0xbf32fee1a1a7a8f5, MOST(NONE, 58, 46, 165, 232, 64)),
    DIAGONALS(20, 3, 18, NO, 0, 0x3869079fb57f5cec, MOST(NONE, 576, 3, 644, 367, 1320)),
    DIAGONALS(20, 4, 18, NO, 0, 0x48bc19f86ce6d11b, MOST(NONE, 1087, 3, 1037, 708, OVER)),
    DIAGONALS(20, 11, 18, NO, 0, 0x68ee8178ec402b2f, MOST(NONE, 1075, 4, 996, 612, OVER)),
    DIAGONALS(20, 12, 18, YES, 89, 0xe1de02af0f5ada5c, MOST(NONE, 739, 146, 162, 926, 814)),
    DIAGONALS(20, 13, 18, NO, 0, 0x53b6525219329c0a, MOST(NONE, 1521, 3, OVER, 1268, OVER)),
    DIAGONALS(20, 14, 18, YES, 40, 0xa1dbc9e4f38b42be, MOST(NONE, 671, 130, 521, 66, 120)),
    DIAGONALS(22, 10, 20, YES, MANY, 0x2c4eab9dfe6008bc, MOST(NONE, 38, 4, 114, 34, 85)),
    DIAGONALS(22, 12, 20, YES, MANY, 0x9c12c46566168916, MOST(NONE, 76, 3, 150, 63, 53)),
    DIAGONALS(24, 12, 22, YES, MANY, 0xb295685c1f49e1a8, MOST(NONE, OVER, 711, OVER, 1085, OVER)),
    UNSOLVABLE(10, 1, 3, NO, 0, 0x3c3117497ec8700e, MOST(NONE, 3, 3, 3, 7, 26)),
    UNSOLVABLE(10, 2, 3, NO, 0, 0xeef7d9a462ff64a8, MOST(NONE, 3, 3, 3, 7, 27)),
    UNSOLVABLE(10, 3, 3, NO, 0, 0x28da8462af8e8c61, MOST(NONE, 3, 2, 3, 7, 28)),
    UNSOLVABLE(10, 4, 3, NO, 0, 0x06d4da6ab438d609, MOST(NONE, 3, 3, 3, 7, 26)),
    UNSOLVABLE(24, 4, 3, NO, 0, 0x076326a8b478c4f9, MOST(NONE, 5, 3, 6, 12, 48)),
    UNSOLVABLE(40, 0, 3, NO, 0, 0xf009541d8e498d75, MOST(NONE, 1941, 6, OVER, OVER, OVER)),
    UNSOLVABLE(40, 1, 3, NO, 0, 0xb6330434880fc3cc, MOST(NONE, 45, 7, 26, 54, 135)),
    UNSOLVABLE(40, 2, 3, NO, 0, 0x8fc56100680cf1b3, MOST(NONE, 830, 5, 1441, OVER, OVER)),
    UNSOLVABLE(40, 4, 3, NO, 0, 0x8cd07391924abba7, MOST(NONE, 9, 5, 9, 25, 81)),
    UNSOLVABLE(40, 21, 3, NO, 0, 0xad4c1ac4ee40de36, MOST(NONE, 9, 6, 9, 27, 86)),
    UNSOLVABLE(40, 22, 3, NO, 0, 0x00d4d7333585d075, MOST(NONE, 282, 6, 221, 1095, OVER)),
    UNSOLVABLE(80, 0, 3, NO, 0, 0xe5345b5aaf5fc865, MOST(NONE, 1378, 41, 879, OVER, OVER)),
    UNSOLVABLE(80, 1, 3, NO, 0, 0xf3691d1a601a491d, MOST(NONE, 99, 23, 53, 179, 432)),
    UNSOLVABLE(80, 2, 3, NO, 0, 0x45822aa28b69d43b, MOST(NONE, 452, 23, 782, OVER, OVER)),
    UNSOLVABLE(80, 4, 3, NO, 0, 0x30131e5a35ebbdd2, MOST(NONE, 28, 25, 33, 141, 332)),
    PARTIAL(20, 1, "2 3 3 18 6 4 7 10 8 0 9 15 12 7 13 1 14 14 17 16",
           YES, 15, 0xcdbbf64c8e209f0f, MOST(NONE, 3, 3, 4, 10, 32)),
    PARTIAL(50, 0,
           "0 41 3 32 5 6 7 5 8 30 11 8 14 20 16 24 17 11 18 36 20 37 24 39 27 46 29 22 32 "
           "27 35 17 36 7 37 25 38 40 40 15 43 23 45 3 47 47 48 34 49 1",
           YES, MANY, 0xe5188d4cd920709a, MOST(NONE, 15, 3, 26, 40, 81)),
    PARTIAL(50, 1,
           "1 12 3 16 4 38 8 20 9 39 12 27 16 47 18 2 19 21 21 48 24 0 26 34 27 45 28 15 30 "
           "1 31 4 35 42 36 29 38 13 39 5 40 19 43 43 45 23 46 6 48 9",
           YES, MANY, 0x2e5505613a7aba09, MOST(NONE, 13, 3, 15, 38, 75)),
    PARTIAL(50, 2,
           "0 44 1 32 3 24 5 17 7 5 9 34 11 0 12 8 13 47 14 1 16 29 19 45 20 27 21 11 22 15 "
           "24 30 25 9 28 33 29 39 31 40 32 35 35 14 39 36 42 23 44 19",
           YES, MANY, 0x678f3f8f7598ec86, MOST(NONE, 4, 3, 17, 38, 78)),
    UNIQUE(12, 1, "0 8 1 4 6 11 11 1",
           YES, 1, 0x3f5e73eab00963d9, MOST(NONE, 3, 3, 3, 8, 28)),
    UNIQUE(20, 2, "0 9 3 7 4 19 7 10 8 6 12 3 15 11 16 2",
           YES, 1, 0x213dcb087b6f90f1, MOST(NONE, 3, 3, 5, 11, 30)),
    UNIQUE(40, 0,
           "0 35 1 1 3 28 5 12 6 20 7 25 9 24 11 8 14 6 17 7 21 26 22 21 25 0 26 3 27 36 28 "
           "22 30 18 33 37 34 4 35 31 36 10 38 16 39 5",
           YES, 1, 0x1f3b4b869968ba18, MOST(NONE, 3, 3, 11, 28, 59)),
    UNIQUE(40, 2,
           "0 30 1 14 4 25 6 28 9 1 10 39 11 2 12 8 17 7 19 34 23 12 24 38 26 10 27 29 28 0 "
           "29 32 30 13 31 6 32 9 33 11 35 4 37 18 39 37",
           YES, 1, 0x1b0432cc264537ec, MOST(NONE, 4, 3, 11, 25, 53)),
    UNIQUE(40, 3,
           "1 7 4 5 6 34 8 28 13 12 14 33 15 6 16 14 17 35 18 13 20 36 21 18 22 37 24 26 25 "
           "9 30 2 31 10 32 19 33 16 34 8 35 20 36 30 38 27 39 31",
           YES, 1, 0x793290cf667a4a5a, MOST(NONE, 6, 3, 11, 28, 56)),
    UNIQUE(40, 4,
           "0 31 1 11 2 37 3 27 4 21 6 3 10 9 14 33 17 25 18 10 19 13 20 26 22 35 27 39 28 7 "
           "30 23 32 17 33 19 34 16 35 38 36 1 37 14 38 29",
           YES, 1, 0x59f8d24a075568bc, MOST(NONE, 4, 3, 12, 27, 65)),
};

static const nq_suite_row open_rows[] = {
    BLOCKED(100, 0, 9300, UNKNOWN, MANY, 0xec6aea0cb556fcdd, OPEN),
    BLOCKED(100, 1, 9300, UNKNOWN, MANY, 0xcf9630228f840978, OPEN),
    BLOCKED(100, 2, 9300, UNKNOWN, MANY, 0x31104f789104ae77, OPEN),
    BLOCKED(130, 20, 15829, UNKNOWN, MANY, 0x7eb0b6b0a923f35a, OPEN),
    BLOCKED(130, 21, 15829, UNKNOWN, MANY, 0x352b345096b70f14, OPEN),
    BLOCKED(130, 22, 15829, UNKNOWN, MANY, 0x5b2553f77ceec4b3, OPEN),
    BLOCKED(130, 0, 15950, UNKNOWN, MANY, 0xaf337f1600195867, OPEN),
    BLOCKED(130, 1, 15950, UNKNOWN, MANY, 0xb8d94516c12cad77, OPEN),
    BLOCKED(130, 2, 15950, UNKNOWN, MANY, 0xd7b225a5ae3d04d6, OPEN),
    BLOCKED(160, 0, 24450, UNKNOWN, MANY, 0x291a9b208c2ae973, OPEN),
    BLOCKED(160, 1, 24450, UNKNOWN, MANY, 0xcf9e170488137914, OPEN),
    BLOCKED(160, 2, 24450, UNKNOWN, MANY, 0x28949df79cf2f47a, OPEN),
    DIAGONALS(34, 0, 32, UNKNOWN, MANY, 0x55ed6622061dee4d, OPEN),
    DIAGONALS(50, 0, 48, UNKNOWN, MANY, 0xff3135d96ecb4fd0, OPEN),
    DIAGONALS(50, 2, 48, UNKNOWN, MANY, 0xb322005aded9ff1c, OPEN),
    DIAGONALS(70, 1, 68, UNKNOWN, MANY, 0x3a24a7e4cd9a12da, OPEN),
    DIAGONALS(70, 2, 68, UNKNOWN, MANY, 0x60dff9f2df0e6016, OPEN),
    DIAGONALS(70, 3, 68, UNKNOWN, MANY, 0x817a93786681e6b2, OPEN),
    DIAGONALS(100, 0, 98, UNKNOWN, MANY, 0x2d28972482059814, OPEN),
    DIAGONALS(100, 2, 98, UNKNOWN, MANY, 0x362355b09a6c9592, OPEN),
};
/* clang-format on */

#define SUITE(of_size, seconds)                                                                    \
  {                                                                                                \
    .name = "queens-2026", .size = #of_size, .seed = 2026, .limit = (seconds), .machine = MACHINE, \
    .rows = of_size##_rows, .count = sizeof of_size##_rows / sizeof *of_size##_rows                \
  }

const nq_suite nq_queens_2026_smoke = SUITE(smoke, 2), nq_queens_2026_main = SUITE(main, 2),
               nq_queens_2026_open = SUITE(open, 60);
