import Colorimetry
import Lanes
import Model

/// How t follows from the pixel (column x, row y, centres at .5).
enum GradientGeometry: Sendable {
  /// t = x·a + (y·b + c)
  case linear(a: Float, b: Double, c: Double)
  /// t = |((x − cx)·sx, (y − cy)·sy)|
  case radial(cx: Double, cy: Double, sx: Float, sy: Double)
  /// t = turns clockwise of (x − cx, y − cy) from up, less `from`.
  case conic(cx: Double, cy: Double, from: Float)
  /// t of (u, v) = U·(x − cx, y − cy)
  case plane(Plane, Law)

  struct Plane: Sendable {
    var cx, cy: Double
    /// u = (x − cx)·ux + (y − cy)·uy
    var ux, uy, vx, vy: Double
  }

  /// t of a place (u, v) in a plane.
  enum Law: Sendable {
    /// |(u, v)|·scale + offset
    case rings(scale: Float, offset: Float)
    /// (|u| + |v|)·scale + offset
    case rhombs(scale: Float, offset: Float)
    case circles(CirclePair)
    case sweep(SweepLaw)
  }

  /// The last colour everywhere.
  static let end = GradientGeometry.linear(a: 0, b: 0, c: 1e9)
  var isEnd: Bool {
    if case .linear(0, 0, 1e9) = self { return true }
    return false
  }

  /// No colour at all, of a curve with a gap.
  static let nowhere = GradientGeometry.linear(a: 0, b: 0, c: -0x1p110)

  /// The largest change of t from pixel to pixel; nil where it differs from place to place.
  var slope: Double? {
    switch self {
    case .linear(let a, let b, _): (Double(a) * Double(a) + b * b).squareRoot()
    case .radial(_, _, let sx, let sy): max(Double(sx), sy)
    case .plane(let plane, .rings(let scale, _)), .plane(let plane, .rhombs(let scale, _)):
      max(plane.ux.magnitude, plane.uy.magnitude, plane.vx.magnitude, plane.vy.magnitude) * Double(scale).magnitude
    case .conic, .plane: nil
    }
  }

  /// Lengths below this, in points, are none.
  private static let least = 1e-6

