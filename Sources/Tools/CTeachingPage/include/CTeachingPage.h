// The article that teaches the preset language on one page, Sources/Motes/Motes.docc/Teaching.md: `motes help --teach` prints it, also where there is no
// repository. The C compiler puts its bytes into the program with #embed.

#pragma once
#include <stddef.h>

/// The article's text in UTF-8.
const unsigned char *_Nonnull cTeachingPageBytes(void);

/// How many bytes it has.
size_t cTeachingPageByteCount(void);
