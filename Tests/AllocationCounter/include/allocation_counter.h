// Counts what a thread takes from the heap.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

// Whether this build can count: with glibc, and without a sanitizer that has an allocator of its own.
bool allocation_counter_works(void);

// Whether tests of allocations are to run: where the build can count, and in continuous integration (CI is set) wherever they
// are, so that they fail there instead of skipping themselves.
bool allocation_tests_are_wanted(void);

// Blocks that the calling thread has taken since it began.
int64_t allocation_count(void);

#endif
