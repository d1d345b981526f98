import Lanes
import Raster

/// A soft or lit blob at one time, given by its profile.
///
/// In the direction of a pixel the edge lies at the radius r, which changes by r′ per radian: the edge's slope is s = r′/r. A pixel
/// at distance ρ from the centre is then (ρ − r) / √(1 + s²) from the edge: exact at the edge, where this distance decides the
/// coverage. The body's height depends on ρ/r.
/// Cost: about 60 lane operations and 16 loads for eight pixels, without the relief.
struct BlobBody {
  /// Radii of the edge, in pixels.
  let profile: PolarProfile
  /// The centre in frame pixels.
  let center: SIMD2<Double>
  /// Pixels over which the edge fades. Up to 1, the edge is sharp.
  let softness: Float
  let paint: PaintShader
  /// Lights the body; nil for a body without relief.
  let relief: ReliefShader?

  /// Pixels from the centre beyond which nothing is covered.
  private var reach: Double { Double(profile.largestRadius) + Double(softness) / 2 + 1 }

  /// The part of a rectangle that may be covered.
  func contentBox(in rect: PixelRect) -> PixelRect { .around(center, reach: reach).intersection(rect) }

  /// The columns of a tile's row that may be covered, in whole blocks.
  private func columns(_ rect: PixelRect, row: Int) -> Range<Int> {
    let reach = reach
    let dy = Double(rect.y + row) + 0.5 - center.y
    let halfWidthSquare = reach * reach - dy * dy
    guard halfWidthSquare > 0 else { return 0..<0 }
    let (middle, halfWidth) = (center.x - Double(rect.x), halfWidthSquare.squareRoot())
    return rect.blockColumns(from: middle - halfWidth, to: middle + halfWidth)
  }

  /// Marks the blocks of a tile at `rect` that may be covered.
  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    for row in 0..<rect.height {
      let columns = columns(rect, row: row)
      if !columns.isEmpty {
        blocks.markDirty(left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
      }
    }
  }

