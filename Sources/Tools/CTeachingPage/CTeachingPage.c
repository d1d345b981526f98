#include "CTeachingPage.h"

// #embed belongs to C23. Clang accepts it in every dialect, with a warning in older ones.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../../Motes/Motes.docc/Teaching.md"
};

const unsigned char *cTeachingPageBytes(void) { return bytes; }

size_t cTeachingPageByteCount(void) { return sizeof bytes; }
