/// Numbers of parts as schedulers write them: "3,7-9".
package enum PartList {
  /// The text for ascending numbers: "3,7-9".
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

  /// The numbers that a text stands for, ascending, each once; nil for another text, and for numbers that a job of `count` parts has not.
  package static func numbers(_ text: String, of count: Int) -> [Int]? {
    var isAsked = [Bool](repeating: false, count: count)
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = piece.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(number)
      guard let first = ends[0], let last = ends[ends.count - 1], first <= last, last < count else { return nil }
      for index in first...last { isAsked[index] = true }
    }
    return isAsked.indices.filter { isAsked[$0] }
  }

  /// A whole number from 0 up, written in digits alone.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
