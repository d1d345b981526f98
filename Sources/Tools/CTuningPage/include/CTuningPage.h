// The files of the tuning page, from Sources/Tools/MotesTuning/Page. The C compiler puts their bytes into the program with #embed, because the Swift
// compiler takes 13 seconds for array literals of this size.

#pragma once
#include <stddef.h>

/// A file of the tuning page.
typedef struct {
  /// The file's name, without a folder.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t byteCount;
} CTuningPageFile;

/// The number of files.
size_t cTuningPageFileCount(void);

/// The file at an index from 0 to `cTuningPageFileCount() - 1`.
CTuningPageFile cTuningPageFile(size_t index);
