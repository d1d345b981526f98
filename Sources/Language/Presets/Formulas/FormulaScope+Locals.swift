import JSON
import Model

/// A name that only a part of a formula knows: a parameter in the body of its function, or what stands for the index or the element
/// in the terms of a sum.
struct LocalName {
  enum Content {
    case value(FormulaVector)
    /// An element of a knob's list, which may be a list itself.
    case element(Scope.KnobValue)
  }

  let name: String
  let content: Content
  /// What the name is, for messages: "a parameter of ring".
  let role: String
  /// Whether the formula has read the name.
  var isUsed = false
}

extension FormulaScope {
  /// What a formula sees besides the names of its field and of its preset. A body of a function sees its own parameters and the
  /// functions before it, not those of its caller.
  struct Frame {
    /// The innermost name is the last.
    var locals: [LocalName] = []
    /// How many of the functions may be called, from the first on.
    var functionCount = 0
    /// Whether the names that the field defines may be read: not in a function of the preset.
    var readsNamesOfField = true
  }

  /// The innermost local name of a text, which counts as used from now on; nil if there is none.
  func takeLocal(named name: String) -> LocalName? {
    guard let index = frame.locals.lastIndex(where: { $0.name == name }) else { return nil }
    frame.locals[index].isUsed = true
    return frame.locals[index]
  }

  /// The knob, or the element of a knob's list, that a name stands for; nil if there is none.
  func list(named name: String) -> Scope.KnobValue? {
    guard let local = takeLocal(named: name) else { return presetScope.knob(named: name) }
    if case .element(let element) = local.content { return element }
    return nil
  }

  /// An element of a list, whose indices may depend on local names that are known when the preset is read; nil if a mistake that
  /// has been reported leaves an index unknown.
  ///
  /// - Throws: a failure whose offset has no meaning: callers report the failure at the list's name.
  func element(
    of list: Scope.KnobValue, at indices: [String], nesting: Int
  ) throws(SyntaxFailure) -> JSONNode? {
    guard !frame.locals.isEmpty else { return try presetScope.element(of: list, at: indices, nesting: nesting) }
    var knobs: [Scope.KnobValue] = []
    for word in indices.flatMap(Scope.words) where !knobs.contains(where: { $0.name == word }) {
      guard let local = takeLocal(named: word) else { continue }
      switch local.content {
      case .element(let element): knobs.append(Scope.KnobValue(name: word, node: element.node))
      case .value(let value):
        guard value.isKnown else { return nil }
        guard value.count == 1, let number = value.x.constant else {
          throw SyntaxFailure(
            offset: 0,
            message:
              "the number of an element may depend only on knobs and numbers, but \(word), \(local.role), does not")
        }
        let node = JSONNode(.number(number, text: plain(number)), at: list.node.origin)
        knobs.append(Scope.KnobValue(name: word, node: node))
      }
    }
    var scope = presetScope
    scope.knobs = knobs + scope.knobs
    return try scope.element(of: list, at: indices, nesting: nesting)
  }
}
