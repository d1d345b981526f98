import Lanes
import Raster

/// The field of metaballs at one time, and the body inside of it.
///
/// At distance d from its centre, the field of a ball of radius r is (1 − d²/(kr)²)³, and 0 beyond its reach kr. The body lies where the
/// sum F of all fields is at least T, the field at the edge of a single ball (after G. Wyvill, C. McPheeters, B. Wyvill, "Data structure
/// for soft objects", 1986, with a simpler polynomial). The distance from the edge is (F − T) ÷ |∇F|, to first order. The
/// body's height is proportional to √(F − T), so that its surface is vertical at the edge, like a ball's.
/// Cost for eight pixels: some 14 lane operations for each ball that reaches them, and 25 for the edge.
struct MetaballField: Sendable {
  struct Ball: Sendable {
    /// The centre in frame pixels, and the radius in pixels.
    var x, y, radius: Double
    /// The premultiplied colour; used only if `isColored`.
    var color: SIMD4<Float>
  }

  var balls: [Ball] = []
  /// Pixels over which the edge fades. Up to 1, the edge is sharp.
  var softness: Float = 0
  var paint: PaintShader?
  var relief: ReliefShader?
  /// k: the distance at which a ball's field ends, in radii.
  private let reach: Double
  /// Whether pixels take the balls' colours in place of the paint.
  private let isColored: Bool
  /// T: the field at the edge of the body.
  private let threshold: Float
  /// The body's height is 2·bulge·√(F − T) pixels: a single ball of the mean radius is round near its centre.
  private var bulge: Float = 0

  init(reach: Double, isColored: Bool) {
    self.reach = reach
    self.isColored = isColored
    let base = 1 - 1 / (reach * reach)
    threshold = Float(base * base * base)
  }

  /// Derives `bulge`, which depends on all balls. Must be called when `balls` has changed.
  mutating func updateBulge() {
    var (sum, count) = (0.0, 0.0)
    for ball in balls where ball.radius > 0 {
      sum += ball.radius
      count += 1
    }
    let meanRadius = count > 0 ? sum / count : 0
    // Near the centre of a single ball √((F − T) / (1 − T)) falls by 3/(2k²(1 − T)) · (d/r)², and the height of a round body,
    // in radii, by 1/2 · (d/r)². `ratio` is the second coefficient ÷ the first.
    let ratio = reach * reach * (1 - Double(threshold)) / 3
    bulge = Float(meanRadius * ratio / (2 * (1 - Double(threshold)).squareRoot()))
  }

  /// The columns of a tile's row that a ball may reach, in whole blocks.
  private func columns(_ ball: Ball, _ rect: PixelRect, row: Int) -> Range<Int> {
    let fieldRadius = ball.radius * reach
    let dy = Double(rect.y + row) + 0.5 - ball.y
    let square = fieldRadius * fieldRadius - dy * dy
    guard square > 0 else { return 0..<0 }
    let (middle, halfWidth) = (ball.x - Double(rect.x), square.squareRoot() + 1)
    return rect.blockColumns(from: middle - halfWidth, to: middle + halfWidth)
  }

  /// The part of a rectangle that the balls' fields may reach.
  func contentBox(in rect: PixelRect) -> PixelRect {
    var box = PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
    for ball in balls where ball.radius > 0 {
      box = box.union(.around(SIMD2(ball.x, ball.y), reach: ball.radius * reach + 1).intersection(rect))
    }
    return box
  }

