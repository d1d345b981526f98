import Colorimetry
import Lanes
import Model
import Raster

/// Rings on water at one time, as a translucent layer of light and shade.
///
/// For each pixel the slopes of all packets of rings that reach it are added (derivatives in closed form). The slope tilts the
/// surface's normal, and the normal is lit: sides that face the lamp are covered with `lightColor`, other sides with
/// `shadeColor`, and a glint is added where the normal is close to the half vector between lamp and eye. Flat water is
/// exactly transparent.
/// Cost: about 75 lane operations per packet and 8 pixels of its annulus, 60 per 8 pixels that any ring touches, none
/// elsewhere. Waves shorter than 2 pixels of the frame are faded out, since they would alias. Where steep waves turn from light
/// to shade within a pixel, light is the mean of eight samples (RipplesShader+Antialiasing.swift).
package struct RipplesShader: Sendable {
  /// All packets of rings (`RipplePacket`) that are alive.
  private var packets: [RipplePacket]
  /// How tall a ring looks ÷ how wide, 0.05...1; 1 is the view from straight above.
  let verticalScale: Double
  /// The unit vector towards the lamp, and the unit vector halfway between the directions of lamp and eye.
  let lampDirection: SIMD3<Float>
  let halfVector: SIMD3<Float>
  /// Strengths of light and shade, and of glints.
  let reliefStrength: Float
  let glintStrength: Float
  /// The glint's shininess ÷ 16.
  let sharpness: Float
  /// The greatest change of light or shade for a change of the slope by 1.
  let sensitivity: Float
  /// 1 ÷ verticalScale: pixels of the water's plane for one of the frame along y.
  let inverseVerticalScale: Float
  /// Premultiplied.
  let lightColor: SIMD4<Float>
  let shadeColor: SIMD4<Float>
  /// Whether colours are clamped to 0...alpha, as on an `srgb` canvas.
  let clamps: Bool

  /// Whether the water is flat, so that there is nothing to draw.
  package var isEmpty: Bool { packets.isEmpty }
  /// The number of ring packets alive (a drop has one or two).
  package var liveCount: Int { packets.count }

  /// - Parameters:
  ///   - path: hash of the names from the scene's root to the layer, from which its random numbers follow.
  ///   - loopSeconds: length of the loop; nil where nothing loops.
  package init(ripples: Ripples, path: UInt64, canvas: Canvas, clock: AnimationClock, loopSeconds: Double?) {
    let schedule = RippleSchedule(
      ripples: ripples, canvas: canvas, stream: StreamKey(seed: canvas.seed, path: path),
      loopSeconds: loopSeconds.flatMap { $0 > 0 ? $0 : nil })
    packets = schedule.packets(at: clock.local)
    verticalScale = min(max(ripples.verticalScale, 0.05), 1)

    // The lamp and the eye in the water's plane: x right, y towards the eye's side, z up.
    let (lampSine, lampCosine) = Angles.sineAndCosine(degrees: ripples.lightHeight.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: ripples.lightAngle.value(at: clock))
    let lamp = SIMD3(lampCosine * cosine, lampCosine * sine, lampSine)
    let eye = SIMD3(0, (1 - verticalScale * verticalScale).squareRoot(), verticalScale)
    let sum = lamp + eye
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    lampDirection = SIMD3<Float>(lamp)
    halfVector = length > 1e-6 ? SIMD3<Float>(sum / length) : SIMD3(0, 0, 1)
    reliefStrength = Float(ripples.relief.value(at: clock))
    glintStrength = Float(ripples.glint.value(at: clock))
    let shininess = Float(max(ripples.shininess.value(at: clock), 1))
    sharpness = shininess / 16
    inverseVerticalScale = Float(1 / verticalScale)
    // A lobe cosⁿ of an angle falls by at most 0.61·√n per radian. Glints count half of that, since their edges are so narrow that
    // they are less visible. Light changes with the slope by reliefStrength · lampCosine, shade by twice that.
    sensitivity = max(
      2 * reliefStrength.magnitude * Float(lampCosine).magnitude,
      0.3 * glintStrength.magnitude * shininess.squareRoot())
    lightColor = ripples.lightColor.tileValue(on: canvas)
    shadeColor = ripples.shadeColor.tileValue(on: canvas)
    clamps = canvas.blending == .srgb
    for index in packets.indices { packets[index].isSteep = isSteep(packets[index]) }
  }

  /// Overwrites every pixel of the tile with the premultiplied layer. Returns false if the tile is transparent everywhere.
  @discardableResult
  package func shade(into tile: Tile) -> Bool {
    clear(tile)
    return shade(into: tile, blocks: OccupiedBlocks())
  }

  /// Writes the premultiplied layer to the blocks of the tile that rings touch, and records these in `blocks`; elsewhere the layer is
  /// transparent and the tile may hold anything. Returns false if the tile is transparent everywhere.
  package func shade(into tile: Tile, blocks: OccupiedBlocks) -> Bool {
    let rect = tile.rect
    blocks.reset(width: tile.width, height: tile.height)
    // The packets that reach the tile, then memory for the first columns of a row's blocks.
    let near = blocks.scratchMemory(count: packets.count + tile.width / 8 + 1)
    var nearCount = 0
    var hasSteep = false
    for (number, packet) in packets.enumerated() where reaches(packet, rect) {
      near[nearCount] = Int32(truncatingIfNeeded: number)
      nearCount += 1
      hasSteep = hasSteep || packet.isSteep
    }
    if nearCount == 0 { return false }
    // A band of rows stays in the first-level cache while the slopes of all packets are added to it.
    for top in stride(from: 0, to: tile.height, by: Self.bandRows) {
      let rows = top..<min(top + Self.bandRows, tile.height)
      for index in 0..<nearCount {
        let packet = packets[Int(near[index])]
        for row in rows {
          let ranges = columnRanges(of: packet, in: rect, row: row)
          if packet.isSteep {
            addSlopes(packet, tile, row, ranges.left, blocks, SteepWaves.self, hasSteep: true)
            addSlopes(packet, tile, row, ranges.right, blocks, SteepWaves.self, hasSteep: true)
          } else {
            addSlopes(packet, tile, row, ranges.left, blocks, GentleWaves.self, hasSteep: hasSteep)
            addSlopes(packet, tile, row, ranges.right, blocks, GentleWaves.self, hasSteep: hasSteep)
          }
        }
      }
      shadeBlocks(tile, rows, blocks, hasSteep: hasSteep, columns: near + packets.count)
    }
    return true
  }

  /// The number of rows to which the slopes of all packets are added before the rows are lit.
  private static let bandRows = 16

  /// Whether the annulus of a packet meets the tile.
  private func reaches(_ packet: RipplePacket, _ rect: PixelRect) -> Bool {
    let left = Double(rect.x) - packet.x
    let right = left + Double(rect.width)
    let top = (Double(rect.y) - packet.y) / verticalScale
    let bottom = top + Double(rect.height) / verticalScale
    let nearX = left > 0 ? left : (right < 0 ? -right : 0)
    let nearY = top > 0 ? top : (bottom < 0 ? -bottom : 0)
    let farX = max(left.magnitude, right.magnitude)
    let farY = max(top.magnitude, bottom.magnitude)
    return nearX * nearX + nearY * nearY < packet.outerRadius * packet.outerRadius
      && farX * farX + farY * farY > packet.innerRadius * packet.innerRadius
  }

  /// Marks the blocks of a tile at `rect` that `shade` may write to.
  package func markDirty(_ dirty: DirtyBlocks, rect: PixelRect) {
    for packet in packets where reaches(packet, rect) {
      for row in 0..<rect.height {
        let ranges = columnRanges(of: packet, in: rect, row: row)
        dirty.markDirty(left: ranges.left.lowerBound, top: row, right: ranges.left.upperBound, bottom: row + 1)
        dirty.markDirty(left: ranges.right.lowerBound, top: row, right: ranges.right.upperBound, bottom: row + 1)
      }
    }
  }

  /// The columns of a tile's row, in whole blocks of 8, that the annulus of a packet may touch, to the left and to the right of its hole. If
  /// the hole is too narrow to matter, `left` spans both sides and `right` is empty.
  private func columnRanges(
    of packet: RipplePacket, in rect: PixelRect, row: Int
  ) -> (left: Range<Int>, right: Range<Int>) {
    let dy = (Double(rect.y + row) + 0.5 - packet.y) / verticalScale
    let outerSquare = packet.outerRadius * packet.outerRadius - dy * dy
    guard outerSquare > 0 else { return (0..<0, 0..<0) }
    let center = packet.x - Double(rect.x)
    let reach = outerSquare.squareRoot() + 1
    let innerSquare = packet.innerRadius * packet.innerRadius - dy * dy
    let hole = packet.innerRadius > 0 && innerSquare > 0 ? innerSquare.squareRoot() - 1 : 0
    if hole > 8 {
      return (
        rect.blockColumns(from: center - reach, to: center - hole),
        rect.blockColumns(from: center + hole, to: center + reach)
      )
    }
    return (rect.blockColumns(from: center - reach, to: center + reach), 0..<0)
  }

  /// Adds the slopes of a packet to blocks of a row. The tile's red and green planes collect the slopes along x and y; where a
  /// tile has steep packets, its blue and alpha planes hold x and y of the greatest *bend*, a vector that stands for the
  /// curvature of a packet's waves along the radius (RipplesShader+Antialiasing.swift).
  private func addSlopes<Waves: RippleWaves>(
    _ packet: RipplePacket, _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ blocks: OccupiedBlocks, _: Waves.Type,
    hasSteep: Bool
  ) {
    if columns.isEmpty { return }
    let dy = Float((Double(tile.y + row) + 0.5 - packet.y) / verticalScale)
    // With q = `packet.chirp` (a phase of q·r² cycles) the waves have 2q·dx cycles per pixel of the frame along x. Along y a pixel of
    // the frame is 1/verticalScale pixels of the water, on which `dy` is measured. So the waves have 2q·dy/verticalScale cycles per
    // pixel of the frame along y, the square of which is 4q² · `scaledDySquare`.
    let scaledDySquare = dy * dy * Float(1 / (verticalScale * verticalScale))
    let slopesX = tile.row(row, plane: 0)
    let slopesY = tile.row(row, plane: 1)
    let center = Float(packet.x)
    let first = Float(tile.x) + 0.5
    let inverseInnerWidth = Float8(repeating: packet.inverseInnerWidth)
    let inverseOuterWidth = Float8(repeating: packet.inverseOuterWidth)
    blocks.mark(row: row, columns: columns) { x in
      Lanes.store(Float8(), to: slopesX + x)
      Lanes.store(Float8(), to: slopesY + x)
      if hasSteep {
        Lanes.store(Float8(), to: slopesX + 2 &* tile.width + x)
        Lanes.store(Float8(), to: slopesX + 3 &* tile.width + x)
      }
    }
    var x = columns.lowerBound
    while x < columns.upperBound {
      let dx = Lanes.laneNumbers + (first + Float(x)) - center
      let dxSquare = dx * dx
      let radiusSquare = dxSquare + dy * dy
      let radius = Lanes.sqrt(radiusSquare)
      let offset = radius - packet.front
      let inverseWidth = Lanes.select(offset .< 0, inverseInnerWidth, inverseOuterWidth)
      let relativeOffset = offset * inverseWidth
      let base = Lanes.max(1 - relativeOffset * relativeOffset, 0)
      let envelope = base * base * base
      let envelopeSlope = -6 * relativeOffset * (base * base) * inverseWidth
      let wave = Lanes.sincosTurns(radiusSquare * packet.chirp)
      let waveNumber = radius * (packet.chirp * Float(4 * Double.pi))
      // Fades out waves shorter than 2 pixels of the frame: 1 − (cycles per pixel ÷ ½)².
      let visibility = Lanes.max(1 - (dxSquare + scaledDySquare) * (16 * packet.chirp * packet.chirp), 0)
      let slope = (envelopeSlope * wave.cos - envelope * waveNumber * wave.sin) * (visibility * packet.amplitude)
      let slopePerRadius = slope / Lanes.max(radius, 1e-3)
      Lanes.store(Lanes.load(slopesX + x) + slopePerRadius * dx, to: slopesX + x)
      Lanes.store(Lanes.load(slopesY + x) + slopePerRadius * dy, to: slopesY + x)
      if Waves.areSteep {
        // The second derivative along the radius, as in `RipplePacket.maximumCurvature`.
        let relativeCurvature = 24 * (relativeOffset * relativeOffset) * base - 6 * (base * base)
        let envelopeCurvature = relativeCurvature * (inverseWidth * inverseWidth)
        let cosineFactor = envelopeCurvature - envelope * (waveNumber * waveNumber)
        let sineFactor = 2 * envelopeSlope * waveNumber + envelope * (packet.chirp * Float(4 * Double.pi))
        let curvature = (cosineFactor * wave.cos - sineFactor * wave.sin) * (visibility * packet.amplitude)
        keepGreatestBend(curvature, dx, dy, Lanes.max(radius, 1e-3), slopesX + 2 &* tile.width + x, tile.width)
      }
      x &+= 8
    }
  }

  /// Turns the slopes of the recorded blocks of some rows into light and shade; `columns` is memory for the first columns of
  /// a row's blocks.
  private func shadeBlocks(
    _ tile: Tile, _ rows: Range<Int>, _ blocks: OccupiedBlocks, hasSteep: Bool, columns: UnsafeMutablePointer<Int32>
  ) {
    // The glint's lobe of still water. It is subtracted everywhere, so that still water is transparent.
    let glintOfStillWater = glintLobe(Float8(repeating: halfVector.z))
    for row in rows {
      let out = tile.row(row, plane: 0)
      var count = 0
      blocks.forEach(row: row) { column in
        if hasSteep, let bend = bend(out + column, tile.width) {
          shadeFinely(out + column, tile.width, glintOfStillWater, bend)
        } else {
          columns[count] = Int32(truncatingIfNeeded: column)
          count &+= 1
        }
      }
      for index in 0..<count { shadeBlock(out + Int(columns[index]), tile.width, glintOfStillWater) }
    }
  }

  /// Turns the slopes of a block into light and shade, by one sample for each pixel.
  @_transparent
  private func shadeBlock(_ out: UnsafeMutablePointer<Float>, _ width: Int, _ glintOfStillWater: Float8) {
    store(reflection(Lanes.load(out), Lanes.load(out + width), glintOfStillWater), out, width)
  }

  /// The shares of `lightColor` and of `shadeColor` in eight pixels.
  struct Reflection {
    var lit: Float8
    var shaded: Float8

    @_transparent
    static func + (a: Self, b: Self) -> Self { Self(lit: a.lit + b.lit, shaded: a.shaded + b.shaded) }
  }

  /// Light and shade of water with slopes sx and sy along x and y; `glintOfStillWater` is the glint's lobe of still water.
  @_transparent
  func reflection(_ sx: Float8, _ sy: Float8, _ glintOfStillWater: Float8) -> Reflection {
    // z of the unit normal, which is (−sx, −sy, 1) · normalZ.
    let normalZ = 1 / Lanes.sqrt(1 + (sx * sx + sy * sy))
    let facing = (lampDirection.z - (sx * lampDirection.x + sy * lampDirection.y)) * normalZ - lampDirection.z
    let bright = Lanes.max(facing * reliefStrength, 0)
    // The same change shows less in shade than in light: shade counts double.
    let dark = Lanes.max(facing * (-2 * reliefStrength), 0)
    let glintCosine = (halfVector.z - (sx * halfVector.x + sy * halfVector.y)) * normalZ
    let shine = Lanes.max(glintLobe(glintCosine) - glintOfStillWater, 0) * glintStrength
    // bright/(1 + bright) stays below 1: light and shade never hide the layers below completely.
    return Reflection(lit: bright / (1 + bright) + shine, shaded: dark / (1 + dark))
  }

  /// Writes the premultiplied colours of a block; planes lie `width` floats apart.
  @_transparent
  func store(_ reflection: Reflection, _ out: UnsafeMutablePointer<Float>, _ width: Int) {
    let (lit, shaded) = (reflection.lit, reflection.shaded)
    var red = lit * lightColor.x + shaded * shadeColor.x
    var green = lit * lightColor.y + shaded * shadeColor.y
    var blue = lit * lightColor.z + shaded * shadeColor.z
    let alpha = Lanes.min(lit * lightColor.w + shaded * shadeColor.w, 1)
    if clamps {
      red = Lanes.clamp(red, Float8(), alpha)
      green = Lanes.clamp(green, Float8(), alpha)
      blue = Lanes.clamp(blue, Float8(), alpha)
    }
    Lanes.store(red, to: out)
    Lanes.store(green, to: out + width)
    Lanes.store(blue, to: out + 2 * width)
    Lanes.store(alpha, to: out + 3 * width)
  }

  /// A highlight's lobe, close to x^shininess: (1 + shininess·(x − 1)/16)¹⁶, or 0 where the base is negative.
  @_transparent
  func glintLobe(_ x: Float8) -> Float8 {
    let base = Lanes.max(1 + (x - 1) * sharpness, 0)
    let p2 = base * base
    let p4 = p2 * p2
    let p8 = p4 * p4
    return p8 * p8
  }
}
