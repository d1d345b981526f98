/// 64-bit index of a birth within its emission.
///
/// The upper 16 bits are the source, so that the births of the schedule (0), of `burst` (1) and of the entries of `bursts`
/// (2, 3, …) never share an index; the lower 48 are the number. The upper eight bits of the number count a parent's
/// triggers, where it has more than one.
enum BirthIndex {
  @inline(__always) static var sourceShift: UInt64 { 48 }
  @inline(__always) static var triggerShift: UInt64 { 40 }

  @inline(__always)
  static func index(source: Int, number: UInt64, trigger: Int = 0) -> UInt64 {
    UInt64(truncatingIfNeeded: source) << sourceShift | UInt64(truncatingIfNeeded: trigger) << triggerShift | number
  }
}
