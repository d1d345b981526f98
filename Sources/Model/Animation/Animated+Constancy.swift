// Which parts of a scene never move, so that what follows from them can be computed once.

extension AnimatedNumber {
  /// Whether the value is 0 at all times.
  package var isZero: Bool { constant == 0 }
}

extension AnimatedColor {
  package var isConstant: Bool {
    if case .constant = self { return true }
    return false
  }
}
