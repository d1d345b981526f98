import Lanes
import Model
import Raster

/// The values gathered from a map, for each pixel of a filter's input: one or two planes of Floats.
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

  /// A pointer to the first value of a row.
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    memory.base + (plane * planeStride + y * rowStride)
  }

  /// Copies `count` values of a row from column `x` on. Beyond the map, the values at its edge are repeated.
  func copy(_ y: Int, x: Int, plane: Int, count: Int, onto output: UnsafeMutablePointer<Float>) {
    let from = row(min(max(y, 0), height - 1), plane: plane)
    // The columns of `output` that lie within the map.
    let (first, end) = (min(max(-x, 0), count), max(min(count, width - x), 0))
    for column in 0..<first { output[column] = from[0] }
    if end > first { (output + first).update(from: from + (x + first), count: end - first) }
    for column in max(end, first)..<count { output[column] = from[width - 1] }
  }
}

/// Reads a map's colours as numbers: sRGB-encoded and straight (divided by alpha).
struct MapReader: Sendable {
  /// Whether the canvas holds encoded values.
  let isEncoded: Bool

  /// The straight, encoded value of a channel of eight premultiplied pixels, 0 to 1, and their alpha (1 for the channel alpha).
  @inline(__always)
  func value(_ channel: Filter.MapChannel, _ pixels: UnsafePointer<Float>, _ planeStride: Int)
    -> (value: Float8, alpha: Float8)
  {
    let alpha = Lanes.clamp(Lanes.load(pixels + 3 &* planeStride), 0, 1)
    let premultiplied: Float8
    switch channel {
    case .alpha: return (alpha, Float8(repeating: 1))
    case .red: premultiplied = Lanes.load(pixels)
    case .green: premultiplied = Lanes.load(pixels + planeStride)
    case .blue: premultiplied = Lanes.load(pixels + 2 &* planeStride)
    case .luminance:
      premultiplied =
        Lanes.load(pixels) * 0.2126 + Lanes.load(pixels + planeStride) * 0.7152
        + Lanes.load(pixels + 2 &* planeStride) * 0.0722
    }
    let straight = Lanes.clamp(premultiplied / Lanes.max(alpha, 1e-6), 0, 1)
    return (isEncoded ? straight : encodeSRGB(straight), alpha)
  }
}

extension Filter.DisplacementMap: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    let planes = DisplacementMapPlanes(width: input.width, height: input.height, planeCount: 2)
    var kernels = DisplacementKernels { MapKernel(self, planes, (input.x, input.y), $0) }
    kernels.gatherMap = { MapKernel.gather(self, from: $0, region: $1, into: planes, $2) }
    return kernels
  }

  /// Without drawing the map.
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 4.5 }
}

extension Filter.HeightMap: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    let planes = DisplacementMapPlanes(width: input.width, height: input.height, planeCount: 1)
    var kernels = DisplacementKernels { HeightMapKernel(self, planes, (input.x, input.y), $0) }
    kernels.gatherMap = { HeightMapKernel.gather(self, from: $0, region: $1, into: planes, $2) }
    return kernels
  }

  /// Without drawing the map.
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 8 }
}

