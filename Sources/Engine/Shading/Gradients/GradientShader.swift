import Colorimetry
import Lanes
import Model
import Raster

/// A gradient at one time: colours every pixel of a tile, or of a row.
///
/// A pixel's value depends on its coordinates in the frame alone, so that every tiling gives the same bits. Its parameter t
/// is computed in Float from frame coordinates (the row's term in Double) and coloured, eight pixels at a time, by the cubic
/// pieces of a `ColorCurve`, within 0.1 of an 8-bit step of the exact ramp.
package struct GradientShader: Sendable {
  let curve: ColorCurve
  let geometry: GradientGeometry
  /// Set for a gradient that repeats or mirrors beyond its stops.
  let wrap: GradientWrap?
  /// The colours around the centre as polynomials, for a conic gradient that does not wrap; else nil.
  let conicFit: ConicGradientFit?
  /// Whether colours are clamped to 0...alpha: on an `srgb` canvas, where the curve leaves that range.
  let clamps: Bool
  /// Whether every pixel has an alpha of 1, so that no compositing is needed.
  package let isOpaque: Bool

  /// Whether this is a linear gradient.
  package var isLinear: Bool {
    if case .linear = geometry { return true }
    return false
  }

  /// Evaluates the gradient at `clock`. A gradient without animated values needs one shader for all frames.
  ///
  /// - Parameters:
  ///   - curve: the result of `constantCurve` for this gradient and canvas, if the caller has it.
  ///   - projection: maps the gradient's plane to the canvas, both in points. Must be affine.
  package init(
    gradient: Gradient, canvas: Canvas, clock: AnimationClock, curve givenCurve: ColorCurve? = nil,
    projection: Projection = .identity
  ) {
    let frame = projection == .identity ? PaintFrame(canvas) : PaintFrame(canvas, projection)
    self.init(gradient: gradient, frame: frame, blending: canvas.blending, clock: clock, curve: givenCurve)
  }

  /// - Parameter frame: the rectangle that the gradient's positions refer to.
  init(
    gradient: Gradient, frame: PaintFrame, blending: Canvas.Blending, clock: AnimationClock,
    curve givenCurve: ColorCurve? = nil
  ) {
    self.init(
      givenCurve ?? GradientShader.curve(of: gradient, blending: blending, clock: clock),
      GradientGeometry(gradient, in: frame, at: clock), spread: gradient.spread, range: gradient.range(at: clock),
      isRound: gradient.shape.isRound, blending: blending)
  }

  /// A gradient by its colours and its geometry. A degenerate geometry (`isLastColor`) shows one colour everywhere.
  ///
  /// - Parameters:
  ///   - colors: the colours by t; where the gradient wraps, by t relative to its first stop (0) and its last (1).
  ///   - range: the locations of the first and the last stop.
  ///   - isRound: whether the gradient's shape has a radius.
  init(
    _ colors: ColorCurve, _ geometry: GradientGeometry, spread: Gradient.Spread,
    range: @autoclosure () -> (first: Double, last: Double), isRound: Bool, blending: Canvas.Blending
  ) {
    var curve = colors
    self.geometry = geometry
    var wrap: GradientWrap?
    if spread != .pad {
      let range = range()
      let length = range.last - range.first
      if length <= 0 || geometry.isLastColor && !isRound {
        // CSS Images 4, section 3.6: the last colour.
        curve = curve.mean(from: 1, to: 1)
      } else if geometry.isLastColor || geometry.maximumSlope.map({ length < $0 }) ?? false {
        // Periods shorter than a pixel, or a radius of 0, show the mean of all colours.
        curve = curve.mean(from: 0, to: 1)
      } else {
        wrap = GradientWrap(
          first: Float(range.first), inverseLength: Float(1 / length), isMirrored: spread == .mirror)
      }
    }
    self.curve = curve
    self.wrap = wrap
    if case .conic(_, _, let from) = geometry, wrap == nil {
      conicFit = ConicGradientFit(curve, from: Double(from), encoding: blending.encoding)
    } else {
      conicFit = nil
    }
    // An srgb canvas stores values within 0...1.
    clamps = blending == .srgb && !curve.isInGamut
    isOpaque = curve.isOpaque
  }

  /// The colours along a gradient whose stops are constant; nil otherwise.
  package static func constantCurve(of gradient: Gradient, canvas: Canvas) -> ColorCurve? {
    gradient.hasConstantStops ? curve(of: gradient, blending: canvas.blending, clock: AnimationClock(0)) : nil
  }

  /// The colours as a function of t. For a gradient that wraps, t is rescaled to be 0 at the first stop and 1 at the last.
  private static func curve(of gradient: Gradient, blending: Canvas.Blending, clock: AnimationClock) -> ColorCurve {
    var stops = gradient.rampStops(at: clock)
    if gradient.spread != .pad {
      let range = gradient.range(at: clock)
      let factor = range.last > range.first ? 1 / (range.last - range.first) : 0
      for index in stops.indices {
        stops[index].location = (stops[index].location - range.first) * factor
        stops[index].hint = stops[index].hint.map { ($0 - range.first) * factor }
      }
    }
    let ramp = ColorRamp(stops: consume stops, interpolation: gradient.interpolation)
    return ColorCurve(ramp, encoding: blending.encoding, hasUncoloredPoints: gradient.mayHaveUncoloredPoints)
  }

  /// Overwrites every pixel of the tile with the premultiplied gradient. If `writesAlpha` is false, which only an opaque gradient
  /// allows, the tile's alpha is left undefined.
  package func shade(into tile: Tile, writesAlpha: Bool = true) {
    shade(PaintRows(tile), writesAlpha: writesAlpha)
  }

  /// Overwrites rows in any memory with the premultiplied gradient. If `writesAlpha` is false, which only an opaque gradient allows, the
  /// rows' alpha is left undefined.
  func shade(_ rows: PaintRows, writesAlpha: Bool = true) {
    precondition(writesAlpha || isOpaque, "Only an opaque gradient can leave its alpha out.")
    if rows.height == 0 || rows.width == 0 { return }
    if case .conic(let cx, let cy, _) = geometry, let conicFit {
      return ConicGradientRows(rows, conicFit, cx: cx, cy: cy, shader: self, writesAlpha: writesAlpha).shade()
    }
    curve.pieces.withUnsafeBufferPointer { pieces in
      switch (curve.isPiecewiseLinear, isOpaque && !clamps, writesAlpha) {
      case (true, true, true): GradientRows<LinearPolynomial, OpaqueWriter>(self, rows, pieces).shade()
      case (true, true, false): GradientRows<LinearPolynomial, ColorWriter>(self, rows, pieces).shade()
      case (true, false, _): GradientRows<LinearPolynomial, AlphaWriter>(self, rows, pieces).shade()
      case (false, true, true): GradientRows<CubicPolynomial, OpaqueWriter>(self, rows, pieces).shade()
      case (false, true, false): GradientRows<CubicPolynomial, ColorWriter>(self, rows, pieces).shade()
      case (false, false, _): GradientRows<CubicPolynomial, AlphaWriter>(self, rows, pieces).shade()
      }
    }
  }

  /// The premultiplied colours at eight parameters, whatever the shape of the gradient.
  func colors(at t: Float8) -> LaneColor {
    let parameters = wrap.map { $0.wrapped(t) } ?? t
    return curve.pieces.withUnsafeBufferPointer { pieces in
      let color = colorAcross(parameters, pieces.baseAddress!, curve, CubicPolynomial.self)
      return AlphaWriter.clamped(color, self)
    }
  }
}

extension Gradient.Shape {
  /// Whether the shape has a radius. In CSS a radius of 0 counts as a very small one (Images 4, section 3.2.3).
  fileprivate var isRound: Bool {
    switch self {
    case .radial, .diamond: true
    case .angle, .corner, .line, .conic: false
    }
  }
}
