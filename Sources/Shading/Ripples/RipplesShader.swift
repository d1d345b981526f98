import Colorimetry
import Lanes
import Model
import Raster

/// Rings on water at one time, as a translucent layer of light and shade.
///
/// Per pixel the slopes of all packets that reach it are added (derivatives in closed form). The slope tilts the surface's
/// normal, which is lit: the side that faces the lamp takes `lightColor`, the other side `shadeColor`, and a glint is added
/// where the normal is near the half vector between lamp and eye. Flat water is exactly transparent. Waves shorter than 2
/// pixels are faded out before they alias.
/// Cost: about 75 lane operations per drop and 8 pixels of its annulus, 60 per 8 pixels that any ring reaches, none elsewhere.
package struct RipplesShader: Sendable {
  private let drops: [RippleDrop]
  private let tilt: Double
  private let light: SIMD3<Float>
  private let half: SIMD3<Float>
  private let relief: Float
  private let glint: Float
  private let sharpness: Float
  private let lightColor: SIMD4<Float>
  private let shadeColor: SIMD4<Float>
  private let clamps: Bool

  /// Whether the water is flat everywhere.
  package var isEmpty: Bool { drops.isEmpty }
  /// Packets alive; a drop has one or two.
  package var liveCount: Int { drops.count }

  /// - Parameter period: local seconds of a loop; by default the canvas's duration if it loops.
  package init(ripples: Ripples, path: UInt64, canvas: Canvas, clock: AnimationClock, period: Double? = nil) {
    let loop = period ?? (canvas.loops ? canvas.duration.double : 0)
    let schedule = RippleSchedule(
      ripples: ripples, canvas: canvas, stream: StreamKey(seed: canvas.seed, path: path),
      period: loop > 0 ? loop : nil)
    drops = schedule.drops(at: clock.local)
    tilt = min(max(ripples.tilt, 0.05), 1)

    // Directions to the lamp and the eye: x right, y towards the viewer along the water, z up from it.
    let (lampSine, lampCosine) = Angles.sineAndCosine(degrees: ripples.lightHeight.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: ripples.lightAngle.value(at: clock))
    let lamp = SIMD3(lampCosine * cosine, lampCosine * sine, lampSine)
    let eye = SIMD3(0, (1 - tilt * tilt).squareRoot(), tilt)
    let sum = lamp + eye
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    light = SIMD3<Float>(lamp)
    half = length > 1e-6 ? SIMD3<Float>(sum / length) : SIMD3(0, 0, 1)
    relief = Float(ripples.relief.value(at: clock))
    glint = Float(ripples.glint.value(at: clock))
    sharpness = Float(max(ripples.shininess.value(at: clock), 1) / 16)
    lightColor = ripples.lightColor.sample(on: canvas)
    shadeColor = ripples.shadeColor.sample(on: canvas)
    clamps = canvas.blending == .srgb
  }

  /// Overwrites every pixel of the tile with the premultiplied layer; false if all of it is transparent.
  @discardableResult
  package func shade(into tile: Tile) -> Bool {
    clear(tile)
    return shade(into: tile, blocks: OccupiedBlocks())
  }

  /// Draws the blocks of the tile that rings reach, and records them in `blocks`. The tile's other blocks are left as they are.
  /// False if no ring reaches the tile.
  package func shade(into tile: Tile, blocks: OccupiedBlocks) -> Bool {
    let rect = tile.rect
    blocks.clear(width: tile.width, height: tile.height)
    let near = blocks.scratch(count: drops.count)
    var nearCount = 0
    for (number, drop) in drops.enumerated() where reaches(drop, rect) {
      near[nearCount] = Int32(truncatingIfNeeded: number)
      nearCount += 1
    }
    if nearCount == 0 { return false }
    // A band of rows stays in the first-level cache while all drops are added to it.
    for top in stride(from: 0, to: tile.height, by: Self.bandRows) {
      let rows = top..<min(top + Self.bandRows, tile.height)
      for index in 0..<nearCount {
        let drop = drops[Int(near[index])]
        for row in rows {
          let ranges = ranges(of: drop, in: rect, row: row)
          addSlopes(drop, tile, row, ranges.0, blocks)
          addSlopes(drop, tile, row, ranges.1, blocks)
        }
      }
      shadeBlocks(tile, rows, blocks)
    }
    return true
  }

  private static let bandRows = 16

  /// Whether the annulus of a drop meets the tile.
  private func reaches(_ drop: RippleDrop, _ rect: PixelRect) -> Bool {
    let left = Double(rect.x) - drop.x
    let right = left + Double(rect.width)
    let top = (Double(rect.y) - drop.y) / tilt
    let bottom = top + Double(rect.height) / tilt
    let nearX = left > 0 ? left : (right < 0 ? -right : 0)
    let nearY = top > 0 ? top : (bottom < 0 ? -bottom : 0)
    let farX = max(left.magnitude, right.magnitude)
    let farY = max(top.magnitude, bottom.magnitude)
    return nearX * nearX + nearY * nearY < drop.outerRadius * drop.outerRadius
      && farX * farX + farY * farY > drop.innerRadius * drop.innerRadius
  }

  /// Marks the blocks of the tile at `rect` that `shade` may draw.
  package func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    for drop in drops where reaches(drop, rect) {
      for row in 0..<rect.height {
        let ranges = ranges(of: drop, in: rect, row: row)
        blocks.markDirty(left: ranges.0.lowerBound, top: row, right: ranges.0.upperBound, bottom: row + 1)
        blocks.markDirty(left: ranges.1.lowerBound, top: row, right: ranges.1.upperBound, bottom: row + 1)
      }
    }
  }

  /// The columns of a row, in whole blocks of 8, that the annulus of a drop may reach: left and right of its hole.
  private func ranges(of drop: RippleDrop, in rect: PixelRect, row: Int) -> (Range<Int>, Range<Int>) {
    let dy = (Double(rect.y + row) + 0.5 - drop.y) / tilt
    let outer = drop.outerRadius * drop.outerRadius - dy * dy
    guard outer > 0 else { return (0..<0, 0..<0) }
    let center = drop.x - Double(rect.x)
    let reach = outer.squareRoot() + 1
    let inner = drop.innerRadius * drop.innerRadius - dy * dy
    let hole = drop.innerRadius > 0 && inner > 0 ? inner.squareRoot() - 1 : 0
    if hole > 8 {
      return (
        rect.blocks(from: center - reach, to: center - hole), rect.blocks(from: center + hole, to: center + reach)
      )
    }
    return (rect.blocks(from: center - reach, to: center + reach), 0..<0)
  }

  /// Adds the slopes of a drop to blocks of a row: along x in the red plane, along y in the green one.
  private func addSlopes(_ drop: RippleDrop, _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ blocks: OccupiedBlocks)
  {
    if columns.isEmpty { return }
    let dy = Float((Double(tile.y + row) + 0.5 - drop.y) / tilt)
    let slopesX = tile.row(row, plane: 0)
    let slopesY = tile.row(row, plane: 1)
    let center = Float(drop.x)
    let first = Float(tile.x) + 0.5
    let inner = Lane8(repeating: drop.innerSteepness)
    let outer = Lane8(repeating: drop.outerSteepness)
    blocks.mark(row: row, columns: columns) { column in
      Lanes.store(Lane8(), to: slopesX + column)
      Lanes.store(Lane8(), to: slopesY + column)
    }
    var column = columns.lowerBound
    while column < columns.upperBound {
      let dx = Lanes.ramp + (first + Float(column)) - center
      let square = dx * dx + dy * dy
      let radius = Lanes.sqrt(square)
      let offset = radius - drop.front
      let steepness = Lanes.select(offset .< 0, inner, outer)
      let x = offset * steepness
      let base = Lanes.max(1 - x * x, 0)
      let envelope = base * base * base
      let envelopeSlope = -6 * x * (base * base) * steepness
      let wave = Lanes.sincosTurns(square * drop.chirp)
      let waveNumber = radius * (drop.chirp * Float(4 * Double.pi))
      let nyquist = waveNumber * Float(1 / Double.pi)
      let visible = Lanes.max(1 - nyquist * nyquist, 0)
      let slope = (envelopeSlope * wave.cos - envelope * waveNumber * wave.sin) * (visible * drop.amplitude)
      let share = slope / Lanes.max(radius, 1e-3)
      Lanes.store(Lanes.load(slopesX + column) + share * dx, to: slopesX + column)
      Lanes.store(Lanes.load(slopesY + column) + share * dy, to: slopesY + column)
      column &+= 8
    }
  }

  /// Converts the slopes of blocks to light and shade.
  private func shadeBlocks(_ tile: Tile, _ rows: Range<Int>, _ blocks: OccupiedBlocks) {
    let flat = glintLobe(Lane8(repeating: 1 * half.z))
    for row in rows {
      let out = tile.row(row, plane: 0)
      blocks.forEach(row: row) { shadeBlock(out + $0, tile.width, flat) }
    }
  }

  @inline(__always)
  private func shadeBlock(_ out: UnsafeMutablePointer<Float>, _ width: Int, _ flat: Lane8) {
    let sx = Lanes.load(out)
    let sy = Lanes.load(out + width)
    let normal = 1 / Lanes.sqrt(1 + (sx * sx + sy * sy))
    let facing = (light.z - (sx * light.x + sy * light.y)) * normal - light.z
    let bright = Lanes.max(facing * relief, 0)
    // Shade counts double, since removing light shows less than adding it.
    let dark = Lanes.max(facing * (-2 * relief), 0)
    let mirror = (half.z - (sx * half.x + sy * half.y)) * normal
    let shine = Lanes.max(glintLobe(mirror) - flat, 0) * glint
    // Light and shade are never opaque.
    let lit = bright / (1 + bright) + shine
    let shaded = dark / (1 + dark)
    var red = lit * lightColor.x + shaded * shadeColor.x
    var green = lit * lightColor.y + shaded * shadeColor.y
    var blue = lit * lightColor.z + shaded * shadeColor.z
    let alpha = Lanes.min(lit * lightColor.w + shaded * shadeColor.w, 1)
    if clamps {
      red = Lanes.clamp(red, Lane8(), alpha)
      green = Lanes.clamp(green, Lane8(), alpha)
      blue = Lanes.clamp(blue, Lane8(), alpha)
    }
    Lanes.store(red, to: out)
    Lanes.store(green, to: out + width)
    Lanes.store(blue, to: out + 2 * width)
    Lanes.store(alpha, to: out + 3 * width)
  }

  /// The lobe of a highlight, close to x^shininess: (1 + shininess·(x − 1)/16)¹⁶, or 0 where that base is negative.
  @inline(__always)
  private func glintLobe(_ x: Lane8) -> Lane8 {
    let base = Lanes.max(1 + (x - 1) * sharpness, 0)
    let p2 = base * base
    let p4 = p2 * p2
    let p8 = p4 * p4
    return p8 * p8
  }
}
