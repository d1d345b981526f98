// Lets one call of a function fail: a library for LD_PRELOAD, for Scripts/faults (x86-64, Linux).
//
// MOTES_FAULT=NAME:N makes the Nth call of a function fail, from 1 on. MOTES_FAULT_COUNTS=PATH, a file of 256 zeroed 32-bit numbers, gets the
// number of calls of each function of the list in their order. Of libc's functions only calls of the program itself count, and none that writes to the standard
// streams. FFmpeg's functions are looked up by dlsym, which is replaced here: it gives a stub that counts, and goes on to the function.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Functions that return null where they fail, those that return AVERROR(ENOMEM), and those of libc, which return -1 and set errno.
#define POINTERS(F) F(av_buffer_create) F(av_content_light_metadata_alloc) F(av_frame_alloc) F(av_malloc) F(av_mallocz) \
  F(av_mastering_display_metadata_alloc) F(sws_getCachedContext) F(sws_getContext) F(av_packet_alloc) F(av_packet_side_data_add) \
  F(avcodec_alloc_context3) F(avcodec_parameters_alloc) F(avformat_alloc_context) F(avformat_new_stream) F(av_stream_new_side_data) \
  F(avio_alloc_context) F(avfilter_graph_alloc) F(avcodec_find_encoder_by_name)
#define CODES(F) F(av_dict_set) F(av_dict_copy) F(av_frame_copy_props) F(av_frame_get_buffer) F(av_new_packet) F(av_packet_make_writable) \
  F(avcodec_open2) F(avcodec_parameters_copy) F(avcodec_parameters_from_context) F(avcodec_parameters_to_context) F(avcodec_receive_frame) \
  F(avcodec_receive_packet) F(avcodec_send_frame) F(avcodec_send_packet) F(av_write_frame) F(av_write_trailer) \
  F(avformat_alloc_output_context2) F(avformat_write_header) F(av_buffersink_get_frame) F(av_buffersrc_add_frame_flags) \
  F(avfilter_graph_config) F(avfilter_graph_parse2) F(sws_scale) F(sws_scale_frame) F(sws_setColorspaceDetails)
#define CALLS(F) F(open) F(write) F(read) F(pread) F(fsync) F(ftruncate) F(rename) F(link) F(mkdir) F(mkstemp) F(mmap) F(flock) F(fstat) F(stat) F(lseek)

#define NUMBER(name) number_##name,
enum { POINTERS(NUMBER) code_begin, code_before = code_begin - 1, CODES(NUMBER) call_begin, call_before = call_begin - 1, CALLS(NUMBER) count_of_functions };
#define NAME(name) #name,
static const char *const names[] = {POINTERS(NAME) CODES(NAME) CALLS(NAME)};

static uint32_t unseen[256], *counts = unseen;
static int faulty = -1;
static uint32_t faulty_call;
static uintptr_t program_begin, program_end;
void *motes_fault_targets[256] __attribute__((visibility("hidden")));

