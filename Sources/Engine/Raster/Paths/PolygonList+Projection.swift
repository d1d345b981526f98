import Model

extension PolygonList {
  /// The least w (`Projection`) of a projected corner. Parts of polygons with a smaller w, near the horizon or behind the eye,
  /// are cut off.
  private static let leastW = 0.01

  /// Replaces the list by other polygons, seen by an affine or perspective projection. Each polygon is first clipped by the line on which w is
  /// `leastW` (Sutherland and Hodgman 1974, Reentrant polygon clipping), which does not change winding numbers where w is larger.
  package mutating func setProjected(_ polygons: PolygonList, by projection: Projection) {
    removeAll()
    /// w of a point minus `leastW`; negative if the point is cut off.
    func wAboveLeast(_ point: Point) -> Double {
      projection.wx * point.x + projection.wy * point.y + projection.w0 - Self.leastW
    }
    func addImage(of point: Point) {
      let image = projection(point.x, point.y)
      add(Point(image.x, image.y))
    }
    var start = 0
    for end in polygons.ends {
      var previous = polygons.points[end - 1]
      for index in start..<end {
        let next = polygons.points[index]
        let (previousExcess, nextExcess) = (wAboveLeast(previous), wAboveLeast(next))
        let crossesLine = (previousExcess >= 0) != (nextExcess >= 0)
        if crossesLine {
          addImage(of: previous + (next - previous) * (previousExcess / (previousExcess - nextExcess)))
        }
        if nextExcess >= 0 { addImage(of: next) }
        previous = next
      }
      close()
      start = end
    }
  }
}
