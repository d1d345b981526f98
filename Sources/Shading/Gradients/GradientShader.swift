import Colorimetry
import Lanes
import Model
import Raster

/// A gradient at one time: colours every pixel of a tile, or of a row.
///
/// A pixel's value depends on its place in the frame alone, so any cutting into tiles gives the same bits. The place
/// along the gradient, t, is computed in Float from absolute coordinates (the row's part in Double), then coloured eight
/// pixels at a time by the ramp's cubic pieces (`ColorCurve`: within 0.1 of an 8-bit
/// step of the exact ramp). Rows of a gradient along y are filled, rows of one along x copied.
package struct GradientShader: Sendable {
  let curve: ColorCurve
  let place: GradientGeometry
  /// What happens to t of a gradient that goes on outside of its stops.
  let wrap: GradientWrap?
  /// The colours of a turn that does not repeat.
  let turn: ConicGradientFit?
  let clamps: Bool
  /// Whether nothing below shines through, so that the tile may be drawn without compositing.
  package let isOpaque: Bool

  /// Whether the colours change along a straight line.
  package var isLinear: Bool {
    if case .linear = place { return true }
    return false
  }

  /// Reads the gradient's values at `clock`. Where nothing in it moves, one shader serves all frames.
  ///
  /// - Parameter curve: what `constantCurve` gave for the same gradient and canvas, so that it need not be made again.
  package init(gradient: Gradient, canvas: Canvas, clock: AnimationClock, curve known: ColorCurve? = nil) {
    self.init(gradient: gradient, frame: PaintFrame(canvas), blending: canvas.blending, clock: clock, curve: known)
  }

  init(
    gradient: Gradient, frame: PaintFrame, blending: Canvas.Blending, clock: AnimationClock,
    curve known: ColorCurve? = nil
  ) {
    var curve = known ?? GradientShader.curve(of: gradient, blending: blending, clock: clock)
    place = GradientGeometry(gradient, in: frame, at: clock)
    var wrap: GradientWrap?
    if gradient.spread != .pad {
      let range = gradient.range(at: clock)
      let length = range.last - range.first
      if length <= 0 || place.isEnd && !gradient.shape.isRound {
        // CSS Images 4, section 3.6: the last colour.
        curve = curve.mean(from: 1, to: 1)
      } else if place.isEnd || place.slope.map({ length < $0 }) ?? false {
        // What repeats more than once a pixel shows its mean.
        curve = curve.mean(from: 0, to: 1)
      } else {
        wrap = GradientWrap(
          first: Float(range.first), inverse: Float(1 / length), isMirrored: gradient.spread == .mirror)
      }
    }
    self.curve = curve
    self.wrap = wrap
    if case .conic(_, _, let from) = place, wrap == nil {
      turn = ConicGradientFit(curve, from: Double(from), encoding: blending.encoding)
    } else {
      turn = nil
    }
    // An srgb canvas holds nothing outside 0...1.
    clamps = blending == .srgb && !curve.isInGamut
    isOpaque = curve.isOpaque
  }

  /// The colours along a gradient whose stops never move; nil if they do.
  package static func constantCurve(of gradient: Gradient, canvas: Canvas) -> ColorCurve? {
    gradient.hasConstantStops ? curve(of: gradient, blending: canvas.blending, clock: AnimationClock(0)) : nil
  }

  /// The colours over t, or, of a gradient that goes on, over the share of the way from the first stop to the last.
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
    let ramp = ColorRamp(stops: stops, interpolation: gradient.interpolation)
    return ColorCurve(ramp, encoding: blending.encoding, hasGap: gradient.mayHaveGap)
  }

  /// Overwrites every pixel of the tile with the premultiplied gradient. Without `keepsAlpha`, which only an opaque one
  /// may do without, the tile's alpha is left undefined.
  package func shade(into tile: Tile, keepsAlpha: Bool = true) {
    shade(PaintRows(tile), keepsAlpha: keepsAlpha)
  }

  func shade(_ rows: PaintRows, keepsAlpha: Bool = true) {
    precondition(keepsAlpha || isOpaque, "Only an opaque gradient can leave its alpha out.")
    if rows.height == 0 || rows.width == 0 { return }
    if case .conic(let cx, let cy, _) = place, let turn {
      return ConicGradientRows(rows, turn, cx: cx, cy: cy, shader: self, keepsAlpha: keepsAlpha).shade()
    }
    curve.pieces.withUnsafeBufferPointer { pieces in
      switch (curve.isLinear, isOpaque && !clamps, keepsAlpha) {
      case (true, true, true): GradientRows<StraightPiece, OpaqueFinish>(self, rows, pieces).shade()
      case (true, true, false): GradientRows<StraightPiece, LightFinish>(self, rows, pieces).shade()
      case (true, false, _): GradientRows<StraightPiece, AnyFinish>(self, rows, pieces).shade()
      case (false, true, true): GradientRows<CubicPiece, OpaqueFinish>(self, rows, pieces).shade()
      case (false, true, false): GradientRows<CubicPiece, LightFinish>(self, rows, pieces).shade()
      case (false, false, _): GradientRows<CubicPiece, AnyFinish>(self, rows, pieces).shade()
      }
    }
  }

  /// Premultiplied colours at eight places along the gradient, whatever its shape.
  func colors(at t: Lane8) -> GradientColor {
    let places = wrap.map { $0.place(t) } ?? t
    return curve.pieces.withUnsafeBufferPointer { pieces in
      let color = colorAcross(places, pieces.baseAddress!, curve, CubicPiece.self)
      return AnyFinish.finished(color, self)
    }
  }
}

extension Gradient.Shape {
  /// Whether it has a radius; one of nothing is very small in CSS (Images 4, section 3.2.3).
  fileprivate var isRound: Bool {
    switch self {
    case .radial, .diamond: true
    case .angle, .corner, .line, .conic: false
    }
  }
}

/// Rows of pixels to be coloured: part of a tile, or memory of somebody's own.
struct PaintRows {
  /// The red of the first pixel; green, blue and alpha lie `planeStride` apart, rows `rowStride`.
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  let rowStride: Int
  /// Frame coordinates of the first column and row.
  let x: Int
  let y: Int
  /// Columns, a multiple of 8, and rows.
  let width: Int
  let height: Int

  init(_ tile: Tile) {
    base = tile.base
    (planeStride, rowStride) = (tile.width, tile.rowStride)
    (x, y, width, height) = (tile.x, tile.y, tile.width, tile.height)
  }

  init(
    _ base: UnsafeMutablePointer<Float>, planeStride: Int, rowStride: Int = 0, x: Int, y: Int, width: Int,
    height: Int = 1
  ) {
    precondition(width % 8 == 0, "A row is coloured in blocks of 8 pixels.")
    self.base = base
    self.planeStride = planeStride
    self.rowStride = rowStride
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  @inline(__always)
  func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> { base + (row &* rowStride &+ plane &* planeStride) }
}
