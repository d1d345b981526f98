import Lanes
import Model

/// Source of the parameters of a force, or of the air: values that never move, or the rows of a `ForceTable`.
struct ForceSource: BitwiseCopyable {
  private let constants: UnsafePointer<ForceParameters>
  private let rows: UnsafePointer<Float8>?
  private let constantsZ: UnsafePointer<ForceParametersZ>?
  private let rowsZ: UnsafePointer<SIMD2<Float>>?

  /// - Parameters:
  ///   - isMoving: whether the rows differ.
  ///   - row: the parameters at a moment.
  ///   - rowZ: those for particles in space; nil where there are none.
  init(
    _ table: ForceTable, clock: LayerClock, memory: ProgramMemory, isMoving: Bool, row: (AnimationClock) -> Float8,
    rowZ: ((AnimationClock) -> SIMD2<Float>)? = nil
  ) {
    let start = clock.clock(at: table.start)
    constants = memory.keep([ForceParameters(row(start))])
    rows = isMoving ? memory.keep(table.rows(clock, row)) : nil
    constantsZ = rowZ.map { memory.keep([ForceParametersZ($0(start))]) }
    rowsZ = isMoving ? rowZ.map { memory.keep(table.rows(clock, $0)) } : nil
  }

  /// Parameters at a moment, which may be written to `scratch`.
  @inline(__always)
  func parameters(
    at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParameters>
  ) -> UnsafePointer<ForceParameters> {
    guard let rows else { return constants }
    coordinate.sample(rows, into: scratch)
    return UnsafePointer(scratch)
  }

  /// Parameters for particles in space.
  @inline(__always)
  func parametersZ(
    at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParametersZ>
  ) -> UnsafePointer<ForceParametersZ> {
    guard let rowsZ else { return constantsZ.unsafelyUnwrapped }
    coordinate.sample(rowsZ, into: scratch)
    return UnsafePointer(scratch)
  }
}
