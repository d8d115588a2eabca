/* NumPy files. */
#include "format/boards/boards.h"
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>

#define HEADER(type, order, shape)                                                                 \
  "{'descr': '" type "', 'fortran_order': " order ", 'shape': " shape ", }"

/* The order of the bytes of a number in memory. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define NATIVE ">"
#else
#define NATIVE "<"
#endif

static void append(unsigned char **end, const void *bytes, size_t size) {
  if (size > 0) memcpy(*end, bytes, size);
  *end += size;
}

/* A file of this version, header text and data. */
static int open_npy(unsigned version, const char *header, const void *data, size_t size) {
  size_t length = strlen(header), width = version == 1 ? 2 : 4;
  unsigned char *bytes = malloc(12 + length + size), *end = bytes;
  assert_non_null(bytes);
  append(&end, "\x93NUMPY", 6);
  append(&end, (const unsigned char[]){(unsigned char)version, 0}, 2);
  for (size_t i = 0; i < width; i++) *end++ = (unsigned char)(length >> 8 * i);
  append(&end, header, length);
  append(&end, data, size);
  int descriptor = io_bytes(bytes, (size_t)(end - bytes));
  free(bytes);
  return descriptor;
}

static nq_reader *read_npy(const char *header, const void *data, size_t size, int *descriptor) {
  *descriptor = open_npy(1, header, data, size);
  return nq_reader_new(*descriptor, NQ_FORMAT_AUTO);
}

static void close_npy(nq_reader *reader, int descriptor) {
  nq_reader_free(reader);
  close(descriptor);
}

static char *write_npy(uint64_t boards, size_t *size) {
  const uint32_t rows[] = {1, 3, NQ_EMPTY, 258};
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_NPY, 4, boards, 1);
  for (uint64_t i = 0; i < boards; i++)
    assert_int_equal(nq_writer_board(writer, rows, NULL), NQ_OK);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  char *bytes = io_contents(descriptor, size);
  close(descriptor);
  return bytes;
}

static void writes_header_and_data(void **state) {
  (void)state;
  static const char header[] =
      "\x93NUMPY\x01\x00\x76\x00{'descr': '<u4', 'fortran_order': False, 'shape': ";
  static const char data[] = "\1\0\0\0\3\0\0\0\xFF\xFF\xFF\xFF\2\1\0\0";
  static const char *const shapes[] = {"(0, 4), }", "(4,), }", "(2, 4), }"};
  for (uint64_t boards = 0; boards <= 2; boards++) {
    size_t size;
    char *bytes = write_npy(boards, &size);
    assert_int_equal(size, 128 + 16 * boards);
    assert_memory_equal(bytes, header, sizeof header - 1);
    assert_memory_equal(bytes + sizeof header - 1, shapes[boards], strlen(shapes[boards]));
    for (size_t at = sizeof header - 1 + strlen(shapes[boards]); at < 127; at++)
      assert_int_equal(bytes[at], ' ');
    assert_int_equal(bytes[127], '\n');
    for (uint64_t i = 0; i < boards; i++) assert_memory_equal(bytes + 128 + 16 * i, data, 16);
    free(bytes);
  }
}

/* The longest header there is still ends on a multiple of 64. */
static void aligns_long_headers(void **state) {
  (void)state;
  int descriptor = io_file();
  nq_writer *writer = nq_writer_new(descriptor, NQ_FORMAT_NPY, NQ_N_MAX, UINT64_MAX - 1, 0);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_IO);
  size_t size;
  char *bytes = io_contents(descriptor, &size);
  assert_int_equal(size, 128);
  assert_int_equal(bytes[127], '\n');
  assert_non_null(strstr(bytes + 10, "'shape': (18446744073709551614, 4294967295), }"));
  free(bytes);
  close(descriptor);
}

static void encodes_little_endian(void **state) {
  (void)state;
  const uint32_t rows[] = {0x04030201, 0xFFFFFFFE};
  unsigned char bytes[8];
  nq_npy_encode(rows, 2, bytes);
  assert_memory_equal(bytes, "\1\2\3\4\xFE\xFF\xFF\xFF", 8);
}

