import Lanes

extension VectorPath {
  /// Appends an elliptical arc as SVG describes it.
  ///
  /// The centre follows as in SVG 2, appendix B.2.4: radii that are too small are scaled up, and radii of 0 give a line. The
  /// arc is approximated by cubics of at most 20° each, which deviate from a circle by at most 3.3·10⁻⁸ of its radius.
  ///
  /// - Parameters:
  ///   - start: the end of the path so far.
  ///   - radiusX: the ellipse's half axis in the direction `axisDegrees`.
  ///   - radiusY: the other half axis.
  ///   - axisDegrees: the direction of the first half axis, in degrees clockwise from +x.
  ///   - isLarge: whether the arc sweeps more than 180°. Two large arcs and two small ones lead from `start` to `end`.
  ///   - isClockwise: whether the arc runs clockwise. One of the two large arcs does, and one of the two small ones.
  ///   - end: the end of the arc.
  public mutating func arc(
    from start: PlanePoint, radiusX: Double, radiusY: Double, axisDegrees: Double, isLarge: Bool, isClockwise: Bool,
    to end: PlanePoint
  ) {
    if start == end { return }
    var (rx, ry) = (abs(radiusX), abs(radiusY))
    guard rx > 0, ry > 0 else { return line(to: end) }
    let axis = Lanes.sincosTurns(axisDegrees / 360)

    // Half of the chord, in the coordinates of the axes.
    let (dx, dy) = ((start.x - end.x) * 0.5, (start.y - end.y) * 0.5)
    let x = axis.cos * dx + axis.sin * dy
    let y = axis.cos * dy - axis.sin * dx
    /// Square of half of the chord, in radii.
    let halfChordSquared = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if halfChordSquared > 1 {
      rx *= halfChordSquared.squareRoot()
      ry *= halfChordSquared.squareRoot()
    }
    // From here on in coordinates in which the ellipse is a unit circle, the origin in the middle of the chord. The centre lies
    // at a right angle to the chord, `distance` times half of the chord away.
    let fittingHalfChordSquared = min(halfChordSquared, 1)
    guard fittingHalfChordSquared > 0 else { return line(to: end) }
    let distance =
      ((1 - fittingHalfChordSquared) / fittingHalfChordSquared).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let (unitX, unitY) = (x / rx, y / ry)
    let (centerX, centerY) = (distance * unitY, -distance * unitX)
    // Angles about that centre, in radians.
    let startAngle = Lanes.atan2(y: unitY - centerY, x: unitX - centerX)
    var sweep = Lanes.atan2(y: -unitY - centerY, x: -unitX - centerX) - startAngle
    if isClockwise && sweep < 0 { sweep += 2 * Double.pi }
    if !isClockwise && sweep > 0 { sweep -= 2 * Double.pi }

    /// The point that lies at (u, v) from the centre of the unit circle.
    func point(_ u: Double, _ v: Double) -> PlanePoint {
      let (px, py) = ((u + centerX) * rx, (v + centerY) * ry)
      return PlanePoint(
        axis.cos * px - axis.sin * py + (start.x + end.x) * 0.5,
        axis.sin * px + axis.cos * py + (start.y + end.y) * 0.5)
    }
    // Nine cubics for half a circle: at most 20° each.
    let count = max(Int((abs(sweep) * (9 / Double.pi)).rounded(.up)), 1)
    let step = sweep / Double(count)
    // Length of the handles with which a cubic touches the circle at both ends and in its middle.
    let handle = 4.0 / 3 * Lanes.tan(step * 0.25)
    var a = Lanes.sincos(startAngle)
    for piece in 1...count {
      let b = Lanes.sincos(startAngle + Double(piece) * step)
      curve(
        point(a.cos - handle * a.sin, a.sin + handle * a.cos), point(b.cos + handle * b.sin, b.sin - handle * b.cos),
        to: piece == count ? end : point(b.cos, b.sin))
      a = b
    }
  }
}
