import Model

extension VectorPath {
  /// A path of closed polygons, each a list of its corners.
  package init(polygons: [[(Double, Double)]], _ rule: FillRule = .nonzero) {
    self.init(fillRule: rule)
    for polygon in polygons {
      for (index, (x, y)) in polygon.enumerated() {
        if index == 0 { move(to: PlanePoint(x, y)) } else { line(to: PlanePoint(x, y)) }
      }
      close()
    }
  }
}
