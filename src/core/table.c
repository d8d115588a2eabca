#include "core/core.h"

#include <string.h>
#include <sys/random.h>

#define FIRST_SLOTS 16

/* Keys come from files: with a known hash, a crafted file of some megabytes could make every lookup
 * probe all keys.  If the system has no random number, an address must do. */
static uint64_t draw_salt(const void *memory) {
  uint64_t salt;
  if (getrandom(&salt, sizeof salt, GRND_NONBLOCK) != (ssize_t)sizeof salt)
    salt = (uint64_t)(uintptr_t)memory;
  return salt;
}

static bool grow(nq_table *table, uint64_t slots) {
  nq_table larger = {.slots = slots, .used = table->used, .salt = table->salt};
  larger.keys = nq_memory_new(larger.slots, sizeof *larger.keys);
  larger.numbers = nq_memory_new(larger.slots, sizeof *larger.numbers);
  if (larger.keys == NULL || larger.numbers == NULL) {
    nq_table_release(&larger);
    return false;
  }
  if (table->slots == 0) larger.salt = draw_salt(larger.keys);
  for (uint64_t old = 0; old < table->slots; old++) {
    if (table->keys[old] == 0) continue;
    uint64_t slot = table_find(&larger, table->keys[old] - 1);
    larger.keys[slot] = table->keys[old];
    larger.numbers[slot] = table->numbers[old];
  }
  nq_table_release(table);
  *table = larger;
  return true;
}

bool nq_table_reserve(nq_table *table, uint64_t keys) {
  uint64_t slots = table->slots > 0 ? table->slots : FIRST_SLOTS;
  while (slots / 2 < keys && slots <= UINT64_MAX / 2) slots *= 2;
  return slots == table->slots || grow(table, slots);
}

/* Empty `slot`, then move back every later key of the run that may fill the gap. */
static void remove_slot(nq_table *table, uint64_t slot) {
  uint64_t mask = table->slots - 1;
  uint64_t next = slot;
  for (;;) {
    next = (next + 1) & mask;
    if (table->keys[next] == 0) break;
    uint64_t home = table_hash(table, table->keys[next] - 1) & mask;
    if (((next - home) & mask) < ((next - slot) & mask)) continue;
    table->keys[slot] = table->keys[next];
    table->numbers[slot] = table->numbers[next];
    slot = next;
  }
  table->keys[slot] = 0;
  table->used--;
}

void nq_table_release(nq_table *table) {
  nq_memory_free(table->keys, table->slots, sizeof *table->keys);
  nq_memory_free(table->numbers, table->slots, sizeof *table->numbers);
  *table = (nq_table){0};
}

bool nq_table_set(nq_table *table, uint64_t key, uint32_t number) {
  uint64_t slot = 0;
  bool present = false;
  if (table->used > 0) {
    slot = table_find(table, key);
    present = table->keys[slot] != 0;
  }
  if (number == 0) {
    if (present) remove_slot(table, slot);
    return true;
  }
  if (!present) {
    if (!nq_table_reserve(table, table->used + 1)) return false;
    slot = table_find(table, key);
    table->keys[slot] = key + 1;
    table->used++;
  }
  table->numbers[slot] = number;
  return true;
}

void nq_table_clear(nq_table *table) {
  if (table->used == 0) return;
  memset(table->keys, 0, (size_t)table->slots * sizeof *table->keys);
  table->used = 0;
}
