import Colorimetry
import Lanes
import Model

/// How the parameter t of a gradient follows from a pixel. (x, y) is the pixel's centre in the frame: its column and its row,
/// each plus ½. t is 0 at the start of the gradient's line or radius and 1 at its end; stops have locations along t.
/// Terms of y are the same for all pixels of a row: they are computed once a row, in Double.
enum GradientGeometry: Sendable {
  /// t = x·a + (y·b + c)
  case linear(a: Float, b: Double, c: Double)
  /// t = |((x − cx)·sx, (y − cy)·sy)|
  case radial(cx: Double, cy: Double, sx: Float, sy: Double)
  /// t is the angle of (x − cx, y − cy) in turns clockwise from up, less `from`, 0 ..< 1.
  case conic(cx: Double, cy: Double, from: Float)
  /// t is a function of (u, v), which follow from the pixel's centre by an affine mapping.
  case mapped(AffineMapping, Function)

  /// u = (x − cx)·ux + (y − cy)·uy, v = (x − cx)·vx + (y − cy)·vy.
  struct AffineMapping: Sendable {
    var cx, cy: Double
    var ux, uy, vx, vy: Double
  }

  /// t as a function of (u, v).
  enum Function: Sendable {
    /// |(u, v)|·scale + offset
    case radial(scale: Float, offset: Float)
    /// (|u| + |v|)·scale + offset
    case diamond(scale: Float, offset: Float)
    case twoPointConical(TwoPointConical)
    case sweep(SweepFunction)
  }

  /// The last colour everywhere: t lies beyond every stop.
  static let lastColor = GradientGeometry.linear(a: 0, b: 0, c: 1e9)
  var isLastColor: Bool {
    if case .linear(0, 0, 1e9) = self { return true }
    return false
  }

  /// Transparent everywhere: t lies below `ColorCurve.noColorBelow`.
  static let noColor = GradientGeometry.linear(a: 0, b: 0, c: Double(TwoPointConical.noColor))

  /// An upper bound of the change of t from a pixel to the next one in its row or column; of a linear gradient, over a pixel's length in
  /// any direction. Nil where there is no bound.
  var maximumSlope: Double? {
    switch self {
    case .linear(let a, let b, _): (Double(a) * Double(a) + b * b).squareRoot()
    case .radial(_, _, let sx, let sy): max(Double(sx), sy)
    case .mapped(let map, .radial(let scale, _)):
      max(map.ux * map.ux + map.vx * map.vx, map.uy * map.uy + map.vy * map.vy).squareRoot() * Double(scale).magnitude
    case .mapped(let map, .diamond(let scale, _)):
      max(map.ux.magnitude + map.vx.magnitude, map.uy.magnitude + map.vy.magnitude) * Double(scale).magnitude
    case .conic, .mapped: nil
    }
  }

  /// Lines and radii up to this length, in points, count as having no length.
  private static let minimumLength = 1e-6

