import Lanes

/// How a sprite that may be out of focus is drawn.
enum DefocusMethod: Equatable {
  /// The shape's own kernel: the sprite is in focus, or it is a picture, whose kernel also draws out of focus.
  case ownKernel
  // Closed forms, for sprites that are circles in the frame.
  case disc, softDisc, ring
  /// An ellipse with the sprite's light, for a sprite that is far out of focus.
  case ellipse
  /// A grid (`DefocusGrid`). As the blur grows, the sprite is cross-faded to an ellipse; `ellipseShare`, 0 ..< 1, is the ellipse's share
  /// in the coverage.
  case grid(ellipseShare: Float)

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let blur = record.blur
    if !(blur > 0) || shape.texture != nil {
      self = .ownKernel
      return
    }
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let (squareX, squareY) = (xx * xx + xy * xy, yx * yx + yy * yy)
    if let closedForm = shape.defocus.closedForm {
      // The lengths of the half axes differ by at most about 1 %, and their angle is within about 0.6° of 90°.
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
    // `longest` is the longer half axis of the sprite's ellipse (`PrincipalAxes`), in pixels.
    let sum = (squareX + squareY) * 0.5
    let determinant = xx * yy - xy * yx
    let longest = (sum + max(sum * sum - determinant * determinant, 0).squareRoot()).squareRoot()
    let progress = longest > 0 ? clamp(blur / longest - 1, 0, 1) : 1
    self = progress == 1 ? .ellipse : .grid(ellipseShare: progress * progress * (3 - 2 * progress))
  }
}
