import Lanes

/// How far the places lie from which the pixels of a row are taken, and the memory that sampling them takes.
///
/// A pixel is the mean of the picture over the parallelogram between its place and those of its neighbours to the right and below, as far
/// as it is wider than a pixel: as many samples along each of its sides as the side has pixels, at most eight. So what shrinks does not
/// flicker. Where it shrinks more than eightfold it may.
package struct DisplacedRow {
  /// Distances of the places from their pixels: `count` + 8 of them, for this row and for the one below.
  package let dx: UnsafeMutablePointer<Float>
  package let dy: UnsafeMutablePointer<Float>
  package let belowX: UnsafeMutablePointer<Float>
  package let belowY: UnsafeMutablePointer<Float>
  /// Pixels of the row, whole vectors of eight.
  package let count: Int
  private let places: SampledPicture.Places

  /// Floats of memory for rows of `count` pixels.
  package static func floatCount(_ count: Int) -> Int { 4 * (count + 8) + SampledPicture.Places.floatCount }

  /// - Parameters:
  ///   - memory: `floatCount(count)` Floats, aligned to 32 bytes.
  ///   - isOdd: which half of the memory is this row's; the other is that of the row below.
  package init(_ memory: UnsafeMutablePointer<Float>, count: Int, isOdd: Bool) {
    let half = 2 * (count + 8)
    let (this, next) = isOdd ? (memory + half, memory) : (memory, memory + half)
    (dx, dy) = (this, this + count + 8)
    (belowX, belowY) = (next, next + count + 8)
    self.count = count
    places = SampledPicture.Places(memory + 2 * half)
  }

  /// Writes the displaced pixels to the four planes of a row of a tile.
  ///
  /// - Parameters:
  ///   - x, y: the row's first pixel in coordinates of the picture.
  ///   - factors: by how much of the distances red, green and blue are moved.
  ///   - averages: whether places may lie farther apart than pixels.
  package func sample(
    _ picture: SampledPicture, x: Int, y: Int, factors: SIMD3<Float>, averages: Bool, onto row: TileRow
  ) {
    let (red, green) = (row.plane(0), row.plane(1))
    let (blue, alpha) = (row.plane(2), row.plane(3))
    sample(picture, x, y, factors.x, averages) { index, color in
      Lanes.store(color.red, to: red + index)
      Lanes.store(color.green, to: green + index)
      Lanes.store(color.blue, to: blue + index)
      Lanes.store(color.alpha, to: alpha + index)
    }
    if factors.x == factors.y && factors.y == factors.z { return }
    // Where the colours lie apart, so may their alphas: the greatest covers them all.
    sample(picture, x, y, factors.y, averages) { index, color in
      Lanes.store(color.green, to: green + index)
      Lanes.store(color.blue, to: blue + index)
      Lanes.store(Lanes.max(Lanes.load(alpha + index), color.alpha), to: alpha + index)
    }
    if factors.z == factors.y { return }
    sample(picture, x, y, factors.z, averages) { index, color in
      Lanes.store(color.blue, to: blue + index)
      Lanes.store(Lanes.max(Lanes.load(alpha + index), color.alpha), to: alpha + index)
    }
  }

  @inline(__always)
  private func sample(
    _ picture: SampledPicture, _ x: Int, _ y: Int, _ factor: Float, _ averages: Bool,
    _ put: (Int, TextureSample) -> Void
  ) {
    let row = Float(y)
    var index = 0
    while index < count {
      let columns = Lanes.laneNumbers + Float(x &+ index)
      let placeX = columns + Lanes.load(dx + index) * factor
      let placeY = Lanes.load(dy + index) * factor + row
      if averages, !isNarrow(index, factor) {
        put(index, mean(picture, index, placeX, placeY, factor))
      } else {
        put(index, picture.values(x: placeX, y: placeY, places))
      }
      index &+= 8
    }
  }

  /// The longest side of a parallelogram, squared, of which one sample is enough.
  private static var oneSample: Float { 1.3 * 1.3 }

  /// The sides of the parallelograms of eight pixels: to the pixels on the right, and to those below.
  @inline(__always)
  private func sides(_ index: Int, _ factor: Float) -> (rightX: Float8, rightY: Float8, downX: Float8, downY: Float8) {
    let (x, y) = (Lanes.load(dx + index), Lanes.load(dy + index))
    return (
      (Lanes.load(dx + index + 1) - x) * factor + 1, (Lanes.load(dy + index + 1) - y) * factor,
      (Lanes.load(belowX + index) - x) * factor, (Lanes.load(belowY + index) - y) * factor + 1
    )
  }

  /// Whether one sample is enough for each of eight pixels.
  @inline(__always)
  private func isNarrow(_ index: Int, _ factor: Float) -> Bool {
    let sides = sides(index, factor)
    let longest = Lanes.max(
      sides.rightX * sides.rightX + sides.rightY * sides.rightY, sides.downX * sides.downX + sides.downY * sides.downY)
    return !Lanes.anyAbove(longest, Self.oneSample)
  }

  /// Samples along the sides of eight parallelograms: whole numbers from 1 to 8.
  @inline(__always)
  private static func sampleCounts(_ x: Float8, _ y: Float8) -> Float8 {
    let square = x * x + y * y
    let roundedUp = Float8() - Lanes.floor(Float8() - Lanes.sqrt(Lanes.min(square, 64)))
    return Lanes.select(square .> oneSample, roundedUp, Float8(repeating: 1))
  }

  /// The means over the parallelograms of eight pixels, whose places are given.
  @inline(never)
  private func mean(
    _ picture: SampledPicture, _ index: Int, _ x: Float8, _ y: Float8, _ factor: Float
  ) -> TextureSample {
    let sides = sides(index, factor)
    let columns = Self.sampleCounts(sides.rightX, sides.rightY)
    let rows = Self.sampleCounts(sides.downX, sides.downY)
    let (across, along) = (1 / columns, 1 / rows)
    var sum = TextureSample(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    var row: Float = 0
    while Lanes.anyAbove(rows, row) {
      let vertical = (row + 0.5) * along - 0.5
      var column: Float = 0
      while Lanes.anyAbove(columns, column) {
        let horizontal = (column + 0.5) * across - 0.5
        let color = picture.values(
          x: x + sides.rightX * horizontal + sides.downX * vertical,
          y: y + sides.rightY * horizontal + sides.downY * vertical, places)
        // Some of the pixels may have fewer samples.
        let isOne = (rows .> row) .& (columns .> column)
        sum += TextureSample(
          red: Lanes.select(isOne, color.red, Float8()), green: Lanes.select(isOne, color.green, Float8()),
          blue: Lanes.select(isOne, color.blue, Float8()), alpha: Lanes.select(isOne, color.alpha, Float8()))
        column += 1
      }
      row += 1
    }
    return sum * (across * along)
  }
}