static void reads_item_types(void **state) {
  (void)state;
  static const struct {
    const char *header;
    const char *data;
    size_t size;
  } cases[] = {
      {"{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }   \n", "\1\0\0\0\3\0\0\0", 8},
      {"{\"shape\":(2,),\"descr\":\"<i4\",\"fortran_order\":False}", "\1\0\0\0\3\0\0\0", 8},
      {"{'descr': '<u2', 'fortran_order': False, 'shape': (2L,), }\n", "\1\0\3\0", 4},
      {"{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n", "\1\0\3\0", 4},
      {"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2), }\n", "\1\3", 2},
      {"{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2), }\n", "\1\3", 2},
      {"{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }\n",
       "\1\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 16},
      {"{'descr': '<u8', 'fortran_order': False, 'shape': (2,), }\n",
       "\1\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 16},
      {HEADER(">i1", "False", "(2,)") "\n", "\1\3", 2},
      {HEADER(">u4", "False", "(2,)") "\n", "\0\0\0\1\0\0\0\3", 8},
      {HEADER(">i8", "False", "(2,)") "\n", "\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\3", 16},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (unsigned version = 1; version <= 3; version++) {
      int descriptor = open_npy(version, cases[i].header, cases[i].data, cases[i].size);
      nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
      io_expect_board(reader, 1, 2, (const uint32_t[]){1, 3});
      io_expect_end(reader);
      close_npy(reader, descriptor);
    }
}

/* What the writer wrote, with the bytes of each item the other way round. */
static void reads_big_endian_items(void **state) {
  (void)state;
  static const char *const types[] = {"<u4", ">u4", "<i8", ">i8"};
  enum { N = 5000, BOARDS = 3 };
  nq_pcg64 random;
  nq_pcg64_seed(&random, 71, 0);
  static uint32_t rows[BOARDS][N];
  for (unsigned board = 0; board < BOARDS; board++)
    for (unsigned i = 0; i < N; i++) rows[board][i] = (uint32_t)nq_pcg64_next(&random);
  for (size_t type = 0; type < 4; type++) {
    unsigned width = (unsigned)(types[type][2] - '0');
    size_t size = (size_t)BOARDS * N * width;
    unsigned char *items = calloc(size, 1);
    for (size_t i = 0; i < (size_t)BOARDS * N; i++)
      for (unsigned byte = 0; byte < 4; byte++)
        items[width * i + (types[type][0] == '<' ? byte : width - 1 - byte)] =
            (unsigned char)(rows[i / N][i % N] >> 8 * byte);
    char header[100];
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }",
             types[type], BOARDS, N);
    int descriptor;
    nq_reader *reader = read_npy(header, items, size, &descriptor);
    for (unsigned board = 0; board < BOARDS; board++)
      io_expect_board(reader, board + 1, N, rows[board]);
    io_expect_end(reader);
    close_npy(reader, descriptor);
    free(items);
  }
}

static void refuses_values(void **state) {
  (void)state;
  int descriptor;
  static const int64_t items[] = {0, 1, 2, -7, 4294967295, 4294967296, 5, 4294967294};
  nq_reader *reader =
      read_npy(HEADER(NATIVE "i8", "False", "(4, 2)") "\n", items, sizeof items, &descriptor);
  io_expect_board(reader, 1, 2, (const uint32_t[]){0, 1});
  io_expect_refusal(reader, 2, "column 1 has row -7, but a row is 0 to 4294967294");
  io_expect_refusal(reader, 3, "column 1 has row 4294967296");
  io_expect_board(reader, 4, 2, (const uint32_t[]){5, 4294967294});
  io_expect_end(reader);
  close_npy(reader, descriptor);
  static const struct {
    const char *type;
    size_t size;
    const char *part;
  } cases[] = {{"|i1", 1, "row -1,"}, {"<i2", 2, "row -1,"},
               {"<i4", 4, "row -1,"}, {"<i8", 8, "row -1,"},
               {">i2", 2, "row -1,"}, {"<u8", 8, "row 18446744073709551615,"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char header[100];
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (1,), }",
             cases[i].type);
    reader = read_npy(header, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", cases[i].size, &descriptor);
    io_expect_refusal(reader, 1, cases[i].part);
    io_expect_end(reader);
    close_npy(reader, descriptor);
  }
}

/* The first of several, after the first piece of the array. */
static void tells_first_bad_value(void **state) {
  (void)state;
  int64_t items[40] = {0};
  items[20] = -5;
  items[21] = -6;
  items[39] = -7;
  int descriptor;
  nq_reader *reader =
      read_npy(HEADER(NATIVE "i8", "False", "(40,)"), items, sizeof items, &descriptor);
  io_expect_refusal(reader, 1, "column 20 has row -5,");
  close_npy(reader, descriptor);
}

static void refuses_headers(void **state) {
  (void)state;
  static const struct {
    const char *header, *part;
  } cases[] = {
      {HEADER("|u4", "False", "(2,)"), "the npy type '|u4' does not hold integers; save with"},
      {HEADER("u4", "False", "(2,)"), "'u4'"},
      {HEADER("", "False", "(2,)"), "the npy type ''"},
      {HEADER(">f4", "False", "(2,)"), "the npy type '>f4' holds floating-point numbers"},
      {HEADER("<f8", "False", "(2,)"), "the npy type '<f8' holds floating-point numbers"},
      {HEADER("<c16", "False", "(2,)"), "the npy type '<c16' does not hold integers"},
      {HEADER("|b1", "False", "(2,)"), "'|b1'"},
      {HEADER("\x1b[2J", "False", "(2,)"), "'?[2J'"},
      {HEADER("<u4", "True", "(2, 2)"), "Fortran order; save numpy.ascontiguousarray"},
      {HEADER("<u4", "True", "(2,)"), "Fortran order; save numpy.ascontiguousarray"},
      {HEADER("<u4", "False", "()"), "has 0 dimensions"},
      {HEADER("<u4", "False", "(1, 2, 3)"), "has 3 dimensions"},
      {HEADER("<u4", "False", "(0,)"), "boards of 0 columns"},
      {HEADER("<u4", "False", "(4294967296,)"), "boards of 4294967296 columns"},
      {HEADER("<u4", "False", "(0, 4)"), "shape (0, 4)"},
      {HEADER("<u4", "False", "(18446744073709551616,)"), "match at \"18446744073709551616"},
      {HEADER("<u4", "False", "(-1,)"), "match at \"-1"},
      {HEADER("<u4", "False", "(4"), "the format does not match at"},
      {HEADER("<u4", "False", "(1,1,1,1,1,1,1,1,1)"), "the format does not match at"},
      {HEADER("<u4", "Maybe", "(4,)"), "match at \"Maybe"},
      {"{'descr': '<u4', 'fortran_order': False, }", "the format does not match at"},
      {"{'descr': '<u4', 'descr': '<u4', 'shape': (4,)}", "the format does not match at"},
      {"{'descr': [('a', '<u4')], 'shape': (4,)}", "match at \"[('a'"},
      {HEADER("<u4", "False", "(4,)") " x", "match at \"x\""},
      {HEADER("a long name for a type", "False", "(4,)"), "the format does not match at"},
      {"", "the format does not match at \"\""},
      {"[]", "match at \"[]\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int descriptor;
    nq_reader *reader = read_npy(cases[i].header, "0123456789abcdef", 16, &descriptor);
    io_expect_refusal(reader, 0, cases[i].part);
    io_expect_end(reader);
    close_npy(reader, descriptor);
  }
}

/* Every prefix of a file is refused, for the missing part. */
static void refuses_truncated_files(void **state) {
  (void)state;
  size_t size;
  char *bytes = write_npy(1, &size);
  for (size_t cut = 1; cut < size; cut++) {
    int descriptor = io_bytes(bytes, cut);
    nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
    io_expect_refusal(reader, cut < 128 ? 0 : 1,
                      cut < 6     ? "not a NumPy file"
                      : cut < 128 ? "ends within its header"
                                  : "the npy file ends too early");
    io_expect_end(reader);
    close_npy(reader, descriptor);
  }
  free(bytes);
}

static void refuses_lying_shapes(void **state) {
  (void)state;
  static const struct {
    const char *header;
    uint32_t n;
    uint64_t good, line;
    const char *part;
  } cases[] = {
      {HEADER("<u4", "False", "(3,)"), 3, 0, 1, "longer than the 1 boards of 3 numbers"},
      {HEADER("<u4", "False", "(5,)"), 5, 0, 1, "1 boards of 5 numbers, and board 1 has only 4"},
      {HEADER("<u4", "False", "(3, 2)"), 2, 2, 3, "3 boards of 2 numbers, and board 3 has only 0"},
      {HEADER("<u4", "False", "(2, 1)"), 1, 1, 2, "longer than the 2 boards of 1 numbers"},
      {HEADER("<u2", "False", "(9,)"), 9, 0, 1, "1 boards of 9 numbers, and board 1 has only 8"},
      {HEADER("<i8", "False", "(18446744073709551615, 3)"), 3, 0, 1, "board 1 has only 2"},
  };
  static const uint32_t items[4] = {0, 0, 0, 0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int descriptor;
    nq_reader *reader = read_npy(cases[i].header, items, sizeof items, &descriptor);
    for (uint64_t good = 0; good < cases[i].good; good++)
      io_expect_board(reader, good + 1, cases[i].n, (const uint32_t[]){0, 0});
    io_expect_refusal(reader, cases[i].line, cases[i].part);
    io_expect_end(reader);
    close_npy(reader, descriptor);
  }
}

/* Python would not read it either. */
static void refuses_bytes_after_the_text(void **state) {
  (void)state;
  static const char file[] = "\x93NUMPY\x01\x00\x3E\x00" HEADER("<u4", "False", "(1,)") "\0   \n";
  int descriptor = io_bytes(file, sizeof file - 1);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_refusal(reader, 0, "the npy header has a NUL byte in its text");
  io_expect_end(reader);
  close_npy(reader, descriptor);
}

static void refuses_other_versions(void **state) {
  (void)state;
  int descriptor = open_npy(4, HEADER("<u4", "False", "(1,)"), "0123", 4);
  nq_reader *reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_refusal(reader, 0, "npy version 4.0 is not supported; 1.0, 2.0 and 3.0 are");
  io_expect_end(reader);
  close_npy(reader, descriptor);
  descriptor = io_bytes("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{", 13);
  reader = nq_reader_new(descriptor, NQ_FORMAT_AUTO);
  io_expect_refusal(reader, 0, "the npy header claims 4294967295 bytes");
  io_expect_end(reader);
  close_npy(reader, descriptor);
}

/* Shape (4000000000,) over no data must not ask for 16 GB. */
static void believes_no_shape(void **state) {
  (void)state;
#ifndef NQ_SANITIZED
  struct rlimit before, limit;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  limit = before;
  limit.rlim_cur = (rlim_t)256 << 20;
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
#endif
  int descriptor;
  nq_reader *reader =
      read_npy(HEADER("<u4", "False", "(4000000000,)"), "0123456789ab", 12, &descriptor);
  io_expect_refusal(reader, 1, "1 boards of 4000000000 numbers, and board 1 has only 3");
  io_expect_end(reader);
  close_npy(reader, descriptor);
#ifndef NQ_SANITIZED
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
#endif
}

static void round_trips(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 40; n++) {
    io_round_trip(NQ_FORMAT_NPY, false, 41, n, 1, n + 2, 0);
    io_round_trip(NQ_FORMAT_NPY, true, 42, n, 3, NQ_N_MAX, 0);
  }
  io_round_trip(NQ_FORMAT_NPY, false, 43, 5000000, 2, NQ_N_MAX, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_header_and_data),
      cmocka_unit_test(aligns_long_headers),
      cmocka_unit_test(encodes_little_endian),
      cmocka_unit_test(reads_item_types),
      cmocka_unit_test(reads_big_endian_items),
      cmocka_unit_test(refuses_values),
      cmocka_unit_test(refuses_headers),
      cmocka_unit_test(tells_first_bad_value),
      cmocka_unit_test(refuses_truncated_files),
      cmocka_unit_test(refuses_lying_shapes),
      cmocka_unit_test(refuses_bytes_after_the_text),
      cmocka_unit_test(refuses_other_versions),
      cmocka_unit_test(believes_no_shape),
      cmocka_unit_test(round_trips),
  };
  return cmocka_run_group_tests_name("format_npy", tests, NULL, NULL);
}
