// Replaces glibc's allocation functions in the tests' executable: each function counts, then does what glibc would have done.
// Every caller finds these instead of glibc's, because the dynamic linker searches the executable's symbols first.

#include "allocation_counter.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

static _Thread_local int64_t count;
static _Thread_local int64_t bytes;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

// Counts a new block, if there is one.
static void *counted(void *block) {
  count++;
  bytes += malloc_usable_size(block);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  size_t before = malloc_usable_size(block);
  void *memory = counted(__libc_realloc(block, size));
  // Where there is no memory for the new size, the old block stays.
  if (memory || !size) bytes -= before;
  return memory;
}

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *memory = counted(__libc_memalign(alignment, size));
  if (!memory) return ENOMEM;
  *block = memory;
  return 0;
}

void free(void *block) {
  bytes -= malloc_usable_size(block);
  __libc_free(block);
}

bool allocation_counter_works(void) { return true; }
int64_t allocation_count(void) { return count; }
int64_t allocated_bytes(void) { return bytes; }

#else

bool allocation_counter_works(void) { return false; }
int64_t allocation_count(void) { return 0; }
int64_t allocated_bytes(void) { return 0; }

#endif

bool allocation_tests_are_wanted(void) { return allocation_counter_works() || getenv("CI") != NULL; }
