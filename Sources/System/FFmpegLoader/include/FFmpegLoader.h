#ifndef MOTES_FFMPEG_LOADER_H
#define MOTES_FFMPEG_LOADER_H

// Nothing to call: a program that links this target loads FFmpeg's libraries at the first call of one of their functions, not at its start.

#endif