/// Takes pixels from positions that the colours of a map give: where a channel has the value c, from scale × (c − ½) × the map's
/// alpha away.
struct MapKernel: DisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let planes: DisplacementMapPlanes
  /// The frame's pixel that is the first pixel of `planes`.
  private let origin: (x: Int, y: Int)
  private let scale: SIMD2<Float>

  init(
    _ map: Filter.DisplacementMap, _ planes: DisplacementMapPlanes, _ origin: (x: Int, y: Int),
    _ context: DisplacementContext
  ) {
    channelFactors = context.channelFactors
    self.planes = planes
    self.origin = origin
    scale = SIMD2(context.pixels(map.scale.x), context.pixels(map.scale.y))
  }

  /// Stores (c − ½)·alpha for each pixel of a region of the map: in plane 0 for c = the channel that displaces along x, in plane 1 for
  /// c = the channel that displaces along y.
  static func gather(
    _ map: Filter.DisplacementMap, from tile: Tile, region: PixelRect, into planes: DisplacementMapPlanes,
    _ reader: MapReader
  ) {
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      for (plane, channel) in [map.xChannel, map.yChannel].enumerated() {
        let onto = planes.row(y, plane: plane) + region.x
        storePixels(region.width, onto) { column in
          let color = reader.value(channel, from + column, tile.width)
          return (color.value - 0.5) * color.alpha
        }
      }
    }
  }

  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for (plane, output) in [dx, dy].enumerated() {
      planes.copy(y - origin.y, x: x - origin.x, plane: plane, count: count, onto: output)
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
  let channelFactors: SIMD3<Float>
  private let planes: DisplacementMapPlanes
  /// The frame's pixel that is the first pixel of `planes`.
  private let origin: (x: Int, y: Int)
  /// Pixels by which the surface rises where the map rises from 0 to 1.
  private let height: Float
  /// The surface's least height above the picture, in pixels.
  private let depth: Float
  /// 1 ÷ the index of refraction.
  private let eta: Float
  /// How much the surface's slopes lighten and darken the picture.
  private let lightStrength: Float
  /// The greatest slope: at a step of the map, rays would otherwise be displaced without limit.
  private static let greatestSlope: Float = 4

  init(
    _ map: Filter.HeightMap, _ planes: DisplacementMapPlanes, _ origin: (x: Int, y: Int),
    _ context: DisplacementContext
  ) {
    channelFactors = context.channelFactors
    self.planes = planes
    self.origin = origin
    height = context.pixels(map.height)
    depth = context.pixels(map.depth)
    eta = 1 / max(context.value(map.refraction), 1)
    lightStrength = context.value(map.light)
  }

  /// Stores the height of each pixel of a region of the map, 0 to 1.
  static func gather(
    _ map: Filter.HeightMap, from tile: Tile, region: PixelRect, into planes: DisplacementMapPlanes,
    _ reader: MapReader
  ) {
    for y in region.y..<region.endY {
      let from = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      storePixels(region.width, planes.row(y, plane: 0) + region.x) { column in
        let color = reader.value(map.channel, from + column, tile.width)
        return color.value * color.alpha
      }
    }
  }

  var changesLight: Bool { lightStrength != 0 && height != 0 }

  /// Calls `body` for every eight pixels of a row with the map's values, 0 to 1, and their changes per pixel along x and y.
  private func surface(
    count: Int, x: Int, y: Int, _ body: (_ column: Int, _ value: Float8, _ slopeX: Float8, _ slopeY: Float8) -> Void
  ) {
    let (column, row) = (x - origin.x, y - origin.y)
    // One more value on each side, and room for whole vectors.
    let stride = count + 16
    withUnsafeTemporaryAllocation(byteCount: 3 * stride * 4, alignment: 64) { memory in
      guard let base = memory.baseAddress?.bindMemory(to: Float.self, capacity: 3 * stride) else { return }
      for line in 0..<3 {
        planes.copy(row + line - 1, x: column - 1, plane: 0, count: count + 2, onto: base + line * stride)
      }
      let (above, here, below) = (base, base + stride, base + 2 * stride)
      var index = 0
      while index < count {
        // Sobel's weights, 1, 2, 1 across the direction of the difference.
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
        Lanes.clamp(slopeX * height, -Self.greatestSlope, Self.greatestSlope),
        Lanes.clamp(slopeY * height, -Self.greatestSlope, Self.greatestSlope), eta: eta)
      let glassHeight = value * height + depth
      Lanes.store(slope.x * glassHeight, to: dx + column)
      Lanes.store(slope.y * glassHeight, to: dy + column)
    }
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    surface(count: row.width, x: x, y: y) { column, _, slopeX, slopeY in
      let slope = Lanes.clamp((slopeX + slopeY) * height, -Self.greatestSlope, Self.greatestSlope)
      // Light comes from the upper left: surfaces that rise to the right and downwards face it. The slope along the diagonal is the sum
      // of both slopes ÷ √2, which is about 0.7 of the sum.
      let factor = Lanes.max(slope * (0.7 * lightStrength) + 1, 0)
      for plane in 0..<3 {
        let pixel = row.plane(plane) + column
        Lanes.store(Lanes.load(pixel) * factor, to: pixel)
      }
    }
  }
}

/// Writes the values of `count` pixels. The last vector may be written in part.
@inline(__always)
func storePixels(_ count: Int, _ output: UnsafeMutablePointer<Float>, _ value: (Int) -> Float8) {
  var column = 0
  while column &+ 8 <= count {
    Lanes.store(value(column), to: output + column)
    column &+= 8
  }
  if column < count {
    // The pixels beyond the region belong to the next tile and must not be overwritten.
    let last = value(column)
    for lane in 0..<count &- column { output[column &+ lane] = last[lane] }
  }
}
