import Lanes
import Model
import Raster

extension Transition.Crosswarp: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    CrosswarpFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    PixelCost.transformed
  }
}

/// Draws the outgoing or the incoming layer of the transition `crosswarp`, in which a soft edge runs across the canvas. As the edge
/// passes, the outgoing layer is enlarged about the canvas's centre without limit, and the incoming layer shrinks from such an
/// enlargement to its own size (GL Transitions, crosswarp, by Eke Péter).
final class CrosswarpFilter: NeighborhoodFilter, @unchecked Sendable {
  private let warp: Transition.Crosswarp
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: SampledPicture
  private let isConstant: Bool
  private var front = TransitionFront(angle: 90, progress: 0, width: 1, height: 1)

  init(_ warp: Transition.Crosswarp, canvas: Canvas, input: PixelRect) {
    self.warp = warp
    self.canvas = canvas
    self.input = input
    picture = SampledPicture(width: input.width, height: input.height, edges: .clamped)
    isConstant = warp.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { [] }

  func update(at clock: AnimationClock) {
    front = TransitionFront(
      angle: warp.angle.value(at: clock), progress: warp.progress.value(at: clock), width: canvas.widthPixels,
      height: canvas.heightPixels)
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    SamplePlaces.withMemory { finish(tile, picture.levels[0], $0) }
  }

  private func finish(_ tile: Tile, _ level: SampledPicture.Level, _ places: SamplePlaces) {
    let (middleX, middleY) = (Float(canvas.widthPixels) / 2, Float(canvas.heightPixels) / 2)
    let offset = (x: Float(input.x) + 0.5, y: Float(input.y) + 0.5)
    for row in 0..<tile.height {
      let pixels = tile.row(row, plane: 0)
      let y = Float(tile.y + row) + 0.5
      var column = 0
      while column < tile.width {
        let x = Lanes.laneNumbers + (Float(tile.x + column) + 0.5)
        let passed = front.passed(x, y)
        let scale = warp.isOutgoing ? 1 - passed : passed
        let sourceX = (x - middleX) * scale + (middleX - offset.x)
        let sourceY = (y - middleY) * scale + (middleY - offset.y)
        level.linear(sourceX, sourceY, .clamped, places).store(to: pixels + column, planeStride: tile.width)
        column &+= 8
      }
    }
  }
}

/// A soft edge that runs across the canvas. The edge is as wide as the canvas's extent in the direction in which the edge runs.
struct TransitionFront {
  /// How far the edge has passed the frame pixel (x, y), before smoothing, is a·x + b·y + c, clamped to 0...1.
  private let a, b, c: Float

  /// - Parameters:
  ///   - angle: the direction in which the edge runs, in degrees, as for a gradient.
  ///   - progress: 0...1.
  ///   - width, height: the frame's size in pixels.
  init(angle: Double, progress: Double, width: Int, height: Int) {
    let axis = TransitionAxis(angle: angle, width: width, height: height)
    // 2·progress minus the position along the axis, which is 0 where the edge starts and 1 where it ends.
    a = Float(-axis.x / axis.length)
    b = Float(-axis.y / axis.length)
    c = Float(2 * progress + axis.start / axis.length)
  }

  /// How far the edge has passed eight pixels, 0...1.
  @inline(__always)
  func passed(_ x: Float8, _ y: Float) -> Float8 { smoothStep(Lanes.clamp(x * a + (y * b + c), 0, 1)) }
}
