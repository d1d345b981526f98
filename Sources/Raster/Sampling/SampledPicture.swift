import Lanes

/// A picture that is kept to be read at any place: premultiplied R, G, B, A of each pixel side by side, so that one load gives all four.
///
/// Places are counted in pixels from the middle of the first one. Between pixels the picture is interpolated linearly along both axes: at
/// the middle of a pixel the result is that pixel to the bit. Beyond its edges the picture is transparent, or mirrored.
package final class SampledPicture: @unchecked Sendable {
  /// Size in pixels.
  package let width: Int
  package let height: Int
  /// Whether there is nothing beyond the picture, so that it is mirrored at its edges; else it is transparent there.
  package let mirrors: Bool
  /// Pixels from one row to the next: one transparent pixel at each end.
  @usableFromInline let rowStride: Int
  /// The rows, with a transparent one above and two below: a place in the first of them is mixed with the second.
  private let memory: AlignedBuffer<SIMD4<Float>>

  package init(width: Int, height: Int, mirrors: Bool) {
    precondition(width > 0 && height > 0, "A picture needs at least one pixel.")
    self.width = width
    self.height = height
    self.mirrors = mirrors
    rowStride = width + 2
    // Room for eight pixels after the last row.
    memory = AlignedBuffer(count: rowStride * (height + 3) + 8)
  }

  /// The first pixel of a row.
  package func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { memory.base + (y + 1) * rowStride + 1 }

  /// The transparent pixel before the first row.
  var corner: UnsafeMutablePointer<SIMD4<Float>> { memory.base }

  /// Stores the pixels of `region` of a tile, both in coordinates of the picture.
  package func store(_ tile: Tile, region: PixelRect) {
    requireTile(tile, covers: region)
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      let onto = UnsafeMutableRawPointer(row(y) + region.x).assumingMemoryBound(to: Float.self)
      interleave(from, planeStride: tile.width, count: region.width, into: onto)
    }
  }

  /// The place inside the picture that stands for one anywhere.
  @inline(__always)
  static func inside(_ place: Float8, size: Int, mirrors: Bool) -> Float8 {
    if !mirrors { return Lanes.clamp(place, -1, Float(size)) }
    let last = Float(size - 1)
    // Mirrored at the outer edges of the outermost pixels: twice the size is a period. What lies inside is not touched.
    let period = Float(2 * size)
    let shifted = place + 0.5
    let wrapped = shifted - Lanes.floor(shifted / period) * period
    let folded = Lanes.min(wrapped, period - wrapped) - 0.5
    let isInside = (place .>= 0) .& (place .<= last)
    return Lanes.clamp(Lanes.select(isInside, place, folded), 0, last)
  }
}

/// Writes four planes side by side: `count` pixels.
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
    let onto = output + 4 &* column
    Lanes.store(first.low, to: onto)
    Lanes.store(first.high, to: onto + 8)
    Lanes.store(second.low, to: onto + 16)
    Lanes.store(second.high, to: onto + 24)
    column &+= 8
  }
  while column < count {
    for plane in 0..<4 { output[4 &* column &+ plane] = planes[plane &* planeStride &+ column] }
    column &+= 1
  }
}

/// Writes pixels that lie side by side to four planes: whole vectors of eight.
@inline(never)
package func separate(
  _ pixels: UnsafeMutablePointer<Float>, count: Int, into planes: UnsafeMutablePointer<Float>, planeStride: Int
) {
  var column = 0
  while column < count {
    let from = pixels + 4 &* column
    let (a, b) = (Lanes.load(from), Lanes.load(from + 8))
    let (c, d) = (Lanes.load(from + 16), Lanes.load(from + 24))
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
  /// Copies a row's pixels from column `x` on to the four planes of a row of a tile; beyond the picture the last pixel is repeated.
  package func copyRow(_ y: Int, x: Int, onto target: TileRow) {
    let from = row(min(max(y, 0), height - 1))
    let whole = x >= 0 ? max(min(target.width, width - x) / 8 * 8, 0) : 0
    if whole > 0 {
      let floats = UnsafeMutableRawPointer(from + x).assumingMemoryBound(to: Float.self)
      separate(floats, count: whole, into: target.plane(0), planeStride: target.width)
    }
    for column in whole..<target.width {
      let pixel = from[min(max(x + column, 0), width - 1)]
      for plane in 0..<4 { target.plane(plane)[column] = pixel[plane] }
    }
  }
}
