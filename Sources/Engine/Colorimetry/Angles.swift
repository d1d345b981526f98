/// Trigonometry of angles in degrees, exact at multiples of 90°.
package enum Angles {
  /// Sine and cosine; the worst error is 3·10⁻¹⁶ for |degrees| up to 10⁶. Up to 10³⁶ the results are finite; a greater
  /// angle may trap.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let withinHalfTurn = degrees - 360 * (degrees / 360).rounded()
    let quarterTurns = (withinHalfTurn / 90).rounded()
    let x = (withinHalfTurn - 90 * quarterTurns) * (Double.pi / 180)  // the remainder in radians
    let square = x * x
    var oneMinusSinc = 0.0
    var oneMinusCosine = 0.0
    // Taylor's series of 1 − sin(x)/x and 1 − cos x for |x| ≤ π/4. Nine terms are summed, the smallest first; a tenth would be
    // below 10⁻¹⁹.
    for index in stride(from: 9, through: 1, by: -1) {
      oneMinusSinc = (1 - oneMinusSinc) * square / Double(2 * index * (2 * index + 1))
      oneMinusCosine = (1 - oneMinusCosine) * square / Double(2 * index * (2 * index - 1))
    }
    let sine = x * (1 - oneMinusSinc)
    let cosine = 1 - oneMinusCosine
    switch Int(quarterTurns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The equivalent angle in 0 ..< 360.
  package static func reduced(degrees: Double) -> Double {
    let reduced = degrees - 360 * (degrees / 360).rounded(.down)
    // Rounding gives 360 for a tiny negative angle, and a number far outside of the range for some huge angles.
    return reduced >= 0 && reduced < 360 ? reduced : 0
  }
}

extension Angles {
  /// The direction of (x, y) in degrees 0 ..< 360, from +x towards +y; 0 for (0, 0). Worst error 10⁻¹³ degrees.
  package static func degrees(y: Double, x: Double) -> Double {
    let absoluteX = x < 0 ? -x : x
    let absoluteY = y < 0 ? -y : y
    let larger = absoluteX > absoluteY ? absoluteX : absoluteY
    let smaller = absoluteX > absoluteY ? absoluteY : absoluteX
    guard larger > 0 else { return 0 }
    // atan q = 2·atan(q / (1 + √(1 + q²))). When the angle has been halved three times in this way, q is so small that ten terms
    // of Taylor's series are enough; the result is multiplied by 8.
    var q = smaller / larger
    for _ in 0..<3 { q = q / (1 + (1 + q * q).squareRoot()) }
    let square = q * q
    var sum = 0.0
    for index in stride(from: 9, through: 0, by: -1) { sum = 1 / Double(2 * index + 1) - sum * square }
    var degrees = 8 * q * sum * (180 / Double.pi)
    if absoluteY > absoluteX { degrees = 90 - degrees }
    if x < 0 { degrees = 180 - degrees }
    if y < 0 { degrees = 360 - degrees }
    return degrees >= 360 ? 0 : degrees
  }
}
