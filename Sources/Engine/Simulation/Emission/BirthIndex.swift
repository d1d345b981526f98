/// Index of a birth in its emission: 64 bits. The key of the particle's random numbers is hashed from this index, the cell's stream and,
/// for a child, the parent's key.
///
/// | bits | contents |
/// | --- | --- |
/// | 48 ..< 64 | raw value of the `BirthSource`, so that births of different sources never share an index |
/// | 40 ..< 48 | for children born at bounces, the index of the parent's bounce, from 0; for all others part of the number |
/// | 0 ..< 40 | number of the birth in its source, from 0 |
enum BirthIndex {
  @inline(__always) static var sourceShift: UInt64 { 48 }
  @inline(__always) static var triggerShift: UInt64 { 40 }

  /// - Parameters:
  ///   - number: number of the birth in its source, from 0.
  ///   - triggerIndex: index, among the events of the parent's life that begin an emission, of the event that began this one;
  ///     above 0 only for bounces.
  @inline(__always)
  static func index(source: BirthSource, number: UInt64, triggerIndex: Int = 0) -> UInt64 {
    UInt64(truncatingIfNeeded: source.rawValue) << sourceShift
      | UInt64(truncatingIfNeeded: triggerIndex) << triggerShift | number
  }

  /// Whether the birth's source is the schedule, not a burst.
  @inline(__always)
  static func isScheduled(_ index: UInt64) -> Bool { index >> sourceShift == 0 }
}
