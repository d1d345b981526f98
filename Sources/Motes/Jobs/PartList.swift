/// Lists of part numbers in the notation of schedulers: "3,7-9".
package enum PartList {
  /// The list of ascending numbers as text.
  package static func text(_ numbers: [Int]) -> String {
    var pieces: [String] = []
    var start = 0
    while start < numbers.count {
      var end = start
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      pieces.append(start == end ? "\(numbers[start])" : "\(numbers[start])-\(numbers[end])")
      start = end + 1
    }
    return pieces.joined(separator: ",")
  }

  /// The numbers in a text, ascending, each once; nil for a text in another form, and for numbers outside 0 ..< `count`.
  package static func numbers(_ text: String, of count: Int) -> [Int]? {
    var isListed = [Bool](repeating: false, count: count)
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = piece.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(number)
      guard let first = ends[0], let last = ends[ends.count - 1], first <= last, last < count else { return nil }
      for index in first...last { isListed[index] = true }
    }
    return isListed.indices.filter { isListed[$0] }
  }

  /// A number of digits only, without a sign; nil for another text.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
