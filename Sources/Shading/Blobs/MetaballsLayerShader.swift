import Colorimetry
import Lanes
import Model
import Raster

/// Metaballs, from frame to frame.
final class MetaballsLayerShader: LayerShader, @unchecked Sendable {
  private let metaballs: Metaballs
  private let canvas: Canvas
  private let period: Double?
  private let stream: StreamKey
  private let fillCurve: ColorCurve?
  private let rests: Bool
  private let colors: [SIMD4<Float>]
  private var isMade = false
  private var field: BallField

  init(_ metaballs: Metaballs, path: UInt64, canvas: Canvas, period: Double?) {
    self.metaballs = metaballs
    self.canvas = canvas
    self.period = period
    stream = StreamKey(seed: canvas.seed, path: path ^ metaballs.seed.bitPattern)
    fillCurve = PaintShader.constantCurve(of: metaballs.fill, canvas: canvas)
    rests = metaballs.count == 0 && metaballs.movingValues.areConstant
    let encoding: ColorRamp.Encoding = canvas.blending == .srgb ? .srgb : .linear
    colors =
      metaballs.colors.isEmpty
      ? []
      : (0..<metaballs.balls.count + metaballs.count).map { index in
        let own = index < metaballs.balls.count ? metaballs.balls[index].color : nil
        return SIMD4<Float>((own ?? metaballs.colors[index % metaballs.colors.count]).premultiplied(encoding))
      }
    field = BallField(reach: metaballs.reach, isColored: !colors.isEmpty)
  }

  func update(at clock: AnimationClock) {
    if isMade && rests { return }
    isMade = true
    let scale = canvas.pixelsPerPoint
    field.softness = Float(metaballs.softness.value(at: clock) * scale)
    field.paint = PaintShader(
      metaballs.fill, frame: PaintFrame(canvas), canvas: canvas, clock: clock, curve: fillCurve)
    field.relief = metaballs.relief.map { ReliefShader($0, canvas: canvas, clock: clock) }
    field.balls.removeAll(keepingCapacity: true)
    for ball in metaballs.balls {
      add(
        SIMD2(ball.center.x.value(at: clock), ball.center.y.value(at: clock)) * scale,
        ball.radius.value(at: clock) * scale)
    }
    let center = SIMD2(metaballs.center.x.value(at: clock), metaballs.center.y.value(at: clock))
    let size = SIMD2(metaballs.size.x.value(at: clock), metaballs.size.y.value(at: clock))
    let sway = SIMD2(metaballs.sway.x.value(at: clock), metaballs.sway.y.value(at: clock))
    let (radius, range) = (metaballs.radius.value(at: clock), metaballs.radiusRange.value(at: clock))
    let phase = BlobOutline.phase(at: clock.local, of: metaballs.period, in: period)
    for index in 0..<metaballs.count {
      let key = stream.key(index: UInt64(truncatingIfNeeded: index))
      func draw(_ channel: UInt32) -> Double { Double(key.uniform(channel: channel)) }
      /// A sine of one turn with a little of one of two, or, for some, the other way about.
      func wave(_ channel: UInt32) -> Double {
        let turns = draw(channel) < 0.35 ? 2.0 : 1
        let first = Lanes.sincosTurns(phase * turns + draw(channel + 1)).sin
        return first * 0.86 + 0.14 * Lanes.sincosTurns(phase * (3 - turns) + draw(channel + 2)).sin
      }
      let home = (SIMD2(draw(0), draw(1)) - 0.5) * (1 - sway)
      let way = SIMD2(wave(2), wave(5)) * sway / 2
      add((center + size * (home + way)) * scale, max(0, radius + range * (draw(8) - 0.5)) * scale)
    }
    field.prepare()
  }

  private func add(_ place: SIMD2<Double>, _ radius: Double) {
    let index = field.balls.count
    let color = colors.isEmpty ? SIMD4<Float>(repeating: 0) : colors[index]
    field.balls.append(BallField.Ball(x: place.x, y: place.y, radius: radius, color: color))
  }

