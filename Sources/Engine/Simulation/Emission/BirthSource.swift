/// What a birth of an emission belongs to: the schedule, which follows from the birth rate, or one of the bursts.
///
/// The raw value is part of each particle's `BirthIndex`, on which the particle's random numbers depend: it is never changed.
struct BirthSource: BitwiseCopyable, Equatable, Sendable {
  let rawValue: Int

  /// Births at the times of the cell's `BirthSchedule`. Raw value 0.
  @inline(__always) static var schedule: BirthSource { BirthSource(rawValue: 0) }

  /// Births of `CellKernel.bursts[index]`: index 0 is the cell's `burst`, 1 and above are the entries of its `bursts`, then those of `soundBirths`. Raw value
  /// index + 1.
  @inline(__always) static func burst(_ index: Int) -> BirthSource { BirthSource(rawValue: index + 1) }

  @inline(__always) var isBurst: Bool { rawValue > 0 }

  /// Index in `CellKernel.bursts`; only for bursts.
  @inline(__always) var burstIndex: Int { rawValue - 1 }
}
