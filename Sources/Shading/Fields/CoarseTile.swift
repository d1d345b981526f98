import Lanes
import Raster

/// A tile's picture at every second, fourth or eighth pixel, from which the others follow: for what changes slowly.
///
/// Samples lie at pixels whose column and row, counted from the frame's origin, are multiples of `step`, and reach far enough
/// beyond the tile; between them runs a Catmull-Rom spline along y and then along x. So a pixel depends on its own place
/// alone, however the frame is cut. The spline is exact for quadratics and errs, with samples h apart, by at most
/// h³·|third derivative| ÷ 60. Cost: 14 operations for eight pixels and each plane, and a sixteenth of that along y (`step` 4).
struct CoarseTile {
  let step: Int
  /// Samples in place of pixels: column x and row y stand for the pixel (x · step, y · step).
  let samples: Tile
  private let target: Tile
  private let row: UnsafeMutablePointer<Float>

  /// - Parameter scratch: memory of the calling thread, which is used up to its end.
  init(of target: Tile, step: Int, scratch: AlignedBuffer<Float>) {
    precondition(step == 2 || step == 4 || step == 8, "Samples lie at every second, fourth or eighth pixel.")
    precondition(target.x % 8 == 0, "A coarse tile's columns begin at a multiple of eight.")
    self.step = step
    self.target = target
    let (left, top) = (CoarseTile.floored(target.x, step) - 1, CoarseTile.floored(target.y, step) - 1)
    let columns = (target.width / step + 3 + 7) / 8 * 8
    let rows = CoarseTile.floored(target.y + target.height - 1, step) + 3 - top
    scratch.reserve((4 * rows + 1) * columns)
    samples = Tile(base: scratch.base, x: left, y: top, width: columns, height: rows)
    row = scratch.base + 4 * rows * columns
  }

  private static func floored(_ a: Int, _ b: Int) -> Int { (a >= 0 ? a : a - b + 1) / b }

  /// The frame's pixel centre that a sample's column or row stands for.
  @inline(__always)
  func center(_ index: Int) -> Double { Double(index * step) + 0.5 }

  /// The centres of eight samples of a row from column `column` of `samples` on.
  @inline(__always)
  func centers(_ column: Int) -> Lane8 {
    Lanes.ramp * Float(step) + (Float((samples.x &+ column) &* step) + 0.5)
  }

  /// Writes planes of the target from the same planes of the samples.
  func spread(planes: Range<Int>) {
    // Four neighbours of each pixel, and their weights.
    let phase = Lanes.ramp * (1 / Float(step))
    let first = Lanes.floor(phase)
    let order = Lanes.truncateInRange(first)
    let along = CoarseTile.weights(phase - first)
    for line in 0..<target.height {
      let y = target.y + line
      let above = CoarseTile.floored(y, step)
      let down = CoarseTile.weights(Lane8(repeating: Float(y - above * step) / Float(step)))
      for plane in planes {
        spreadLine(
          samples.row(above - 1 - samples.y, plane: plane), target.row(line, plane: plane), order, along, down)
      }
    }
  }

  /// One plane of a row: `source` is the upper one of four rows of samples.
  @inline(__always)
  private func spreadLine(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ order: Int8Lanes, _ along: Weights,
    _ down: Weights
  ) {
    let stride = samples.rowStride
    var column = 0
    while column < samples.width {
      let from = source + column
      let sum =
        (Lanes.load(from) * down.a + Lanes.load(from + stride) * down.b)
        + (Lanes.load(from + 2 &* stride) * down.c + Lanes.load(from + 3 &* stride) * down.d)
      Lanes.store(sum, to: row + column)
      column &+= 8
    }
    let (o1, o2, o3) = (order &+ 1, order &+ 2, order &+ 3)
    let advance = 8 / step
    var from = UnsafePointer(row)
    column = 0
    while column < target.width {
      let values = Lanes.load(from)
      let sum =
        (Lanes.permuted(values, by: order) * along.a + Lanes.permuted(values, by: o1) * along.b)
        + (Lanes.permuted(values, by: o2) * along.c + Lanes.permuted(values, by: o3) * along.d)
      Lanes.store(sum, to: out + column)
      from += advance
      column &+= 8
    }
  }

  private struct Weights {
    let a, b, c, d: Lane8
  }

  /// Catmull-Rom weights of four neighbours at `t` (0 ..< 1) between the middle two.
  @inline(__always)
  private static func weights(_ t: Lane8) -> Weights {
    Weights(
      a: ((t * -0.5 + 1) * t - 0.5) * t, b: (t * 1.5 - 2.5) * t * t + 1, c: ((t * -1.5 + 2) * t + 0.5) * t,
      d: (t * 0.5 - 0.5) * t * t)
  }
}
