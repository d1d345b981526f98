// The check that this CPU can run the code that the package was compiled to, made before any of it runs.
//
// Everything here must itself be baseline code: this file is compiled with the package's flags, so each function says
// its own target and the message is written with plain system calls.
#include "CLanes.h"

#include <unistd.h>

const clanes_float8 clanes_ramp_values = {0, 1, 2, 3, 4, 5, 6, 7};

#if defined(__x86_64__) && defined(__AVX2__)

#include <cpuid.h>

#define BASELINE __attribute__((target("arch=x86-64"), noinline))

// The registers that the system saves between tasks (XCR0): bits 1 and 2 are the SSE and AVX state.
BASELINE static uint32_t saved_registers(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

BASELINE bool clanes_cpu_is_sufficient(void) {
  const uint32_t fma = 1u << 12, movbe = 1u << 22, osxsave = 1u << 27, avx = 1u << 28, f16c = 1u << 29;
  const uint32_t first = fma | movbe | osxsave | avx | f16c;
  const uint32_t bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8, lzcnt = 1u << 5;
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return false;
  if ((saved_registers() & 6u) != 6u) return false;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & (bmi1 | avx2 | bmi2)) != (bmi1 | avx2 | bmi2)) return false;
  return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & lzcnt) != 0;
}

__attribute__((constructor(101))) BASELINE static void refuse_insufficient_cpu(void) {
  if (clanes_cpu_is_sufficient()) return;
  static const char sentence[] =
      "motes: this program was compiled for CPUs with AVX2, BMI2, F16C, FMA, LZCNT and MOVBE (x86-64-v3), and this "
      "CPU lacks some of them. Build it with MOTES_CPU=baseline: the frames are the same, only slower.\n";
  ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  (void)written;
  _exit(2);
}

const char *clanes_cpu_level(void) { return "x86-64-v3"; }

#else

bool clanes_cpu_is_sufficient(void) { return true; }

#if defined(__x86_64__)
const char *clanes_cpu_level(void) { return "baseline"; }
#elif defined(__aarch64__)
const char *clanes_cpu_level(void) { return "arm64"; }
#else
const char *clanes_cpu_level(void) { return "generic"; }
#endif

#endif
