#ifndef CFFMPEG_SHIM_H
#define CFFMPEG_SHIM_H

// What Swift cannot import from FFmpeg by itself: function-like macros, casts between versions, one system call.

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdarg.h>
#ifdef __linux__
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Makes glibc fill all memory that it hands out with zeros (the complement of the value); 0 where the allocator cannot.
static inline int motes_fill_memory_with_zeros(void) {
#ifdef M_PERTURB
  return mallopt(M_PERTURB, 0xFF);
#else
  return 0;
#endif
}

static inline int motes_averror(int code) { return AVERROR(code); }
static inline int motes_averror_eof(void) { return AVERROR_EOF; }
static inline int motes_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }
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

struct motes_log {
  char *text;
  size_t room;
};

// Where warnings and errors of the libraries go while they are collected on this thread; nowhere where `text` is NULL. Each Swift file has
// a copy of its own.
static inline struct motes_log *motes_log_of_thread(void) {
  static _Thread_local struct motes_log log;
  return &log;
}

static inline void motes_collect_log(void *source, int level, const char *format, va_list arguments) {
  (void)source;
  struct motes_log *log = motes_log_of_thread();
  if (!log->text || level > AV_LOG_WARNING) return;
  int count = vsnprintf(log->text, log->room, format, arguments);
  if (count < 0) return;
  size_t used = (size_t)count < log->room ? (size_t)count : log->room - 1;
  log->text += used;
  log->room -= used;
}

// Collects what libraries log on this thread as text, as much as there is room for. What other threads log is dropped.
static inline void motes_begin_log(char *text, size_t room) {
  text[0] = 0;
  motes_log_of_thread()->text = text;
  motes_log_of_thread()->room = room;
  av_log_set_callback(motes_collect_log);
}

static inline void motes_end_log(void) { motes_log_of_thread()->text = NULL; }

typedef int (*motes_read_function)(void *opaque, uint8_t *bytes, int count);

// A context that reads through two callbacks; NULL when memory is short.
static inline AVIOContext *motes_avio_alloc_reader(int buffer_size, void *opaque, motes_read_function read,
                                                   motes_seek_function seek) {
  unsigned char *buffer = (unsigned char *)av_malloc((size_t)buffer_size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(buffer, buffer_size, 0, opaque, read, NULL, seek);
  if (!context) av_free(buffer);
  return context;
}

// The display matrix of a stream: nine numbers, or NULL for none. Side data moved to the codec parameters with libavformat 61.
static inline const int32_t *motes_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
                              AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

// The display matrix of a frame, to which decoders turn a photograph's EXIF orientation: nine numbers, or NULL for none.
static inline const int32_t *motes_display_matrix_of_frame(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
}

// Whether a frame is made of two fields. The flag moved in libavutil 58.7.
static inline int motes_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

// How long a frame is shown, in its stream's unit; 0 where that is not known. The field was renamed in libavutil 57.30.
static inline int64_t motes_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// Copies a stream's description and side data, such as its skipped samples. 0, or an error.
static inline int motes_copy_side_data(AVStream *target, const AVStream *source) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  return 0;  // copied with the codec parameters
#else
  for (int index = 0; index < source->nb_side_data; index++) {
    const AVPacketSideData *data = &source->side_data[index];
    uint8_t *copy = av_stream_new_side_data(target, data->type, data->size);
    if (!copy) return AVERROR(ENOMEM);
    memcpy(copy, data->data, data->size);
  }
  return 0;
#endif
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

// How libswscale scales pictures: smoothly, rounded to nearest, chroma in full. The names are numbers or an enumeration, as versions have it.
static inline int motes_scaling_flags(void) {
  return (int)SWS_BICUBIC | (int)SWS_ACCURATE_RND | (int)SWS_FULL_CHR_H_INT | (int)SWS_FULL_CHR_H_INP;
}

// Converts all rows of a frame. 0, or an error.
static inline int motes_convert(struct SwsContext *context, const AVFrame *source, AVFrame *target) {
  int rows = sws_scale(context, (const uint8_t *const *)source->data, source->linesize, 0, source->height, target->data,
                       target->linesize);
  return rows < 0 ? rows : 0;
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
