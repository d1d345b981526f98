import Lanes
import Model

// Sprites out of focus. A lens spreads each point over a disc of radius ρ, the lens's disc (`SpriteRecord.blur`). A pixel stays
// opaque if the sprite covers the whole disc around it; edges become soft, and the sum of coverage does not change.
//
// Discs, rings and soft discs that are seen face-on are spread in closed form. Any other sprite is spread on a grid
// (`DefocusGrid`) while ρ is smaller than the sprite. While ρ grows from one to two times the sprite's longer half axis, the
// sprite is cross-faded to an ellipse with the same light and principal axes; a lens of that size hides the difference.

/// Half axes of a sharp sprite (`PrincipalAxes`) are raised to this minimum, in pixels, before the sprite is spread in closed form.
@inline(__always) var minDefocusedHalfAxis: Float { 0.5 }

/// A sprite out of focus, drawn as an ellipse. Its *light* is its coverage summed over all pixels.
struct DefocusedEllipse: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// The ellipse, spread over the lens's disc.
  private let disc: DefocusDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenThin: minDefocusedHalfAxis)
    coordinates = RowCoordinates(principalAxesOf: axes)
    let light = shape.light(long: axes.longHalfAxis, short: axes.shortHalfAxis, aspect: record.aspect)
    var centroid = light.centroid
    // Half axes of the ellipse with the sprite's light ÷ half axes of the sprite. The ellipse of a swept sprite has the sprite's half axes.
    let growth = shape.defocus.isSwept ? 1 : (light.perProductOfHalfAxes * (1 / Float.pi)).squareRoot()
    // The ellipse's centre is the centroid of the light, or as near to it as is possible without leaving the bounds by which sprites are
    // binned: `DefocusReach.ofAxes` times the half axes.
    let distance = (centroid.x * centroid.x + centroid.y * centroid.y).squareRoot()
    if distance > 0 {
      centroid *= min(distance, max(DefocusReach.ofAxes - growth, 0)) / distance
      centerX = record.x + (record.axisXx * centroid.x + record.axisYx * centroid.y)
      centerY = record.y + (record.axisXy * centroid.x + record.axisYy * centroid.y)
    } else {
      centerX = record.x
      centerY = record.y
    }
    disc = DefocusDisc(long: axes.longHalfAxis * growth, short: axes.shortHalfAxis * growth, blur: record.blur)
    weight =
      axes.weight * (light.perProductOfHalfAxes * (1 / Float.pi) * axes.longHalfAxis * axes.shortHalfAxis)
      / disc.lightOverPi
    slabs = Slabs(axes.longDirection, disc.longHalfAxis, axes.shortDirection, disc.shortHalfAxis)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 { disc.share(coordinates.x(dx), coordinates.y(dx)) }
}

extension SpriteRecord {
  /// Length of the x axis ÷ length of the y axis.
  @inline(__always) var aspect: Float {
    let x = (axisXx * axisXx + axisXy * axisXy).squareRoot()
    let y = (axisYx * axisYx + axisYy * axisYy).squareRoot()
    return y > 0 ? x / y : 1e3
  }
}
