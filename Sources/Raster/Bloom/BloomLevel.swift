import Lanes

/// Three planes of light at one resolution of the bloom pyramid, and the passes over its rows.
///
/// Each pass computes whole rows from whole rows, so that a value does not depend on the job that computes it. Beyond
/// its edges the image is mirrored: an even picture stays even, and no light is lost.
final class BloomLevel: @unchecked Sendable {
  let width: Int
  let height: Int
  /// Floats from one row to the next: whole blocks of 16, and a margin at both sides.
  let stride: Int
  /// The image before and after the blur.
  let source: AlignedBuffer<Float>
  let blurred: AlignedBuffer<Float>
  /// Half of a symmetric kernel, the middle first.
  private let taps: [Float]

  /// Columns of mirrored light at both sides of every row.
  static let margin = 16

  init(width: Int, height: Int, blurVariance: Double) {
    self.width = width
    self.height = height
    stride = (width + 15) / 16 * 16 + 2 * Self.margin
    source = AlignedBuffer(count: 3 * stride * height)
    blurred = AlignedBuffer(count: 3 * stride * height)
    taps = Self.kernel(variance: blurVariance)
  }

  func sourceRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    source.base + (plane * height + y) * stride + Self.margin
  }
  func blurredRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    blurred.base + (plane * height + y) * stride + Self.margin
  }

  /// (a, 1 − 2a, a) convolved with itself p times, which goes to a Gaussian as p grows; its variance is 2ap.
  private static func kernel(variance: Double) -> [Float] {
    let wanted = min(max(variance, 0), 4)
    let passes = max(3, Int((2 * wanted).rounded(.up)))
    let side = wanted / (2 * Double(passes))
    var full = [1.0]
    for _ in 0..<passes {
      var next = [Double](repeating: 0, count: full.count + 2)
      for (index, value) in full.enumerated() {
        next[index] += side * value
        next[index + 1] += (1 - 2 * side) * value
        next[index + 2] += side * value
      }
      full = next
    }
    return full[passes...].map { Float($0) }
  }

  /// A scratch row of zeros with a margin at both sides.
  private static func row(_ width: Int, in memory: AlignedBuffer<Float>) -> UnsafeMutablePointer<Float> {
    memory.reserve((width + 15) / 16 * 16 + 16 + 2 * margin)
    memory.fill(with: 0)
    return memory.base + margin
  }

  /// The column or row that one outside the image mirrors.
  @inline(__always)
  static func mirrored(_ index: Int, _ count: Int) -> Int {
    if index >= 0 && index < count { return index }
    let period = 2 * count
    let position = ((index % period) + period) % period
    return position < count ? position : period - 1 - position
  }

  /// Fills the margins of a row.
  @inline(__always)
  private static func mirrorEnds(_ row: UnsafeMutablePointer<Float>, _ width: Int) {
    for distance in 1...margin {
      row[-distance] = row[mirrored(-distance, width)]
      row[width - 1 + distance] = row[mirrored(width - 1 + distance, width)]
    }
  }

  /// Fills the margins of blurred rows, which are read when the image is enlarged.
  func mirrorBlurredEnds(rows: Range<Int>) {
    for plane in 0..<3 { for y in rows { Self.mirrorEnds(blurredRow(y, plane: plane), width) } }
  }

  /// Blurs rows of `source` into `blurred`.
  func blur(rows: Range<Int>, memory: AlignedBuffer<Float>) {
    let reach = taps.count - 1
    let scratch = Self.row(width, in: memory)
    taps.withUnsafeBufferPointer { taps in
      for plane in 0..<3 {
        for y in rows {
          var column = 0
          let middle = sourceRow(y, plane: plane)
          while column < width {
            Lanes.store(Lanes.load(middle + column) * taps[0], to: scratch + column)
            column += 8
          }
          for distance in 1...reach {
            let above = sourceRow(Self.mirrored(y - distance, height), plane: plane)
            let below = sourceRow(Self.mirrored(y + distance, height), plane: plane)
            let tap = taps[distance]
            column = 0
            while column < width {
              let pair = Lanes.load(above + column) + Lanes.load(below + column)
              Lanes.store(Lanes.load(scratch + column) + pair * tap, to: scratch + column)
              column += 8
            }
          }
          Self.mirrorEnds(scratch, width)
          let output = blurredRow(y, plane: plane)
          column = 0
          while column < width {
            let here = scratch + column
            var sum = Lanes.load(here) * taps[0]
            for distance in 1...reach {
              sum += (Lanes.load(here - distance) + Lanes.load(here + distance)) * taps[distance]
            }
            Lanes.store(sum, to: output + column)
            column += 8
          }
        }
      }
    }
  }

  /// Halves the blurred image of a finer level into `source`: (1, 3, 3, 1)/8 in both directions.
  func halve(_ finer: BloomLevel, rows: Range<Int>, memory: AlignedBuffer<Float>) {
    let scratch = Self.row(finer.width, in: memory)
    for plane in 0..<3 {
      for y in rows {
        let rows = (
          finer.blurredRow(Self.mirrored(2 * y - 1, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y + 1, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y + 2, finer.height), plane: plane)
        )
        var column = 0
        while column < finer.width {
          let outer = Lanes.load(rows.0 + column) + Lanes.load(rows.3 + column)
          let inner = Lanes.load(rows.1 + column) + Lanes.load(rows.2 + column)
          Lanes.store((outer + inner * 3) * 0.125, to: scratch + column)
          column += 8
        }
        Self.mirrorEnds(scratch, finer.width)
        let output = sourceRow(y, plane: plane)
        column = 0
        while column < width {
          let pixels = scratch + 2 * column
          let (a, b) = (Lanes.load(pixels - 1), Lanes.load(pixels + 7))
          let (c, d) = (Lanes.load(pixels + 1), Lanes.load(pixels + 9))
          let sum = (Lanes.evens(a, b) + Lanes.odds(c, d)) + (Lanes.odds(a, b) + Lanes.evens(c, d)) * 3
          Lanes.store(sum * 0.125, to: output + column)
          column += 8
        }
      }
    }
  }

  /// Adds the blurred image of the next coarser level, enlarged by a cubic B-spline.
  func addEnlarged(_ coarser: BloomLevel, rows: Range<Int>, memory: AlignedBuffer<Float>) {
    let near = CubicBSpline(0.75)
    let far = CubicBSpline(0.25)
    let scratch = Self.row(coarser.width, in: memory)
    for plane in 0..<3 {
      for y in rows {
        // Even rows lie a quarter above a coarse row, odd ones a quarter below.
        let first = y / 2 - (y % 2 == 0 ? 2 : 1)
        coarser.interpolate(
          firstRow: first, weights: y % 2 == 0 ? near : far, plane: plane, columns: 0..<coarser.width, into: scratch)
        Self.mirrorEnds(scratch, coarser.width)
        let output = blurredRow(y, plane: plane)
        var column = 0
        while column < coarser.width {
          let here = scratch + column
          let both = Lanes.interleaved(near.value(here - 2), far.value(here - 1))
          let target = output + 2 * column
          Lanes.store(Lanes.load(target) + both.low, to: target)
          Lanes.store(Lanes.load(target + 8) + both.high, to: target + 8)
          column += 8
        }
      }
    }
  }

  /// Interpolates a row between four rows of the blurred image.
  /// - Returns: whether any value differs from 0.
  @inline(__always) @discardableResult
  func interpolate(
    firstRow: Int, weights: CubicBSpline, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) -> Bool {
    let a = blurredRow(Self.mirrored(firstRow, height), plane: plane)
    let b = blurredRow(Self.mirrored(firstRow + 1, height), plane: plane)
    let c = blurredRow(Self.mirrored(firstRow + 2, height), plane: plane)
    let d = blurredRow(Self.mirrored(firstRow + 3, height), plane: plane)
    var column = columns.lowerBound
    var target = output
    var bits = Int32x8(repeating: 0)
    while column < columns.upperBound {
      let outer = Lanes.load(a + column) * weights.a + Lanes.load(d + column) * weights.d
      let inner = Lanes.load(b + column) * weights.b + Lanes.load(c + column) * weights.c
      Lanes.store(outer + inner, to: target)
      bits |= Lanes.bits(outer + inner)
      column += 8
      target += 8
    }
    return Lanes.anySet(bits)
  }
}
