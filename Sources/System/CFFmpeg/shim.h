#ifndef CFFMPEG_SHIM_H
#define CFFMPEG_SHIM_H

// Wrappers for what Swift cannot use directly: FFmpeg's function-like macros, declarations that differ between its versions, and callbacks
// with variable arguments; also a system call and an option of the allocator.

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/cpu.h>
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
#include <sys/syscall.h>
#include <unistd.h>

// Makes glibc's malloc fill every block that it hands out with zeros: M_PERTURB fills with the complement of its value, hence 0xFF.
// Returns 1, or 0 where the allocator cannot do that.
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

// Writes FFmpeg's text for an error code to `text`, always null-terminated.
static inline void motes_error_text(int code, char *text, size_t size) {
  if (av_strerror(code, text, size) < 0) snprintf(text, size, "error %d", code);
}

// Opens a file in memory without a name, which is gone when it is closed. Returns a descriptor, or -1 with errno.
static inline int motes_anonymous_file(void) {
  return (int)syscall(SYS_memfd_create, "sound", 1u /* MFD_CLOEXEC */);
}

// The bytes that a write callback gets: const since libavformat 61.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t *motes_written_bytes;
#else
typedef uint8_t *motes_written_bytes;
#endif

typedef int (*motes_write_function)(void *opaque, const uint8_t *bytes, int count);
typedef int64_t (*motes_seek_function)(void *opaque, int64_t offset, int whence);

// Returns a context that writes through the callbacks `write` and `seek`, or NULL if there is not enough memory.
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

// Where the next log message goes, and how many bytes are left there. `text` is NULL while nothing is collected.
struct motes_log {
  char *text;
  size_t remaining_bytes;
};

// The log that collects warnings and errors of the libraries on this thread. The variable is static in a header, so each Swift file that
// calls these functions has a log of its own: call motes_begin_log and motes_end_log from one file only.
static inline struct motes_log *motes_log_of_thread(void) {
  static _Thread_local struct motes_log log;
  return &log;
}

static inline void motes_collect_log(void *source, int level, const char *format, va_list arguments) {
  (void)source;
  struct motes_log *log = motes_log_of_thread();
  if (!log->text || level > AV_LOG_WARNING) return;
  int count = vsnprintf(log->text, log->remaining_bytes, format, arguments);
  if (count < 0) return;
  // vsnprintf returns the length of the whole message, also where it had to cut it.
  size_t used = (size_t)count < log->remaining_bytes ? (size_t)count : log->remaining_bytes - 1;
  log->text += used;
  log->remaining_bytes -= used;
}

// Begins to collect the warnings and errors that libraries log on this thread in `text`, which has `capacity` bytes; what does not fit is cut
// off. Messages of other threads are dropped.
static inline void motes_begin_log(char *text, size_t capacity) {
  text[0] = 0;
  motes_log_of_thread()->text = text;
  motes_log_of_thread()->remaining_bytes = capacity;
  av_log_set_callback(motes_collect_log);
}

// Ends collecting on this thread. The callback stays set and ignores all messages.
static inline void motes_end_log(void) { motes_log_of_thread()->text = NULL; }

typedef int (*motes_read_function)(void *opaque, uint8_t *bytes, int count);

// Returns a context that reads through the callbacks `read` and `seek`, or NULL if there is not enough memory.
static inline AVIOContext *motes_avio_alloc_reader(int buffer_size, void *opaque, motes_read_function read,
                                                   motes_seek_function seek) {
  unsigned char *buffer = (unsigned char *)av_malloc((size_t)buffer_size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(buffer, buffer_size, 0, opaque, read, NULL, seek);
  if (!context) av_free(buffer);
  return context;
}

// Side data of a stream is part of its codec parameters since libavformat 60.15.
#define MOTES_PARAMETERS_HOLD_SIDE_DATA (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100))

// The side data of a stream that is of one type; NULL if it has none.
static inline const uint8_t *motes_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if MOTES_PARAMETERS_HOLD_SIDE_DATA
  const AVPacketSideData *data =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

// Adds memory that FFmpeg allocated to a stream as side data; the stream frees it. Returns a negative error if that fails.
static inline int motes_add_stream_side_data(AVStream *stream, enum AVPacketSideDataType type, void *data, size_t size) {
#if MOTES_PARAMETERS_HOLD_SIDE_DATA
  return av_packet_side_data_add(&stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, data,
                                 size, 0)
             ? 0
             : AVERROR(ENOMEM);
#else
  return av_stream_add_side_data(stream, type, (uint8_t *)data, size);
#endif
}

// The display matrix of a stream: nine numbers, or NULL if it has none.
static inline const int32_t *motes_display_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = motes_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

// The display matrix of a frame: nine numbers, or NULL if it has none. Decoders make it from a photograph's EXIF orientation.
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

// Copies a stream's side data, such as its number of skipped samples. Returns 0 or an error.
static inline int motes_copy_side_data(AVStream *target, const AVStream *source) {
#if MOTES_PARAMETERS_HOLD_SIDE_DATA
  return 0;  // it was copied with the codec parameters
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

// The release callback of motes_lend_memory: frees nothing, since the memory belongs to the caller.
static inline void motes_keep_memory(void *opaque, uint8_t *memory) {
  (void)opaque;
  (void)memory;
}

// Wraps memory that the frame does not own in a reference-counted buffer: libavcodec copies frames without one. Returns 0 or an error.
static inline int motes_lend_memory(AVFrame *frame, uint8_t *memory, size_t size) {
  av_buffer_unref(&frame->buf[0]);
  frame->buf[0] = av_buffer_create(memory, size, motes_keep_memory, NULL, AV_BUFFER_FLAG_READONLY);
  return frame->buf[0] ? 0 : AVERROR(ENOMEM);
}

// How libswscale scales pictures: bicubic, rounded to nearest, with chroma in full resolution. The flags are cast because they are macros
// in some versions of FFmpeg and an enumeration in others.
static inline int motes_scaling_flags(void) {
  return (int)SWS_BICUBIC | (int)SWS_ACCURATE_RND | (int)SWS_FULL_CHR_H_INT | (int)SWS_FULL_CHR_H_INP;
}

// Converts all rows of a frame. Returns 0 or an error.
static inline int motes_convert(struct SwsContext *context, const AVFrame *source, AVFrame *target) {
  int rows = sws_scale(context, (const uint8_t *const *)source->data, source->linesize, 0, source->height, target->data,
                       target->linesize);
  return rows < 0 ? rows : 0;
}

// Renames a file without replacing another. Returns 0, or -1 with errno (ENOSYS or EINVAL where the kernel or filesystem does not support it).
static inline int motes_rename_new(const char *from, const char *to) {
#ifdef SYS_renameat2
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, 1u /* RENAME_NOREPLACE */);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#endif
