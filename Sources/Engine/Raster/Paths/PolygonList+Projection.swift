import Model

extension PolygonList {
  /// The least w (`Projection`) of a projected corner. Parts of polygons with a smaller w, near the horizon or behind the eye,
  /// are cut off.
  private static let leastW = 0.01

  /// Projects all polygons by an affine or perspective projection. Each polygon is first clipped by the line on which w is `leastW`
  /// (Sutherland and Hodgman 1974, Reentrant polygon clipping), which does not change winding numbers where w is larger.
  package mutating func project(by projection: Projection) {
    var projected = PolygonList()
    /// w of a point minus `leastW`; negative if the point is cut off.
    func wAboveLeast(_ point: Point) -> Double {
      projection.wx * point.x + projection.wy * point.y + projection.w0 - Self.leastW
    }
    func add(_ point: Point) {
      let image = projection(point.x, point.y)
      projected.add(Point(image.x, image.y))
    }
    var start = 0
    for end in ends {
      var previous = points[end - 1]
      for index in start..<end {
        let next = points[index]
        let (previousExcess, nextExcess) = (wAboveLeast(previous), wAboveLeast(next))
        let crossesLine = (previousExcess >= 0) != (nextExcess >= 0)
        if crossesLine { add(previous + (next - previous) * (previousExcess / (previousExcess - nextExcess))) }
        if nextExcess >= 0 { add(next) }
        previous = next
      }
      projected.close()
      start = end
    }
    self = projected
  }
}