  /// Marks the blocks of a tile at `rect` that the field may reach.
  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    for ball in balls where reaches(ball, rect) {
      for row in 0..<rect.height {
        let columns = columns(ball, rect, row: row)
        if !columns.isEmpty {
          blocks.markDirty(left: columns.lowerBound, top: row, right: columns.upperBound, bottom: row + 1)
        }
      }
    }
  }

  /// Whether a ball's field may reach the pixels of a rectangle.
  private func reaches(_ ball: Ball, _ rect: PixelRect) -> Bool {
    let fieldRadius = ball.radius * reach + 1
    return ball.radius > 0
      && ball.x + fieldRadius > Double(rect.x) && ball.x - fieldRadius < Double(rect.x + rect.width)
      && ball.y + fieldRadius > Double(rect.y) && ball.y - fieldRadius < Double(rect.y + rect.height)
  }

  /// Draws the body onto a tile; false if no ball reaches the tile. Alpha is always written.
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    let rect = tile.rect
    var isTouched = false
    for ball in balls where reaches(ball, rect) { isTouched = true }
    if !isTouched { return false }
    blocks.reset(width: tile.width, height: tile.height)
    let width = (tile.width + 7) / 8 * 8
    // A row of coverage and normals, then rows of sums over the balls.
    scratch.resize(to: ReliefRow.floatCount(width: width) + Self.sumPlaneCount * width)
    let row = ReliefRow(scratch.base, width: width)
    let sums = scratch.base + ReliefRow.floatCount(width: width)
    for y in 0..<tile.height {
      var first = width
      var end = 0
      for ball in balls where reaches(ball, rect) {
        let columns = columns(ball, rect, row: y)
        if columns.isEmpty { continue }
        // The first ball of the row: clear the sums.
        if end == 0 {
          for plane in 0..<(isColored ? Self.sumPlaneCount : Self.firstColorPlane) {
            (sums + plane * width).update(repeating: 0, count: width)
          }
        }
        first = min(first, columns.lowerBound)
        end = max(end, columns.upperBound)
        add(ball, columns, x: tile.x, y: tile.y + y, sums, width)
      }
      if end == 0 { continue }
      measure(row, first..<end, sums, width)
      let pixels = tile.row(y, plane: 0)
      forEachCoveredRange(of: first..<end, row.coverage) { range in
        // Newly marked blocks need not be cleared, since all of their pixels are written.
        blocks.mark(row: y, columns: range) { _ in }
        if isColored {
          mix(range, sums, width, into: pixels, planeStride: tile.width)
        } else {
          paint?.shade(
            row: tile.y + y, from: tile.x + range.lowerBound, count: range.count, into: pixels + range.lowerBound,
            planeStride: tile.width)
        }
        row.finish(range, of: pixels, planeStride: tile.width, relief: relief)
      }
    }
    return true
  }

  /// The rows of sums, each `width` floats: 0 the field, 1 and 2 the field's derivatives along x and y, 3 to 6 the balls' colours R, G,
  /// B, A weighted by the balls' fields.
  private static var firstColorPlane: Int { 3 }
  private static var sumPlaneCount: Int { 7 }

  /// Adds a ball's field, its derivatives and its weighted colour to the sums of a row.
  private func add(
    _ ball: Ball, _ columns: Range<Int>, x left: Int, y: Int, _ sums: UnsafeMutablePointer<Float>, _ width: Int
  ) {
    let fieldRadius = ball.radius * reach
    let inverseSquare = Float(1 / (fieldRadius * fieldRadius))
    let dy = Float(Double(y) + 0.5 - ball.y)
    let squareY = dy * dy
    // The derivative of (1 − d²·inverseSquare)³ along x is −6·inverseSquare·(1 − d²·inverseSquare)²·dx.
    let slopeFactor = -6 * inverseSquare
    var x = columns.lowerBound
    while x < columns.upperBound {
      // Computed from frame coordinates, so that the offset is the same wherever the tile begins.
      let dx = Float8(repeating: Float(Double(left &+ x) + 0.5 - ball.x)) + Lanes.laneNumbers
      let base = Lanes.max(1 - (dx * dx + squareY) * inverseSquare, 0)
      let baseSquare = base * base
      let strength = baseSquare * base
      let sum = sums + x
      Lanes.store(Lanes.load(sum) + strength, to: sum)
      let slopePerOffset = baseSquare * slopeFactor
      Lanes.store(Lanes.load(sum + width) + slopePerOffset * dx, to: sum + width)
      Lanes.store(Lanes.load(sum + 2 &* width) + slopePerOffset * dy, to: sum + 2 &* width)
      if isColored {
        for plane in 0..<4 {
          let colorSum = sum + (Self.firstColorPlane &+ plane) &* width
          Lanes.store(Lanes.load(colorSum) + strength * ball.color[plane], to: colorSum)
        }
      }
      x &+= 8
    }
  }

  /// Writes the coverage and the normals of a row, from the row's sums.
  private func measure(_ row: ReliefRow, _ columns: Range<Int>, _ sums: UnsafePointer<Float>, _ width: Int) {
    let inverseFadeWidth = 1 / max(softness, 1)
    let isSoft = softness > 1
    let hasRelief = relief != nil
    var x = columns.lowerBound
    while x < columns.upperBound {
      // F − T and ∇F.
      let excess = Lanes.load(sums + x) - threshold
      let (slopeX, slopeY) = (Lanes.load(sums + width + x), Lanes.load(sums + 2 &* width + x))
      let square = slopeX * slopeX + slopeY * slopeY
      // The distance from the edge in pixels, positive inside.
      let inside = excess / Lanes.max(Lanes.sqrt(square), 1e-6)
      var covered = Lanes.clamp(inside * inverseFadeWidth + 0.5, 0, 1)
      if isSoft { covered = smoothStep(covered) }
      Lanes.store(covered, to: row.coverage + x)
      if hasRelief {
        // The projection of the unit normal is −∇H ÷ √(1 + |∇H|²) for the height H, with ∇H = bulge·∇F ÷ √(F − T).
        let positiveExcess = Lanes.max(excess, 1e-7)
        let scale = bulge / Lanes.sqrt(positiveExcess + bulge * bulge * square)
        Lanes.store(slopeX * (0 - scale), to: row.normalX + x)
        Lanes.store(slopeY * (0 - scale), to: row.normalY + x)
      }
      x &+= 8
    }
  }

  /// Writes the mean of the balls' colours, weighted by the balls' fields.
  private func mix(
    _ columns: Range<Int>, _ sums: UnsafePointer<Float>, _ width: Int, into pixels: UnsafeMutablePointer<Float>,
    planeStride: Int
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let inverseField = 1 / Lanes.max(Lanes.load(sums + x), 1e-6)
      for plane in 0..<4 {
        let color = Lanes.load(sums + ((Self.firstColorPlane &+ plane) &* width &+ x)) * inverseField
        Lanes.store(color, to: pixels + (plane &* planeStride &+ x))
      }
      x &+= 8
    }
  }
}
