extension VectorPath {
  /// A rectangle.
  package init(rectangle box: PlaneRect) {
    self.init()
    move(to: PlanePoint(box.x, box.y))
    line(to: PlanePoint(box.x + box.width, box.y))
    line(to: PlanePoint(box.x + box.width, box.y + box.height))
    line(to: PlanePoint(box.x, box.y + box.height))
    close()
  }

  /// The path whose points are those of this one, moved by an affine mapping.
  package func mapped(by map: Projection) -> VectorPath {
    mapped { point in
      PlanePoint(map.xx * point.x + map.xy * point.y + map.x0, map.yx * point.x + map.yy * point.y + map.y0)
    }
  }
}
