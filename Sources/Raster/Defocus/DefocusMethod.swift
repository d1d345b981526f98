import Lanes

/// How one sprite out of focus is drawn.
enum DefocusMethod: Equatable {
  /// By its shape's own kernel: it is in focus.
  case sharp
  // In closed form, of a sprite that is seen face on.
  case disc, softDisc, ring
  /// As an ellipse with its light: it is far out of focus.
  case ellipse
  /// On a grid (`SpreadGrid`); the ellipse that it turns into as the blur grows has this share of the coverage.
  case grid(ellipseShare: Float)

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let blur = record.blur
    if !(blur > 0) {
      self = .sharp
      return
    }
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let (squareX, squareY) = (xx * xx + xy * xy, yx * yx + yy * yy)
    if let closedForm = shape.defocus.closedForm {
      // Within one percent of a circle.
      let product = xx * yx + xy * yy
      let isCircular = abs(squareX - squareY) <= 0.02 * squareX && abs(product) <= 0.01 * squareX
      if isCircular {
        switch closedForm {
        case .disc: self = .disc
        case .softDisc: self = .softDisc
        case .ring: self = .ring
        }
        return
      }
    }
    // The longer half axis of the ellipse through both.
    let sum = (squareX + squareY) * 0.5
    let determinant = xx * yy - xy * yx
    let longest = (sum + max(sum * sum - determinant * determinant, 0).squareRoot()).squareRoot()
    let progress = longest > 0 ? clamp(blur / longest - 1, 0, 1) : 1
    self = progress == 1 ? .ellipse : .grid(ellipseShare: progress * progress * (3 - 2 * progress))
  }
}
