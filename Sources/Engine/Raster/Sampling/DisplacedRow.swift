import Lanes

/// A row of pixels, each of which shows another place of a picture: the offsets from the pixels to these places, and memory for
/// sampling.
///
/// If the places of a pixel and of its neighbours to the right and below lie farther apart than 1.3 pixels, the pixel is the mean of
/// the picture over the parallelogram between these places. Along each side of the parallelogram that is longer than this there are as
/// many samples as the side is pixels long, rounded up, at most eight. So a picture does not flicker where it is shrunk, unless it is
/// shrunk more than eightfold.
package struct DisplacedRow {
  /// Offsets of the places from their pixels, in pixels: `count` + 8 values.
  package let dx: UnsafeMutablePointer<Float>
  package let dy: UnsafeMutablePointer<Float>
  /// Offsets of the places of the row of pixels below, in pixels: `count` + 8 values.
  package let belowX: UnsafeMutablePointer<Float>
  package let belowY: UnsafeMutablePointer<Float>
  /// Number of the row's pixels, in whole vectors of eight.
  package let count: Int
  /// Memory for sampling: the places of each eight pixels, and those of the samples of a mean.
  private let places: UnsafeMutablePointer<Float>

  /// Number of floats of memory for a row of `count` pixels.
  package static func floatCount(_ count: Int) -> Int {
    4 * (count + 8) + (count / 8 + maximumSampleCount) * SamplePlaces.floatCount
  }

  /// - Parameters:
  ///   - memory: memory of `floatCount(count)` floats, aligned to 32 bytes.
  ///   - isOdd: whether the row's number in the tile is odd. An even row uses the first half of the memory, and the row below it the second
  ///     half; for an odd row it is the other way round. So the offsets of the row below are already in place for the next row.
  package init(_ memory: UnsafeMutablePointer<Float>, count: Int, isOdd: Bool) {
    let half = 2 * (count + 8)
    let (thisRow, rowBelow) = isOdd ? (memory + half, memory) : (memory, memory + half)
    (dx, dy) = (thisRow, thisRow + count + 8)
    (belowX, belowY) = (rowBelow, rowBelow + count + 8)
    self.count = count
    places = memory + 2 * half
  }

  /// Writes the displaced pixels to the four planes of a row of a tile.
  ///
  /// - Parameters:
  ///   - x: column of the row's first pixel in coordinates of the picture.
  ///   - y: the row in coordinates of the picture.
  ///   - channelFactors: factors of the offsets for red, green and blue.
  ///   - needsAveraging: whether to average over parallelograms, because places may lie farther apart than pixels.
  package func sample(
    _ picture: SampledPicture, x: Int, y: Int, channelFactors: SIMD3<Float>, needsAveraging: Bool, onto row: TileRow
  ) {
    let (red, green) = (row.plane(0), row.plane(1))
    let (blue, alpha) = (row.plane(2), row.plane(3))
    sample(picture, x, y, channelFactors.x, needsAveraging) { index, color in
      color.store(to: red + index, planeStride: row.width)
    }
    if channelFactors.x == channelFactors.y && channelFactors.y == channelFactors.z { return }
    // Colours that are displaced differently have different alphas: the greatest is used.
    sample(picture, x, y, channelFactors.y, needsAveraging) { index, color in
      Lanes.store(color.green, to: green + index)
      Lanes.store(color.blue, to: blue + index)
      Lanes.store(Lanes.max(Lanes.load(alpha + index), color.alpha), to: alpha + index)
    }
    if channelFactors.z == channelFactors.y { return }
    sample(picture, x, y, channelFactors.z, needsAveraging) { index, color in
      Lanes.store(color.blue, to: blue + index)
      Lanes.store(Lanes.max(Lanes.load(alpha + index), color.alpha), to: alpha + index)
    }
  }

  /// How often `sample` reads a picture for the row's pixels.
  package func sampleCount(channelFactors: SIMD3<Float>, needsAveraging: Bool) -> Int {
    var count = sampleCount(channelFactors.x, needsAveraging)
    if channelFactors.x == channelFactors.y && channelFactors.y == channelFactors.z { return count }
    count += sampleCount(channelFactors.y, needsAveraging)
    return channelFactors.z == channelFactors.y ? count : count + sampleCount(channelFactors.z, needsAveraging)
  }

  /// Eight pixels are sampled as often as that of them which needs most.
  private func sampleCount(_ factor: Float, _ needsAveraging: Bool) -> Int {
    guard needsAveraging else { return count }
    return stride(from: 0, to: count, by: 8).reduce(0) { sum, index in
      if oneSampleSuffices(index, factor) { return sum + 8 }
      let sides = sides(index, factor)
      let columns = Self.sampleCounts(sides.rightX, sides.rightY).max()
      return sum + 8 * Int(columns * Self.sampleCounts(sides.downX, sides.downY).max())
    }
  }

  @inline(__always)
  private func sample(
    _ picture: SampledPicture, _ x: Int, _ y: Int, _ factor: Float, _ needsAveraging: Bool,
    _ store: (_ index: Int, _ color: LaneColor) -> Void
  ) {
    let (level, edges) = (picture.levels[0], picture.edges)
    let row = Float(y)
    @inline(__always) func place(_ index: Int) -> (x: Float8, y: Float8) {
      let columns = Lanes.laneNumbers + Float(x &+ index)
      return (columns + Lanes.load(dx + index) * factor, Lanes.load(dy + index) * factor + row)
    }
    // All places come first, so that the processor does not wait for each before it samples: up to a quarter faster.
    var index = 0
    while index < count {
      let (x, y) = place(index)
      level.setPlaces(edges.stored(x, level.width), edges.stored(y, level.height), places(index))
      index &+= 8
    }
    index = 0
    while index < count {
      if needsAveraging, !oneSampleSuffices(index, factor) {
        let (x, y) = place(index)
        store(index, mean(level, edges, index, x, y, factor))
      } else {
        store(index, level.linear(places(index)))
      }
      index &+= 8
    }
  }

  /// Memory for the places of eight pixels.
  @inline(__always)
  private func places(_ index: Int) -> SamplePlaces { SamplePlaces(places + index / 8 &* SamplePlaces.floatCount) }

  /// Square of the longest side of a parallelogram, in pixels, for which one sample is enough.
  private static var singleSampleSquare: Float { 1.3 * 1.3 }

  /// Returns the sides of the parallelograms of eight pixels: vectors to the places of the pixels on the right and below.
  @inline(__always)
  private func sides(_ index: Int, _ factor: Float) -> (rightX: Float8, rightY: Float8, downX: Float8, downY: Float8) {
    let (x, y) = (Lanes.load(dx + index), Lanes.load(dy + index))
    return (
      (Lanes.load(dx + index + 1) - x) * factor + 1, (Lanes.load(dy + index + 1) - y) * factor,
      (Lanes.load(belowX + index) - x) * factor, (Lanes.load(belowY + index) - y) * factor + 1
    )
  }

  /// Returns whether one sample is enough for each of eight pixels.
  @inline(__always)
  private func oneSampleSuffices(_ index: Int, _ factor: Float) -> Bool {
    let sides = sides(index, factor)
    let longest = Lanes.max(
      sides.rightX * sides.rightX + sides.rightY * sides.rightY, sides.downX * sides.downX + sides.downY * sides.downY)
    return !Lanes.anyAbove(longest, Self.singleSampleSquare)
  }

  /// Most samples of a parallelogram.
  private static var maximumSampleCount: Int { 64 }

  /// Returns the numbers of samples along one side of each of eight parallelograms: whole numbers from 1 to 8.
  @inline(__always)
  private static func sampleCounts(_ x: Float8, _ y: Float8) -> Float8 {
    let square = x * x + y * y
    let roundedUp = Float8() - Lanes.floor(Float8() - Lanes.sqrt(Lanes.min(square, 64)))
    return Lanes.select(square .> singleSampleSquare, roundedUp, Float8(repeating: 1))
  }

  /// Returns the means over the parallelograms of eight pixels, whose places are `x` and `y`.
  @inline(never)
  private func mean(
    _ level: SampledPicture.Level, _ edges: SampledPicture.Edges, _ index: Int, _ x: Float8, _ y: Float8,
    _ factor: Float
  ) -> LaneColor {
    let sides = sides(index, factor)
    let columns = Self.sampleCounts(sides.rightX, sides.rightY)
    let rows = Self.sampleCounts(sides.downX, sides.downY)
    let (inverseColumns, inverseRows) = (1 / columns, 1 / rows)
    var place = places(count).memory
    var row: Float = 0
    while Lanes.anyAbove(rows, row) {
      let vertical = (row + 0.5) * inverseRows - 0.5
      var column: Float = 0
      while Lanes.anyAbove(columns, column) {
        let horizontal = (column + 0.5) * inverseColumns - 0.5
        let sampleX = x + sides.rightX * horizontal + sides.downX * vertical
        let sampleY = y + sides.rightY * horizontal + sides.downY * vertical
        level.setPlaces(edges.stored(sampleX, level.width), edges.stored(sampleY, level.height), SamplePlaces(place))
        place += SamplePlaces.floatCount
        column += 1
      }
      row += 1
    }
    place = places(count).memory
    var sum = LaneColor.transparent
    row = 0
    while Lanes.anyAbove(rows, row) {
      var column: Float = 0
      while Lanes.anyAbove(columns, column) {
        // Some of the eight pixels may have fewer samples.
        let color = level.linear(SamplePlaces(place))
        sum += LaneColor.transparent.replaced(by: color, where: (rows .> row) .& (columns .> column))
        place += SamplePlaces.floatCount
        column += 1
      }
      row += 1
    }
    return sum * (inverseColumns * inverseRows)
  }
}
