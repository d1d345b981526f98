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

#endif
