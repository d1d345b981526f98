import Lanes
import Raster

/// A tile's picture at every second, fourth or eighth pixel, from which the others follow: for what changes slowly.
///
/// Samples lie at pixels whose column and row, counted from the frame's origin, are multiples of `step`, and reach far enough
/// beyond the tile; between them runs a Catmull-Rom spline along y and then along x. So a pixel depends on its own place
/// alone, however the frame is cut. The spline is exact for quadratics and errs, with samples h apart, by at most
/// h³·|third derivative| ÷ 60. Cost: 14 operations for eight pixels and each plane, and a quarter of that along y (`step` 4).
struct CoarseTile {
  let step: Int
  /// Samples in place of pixels: column x and row y stand for the pixel (x · step, y · step).
  let samples: Tile
  private let target: Tile

  /// - Parameter scratch: memory of the calling thread, which is used up to its end.
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

  /// The frame's pixel centre that a sample's column or row stands for.
  @inline(__always)
  func center(_ index: Int) -> Double { Double(index * step) + 0.5 }

  /// The centres of eight samples of a row from column `column` of `samples` on.
  @inline(__always)
  func centers(_ column: Int) -> Lane8 {
    Lanes.ramp * Float(step) + (Float((samples.x &+ column) &* step) + 0.5)
  }

  /// Writes planes of the target from the same planes of the samples.
  ///
  /// - Parameter holdsLight: whether alpha is held inside 0...1, and light above 0.
  func spread(planes: Range<Int>, holdsLight: Bool = false) {
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
        let (source, out) = (samples.row(above - 1 - samples.y, plane: plane), target.row(line, plane: plane))
        if !holdsLight {
          spreadLine(source, out, order, along, down) { $0 }
        } else if plane == 3 {
          spreadLine(source, out, order, along, down) { Lanes.clamp($0, 0, 1) }
        } else {
          spreadLine(source, out, order, along, down) { Lanes.max($0, 0) }
        }
      }
    }
  }

  /// One plane of a row: `source` is the upper one of four rows of samples. Their sums stay in registers: what is read back right
  /// after it was written, and across two writes, has to wait for both.
  @inline(__always)
  private func spreadLine(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ order: Int8Lanes, _ along: Weights,
    _ down: Weights, _ held: (Lane8) -> Lane8
  ) {
    if step == 4 { return spreadFourfold(source, out, along, down, held) }
    let (advance, half) = (Int32(truncatingIfNeeded: 8 / step), step / 2)
    let end = out + target.width
    var out = out
    var column = 0
    var here = sum(source, down)
    while true {
      column &+= 8
      let next = column < samples.width ? sum(source + column, down) : here
      let middle = Lanes.settled(Lane8(lowHalf: here.highHalf, highHalf: next.lowHalf))
      for part in 0..<2 {
        let values = part == 0 ? here : middle
        var first = order
        for _ in 0..<half {
          let head = Lanes.permuted(values, by: first) * along.a + Lanes.permuted(values, by: first &+ 1) * along.b
          let tail = Lanes.permuted(values, by: first &+ 2) * along.c + Lanes.permuted(values, by: first &+ 3) * along.d
          Lanes.store(held(head + tail), to: out)
          out += 8
          if out == end { return }
          first &+= Int8Lanes(repeating: advance)
        }
      }
      here = next
    }
  }

  /// The same of every fourth pixel, where each half of a block has four neighbours of its own.
  @inline(__always)
  private func spreadFourfold(
    _ source: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ along: Weights, _ down: Weights,
    _ held: (Lane8) -> Lane8
  ) {
    let end = out + target.width
    let neighbours = Int8Lanes(0, 1, 2, 3, 1, 2, 3, 4)
    let later = neighbours &+ 2
    var out = out
    var column = 0
    var here = sum(source, down)
    while true {
      column &+= 8
      let next = column < samples.width ? sum(source + column, down) : here
      let middle = Lanes.settled(Lane8(lowHalf: here.highHalf, highHalf: next.lowHalf))
      for part in 0..<4 {
        let values = Lanes.settled(Lanes.permuted(part < 2 ? here : middle, by: part & 1 == 0 ? neighbours : later))
        let (low, high) = (values.lowHalf, values.highHalf)
        func each(_ number: Int) -> Lane8 {
          Lane8(lowHalf: SIMD4(repeating: low[number]), highHalf: SIMD4(repeating: high[number]))
        }
        let head = each(0) * along.a + each(1) * along.b
        let tail = each(2) * along.c + each(3) * along.d
        Lanes.store(held(head + tail), to: out)
        out += 8
        if out == end { return }
      }
      here = next
    }
  }

  /// Four rows of samples along y.
  @inline(__always)
  private func sum(_ from: UnsafeMutablePointer<Float>, _ down: Weights) -> Lane8 {
    let stride = samples.rowStride
    return Lanes.settled(
      (Lanes.load(from) * down.a + Lanes.load(from + stride) * down.b)
        + (Lanes.load(from + 2 &* stride) * down.c + Lanes.load(from + 3 &* stride) * down.d))
  }

  private struct Weights {
    let a, b, c, d: Lane8
  }

  /// Catmull-Rom weights of four neighbours at `t` (0 ..< 1) between the middle two.
  @inline(__always)
  private static func weights(_ t: Lane8) -> Weights {
    let a = ((t * -0.5 + 1) * t - 0.5) * t
    let b = (t * 1.5 - 2.5) * t * t + 1
    let c = ((t * -1.5 + 2) * t + 0.5) * t
    let d = (t * 0.5 - 0.5) * t * t
    return Weights(a: a, b: b, c: c, d: d)
  }
}
