import Model

/// Writes one record of `Ribbons`, point by point.
struct RibbonWriter {
  private let record: UnsafeMutablePointer<Float>
  private let layout: RibbonLayout
  private var pointCount = 0
  /// Box around the points with their half widths, in pixels.
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  /// - Parameter light: red, green, blue and alpha at the head, premultiplied.
  @inline(__always)
  init(record: UnsafeMutablePointer<Float>, layout: RibbonLayout, light: SIMD4<Float>) {
    self.record = record
    self.layout = layout
    let header = record + RibbonLayout.lightIndex
    (header[0], header[1], header[2], header[3]) = (light.x, light.y, light.z, light.w)
  }

  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int) {
    add(points.position(point)) { points.value(inPlane: $0, at: point) }
  }

  /// Adds a point halfway between `point` and the next one: the middle of the line between them, moved by `bow` pixels.
  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int, halfway bow: SIMD2<Float>) {
    add((points.position(point) + points.position(point + 1)) * 0.5 + bow) {
      (points.value(inPlane: $0, at: point) + points.value(inPlane: $0, at: point + 1)) * 0.5
    }
  }

  /// - Parameter valueInPlane: the point's value in a plane of `TracedPoints`.
  @inline(__always)
  private mutating func add(_ position: SIMD2<Float>, _ valueInPlane: (_ plane: Int) -> Float) {
    let point = record + (RibbonLayout.headerFloatCount &+ pointCount)
    let halfWidth = valueInPlane(TracedPoints.Plane.halfWidth)
    point[RibbonLayout.Plane.x &* layout.planeStride] = position.x
    point[RibbonLayout.Plane.y &* layout.planeStride] = position.y
    // From the half width on, traced points and records have the same planes.
    var target = point + RibbonLayout.Plane.halfWidth &* layout.planeStride
    for plane in TracedPoints.appearancePlanes(layout) {
      target[0] = valueInPlane(plane)
      target += layout.planeStride
    }
    low = SIMD2(min(low.x, position.x - halfWidth), min(low.y, position.y - halfWidth))
    high = SIMD2(max(high.x, position.x + halfWidth), max(high.y, position.y + halfWidth))
    pointCount &+= 1
  }

  /// Completes the record's header: box and number of points.
  @inline(__always)
  func end() {
    let box = record + RibbonLayout.boxIndex
    (box[0], box[1], box[2], box[3]) = (low.x, low.y, high.x, high.y)
    record[RibbonLayout.pointCountIndex] = Float(pointCount)
  }
}
