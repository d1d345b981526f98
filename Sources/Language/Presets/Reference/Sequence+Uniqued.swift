extension Sequence where Element: Hashable {
  /// The elements without repetitions, each at its first place.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