  /// Draws the body onto a tile; false if the tile lies beyond the body's reach. Alpha is always written.
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    let rect = tile.rect
    let width = (tile.width + 7) / 8 * 8
    scratch.resize(to: ReliefRow.floatCount(width: width))
    let row = ReliefRow(scratch.base, width: width)
    var isTouched = false
    for y in 0..<tile.height {
      let columns = columns(rect, row: y)
      if columns.isEmpty { continue }
      if !isTouched { blocks.reset(width: tile.width, height: tile.height) }
      isTouched = true
      measure(row, columns, x: tile.x, y: tile.y + y)
      let pixels = tile.row(y, plane: 0)
      forEachCoveredRange(of: columns, row.coverage) { range in
        // Newly marked blocks need not be cleared, since all of their pixels are written.
        blocks.mark(row: y, columns: range) { _ in }
        paint.shade(
          row: tile.y + y, from: tile.x + range.lowerBound, count: range.count, into: pixels + range.lowerBound,
          planeStride: tile.width)
        row.finish(range, of: pixels, planeStride: tile.width, relief: relief)
      }
    }
    return isTouched
  }

  /// Writes the coverage and the normals of a row, in several loops: in one loop the chain of dependent operations would be so
  /// long that a processor overlaps no more than two blocks. Until the last loop the row's four planes hold the intermediate
  /// results that each function below names. The functions' `dy` is the y of the row's pixel centres relative to the body's centre, in
  /// pixels.
  private func measure(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, y: Int) {
    let dy = Float(Double(y) + 0.5 - center.y)
    storeDistances(row, columns, x: left, dy)
    storeArcTangents(row, columns)
    storeRadii(row, columns, x: left, dy)
    storeCoverageAndNormals(row, columns, x: left, dy)
  }

  /// The x of the centres of eight pixels relative to the body's centre, in pixels. The first pixel lies in the tile's column
  /// `x`; `left` is the frame column at which the tile begins. The two are added as integers and the centre is subtracted in
  /// Double, so that a pixel's offset is the same wherever the tile begins.
  @inline(__always)
  private func offsetX(_ left: Int, _ x: Int) -> Float8 {
    Float8(repeating: Float(Double(left &+ x) + 0.5 - center.x)) + Lanes.laneNumbers
  }

  /// Stores in `coverage` each pixel's distance from the centre. The angle is computed as in `Lanes.atan2`: this function stores in
  /// `scratch` the ratio a of the smaller coordinate to the larger coordinate, in `normalX` z = a², and in `normalY` the first terms of
  /// the polynomial in z.
  @inline(__always)
  private func storeDistances(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    let magnitudeY = Lanes.abs(Float8(repeating: dy))
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = offsetX(left, x)
      Lanes.store(Lanes.sqrt(dx * dx + dy * dy), to: row.coverage + x)
      let magnitudeX = Lanes.abs(dx)
      let larger = Lanes.max(magnitudeX, magnitudeY)
      let a = Lanes.min(magnitudeX, magnitudeY) / larger.replacing(with: 1, where: larger .== 0)
      let z = a * a
      Lanes.store(a, to: row.scratch + x)
      Lanes.store(z, to: row.normalX + x)
      Lanes.store((z * -0x1.dedec2p-10 + 0x1.6a7ecap-7) * z - 0x1.01a83cp-5, to: row.normalY + x)
      x &+= 8
    }
  }

  /// Evaluates the other terms of the polynomial and stores atan a, 0...π/4, in `scratch`. Two loops, for the reason that `measure` gives.
  @inline(__always)
  private func storeArcTangents(_ row: ReliefRow, _ columns: Range<Int>) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let z = Lanes.load(row.normalX + x)
      var p = Lanes.load(row.normalY + x) * z + 0x1.dd0808p-5
      p = p * z - 0x1.58daap-4
      p = p * z + 0x1.c0d1f2p-4
      Lanes.store(p, to: row.normalY + x)
      x &+= 8
    }
    x = columns.lowerBound
    while x < columns.upperBound {
      let z = Lanes.load(row.normalX + x)
      var p = Lanes.load(row.normalY + x) * z - 0x1.2426ecp-3
      p = p * z + 0x1.999276p-3
      p = p * z - 0x1.55554p-2
      let a = Lanes.load(row.scratch + x)
      Lanes.store(a + a * z * p, to: row.scratch + x)
      x &+= 8
    }
  }

  /// Stores in `normalX` the radius of the edge in each pixel's direction, and in `normalY` by how much the radius changes from one
  /// direction of the profile to the next.
  @inline(__always)
  private func storeRadii(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    let base = UnsafeRawPointer(profile.base)
    let turnsPerRadian = Float(0.5 / Double.pi)
    let directionCount = Float(PolarProfile.directionCount)
    let magnitudeY = Lanes.abs(Float8(repeating: dy))
    // Above the centre angles are negative.
    let signBit = Lanes.bits(Float8(repeating: dy < 0 ? dy : 0)) & Int32.min
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = offsetX(left, x)
      // From the first octant to the whole circle, as in `Lanes.atan2`: π/2 and π are each the difference of two Floats.
      var angle = Lanes.load(row.scratch + x)
      angle = Lanes.select(magnitudeY .> Lanes.abs(dx), 0x1.921fb6p+0 - (angle + 0x1.777a5cp-25), angle)
      angle = Lanes.select(dx .< 0, 0x1.921fb6p+1 - (angle + 0x1.777a5cp-24), angle)
      let turns = Lanes.fromBits(Lanes.bits(angle) ^ signBit) * turnsPerRadian
      // The position among the profile's directions. Rounding may make the product equal to `directionCount`, so it is clamped.
      let position = Lanes.clamp((turns - Lanes.floor(turns)) * directionCount, 0, directionCount - 0.0001)
      let index = Lanes.truncateInRange(position)
      let fraction = position - Lanes.float(index)
      let directionIndices = index & Int32(PolarProfile.directionCount - 1)
      // The profile stores pairs: one load of eight bytes takes the radii of a direction and of the next direction.
      var low = SIMD4<UInt64>()
      var high = low
      for lane in 0..<4 {
        low[lane] = base.loadUnaligned(fromByteOffset: Int(directionIndices[lane]) &<< 3, as: UInt64.self)
        high[lane] = base.loadUnaligned(fromByteOffset: Int(directionIndices[lane &+ 4]) &<< 3, as: UInt64.self)
      }
      let (lowPairs, highPairs) = (unsafeBitCast(low, to: Float8.self), unsafeBitCast(high, to: Float8.self))
      let radius = Lanes.evens(lowPairs, highPairs)
      let change = Lanes.odds(lowPairs, highPairs) - radius
      // Above 0, since it becomes a divisor.
      Lanes.store(Lanes.max(radius + change * fraction, 1e-3), to: row.normalX + x)
      Lanes.store(change, to: row.normalY + x)
      x &+= 8
    }
  }

  /// Reads distances, radii and their changes, and writes the coverage and the x and y components of the unit normals.
  @inline(__always)
  private func storeCoverageAndNormals(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    // The factor that turns a change per direction of the profile into a change per radian.
    let directionsPerRadian = Float(PolarProfile.directionCount) * Float(0.5 / Double.pi)
    let inverseFadeWidth = 1 / max(softness, 1)
    let isSoft = softness > 1
    let roundness = relief?.roundness ?? 0
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = offsetX(left, x)
      let distance = Lanes.load(row.coverage + x)
      let inverseDistance = 1 / Lanes.max(distance, 1e-6)
      let radius = Lanes.load(row.normalX + x)
      let slope = Lanes.load(row.normalY + x) * directionsPerRadian / radius
      let slopeCosine = 1 / Lanes.sqrt(1 + slope * slope)
      // The distance inside of the edge, in widths of its fade.
      let inside = (radius - distance) * slopeCosine * inverseFadeWidth
      var covered = Lanes.clamp(inside + 0.5, 0, 1)
      if isSoft { covered = smoothStep(covered) }
      Lanes.store(covered, to: row.coverage + x)
      // The unit vector from the centre.
      let (unitX, unitY) = (dx * inverseDistance, dy * inverseDistance)
      let relativeDistance = Lanes.min(distance / radius, 1)
      // The normal's projection has the direction (unitX + slope · unitY, unitY − slope · unitX), perpendicular to the lines of equal ρ/r.
      // Its length is ρ/r for a round body, and (ρ/r)³ for a body that is flat in the middle. The factor `slopeCosine` makes up for the
      // length of the direction, √(1 + s²).
      let tilt =
        relativeDistance * (roundness + (1 - roundness) * (relativeDistance * relativeDistance)) * slopeCosine
      Lanes.store((unitX + slope * unitY) * tilt, to: row.normalX + x)
      Lanes.store((unitY - slope * unitX) * tilt, to: row.normalY + x)
      x &+= 8
    }
  }
}

extension BlobBody {
  /// Nanoseconds of one core for a pixel of a soft or lit blob, without light and shade.
  static let pixelNanoseconds = 2.3
}
