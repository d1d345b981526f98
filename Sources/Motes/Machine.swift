import Glibc
import Lanes

/// This machine and the build of Motes that runs on it.
package enum Machine {
  /// The number of logical CPUs that are online, at least 1. A core with two hardware threads counts as two.
  static var onlineCPUCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The instruction set that this build uses: "x86-64-v3" (AVX2), "baseline", "arm64".
  package static var cpuLevel: String { Lanes.cpuLevel }
}
