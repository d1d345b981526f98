#ifndef CFREETYPE_SHIM_H
#define CFREETYPE_SHIM_H

// FreeType's own headers are named by macros, which Swift's importer does not follow by itself.

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_COLOR_H
#include FT_MULTIPLE_MASTERS_H

#endif
