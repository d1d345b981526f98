import Colorimetry
import Lanes
import Model
import Raster

/// A blob, from frame to frame. A sharp one without relief is filled as any shape is, by exact areas; else each pixel is told how
/// far it is from the edge by a profile of radii, and which way the body slopes there.
final class BlobLayerShader: LayerShader, @unchecked Sendable {
  private let blob: Blob
  private let canvas: Canvas
  private let period: Double?
  private let stream: StreamKey
  private let fillCurve: ColorCurve?
  private let rests: Bool
  private var isMade = false

  private var path = FlattenedPath()
  private var polygons = PolygonList()
  private let coat = PathPainter()
  private var body: BlobBody?
  private let profile = PolarProfile()
  private var hasRelief = false

  init(_ blob: Blob, path: UInt64, canvas: Canvas, period: Double?) {
    self.blob = blob
    self.canvas = canvas
    self.period = period
    stream = StreamKey(seed: canvas.seed, path: path ^ blob.seed.bitPattern)
    fillCurve = PaintShader.constantCurve(of: blob.fill, canvas: canvas)
    rests = blob.wobble.isZero && blob.movingValues.areConstant
  }

  func update(at clock: AnimationClock) {
    if isMade && rests { return }
    isMade = true
    let outline = BlobOutline(blob, at: clock, stream: stream, period: period)
    let scale = canvas.pixelsPerPoint
    path.removeAll(tolerance: 0.01 / scale, reach: 0)
    outline.add(to: &path)
    guard let bounds = path.box else { return }
    let box = PlaneRect(
      x: bounds.low.x, y: bounds.low.y, width: bounds.high.x - bounds.low.x, height: bounds.high.y - bounds.low.y)
    let paint = PaintShader(
      blob.fill, frame: PaintFrame(box, on: canvas), canvas: canvas, clock: clock, curve: fillCurve)
    let softness = blob.softness.value(at: clock) * scale
    body = nil
    coat.removeAll()
    if blob.relief == nil && softness <= 1 {
      polygons.removeAll()
      polygons.add(path)
      polygons.transform(by: PlaneMap(scale: scale))
      let isPlain = path.goesRoundOnce(outline.center)
      coat.coverage.set(polygons, rule: .nonzero, isSimple: isPlain, height: canvas.heightPixels)
      coat.paint = paint
      return
    }
    profile.set(outline, scale: scale)
    body = BlobBody(
      profile: profile, center: outline.center * scale, softness: Float(softness), paint: paint,
      relief: blob.relief.map { ReliefShader($0, canvas: canvas, clock: clock) })
  }

  var isEmpty: Bool { body == nil && coat.isEmpty }
  var version: Int? { rests ? 0 : nil }
  var isDrawnInPlace: Bool { body == nil }
  var cost: Float { body == nil ? 1.5 : 4 }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool {
    if let body { body.mark(touched, rect: rect) } else { coat.mark(touched, rect: rect) }
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    shade(into: tile, blocks: blocks, scratch: scratch, keepsAlpha: true)
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    if let body { return body.shade(into: tile, blocks: blocks, scratch: scratch) }
    if coat.misses(PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)) { return false }
    blocks.clear(width: tile.width, height: tile.height)
    coat.paint(tile, blocks: blocks, scratch: scratch, isFirst: true, keepsAlpha: keepsAlpha)
    return true
  }
}

/// A blob by its profile, at one time.
///
/// A pixel at distance ρ from the centre, in a direction where the edge lies at r with slope s = r′/r, is
/// (ρ − r) / √(1 + s²) from the edge: right at the edge, where it decides what is covered. The body's height depends on ρ/r.
/// Cost: about 60 lane operations for eight pixels and 16 loads, those of the relief besides.
struct BlobBody {
  let profile: PolarProfile
  let center: SIMD2<Double>
  let softness: Float
  let paint: PaintShader
  let relief: ReliefShader?

