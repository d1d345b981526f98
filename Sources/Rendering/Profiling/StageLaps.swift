import Lanes
import Raster

/// One worker's stopwatch: a lap ends one stage and begins the next, so that a stage costs one look at the clock.
///
/// It belongs to one thread at a time, like the worker's other memory.
final class StageLaps: @unchecked Sendable {
  private let clock: StageClock
  private var last = 0.0
  /// Evaluate, bin, filter, convert, then the layers. A whole block of its own: no other worker writes near it.
  private let sums: AlignedBuffer<Double>
  private(set) var coveredPixels = 0.0

  init(clock: @escaping StageClock, layerCount: Int) {
    self.clock = clock
    sums = AlignedBuffer(count: (4 + layerCount + 7) / 8 * 8)
  }

  func start() { last = clock() }

  /// Counts the time since the last lap or start to a stage.
  func lap(_ stage: Stage) {
    let now = clock()
    sums[place(stage)] += now - last
    last = now
  }

  func seconds(of stage: Stage) -> Double { sums[place(stage)] }

  private func place(_ stage: Stage) -> Int {
    switch stage {
    case .evaluate: 0
    case .bin: 1
    case .filter: 2
    case .convert: 3
    case .layer(let number): 4 + number
    }
  }

  /// Adds the area of the particles inside the frame, and counts the time to nothing.
  ///
  /// An estimate: round particles are discs, all others the parallelograms that their half axes span; a particle at an
  /// edge loses as much as its bounding rectangle does.
  func countCovered(_ columns: SpriteColumns, count: Int, grid: TileGrid) {
    let extent = grid.extent
    let (left, top) = (Float(extent.x), Float(extent.y))
    let (right, bottom) = (Float(extent.endX), Float(extent.endY))
    for index in 0..<count {
      let (x, y) = (columns.x[index], columns.y[index])
      var halfWidth = abs(columns.axisXx[index])
      var halfHeight = halfWidth
      var share: Float = .pi / 4
      if !columns.isRound {
        let (axisXx, axisXy) = (columns.axisXx[index], columns.axisXy[index])
        let (axisYx, axisYy) = (columns.axisYx[index], columns.axisYy[index])
        halfWidth = abs(axisXx) + abs(axisYx)
        halfHeight = abs(axisXy) + abs(axisYy)
        let box = halfWidth * halfHeight
        share = box > 0 ? abs(axisXx * axisYy - axisXy * axisYx) / box : 0
      }
      let width = min(x + halfWidth, right) - max(x - halfWidth, left)
      let height = min(y + halfHeight, bottom) - max(y - halfHeight, top)
      if width > 0 && height > 0 { coveredPixels += Double(width * height * share) }
    }
    start()
  }
}
