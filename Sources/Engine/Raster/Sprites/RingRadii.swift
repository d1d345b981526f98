/// The radii of the two discs whose difference is a ring. The ring's coverage is
/// clamp(edge − d, 0, 1) − holeWeight · clamp(holeEdge − d, 0, 1), where d is the distance from the centre in pixels.
///
/// A ring thinner than 0.707 px is drawn 0.707 px thick around the same centre line, and fainter. 0.707 px is the distance between
/// neighbouring diagonals of pixel centres, so a diagonal line of this thickness has the same light at any position. The hole
/// is at least the cone clamp(1 − d, 0, 1), which has the light of a disc with a radius of √⅓ px. While the outer radius shrinks
/// from 2.5 to 1.5 px, the hole is filled up gradually: a smaller hole would not be visible, and the light of a disc without a
/// hole does not depend on the disc's position.
struct RingRadii {
  /// Distances from the centre in pixels at which the coverages of the outer disc and of the hole reach 0: √(radius² − 1/12) + ½.
  let edge: Float
  let holeEdge: Float
  /// The share, 0...1, of the hole's coverage that is subtracted.
  let holeWeight: Float
  /// Factor of the light, below 1 if the ring is drawn thicker than it is or its hole is partly filled.
  let weight: Float

  /// - Parameters:
  ///   - radius: the outer radius in pixels.
  ///   - innerRatio: inner ÷ outer radius.
  @inline(__always)
  init(radius: Float, innerRatio: Float) {
    let holeRadius = radius * innerRatio
    let thickness = radius - holeRadius
    // The width in pixels that is added to the ring on each side.
    let widening = max(0.707 - thickness, 0) * 0.5
    let outerRadius = radius + widening
    let holeSquare = (holeRadius - widening) * (holeRadius - widening)
    // A disc's ramp adds 1/12 to the square of its radius (`RoundKernels`).
    edge = (outerRadius * outerRadius - 1.0 / 12).squareRoot() + 0.5
    let minHoleSquare: Float = 1.0 / 3
    let drawnHoleSquare = holeSquare > minHoleSquare ? holeSquare : minHoleSquare
    holeEdge = (drawnHoleSquare - 1.0 / 12).squareRoot() + 0.5
    let thicknessRatio = thickness / (thickness + 2 * widening)
    let excessRadius = radius - 1.5
    if excessRadius >= 1 {
      holeWeight = holeSquare / drawnHoleSquare
      weight = thicknessRatio
    } else {
      // The share of the hole that is open: 1 at an outer radius of 2.5 px, 0 at 1.5 px.
      let openShare = max(excessRadius, 0)
      holeWeight = holeSquare / drawnHoleSquare * openShare
      // The true light ÷ the drawn light, to which the filled share of the hole contributes.
      let light = radius * radius * (1 - innerRatio * innerRatio)
      weight = light > 0 ? light / (light / thicknessRatio + holeSquare * (1 - openShare)) : 0
    }
  }
}