  var isEmpty: Bool { field.balls.allSatisfy { $0.radius <= 0 } }
  var version: Int? { rests ? 0 : nil }
  var cost: Float { 5 }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool {
    field.mark(touched, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    field.shade(into: tile, blocks: blocks, scratch: scratch)
  }
}

/// The field of balls at one time, and the body inside of it.
///
/// A ball of radius r gives (1 − d²/(kr)²)³ at distance d, nothing beyond its reach kr; the body lies where the sum F is at least
/// what a single ball has at its edge, T (after G. Wyvill, C. McPheeters, B. Wyvill, "Data structure for soft objects", 1986,
/// with a simpler polynomial). F − T by its slope is the distance from the edge, and √(F − T) the body's height, upright at
/// the edge as a ball's is.
/// Cost: some 14 lane operations for eight pixels and each ball that reaches them, 25 for the edge.
struct BallField: Sendable {
  struct Ball: Sendable {
    /// Pixels.
    var x, y, radius: Double
    var color: SIMD4<Float>
  }

  var balls: [Ball] = []
  var softness: Float = 0
  var paint: PaintShader?
  var relief: ReliefShader?
  private let reach: Double
  private let isColored: Bool
  private let threshold: Float
  /// What the slope of √(F − T) is multiplied with to be that of a ball of the mean radius.
  private var bulge: Float = 0

  init(reach: Double, isColored: Bool) {
    self.reach = reach
    self.isColored = isColored
    let rest = 1 - 1 / (reach * reach)
    threshold = Float(rest * rest * rest)
  }

  mutating func prepare() {
    var (sum, count) = (0.0, 0.0)
    for ball in balls where ball.radius > 0 {
      sum += ball.radius
      count += 1
    }
    let mean = count > 0 ? sum / count : 0
    // Near the middle of a ball √((F − T) / (1 − T)) falls by 3/(2k²(1 − T)) · (d/r)²: by how much a ball's height does, 1/2.
    let share = reach * reach * (1 - Double(threshold)) / 3
    bulge = Float(mean * share / (2 * (1 - Double(threshold)).squareRoot()))
  }

