import Lanes
import Model

/// The numbers of a force that may move, for eight particles; the force's kind says what they mean.
struct ForceParameters: BitwiseCopyable {
  var x = Float8()
  var y = Float8()
  /// Unit vector along which a distance is measured (a line or plane), across which it is (an axis), or a gust blows.
  var normalX = Float8()
  var normalY = Float8()
  var strength = Float8()
  var radius = Float8()
  var falloffInverse = Float8()
  /// A vortex's pull to the middle.
  var pull = Float8()

  static let count = 8

  /// The same for all particles; `row` holds the numbers in the order of the fields.
  init(_ row: Float8) {
    x = Float8(repeating: row[0])
    y = Float8(repeating: row[1])
    normalX = Float8(repeating: row[2])
    normalY = Float8(repeating: row[3])
    strength = Float8(repeating: row[4])
    radius = Float8(repeating: row[5])
    falloffInverse = Float8(repeating: row[6])
    pull = Float8(repeating: row[7])
  }
}

extension ForceParameters {
  // The two numbers of the air.
  /// The share of the velocity that is lost a second for each pixel a second of it.
  @inline(__always) var quadraticDrag: Float8 { strength }
  /// Pixels a second.
  @inline(__always) var speedLimit: Float8 { radius }

  static func airRow(quadraticDrag: Double, speedLimit: Double) -> Float8 {
    Float8(0, 0, 0, 0, Float(quadraticDrag), Float(speedLimit), 0, 0)
  }
}

/// The numbers that a force has besides for particles in space.
struct ForceParametersZ: BitwiseCopyable {
  var z = Float8()
  var normalZ = Float8()

  /// The same for all particles; `row` holds the numbers in the order of the fields.
  init(_ row: SIMD2<Float>) {
    z = Float8(repeating: row.x)
    normalZ = Float8(repeating: row.y)
  }
}

/// Where the numbers of a force, or of the air, are read: from values that never move, or from the rows of a `ForceTable`.
struct ForceSource: BitwiseCopyable {
  private let values: UnsafePointer<ForceParameters>
  private let rows: UnsafePointer<Float8>?
  private let depths: UnsafePointer<ForceParametersZ>?
  private let depthRows: UnsafePointer<SIMD2<Float>>?

  /// - Parameters:
  ///   - isMoving: whether the rows differ.
  ///   - row: the numbers at a moment.
  ///   - depthRow: those for particles in space; nil where there are none.
  init(
    _ table: ForceTable, clock: LayerClock, memory: ProgramMemory, isMoving: Bool, row: (AnimationClock) -> Float8,
    depthRow: ((AnimationClock) -> SIMD2<Float>)? = nil
  ) {
    let start = clock.clock(at: table.start)
    values = memory.keep([ForceParameters(row(start))])
    rows = isMoving ? memory.keep(table.rows(clock, row)) : nil
    depths = depthRow.map { memory.keep([ForceParametersZ($0(start))]) }
    depthRows = isMoving ? depthRow.map { memory.keep(table.rows(clock, $0)) } : nil
  }

  /// The numbers at a moment, which may be written to `scratch`.
  @inline(__always)
  func values(at place: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParameters>) -> UnsafePointer<
    ForceParameters
  > {
    guard let rows else { return values }
    place.read(rows, into: scratch)
    return UnsafePointer(scratch)
  }

  /// Those for particles in space.
  @inline(__always)
  func depths(at place: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<ForceParametersZ>) -> UnsafePointer<
    ForceParametersZ
  > {
    guard let depthRows else { return depths.unsafelyUnwrapped }
    place.read(depthRows, into: scratch)
    return UnsafePointer(scratch)
  }
}

/// Values of forces that move, tabulated over the layer's time when a scene is compiled, 256 rows a second (fewer where that
/// would be more than `mostRows`), between which straight lines are drawn: a jump is blurred over one row.
struct ForceTable: BitwiseCopyable {
  /// Layer-local seconds of the first row.
  var start = 0.0
  var rowsPerSecond = 0.0
  /// Seconds after which the first row follows again; 0 where nothing loops.
  var period = 0.0
  /// The number of the last row; times beyond the ends have the values there.
  var lastRow = 0.0

  static let rowsPerSecond = 256.0
  /// Of one force: 8 MB.
  static let mostRows = 262_144.0

  init() {}

  /// - Parameters:
  ///   - horizon: local seconds from the layer's first moment on that can matter.
  ///   - settled: local time after which no value moves any more.
  init(clock: LayerClock, horizon: Double, settled: Double) {
    start = clock.period > 0 ? clock.zero : clock.timeOffset
    period = clock.period
    let seconds = period > 0 ? period : min(max(settled - start, 0), horizon)
    // A loop's last row is a moment before the first one of the next turn.
    lastRow = min((seconds * ForceTable.rowsPerSecond).rounded(.up), ForceTable.mostRows)
    rowsPerSecond = seconds > 0 ? lastRow / seconds : 0
  }

  /// What `row` is at the table's moments; the last one is followed by itself.
  func rows<Row>(_ clock: LayerClock, _ row: (AnimationClock) -> Row) -> [Row] {
    (0...Int(lastRow) + 1).map { index in
      let place = min(Double(index), lastRow)
      // A loop's last moment is its end, not its beginning.
      if period > 0, place == lastRow {
        let end = AnimationClock(local: start + period, canvas: clock.clock(at: start).canvas + period / clock.speed)
        return row(end)
      }
      return row(clock.clock(at: start + (rowsPerSecond > 0 ? place / rowsPerSecond : 0)))
    }
  }

  /// Where eight moments of the layer's time lie.
  @inline(__always)
  func place(of moments: Double8) -> ForceTableCoordinate {
    var seconds = moments - start
    if period > 0 { seconds -= (seconds / period).rounded(.down) * period }
    var place = seconds * rowsPerSecond
    place.replace(with: 0, where: place .< 0)
    place.replace(with: lastRow, where: place .> lastRow)
    let row = place.rounded(.down)
    return ForceTableCoordinate(row: Lanes.truncateInRange(Lanes.narrow(row)), share: Lanes.narrow(place - row))
  }
}

/// Rows of a table for eight particles, and shares of the way to the next ones.
struct ForceTableCoordinate: BitwiseCopyable {
  var row = SIMD8<Int32>()
  var share = Float8()

  /// The values there.
  @inline(never)
  func read(_ table: UnsafePointer<Float8>, into values: UnsafeMutablePointer<ForceParameters>) {
    let floats = UnsafeMutableRawPointer(values).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let value = base[0] + (base[1] - base[0]) * share[lane]
      // Lane by lane: a row of a table is a column of the values.
      for field in 0..<ForceParameters.count { floats[field * 8 + lane] = value[field] }
    }
  }

  @inline(never)
  func read(_ table: UnsafePointer<SIMD2<Float>>, into depths: UnsafeMutablePointer<ForceParametersZ>) {
    let floats = UnsafeMutableRawPointer(depths).assumingMemoryBound(to: Float.self)
    for lane in 0..<8 {
      let base = table + Int(row[lane])
      let value = base[0] + (base[1] - base[0]) * share[lane]
      floats[lane] = value.x
      floats[8 + lane] = value.y
    }
  }
}
