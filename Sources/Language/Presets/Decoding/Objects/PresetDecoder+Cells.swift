import JSON
import Model

extension PresetDecoder {
  /// Reads the cells of an emitter or of a parent cell; leaves out cells that are not enabled or have issues.
  ///
  /// - Parameter parent: path hash of the emitter's layer or of the parent cell.
  func cells(_ unresolved: JSONNode, parent: UInt64) -> [Cell] {
    guard let list = elements(unresolved, of: "cells", maximum: Limits.cells) else { return [] }
    cellNesting += 1
    defer { cellNesting -= 1 }
    guard cellNesting <= Limits.cellNesting else {
      report("cells are nested \(cellNesting) deep; at most \(Limits.cellNesting) are allowed", at: unresolved)
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
        if let cell = cell(element, cellPath: pathHash(of: name, at: index, in: parent)) { cells.append(cell) }
      }
    }
    return cells
  }

  /// Path hash of a layer or cell, from its name if it has one, otherwise from its index among its siblings.
  func pathHash(of name: String?, at index: Int, in parent: UInt64) -> UInt64 {
    if let name, !name.isEmpty { return PathHash.child(of: parent, named: name) }
    return PathHash.child(of: parent, at: index)
  }

  /// Reads a cell; nil if it is not enabled or has issues.
  private func cell(_ node: JSONNode, cellPath: UInt64) -> Cell? {
    let issueCountBefore = issueCount
    var draft = CellDraft(cell: Cell(name: "", cellPath: cellPath))
    let isChild = cellNesting > 1
    readObject(node, Declarations.cell, into: &draft)
    guard issueCount == issueCountBefore, draft.isEnabled else { return nil }
    reportContradictions(of: draft.cell, isChild: isChild, at: node)
    draft.cell.step = min(draft.cell.step, maximumStep(of: draft.cell))
    return draft.cell
  }

  /// The longest integration step, in seconds, that is stable under the cell's drag: 2 divided by the greatest drag of any
  /// particle.
  private func maximumStep(of cell: Cell) -> Double {
    // A range, in seconds, that contains every time at which a value is read.
    let allTimes = -1e6...1e6
    let clocks = ClockRange(local: allTimes, canvas: allTimes)
    let greatestDrag =
      cell.drag.valueRange(during: clocks).upperBound + cell.dragRange.valueRange(during: clocks).upperBound / 2
    return greatestDrag > 0 ? 2 / greatestDrag : .infinity
  }

  /// Reports siblings with the same name, which would share their random numbers and could not be told apart.
  ///
  /// - Parameter kind: what the siblings are, as a plural for messages.
  func reportEqualNames(_ list: [JSONNode], of kind: String) {
    var seenNames: Set<String> = []
    for (index, element) in list.enumerated() {
      guard let nameNode = element["name"], let name = nameNode.string, !name.isEmpty else { continue }
      if !seenNames.insert(name).inserted {
        inside(index: index) { report("two \(kind) beside each other are called \(quoted(name))", at: nameNode) }
      }
    }
  }
}
