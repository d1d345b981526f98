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
  private let pixels: UnsafeMutablePointer<SIMD4<Float>>
  private let offsets: UnsafeMutablePointer<Int32>
  private let fractionX: UnsafeMutablePointer<Float>
  private let fractionY: UnsafeMutablePointer<Float>

  /// Floats of memory for rows of `count` pixels.
  package static func floatCount(_ count: Int) -> Int { 4 * (count + 8) + 7 * count }

  /// - Parameters:
  ///   - memory: `floatCount(count)` Floats, aligned to 32 bytes.
  ///   - isOdd: which half of the memory is this row's; the other is that of the row below.
  package init(_ memory: UnsafeMutablePointer<Float>, count: Int, isOdd: Bool) {
    let half = 2 * (count + 8)
    let (this, next) = isOdd ? (memory + half, memory) : (memory, memory + half)
    (dx, dy) = (this, this + count + 8)
    (belowX, belowY) = (next, next + count + 8)
    self.count = count
    let rest = memory + 2 * half
    pixels = UnsafeMutableRawPointer(rest).assumingMemoryBound(to: SIMD4<Float>.self)
    offsets = UnsafeMutableRawPointer(rest + 4 * count).assumingMemoryBound(to: Int32.self)
    fractionX = rest + 5 * count
    fractionY = rest + 6 * count
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
    if factors.x == factors.y && factors.y == factors.z {
      sample(picture, x, y, factors.x, averages) { pixels, index, value in pixels[index] = value }
    } else {
      // Where the colours lie apart, so may their alphas: the greatest covers them all.
      sample(picture, x, y, factors.x, averages) { pixels, index, value in pixels[index] = value }
      sample(picture, x, y, factors.y, averages) { pixels, index, value in
        pixels[index].y = value.y
        pixels[index].z = value.z
        pixels[index].w = max(pixels[index].w, value.w)
      }
      if factors.z != factors.y {
        sample(picture, x, y, factors.z, averages) { pixels, index, value in
          pixels[index].z = value.z
          pixels[index].w = max(pixels[index].w, value.w)
        }
      }
    }
    let floats = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self)
    separate(floats, count: count, into: row.plane(0), planeStride: row.width)
  }

  @inline(__always)
  private func sample(
    _ picture: SampledPicture, _ x: Int, _ y: Int, _ factor: Float, _ averages: Bool,
    _ put: (UnsafeMutablePointer<SIMD4<Float>>, Int, SIMD4<Float>) -> Void
  ) {
    locate(picture, Float(x), Float(y), factor)
    let (corner, stride) = (picture.corner, picture.rowStride)
    var index = 0
    while index < count {
      if averages, !isNarrow(index, factor) {
        for lane in index..<index &+ 8 { put(pixels, lane, mean(picture, lane, Float(x), Float(y), factor)) }
      } else {
        for lane in index..<index &+ 8 {
          put(pixels, lane, bilinear(corner + Int(offsets[lane]), stride, fractionX[lane], fractionY[lane]))
        }
      }
      index &+= 8
    }
  }

  /// Finds the upper left one of the four pixels around each place, and the fractions from it on.
  @inline(never)
  private func locate(_ picture: SampledPicture, _ x: Float, _ y: Float, _ factor: Float) {
    let (width, height, mirrors) = (picture.width, picture.height, picture.mirrors)
    let stride = Int32(picture.rowStride)
    var index = 0
    while index < count {
      let columns = Lanes.laneNumbers + (x + Float(index))
      let px = SampledPicture.inside(columns + Lanes.load(dx + index) * factor, size: width, mirrors: mirrors)
      let py = SampledPicture.inside(Lanes.load(dy + index) * factor + y, size: height, mirrors: mirrors)
      let (column, row) = (Lanes.floor(px), Lanes.floor(py))
      let offset =
        (Lanes.truncateInRange(row) &+ 1) &* stride &+ (Lanes.truncateInRange(column) &+ 1)
      UnsafeMutableRawPointer(offsets + index).storeBytes(of: offset, as: Int32x8.self)
      Lanes.store(px - column, to: fractionX + index)
      Lanes.store(py - row, to: fractionY + index)
      index &+= 8
    }
  }

  /// The longest side of a parallelogram, squared, of which one sample is enough.
  private static let oneSample: Float = 1.3 * 1.3

  /// Whether one sample is enough for each of eight pixels.
  @inline(__always)
  private func isNarrow(_ index: Int, _ factor: Float) -> Bool {
    let (x, y) = (Lanes.load(dx + index), Lanes.load(dy + index))
    let rightX = (Lanes.load(dx + index + 1) - x) * factor + 1
    let rightY = (Lanes.load(dy + index + 1) - y) * factor
    let downX = (Lanes.load(belowX + index) - x) * factor
    let downY = (Lanes.load(belowY + index) - y) * factor + 1
    let longest = Lanes.max(rightX * rightX + rightY * rightY, downX * downX + downY * downY)
    return !Lanes.anyAbove(longest, Self.oneSample)
  }

  /// The mean over the parallelogram of one pixel.
  @inline(never)
  private func mean(_ picture: SampledPicture, _ index: Int, _ x: Float, _ y: Float, _ factor: Float) -> SIMD4<Float> {
    let right = SIMD2((dx[index + 1] - dx[index]) * factor + 1, (dy[index + 1] - dy[index]) * factor)
    let down = SIMD2((belowX[index] - dx[index]) * factor, (belowY[index] - dy[index]) * factor + 1)
    /// Samples along a side.
    func sampleCount(_ side: SIMD2<Float>) -> Int {
      let square = side.x * side.x + side.y * side.y
      if square <= Self.oneSample { return 1 }
      return square >= 64 ? 8 : Lanes.wholeInRange(square.squareRoot().rounded(.up))
    }
    let (columns, rows) = (sampleCount(right), sampleCount(down))
    if columns == 1 && rows == 1 {
      return bilinear(picture.corner + Int(offsets[index]), picture.rowStride, fractionX[index], fractionY[index])
    }
    let middle = SIMD2(x + Float(index) + dx[index] * factor, y + dy[index] * factor)
    let (across, along) = (1 / Float(columns), 1 / Float(rows))
    var sum = SIMD4<Float>()
    for row in 0..<rows {
      let vertical = (Float(row) + 0.5) * along - 0.5
      for column in 0..<columns {
        let horizontal = (Float(column) + 0.5) * across - 0.5
        let place = middle + right * horizontal + down * vertical
        sum += picture.value(x: place.x, y: place.y)
      }
    }
    return sum * (across * along)
  }
}
