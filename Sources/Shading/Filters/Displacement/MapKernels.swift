import Lanes
import Model
import Raster

/// What a map says of each pixel of a filter's input, as it was gathered: one or two planes of Floats.
final class DisplacementMapPlanes: @unchecked Sendable {
  let width: Int
  let height: Int
  /// Floats from one row to the next, and from one plane to the next.
  private let rowStride: Int
  private let planeStride: Int
  private let memory: AlignedBuffer<Float>

  init(width: Int, height: Int, planeCount: Int) {
    (self.width, self.height) = (width, height)
    rowStride = (width + 7) / 8 * 8
    planeStride = rowStride * height
    memory = AlignedBuffer(count: planeStride * planeCount + 8)
  }

  /// The first value of a row.
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    memory.base + (plane * planeStride + y * rowStride)
  }

  /// Copies values of a row from column `x` on; beyond the map its edge is repeated.
  func copy(_ y: Int, x: Int, plane: Int, count: Int, onto output: UnsafeMutablePointer<Float>) {
    let from = row(min(max(y, 0), height - 1), plane: plane)
    let (low, high) = (min(max(-x, 0), count), max(min(count, width - x), 0))
    for column in 0..<low { output[column] = from[0] }
    if high > low { (output + low).update(from: from + (x + low), count: high - low) }
    for column in max(high, low)..<count { output[column] = from[width - 1] }
  }
}

/// Reads what a map's colours say: encoded as in sRGB, without their alpha.
struct MapReader: Sendable {
  /// Whether the canvas's values are encoded already.
  let isEncoded: Bool

  /// A channel of eight premultiplied pixels, 0 to 1, and their alpha.
  @inline(__always)
  func value(_ channel: Filter.Displacement.MapChannel, _ pixels: UnsafePointer<Float>, _ stride: Int)
    -> (value: Float8, alpha: Float8)
  {
    let alpha = Lanes.clamp(Lanes.load(pixels + 3 &* stride), 0, 1)
    let own: Float8
    switch channel {
    case .alpha: return (alpha, Float8(repeating: 1))
    case .red: own = Lanes.load(pixels)
    case .green: own = Lanes.load(pixels + stride)
    case .blue: own = Lanes.load(pixels + 2 &* stride)
    case .luminance:
      own =
        Lanes.load(pixels) * 0.2126 + Lanes.load(pixels + stride) * 0.7152 + Lanes.load(pixels + 2 &* stride) * 0.0722
    }
    let straight = Lanes.clamp(own / Lanes.max(alpha, 1e-6), 0, 1)
    return (isEncoded ? straight : encodeSRGB(straight), alpha)
  }
}

/// Moves pixels by the colours of a map: at a channel's value c by scale × (c − ½), times the map's alpha.
struct MapKernel: DisplacementKernel {
  let factors: SIMD3<Float>
  /// Nil until the filter has its memory.
  private let planes: DisplacementMapPlanes?
  private let origin: (x: Int, y: Int)
  private let scale: SIMD2<Float>

  init(
    _ map: Filter.Displacement.Map, _ planes: DisplacementMapPlanes?, _ origin: (x: Int, y: Int),
    _ frame: DisplacementFrame
  ) {
    factors = frame.factors
    self.planes = planes
    self.origin = origin
    scale = SIMD2(frame.pixels(map.scale.x), frame.pixels(map.scale.y))
  }

  /// Keeps, for each pixel of a region of the map, c − ½ along x and y.
  static func gather(
    _ map: Filter.Displacement.Map, from tile: Tile, region: PixelRect, into planes: DisplacementMapPlanes,
    _ reader: MapReader
  ) {
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      for (plane, channel) in [map.xChannel, map.yChannel].enumerated() {
        let onto = planes.row(y, plane: plane) + region.x
        storePixels(region.width, onto) { column in
          let read = reader.value(channel, from + column, tile.width)
          return (read.value - 0.5) * read.alpha
        }
      }
    }
  }

  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) { (Float8(), Float8()) }

  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for (plane, output) in [dx, dy].enumerated() {
      planes?.copy(y - origin.y, x: x - origin.x, plane: plane, count: count, onto: output)
      var column = 0
      while column < count {
        Lanes.store(Lanes.load(output + column) * scale[plane], to: output + column)
        column &+= 8
      }
    }
  }
}

