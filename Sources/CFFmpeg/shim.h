#ifndef CFFMPEG_SHIM_H
#define CFFMPEG_SHIM_H

// What Swift cannot import from FFmpeg by itself: function-like macros, casts between versions, one system call.

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int motes_averror(int code) { return AVERROR(code); }
static inline int motes_averror_eof(void) { return AVERROR_EOF; }
static inline int64_t motes_no_timestamp(void) { return AV_NOPTS_VALUE; }

// FFmpeg's text for a result, always terminated.
static inline void motes_error_text(int code, char *text, size_t size) {
  if (av_strerror(code, text, size) < 0) snprintf(text, size, "error %d", code);
}

// The bytes of a written block became const with libavformat 61.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t *motes_written_bytes;
#else
typedef uint8_t *motes_written_bytes;
#endif

typedef int (*motes_write_function)(void *opaque, const uint8_t *bytes, int count);
typedef int64_t (*motes_seek_function)(void *opaque, int64_t offset, int whence);

// A context that writes through two callbacks; NULL when memory is short.
static inline AVIOContext *motes_avio_alloc(int buffer_size, void *opaque, motes_write_function write,
                                            motes_seek_function seek) {
  unsigned char *buffer = (unsigned char *)av_malloc((size_t)buffer_size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(buffer, buffer_size, 1, opaque, NULL,
                                            (int (*)(void *, motes_written_bytes, int))write, seek);
  if (!context) av_free(buffer);
  return context;
}

static inline void motes_avio_free(AVIOContext **context) {
  if (*context) av_freep(&(*context)->buffer);
  avio_context_free(context);
}

// Leaves memory that was lent where it is.
static inline void motes_keep_memory(void *opaque, uint8_t *memory) {
  (void)opaque;
  (void)memory;
}

// Lets a frame count references to memory that is not its own: without a count the library copies it. 0, or an error.
static inline int motes_lend_memory(AVFrame *frame, uint8_t *memory, size_t size) {
  av_buffer_unref(&frame->buf[0]);
  frame->buf[0] = av_buffer_create(memory, size, motes_keep_memory, NULL, AV_BUFFER_FLAG_READONLY);
  return frame->buf[0] ? 0 : AVERROR(ENOMEM);
}

// Renames without replacing: 0, or -1 with errno (ENOSYS or EINVAL where kernel or filesystem cannot).
static inline int motes_rename_new(const char *from, const char *to) {
#ifdef SYS_renameat2
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, 1u /* RENAME_NOREPLACE */);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#endif
