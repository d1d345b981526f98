import Lanes

/// A picture that can be sampled at any place. The premultiplied R, G, B, A of a pixel lie side by side, so that one load reads all four.
///
/// Coordinates are in pixels, 0 at the centre of the first pixel. Samples are interpolated bilinearly; at the centre of a pixel the result
/// is exactly that pixel. Beyond its edges the picture is transparent or mirrored.
package final class SampledPicture: @unchecked Sendable {
  /// Size in pixels.
  package let width: Int
  package let height: Int
  /// Whether the picture is mirrored beyond its edges; otherwise it is transparent there.
  package let mirrorsAtEdges: Bool
  /// Pixels from one row to the next: `width`, and one transparent pixel at each end.
  @usableFromInline let rowStride: Int
  /// The rows, with one transparent row above and two below. A sample at the first row below also reads the second.
  private let memory: AlignedBuffer<SIMD4<Float>>

  package init(width: Int, height: Int, mirrorsAtEdges: Bool) {
    precondition(width > 0 && height > 0, "A picture needs at least one pixel.")
    self.width = width
    self.height = height
    self.mirrorsAtEdges = mirrorsAtEdges
    rowStride = width + 2
    // Eight more pixels of room after the last row.
    memory = AlignedBuffer(count: rowStride * (height + 3) + 8)
  }

  /// The first pixel of a row.
  package func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { memory.base + (y + 1) * rowStride + 1 }

  /// The upper left transparent pixel, at the beginning of the memory.
  var upperLeftBorderPixel: UnsafeMutablePointer<SIMD4<Float>> { memory.base }

  /// Stores the part of a tile inside of `region`. The tile and the region have coordinates of the picture.
  package func store(_ tile: Tile, region: PixelRect) {
    requireTile(tile, covers: region)
    for y in region.y..<region.endY {
      let planes = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      let pixels = UnsafeMutableRawPointer(row(y) + region.x).assumingMemoryBound(to: Float.self)
      interleave(planes, planeStride: tile.width, count: region.width, into: pixels)
    }
  }

  /// Maps any coordinate to one at which the picture is stored and has the same value: mirrored into the picture, or clamped to the
  /// transparent pixels around it.
  @inline(__always)
  static func storedCoordinate(for place: Float8, size: Int, mirrorsAtEdges: Bool) -> Float8 {
    if !mirrorsAtEdges { return Lanes.clamp(place, -1, Float(size)) }
    let last = Float(size - 1)
    // Mirrored at the outer edges of the outermost pixels, with a period of twice the size. Coordinates inside are not changed.
    let period = Float(2 * size)
    let shifted = place + 0.5
    let wrapped = shifted - Lanes.floor(shifted / period) * period
    let folded = Lanes.min(wrapped, period - wrapped) - 0.5
    let isInside = (place .>= 0) .& (place .<= last)
    return Lanes.clamp(Lanes.select(isInside, place, folded), 0, last)
  }
}

/// Interleaves four planes of `count` values: writes pixels whose four channels lie side by side.
@inline(never)
package func interleave(
  _ planes: UnsafeMutablePointer<Float>, planeStride: Int, count: Int, into output: UnsafeMutablePointer<Float>
) {
  var column = 0
  while column &+ 8 <= count {
    let at = planes + column
    let (red, green) = (Lanes.load(at), Lanes.load(at + planeStride))
    let (blue, alpha) = (Lanes.load(at + 2 &* planeStride), Lanes.load(at + 3 &* planeStride))
    let redBlue = Lanes.interleaved(red, blue)
    let greenAlpha = Lanes.interleaved(green, alpha)
    let first = Lanes.interleaved(redBlue.low, greenAlpha.low)
    let second = Lanes.interleaved(redBlue.high, greenAlpha.high)
    let target = output + 4 &* column
    Lanes.store(first.low, to: target)
    Lanes.store(first.high, to: target + 8)
    Lanes.store(second.low, to: target + 16)
    Lanes.store(second.high, to: target + 24)
    column &+= 8
  }
  while column < count {
    for plane in 0..<4 { output[4 &* column &+ plane] = planes[plane &* planeStride &+ column] }
    column &+= 1
  }
}

/// Separates `count` pixels, whose four channels lie side by side, into four planes, in whole vectors of eight.
@inline(never)
package func separate(
  _ pixels: UnsafeMutablePointer<Float>, count: Int, into planes: UnsafeMutablePointer<Float>, planeStride: Int
) {
  var column = 0
  while column < count {
    let source = pixels + 4 &* column
    let (a, b) = (Lanes.load(source), Lanes.load(source + 8))
    let (c, d) = (Lanes.load(source + 16), Lanes.load(source + 24))
    let (redBlue0, greenAlpha0) = (Lanes.evens(a, b), Lanes.odds(a, b))
    let (redBlue1, greenAlpha1) = (Lanes.evens(c, d), Lanes.odds(c, d))
    let at = planes + column
    Lanes.store(Lanes.evens(redBlue0, redBlue1), to: at)
    Lanes.store(Lanes.evens(greenAlpha0, greenAlpha1), to: at + planeStride)
    Lanes.store(Lanes.odds(redBlue0, redBlue1), to: at + 2 &* planeStride)
    Lanes.store(Lanes.odds(greenAlpha0, greenAlpha1), to: at + 3 &* planeStride)
    column &+= 8
  }
}

extension SampledPicture {
  /// Copies the pixels of row `y`, from column `x` on, to the four planes of a row of a tile. Beyond the picture its edge is repeated.
  package func copyRow(_ y: Int, x: Int, onto target: TileRow) {
    let source = row(min(max(y, 0), height - 1))
    // The pixels that are copied in whole vectors of eight.
    let vectorizedCount = x >= 0 ? max(min(target.width, width - x) / 8 * 8, 0) : 0
    if vectorizedCount > 0 {
      let floats = UnsafeMutableRawPointer(source + x).assumingMemoryBound(to: Float.self)
      separate(floats, count: vectorizedCount, into: target.plane(0), planeStride: target.width)
    }
    for column in vectorizedCount..<target.width {
      let pixel = source[min(max(x + column, 0), width - 1)]
      for plane in 0..<4 { target.plane(plane)[column] = pixel[plane] }
    }
  }
}
