import Model

extension PolygonList {
  /// The least w of a corner that is projected: what is nearer to the horizon, or behind the eye, is cut off.
  private static let leastW = 0.01

  /// Projects all polygons, in perspective too. Each is first cut by the line at which w is `leastW` (Sutherland and Hodgman 1974,
  /// Reentrant polygon clipping): winding numbers on the kept side stay what they were.
  package mutating func project(by projection: Projection) {
    var projected = PolygonList()
    func w(_ point: Point) -> Double {
      projection.wx * point.x + projection.wy * point.y + projection.w0 - Self.leastW
    }
    func add(_ point: Point) {
      let image = projection(point.x, point.y)
      projected.add(Point(image.x, image.y))
    }
    var start = 0
    for end in ends {
      var last = points[end - 1]
      for index in start..<end {
        let next = points[index]
        let (here, there) = (w(last), w(next))
        if (here >= 0) != (there >= 0) { add(last + (next - last) * (here / (here - there))) }
        if there >= 0 { add(next) }
        last = next
      }
      projected.close()
      start = end
    }
    self = projected
  }
}
