import Lanes
import Model

/// Times at which moving parameters of forces are tabulated when a scene is compiled: 256 rows a second over the layer's time
/// (fewer where that would be more than `mostRows`), between which straight lines are drawn. A jump is blurred over one row.
struct ForceTable: BitwiseCopyable {
  /// Layer-local seconds of the first row.
  var start = 0.0
  var rowsPerSecond = 0.0
  /// Seconds after which the first row follows again; 0 where nothing loops.
  var period = 0.0
  /// Number of the last row. Times beyond the ends have the values there.
  var lastRow = 0.0

  static let rowsPerSecond = 256.0
  /// Rows of one force at most: 8 MB.
  static let mostRows = 262_144.0

  init() {}

  /// - Parameters:
  ///   - horizon: local seconds from the layer's first moment on that can matter.
  ///   - settled: local time after which no value moves any more.
  init(clock: LayerClock, horizon: Double, settled: Double) {
    start = clock.period > 0 ? clock.zero : clock.timeOffset
    period = clock.period
    let seconds = period > 0 ? period : min(max(settled - start, 0), horizon)
    // A loop's last row is a moment before the first one of the next period.
    lastRow = min((seconds * ForceTable.rowsPerSecond).rounded(.up), ForceTable.mostRows)
    rowsPerSecond = seconds > 0 ? lastRow / seconds : 0
  }

  /// Values of `row` at the table's times; the last one is repeated.
  func rows<Row>(_ clock: LayerClock, _ row: (AnimationClock) -> Row) -> [Row] {
    (0...Int(lastRow) + 1).map { index in
      let number = min(Double(index), lastRow)
      // A loop's last moment is its end, not its beginning.
      if period > 0, number == lastRow {
        let end = AnimationClock(local: start + period, canvas: clock.clock(at: start).canvas + period / clock.speed)
        return row(end)
      }
      return row(clock.clock(at: start + (rowsPerSecond > 0 ? number / rowsPerSecond : 0)))
    }
  }

  /// Coordinates of eight moments of the layer's time.
  @inline(__always)
  func coordinate(of moments: Double8) -> ForceTableCoordinate {
    var seconds = moments - start
    if period > 0 { seconds -= (seconds / period).rounded(.down) * period }
    var position = seconds * rowsPerSecond
    position.replace(with: 0, where: position .< 0)
    position.replace(with: lastRow, where: position .> lastRow)
    let row = position.rounded(.down)
    return ForceTableCoordinate(
      row: Lanes.truncateInRange(Lanes.narrow(row)), fraction: Lanes.narrow(position - row))
  }
}

/// Rows of a `ForceTable` for eight particles, and fractions towards the next ones.
struct ForceTableCoordinate: BitwiseCopyable {
  var row = Int32x8()
  var fraction = Float8()

  @inline(never)
  func sample(_ table: UnsafePointer<Float8>, into parameters: UnsafeMutablePointer<ForceParameters>) {
    let floats = UnsafeMutableRawPointer(parameters).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let value = base[0] + (base[1] - base[0]) * fraction[lane]
      // Lane by lane: a row of a table is a column of the parameters.
      for field in 0..<ForceParameters.count { floats[field * 8 + lane] = value[field] }
    }
  }

  @inline(never)
  func sample(_ table: UnsafePointer<SIMD2<Float>>, into parameters: UnsafeMutablePointer<ForceParametersZ>) {
    let floats = UnsafeMutableRawPointer(parameters).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let value = base[0] + (base[1] - base[0]) * fraction[lane]
      floats[lane] = value.x
      floats[8 + lane] = value.y
    }
  }
}
