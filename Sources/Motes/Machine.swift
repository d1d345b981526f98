import Glibc
import Lanes

/// Cores that are switched on.
func availableCores() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// This machine and the build of Motes that runs on it.
package enum Machine {
  /// The level of the CPU that this build uses: "x86-64-v3" (AVX2), "baseline", "arm64".
  package static var cpuLevel: String { Lanes.cpuLevel }
}
