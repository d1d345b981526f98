// The files that the tuning page consists of, as they lie in Sources/MotesTuning/Page. The C compiler puts their bytes into the program with
// #embed; Swift needs 13 seconds for arrays of so many numbers.

#pragma once
#include <stddef.h>

/// A file of the tuning page.
typedef struct {
  /// Its name, without a folder.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t byteCount;
} CTuningPageFile;

/// How many files there are.
size_t cTuningPageFileCount(void);

/// The file of an index from 0 to `cTuningPageFileCount() - 1`.
CTuningPageFile cTuningPageFile(size_t index);
