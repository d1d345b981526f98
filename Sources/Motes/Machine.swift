import Glibc

/// Cores that are switched on.
func availableCores() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