  /// Columns of a tile's row that may be covered, in whole blocks.
  private func columns(_ rect: PixelRect, row: Int) -> Range<Int> {
    let reach = Double(profile.largest) + Double(softness) / 2 + 1
    let dy = Double(rect.y + row) + 0.5 - center.y
    let square = reach * reach - dy * dy
    guard square > 0 else { return 0..<0 }
    let (middle, half) = (center.x - Double(rect.x), square.squareRoot())
    return rect.blocks(from: middle - half, to: middle + half)
  }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) {
    for row in 0..<rect.height {
      let columns = columns(rect, row: row)
      if !columns.isEmpty {
        touched.markDirty(left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
      }
    }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let width = (tile.width + 7) / 8 * 8
    scratch.reserve(ReliefRow.count(width: width))
    let row = ReliefRow(scratch.base, width: width)
    var isTouched = false
    for y in 0..<tile.height {
      let columns = columns(rect, row: y)
      if columns.isEmpty { continue }
      if !isTouched { blocks.clear(width: tile.width, height: tile.height) }
      isTouched = true
      measure(row, columns, x: tile.x, y: tile.y + y)
      let pixels = tile.row(y, plane: 0)
      row.forEachRun(of: columns) { run in
        blocks.mark(row: y, columns: run) { _ in }
        paint.shade(
          row: tile.y + y, from: tile.x + run.lowerBound, count: run.count, into: pixels + run.lowerBound,
          planeStride: tile.width)
        row.finish(run, of: pixels, planeStride: tile.width, relief: relief)
      }
    }
    return isTouched
  }

  /// Writes what is covered of a row, and its normals, in several loops: the way from a place to those is one long chain of
  /// dependent operations, of which a processor holds no more than two at a time.
  private func measure(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, y: Int) {
    let dy = Float(Double(y) + 0.5 - center.y)
    measurePlaces(row, columns, x: left, dy)
    addAngles(row, columns)
    measureRadii(row, columns, x: left, dy)
    measureEdges(row, columns, x: left, dy)
  }

  /// From the centre, by the place in the frame, however far the tile's side is.
  @inline(__always)
  private func distance(_ left: Int, _ x: Int) -> Lane8 {
    Lane8(repeating: Float(Double(left &+ x) + 0.5 - center.x)) + Lanes.ramp
  }

  /// Distances; and of the angle, as `Lanes.atan2` computes it, the ratio, its square and the first steps of the polynomial.
  @inline(__always)
  private func measurePlaces(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    let height = Lanes.abs(Lane8(repeating: dy))
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = distance(left, x)
      Lanes.store(Lanes.sqrt(dx * dx + dy * dy), to: row.coverage + x)
      let width = Lanes.abs(dx)
      let large = Lanes.max(width, height)
      let a = Lanes.min(width, height) / large.replacing(with: 1, where: large .== 0)
      let z = a * a
      Lanes.store(a, to: row.other + x)
      Lanes.store(z, to: row.normalX + x)
      Lanes.store((z * -0x1.dedec2p-10 + 0x1.6a7ecap-7) * z - 0x1.01a83cp-5, to: row.normalY + x)
      x &+= 8
    }
  }

  /// The other steps.
  @inline(__always)
  private func addAngles(_ row: ReliefRow, _ columns: Range<Int>) {
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
      let a = Lanes.load(row.other + x)
      Lanes.store(a + a * z * p, to: row.other + x)
      x &+= 8
    }
  }

  /// Radii of the edge in the directions of pixels, and how they grow to the next direction of the profile.
  @inline(__always)
  private func measureRadii(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    let base = UnsafeRawPointer(profile.base)
    let turns = Float(0.5 / Double.pi)
    let count = Float(PolarProfile.count)
    let height = Lanes.abs(Lane8(repeating: dy))
    let sign = Lanes.bits(Lane8(repeating: dy < 0 ? dy : 0)) & Int32.min
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = distance(left, x)
      var angle = Lanes.load(row.other + x)
      angle = Lanes.select(height .> Lanes.abs(dx), 0x1.921fb6p+0 - (angle + 0x1.777a5cp-25), angle)
      angle = Lanes.select(dx .< 0, 0x1.921fb6p+1 - (angle + 0x1.777a5cp-24), angle)
      let turn = Lanes.lanes(Lanes.bits(angle) ^ sign) * turns
      let place = Lanes.clamp((turn - Lanes.floor(turn)) * count, 0, count - 0.0001)
      let index = Lanes.truncateInRange(place)
      let share = place - Lanes.float(index)
      let entries = index & Int32(PolarProfile.count - 1)
      // A radius and the next one in one load.
      var low = SIMD4<UInt64>()
      var high = low
      for lane in 0..<4 {
        low[lane] = base.loadUnaligned(fromByteOffset: Int(entries[lane]) &<< 3, as: UInt64.self)
        high[lane] = base.loadUnaligned(fromByteOffset: Int(entries[lane &+ 4]) &<< 3, as: UInt64.self)
      }
      let (first, second) = (unsafeBitCast(low, to: Lane8.self), unsafeBitCast(high, to: Lane8.self))
      let near = Lanes.evens(first, second)
      let step = Lanes.odds(first, second) - near
      Lanes.store(Lanes.max(near + step * share, 1e-3), to: row.normalX + x)
      Lanes.store(step, to: row.normalY + x)
      x &+= 8
    }
  }

  @inline(__always)
  private func measureEdges(_ row: ReliefRow, _ columns: Range<Int>, x left: Int, _ dy: Float) {
    let perTurn = Float(PolarProfile.count) * Float(0.5 / Double.pi)
    let inverseWidth = 1 / max(softness, 1)
    let isSoft = softness > 1
    let roundness = relief?.roundness ?? 0
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = distance(left, x)
      let distance = Lanes.load(row.coverage + x)
      let inverse = 1 / Lanes.max(distance, 1e-6)
      let radius = Lanes.load(row.normalX + x)
      let slope = Lanes.load(row.normalY + x) * perTurn / radius
      let steep = 1 / Lanes.sqrt(1 + slope * slope)
      let edge = (radius - distance) * steep * inverseWidth
      var covered = Lanes.clamp(edge + 0.5, 0, 1)
      if isSoft { covered = covered * covered * (3 - 2 * covered) }
      Lanes.store(covered, to: row.coverage + x)
      // The unit vector away from the middle of the body: across the lines of equal ρ/r.
      let (unitX, unitY) = (dx * inverse, dy * inverse)
      let part = Lanes.min(distance / radius, 1)
      let tilt = part * (roundness + (1 - roundness) * (part * part)) * steep
      Lanes.store((unitX + slope * unitY) * tilt, to: row.normalX + x)
      Lanes.store((unitY - slope * unitX) * tilt, to: row.normalY + x)
      x &+= 8
    }
  }
}
