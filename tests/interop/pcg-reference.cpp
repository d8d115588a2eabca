/* Prints data/pcg-reference.txt from the reference implementation, pcg-cpp (Debian:
 * libpcg-cpp-dev). It shares no code with core/random: the generators are the reference's, the
 * bounded numbers and the shuffle are written here a second time, over the reference's numbers. */
#include <pcg_random.hpp>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

__extension__ typedef unsigned __int128 uint128;

static const char *const head =
    "# Streams of pcg32 (setseq XSH-RR 64/32) and pcg64 (setseq XSL-RR 128/64), all numbers in "
    "hex.\n"
    "# Source: the reference implementation of M. E. O'Neill, pcg-cpp 0.98, as in Debian's "
    "package\n"
    "# libpcg-cpp-dev.  To make this file again:\n"
    "#   g++ -o pcg-reference tests/interop/pcg-reference.cpp && ./pcg-reference > "
    "data/pcg-reference.txt\n"
    "#\n"
    "# GENERATOR next SEED STREAM DELTA N...     the numbers after an advance by DELTA\n"
    "# GENERATOR below SEED STREAM BOUND N...    numbers below BOUND (Lemire 2019)\n"
    "# GENERATOR hash SEED STREAM COUNT H        FNV-1a by whole numbers over the first COUNT\n"
    "# GENERATOR shuffle SEED STREAM COUNT V...  0 .. COUNT - 1 shuffled, from the last place "
    "down\n";

struct Pair {
  uint64_t seed, stream;
};

static const Pair pairs[] = {{0, 0},
                             {42, 54},
                             {1, UINT64_MAX >> 1},
                             {UINT64_MAX, UINT64_MAX},
                             {0x123456789abcdef, 1},
                             {0x853c49e6748fea9b, UINT64_C(1) << 63}};

static void print_wide(uint128 number) {
  if (number >> 64 != 0)
    std::printf(" %" PRIx64 "%016" PRIx64, uint64_t(number >> 64), uint64_t(number));
  else
    std::printf(" %" PRIx64, uint64_t(number));
}

static void print_head(const char *name, const char *kind, Pair pair, uint128 parameter) {
  std::printf("%s %s %" PRIx64 " %" PRIx64, name, kind, pair.seed, pair.stream);
  print_wide(parameter);
}

/* Multiply, take the high half, reject where the low half falls into the uneven rest. */
template <class Generator> static uint64_t below(Generator &generator, uint64_t bound) {
  const unsigned bits = sizeof(typename Generator::result_type) * 8;
  const uint128 range = uint128(1) << bits, rest = range % bound;
  for (;;) {
    uint128 product = uint128(generator()) * bound;
    if (product % range >= rest) return uint64_t(product >> bits);
  }
}

template <class Generator, class Delta>
static void print_next(const char *name, Pair pair, Delta delta) {
  Generator generator(pair.seed, pair.stream);
  generator.advance(delta);
  print_head(name, "next", pair, delta);
  for (int i = 0; i < 8; i++) print_wide(generator());
  std::printf("\n");
}

template <class Generator> static void print_below(const char *name, Pair pair, uint64_t bound) {
  Generator generator(pair.seed, pair.stream);
  print_head(name, "below", pair, bound);
  for (int i = 0; i < 8; i++) print_wide(below(generator, bound));
  std::printf("\n");
}

template <class Generator> static void print_hash(const char *name, Pair pair, unsigned count) {
  Generator generator(pair.seed, pair.stream);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (unsigned i = 0; i < count; i++) hash = (hash ^ generator()) * UINT64_C(0x100000001b3);
  print_head(name, "hash", pair, count);
  print_wide(hash);
  std::printf("\n");
}

static void print_shuffle(Pair pair, unsigned count) {
  pcg64 generator(pair.seed, pair.stream);
  std::vector<unsigned> values(count);
  std::iota(values.begin(), values.end(), 0u);
  for (unsigned left = count; left > 1; left--)
    std::swap(values[below(generator, left)], values[left - 1]);
  print_head("pcg64", "shuffle", pair, count);
  for (unsigned value : values) print_wide(value);
  std::printf("\n");
}

int main() {
  const uint64_t far32[] = {0, 1, 1000000007, UINT64_MAX, UINT64_C(1) << 63};
  const uint128 far64[] = {0, 1, 1000000007, ~uint128(0),
                           uint128(0x9e3779b97f4a7c15) << 61 | 12345};
  const uint64_t bounds32[] = {1, 2, 6, 1000, 0x80000001, 0xc0000000, UINT32_MAX};
  const uint64_t bounds64[] = {
      1, 3, UINT32_MAX, UINT64_C(0x8000000000000001), UINT64_MAX, 1000000007, UINT64_C(3) << 62};
  std::fputs(head, stdout);
  for (Pair pair : pairs) {
    for (uint64_t delta : far32) print_next<pcg32>("pcg32", pair, delta);
    for (uint128 delta : far64) print_next<pcg64>("pcg64", pair, delta);
    for (uint64_t bound : bounds32) print_below<pcg32>("pcg32", pair, bound);
    for (uint64_t bound : bounds64) print_below<pcg64>("pcg64", pair, bound);
    print_hash<pcg32>("pcg32", pair, 100000);
    print_hash<pcg64>("pcg64", pair, 100000);
    for (unsigned count : {1u, 2u, 24u}) print_shuffle(pair, count);
  }
  return std::fflush(stdout) == 0 && !std::ferror(stdout) ? 0 : 1;
}
