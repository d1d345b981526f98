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
    var path = VectorPath(fillRule: fillRule)
    func mapped(_ point: PlanePoint) -> PlanePoint {
      PlanePoint(map.xx * point.x + map.xy * point.y + map.x0, map.yx * point.x + map.yy * point.y + map.y0)
    }
    for element in elements {
      switch element {
      case .move(let point): path.move(to: mapped(point))
      case .line(let point): path.line(to: mapped(point))
      case .curve(let a, let b, let end): path.curve(mapped(a), mapped(b), to: mapped(end))
      case .close: path.close()
      }
    }
    return path
  }
}
