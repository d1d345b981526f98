import Lanes

// Sprites out of focus: a lens spreads each point over a circle of radius ρ. The light stays, the edges become soft.
//
// A disc of radius g becomes flat up to |g − ρ|, 0 from R = g + ρ on, and falls off smoothly in between. That fall-off is
// approximated by S(u) = 1 − 3u² + 2u³ for u from 0 to 1. With f the share of R that is flat and w = 1 − f, the light is
// π·R²·(f² + f·w + 0.3·w²) times the height in the middle, which is chosen so that this equals the sprite's light whatever
// the blur.
//
// Other shapes are replaced by an ellipse along their principal axes that has their light. They cross-fade to it from the
// sharp sprite while ρ ÷ their size grows over the range that `DefocusProfile.share` gives. A rectangle keeps its straight
// sides, each of which falls off over −ρ...ρ; one that a perspective skews strongly cross-fades to its ellipse, whose ends
// stay near. A ring is a disc less a smaller one.

/// How far a sprite out of focus may reach from its centre: factors of its half axes and of its blur, to be added up.
enum DefocusReach {
  /// The ellipse with the light of a square is √(4/π) = 1.128 times as large as its half axes.
  @inline(__always) static var ofAxes: Float { 1.13 }
  /// A parallelogram whose sides lie at a distance of 1 from its centre has corners at up to 2.236 where the sine of the
  /// angle between its sides is 0.8 (`DefocusedBox.minSine`).
  @inline(__always) static var ofBlur: Float { 2.25 }
}

/// Minimum half axis in pixels of the sharp sprite (`AffineFrame`) that a lens spreads.
@inline(__always) var minDefocusedHalfAxis: Float { 0.5 }

/// A sprite out of focus as a soft-edged ellipse.
struct DefocusedEllipse: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  /// Blur ÷ the geometric mean of the ellipse's half axes in focus.
  let ratio: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let disc: SpreadDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenLong: minDefocusedHalfAxis)
    row = RowCoordinates(principalAxesOf: frame)
    let blur = record.blur
    let light = shape.light(long: frame.longHalfAxis, short: frame.shortHalfAxis, aspect: record.aspect)
    let lightPerAxes = light.perAxes
    var centroid = light.centroid
    // Half axes of the ellipse with the sprite's light ÷ those of the sprite.
    let growth = shape.defocus.isSwept ? 1 : (lightPerAxes * (1 / Float.pi)).squareRoot()
    // The ellipse lies around the centroid of the light, or as near as `DefocusReach.ofAxes` allows.
    let distance = (centroid.x * centroid.x + centroid.y * centroid.y).squareRoot()
    if distance > 0 {
      centroid *= min(distance, max(DefocusReach.ofAxes - growth, 0)) / distance
      centerX = record.x + (record.axisXx * centroid.x + record.axisYx * centroid.y)
      centerY = record.y + (record.axisXy * centroid.x + record.axisYy * centroid.y)
    } else {
      centerX = record.x
      centerY = record.y
    }
    let (long, short) = (frame.longHalfAxis * growth, frame.shortHalfAxis * growth)
    let size = (long * short).squareRoot()
    ratio = size > 0 ? blur / size : 1e6
    disc = SpreadDisc(long: long, short: short, blur: blur)
    weight = frame.weight * (lightPerAxes * (1 / Float.pi) * frame.longHalfAxis * frame.shortHalfAxis) / disc.light
    slabs = Slabs(frame.longDirection, disc.outerLong, frame.shortDirection, disc.outerShort)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    disc.height(row.x(dx), row.y(dx))
  }
}

extension SpriteRecord {
  /// Length of the sprite's x axis ÷ that of its y axis; 1000 if the latter is 0.
  @inline(__always) var aspect: Float {
    let x = (axisXx * axisXx + axisXy * axisXy).squareRoot()
    let y = (axisYx * axisYx + axisYy * axisYy).squareRoot()
    return y > 0 ? x / y : 1e3
  }
}

/// The light of an ellipse that a lens spreads over a circle of radius `blur`, for a height of 1 in the middle.
struct SpreadDisc {
  /// Half axes in pixels of the ellipse outside of which there is no light.
  let outerLong: Float
  let outerShort: Float
  /// Sum of the light over all pixels ÷ π.
  let light: Float
  private let inverseLong: Float
  private let inverseShort: Float
  /// The share of the outer half axes up to which the height is 1, and 1 ÷ the share over which it falls off.
  private let flatShare: Float
  private let inverseFall: Float

  /// - Parameters:
  ///   - long: the longer half axis of the ellipse in focus in pixels, `short` the other.
  ///   - blur: pixels.
  @inline(__always)
  init(long: Float, short: Float, blur: Float) {
    let size = (long * short).squareRoot()
    // At least 2 px, so that the grid of pixels does not show.
    outerLong = max(long + blur, 2)
    outerShort = max(short + blur, 2)
    // The light falls off over at least 1½ px.
    flatShare = max(min(abs(size - blur) / max(size + blur, 1e-6), 1 - 1.5 / outerShort), 0)
    let fall = 1 - flatShare
    inverseFall = 1 / fall
    light = outerLong * outerShort * (flatShare * flatShare + flatShare * fall + 0.3 * fall * fall)
    inverseLong = 1 / outerLong
    inverseShort = 1 / outerShort
  }

  /// The heights of eight pixels at these distances from the centre along the longer and the shorter axis.

  @inline(__always)
  func height(_ along: Float8, _ across: Float8) -> Float8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let progress = saturate((Lanes.sqrt(x * x + y * y) - flatShare) * inverseFall)
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
  /// 1 ÷ the width in pixels over which a side falls off.
  private let inverseFall: Float
  /// Half width and height ÷ that width.
  private let edgeX: Float
  private let edgeY: Float

  /// Sines of the angle between the sides: straight sides fade in from the first to the second, and are drawn alone from
  /// there to 1, a right angle.
  static var minSine: Float { 0.8 }
  static var fullSine: Float { 0.95 }

  /// The share of the picture that is drawn with straight sides, 0...1.
  @inline(__always)
  static func share(_ record: SpriteRecord) -> Float {
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let square = (xx * xx + xy * xy) * (yx * yx + yy * yy)
    if !(square > 0) { return 0 }
    let sine = abs(xx * yy - xy * yx) / square.squareRoot()
    return clamp((sine - minSine) / (fullSine - minSine), 0, 1)
  }

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenLong: minDefocusedHalfAxis)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    // A side falls off over at least 2 px.
    let blur = max(record.blur, 1)
    inverseFall = 0.5 / blur
    edgeX = box.halfX * inverseFall
    edgeY = box.halfY * inverseFall
    slabs = Slabs(box.normalX, box.halfX + blur, box.normalY, box.halfY + blur)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    betweenSides(row.x(dx) * inverseFall + 0.5, edgeX) * betweenSides(row.y(dx) * inverseFall + 0.5, edgeY)
  }

  /// 1 between two sides at ½ ± edge, 0 outside, with a smooth step of width 1 at each.
  @inline(__always) private func betweenSides(_ x: Float8, _ edge: Float) -> Float8 {
    smoothStep(x + edge) - smoothStep(x - edge)
  }

  /// 3x² − 2x³ for x from 0 to 1; 0 below and 1 above.
  @inline(__always) private func smoothStep(_ x: Float8) -> Float8 {
    let progress = saturate(x)
    return progress * progress * (3 - 2 * progress)
  }
}
