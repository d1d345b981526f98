import Lanes
import Raster

/// Samples of a smooth image at every second, fourth or eighth pixel of a tile, from which the others are interpolated.
///
/// Samples lie at pixels whose frame coordinates are multiples of `step`, and reach far enough beyond the tile. A Catmull-Rom
/// spline interpolates along y and then along x, so that a pixel does not depend on how the frame is cut into tiles. The spline
/// is exact for quadratics; with samples h apart its error is at most h³·|third derivative| ÷ 60.
/// Cost: 14 operations for eight pixels of a plane, and a quarter of that along y (`step` 4).
struct CoarseTile {
  let step: Int
  /// The samples: column x and row y stand for the pixel (x · step, y · step).
  let samples: Tile
  private let target: Tile

  /// - Parameter scratch: memory of the calling thread, all of which is used.
  init(of target: Tile, step: Int, scratch: AlignedBuffer<Float>) {
    precondition(step == 2 || step == 4 || step == 8, "Samples lie at every second, fourth or eighth pixel.")
    precondition(target.x % 8 == 0, "A coarse tile's columns begin at a multiple of eight.")
    self.step = step
    self.target = target
    let (left, top) = (CoarseTile.floored(target.x, step) - 1, CoarseTile.floored(target.y, step) - 1)
    let columns = (target.width / step + 3 + 7) / 8 * 8
    let rows = CoarseTile.floored(target.y + target.height - 1, step) + 3 - top
    scratch.reserve(4 * rows * columns)
    samples = Tile(base: scratch.base, x: left, y: top, width: columns, height: rows)
  }

  private static func floored(_ a: Int, _ b: Int) -> Int { (a >= 0 ? a : a - b + 1) / b }

  /// The coordinate of the pixel centre that a sample's column or row stands for.
  @inline(__always)
  func center(_ index: Int) -> Double { Double(index * step) + 0.5 }

  /// The centres of eight samples of a row from column `column` of `samples` on.
  @inline(__always)
  func centers(_ column: Int) -> Float8 {
    Lanes.ramp * Float(step) + (Float((samples.x &+ column) &* step) + 0.5)
  }

  /// Interpolates planes of the tile from the same planes of the samples.
  ///
  /// - Parameter clampsLight: whether alpha is clamped to 0...1, and colours to 0 and above.
  func interpolate(planes: Range<Int>, clampsLight: Bool = false) {
    // Four neighbours of each pixel, and their weights.
    let phase = Lanes.ramp * (1 / Float(step))
    let first = Lanes.floor(phase)
    let order = Lanes.truncateInRange(first)
    let along = CoarseTile.weights(phase - first)
    for line in 0..<target.height {
      let y = target.y + line
      let above = CoarseTile.floored(y, step)
      let down = CoarseTile.weights(Float8(repeating: Float(y - above * step) / Float(step)))
      for plane in planes {
        let (source, out) = (samples.row(above - 1 - samples.y, plane: plane), target.row(line, plane: plane))
        if !clampsLight {
          interpolateRow(source, out, order, along, down) { $0 }
        } else if plane == 3 {
          interpolateRow(source, out, order, along, down) { Lanes.clamp($0, 0, 1) }
        } else {
          interpolateRow(source, out, order, along, down) { Lanes.max($0, 0) }
        }
      }
    }
  }

  /// Interpolates a row of one plane; `source` is the first of four rows of samples. Their weighted sums stay in registers: a
  /// load that spans two recent stores would wait for both.
  @inline(__always)
  private func interpolateRow(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ order: Int32x8, _ along: Weights,
    _ down: Weights, _ clamp: (Float8) -> Float8
  ) {
    if step == 4 { return interpolateRowByFour(source, out, along, down, clamp) }
    let (advance, blockCount) = (Int32(truncatingIfNeeded: 8 / step), step / 2)
    let end = out + target.width
    var out = out
    var column = 0
    var here = sum(source, down)
    while true {
      column &+= 8
      let next = column < samples.width ? sum(source + column, down) : here
      let middle = Lanes.optimizerBarrier(Float8(lowHalf: here.highHalf, highHalf: next.lowHalf))
      for half in 0..<2 {
        let values = half == 0 ? here : middle
        var first = order
        for _ in 0..<blockCount {
          let leftPair = Lanes.permuted(values, by: first) * along.a + Lanes.permuted(values, by: first &+ 1) * along.b
          let rightPair =
            Lanes.permuted(values, by: first &+ 2) * along.c + Lanes.permuted(values, by: first &+ 3) * along.d
          Lanes.store(clamp(leftPair + rightPair), to: out)
          out += 8
          if out == end { return }
          first &+= Int32x8(repeating: advance)
        }
      }
      here = next
    }
  }

  /// Interpolates with `step` 4, where each half of a block has four neighbours of its own.
  @inline(__always)
  private func interpolateRowByFour(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ along: Weights, _ down: Weights,
    _ clamp: (Float8) -> Float8
  ) {
    let end = out + target.width
    let neighbours = Int32x8(0, 1, 2, 3, 1, 2, 3, 4)
    let later = neighbours &+ 2
    var out = out
    var column = 0
    var here = sum(source, down)
    while true {
      column &+= 8
      let next = column < samples.width ? sum(source + column, down) : here
      let middle = Lanes.optimizerBarrier(Float8(lowHalf: here.highHalf, highHalf: next.lowHalf))
      for quarter in 0..<4 {
        let values = Lanes.optimizerBarrier(
          Lanes.permuted(quarter < 2 ? here : middle, by: quarter & 1 == 0 ? neighbours : later))
        let (low, high) = (values.lowHalf, values.highHalf)
        func each(_ number: Int) -> Float8 {
          Float8(lowHalf: SIMD4(repeating: low[number]), highHalf: SIMD4(repeating: high[number]))
        }
        let leftPair = each(0) * along.a + each(1) * along.b
        let rightPair = each(2) * along.c + each(3) * along.d
        Lanes.store(clamp(leftPair + rightPair), to: out)
        out += 8
        if out == end { return }
      }
      here = next
    }
  }

  /// Four rows of samples along y.
  @inline(__always)
  private func sum(_ from: UnsafeMutablePointer<Float>, _ down: Weights) -> Float8 {
    let stride = samples.rowStride
    return Lanes.optimizerBarrier(
      (Lanes.load(from) * down.a + Lanes.load(from + stride) * down.b)
        + (Lanes.load(from + 2 &* stride) * down.c + Lanes.load(from + 3 &* stride) * down.d))
  }

  private struct Weights {
    let a, b, c, d: Float8
  }

  /// Catmull-Rom weights of four neighbours at `t` (0 ..< 1) between the middle two.
  @inline(__always)
  private static func weights(_ t: Float8) -> Weights {
    let a = ((t * -0.5 + 1) * t - 0.5) * t
    let b = (t * 1.5 - 2.5) * t * t + 1
    let c = ((t * -1.5 + 2) * t + 0.5) * t
    let d = (t * 0.5 - 0.5) * t * t
    return Weights(a: a, b: b, c: c, d: d)
  }
}
