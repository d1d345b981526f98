import Colorimetry
import Lanes
import Model
import Raster

/// The gradient of a glyph that its font paints, as a shader of pixels in encoded values.
struct GlyphGradient {
  private let gradient: GlyphPainting.Gradient
  /// The colours; nil if one of them follows the colour of the words.
  private let constantCurve: ColorCurve?

  /// Colours are mixed as browsers mix them.
  private static let interpolation: ColorInterpolation = {
    var interpolation = ColorInterpolation.srgb
    interpolation.isPremultiplied = false
    return interpolation
  }()
  /// The largest change of t, u or v (`GradientGeometry`) from one pixel to the next. A gradient that changes faster is too small to be
  /// seen, and the squares of u and v might leave the range of Float.
  private static let maximumSlope = 1e6

  init(_ gradient: GlyphPainting.Gradient) {
    self.gradient = gradient
    let isConstant = gradient.stops.allSatisfy { stop in
      if case .ofFont = stop.color { true } else { false }
    }
    constantCurve = isConstant ? Self.curve(of: gradient, .clear) : nil
  }

  /// - Parameters:
  ///   - map: from the glyph's plane to pixels of the frame.
  ///   - textColor: the colour of the words.
  func shader(_ map: PlaneMap, textColor: LinearColor) -> GradientShader {
    let range = (first: gradient.stops[0].location, last: gradient.stops[gradient.stops.count - 1].location)
    // `isRound` matters only to geometries of one colour (`lastColor`), which `geometry` never makes.
    return GradientShader(
      constantCurve ?? Self.curve(of: gradient, textColor), geometry(map), spread: gradient.spread, range: range,
      isRound: false, blending: .srgb)
  }

  private static func curve(of gradient: GlyphPainting.Gradient, _ textColor: LinearColor) -> ColorCurve {
    let (first, last) = (gradient.stops[0].location, gradient.stops[gradient.stops.count - 1].location)
    // Where a gradient wraps, the curve's t is 0 at its first stop and 1 at its last.
    let wraps = gradient.spread != .pad && last > first
    let stops = gradient.stops.map { stop in
      ColorRamp.Stop(
        wraps ? (stop.location - first) / (last - first) : stop.location, stop.color.resolved(textColor))
    }
    var hasUncoloredPoints = false
    if case .radial = gradient.shape { hasUncoloredPoints = true }
    return ColorCurve(
      ColorRamp(stops: stops, interpolation: interpolation), encoding: .srgb, hasUncoloredPoints: hasUncoloredPoints)
  }

  // MARK: Geometry

  private func geometry(_ map: PlaneMap) -> GradientGeometry {
    let toGlyph = gradient.map
    let toFrame = PlaneMap(toGlyph.xx, toGlyph.yx, toGlyph.xy, toGlyph.yy, toGlyph.x0, toGlyph.y0).then(map)
    guard let inverse = toFrame.inverse else { return .noColor }
    /// The mapping for which u and v are linear in a place's x and y relative to `center`, in the gradient's plane. `u` and `v` are the
    /// coefficients of x and y.
    func mapping(
      _ center: PlanePoint, u: (x: Double, y: Double), v: (x: Double, y: Double), _ function: GradientGeometry.Function
    ) -> GradientGeometry {
      let pixel = toFrame(SIMD2(center.x, center.y))
      let result = GradientGeometry.AffineMapping(
        cx: pixel.x, cy: pixel.y, ux: inverse.a * u.x + inverse.b * u.y, uy: inverse.c * u.x + inverse.d * u.y,
        vx: inverse.a * v.x + inverse.b * v.y, vy: inverse.c * v.x + inverse.d * v.y)
      let slopes = [result.ux, result.uy, result.vx, result.vy]
      guard slopes.allSatisfy({ $0.magnitude < Self.maximumSlope }) else { return .noColor }
      return .mapped(result, function)
    }
    switch gradient.shape {
    case .linear(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      let (a, b) = ((inverse.a * dx + inverse.b * dy) / square, (inverse.c * dx + inverse.d * dy) / square)
      guard a.magnitude < Self.maximumSlope, b.magnitude < Self.maximumSlope else { return .noColor }
      let pixel = toFrame(SIMD2(start.x, start.y))
      return .linear(a: Float(a), b: b, c: -(pixel.x * a + pixel.y * b))
    case .radial(let start, let radius, let end, let endRadius):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      // All lengths are divided by the largest one.
      let unit = max((dx * dx + dy * dy).squareRoot(), radius, endRadius)
      guard unit > 0 else { return .noColor }
      return mapping(
        start, u: (1 / unit, 0), v: (0, 1 / unit),
        .twoPointConical(
          TwoPointConical(du: dx / unit, dv: dy / unit, startRadius: radius / unit, endRadius: endRadius / unit)))
    case .sweep(let center, let from, let to):
      // A font's angles grow counterclockwise from the right in a plane whose y grows up; those of a `SweepFunction` clockwise from up
      // in one whose v grows down. So u is y and v is −x.
      let turns = (to - from) / 360
      // Between equal angles all colours lie on one ray.
      let span = turns.magnitude > 1e-6 ? turns : 1e-6
      return mapping(
        center, u: (0, 1), v: (-1, 0),
        .sweep(SweepFunction(parameterFrom: -from / 360 / span, to: (1 - from / 360) / span)))
    }
  }
}

extension GlyphPainting.Color {
  /// The font's own colour, or the words' colour `textColor` with its alpha multiplied by the font's.
  func resolved(_ textColor: LinearColor) -> LinearColor {
    switch self {
    case .ofFont(let color): return color
    case .ofText(let alpha):
      var color = textColor
      color.alpha *= alpha
      return color
    }
  }
}
