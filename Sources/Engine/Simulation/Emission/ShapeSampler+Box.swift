import Lanes
import Model

extension ShapeSampler {
  /// The box around all places on the shape, in pixels relative to the shape's centre. Curves of an outline may reach a little beyond it,
  /// since only the ends of their pieces count.
  ///
  /// - Parameters:
  ///   - width: pixels, as in `flatOffset`; likewise the height.
  ///   - depth: pixels; extent in z of all shapes but a sphere.
  func box(width: Float8, height: Float8, depth: Float8) -> (low: LaneVector, high: LaneVector) {
    let (w, h) = (Lanes.abs(width), Lanes.abs(height))
    var half = LaneVector(w * 0.5, h * 0.5, Lanes.abs(depth) * 0.5)
    switch kind {
    case .center: (half.x, half.y) = (Float8(), Float8())
    case .lineEnds, .line: half.y = Float8()
    case .rectangleCorners, .rectangleOutline, .rectangle, .ellipseOutline, .ellipse, .cuboidCorners, .cuboidEdges,
      .cuboidFaces:
      break
    case .circleOutline, .circle: (half.x, half.y) = (w, w)
    case .ringOutlines, .ring: (half.x, half.y) = (Lanes.max(w, h), Lanes.max(w, h))
    case .sphere, .sphereSurface: half = LaneVector(w, w, w)
    case .picture:
      let scale = pixelsPerUnit(width: width, height: height)
      half.x = Lanes.abs(scale.x * (pictureSize.x * 0.5))
      half.y = Lanes.abs(scale.y * (pictureSize.y * 0.5))
    case .points, .outline, .triangles:
      let scale = pixelsPerUnit(width: width, height: height)
      let (x, y) = ((scale.x * boxLow.x, scale.x * boxHigh.x), (scale.y * boxLow.y, scale.y * boxHigh.y))
      return (
        LaneVector(Lanes.min(x.0, x.1), Lanes.min(y.0, y.1), -half.z),
        LaneVector(Lanes.max(x.0, x.1), Lanes.max(y.0, y.1), half.z)
      )
    }
    return (LaneVector(-half.x, -half.y, -half.z), half)
  }

  /// Pixels in one unit of the pieces' positions and of a picture's size.
  private func pixelsPerUnit(width: Float8, height: Float8) -> (x: Float8, y: Float8) {
    scaling == .unscaled ? (Float8(repeating: 1), Float8(repeating: 1)) : scale(width: width, height: height)
  }
}
