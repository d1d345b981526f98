import Lanes

/// How a sprite that may be out of focus is drawn.
enum DefocusMethod: Equatable {
  /// The shape's own kernel: the sprite is in focus, or it is a picture, whose kernel also draws out of focus.
  case ownKernel
  // Closed forms, for sprites that are circles in the frame.
  case disc, softDisc, ring
  /// An ellipse with the sprite's light, for a sprite that is far out of focus.
  case ellipse
  /// A grid (`DefocusGrid`). As the blur grows from 1 to 2 times the longer half axis, the sprite is cross-faded to an ellipse;
  /// `ellipseShare`, 0 ..< 1, is the ellipse's share in the coverage.
  case grid(ellipseShare: Float)

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let blur = record.blur
    if !(blur > 0) || shape.texture != nil {
      self = .ownKernel
      return
    }
    if shape.sheet != nil {
      self = .grid(ellipseShare: 0)
      return
    }
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    // The squared lengths of the two half axes.
    let (squaredX, squaredY) = (xx * xx + xy * xy, yx * yx + yy * yy)
    if let closedForm = shape.defocus.closedForm {
      // The lengths of the half axes differ by at most about 1 %, and their angle is within about 0.6° of 90°.
      let dotProduct = xx * yx + xy * yy
      let isCircular = abs(squaredX - squaredY) <= 0.02 * squaredX && abs(dotProduct) <= 0.01 * squaredX
      if isCircular {
        switch closedForm {
        case .disc: self = .disc
        case .softDisc: self = .softDisc
        case .ring: self = .ring
        }
        return
      }
    }
    // The longer half axis of the sprite's ellipse (`PrincipalAxes`), in pixels.
    let halfSum = (squaredX + squaredY) * 0.5
    let determinant = xx * yy - xy * yx
    let longHalfAxis = (halfSum + max(halfSum * halfSum - determinant * determinant, 0).squareRoot()).squareRoot()
    let progress = longHalfAxis > 0 ? clamp(blur / longHalfAxis - 1, 0, 1) : 1
    self = progress == 1 ? .ellipse : .grid(ellipseShare: progress * progress * (3 - 2 * progress))
  }
}
