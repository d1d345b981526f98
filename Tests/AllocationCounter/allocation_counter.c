// Replaces glibc's allocation functions in the tests' executable: each function counts, then does what glibc would have done.
// Every caller finds these instead of glibc's, because the dynamic linker searches the executable's symbols first.

#include "allocation_counter.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

static _Thread_local int64_t count;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count++;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *block = memory;
  return 0;
}

bool allocation_counter_works(void) { return true; }
int64_t allocation_count(void) { return count; }

#else

bool allocation_counter_works(void) { return false; }
int64_t allocation_count(void) { return 0; }

#endif

bool allocation_tests_are_wanted(void) { return allocation_counter_works() || getenv("CI") != NULL; }
