import Model

/// Compiles the bounds of a cell into records, in pixels.
struct BoundCompiler {
  let canvas: Canvas

  func records(of bounds: [Bound], _ action: Bound.Action) -> [BoundRecord] {
    bounds.filter { $0.action == action }.flatMap { records(of: $0) }
  }

  private func records(of bound: Bound) -> [BoundRecord] {
    let pixelsPerPoint = canvas.pixelsPerPoint
    func record(_ x: Double, _ y: Double, _ offset: Double) -> BoundRecord {
      BoundRecord(
        normalX: Float(x), normalY: Float(y), offset: Float(offset * pixelsPerPoint),
        restitution: Float(bound.restitution),
        friction: Float(bound.friction))
    }
    switch bound.shape {
    case .edges(let axis, let inset):
      let across = [record(1, 0, inset), record(-1, 0, inset - canvas.widthPoints)]
      let down = [record(0, 1, inset), record(0, -1, inset - canvas.heightPoints)]
      return (axis == .vertical ? [] : across) + (axis == .horizontal ? [] : down)
    case .floor(let y): return [record(0, -1, -y)]
    case .line(let from, let to):
      let (x, y) = (to.x - from.x, to.y - from.y)
      let length = (x * x + y * y).squareRoot()
      guard length > 0 else { return [] }
      let (alongX, alongY) = (x / length, y / length)
      var line = record(-alongY, alongX, from.y * alongX - from.x * alongY)
      line.isSegment = true
      line.middle = Float(((from.x + to.x) * alongX + (from.y + to.y) * alongY) / 2 * pixelsPerPoint)
      line.halfLength = Float(length / 2 * pixelsPerPoint)
      return [line]
    }
  }

  /// Sides that meet (`ForceProgram.wrap`).
  func wrap(of bounds: [Bound]) -> SIMD4<Float> {
    var wrap = SIMD4<Float>()
    for bound in bounds where bound.action == .wrap {
      guard case .edges(let axis, let inset) = bound.shape else { continue }
      let (left, width) = (inset * canvas.pixelsPerPoint, (canvas.widthPoints - 2 * inset) * canvas.pixelsPerPoint)
      let height = (canvas.heightPoints - 2 * inset) * canvas.pixelsPerPoint
      if axis != .vertical { (wrap.x, wrap.y) = (Float(left), Float(max(width, 1))) }
      if axis != .horizontal { (wrap.z, wrap.w) = (Float(left), Float(max(height, 1))) }
    }
    return wrap
  }
}
