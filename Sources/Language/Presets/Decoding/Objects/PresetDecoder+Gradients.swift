import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// Reads a gradient of a layer or of a paint.
  ///
  /// - Parameter defaultUnits: units of positions and radii if the gradient does not state them.
  func gradient(_ node: JSONNode, units defaultUnits: Gradient.Units = .points) -> Gradient? {
    // The units are read before all other keys, because percentages depend on them: in units of the filled box, 100 % is 1.
    let writtenUnits = resolved(node)?["units"].flatMap(resolved)?.string.flatMap { Gradient.Units(rawValue: $0) }
    let units = writtenUnits ?? defaultUnits
    let outerBox = scope.percentageBox
    if units == .box { scope.percentageBox = (1, 1) }
    defer { scope.percentageBox = outerBox }
    return Declarations.gradient.read(node, self, units)
  }

  /// The shape of a linear gradient: between two points, along an angle, or to a side or corner. Without any of these keys it
  /// runs downwards.
  func linearShape(_ line: LinearGeometry, at node: JSONNode) -> Gradient.Shape? {
    guard line.startPoint != nil || line.endPoint != nil else {
      switch line.direction {
      case .corner(let corner): return .corner(corner)
      case .side(let degrees): return .angle(AnimatedNumber(degrees))
      case nil: return .angle(line.angle ?? 180)
      }
    }
    if line.angle != nil || line.direction != nil { report("angle and startPoint cannot be combined", at: node) }
    guard let start = line.startPoint, let end = line.endPoint else {
      report("startPoint and endPoint belong together", at: node)
      return nil
    }
    return .line(start: start, end: end)
  }

  /// The geometry of a radial or diamond gradient.
  func radial(_ geometry: RadialGeometry, _ units: Gradient.Units, at node: JSONNode) -> Gradient.Radial {
    // `size` and `shape` say how CSS fits the ellipse into the box.
    let fittingKey = resolved(node)?.members?.first { $0.key == "size" || $0.key == "shape" }
    if geometry.radius != nil, let fittingKey {
      report("radius and \(fittingKey.key) cannot be combined", at: fittingKey.keyOrigin)
    }
    // By default the radii are half of the width and height of the box or canvas. Half of the canvas's width and height equal the
    // coordinates of its centre.
    let defaultSize: Gradient.Radial.Size =
      units == .box
      ? .radii(AnimatedPoint(0.5, 0.5)) : .radii(scope.center)
    var radial = geometry.radial
    radial.size =
      fittingKey == nil
      ? geometry.radius ?? defaultSize
      : .fitted(geometry.fit ?? .farthestCorner, isCircle: geometry.fittedShape == .circle)
    return radial
  }

  /// The shape of a conic gradient: a full turn, or from one angle to another.
  func conicShape(_ written: ConicGeometry, at node: JSONNode) -> Gradient.Shape? {
    guard written.startAngle != nil || written.endAngle != nil else {
      return .conic(Gradient.Conic(center: written.center, sweep: .full(from: written.from ?? 0)))
    }
    if written.from != nil { report("from and startAngle cannot be combined", at: node) }
    guard let start = written.startAngle, let end = written.endAngle else {
      report("startAngle and endAngle belong together", at: node)
      return nil
    }
    return .conic(Gradient.Conic(center: written.center, sweep: .between(start: start, end: end)))
  }

  /// Reads a colour, which may be animated, or a gradient. Positions of the gradient are shares of the filled box unless its
  /// `units` say otherwise.
  func paint(_ node: JSONNode) -> Paint? {
    if resolved(node)?["stops"] != nil { return gradient(node, units: .box).map { .gradient($0) } }
    return animatedColor(node).map { .color($0) }
  }
}
