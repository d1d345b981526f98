import Lanes
import Raster
import Simulation

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
  func countCovered(_ columns: ParticleColumns, grid: TileGrid) {
    let extent = grid.extent
    coveredPixels += columns.coveredPixels(
      left: Float(extent.x), top: Float(extent.y), right: Float(extent.endX), bottom: Float(extent.endY))
    start()
  }
}
