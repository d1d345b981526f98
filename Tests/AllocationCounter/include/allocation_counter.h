// Counts the heap allocations of each thread.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

// Whether this build can count: with glibc, and without a sanitizer that has an allocator of its own.
bool allocation_counter_works(void);

// Whether tests of allocations must run: if the build can count, and always in continuous integration (if CI is set), so that they
// fail there instead of being skipped.
bool allocation_tests_are_wanted(void);

// The number of heap allocations that the calling thread has made since it began.
int64_t allocation_count(void);

// The bytes of the blocks that the calling thread has allocated, minus those of the blocks that it has freed, whichever thread
// allocated them.
int64_t allocated_bytes(void);

#endif
