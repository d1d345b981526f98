import Lanes
import Model

/// Source of the parameters of a force, or of the air: constants, or a table with a row at each of the `ForceTableTimes` where some
/// are animated.
struct ForceSource: BitwiseCopyable {
  /// Parameters at the table's start; without `rows` they hold at all times.
  private let constants: UnsafePointer<ForceParameters>
  /// A row for each time of the table, with elements in the order of the fields of `ForceParameters`.
  private let rows: UnsafePointer<Float8>?
  /// The further parameters for 3-D particles, as constants and as rows like the two above; nil for particles in the plane.
  private let constantsZ: UnsafePointer<ForceParametersZ>?
  private let rowsZ: UnsafePointer<SIMD2<Float>>?

  /// - Parameters:
  ///   - isAnimated: whether some parameters change with time.
  ///   - row: returns the parameters at a time.
  ///   - rowZ: returns the further parameters for 3-D particles at a time; nil for particles in the plane.
  init(
    _ tableTimes: ForceTableTimes, clock: LayerClock, memory: EmitterProgramMemory, isAnimated: Bool,
    row: (AnimationClock) -> Float8,
    rowZ: ((AnimationClock) -> SIMD2<Float>)? = nil
  ) {
    let start = clock.animationClock(at: tableTimes.start)
    constants = memory.keep([ForceParameters(row(start))])
    rows = isAnimated ? memory.keep(tableTimes.rows(clock, row)) : nil
    constantsZ = rowZ.map { memory.keep([ForceParametersZ($0(start))]) }
    rowsZ = isAnimated ? rowZ.map { memory.keep(tableTimes.rows(clock, $0)) } : nil
  }

  /// Parameters at eight times. If some of them are animated, all are written to `scratch`, to which the result then points.
  @inline(__always)
  func parameters(
    at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParameters>
  ) -> UnsafePointer<ForceParameters> {
    guard let rows else { return constants }
    coordinate.sample(rows, into: scratch)
    return UnsafePointer(scratch)
  }

  /// The further parameters for 3-D particles at eight times, as for `parameters`. Only for sources that were created with `rowZ`.
  @inline(__always)
  func parametersZ(
    at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParametersZ>
  ) -> UnsafePointer<ForceParametersZ> {
    guard let rowsZ else { return constantsZ.unsafelyUnwrapped }
    coordinate.sample(rowsZ, into: scratch)
    return UnsafePointer(scratch)
  }
}
