import Lanes
import Model

/// The times at which animated parameters of forces are tabulated when a scene is compiled; the tables are kept by each `ForceSource`.
/// There are 256 rows a second (fewer where that would be more than a maximum) over a loop's period, or until no parameter
/// changes any more. Between rows parameters are interpolated linearly, so a jump is spread over the time of one row.
struct ForceTableTimes: BitwiseCopyable {
  /// Layer-local seconds of row 0.
  var start = 0.0
  /// Rows a second; 0 where row 0 is the only one.
  var rowsPerSecond = 0.0
  /// Seconds after which the table repeats; 0 where nothing loops.
  var period = 0.0
  /// Index of the last row. Times before the first row or after the last have that row's values.
  var lastRow = 0.0

  /// Rows a second that a table is made with, unless it would then have too many.
  static let nominalRowsPerSecond = 256.0

  init() {}

  /// - Parameters:
  ///   - horizon: local seconds, from the layer's start on, that a table covers at most where nothing loops.
  ///   - maximumRows: the greatest number of rows.
  ///   - settleTime: local time after which no parameter changes any more.
  init(clock: LayerClock, horizon: Double, maximumRows: Double, settleTime: Double) {
    // `timeOffset` is the layer's local time at its begin.
    start = clock.period > 0 ? clock.loopStart : clock.timeOffset
    period = clock.period
    let seconds = period > 0 ? period : min(max(settleTime - start, 0), horizon)
    // A loop's last row is at the very end of the period.
    lastRow = min((seconds * ForceTableTimes.nominalRowsPerSecond).rounded(.up), maximumRows)
    rowsPerSecond = seconds > 0 ? lastRow / seconds : 0
  }

  /// Values of `row` at the table's times. The last value is repeated, since sampling always reads two neighbouring rows.
  func rows<Row>(_ clock: LayerClock, _ row: (AnimationClock) -> Row) -> [Row] {
    (0...Int(lastRow) + 1).map { index in
      let rowNumber = min(Double(index), lastRow)
      // A loop's last row is at the end of the period. `clock` would fold that time to the start of the period, where the
      // parameters may differ.
      if period > 0, rowNumber == lastRow {
        let end = AnimationClock(
          local: start + period, canvas: clock.animationClock(at: start).canvas + period / clock.speed)
        return row(end)
      }
      return row(clock.animationClock(at: start + (rowsPerSecond > 0 ? rowNumber / rowsPerSecond : 0)))
    }
  }

  /// Where eight layer-local times lie in the table.
  @inline(__always)
  func coordinate(of localTimes: Double8) -> ForceTableCoordinate {
    var seconds = localTimes - start
    if period > 0 { seconds -= (seconds / period).rounded(.down) * period }
    var position = seconds * rowsPerSecond
    position.replace(with: 0, where: position .< 0)
    position.replace(with: lastRow, where: position .> lastRow)
    let row = position.rounded(.down)
    return ForceTableCoordinate(
      row: Lanes.truncateInRange(Lanes.narrow(row)), fraction: Lanes.narrow(position - row))
  }
}

/// Rows of a `ForceTableTimes` for eight particles, and fractions (0 ..< 1) towards the next rows.
struct ForceTableCoordinate: BitwiseCopyable {
  var row = Int32x8()
  var fraction = Float8()

  /// Interpolates a table of `ForceParameters` and transposes the result: a row of the table has all parameters at one time, a field
  /// of the result has one parameter for all eight particles.
  @inline(never)
  func sample(_ table: UnsafePointer<Float8>, into parameters: UnsafeMutablePointer<ForceParameters>) {
    let floats = UnsafeMutableRawPointer(parameters).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let interpolated = base[0] + (base[1] - base[0]) * fraction[lane]
      for field in 0..<ForceParameters.count { floats[field * 8 + lane] = interpolated[field] }
    }
  }

  /// Interpolates a table of `ForceParametersZ`.
  @inline(never)
  func sample(_ table: UnsafePointer<SIMD2<Float>>, into parameters: UnsafeMutablePointer<ForceParametersZ>) {
    let floats = UnsafeMutableRawPointer(parameters).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let interpolated = base[0] + (base[1] - base[0]) * fraction[lane]
      floats[lane] = interpolated.x
      floats[8 + lane] = interpolated.y
    }
  }
}