static int note_program(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  // The program is the first of the list.
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *const part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    program_begin = info->dlpi_addr + part->p_vaddr;
    program_end = program_begin + part->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  dl_iterate_phdr(note_program, NULL);
  const char *const path = getenv("MOTES_FAULT_COUNTS"), *const fault = getenv("MOTES_FAULT");
  if (path) {
    int (*const real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    void *(*const real_mmap)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
    const int descriptor = real_open(path, O_RDWR);
    void *const mapped = real_mmap(NULL, sizeof unseen, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped != MAP_FAILED) counts = mapped;
    close(descriptor);
  }
  const char *const colon = fault ? strchr(fault, ':') : NULL;
  if (!colon) return;
  for (int index = 0; index < count_of_functions; index++) {
    if (strlen(names[index]) == (size_t)(colon - fault) && !strncmp(names[index], fault, colon - fault)) faulty = index;
  }
  faulty_call = atoi(colon + 1);
}

// Counts a call; returns whether it is the one that fails.
static int fails(int index) {
  const uint32_t call = __atomic_add_fetch(&counts[index], 1, __ATOMIC_RELAXED);
  return index == faulty && call == faulty_call;
}

// MARK: FFmpeg

struct answer { void *target; intptr_t failure; };

// Where a stub goes on to: the function, or nowhere if the call fails, with what it returns then.
__attribute__((visibility("hidden"), used)) struct answer motes_fault_answer(uint32_t index) {
  const int is_pointer = index < code_begin;
  if (fails(index)) return (struct answer){NULL, is_pointer ? 0 : -ENOMEM};
  return (struct answer){motes_fault_targets[index], 0};
}

__asm__(
    ".text\n"
    ".balign 16\n"
    "motes_fault_stubs:\n"
    ".set number, 0\n"
    ".rept 64\n"
    ".balign 16\n"
    "pushq $number\n"
    "jmp motes_fault_common\n"
    ".set number, number + 1\n"
    ".endr\n"
    "motes_fault_common:\n"
    "pushq %rdi; pushq %rsi; pushq %rdx; pushq %rcx; pushq %r8; pushq %r9; pushq %rax\n"
    "subq $136, %rsp\n"
    "movups %xmm0, (%rsp); movups %xmm1, 16(%rsp); movups %xmm2, 32(%rsp); movups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp); movups %xmm5, 80(%rsp); movups %xmm6, 96(%rsp); movups %xmm7, 112(%rsp)\n"
    "movl 192(%rsp), %edi\n"
    "call motes_fault_answer\n"
    "movq %rax, %r11; movq %rdx, %r10\n"
    "movups (%rsp), %xmm0; movups 16(%rsp), %xmm1; movups 32(%rsp), %xmm2; movups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4; movups 80(%rsp), %xmm5; movups 96(%rsp), %xmm6; movups 112(%rsp), %xmm7\n"
    "addq $136, %rsp\n"
    "popq %rax; popq %r9; popq %r8; popq %rcx; popq %rdx; popq %rsi; popq %rdi\n"
    "addq $8, %rsp\n"
    "testq %r11, %r11\n"
    "jz 1f\n"
    "jmp *%r11\n"
    "1: movq %r10, %rax\n"
    "ret\n");
extern char motes_fault_stubs[] __attribute__((visibility("hidden")));
_Static_assert(call_begin <= 64, "one stub for each function of FFmpeg");

void *dlsym(void *library, const char *name) {
  static void *(*real)(void *, const char *);
  if (!real) {
    real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!real) real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  }
  void *const found = real(library, name);
  if (found && library != RTLD_NEXT) {
    for (int index = 0; index < call_begin; index++) {
      if (strcmp(names[index], name)) continue;
      motes_fault_targets[index] = found;
      return motes_fault_stubs + 16 * index;
    }
  }
  return found;
}

// MARK: libc

// Whether a call of the program fails, rather than of a library.
static int call_fails(int index, uintptr_t caller) { return caller >= program_begin && caller < program_end && fails(index); }

#define CALL(type, name, parameters, arguments, code, is_counted)                                         \
  type name parameters {                                                                                  \
    static type(*real) parameters;                                                                        \
    if (!real) real = dlsym(RTLD_NEXT, #name);                                                            \
    if ((is_counted) && call_fails(number_##name, (uintptr_t)__builtin_return_address(0))) {              \
      errno = code;                                                                                       \
      return (type)-1;                                                                                    \
    }                                                                                                     \
    return real arguments;                                                                                \
  }
CALL(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count), ENOSPC, file > 2)
CALL(ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count), EIO, file > 2)
CALL(ssize_t, pread, (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset), EIO, 1)
CALL(int, fsync, (int file), (file), EIO, 1)
CALL(int, ftruncate, (int file, off_t size), (file, size), EIO, 1)
CALL(int, rename, (const char *from, const char *to), (from, to), EIO, 1)
CALL(int, link, (const char *from, const char *to), (from, to), EIO, 1)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), EACCES, 1)
CALL(int, mkstemp, (char *path), (path), EACCES, 1)
CALL(int, flock, (int file, int operation), (file, operation), EIO, 1)
CALL(int, fstat, (int file, struct stat *status), (file, status), EIO, 1)
CALL(int, stat, (const char *path, struct stat *status), (path, status), EIO, 1)
CALL(off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence), EIO, 1)
CALL(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset), (at, size, access, flags, file, offset), ENOMEM, 1)

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) real = dlsym(RTLD_NEXT, "open");
  va_list list;
  va_start(list, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (call_fails(number_open, (uintptr_t)__builtin_return_address(0))) {
    errno = EACCES;
    return -1;
  }
  return real(path, flags, mode);
}