  init(_ gradient: Gradient, in frame: PaintFrame, at clock: AnimationClock) {
    switch gradient.shape {
    case .angle(let angle):
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle.value(at: clock))
      self = .line(towards: (sine, -cosine), frame)
    case .corner(let corner):
      // The line is square to that between the other two corners.
      let (width, height) = (frame.rect.width, frame.rect.height)
      let length = (width * width + height * height).squareRoot()
      guard length > Self.least else {
        self = .end
        return
      }
      let isRight = corner == .topRight || corner == .bottomRight
      let isBottom = corner == .bottomLeft || corner == .bottomRight
      self = .line(towards: ((isRight ? height : -height) / length, (isBottom ? width : -width) / length), frame)
    case .line(let start, let end):
      let (x, y) = frame.point(start, gradient.units, clock)
      let last = frame.point(end, gradient.units, clock)
      let (dx, dy) = (last.x - x, last.y - y)
      let square = dx * dx + dy * dy
      // A line without length shows the last colour (SVG, CSS Images 4).
      guard square > Self.least * Self.least else {
        self = .end
        return
      }
      self = .linear(dx / square, dy / square, -(x * dx + y * dy) / square, frame)
    case .radial(let radial): self = .radial(radial, gradient.units, frame, clock, isRhomb: false)
    case .diamond(let radial): self = .radial(radial, gradient.units, frame, clock, isRhomb: true)
    case .conic(let conic): self = .conic(conic, gradient, frame, clock)
    }
  }

  // MARK: Lines

  /// t = x·dx + y·dy + rest for points of the plane.
  private static func linear(_ dx: Double, _ dy: Double, _ rest: Double, _ frame: PaintFrame) -> GradientGeometry {
    .linear(
      a: Float(dx * frame.xx + dy * frame.yx), b: dx * frame.xy + dy * frame.yy,
      c: rest + dx * frame.x0 + dy * frame.y0)
  }

  /// CSS: the line runs through the middle and is so long that the corners get the end colours.
  private static func line(towards direction: (x: Double, y: Double), _ frame: PaintFrame) -> GradientGeometry {
    let (width, height) = (frame.rect.width, frame.rect.height)
    let length = width * direction.x.magnitude + height * direction.y.magnitude
    guard length > least else { return .end }
    let (dx, dy) = (direction.x / length, direction.y / length)
    let rest = 0.5 - dx * width / 2 - dy * height / 2
    return linear(dx, dy, rest - dx * frame.rect.x - dy * frame.rect.y, frame)
  }

  // MARK: Ellipses and rhombs

  private static func radial(
    _ radial: Gradient.Radial, _ units: Gradient.Units, _ frame: PaintFrame, _ clock: AnimationClock, isRhomb: Bool
  ) -> GradientGeometry {
    let center = radial.center.map { frame.point($0, units, clock) } ?? frame.middle
    let (rx, ry) = radii(radial.size, units, frame, clock, center, isRhomb: isRhomb)
    let start = frame.length(radial.startRadius, units, clock)
    if let focus = radial.focus {
      return circles(radial, frame.point(focus, units, clock), start, center, (rx, ry), frame, clock)
    }
    // CSS: what has no width or no height shows the last colour.
    guard rx > least, ry > least else { return .end }
    let angle = radial.angle.value(at: clock)
    let (cx, cy) = frame.pixel(center.x, center.y)
    if !isRhomb, start == 0, angle == 0 || rx == ry, frame.turn == 0 {
      return .radial(cx: cx, cy: cy, sx: Float(frame.xx / rx), sy: frame.xx / ry)
    }
    let plane = plane(frame, cx, cy, angle: angle, stretch: (1 / rx, 1 / ry))
    // t is 0 at the start radius; where that is the radius, all colours lie on one line.
    let span = 1 - start / rx
    let scale = 1 / (span.magnitude > 1e-9 ? span : 1e-9)
    let (factor, offset) = (Float(scale), Float(-start / rx * scale))
    return .plane(plane, isRhomb ? .rhombs(scale: factor, offset: offset) : .rings(scale: factor, offset: offset))
  }

  /// The circle, or ellipse of the same proportions, in which t is 0, and the one in which it is 1.
  private static func circles(
    _ radial: Gradient.Radial, _ focus: (x: Double, y: Double), _ start: Double, _ center: (x: Double, y: Double),
    _ radii: (x: Double, y: Double), _ frame: PaintFrame, _ clock: AnimationClock
  ) -> GradientGeometry {
    let aspect = radii.y > least && radii.x > least ? radii.x / radii.y : 1
    let (sine, cosine) = Angles.sineAndCosine(degrees: radial.angle.value(at: clock))
    let (dx, dy) = (center.x - focus.x, center.y - focus.y)
    let (du, dv) = (dx * cosine + dy * sine, (dy * cosine - dx * sine) * aspect)
    let length = (du * du + dv * dv).squareRoot()
    // In units of the largest of these lengths, no square leaves the range of Float.
    let unit = max(length, radii.x, start)
    guard unit > least, length > least || (radii.x - start).magnitude > least else { return .nowhere }
    let (cx, cy) = frame.pixel(focus.x, focus.y)
    let plane = plane(frame, cx, cy, angle: radial.angle.value(at: clock), stretch: (1 / unit, aspect / unit))
    return .plane(
      plane, .circles(CirclePair(du: du / unit, dv: dv / unit, start: start / unit, end: radii.x / unit)))
  }

  /// A plane around the pixel (cx, cy) whose axes are turned clockwise by an angle and then stretched.
  private static func plane(
    _ frame: PaintFrame, _ cx: Double, _ cy: Double, angle: Double, stretch: (x: Double, y: Double)
  ) -> Plane {
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    return Plane(
      cx: cx, cy: cy, ux: (frame.xx * cosine + frame.yx * sine) * stretch.x,
      uy: (frame.xy * cosine + frame.yy * sine) * stretch.x, vx: (frame.yx * cosine - frame.xx * sine) * stretch.y,
      vy: (frame.yy * cosine - frame.xy * sine) * stretch.y)
  }

  private static func radii(
    _ size: Gradient.Radial.Size, _ units: Gradient.Units, _ frame: PaintFrame, _ clock: AnimationClock,
    _ center: (x: Double, y: Double), isRhomb: Bool
  ) -> (x: Double, y: Double) {
    let rect = frame.rect
    switch size {
    case .radii(let radii):
      let (x, y) = (radii.x.value(at: clock), radii.y.value(at: clock))
      return units == .points ? (x, y) : (x * rect.width, y * rect.height)
    case .radius(let radius):
      let length = frame.length(radius, units, clock)
      return (length, length)
    case .fitted(let fit, let isCircle):
      let (left, right) = ((center.x - rect.x).magnitude, (center.x - rect.x - rect.width).magnitude)
      let (top, bottom) = ((center.y - rect.y).magnitude, (center.y - rect.y - rect.height).magnitude)
      let isFar = fit == .farthestSide || fit == .farthestCorner
      let (x, y) = isFar ? (max(left, right), max(top, bottom)) : (min(left, right), min(top, bottom))
      if fit == .closestSide || fit == .farthestSide {
        if !isCircle { return (x, y) }
        let radius = isFar ? max(x, y) : min(x, y)
        return (radius, radius)
      }
      // Through the corner, with the proportions that a fit to the sides has.
      let aspect = isCircle ? 1 : (y > least ? x / y : 0)
      let stretched = y * aspect
      let radius = isRhomb ? x + stretched : (x * x + stretched * stretched).squareRoot()
      return isCircle ? (radius, radius) : (radius, aspect > 0 ? radius / aspect : 0)
    }
  }

  // MARK: Turns

  private static func conic(
    _ conic: Gradient.Conic, _ gradient: Gradient, _ frame: PaintFrame, _ clock: AnimationClock
  ) -> GradientGeometry {
    let center = conic.center.map { frame.point($0, gradient.units, clock) } ?? frame.middle
    let (cx, cy) = frame.pixel(center.x, center.y)
    func plane() -> Plane { Plane(cx: cx, cy: cy, ux: frame.xx, uy: frame.xy, vx: frame.yx, vy: frame.yy) }
    switch conic.sweep {
    case .turn(let from):
      let degrees = from.value(at: clock)
      if let turn = frame.turn {
        return .conic(
          cx: cx, cy: cy, from: Float(Angles.reduced(degrees: turn == 0 ? degrees : degrees - turn) / 360))
      }
      return .plane(plane(), .sweep(SweepLaw(from: degrees)))
    case .between(let start, let end):
      let law = SweepLaw(from: start.value(at: clock), to: end.value(at: clock), fillsRest: gradient.spread == .pad)
      return .plane(plane(), .sweep(law))
    }
  }
}
