import Glibc

/// Cores that the scheduler gives this process: fewer than the machine's under taskset or in a container.
func availableCores() -> Int {
  var set = cpu_set_t()
  guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else {
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
  return withUnsafeBytes(of: &set) { bytes in max(1, bytes.reduce(0) { $0 + $1.nonzeroBitCount }) }
}
