// Loads FFmpeg's libraries when they are first needed. They and the 160 libraries that they need in turn take 40 ms to load, which commands
// that read and write no film, as `check`, would otherwise wait for.

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/macros.h>
#include <libavutil/version.h>
#include <libswscale/version.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum library { avutil, swscale, avcodec, avformat, avfilter, library_count };

static const char *const library_names[library_count] = {
  [avutil] = "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR),
  [swscale] = "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR),
  [avcodec] = "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR),
  [avformat] = "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR),
  [avfilter] = "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR),
};

#define FUNCTION(library, name) {library, #name},
static const struct {
  enum library library;
  const char *name;
} functions[] = {
#include "functions.h"
};
#undef FUNCTION

#define function_count (sizeof functions / sizeof functions[0])

// The address of each function; null until it is first called.
__attribute__((visibility("hidden"))) _Atomic(void *) motes_ffmpeg_addresses[function_count];

static void fail(const char *what, const char *reason) {
  fprintf(stderr, "motes: FFmpeg's %s cannot be loaded: %s.\n", what, reason ? reason : "unknown reason");
  // The exit code of a failure that lies outside of what the user wrote.
  _Exit(3);
}

// The address of a function. Several threads may ask at once: dlopen gives each of them the same library.
__attribute__((visibility("hidden"), used)) void *motes_ffmpeg_address(uint32_t index) {
  const char *const library_name = library_names[functions[index].library];
  void *const library = dlopen(library_name, RTLD_LAZY);
  if (!library) fail(library_name, dlerror());
  void *const address = dlsym(library, functions[index].name);
  if (!address) fail(functions[index].name, dlerror());
  motes_ffmpeg_addresses[index] = address;
  return address;
}

#else

typedef int motes_ffmpeg_is_linked_as_usual;

#endif
