import Colorimetry
import Lanes
import Model
import Raster

/// A paint at one time: colours rows of pixels for a fill or a stroke, which then multiplies the colours by its coverage.
///
/// Values are premultiplied, in linear light, or encoded and within 0...1 on an `srgb` canvas. A pixel's colour depends on its
/// coordinates in the frame alone.
/// A row costs as much as a row of a gradient layer. One colour is cheapest; linear, radial and conic gradients cost more, in this
/// order.
package struct PaintShader: Sendable {
  /// What gives the colours.
  private enum Source: Sendable {
    case color(SIMD4<Float>)
    case gradient(Box)
    case picture(PictureProjection)
  }

  /// Holds a shader behind one reference. A shader stored by value contains several references, and each would be retained for every row.
  private final class Box: Sendable {
    let shader: GradientShader
    init(_ shader: GradientShader) { self.shader = shader }
  }

  private let source: Source

  /// Evaluates the paint at `clock`.
  ///
  /// - Parameters:
  ///   - frame: the rectangle that the paint refers to: the canvas, or the box of a shape.
  ///   - curve: the result of `constantCurve` for this paint and canvas, if the caller has it.
  package init(_ paint: Paint, frame: PaintFrame, canvas: Canvas, clock: AnimationClock, curve: ColorCurve? = nil) {
    switch paint {
    case .color(let color):
      source = .color(color.value(at: clock).clampedTileValue(on: canvas))
    case .gradient(let gradient):
      source = .gradient(
        Box(GradientShader(gradient: gradient, frame: frame, blending: canvas.blending, clock: clock, curve: curve)))
    }
  }

  /// The paint that shows a gradient whose values have been read.
  init(_ gradient: GradientShader) { source = .gradient(Box(gradient)) }

  /// The paint that shows a picture.
  init(_ picture: PictureProjection) { source = .picture(picture) }

  /// The colours of a gradient whose stops are constant; nil for all other paints.
  package static func constantCurve(of paint: Paint, canvas: Canvas) -> ColorCurve? {
    if case .gradient(let gradient) = paint { return GradientShader.constantCurve(of: gradient, canvas: canvas) }
    return nil
  }

  /// Whether every pixel has an alpha of 1.
  package var isOpaque: Bool {
    switch source {
    case .color(let color): color.w >= 1
    case .gradient(let box): box.shader.isOpaque
    case .picture: false
    }
  }

  /// The premultiplied colour of a paint of one colour, which needs no rows; nil for gradients and pictures.
  package var uniformColor: SIMD4<Float>? {
    if case .color(let color) = source { return color }
    return nil
  }

  /// Colours `count` pixels (a multiple of 8) of the frame's row `y` from column `x` on. Red is written to `out`, the other planes follow
  /// `planeStride` floats apart.
  package func shade(
    row y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    shade(PaintRows(out, planeStride: planeStride, x: x, y: y, width: count))
  }

  /// Colours several rows from `y` on, `rowStride` floats apart. If `writesAlpha` is false, alpha may be left undefined.
  func shade(
    rows: Int, y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>, planeStride: Int, rowStride: Int,
    writesAlpha: Bool
  ) {
    shade(
      PaintRows(out, planeStride: planeStride, rowStride: rowStride, x: x, y: y, width: count, height: rows),
      writesAlpha: writesAlpha)
  }

  private func shade(_ rows: PaintRows, writesAlpha: Bool = true) {
    switch source {
    case .color(let color): fill(color, rows, planeCount: writesAlpha ? 4 : 3)
    case .gradient(let box): box.shader.shade(rows, writesAlpha: writesAlpha || !isOpaque)
    case .picture(let picture):
      for row in 0..<rows.height {
        picture.shade(
          row: rows.y + row, from: rows.x, count: rows.width, into: rows.row(row, plane: 0),
          planeStride: rows.planeStride)
      }
    }
  }

  /// Colours every pixel of a tile.
  package func shade(into tile: Tile) {
    shade(PaintRows(tile))
  }

  /// The colours at eight parameters of the gradient, whatever its shape: for a gradient along or across a stroke. A paint of one colour
  /// gives that colour, a picture is transparent.
  package func colors(at t: Float8) -> LaneColor {
    switch source {
    case .color(let color):
      LaneColor(
        red: Float8(repeating: color.x), green: Float8(repeating: color.y), blue: Float8(repeating: color.z),
        alpha: Float8(repeating: color.w))
    case .gradient(let box): box.shader.colors(at: t)
    case .picture: LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    }
  }

  private func fill(_ color: SIMD4<Float>, _ rows: PaintRows, planeCount: Int) {
    for row in 0..<rows.height {
      for plane in 0..<planeCount { rows.row(row, plane: plane).update(repeating: color[plane], count: rows.width) }
    }
  }
}
