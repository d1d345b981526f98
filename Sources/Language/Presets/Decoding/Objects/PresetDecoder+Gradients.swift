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
    let draft = object(node, Declarations.gradient)
    scope.percentageBox = outerBox
    guard let draft, let members = resolved(node)?.members else { return nil }
    let issueCountBefore = issueCount
    let shape: Gradient.Shape?
    switch draft.type {
    case .linear: shape = linearShape(draft, node)
    case .radial: shape = .radial(radialGeometry(draft, units, members))
    case .diamond: shape = .diamond(radialGeometry(draft, units, members))
    case .conic, .angular: shape = conicShape(draft, node)
    }
    guard issueCount == issueCountBefore, let shape else { return nil }
    return Gradient(
      shape: shape, stops: draft.stops, interpolation: draft.interpolation ?? scope.defaultInterpolation,
      spread: draft.spread, units: units)
  }

  /// The shape of a linear gradient: between two points, along an angle, or to a side or corner. Without any of these keys it
  /// runs downwards.
  private func linearShape(_ draft: GradientDraft, _ node: JSONNode) -> Gradient.Shape? {
    guard draft.startPoint != nil || draft.endPoint != nil else {
      switch draft.direction {
      case .corner(let corner): return .corner(corner)
      case .side(let degrees): return .angle(AnimatedNumber(degrees))
      case nil: return .angle(draft.angle ?? 180)
      }
    }
    if draft.angle != nil || draft.direction != nil { report("angle and startPoint cannot be combined", at: node) }
    guard let start = draft.startPoint, let end = draft.endPoint else {
      report("startPoint and endPoint belong together", at: node)
      return nil
    }
    return .line(start: start, end: end)
  }

  /// The geometry of a radial or diamond gradient.
  ///
  /// - Parameter members: the gradient's keys as written, with the positions at which keys that exclude each other are reported.
  private func radialGeometry(
    _ draft: GradientDraft, _ units: Gradient.Units, _ members: [JSONNode.Member]
  ) -> Gradient.Radial {
    // `size` and `shape` say how CSS fits the ellipse into the box.
    let fittingKey = members.first { $0.key == "size" || $0.key == "shape" }
    if draft.radius != nil, let fittingKey {
      report("radius and \(fittingKey.key) cannot be combined", at: fittingKey.keyOrigin)
    }
    if draft.direction != nil, let member = members.first(where: { $0.key == "angle" }) {
      report("a \(draft.type.rawValue) gradient's angle is a number of degrees, not a side", at: member.node)
    }
    // By default the radii are half of the width and height of the box or canvas. Half of the canvas's width and height equal the
    // coordinates of its centre.
    let defaultSize: Gradient.Radial.Size =
      units == .box
      ? .radii(AnimatedPoint(0.5, 0.5)) : .radii(scope.center)
    let size: Gradient.Radial.Size =
      fittingKey == nil
      ? draft.radius ?? defaultSize : .fitted(draft.fit ?? .farthestCorner, isCircle: draft.fittedShape == .circle)
    return Gradient.Radial(
      center: draft.center, size: size, angle: draft.angle ?? 0, startRadius: draft.startRadius, focus: draft.focus)
  }

  /// The shape of a conic gradient: a full turn, or from one angle to another.
  private func conicShape(_ draft: GradientDraft, _ node: JSONNode) -> Gradient.Shape? {
    guard draft.startAngle != nil || draft.endAngle != nil else {
      return .conic(Gradient.Conic(center: draft.center, sweep: .full(from: draft.from ?? 0)))
    }
    if draft.from != nil { report("from and startAngle cannot be combined", at: node) }
    guard let start = draft.startAngle, let end = draft.endAngle else {
      report("startAngle and endAngle belong together", at: node)
      return nil
    }
    return .conic(Gradient.Conic(center: draft.center, sweep: .between(start: start, end: end)))
  }

  /// Reads a colour, which may be animated, or a gradient. Positions of the gradient are shares of the filled box unless its
  /// `units` say otherwise.
  func paint(_ node: JSONNode) -> Paint? {
    if resolved(node)?["stops"] != nil { return gradient(node, units: .box).map { .gradient($0) } }
    return animatedColor(node).map { .color($0) }
  }
}