/// The picture seen through glass whose height is a map: slopes are differences of neighbours, and rays from above are refracted by Snell's
/// law.
struct HeightMapKernel: DisplacementKernel {
  let factors: SIMD3<Float>
  /// Nil until the filter has its memory.
  private let planes: DisplacementMapPlanes?
  private let origin: (x: Int, y: Int)
  /// Pixels by which the surface rises from 0 to 1 of the map, and its least height above the picture.
  private let height: Float
  private let depth: Float
  /// 1 ÷ the index of refraction.
  private let eta: Float
  private let brightness: Float
  /// The least rise that slopes are limited to: steps of a map would bend rays for ever.
  private static let steepest: Float = 4

  init(
    _ map: Filter.Displacement.HeightMap, _ planes: DisplacementMapPlanes?, _ origin: (x: Int, y: Int),
    _ frame: DisplacementFrame
  ) {
    factors = frame.factors
    self.planes = planes
    self.origin = origin
    height = frame.pixels(map.height)
    depth = frame.pixels(map.depth)
    eta = 1 / max(frame.value(map.refraction), 1)
    brightness = frame.value(map.light)
  }

  /// Keeps the height of each pixel of a region of the map, 0 to 1.
  static func gather(
    _ map: Filter.Displacement.HeightMap, from tile: Tile, region: PixelRect, into planes: DisplacementMapPlanes,
    _ reader: MapReader
  ) {
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      storePixels(region.width, planes.row(y, plane: 0) + region.x) { column in
        let read = reader.value(map.channel, from + column, tile.width)
        return read.value * read.alpha
      }
    }
  }

  var changesLight: Bool { brightness != 0 && height != 0 }

  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) { (Float8(), Float8()) }

  /// Heights of a row and its slopes, 0 to 1 of the map for a pixel, in memory of three rows.
  private func surface(
    count: Int, x: Int, y: Int, _ body: (_ column: Int, _ height: Float8, _ slopeX: Float8, _ slopeY: Float8) -> Void
  ) {
    let (column, row) = (x - origin.x, y - origin.y)
    // A value more on each side, and room for whole vectors.
    let stride = count + 16
    withUnsafeTemporaryAllocation(byteCount: 3 * stride * 4, alignment: 64) { memory in
      guard let base = memory.baseAddress?.bindMemory(to: Float.self, capacity: 3 * stride) else { return }
      for line in 0..<3 {
        planes?.copy(row + line - 1, x: column - 1, plane: 0, count: count + 2, onto: base + line * stride)
      }
      let (above, here, below) = (base, base + stride, base + 2 * stride)
      var index = 0
      while index < count {
        // Sobel's weights: means across the direction of the difference.
        let left = Lanes.load(above + index) + Lanes.load(here + index) * 2 + Lanes.load(below + index)
        let right =
          Lanes.load(above + index + 2) + Lanes.load(here + index + 2) * 2 + Lanes.load(below + index + 2)
        let top = Lanes.load(above + index) + Lanes.load(above + index + 1) * 2 + Lanes.load(above + index + 2)
        let bottom = Lanes.load(below + index) + Lanes.load(below + index + 1) * 2 + Lanes.load(below + index + 2)
        body(index, Lanes.load(here + index + 1), (right - left) * 0.125, (bottom - top) * 0.125)
        index &+= 8
      }
    }
  }

  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    surface(count: count, x: x, y: y) { column, value, slopeX, slopeY in
      let slope = refractedSlope(
        Lanes.clamp(slopeX * height, -Self.steepest, Self.steepest),
        Lanes.clamp(slopeY * height, -Self.steepest, Self.steepest), eta: eta)
      let glass = value * height + depth
      Lanes.store(slope.x * glass, to: dx + column)
      Lanes.store(slope.y * glass, to: dy + column)
    }
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    surface(count: row.width, x: x, y: y) { column, _, slopeX, slopeY in
      let slope = Lanes.clamp((slopeX + slopeY) * height, -Self.steepest, Self.steepest)
      // The upper left faces the light: there the surface rises to the right and downwards.
      let factor = Lanes.max(slope * (0.7 * brightness) + 1, 0)
      for plane in 0..<3 {
        let at = row.plane(plane) + column
        Lanes.store(Lanes.load(at) * factor, to: at)
      }
    }
  }
}

/// Writes the values of `count` pixels, of which the last vector may have fewer than eight.
@inline(__always)
private func storePixels(_ count: Int, _ output: UnsafeMutablePointer<Float>, _ value: (Int) -> Float8) {
  var column = 0
  while column &+ 8 <= count {
    Lanes.store(value(column), to: output + column)
    column &+= 8
  }
  if column < count {
    // Tiles are whole vectors wide; what lies beyond the region belongs to the next tile.
    let last = value(column)
    for lane in 0..<count &- column { output[column &+ lane] = last[lane] }
  }
}
