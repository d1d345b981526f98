import Lanes

// Sprites out of focus: a lens spreads each point over a disc of radius ρ. What covers the whole lens stays opaque, edges
// become soft, and the light stays.
//
// Discs, rings and soft discs that are seen face on are spread in closed form. Any other sprite is spread on a grid
// (`SpreadGrid`), until the lens is larger than itself: from once to twice its half length it turns into an ellipse with
// its light along its principal axes, whose edge a lens of that size makes its own.

/// Bounds of a sprite out of focus, as factors of its half axes and its blur. The ellipse that replaces a sprite is
/// larger than its half axes; a grid's cells reach beyond the lens.
enum DefocusReach {
  @inline(__always) static var ofAxes: Float { 1.13 }
  @inline(__always) static var ofBlur: Float { 2.25 }
}

extension SpriteRecord {
  /// Radius in pixels over which a lens spreads the sprite.
  @inline(__always) var blur: Float { isRound ? 0 : base[11] }
}

/// A sprite out of focus as an ellipse.
struct DefocusedEllipse: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let disc: SpreadDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    row = RowCoordinates(principalAxesOf: frame)
    let light = shape.light(long: frame.long, short: frame.short, aspect: record.aspect)
    var middle = light.middle
    let gain = shape.defocus.isSwept ? 1 : (light.share * (1 / Float.pi)).squareRoot()
    // The centroid of the light stays, as far as the bounds allow.
    let distance = (middle.x * middle.x + middle.y * middle.y).squareRoot()
    if distance > 0 {
      middle *= min(distance, max(DefocusReach.ofAxes - gain, 0)) / distance
      centerX = record.x + (record.axisXx * middle.x + record.axisYx * middle.y)
      centerY = record.y + (record.axisXy * middle.x + record.axisYy * middle.y)
    } else {
      centerX = record.x
      centerY = record.y
    }
    disc = SpreadDisc(long: frame.long * gain, short: frame.short * gain, blur: record.blur)
    weight = frame.weight * (light.share * (1 / Float.pi) * frame.long * frame.short) / disc.light
    slabs = Slabs(frame.u1, disc.long, frame.u2, disc.short)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 { disc.share(row.x(dx), row.y(dx)) }
}

extension SpriteRecord {
  /// Length of the x axis ÷ that of the y axis.
  @inline(__always) var aspect: Float {
    let x = (axisXx * axisXx + axisXy * axisXy).squareRoot()
    let y = (axisYx * axisYx + axisYy * axisYy).squareRoot()
    return y > 0 ? x / y : 1e3
  }
}
