import Lanes
import Raster

/// Measures how many seconds one worker spends in each stage. The end of one stage is the start of the next, so that a stage
/// costs one reading of the clock.
///
/// A timer belongs to one thread at a time, like the worker's other memory.
final class StageTimer: @unchecked Sendable {
  private let clock: StageClock
  /// Clock time at which the current stage began.
  private var stageStart = 0.0
  /// Seconds of each stage, by `sumIndex`. The memory consists of whole cache lines (8 Doubles), to which no other worker writes.
  private let sums: AlignedBuffer<Double>
  /// Estimated area in pixels of the particles that were counted by `countCovered`, where overlapping parts count
  /// several times.
  private(set) var coveredPixels = 0.0

  /// Number of stages besides those of layers.
  private static let fixedStageCount = 4

  init(clock: @escaping StageClock, layerCount: Int) {
    self.clock = clock
    sums = AlignedBuffer(count: (Self.fixedStageCount + layerCount + 7) / 8 * 8)
  }

  /// Begins a stage. The time since the end of the last stage is not counted.
  func start() { stageStart = clock() }

  /// Adds the time since the last `start` or `end` to a stage, and begins the next stage.
  func end(_ stage: Stage) {
    let now = clock()
    sums[sumIndex(stage)] += now - stageStart
    stageStart = now
  }

  /// The seconds spent in a stage so far.
  func seconds(of stage: Stage) -> Double { sums[sumIndex(stage)] }

  /// Index in `sums`.
  private func sumIndex(_ stage: Stage) -> Int {
    switch stage {
    case .evaluate: 0
    case .bin: 1
    case .filter: 2
    case .convert: 3
    case .layer(let planIndex): Self.fixedStageCount + planIndex
    }
  }

  /// Adds the area of the particles inside the extent of `grid` to `coveredPixels`, and begins a stage, so that the time of this
  /// call is not counted.
  ///
  /// The area is an estimate: a round particle counts as a disc, any other as the parallelogram that its axes span. Each grows on
  /// all sides by the radius over which a lens spreads it. If a part of its bounding rectangle lies inside the extent, the same
  /// part of the particle's area counts.
  func countCovered(_ columns: SpriteColumns, count: Int, grid: TileGrid) {
    let extent = grid.extent
    let (left, top) = (Float(extent.x), Float(extent.y))
    let (right, bottom) = (Float(extent.endX), Float(extent.endY))
    for index in 0..<count {
      let (x, y) = (columns[.x][index], columns[.y][index])
      let blur = columns.layout.hasBlur ? columns[.blur][index] : 0
      var halfWidth = abs(columns[.axisXx][index]) + blur
      var halfHeight = halfWidth
      /// The particle's area divided by the area of its bounding rectangle: π/4 for a disc.
      var filledShare: Float = .pi / 4
      if !columns.layout.isRound {
        let (axisXx, axisXy) = Self.lengthened(columns[.axisXx][index], columns[.axisXy][index], by: blur)
        let (axisYx, axisYy) = Self.lengthened(columns[.axisYx][index], columns[.axisYy][index], by: blur)
        halfWidth = abs(axisXx) + abs(axisYx)
        halfHeight = abs(axisXy) + abs(axisYy)
        let quarterBox = halfWidth * halfHeight
        filledShare = quarterBox > 0 ? abs(axisXx * axisYy - axisXy * axisYx) / quarterBox : 0
      }
      let width = min(x + halfWidth, right) - max(x - halfWidth, left)
      let height = min(y + halfHeight, bottom) - max(y - halfHeight, top)
      if width > 0 && height > 0 { coveredPixels += Double(width * height * filledShare) }
    }
    start()
  }

  /// Lengthens a vector by some pixels; a vector of length 0 stays as it is.
  private static func lengthened(_ x: Float, _ y: Float, by pixels: Float) -> (x: Float, y: Float) {
    if pixels == 0 { return (x, y) }
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return (x, y) }
    let factor = 1 + pixels / length
    return (x * factor, y * factor)
  }
}
