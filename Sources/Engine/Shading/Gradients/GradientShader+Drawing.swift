import Colorimetry
import Lanes
import Raster

extension GradientShader {
  /// The number of rows that are shaded and then composited together: few enough to stay in the first-level cache.
  private static let bandRows = 4

  /// Composites the gradient onto a tile inside of `region`, in frame pixels. `scratch` is memory for `bandRows` rows as wide
  /// as the region.
  ///
  /// Bands of rows in which the gradient is transparent are not written.
  package func draw(region: PixelRect, scratch: TileBuffer, onto target: BlendTarget) {
    var y = region.y
    while y < region.endY {
      let band = PixelRect(x: region.x, y: y, width: region.width, height: min(Self.bandRows, region.endY - y))
      if !isClear(in: band) {
        let rows = scratch.tile(at: band)
        shade(into: rows)
        composite(rows, region: band, onto: target)
      }
      y += Self.bandRows
    }
  }

  /// Whether every pixel of a rectangle is certain to be transparent black.
  private func isClear(in rect: PixelRect) -> Bool {
    if isOpaque { return false }
    let (low, high) = parameterBounds(in: rect)
    var index = curve.index(at: low)
    while true {
      let piece = curve.pieces[index]
      if piece.c0 != .zero || piece.c1 != .zero || piece.c2 != .zero || piece.c3 != .zero { return false }
      if piece.end > high || index + 1 == curve.pieces.count { return true }
      index += 1
    }
  }

  /// Lower and upper bounds of t in a rectangle, with some room for rounding; infinite where bounds are not worth computing.
  private func parameterBounds(in rect: PixelRect) -> (low: Float, high: Float) {
    let (x0, x1) = (Double(rect.x) + 0.5, Double(rect.endX) - 0.5)
    let (y0, y1) = (Double(rect.y) + 0.5, Double(rect.endY) - 0.5)
    var low: Double
    var high: Double
    if wrap != nil { return (-.infinity, .infinity) }
    switch geometry {
    case .linear(let a, let b, let c):
      let (left, right) = (Double(a) * x0, Double(a) * x1)
      let (top, bottom) = (b * y0, b * y1)
      low = min(left, right) + min(top, bottom) + c
      high = max(left, right) + max(top, bottom) + c
    case .radial(let cx, let cy, let sx, let sy):
      let nearX = max(x0 - cx, cx - x1, 0) * Double(sx)
      let nearY = max(y0 - cy, cy - y1, 0) * sy
      let farX = max(x1 - cx, cx - x0) * Double(sx)
      let farY = max(y1 - cy, cy - y0) * sy
      low = (nearX * nearX + nearY * nearY).squareRoot()
      high = (farX * farX + farY * farY).squareRoot()
    case .conic:
      (low, high) = (0, 1)
    case .mapped:
      return (-.infinity, .infinity)
    }
    // Some 80 times Float's machine epsilon.
    let slack = 1e-5 * (1 + low.magnitude + high.magnitude)
    low -= slack
    high += slack
    return (Float(low), Float(high))
  }
}