  /// Columns of a tile's row that a ball may reach, in whole blocks.
  private func columns(_ ball: Ball, _ rect: PixelRect, row: Int) -> Range<Int> {
    let radius = ball.radius * reach
    let dy = Double(rect.y + row) + 0.5 - ball.y
    let square = radius * radius - dy * dy
    guard square > 0 else { return 0..<0 }
    let (middle, half) = (ball.x - Double(rect.x), square.squareRoot() + 1)
    return rect.blocks(from: middle - half, to: middle + half)
  }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) {
    for ball in balls where reaches(ball, rect) {
      for row in 0..<rect.height {
        let columns = columns(ball, rect, row: row)
        if !columns.isEmpty {
          touched.markDirty(left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
        }
      }
    }
  }

  private func reaches(_ ball: Ball, _ rect: PixelRect) -> Bool {
    let radius = ball.radius * reach + 1
    return ball.radius > 0 && ball.x + radius > Double(rect.x) && ball.x - radius < Double(rect.x + rect.width)
      && ball.y + radius > Double(rect.y) && ball.y - radius < Double(rect.y + rect.height)
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    var isTouched = false
    for ball in balls where reaches(ball, rect) { isTouched = true }
    if !isTouched { return false }
    blocks.clear(width: tile.width, height: tile.height)
    let width = (tile.width + 7) / 8 * 8
    // Coverage and normals, the field and its slopes, and the sums of four planes of colours.
    scratch.reserve(ReliefRow.count(width: width) + 7 * width)
    let row = ReliefRow(scratch.base, width: width)
    let sums = scratch.base + ReliefRow.count(width: width)
    for y in 0..<tile.height {
      var first = width
      var end = 0
      for ball in balls where reaches(ball, rect) {
        let columns = columns(ball, rect, row: y)
        if columns.isEmpty { continue }
        if end == 0 {
          for plane in 0..<(isColored ? 7 : 3) { (sums + plane * width).update(repeating: 0, count: width) }
        }
        first = min(first, columns.lowerBound)
        end = max(end, columns.upperBound)
        add(ball, columns, x: tile.x, y: tile.y + y, sums, width)
      }
      if end == 0 { continue }
      measure(row, first..<end, sums, width)
      let pixels = tile.row(y, plane: 0)
      row.forEachRun(of: first..<end) { run in
        blocks.mark(row: y, columns: run) { _ in }
        if isColored {
          mix(run, sums, width, into: pixels, planeStride: tile.width)
        } else {
          paint?.shade(
            row: tile.y + y, from: tile.x + run.lowerBound, count: run.count, into: pixels + run.lowerBound,
            planeStride: tile.width)
        }
        row.finish(run, of: pixels, planeStride: tile.width, relief: relief)
      }
    }
    return true
  }

  /// Adds a ball's field, its slopes and its colour.
  private func add(
    _ ball: Ball, _ columns: Range<Int>, x left: Int, y: Int, _ sums: UnsafeMutablePointer<Float>, _ width: Int
  ) {
    let radius = ball.radius * reach
    let inverse = Float(1 / (radius * radius))
    let dy = Float(Double(y) + 0.5 - ball.y)
    let square = dy * dy
    let slope = -6 * inverse
    var x = columns.lowerBound
    while x < columns.upperBound {
      // From the place in the frame, however far the tile's side is.
      let dx = Lane8(repeating: Float(Double(left &+ x) + 0.5 - ball.x)) + Lanes.ramp
      let rest = Lanes.max(1 - (dx * dx + square) * inverse, 0)
      let twice = rest * rest
      let strength = twice * rest
      let pixel = sums + x
      Lanes.store(Lanes.load(pixel) + strength, to: pixel)
      let steep = twice * slope
      Lanes.store(Lanes.load(pixel + width) + steep * dx, to: pixel + width)
      Lanes.store(Lanes.load(pixel + 2 &* width) + steep * dy, to: pixel + 2 &* width)
      if isColored {
        for plane in 0..<4 {
          let sum = pixel + (3 &+ plane) &* width
          Lanes.store(Lanes.load(sum) + strength * ball.color[plane], to: sum)
        }
      }
      x &+= 8
    }
  }

  private func measure(_ row: ReliefRow, _ columns: Range<Int>, _ sums: UnsafePointer<Float>, _ width: Int) {
    let inverseWidth = 1 / max(softness, 1)
    let isSoft = softness > 1
    let hasRelief = relief != nil
    var x = columns.lowerBound
    while x < columns.upperBound {
      let above = Lanes.load(sums + x) - threshold
      let (slopeX, slopeY) = (Lanes.load(sums + width + x), Lanes.load(sums + 2 &* width + x))
      let square = slopeX * slopeX + slopeY * slopeY
      let edge = above / Lanes.max(Lanes.sqrt(square), 1e-6)
      var covered = Lanes.clamp(edge * inverseWidth + 0.5, 0, 1)
      if isSoft { covered = covered * covered * (3 - 2 * covered) }
      Lanes.store(covered, to: row.coverage + x)
      if hasRelief {
        let height = Lanes.max(above, 1e-7)
        let rise = bulge / Lanes.sqrt(height + bulge * bulge * square)
        Lanes.store(slopeX * (0 - rise), to: row.normalX + x)
        Lanes.store(slopeY * (0 - rise), to: row.normalY + x)
      }
      x &+= 8
    }
  }

  /// The colours of the balls by their shares of the field.
  private func mix(
    _ run: Range<Int>, _ sums: UnsafePointer<Float>, _ width: Int, into pixels: UnsafeMutablePointer<Float>,
    planeStride: Int
  ) {
    var x = run.lowerBound
    while x < run.upperBound {
      let inverse = 1 / Lanes.max(Lanes.load(sums + x), 1e-6)
      for plane in 0..<4 {
        let color = Lanes.load(sums + ((3 &+ plane) &* width &+ x)) * inverse
        Lanes.store(color, to: pixels + (plane &* planeStride &+ x))
      }
      x &+= 8
    }
  }
}
