import Lanes
import Model
import Raster

/// A side of the transition `crosswarp`: the layer that goes shrinks to a line behind an edge that runs across the canvas, the one that comes
/// unfolds from it (GL Transitions, crosswarp, by Eke Péter).
final class CrosswarpFilter: NeighborhoodFilter, @unchecked Sendable {
  private let warp: Transition.Crosswarp
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: MipmappedPicture
  private let isConstant: Bool
  private var front = TransitionFront(angle: 90, progress: 0, width: 1, height: 1)

  init(_ warp: Transition.Crosswarp, canvas: Canvas, input: PixelRect) {
    self.warp = warp
    self.canvas = canvas
    self.input = input
    picture = MipmappedPicture(width: input.width, height: input.height, edges: .clamped)
    isConstant = Filter.crosswarp(warp).animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var readsInput: Bool { false }
  var taskCounts: [Int] { [] }

  func update(at clock: AnimationClock) {
    front = TransitionFront(
      angle: warp.angle.value(at: clock), progress: warp.progress.value(at: clock), width: canvas.widthPixels,
      height: canvas.heightPixels)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    picture.withSamplingMemory { levels, places in finish(tile, levels[0], places) }
  }

  private func finish(_ tile: Tile, _ level: MipmappedPicture.Level, _ places: SamplePlaces) {
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

/// A soft edge that runs across the canvas, half as wide as the canvas: how far it has passed a pixel.
struct TransitionFront {
  /// The edge's place is a·x + b·y + c, for pixels of the frame.
  private let a, b, c: Float

  /// - Parameters:
  ///   - angle: degrees of its direction, as of a gradient.
  ///   - width, height: of the frame, in pixels.
  init(angle: Double, progress: Double, width: Int, height: Int) {
    let axis = TransitionAxis(angle: angle, width: width, height: height)
    // 2·progress less the place, which runs from 0, where the edge begins, to 1.
    a = Float(-axis.x / axis.length)
    b = Float(-axis.y / axis.length)
    c = Float(2 * progress + axis.start / axis.length)
  }

  @inline(__always)
  func passed(_ x: Float8, _ y: Float) -> Float8 { smoothStep(Lanes.clamp(x * a + (y * b + c), 0, 1)) }
}
