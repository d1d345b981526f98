import Model

extension PresetDecoder {
  /// The cells of an emitter or of a parent cell, without those that are not enabled.
  func cells(_ unresolved: JSONNode, parent: UInt64, depth: Int?) -> [Cell] {
    guard let list = elements(unresolved, of: "cells", most: Limits.cells) else { return [] }
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Limits.cellNesting else {
      report("cells are nested \(nesting) deep; at most \(Limits.cellNesting) are allowed", at: unresolved)
      return []
    }
    reportEqualNames(list, of: "cells")
    var cells: [Cell] = []
    for (index, element) in list.enumerated() {
      scope.cellCount += 1
      if scope.cellCount > Limits.cells {
        if scope.cellCount == Limits.cells + 1 {
          report("more than \(grouped(Limits.cells)) cells in one preset", at: element)
        }
        break
      }
      let name = element["name"]?.string
      inside(name: name, index: index) {
        if let cell = cell(element, path: path(of: name, at: index, in: parent)) { cells.append(cell) }
      }
    }
    return cells
  }

  func path(of name: String?, at index: Int, in parent: UInt64) -> UInt64 {
    if let name, !name.isEmpty { return PathHash.child(of: parent, named: name) }
    return PathHash.child(of: parent, at: index)
  }

  private func cell(_ node: JSONNode, path: UInt64) -> Cell? {
    let before = issueCount
    var draft = CellDraft(cell: Cell(name: "", path: path))
    let isChild = nesting > 1
    readObject(node, Declarations.cell, into: &draft)
    guard issueCount == before, draft.isEnabled else { return nil }
    reportInvisible(draft.cell, isChild: isChild, at: node)
    draft.cell.step = min(draft.cell.step, longestStep(of: draft.cell))
    return draft.cell
  }

  /// Up to 2 ÷ drag steps end where the closed form does; longer ones could not slow down as fast.
  private func longestStep(of cell: Cell) -> Double {
    let ever = -1e6...1e6
    let clocks = ClockRange(local: ever, canvas: ever)
    let drag = cell.drag.bounds(during: clocks).upperBound + cell.dragRange.bounds(during: clocks).upperBound / 2
    return drag > 0 ? 2 / drag : .infinity
  }

  /// A cell that can never be seen is a slip: say which key is missing. A formula that happens to be 0 is none: a knob
  /// may turn a cell off.
  private func reportInvisible(_ cell: Cell, isChild: Bool, at node: JSONNode) {
    func isAlwaysZero(_ number: AnimatedNumber, _ key: String) -> Bool {
      if let written = node[key], written.string != nil { return false }
      return number.constant.map { $0 <= 0 } ?? false
    }
    if isAlwaysZero(cell.lifetime, "lifetime"), isAlwaysZero(cell.lifetimeRange, "lifetimeRange") {
      report("this cell can never be seen: it needs a lifetime above 0", at: node)
    }
    // Counts in a list of bursts may be formulas too.
    let hasBursts = !isAlwaysZero(cell.burst, "burst") || !cell.bursts.isEmpty
    if isAlwaysZero(cell.birthRate, "birthRate"), !hasBursts {
      report("this cell can never be seen: it needs a birthRate or a burst above 0", at: node)
    }
    if !isChild, cell.when != .life {
      report("when is for cells of a cell; this one has no parent particle", at: node)
    }
    reportOccasion(of: cell, at: node)
    reportFlutter(of: cell, at: node)
    reportVelocity(of: cell, at: node)
    reportBounds(of: cell, at: node)
    if isChild, cell.when != .life, !hasBursts, cell.duration == nil {
      report(
        "a cell born at its parent's \(cell.when.rawValue) needs a burst, or a birthRate with a duration", at: node)
    }
    if let duration = cell.duration, duration <= 0, !hasBursts {
      report("this cell can never be seen: its duration is 0", at: node)
    }
  }

  /// Flutter follows the tumble.
  private func reportFlutter(of cell: Cell, at node: JSONNode) {
    guard cell.flutter.constant != 0 || cell.flutterRange.constant != 0 else { return }
    if cell.tumbleSpeed.constant == 0, cell.tumbleSpeedRange.constant == 0 {
      report("flutter needs a tumbleSpeed: a particle swoops once with every turn of its tumble", at: node)
    }
    if !cell.spinOverLife.isEmpty { report("flutter and spinOverLife exclude each other: swoops are even", at: node) }
  }

  /// One law says how a velocity goes on.
  private func reportVelocity(of cell: Cell, at node: JSONNode) {
    guard !cell.velocityOverLife.isEmpty else { return }
    if cell.isStepped {
      report("velocityOverLife is for particles without forces and borders, which say how velocities go on", at: node)
    }
    if cell.drag.constant != 0 || cell.dragRange.constant != 0 {
      report("velocityOverLife and drag exclude each other: both say how a velocity goes on", at: node)
    }
  }

  /// Borders know where a velocity and forces lead, not how a particle travels. (Offsets, sways and drifts are added to its
  /// place, as a highlight's are.)
  private func reportBounds(of cell: Cell, at node: JSONNode) {
    guard !cell.bounds.isEmpty else { return }
    if cell.travel.constant != 0 || cell.travelRange.constant != 0 {
      report("bounds do not hold what travel moves: use velocity with drag, or no bounds", at: node)
    }
  }

  private func reportOccasion(of cell: Cell, at node: JSONNode) {
    let isGiven = cell.age != nil || cell.ageShare != nil
    if cell.when == .age, !isGiven { report("when \"age\" needs age or ageShare", at: node) }
    if cell.when != .age, isGiven { report("age and ageShare are for cells with when \"age\"", at: node) }
    if cell.age != nil, cell.ageShare != nil { report("age and ageShare exclude each other", at: node) }
    if cell.when != .bounce, node["bounces"] != nil { report("bounces is for cells with when \"bounce\"", at: node) }
    for child in cell.cells where child.when == .bounce && !cell.bounds.contains(where: { $0.action == .bounce }) {
      let name = child.name.isEmpty ? "a cell" : "the cell \(quoted(child.name))"
      report("\(name) is born at its parent's bounces; this parent has no bounds with the action bounce", at: node)
    }
  }

  func bursts(_ unresolved: JSONNode) -> [Cell.Burst]? {
    guard let node = resolved(unresolved), let list = elements(node, of: "bursts [time, count]") else { return nil }
    let before = issueCount
    let bursts = list.enumerated().map { index, element in
      inside(index: index) {
        var burst = Cell.Burst(time: 0, count: 0)
        guard let parts = element.elements else {
          readObject(element, Declarations.burst, into: &burst)
          return burst
        }
        guard parts.count == 2 else {
          report("a burst is [time, count]", at: element)
          return burst
        }
        burst.time = number(parts[0], NumberRule(.seconds, 0...1e6)) ?? 0
        burst.count = number(parts[1], NumberRule(.particles, 0...1e7)) ?? 0
        return burst
      }
    }
    return issueCount == before ? bursts.sorted { $0.time < $1.time } : nil
  }

  /// Equal sibling names would share their random draws and could not be told apart.
  func reportEqualNames(_ list: [JSONNode], of what: String) {
    var seen: Set<String> = []
    for (index, element) in list.enumerated() {
      guard let name = element["name"], let text = name.string, !text.isEmpty else { continue }
      if !seen.insert(text).inserted {
        inside(index: index) { report("two \(what) beside each other are called \(quoted(text))", at: name) }
      }
    }
  }

  func reportMisplacedOrder(_ node: JSONNode) {
    report("before and after are for presets that extend another", at: node)
  }
}