  init(_ gradient: Gradient, in paintFrame: PaintFrame, at clock: AnimationClock) {
    switch gradient.shape {
    case .angle(let angle):
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle.value(at: clock))
      self = .line(towards: (sine, -cosine), paintFrame)
    case .corner(let corner):
      // The gradient's line is perpendicular to the diagonal between the other two corners.
      let (width, height) = (paintFrame.rect.width, paintFrame.rect.height)
      let length = (width * width + height * height).squareRoot()
      guard length > Self.minimumLength else {
        self = .lastColor
        return
      }
      let isRight = corner == .topRight || corner == .bottomRight
      let isBottom = corner == .bottomLeft || corner == .bottomRight
      self = .line(towards: ((isRight ? height : -height) / length, (isBottom ? width : -width) / length), paintFrame)
    case .line(let start, let end):
      let (x, y) = paintFrame.point(start, gradient.units, clock)
      let last = paintFrame.point(end, gradient.units, clock)
      let (dx, dy) = (last.x - x, last.y - y)
      let square = dx * dx + dy * dy
      // A line of length 0 shows the last colour (SVG, CSS Images 4).
      guard square > Self.minimumLength * Self.minimumLength else {
        self = .lastColor
        return
      }
      self = .linear(dx / square, dy / square, -(x * dx + y * dy) / square, paintFrame)
    case .radial(let radial): self = .radial(radial, gradient.units, paintFrame, clock, isDiamond: false)
    case .diamond(let radial): self = .radial(radial, gradient.units, paintFrame, clock, isDiamond: true)
    case .conic(let conic): self = .conic(conic, gradient, paintFrame, clock)
    }
  }

  // MARK: Lines

  /// t = x·dx + y·dy + constant, where (x, y) are coordinates of the paint's own plane, in points (`PaintFrame`).
  private static func linear(_ dx: Double, _ dy: Double, _ constant: Double, _ paintFrame: PaintFrame)
    -> GradientGeometry
  {
    .linear(
      a: Float(dx * paintFrame.xx + dy * paintFrame.yx), b: dx * paintFrame.xy + dy * paintFrame.yy,
      c: constant + dx * paintFrame.x0 + dy * paintFrame.y0)
  }

  /// The gradient line of CSS: it runs through the rectangle's centre and is so long that the corners get exactly the end colours.
  private static func line(towards direction: (x: Double, y: Double), _ paintFrame: PaintFrame) -> GradientGeometry {
    let (width, height) = (paintFrame.rect.width, paintFrame.rect.height)
    let length = width * direction.x.magnitude + height * direction.y.magnitude
    guard length > minimumLength else { return .lastColor }
    let (dx, dy) = (direction.x / length, direction.y / length)
    let constant = 0.5 - dx * width / 2 - dy * height / 2
    return linear(dx, dy, constant - dx * paintFrame.rect.x - dy * paintFrame.rect.y, paintFrame)
  }

  // MARK: Ellipses and diamonds

  /// The geometry of an ellipse or a diamond, or of a gradient between two circles if `radial` has a focus.
  private static func radial(
    _ radial: Gradient.Radial, _ units: Gradient.Units, _ paintFrame: PaintFrame, _ clock: AnimationClock,
    isDiamond: Bool
  ) -> GradientGeometry {
    let center = radial.center.map { paintFrame.point($0, units, clock) } ?? paintFrame.middle
    let (rx, ry) = radii(radial.size, units, paintFrame, clock, center, isDiamond: isDiamond)
    let start = paintFrame.length(radial.startRadius, units, clock)
    if let focus = radial.focus {
      return twoPointConical(radial, paintFrame.point(focus, units, clock), start, center, (rx, ry), paintFrame, clock)
    }
    // CSS: an ellipse whose width or height is 0 shows the last colour.
    guard rx > minimumLength, ry > minimumLength else { return .lastColor }
    let angle = radial.angle.value(at: clock)
    let (cx, cy) = paintFrame.pixel(center.x, center.y)
    if !isDiamond, start == 0, angle == 0 || rx == ry, paintFrame.rotationDegrees == 0 {
      return .radial(cx: cx, cy: cy, sx: Float(paintFrame.xx / rx), sy: paintFrame.xx / ry)
    }
    let mapping = mapping(paintFrame, cx, cy, angle: angle, stretch: (1 / rx, 1 / ry))
    // t is 0 at the start radius and 1 at the end radius. Where both radii are equal, all colours lie on the ellipse itself.
    let span = 1 - start / rx
    let scale = 1 / (span.magnitude > 1e-9 ? span : 1e-9)
    let (factor, offset) = (Float(scale), Float(-start / rx * scale))
    return .mapped(
      mapping, isDiamond ? .diamond(scale: factor, offset: offset) : .radial(scale: factor, offset: offset))
  }

  /// A gradient from the circle of radius `start` around the focus, where t is 0, to the ellipse around the centre, where t is
  /// 1. The circle is stretched to the proportions of the ellipse.
  private static func twoPointConical(
    _ radial: Gradient.Radial, _ focus: (x: Double, y: Double), _ start: Double, _ center: (x: Double, y: Double),
    _ radii: (x: Double, y: Double), _ paintFrame: PaintFrame, _ clock: AnimationClock
  ) -> GradientGeometry {
    let aspect = radii.y > minimumLength && radii.x > minimumLength ? radii.x / radii.y : 1
    let (sine, cosine) = Angles.sineAndCosine(degrees: radial.angle.value(at: clock))
    let (dx, dy) = (center.x - focus.x, center.y - focus.y)
    let (du, dv) = (dx * cosine + dy * sine, (dy * cosine - dx * sine) * aspect)
    let length = (du * du + dv * dv).squareRoot()
    // All lengths are divided by the largest one, so that no square leaves the range of Float.
    let unit = max(length, radii.x, start)
    guard unit > minimumLength, length > minimumLength || (radii.x - start).magnitude > minimumLength else {
      return .noColor
    }
    let (cx, cy) = paintFrame.pixel(focus.x, focus.y)
    let mapping = mapping(paintFrame, cx, cy, angle: radial.angle.value(at: clock), stretch: (1 / unit, aspect / unit))
    // u and v are counted from the focus, in units of `unit`, with v stretched so that the ellipse is a circle.
    let function = TwoPointConical(
      du: du / unit, dv: dv / unit, startRadius: start / unit, endRadius: radii.x / unit)
    return .mapped(mapping, .twoPointConical(function))
  }

  /// The mapping whose origin is the pixel (cx, cy) and whose axes are rotated clockwise by `angle` degrees and then stretched.
  private static func mapping(
    _ paintFrame: PaintFrame, _ cx: Double, _ cy: Double, angle: Double, stretch: (x: Double, y: Double)
  ) -> AffineMapping {
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    return AffineMapping(
      cx: cx, cy: cy, ux: (paintFrame.xx * cosine + paintFrame.yx * sine) * stretch.x,
      uy: (paintFrame.xy * cosine + paintFrame.yy * sine) * stretch.x,
      vx: (paintFrame.yx * cosine - paintFrame.xx * sine) * stretch.y,
      vy: (paintFrame.yy * cosine - paintFrame.xy * sine) * stretch.y)
  }

  /// The horizontal and vertical radius at which t is 1, in points of the plane.
  private static func radii(
    _ size: Gradient.Radial.Size, _ units: Gradient.Units, _ paintFrame: PaintFrame, _ clock: AnimationClock,
    _ center: (x: Double, y: Double), isDiamond: Bool
  ) -> (x: Double, y: Double) {
    let rect = paintFrame.rect
    switch size {
    case .radii(let radii):
      let (x, y) = (radii.x.value(at: clock), radii.y.value(at: clock))
      return units == .points ? (x, y) : (x * rect.width, y * rect.height)
    case .radius(let radius):
      let length = paintFrame.length(radius, units, clock)
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
      // The shape runs through the corner, with the proportions that it has when fitted to the sides.
      let aspect = isCircle ? 1 : (y > minimumLength ? x / y : 0)
      let stretched = y * aspect
      let radius = isDiamond ? x + stretched : (x * x + stretched * stretched).squareRoot()
      return isCircle ? (radius, radius) : (radius, aspect > 0 ? radius / aspect : 0)
    }
  }

  // MARK: Around a point

  /// A whole turn, or a sweep between two angles.
  private static func conic(
    _ conic: Gradient.Conic, _ gradient: Gradient, _ paintFrame: PaintFrame, _ clock: AnimationClock
  ) -> GradientGeometry {
    let center = conic.center.map { paintFrame.point($0, gradient.units, clock) } ?? paintFrame.middle
    let (cx, cy) = paintFrame.pixel(center.x, center.y)
    let mapping = AffineMapping(
      cx: cx, cy: cy, ux: paintFrame.xx, uy: paintFrame.xy, vx: paintFrame.yx, vy: paintFrame.yy)
    switch conic.sweep {
    case .full(let from):
      let degrees = from.value(at: clock)
      if let rotation = paintFrame.rotationDegrees {
        return .conic(
          cx: cx, cy: cy, from: Float(Angles.reduced(degrees: rotation == 0 ? degrees : degrees - rotation) / 360))
      }
      return .mapped(mapping, .sweep(SweepFunction(from: degrees)))
    case .between(let start, let end):
      let function = SweepFunction(
        from: start.value(at: clock), to: end.value(at: clock), fillsGap: gradient.spread == .pad)
      return .mapped(mapping, .sweep(function))
    }
  }
}
