import Colorimetry
import Lanes
import Model
import Raster

/// A paint at one time: colours rows of pixels for whatever is filled with it, which then takes its share by its coverage.
///
/// Values are premultiplied, in linear light, or encoded and within 0...1 on an `srgb` canvas. A pixel's colour depends on its
/// place in the frame alone, however rows are cut.
/// Cost of a row: as a gradient's that fills the canvas (the cheapest is one colour, then a line, a circle, a turn).
package struct PaintShader: Sendable {
  private enum Source: Sendable {
    case color(SIMD4<Float>)
    case gradient(Holder)
  }

  /// Holds a shader whose parts are not counted again each time that a row is coloured.
  private final class Holder: Sendable {
    let shader: GradientShader
    init(_ shader: GradientShader) { self.shader = shader }
  }

  private let source: Source

  /// Reads the paint's values at `clock`.
  ///
  /// - Parameters:
  ///   - frame: the rectangle that it refers to: the canvas, or the box of a shape.
  ///   - curve: what `constantCurve` gave for the same paint and canvas, so that it need not be made again for each frame.
  package init(_ paint: Paint, frame: PaintFrame, canvas: Canvas, clock: AnimationClock, curve: ColorCurve? = nil) {
    switch paint {
    case .color(let color):
      source = .color(color.value(at: clock).clampedSample(on: canvas))
    case .gradient(let gradient):
      source = .gradient(
        Holder(GradientShader(gradient: gradient, frame: frame, blending: canvas.blending, clock: clock, curve: curve)))
    }
  }

  /// The colours of a gradient whose stops never move; nil for everything else.
  package static func constantCurve(of paint: Paint, canvas: Canvas) -> ColorCurve? {
    if case .gradient(let gradient) = paint { return GradientShader.constantCurve(of: gradient, canvas: canvas) }
    return nil
  }

  /// Whether nothing shines through anywhere.
  package var isOpaque: Bool {
    switch source {
    case .color(let color): color.w >= 1
    case .gradient(let holder): holder.shader.isOpaque
    }
  }

  /// The premultiplied colour where it is the same everywhere, so that nobody needs rows of it.
  package var uniformColor: SIMD4<Float>? {
    if case .color(let color) = source { return color }
    return nil
  }

  /// Colours `count` pixels (a multiple of 8) of the frame's row `y` from column `x` on. Reds are written to `out`, greens,
  /// blues and alphas `planeStride` floats apart: as in a tile's row (its `width` apart), or in memory of one's own.
  package func shade(
    row y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    shade(PaintRows(out, planeStride: planeStride, x: x, y: y, width: count))
  }

  /// The same of several rows from `y` on, `rowStride` floats apart; without `keepsAlpha` alphas may be left undefined.
  func shade(
    rows: Int, y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>, planeStride: Int, rowStride: Int,
    keepsAlpha: Bool
  ) {
    shade(
      PaintRows(out, planeStride: planeStride, rowStride: rowStride, x: x, y: y, width: count, height: rows),
      keepsAlpha: keepsAlpha)
  }

  private func shade(_ rows: PaintRows, keepsAlpha: Bool = true) {
    switch source {
    case .color(let color): fill(color, rows, planeCount: keepsAlpha ? 4 : 3)
    case .gradient(let holder): holder.shader.shade(rows, keepsAlpha: keepsAlpha || !isOpaque)
    }
  }

  /// Colours every pixel of a tile.
  package func shade(into tile: Tile) {
    shade(PaintRows(tile))
  }

  /// The colours at eight places along the gradient, whatever its shape is: of a gradient map, or along a stroke.
  package func colors(at t: Lane8) -> GradientColor {
    switch source {
    case .color(let color):
      GradientColor(
        red: Lane8(repeating: color.x), green: Lane8(repeating: color.y), blue: Lane8(repeating: color.z),
        alpha: Lane8(repeating: color.w))
    case .gradient(let holder): holder.shader.colors(at: t)
    }
  }

  private func fill(_ color: SIMD4<Float>, _ rows: PaintRows, planeCount: Int) {
    for row in 0..<rows.height {
      for plane in 0..<planeCount { rows.row(row, plane: plane).update(repeating: color[plane], count: rows.width) }
    }
  }
}
