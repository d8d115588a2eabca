"""The numbers, structs and functions of libnqueens for ctypes.  Written by `make abi`."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER
from ctypes import c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t
from ctypes import c_uint, c_uint8, c_uint32, c_uint64, c_void_p

# fmt: off

VERSION = "2.0.0"
SONAME = "libnqueens.so.2"
N_MAX = 4294967295
EMPTY = 4294967295
TRACE_N_MAX = 4096
TIMES_N = 2147483648
COUNTERS_MAX = 16
LARGE_N_MIN = 10000
LARGE_N_MAX = 1099511627776
LARGE_EMPTY = 18446744073709551615
COUNT_N_MAX = 29
COUNT_NUMBERING = 1
COUNT_SLICES_MAX = 4294967296
COUNT_COLUMNS_MAX = 64
COUNT_INSTANCE_SLICES_MAX = 4096
COUNT_PICK_N_MAX = 20
ESTIMATE_N_MAX = 1000000
BOARDS_UNKNOWN = 18446744073709551615
NPY_HEADER_MAX = 256
ENUMERATE_N_MAX = 64
ENUMERATE_SLICES_MAX = 1000000
GENERATE_DEFAULT = 18446744073709551615
GENERATE_PARTS_MAX = 8
SUITE_SOLVERS = 9
SUITE_UNDECIDED = 18446744073709551615
SUITE_NOT_RUN = 18446744073709551614
SUITE_SUM_BYTES = 65
(
    OK, END, BAD_VALUE, BAD_FORMAT, IO, NO_MEMORY, UNSUPPORTED, INTERNAL, NO_BOARD, NONE,
) = range(10)
(
    ROW, RISING, FALLING,
) = range(3)
(
    SOLVED, UNSOLVABLE, UNKNOWN,
) = range(3)
(
    MIN_CONFLICTS_PRESET_NONE, MIN_CONFLICTS_PRESET_TEXTBOOK, MIN_CONFLICTS_PRESET_MINTON,
    MIN_CONFLICTS_PRESET_AIMA,
) = range(4)
(
    START_AUTO, START_RANDOM, START_PERMUTATION, START_GREEDY, START_FEWEST, START_GIVEN,
) = range(6)
(
    STEP_AUTO, STEP_COLUMN, STEP_SWAP, STEP_SWEEP,
) = range(4)
(
    TIES_AUTO, TIES_UNIFORM, TIES_HALF,
) = range(3)
(
    RESTART_AUTO, RESTART_FIXED, RESTART_LUBY,
) = range(3)
(
    GENETIC_PRESET_NONE, GENETIC_PRESET_TEXTBOOK, GENETIC_PRESET_AIMA,
) = range(3)
(
    SELECTION_AUTO, SELECTION_ROULETTE, SELECTION_TOURNAMENT, SELECTION_RANK, SELECTION_SUS,
) = range(5)
(
    FITNESS_AUTO, FITNESS_RECIPROCAL, FITNESS_PAIRS, FITNESS_INVERSE,
) = range(4)
(
    SCALING_AUTO, SCALING_NONE, SCALING_POWER, SCALING_SIGMA,
) = range(4)
(
    ENCODING_AUTO, ENCODING_ROWS, ENCODING_PERMUTATION,
) = range(3)
(
    CROSSOVER_AUTO, CROSSOVER_ONE_POINT, CROSSOVER_ONE_POINT_TWO_SIDED, CROSSOVER_TWO_POINT, CROSSOVER_PMX,
    CROSSOVER_ORDER, CROSSOVER_CYCLE,
) = range(7)
(
    MUTATION_AUTO, MUTATION_PER_CHILD, MUTATION_PER_GENE,
) = range(3)
(
    ADAPTATION_AUTO, ADAPTATION_FIXED, ADAPTATION_ONE_FIFTH,
) = range(3)
(
    TOPOLOGY_AUTO, TOPOLOGY_RING, TOPOLOGY_FULL,
) = range(3)
(
    CLIMB_AUTO, CLIMB_STEEPEST, CLIMB_FIRST_CHOICE, CLIMB_STOCHASTIC,
) = range(4)
(
    MOVE_AUTO, MOVE_COLUMN, MOVE_SWAP,
) = range(3)
(
    SCHEDULE_AUTO, SCHEDULE_GEOMETRIC, SCHEDULE_LINEAR, SCHEDULE_LOGARITHMIC,
) = range(4)
(
    BRANCH_PLACE, BRANCH_REFUSE, BRANCH_TAKE_BACK,
) = range(3)
(
    BACKTRACKING_PRESET_NONE, BACKTRACKING_PRESET_TEXTBOOK,
) = range(2)
(
    VARIABLE_AUTO, VARIABLE_FIRST, VARIABLE_MRV,
) = range(3)
(
    VALUE_AUTO, VALUE_FIRST, VALUE_LCV,
) = range(3)
(
    INFERENCE_AUTO, INFERENCE_NONE, INFERENCE_FORWARD_CHECKING,
) = range(3)
(
    FORMAT_AUTO, FORMAT_LINE, FORMAT_PICTURE, FORMAT_JSON, FORMAT_NPY, FORMAT_PAIRS, FORMAT_MATRIX,
    FORMAT_CSV, FORMAT_LEETCODE, FORMAT_FEN, FORMAT_SMT, FORMAT_Z3PY, FORMAT_SAT, FORMAT_MINIZINC, FORMAT_ASP,
    FORMAT_CBC, FORMAT_GLPK, FORMAT_OPL, FORMAT_TOULBAR2, FORMAT_CPSAT, FORMAT_ESSENCE, FORMAT_XCSP3,
    FORMAT_JUDGE, FORMAT_QUBO, FORMAT_LIST, FORMAT_CHESS, FORMAT_VALUES,
) = range(27)
(
    ANSWER_BOARD, ANSWER_INVALID, ANSWER_UNSATISFIABLE, ANSWER_UNKNOWN,
) = range(4)
(
    PART_ALL, PART_MODEL, PART_DATA,
) = range(3)
(
    ENUMERATE_ALL, ENUMERATE_LIMIT, ENUMERATE_TIME, ENUMERATE_STOPPED, ENUMERATE_VISITOR,
) = range(5)
(
    GENERATE_CONFLICTS, GENERATE_UNIFORM, GENERATE_SHOW, GENERATE_PLACED, GENERATE_BLOCKS, GENERATE_DIAGONALS,
    GENERATE_LEAST, GENERATE_FAMILY, GENERATE_REASON, GENERATE_VERDICT, GENERATE_TURN, GENERATE_FAULT,
    GENERATE_SWEEPS, GENERATE_DISTINCT, GENERATE_REMOVE, GENERATE_REMOVE_MOST, GENERATE_COMPLETIONS,
    GENERATE_SPLIT_BY, GENERATE_PARAMETERS,
) = range(19)
(
    KNOWN_VALID, KNOWN_INVALID, KNOWN_SOLVABLE, KNOWN_UNSOLVABLE, KNOWN_NOTHING,
) = range(5)

class nq_error(ctypes.Structure):
    _fields_ = [
        ("status", c_int), ("line", c_uint64), ("message", c_char * 400),
    ]

class nq_progress(ctypes.Structure):
    _fields_ = [
        ("phase", c_char_p), ("done", c_uint64), ("total", c_uint64), ("unit", c_char_p),
        ("conflicts", c_uint64), ("bytes", c_uint64), ("branches", c_uint64), ("restarts", c_uint64),
        ("seconds", c_double), ("temperature", c_double),
    ]

nq_progress_function = CFUNCTYPE(c_bool, c_void_p, POINTER(nq_progress))

class nq_pcg32(ctypes.Structure):
    _fields_ = [
        ("state", c_uint64), ("increment", c_uint64),
    ]

class nq_pcg64(ctypes.Structure):
    _fields_ = [
        ("state", c_uint64 * 2), ("increment", c_uint64 * 2),
    ]

class nq_board(ctypes.Structure):
    _fields_ = [
        ("n", c_uint32), ("rows", c_void_p),
    ]

class nq_check_report(ctypes.Structure):
    _fields_ = [
        ("valid", c_bool), ("more", c_bool), ("conflicts", c_uint64), ("pairs", c_uint64 * 3),
        ("first_column", c_uint64), ("second_column", c_uint64), ("line", c_uint64), ("direction", c_int),
        ("empty_columns", c_uint64), ("first_empty", c_uint64), ("out_of_range", c_uint64),
        ("first_out_of_range", c_uint64), ("row_out_of_range", c_uint64), ("broken", c_uint64),
        ("first_broken", c_uint64), ("row_broken", c_uint64),
    ]

class nq_check_options(ctypes.Structure):
    _fields_ = [
        ("threads", c_uint), ("memory_bytes", c_uint64), ("progress", nq_progress_function),
        ("context", c_void_p), ("reserved", c_uint64 * 4),
    ]

class nq_limits(ctypes.Structure):
    _fields_ = [
        ("steps", c_uint64), ("restarts", c_uint64), ("seconds", c_double),
    ]

class nq_step_state(ctypes.Structure):
    _fields_ = [
        ("restart", c_uint64), ("step", c_uint64), ("evaluations", c_uint64), ("conflicts", c_uint64),
        ("n", c_uint32), ("rows", c_void_p),
    ]

nq_step_trace = CFUNCTYPE(None, c_void_p, POINTER(nq_step_state))

class nq_min_conflicts_options(ctypes.Structure):
    _fields_ = [
        ("start", c_int), ("step", c_int), ("restart", c_int), ("walk", c_double), ("patience", c_uint64),
        ("trace", nq_step_trace), ("trace_context", c_void_p), ("preset", c_int), ("ties", c_int),
    ]

class nq_birth(ctypes.Structure):
    _fields_ = [
        ("copied", c_bool), ("first", c_uint32), ("second", c_uint32), ("from", c_uint32), ("to", c_uint32),
        ("first_rows", c_void_p), ("second_rows", c_void_p), ("crossed_rows", c_void_p),
        ("population", c_uint32), ("conflicts", c_void_p), ("wheel", c_void_p),
    ]

class nq_generation(ctypes.Structure):
    _fields_ = [
        ("restart", c_uint64), ("generation", c_uint64), ("evaluations", c_uint64),
        ("best_conflicts", c_uint64), ("mean_conflicts", c_double), ("best_fitness", c_double),
        ("mean_fitness", c_double), ("diversity", c_double), ("worst_conflicts", c_uint64),
        ("worst_fitness", c_double), ("seconds", c_double), ("n", c_uint32), ("rows", c_void_p),
        ("birth", POINTER(nq_birth)),
    ]

nq_genetic_trace = CFUNCTYPE(None, c_void_p, POINTER(nq_generation))

class nq_genetic_options(ctypes.Structure):
    _fields_ = [
        ("selection", c_int), ("fitness", c_int), ("scaling", c_int), ("encoding", c_int),
        ("crossover", c_int), ("power", c_uint32), ("crossover_probability", c_double),
        ("mutation", c_double), ("population", c_uint32), ("elite", c_int32), ("tournament", c_uint32),
        ("memetic_steps", c_uint32), ("stagnation", c_uint64), ("trace", nq_genetic_trace),
        ("trace_context", c_void_p), ("preset", c_int), ("mutation_unit", c_int), ("adaptation", c_int),
        ("topology", c_int), ("islands", c_uint32), ("migration_every", c_uint32), ("migrants", c_int32),
    ]

class nq_hill_climbing_options(ctypes.Structure):
    _fields_ = [
        ("climb", c_int), ("sideways", c_int32), ("restarts", c_uint64), ("trace", nq_step_trace),
        ("trace_context", c_void_p),
    ]

class nq_annealing_options(ctypes.Structure):
    _fields_ = [
        ("move", c_int), ("schedule", c_int), ("start_temperature", c_double), ("end_temperature", c_double),
        ("tries", c_uint64), ("trace", nq_step_trace), ("trace_context", c_void_p),
    ]

class nq_branch_state(ctypes.Structure):
    _fields_ = [
        ("event", c_int), ("restart", c_uint64), ("branches", c_uint64), ("column", c_uint32),
        ("row", c_uint32), ("forced", c_bool), ("n", c_uint32), ("rows", c_void_p), ("squares", c_void_p),
    ]

nq_branch_trace = CFUNCTYPE(None, c_void_p, POINTER(nq_branch_state))

class nq_backtracking_options(ctypes.Structure):
    _fields_ = [
        ("preset", c_int), ("variable", c_int), ("value", c_int), ("inference", c_int),
        ("trace", nq_branch_trace), ("trace_context", c_void_p),
    ]

class nq_typical_options(ctypes.Structure):
    _fields_ = [
        ("sweeps", c_uint64),
    ]

class nq_solve_options(ctypes.Structure):
    _fields_ = [
        ("method", c_char_p), ("seed", c_uint64), ("stream", c_uint64), ("threads", c_uint),
        ("limits", nq_limits), ("progress", nq_progress_function), ("context", c_void_p),
        ("min_conflicts", nq_min_conflicts_options), ("genetic", nq_genetic_options),
        ("backtracking", nq_backtracking_options), ("typical", nq_typical_options),
        ("hill_climbing", nq_hill_climbing_options), ("annealing", nq_annealing_options), ("proof", c_char_p),
        ("from", c_void_p), ("keep", c_bool), ("reserved", c_uint64 * 16),
    ]

class nq_counter(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("value", c_double),
    ]

class nq_result(ctypes.Structure):
    _fields_ = [
        ("verdict", c_int), ("interrupted", c_bool), ("reason", c_char * 200), ("steps", c_uint64),
        ("restarts", c_uint64), ("conflicts", c_uint64), ("seconds_start", c_double),
        ("seconds_search", c_double), ("seconds_check", c_double), ("seconds_total", c_double),
        ("memory_bytes", c_uint64), ("counters", c_size_t), ("counter", nq_counter * COUNTERS_MAX),
        ("member", c_char_p),
    ]

class nq_choice(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("value", c_int), ("summary", c_char_p),
    ]

nq_large_write = CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p, c_size_t, POINTER(nq_error))

nq_large_read = CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p, c_size_t, POINTER(nq_error))

nq_large_visit = CFUNCTYPE(None, c_void_p, c_uint64, c_void_p, c_size_t)

class nq_large_board(ctypes.Structure):
    _fields_ = [
        ("n", c_uint64), ("context", c_void_p), ("write", nq_large_write), ("read", nq_large_read),
        ("visit", nq_large_visit), ("reserved", c_uint64 * 1),
    ]

class nq_count_classes(ctypes.Structure):
    _fields_ = [
        ("plain", c_uint64), ("half_turn", c_uint64), ("quarter_turn", c_uint64),
    ]

class nq_count_range(ctypes.Structure):
    _fields_ = [
        ("begin", c_uint64), ("end", c_uint64), ("count", c_uint64), ("seconds", c_double),
        ("count_high", c_uint64), ("path", c_char * 12),
    ]

nq_count_record = CFUNCTYPE(c_int, c_void_p, POINTER(nq_count_range), POINTER(nq_error))

class nq_count_options(ctypes.Structure):
    _fields_ = [
        ("threads", c_uint), ("path", c_char_p), ("record", nq_count_record),
        ("progress", nq_progress_function), ("context", c_void_p), ("crew", c_void_p), ("memory", c_uint64),
        ("reserved", c_uint64 * 6),
    ]

class nq_count_result(ctypes.Structure):
    _fields_ = [
        ("count", c_uint64), ("count_high", c_uint64), ("units", c_uint64), ("seconds", c_double),
        ("interrupted", c_bool),
    ]

class nq_count_instance_options(ctypes.Structure):
    _fields_ = [
        ("slice", c_uint64), ("slices", c_uint64), ("seconds", c_double), ("threads", c_uint),
        ("progress", nq_progress_function), ("context", c_void_p), ("reserved", c_uint64 * 8),
    ]

class nq_count_instance_result(ctypes.Structure):
    _fields_ = [
        ("count", c_uint64), ("nodes", c_uint64), ("failures", c_uint64), ("parts", c_uint64),
        ("done", c_uint64), ("threads", c_uint), ("stopped", c_bool), ("interrupted", c_bool),
        ("seconds", c_double),
    ]

class nq_estimate_options(ctypes.Structure):
    _fields_ = [
        ("seed", c_uint64), ("threads", c_uint), ("relative_error", c_double), ("seconds", c_double),
        ("progress", nq_progress_function), ("context", c_void_p), ("reserved", c_uint64 * 8),
    ]

class nq_estimate_result(ctypes.Structure):
    _fields_ = [
        ("ln_count", c_double), ("half_width", c_double), ("alpha", c_double), ("spread", c_double),
        ("grid", c_double), ("drift", c_double), ("chains", c_uint64), ("wide", c_bool), ("stopped", c_bool),
        ("interrupted", c_bool), ("seconds", c_double),
    ]

class nq_npy_layout(ctypes.Structure):
    _fields_ = [
        ("n", c_uint64), ("start", c_uint64), ("row_bytes", c_uint),
    ]

nq_bytes_source = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t, c_void_p)

nq_rows_sink = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)

class nq_export_options(ctypes.Structure):
    _fields_ = [
        ("format", c_char_p), ("encoding", c_char_p), ("part", c_int), ("comment", c_char_p),
        ("progress", nq_progress_function), ("context", c_void_p), ("strategy", c_char_p),
    ]

class nq_export_format(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("summary", c_char_p), ("suffix", c_char_p), ("encodings", POINTER(c_char_p)),
        ("parts", c_bool), ("many_models", POINTER(c_char_p)), ("strategies", POINTER(c_char_p) * 2),
    ]

class nq_enumerate_options(ctypes.Structure):
    _fields_ = [
        ("solutions", c_uint64), ("seconds", c_double), ("fundamental", c_bool), ("slice", c_uint64),
        ("slices", c_uint64), ("threads", c_uint), ("progress", nq_progress_function), ("context", c_void_p),
        ("reserved", c_uint64 * 8),
    ]

class nq_enumerate_result(ctypes.Structure):
    _fields_ = [
        ("end", c_int), ("solutions", c_uint64), ("branches", c_uint64), ("failures", c_uint64),
        ("seconds", c_double),
    ]

nq_enumerate_visit = CFUNCTYPE(c_bool, c_void_p, c_void_p)

class nq_generate_kind(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("summary", c_char_p), ("instances", c_bool), ("placed", c_bool),
        ("puzzles", c_bool), ("parameters", c_uint32),
    ]

class nq_generate_options(ctypes.Structure):
    _fields_ = [
        ("kind", c_char_p), ("n", c_uint32), ("seed", c_uint64), ("first", c_uint64), ("count", c_uint64),
        ("value", c_uint64 * GENERATE_PARAMETERS), ("split", c_uint32 * GENERATE_PARTS_MAX),
        ("threads", c_uint), ("seconds", c_double), ("progress", nq_progress_function), ("context", c_void_p),
        ("crew", c_void_p),
    ]

class nq_generated(ctypes.Structure):
    _fields_ = [
        ("kind", POINTER(nq_generate_kind)), ("n", c_uint32), ("seed", c_uint64), ("index", c_uint64),
        ("value", c_uint64 * GENERATE_PARAMETERS), ("board", nq_board), ("instance", c_void_p),
        ("answer", c_int), ("conflicts", c_uint64), ("solutions", c_uint64), ("completions", c_void_p),
        ("branches", c_uint64), ("part", c_uint), ("reason", c_char * 200),
    ]

nq_generate_visit = CFUNCTYPE(c_bool, c_void_p, POINTER(nq_generated))

class nq_suite_row(ctypes.Structure):
    _fields_ = [
        ("kind", c_char_p), ("n", c_uint32), ("index", c_uint32), ("parameter", c_int), ("value", c_uint64),
        ("queens", c_char_p), ("answer", c_int), ("solutions", c_uint64), ("checksum", c_uint64),
        ("milliseconds", c_int32 * SUITE_SOLVERS),
    ]

class nq_suite(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("size", POINTER(c_char_p)), ("seed", c_uint64), ("limit", c_uint),
        ("machine", c_char_p), ("rows", POINTER(nq_suite_row)), ("count", c_size_t),
    ]

nq_suite_visit = CFUNCTYPE(c_bool, c_void_p, POINTER(nq_generated), POINTER(nq_suite_row), c_char_p)

# name -> (result, arguments)
FUNCTIONS = {
    "nq_board_init": (c_int, [POINTER(nq_board), c_uint32, POINTER(nq_error)]),
    "nq_board_release": (None, [POINTER(nq_board)]),
    "nq_check": (c_int, [c_void_p, c_uint32, c_void_p, POINTER(nq_check_report), POINTER(nq_error)]),
    "nq_check_describe": (None, [POINTER(nq_check_report), c_uint64, c_void_p, c_char_p, c_size_t]),
    "nq_check_with": (c_int, [c_void_p, c_uint32, c_void_p, POINTER(nq_check_options), POINTER(nq_check_report), POINTER(nq_error)]),
    "nq_conflicts_at": (c_uint64, [c_void_p, c_uint32, c_uint32]),
    "nq_conflicts_free": (None, [c_void_p]),
    "nq_conflicts_new": (c_void_p, [c_uint32]),
    "nq_conflicts_place": (None, [c_void_p, c_uint32, c_uint32]),
    "nq_conflicts_queen": (c_uint32, [c_void_p, c_uint32]),
    "nq_conflicts_queens": (c_uint32, [c_void_p]),
    "nq_conflicts_remove": (None, [c_void_p, c_uint32]),
    "nq_conflicts_row": (c_uint32, [c_void_p, c_uint32]),
    "nq_conflicts_swap": (None, [c_void_p, c_uint32, c_uint32]),
    "nq_conflicts_swap_delta": (c_int64, [c_void_p, c_uint32, c_uint32]),
    "nq_conflicts_total": (c_uint64, [c_void_p]),
    "nq_conflicts_verify": (c_bool, [c_void_p]),
    "nq_construct": (c_bool, [c_void_p, c_uint32]),
    "nq_construct_with": (c_bool, [c_void_p, c_uint32, nq_progress_function, c_void_p]),
    "nq_count": (c_int, [c_uint32, c_uint, nq_progress_function, c_void_p, c_void_p, c_void_p, POINTER(nq_error)]),
    "nq_count_classify": (c_int, [c_uint32, c_uint64, c_uint64, nq_progress_function, c_void_p, POINTER(nq_count_classes), c_void_p, POINTER(nq_error)]),
    "nq_count_fundamental": (c_int, [c_uint32, c_uint64, nq_progress_function, c_void_p, c_void_p, c_void_p, POINTER(nq_error)]),
    "nq_count_instance": (c_int, [c_void_p, POINTER(nq_count_instance_options), POINTER(nq_count_instance_result), POINTER(nq_error)]),
    "nq_count_instance_options_init": (None, [POINTER(nq_count_instance_options)]),
    "nq_count_known": (c_uint64, [c_uint32]),
    "nq_count_options_init": (None, [POINTER(nq_count_options)]),
    "nq_count_path_name": (c_char_p, [c_size_t, c_void_p]),
    "nq_count_pick": (c_int, [c_uint32, c_void_p, c_size_t, c_uint, nq_progress_function, c_void_p, c_void_p, c_void_p, POINTER(nq_error)]),
    "nq_count_plan_free": (None, [c_void_p]),
    "nq_count_plan_n": (c_uint32, [c_void_p]),
    "nq_count_plan_new": (c_int, [c_uint32, c_void_p, POINTER(nq_error)]),
    "nq_count_plan_units": (c_uint64, [c_void_p]),
    "nq_count_run": (c_int, [c_void_p, POINTER(nq_count_range), c_size_t, POINTER(nq_count_options), POINTER(nq_count_result), POINTER(nq_error)]),
    "nq_count_slice": (c_int, [c_void_p, c_uint64, c_uint64, POINTER(nq_count_range), POINTER(nq_error)]),
    "nq_enumerate": (c_int, [c_void_p, POINTER(nq_enumerate_options), nq_enumerate_visit, POINTER(nq_enumerate_result), POINTER(nq_error)]),
    "nq_enumerate_options_init": (None, [POINTER(nq_enumerate_options)]),
    "nq_enumerate_write": (c_int, [c_void_p, POINTER(nq_enumerate_options), c_void_p, POINTER(nq_enumerate_result), POINTER(nq_error)]),
    "nq_estimate": (c_int, [c_uint32, POINTER(nq_estimate_options), POINTER(nq_estimate_result), POINTER(nq_error)]),
    "nq_estimate_options_init": (None, [POINTER(nq_estimate_options)]),
    "nq_estimate_text": (None, [c_double, c_int, c_char_p, c_size_t]),
    "nq_export_format_at": (POINTER(nq_export_format), [c_size_t]),
    "nq_export_format_by_name": (POINTER(nq_export_format), [c_char_p]),
    "nq_export_write": (c_int, [c_void_p, POINTER(nq_export_options), c_int, POINTER(nq_error)]),
    "nq_format_by_name": (c_int, [c_char_p]),
    "nq_format_by_suffix": (c_int, [c_char_p]),
    "nq_format_name": (c_char_p, [c_size_t]),
    "nq_format_readable_name": (c_char_p, [c_size_t]),
    "nq_generate": (c_int, [POINTER(nq_generate_options), nq_generate_visit, POINTER(nq_error)]),
    "nq_generate_kind_at": (POINTER(nq_generate_kind), [c_size_t]),
    "nq_generate_kind_by_name": (POINTER(nq_generate_kind), [c_char_p]),
    "nq_generate_option": (c_void_p, [c_int]),
    "nq_generate_options_init": (None, [POINTER(nq_generate_options)]),
    "nq_generated_describe": (None, [POINTER(nq_generated), c_char_p, c_size_t]),
    "nq_instance_allows": (c_bool, [c_void_p, c_uint32, c_uint32]),
    "nq_instance_block": (c_int, [c_void_p, c_uint32, c_uint32, POINTER(nq_error)]),
    "nq_instance_blocked_at": (None, [c_void_p, c_size_t, c_void_p, c_void_p]),
    "nq_instance_blocked_count": (c_size_t, [c_void_p]),
    "nq_instance_contradiction": (c_bool, [c_void_p, POINTER(nq_error)]),
    "nq_instance_exclude_falling": (c_int, [c_void_p, c_uint64, POINTER(nq_error)]),
    "nq_instance_exclude_rising": (c_int, [c_void_p, c_uint64, POINTER(nq_error)]),
    "nq_instance_excluded_at": (c_uint64, [c_void_p, c_size_t, c_void_p]),
    "nq_instance_excluded_count": (c_size_t, [c_void_p]),
    "nq_instance_free": (None, [c_void_p]),
    "nq_instance_is_plain": (c_bool, [c_void_p]),
    "nq_instance_n": (c_uint32, [c_void_p]),
    "nq_instance_new": (c_void_p, [c_uint32]),
    "nq_instance_place": (c_int, [c_void_p, c_uint32, c_uint32, POINTER(nq_error)]),
    "nq_instance_placed_at": (None, [c_void_p, c_size_t, c_void_p, c_void_p]),
    "nq_instance_placed_count": (c_size_t, [c_void_p]),
    "nq_instance_placed_row": (c_uint32, [c_void_p, c_uint32]),
    "nq_instance_read": (c_void_p, [c_int, c_uint64, POINTER(nq_error)]),
    "nq_instance_read_source": (c_void_p, [nq_bytes_source, c_void_p, c_uint64, POINTER(nq_error)]),
    "nq_instance_write": (c_int, [c_void_p, c_int, POINTER(nq_error)]),
    "nq_known_name": (c_char_p, [c_int]),
    "nq_large_check": (c_int, [POINTER(nq_large_board), POINTER(nq_check_options), POINTER(nq_check_report), POINTER(nq_error)]),
    "nq_large_solve": (c_int, [POINTER(nq_large_board), POINTER(nq_solve_options), POINTER(nq_result), POINTER(nq_error)]),
    "nq_method_default": (c_char_p, [c_void_p]),
    "nq_method_name": (c_char_p, [c_size_t]),
    "nq_method_option": (c_void_p, [c_char_p, c_size_t]),
    "nq_method_step": (c_char_p, [c_size_t]),
    "nq_method_summary": (c_char_p, [c_size_t]),
    "nq_npy_header": (c_size_t, [c_uint32, c_uint64, c_char_p]),
    "nq_npy_header_wide": (c_size_t, [c_uint64, c_uint, c_char_p]),
    "nq_npy_measure": (c_int, [c_int, POINTER(nq_npy_layout), POINTER(nq_error)]),
    "nq_option_choice": (POINTER(nq_choice), [c_void_p, c_size_t]),
    "nq_option_default": (c_char_p, [c_void_p]),
    "nq_option_help": (c_char_p, [c_void_p]),
    "nq_option_name": (c_char_p, [c_void_p]),
    "nq_option_values": (None, [c_void_p, c_char_p, c_size_t]),
    "nq_pcg32_advance": (None, [POINTER(nq_pcg32), c_uint64]),
    "nq_pcg32_below": (c_uint32, [POINTER(nq_pcg32), c_uint32]),
    "nq_pcg32_next": (c_uint32, [POINTER(nq_pcg32)]),
    "nq_pcg32_seed": (None, [POINTER(nq_pcg32), c_uint64, c_uint64]),
    "nq_pcg64_advance": (None, [POINTER(nq_pcg64), c_uint64, c_uint64]),
    "nq_pcg64_below": (c_uint64, [POINTER(nq_pcg64), c_uint64]),
    "nq_pcg64_next": (c_uint64, [POINTER(nq_pcg64)]),
    "nq_pcg64_seed": (None, [POINTER(nq_pcg64), c_uint64, c_uint64]),
    "nq_pcg64_shuffle": (None, [POINTER(nq_pcg64), c_void_p, c_size_t]),
    "nq_pcg64_unit": (c_double, [POINTER(nq_pcg64)]),
    "nq_reader_answer": (c_int, [c_void_p, c_void_p]),
    "nq_reader_base": (None, [c_void_p, c_uint]),
    "nq_reader_expect": (None, [c_void_p, c_uint32]),
    "nq_reader_form": (c_char_p, [c_void_p, c_void_p]),
    "nq_reader_free": (None, [c_void_p]),
    "nq_reader_new": (c_void_p, [c_int, c_int]),
    "nq_reader_next": (c_int, [c_void_p, POINTER(nq_board), c_void_p, POINTER(nq_error)]),
    "nq_reader_source": (None, [c_void_p, nq_bytes_source, c_void_p]),
    "nq_reader_stream": (c_int, [c_void_p, nq_rows_sink, c_void_p, c_void_p, c_void_p, POINTER(nq_error)]),
    "nq_reader_variable": (None, [c_void_p, c_char_p]),
    "nq_reader_watch": (None, [c_void_p, nq_progress_function, c_void_p]),
    "nq_solve": (c_int, [c_void_p, POINTER(nq_solve_options), POINTER(nq_board), POINTER(nq_result), POINTER(nq_error)]),
    "nq_solve_into": (c_int, [c_void_p, POINTER(nq_solve_options), c_void_p, POINTER(nq_result), POINTER(nq_error)]),
    "nq_solve_options_init": (None, [POINTER(nq_solve_options)]),
    "nq_solve_options_resolve": (c_int, [POINTER(nq_solve_options), c_void_p, POINTER(nq_error)]),
    "nq_solve_options_set": (c_int, [POINTER(nq_solve_options), c_char_p, POINTER(nq_error)]),
    "nq_solve_options_text": (None, [POINTER(nq_solve_options), c_char_p, c_size_t]),
    "nq_suite_at": (POINTER(nq_suite), [c_size_t]),
    "nq_suite_by_name": (POINTER(nq_suite), [c_char_p, c_char_p]),
    "nq_suite_generate": (c_int, [POINTER(nq_suite), POINTER(nq_generate_options), nq_suite_visit, POINTER(nq_error)]),
    "nq_suite_solver": (c_char_p, [c_size_t]),
    "nq_version": (c_char_p, []),
    "nq_writer_board": (c_int, [c_void_p, c_void_p, POINTER(nq_error)]),
    "nq_writer_comment": (c_int, [c_void_p, c_char_p, POINTER(nq_error)]),
    "nq_writer_finish": (c_int, [c_void_p, POINTER(nq_error)]),
    "nq_writer_free": (None, [c_void_p]),
    "nq_writer_members": (None, [c_void_p, c_char_p]),
    "nq_writer_new": (c_void_p, [c_int, c_int, c_uint32, c_uint64, c_uint]),
    "nq_writer_watch": (None, [c_void_p, nq_progress_function, c_void_p]),
    "nq_writer_written": (c_uint64, [c_void_p]),
}
