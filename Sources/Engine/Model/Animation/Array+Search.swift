extension Array {
  /// The index of the last element whose key is at most `position`, by binary search; 0 if all keys are greater.
  ///
  /// - Parameter key: the number that the elements are sorted by, such as a time in seconds.
  func lastIndex(notAbove position: Double, by key: (Element) -> Double) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if key(self[middle]) <= position { low = middle } else { high = middle }
    }
    return low
  }
}
