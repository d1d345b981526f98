import Colorimetry
import Lanes
import Raster
import Scenes

/// A gradient at one time: writes every pixel of a tile.
///
/// A pixel's value depends on its place in the frame alone, so any cutting into tiles gives the same bits. The place
/// along the gradient, t, is computed in Float from absolute coordinates (the row's part in Double), then coloured eight
/// pixels at a time by the ramp's cubic pieces (`ColorCurve`: within 0.1 of an 8-bit
/// step of the exact ramp). Rows of a gradient along y are filled, rows of one along x copied.
package struct GradientShader: Sendable {
  let curve: ColorCurve
  let place: Place
  let clamps: Bool
  /// Whether nothing below shines through, so that the tile may be drawn without compositing.
  package let isOpaque: Bool

  /// Whether the colours change along a straight line.
  package var isLinear: Bool {
    if case .linear = place { return true }
    return false
  }

  /// How t follows from the pixel (column x, row y, centres at .5).
  enum Place {
    /// t = x·a + (y·b + c)
    case linear(a: Float, b: Double, c: Double)
    /// t = |((x − cx)·sx, (y − cy)·sy)|
    case radial(cx: Double, cy: Double, sx: Float, sy: Double)
    /// t = turns clockwise of (x − cx, y − cy) from up, less `from`.
    case conic(cx: Double, cy: Double, from: Float)
  }

  /// Reads the gradient's values at `clock`. Where nothing in it moves, one shader serves all frames.
  ///
  /// - Parameter curve: what `constantCurve` gave for the same gradient and canvas, so that it need not be made again.
  package init(gradient: Gradient, canvas: Canvas, clock: Clock, curve known: ColorCurve? = nil) {
    curve = known ?? GradientShader.curve(of: gradient, canvas: canvas, clock: clock)
    // An srgb canvas holds nothing outside 0...1.
    clamps = canvas.blending == .srgb && !curve.isInGamut
    isOpaque = curve.isOpaque
    place = GradientShader.place(of: gradient.shape, canvas, clock)
  }

  /// The colours along a gradient whose stops never move; nil if they do.
  package static func constantCurve(of gradient: Gradient, canvas: Canvas) -> ColorCurve? {
    gradient.hasConstantStops ? curve(of: gradient, canvas: canvas, clock: Clock(0)) : nil
  }

  private static func curve(of gradient: Gradient, canvas: Canvas, clock: Clock) -> ColorCurve {
    let stops = gradient.stops.map {
      ColorRamp.Stop($0.location.value(at: clock), $0.color.value(at: clock))
    }
    let ramp = ColorRamp(stops: stops, interpolation: gradient.interpolation)
    return ColorCurve(ramp, encoding: canvas.blending == .srgb ? .srgb : .linear)
  }

  private static func place(of shape: Gradient.Shape, _ canvas: Canvas, _ clock: Clock) -> Place {
    let pixel = 1 / canvas.pixelsPerPoint
    switch shape {
    case .angle(let angle):
      // CSS: the line runs through the centre and is so long that the corners get the end colours.
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle.value(at: clock))
      let (width, height) = (canvas.widthPoints, canvas.heightPoints)
      let length = width * sine.magnitude + height * cosine.magnitude
      let (dx, dy) = (sine / length, -cosine / length)
      return .linear(
        a: Float(dx * pixel), b: dy * pixel, c: 0.5 - dx * width / 2 - dy * height / 2)
    case .line(let start, let end):
      let (x, y) = (start.x.value(at: clock), start.y.value(at: clock))
      let (dx, dy) = (end.x.value(at: clock) - x, end.y.value(at: clock) - y)
      let square = dx * dx + dy * dy
      // A line without length shows the last colour (CSS Images 4).
      guard square > 1e-12 else { return .linear(a: 0, b: 0, c: 1e9) }
      return .linear(
        a: Float(dx / square * pixel), b: dy / square * pixel, c: -(x * dx + y * dy) / square)
    case .radial(let center, let radius):
      // A radius of nothing leaves the last colour everywhere but at the centre.
      let rx = max(radius.x.value(at: clock), 1e-6)
      let ry = max(radius.y.value(at: clock), 1e-6)
      return .radial(
        cx: center.x.value(at: clock) / pixel, cy: center.y.value(at: clock) / pixel, sx: Float(pixel / rx),
        sy: pixel / ry)
    case .conic(let center, let from):
      return .conic(
        cx: center.x.value(at: clock) / pixel, cy: center.y.value(at: clock) / pixel,
        from: Float(Angles.reduced(degrees: from.value(at: clock)) / 360))
    }
  }

  /// Overwrites every pixel of the tile with the premultiplied gradient. Without `keepsAlpha`, which only an opaque one
  /// may do without, the tile's alpha is left undefined.
  package func shade(into tile: Tile, keepsAlpha: Bool = true) {
    precondition(keepsAlpha || isOpaque, "Only an opaque gradient can leave its alpha out.")
    if tile.height == 0 { return }
    curve.pieces.withUnsafeBufferPointer { pieces in
      switch (curve.isLinear, isOpaque && !clamps, keepsAlpha) {
      case (true, true, true): GradientRows<StraightPiece, OpaqueFinish>(self, tile, pieces).shade()
      case (true, true, false): GradientRows<StraightPiece, LightFinish>(self, tile, pieces).shade()
      case (true, false, _): GradientRows<StraightPiece, AnyFinish>(self, tile, pieces).shade()
      case (false, true, true): GradientRows<CubicPiece, OpaqueFinish>(self, tile, pieces).shade()
      case (false, true, false): GradientRows<CubicPiece, LightFinish>(self, tile, pieces).shade()
      case (false, false, _): GradientRows<CubicPiece, AnyFinish>(self, tile, pieces).shade()
      }
    }
  }
}
