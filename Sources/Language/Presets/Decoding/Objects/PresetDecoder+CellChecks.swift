import JSON
import Model

extension PresetDecoder {
  /// Reports keys of a cell that exclude each other, and missing keys without which the cell can never be seen.
  func reportContradictions(of cell: Cell, isChild: Bool, at node: JSONNode) {
    // A list of bursts always counts, since its numbers may be formulas.
    let hasBursts = !isNeverAboveZero(cell.burst, node["burst"]) || !cell.bursts.isEmpty || !cell.soundBirths.isEmpty
    reportInvisible(cell, hasBursts: hasBursts, at: node)
    reportTrigger(of: cell, isChild: isChild, hasBursts: hasBursts, at: node)
    reportFlutter(of: cell, at: node)
    reportVelocity(of: cell, at: node)
    reportBoundsWithTravel(of: cell, at: node)
    reportShapeKeys(of: cell, isChild: isChild, at: node)
    reportSheets(of: cell, at: node)
  }

  /// Reports sheets beside other sprites, and keys that act on flat sprites alone.
  private func reportSheets(of cell: Cell, at node: JSONNode) {
    guard cell.sprites.contains(where: { $0.shape.sheet != nil }) else { return }
    guard cell.hasSheets else {
      report(
        "a cell has sheets or other sprites, not both: give each a cell of its own", at: node["sprite"] ?? node)
      return
    }
    let keys = [
      ("shading", cell.shading.isZero), ("glint", cell.glint.isZero), ("backShade", cell.backShade.constant == 1),
      ("stretch", cell.stretch.isZero),
    ]
    for (key, isUnset) in keys where !isUnset {
      report("\(key) is for flat sprites: a sheet is bent and lit point by point", at: node[key] ?? node)
    }
  }

  /// Reports a child cell's keys that refer to an emitter's shape, since children are not born on such a shape. Also reports
  /// `travel` and `velocityOverLife` beside `gather`: they would move a particle from its birth on, but until `gather` releases a
  /// particle, only `gather` moves that particle.
  private func reportShapeKeys(of cell: Cell, isChild: Bool, at node: JSONNode) {
    if isChild, cell.emissionFrom != .canvas {
      report(
        "emissionFrom is for cells of an emitter: a child's emissionLongitude is measured from its parent's direction",
        at: node["emissionFrom"] ?? node)
    }
    if isChild, cell.colorFrom != .cell {
      report(
        "colorFrom is for cells of an emitter: a child has its parent's colour with inherit [\"color\"]",
        at: node["colorFrom"] ?? node)
    }
    if isChild, cell.colorByPlace != nil {
      report(
        "colorByPlace is for cells of an emitter: a child has its parent's colour with inherit [\"color\"]",
        at: node["colorByPlace"] ?? node)
    }
    if isChild, cell.cluster != nil {
      report(
        "cluster is for cells of an emitter: children are born at their parents' places", at: node["cluster"] ?? node)
    }
    guard cell.gather != nil else { return }
    let gatherNode = node["gather"] ?? node
    if isChild {
      report("gather is for cells of an emitter: children are born at their parents' places", at: gatherNode)
    }
    let travels = cell.travel.constant != 0 || cell.travelRange.constant != 0
    if travels || !cell.velocityOverLife.isEmpty {
      let excludedKey = travels ? "travel" : "velocityOverLife"
      report(
        "gather and \(excludedKey) cannot be combined; to slow particles down after their release, use velocity with drag",
        at: gatherNode
      )
    }
  }

  /// Whether a number is a constant of 0 or less, written or by default. A formula is never such a constant, whatever its value,
  /// because its author may want to turn the cell off by a knob.
  ///
  /// - Parameter written: the number as written in the preset; nil if it is the default.
  private func isNeverAboveZero(_ number: AnimatedNumber, _ written: JSONNode?) -> Bool {
    if written?.string != nil { return false }
    return number.constant.map { $0 <= 0 } ?? false
  }

  /// Reports a cell that can never be seen, with the key that is missing.
  private func reportInvisible(_ cell: Cell, hasBursts: Bool, at node: JSONNode) {
    if isNeverAboveZero(cell.lifetime, node["lifetime"]), isNeverAboveZero(cell.lifetimeRange, node["lifetimeRange"]) {
      report("this cell can never be seen: it needs a lifetime above 0\(likelyNameHint(node))", at: node)
    }
    if isNeverAboveZero(cell.birthRate, node["birthRate"]), !hasBursts {
      report("this cell can never be seen: it needs a birthRate or a burst above 0\(likelyNameHint(node))", at: node)
    }
    if let duration = cell.duration, duration <= 0, !hasBursts {
      report("this cell can never be seen: its duration is 0", at: node)
    }
  }

  /// Reports `flutter` without the tumble that drives it, and `flutter` beside `spinOverLife`.
  private func reportFlutter(of cell: Cell, at node: JSONNode) {
    guard cell.flutter.constant != 0 || cell.flutterRange.constant != 0 else { return }
    if cell.tumbleSpeed.constant == 0, cell.tumbleSpeedRange.constant == 0 {
      report("flutter needs a tumbleSpeed: a particle swoops once with every revolution of its tumble", at: node)
    }
    if !cell.spinOverLife.isEmpty {
      report("flutter and spinOverLife cannot be combined: swoops need a steady rate of turning", at: node)
    }
  }

  /// Reports `velocityOverLife` beside other keys that change the velocity over life.
  private func reportVelocity(of cell: Cell, at node: JSONNode) {
    guard !cell.velocityOverLife.isEmpty else { return }
    if cell.isStepped {
      report(
        "velocityOverLife is for particles without forces and bounds, which change velocities themselves", at: node)
    }
    if cell.drag.constant != 0 || cell.dragRange.constant != 0 {
      report("velocityOverLife and drag cannot be combined: both change a velocity over life", at: node)
    }
  }

  /// Reports `bounds` beside `travel`. Boundaries stop only motion by velocities and forces, not what `travel` adds to a position.
  /// They do not stop what offsets, sway and drift add either, but those keys are allowed beside `bounds`.
  private func reportBoundsWithTravel(of cell: Cell, at node: JSONNode) {
    guard !cell.bounds.isEmpty else { return }
    if cell.travel.constant != 0 || cell.travelRange.constant != 0 {
      report("bounds do not hold what travel moves: use velocity with drag, or no bounds", at: node)
    }
  }

  /// Reports a trigger (`when`) without a parent or without keys that it needs, and children with the trigger `bounce` whose
  /// parent never bounces.
  private func reportTrigger(of cell: Cell, isChild: Bool, hasBursts: Bool, at node: JSONNode) {
    if !isChild, cell.when != .life {
      report("when is for the cells of another cell; this one has no parent particle", at: node)
    }
    if cell.when == .age, cell.age == nil, cell.ageShare == nil {
      report("when \"age\" needs age or ageShare", at: node)
    }
    if cell.age != nil, cell.ageShare != nil { report("age and ageShare cannot be combined", at: node) }
    if isChild, cell.when != .life, !hasBursts, cell.duration == nil {
      report(
        "a cell born at its parent's \(cell.when.rawValue) needs a burst, or a birthRate with a duration", at: node)
    }
    for child in cell.cells where child.when == .bounce && !cell.bounds.contains(where: { $0.action == .bounce }) {
      let name = child.name.isEmpty ? "a cell" : "the cell \(quoted(child.name))"
      report("\(name) is born at its parent's bounces; this parent has no bounds with the action bounce", at: node)
    }
  }
}
