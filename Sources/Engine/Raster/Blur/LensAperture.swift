import Lanes
import Model

/// The shape over which a lens spreads the light of a point out of focus: a disc or a polygon. Towards the picture's corners the lens's rim
/// may cut it (cat's eye).
package struct LensAperture: Sendable, Equatable {
  /// Number of a polygon's sides; a disc for fewer than three.
  package var blades = 0
  /// Clockwise rotation of the polygon in turns.
  package var turns = 0.0
  /// How far the lens's rim is moved over the aperture in the picture's corners, as a share of the aperture's diameter.
  package var catEye = 0.0
  /// Position of the lens's axis in pixels of the picture.
  package var axisPoint = SIMD2<Double>()
  /// 1 ÷ the distance in pixels from the axis to a corner.
  package var inverseCornerDistance = 0.0
  /// Highlights are multiplied by up to 1 plus this number before they are spread.
  package var addedHighlightGain: Float = 0

  package init() {}

  /// The radius of a disc whose light has the same variance as a polygon with corners at a distance of 1; 1 for a disc.
  package var discRadius: Double {
    if blades < 3 { return 1 }
    let (_, cosine) = Lanes.sincosTurns(1 / Double(blades))
    // The variance along an axis, (2 + cos(2π ÷ n)) ÷ 12, is a quarter of the square of the disc's radius.
    return ((2 + cosine) / 3).squareRoot()
  }

  /// The sides of the polygon with corners at a distance of 1.
  var sides: [LensSide] {
    if blades < 3 { return [] }
    let (_, apothem) = Lanes.sincosTurns(0.5 / Double(blades))
    return (0..<blades).map { side in
      let (sine, cosine) = Lanes.sincosTurns((Double(side) + 0.5) / Double(blades) + turns - 0.25)
      return LensSide(cosine: Float(cosine), sine: Float(sine), distance: Float(apothem))
    }
  }
}

/// A side of a polygon, which lies where x · `cosine` + y · `sine` ≤ `distance`.
struct LensSide {
  let cosine, sine, distance: Float
}

extension LensRadius {
  @inline(__always)
  func value(_ x: Float, _ y: Float) -> Float {
    min(max(Float(self.x) * x + Float(self.y) * y + Float(origin), Float(least)), Float(greatest))
  }

  /// The magnitudes at eight places of a row.
  @inline(__always)
  func magnitudes(_ x: Float8, _ y: Float) -> Float8 {
    Lanes.abs(Lanes.clamp(x * Float(self.x) + (Float(self.y) * y + Float(origin)), Float(least), Float(greatest)))
  }

  /// The least and the greatest magnitude in a rectangle.
  func magnitudes(in rect: PixelRect) -> ClosedRange<Double> {
    magnitudes(x: Double(rect.x)...Double(rect.endX), y: Double(rect.y)...Double(rect.endY))
  }
}
