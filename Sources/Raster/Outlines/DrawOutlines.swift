import Lanes

/// The widest sprite, in blocks of eight columns, of which no block is looked at to find it empty or full.
private let fewBlocks = 4

/// Draws particles of one outlined shape in the order of `runs`.
@inline(__always)
func drawOutlines<Rule: Blender>(
  _ rule: Rule, _ runs: UnsafeBufferPointer<SpriteRun>, _ isRound: Bool, _ shape: PreparedShape,
  _ outline: OutlineLevels, _ opacity: Float, _ tile: Tile, _ scratch: UnsafeMutablePointer<Int32>
) {
  let recordStride = SpriteRecord.stride(isRound: isRound)
  for run in runs {
    for position in 0..<run.count {
      let record = SpriteRecord(run.records + position &* recordStride, isRound: isRound)
      let sprite = TransformedOutline(record, shape, outline)
      let scale = sprite.weight * opacity
      if !(scale > 0) { continue }
      let box = sprite.box(tile)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      let light = SpriteLight(record, scale)
      let blocks = (box.endColumn &- box.column &+ 7) &>> 3
      // A block that would reach past the tile's last column starts earlier instead.
      let column = min(box.column, tile.width &- blocks &<< 3)
      let bandRows = max(OutlineRows.bandCount / (blocks &<< 3 &+ 8), 1)
      var row = box.row
      while row < box.endRow {
        let end = min(row &+ bandRows, box.endRow)
        let rows = OutlineRows(left: tile.x &+ column, top: tile.y &+ row, blocks: blocks, values: scratch + 32)
        rows.clear(rowCount: end &- row)
        sprite.forEachPiece(fromRow: tile.y &+ row, toRow: tile.y &+ end, scratch) { rows.add($0, $1, $2, $3) }
        let painter = OutlinePainter(
          rule: rule, light: light, tile: tile, column: column, toCoverage: sprite.orientation / OutlineGrid.full)
        if let glint = shape.glint {
          let gain = GlintGain(glint, sprite)
          painter.paint(rows, row, end, blocks) { coverage, x, y in coverage * gain.at(x, y) }
        } else {
          painter.paint(rows, row, end, blocks) { coverage, _, _ in coverage }
        }
        row = end
      }
    }
  }
}

/// One sprite on one tile.
private struct OutlinePainter<Rule: Blender> {
  let rule: Rule
  let light: SpriteLight
  let tile: Tile
  let column: Int
  let toCoverage: Float

  /// Turns differences into coverage, row by row, and lays the light that `shade` makes of it.
  @inline(__always)
  func paint(
    _ rows: OutlineRows, _ from: Int, _ to: Int, _ blocks: Int,
    _ shade: (_ coverage: Lane8, _ x: Lane8, _ y: Float) -> Lane8
  ) {
    let isSmall = blocks <= fewBlocks
    let firstX = Lane8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.ramp
    var differences = UnsafeRawPointer(rows.values)
    for row in from..<to {
      var pixel = tile.base + (row &* 4 &* tile.width &+ column)
      var x = firstX
      let y = Float(tile.y &+ row) + 0.5
      var carry = Int8Lanes(repeating: 0)
      for block in 0..<blocks {
        let own = differences.load(fromByteOffset: block &<< 5, as: Int8Lanes.self)
        // Outside, and a running sum of nothing: most of a large sprite's box.
        if !isSmall && carry[0] == 0 && isZero(own) {
          pixel += 8
          x += 8
          continue
        }
        let sum = runningSum(own) &+ carry
        carry = Int8Lanes(repeating: sum[7])
        let coverage = shade(unit(Lanes.float(sum) * toCoverage), x, y)
        rule.lay(
          red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
          alpha: light.alpha * coverage, onto: pixel, width: tile.width)
        pixel += 8
        x += 8
      }
      differences += rows.stride &<< 2
    }
  }

  @inline(__always)
  private func isZero(_ x: Int8Lanes) -> Bool {
    let parts = unsafeBitCast(x, to: SIMD4<UInt64>.self)
    return parts[0] | parts[1] | parts[2] | parts[3] == 0
  }
}

/// The light of a spark: bright in the middle, faint at its tips.
struct Glint: Sendable {
  /// The mean over the outline.
  let mean: Float

  /// What is left of the light at the tips.
  static var rest: Float { 0.1 }

  /// The gain by the square of the distance, the tips at 1.
  static func gain(_ square: Double) -> Double {
    let inside = max(1 - square, 0) * max(1 - square, 0)
    return Double(rest) + (1 - Double(rest)) * inside * inside
  }

  /// Integrates along fans from the centre to each edge.
  init(_ outline: Outline) {
    let edges = OutlineEdge.edges(of: outline.polygons(tolerance: 1e-4, mostCorners: 8_192) ?? [])
    var (light, area) = (0.0, 0.0)
    for edge in edges {
      let fan = abs(edge.from.x * edge.to.y - edge.from.y * edge.to.x)
      let middle = (edge.from + edge.to) * 0.5
      let square = (middle * middle).sum()
      for step in 0..<32 {
        let share = (Double(step) + 0.5) / 32
        light += fan * share * Self.gain(square * share * share)
        area += fan * share
      }
    }
    mean = area > 0 ? Float(light / area) : 1
  }
}

/// The gain over one sprite. One that is too small to show it has the mean all over: its light then does not depend on
/// where the centres of pixels lie.
private struct GlintGain {
  private let inverseX: SIMD2<Float>
  private let inverseY: SIMD2<Float>
  private let centerX: Float
  private let centerY: Float
  private let rest: Float
  private let height: Float

  @inline(__always)
  init(_ glint: Glint, _ sprite: TransformedOutline) {
    inverseX = sprite.frame.inverseX
    inverseY = sprite.frame.inverseY
    centerX = sprite.centerX
    centerY = sprite.centerY
    let share = clamp((sprite.frame.short - 3) * 0.2, 0, 1)
    rest = glint.mean + (Glint.rest - glint.mean) * share
    height = (1 - Glint.rest) * share
  }

  @inline(__always)
  func at(_ x: Lane8, _ y: Float) -> Lane8 {
    let dx = x - centerX
    let dy = y - centerY
    let u = inverseX.x * dx + inverseX.y * dy
    let v = inverseY.x * dx + inverseY.y * dy
    let inside = Lanes.max(1 - (u * u + v * v), 0)
    let square = inside * inside
    return rest + height * square * square
  }
}
