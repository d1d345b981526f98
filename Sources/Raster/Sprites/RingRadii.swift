/// The two discs whose difference is a ring.
///
/// A ring thinner than 0.707 px is drawn that thick around the same centre line, and fainter: at that thickness the
/// light that the grid's diagonals would add to a thin circle vanishes. The hole is never narrower than a cone of one
/// pixel. It fills up while the radius shrinks from 2.5 to 1.5 px: a smaller one would not be visible, and a disc's
/// light does not depend on its position.
struct RingRadii {
  /// Radii + ½.
  let edge: Float
  let holeEdge: Float
  let holeWeight: Float
  /// The share of the light that is left where a ring is drawn thicker than it is.
  let weight: Float

  @inline(__always)
  init(radius: Float, inner: Float) {
    let hole = radius * inner
    let thickness = radius - hole
    let widening = max(0.707 - thickness, 0) * 0.5
    let outer = radius + widening
    let innerSquare = (hole - widening) * (hole - widening)
    edge = (outer * outer - 1.0 / 12).squareRoot() + 0.5
    let least: Float = 1.0 / 3
    let drawn = innerSquare > least ? innerSquare : least
    holeEdge = (drawn - 1.0 / 12).squareRoot() + 0.5
    let share = thickness / (thickness + 2 * widening)
    let depth = radius - 1.5
    if depth >= 1 {
      holeWeight = innerSquare / drawn
      weight = share
    } else {
      let open = max(depth, 0)
      holeWeight = innerSquare / drawn * open
      // The true light ÷ the drawn light, the hole being filled by 1 − open.
      let light = radius * radius * (1 - inner * inner)
      weight = light > 0 ? light / (light / share + innerSquare * (1 - open)) : 0
    }
  }
}
