// A function for each one of FFmpeg that Motes calls, under the same name: it jumps to the address in the table, which `motes_ffmpeg_address`
// (loader.c) fills in at the first call. Cost: two instructions a call. Where this processor or system has no stubs below, FFmpeg is linked as
// usual.

#if defined(__linux__) && defined(__x86_64__)

.hidden motes_ffmpeg_addresses
.set number, 0
.macro STUB name
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  movq motes_ffmpeg_addresses + 8 * number(%rip), %r11
  testq %r11, %r11
  jz 1f
  jmpq *%r11
1:
  movl $number, %r11d
  jmp load_function
  .cfi_endproc
  .size \name, . - \name
  .set number, number + 1
.endm

.text
// Asks for the address of function r11, and jumps to it with all registers of its arguments as they were. On entry the stack is 8 bytes off a
// multiple of 16, as after every call.
.type load_function, @function
load_function:
  .cfi_startproc
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  subq $128, %rsp
  .cfi_adjust_cfa_offset 184
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movl %r11d, %edi
  call motes_ffmpeg_address
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $128, %rsp
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  .cfi_adjust_cfa_offset -184
  jmpq *%r11
  .cfi_endproc
  .size load_function, . - load_function

#elif defined(__linux__) && defined(__aarch64__)

.hidden motes_ffmpeg_addresses
.set number, 0
.macro STUB name
  .globl \name
  .type \name, %function
\name:
  .cfi_startproc
  hint #34
  adrp x16, motes_ffmpeg_addresses
  add x16, x16, :lo12:motes_ffmpeg_addresses
  ldr x16, [x16, #(8 * number)]
  cbz x16, 1f
  br x16
1:
  mov w17, #number
  b load_function
  .cfi_endproc
  .size \name, . - \name
  .set number, number + 1
.endm

.text
// Asks for the address of function w17, and jumps to it with all registers of its arguments as they were.
.type load_function, %function
load_function:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_adjust_cfa_offset 224
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov w0, w17
  bl motes_ffmpeg_address
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_adjust_cfa_offset -224
  br x16
  .cfi_endproc
  .size load_function, . - load_function

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define FUNCTION(library, name) STUB name
#include "functions.h"
.section .note.GNU-stack, "", %progbits
#endif
