import Model

/// Compiles the boundaries of a cell into records, in pixels.
struct BoundaryCompiler {
  let canvas: Canvas

  /// Records of the boundaries that have the given action.
  func records(of boundaries: [Boundary], _ action: Boundary.Action) -> [BoundaryRecord] {
    boundaries.filter { $0.action == action }.flatMap { records(of: $0) }
  }

  private func records(of boundary: Boundary) -> [BoundaryRecord] {
    let pixelsPerPoint = canvas.pixelsPerPoint
    /// - Parameter offsetPoints: normal · position for any position on the line, in points.
    func lineRecord(normalX: Double, normalY: Double, offsetPoints: Double) -> BoundaryRecord {
      BoundaryRecord(
        normalX: Float(normalX), normalY: Float(normalY), offset: Float(offsetPoints * pixelsPerPoint),
        restitution: Float(boundary.restitution),
        friction: Float(boundary.friction))
    }
    switch boundary.shape {
    case .edges(let axis, let inset):
      let leftAndRight = [
        lineRecord(normalX: 1, normalY: 0, offsetPoints: inset),
        lineRecord(normalX: -1, normalY: 0, offsetPoints: inset - canvas.widthPoints),
      ]
      let topAndBottom = [
        lineRecord(normalX: 0, normalY: 1, offsetPoints: inset),
        lineRecord(normalX: 0, normalY: -1, offsetPoints: inset - canvas.heightPoints),
      ]
      return (axis == .vertical ? [] : leftAndRight) + (axis == .horizontal ? [] : topAndBottom)
    case .floor(let y): return [lineRecord(normalX: 0, normalY: -1, offsetPoints: -y)]
    case .line(let from, let to):
      let (x, y) = (to.x - from.x, to.y - from.y)
      let length = (x * x + y * y).squareRoot()
      guard length > 0 else { return [] }
      let (alongX, alongY) = (x / length, y / length)
      var segment = lineRecord(normalX: -alongY, normalY: alongX, offsetPoints: from.y * alongX - from.x * alongY)
      segment.isSegment = true
      segment.middle = Float(((from.x + to.x) * alongX + (from.y + to.y) * alongY) / 2 * pixelsPerPoint)
      segment.halfLength = Float(length / 2 * pixelsPerPoint)
      return [segment]
    }
  }

  /// The rectangle that particles wrap around. If there are several boundaries on one axis, the last one counts. Opposite sides are
  /// at least one pixel apart: `ForceProgram.wrap` divides by their distance, and takes 0 for "does not wrap".
  func wrapRectangle(of boundaries: [Boundary]) -> WrapRectangle {
    var wrap = WrapRectangle()
    for boundary in boundaries where boundary.action == .wrap {
      guard case .edges(let axis, let inset) = boundary.shape else { continue }
      let insetPixels = inset * canvas.pixelsPerPoint
      let width = (canvas.widthPoints - 2 * inset) * canvas.pixelsPerPoint
      let height = (canvas.heightPoints - 2 * inset) * canvas.pixelsPerPoint
      if axis != .vertical { (wrap.left, wrap.width) = (Float(insetPixels), Float(max(width, 1))) }
      if axis != .horizontal { (wrap.top, wrap.height) = (Float(insetPixels), Float(max(height, 1))) }
    }
    return wrap
  }
}
