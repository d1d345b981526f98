import Lanes

// Sprites out of focus: a lens spreads each point over a circle of radius ρ. The light stays, the edges become soft.
//
// A disc of radius g becomes flat up to |g − ρ|, 0 from g + ρ on, and falls off smoothly in between. That fall-off is
// approximated by S(u) = 1 − 3u² + 2u³. With R the outer radius, i the flat share of it and w = 1 − i, the light is
// π·R²·(i² + i·w + 0.3·w²); the height is chosen so that this equals the sprite's light whatever the blur.
//
// Other shapes are replaced by the ellipse with their light along their principal axes. They cross-fade to it from the
// sharp sprite while ρ grows from a tenth to a half of their size. A rectangle keeps its straight sides, each of which
// falls off over −ρ...ρ; one that a perspective skews strongly cross-fades to its ellipse, whose ends stay near. A ring
// is a disc less a smaller one.

/// Bounds of a sprite out of focus, as factors of its half axes and its blur. The ellipse that replaces a sprite is
/// larger than its half axes, and the corners of a skewed rectangle reach farther (`DefocusedBox.leastSine`).
enum DefocusReach {
  @inline(__always) static var ofAxes: Float { 1.13 }
  @inline(__always) static var ofBlur: Float { 2.25 }
}

extension SpriteRecord {
  /// Radius in pixels over which a lens spreads the sprite.
  @inline(__always) var blur: Float { isRound ? 0 : base[11] }
}

/// A sprite out of focus as a soft-edged ellipse.
struct DefocusedEllipse: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  /// Blur ÷ size.
  let ratio: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let disc: SpreadDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    row = RowCoordinates(principalAxesOf: frame)
    let blur = record.blur
    let light = shape.light(long: frame.long, short: frame.short, aspect: record.aspect)
    let share = light.share
    var middle = light.middle
    let gain = shape.defocus.isSwept ? 1 : (share * (1 / Float.pi)).squareRoot()
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
    let (ownLong, ownShort) = (frame.long * gain, frame.short * gain)
    let size = (ownLong * ownShort).squareRoot()
    ratio = size > 0 ? blur / size : 1e6
    disc = SpreadDisc(long: ownLong, short: ownShort, blur: blur)
    weight = frame.weight * (share * (1 / Float.pi) * frame.long * frame.short) / disc.light
    slabs = Slabs(frame.u1, disc.long, frame.u2, disc.short)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    disc.height(row.x(dx), row.y(dx))
  }
}

extension SpriteRecord {
  /// Length of the x axis ÷ that of the y axis.
  @inline(__always) var aspect: Float {
    let x = (axisXx * axisXx + axisXy * axisXy).squareRoot()
    let y = (axisYx * axisYx + axisYy * axisYy).squareRoot()
    return y > 0 ? x / y : 1e3
  }
}

/// Profile of an ellipse that a lens spreads over a circle of radius `blur`.
struct SpreadDisc {
  /// Half axes up to which there is any light.
  let long: Float
  let short: Float
  /// Light ÷ π for a height of 1 in the middle.
  let light: Float
  private let inverseLong: Float
  private let inverseShort: Float
  private let flat: Float
  private let inverseFall: Float

  @inline(__always)
  init(long ownLong: Float, short ownShort: Float, blur: Float) {
    let size = (ownLong * ownShort).squareRoot()
    // Large enough that the grid of pixels does not show.
    long = max(ownLong + blur, 2)
    short = max(ownShort + blur, 2)
    // The light falls off over at least 1½ px.
    flat = max(min(abs(size - blur) / max(size + blur, 1e-6), 1 - 1.5 / short), 0)
    let fall = 1 - flat
    inverseFall = 1 / fall
    light = long * short * (flat * flat + flat * fall + 0.3 * fall * fall)
    inverseLong = 1 / long
    inverseShort = 1 / short
  }

  @inline(__always)
  func height(_ along: Float8, _ across: Float8) -> Float8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let progress = saturate((Lanes.sqrt(x * x + y * y) - flat) * inverseFall)
    return 1 - progress * progress * (3 - 2 * progress)
  }
}

/// A rectangle out of focus, whose sides stay straight.
struct DefocusedBox: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let inverseFall: Float
  /// Half width and height in units of half the fall-off.
  private let edgeX: Float
  private let edgeY: Float

  /// Sines of the angle between the sides at which straight sides begin to fade in, and at which they are drawn alone.
  static var leastSine: Float { 0.8 }
  static var wholeSine: Float { 0.95 }

  /// The share of the picture that is drawn with straight sides.
  @inline(__always)
  static func share(_ record: SpriteRecord) -> Float {
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let square = (xx * xx + xy * xy) * (yx * yx + yy * yy)
    if !(square > 0) { return 0 }
    let sine = abs(xx * yy - xy * yx) / square.squareRoot()
    return clamp((sine - leastSine) / (wholeSine - leastSine), 0, 1)
  }

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    // Never steeper than a pixel is wide.
    let blur = max(record.blur, 1)
    inverseFall = 0.5 / blur
    edgeX = box.halfX * inverseFall
    edgeY = box.halfY * inverseFall
    slabs = Slabs(box.normalX, box.halfX + blur, box.normalY, box.halfY + blur)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    across(row.x(dx) * inverseFall + 0.5, edgeX) * across(row.y(dx) * inverseFall + 0.5, edgeY)
  }

  @inline(__always) private func across(_ x: Float8, _ edge: Float) -> Float8 { step(x + edge) - step(x - edge) }

  @inline(__always) private func step(_ x: Float8) -> Float8 {
    let progress = saturate(x)
    return progress * progress * (3 - 2 * progress)
  }
}
