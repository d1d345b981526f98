/// Frame numbers in ascending order with equal steps between them, such as 0, 10, 20 … 230.
package struct FrameSequence: Sendable, Hashable {
  /// The first frame.
  package let first: Int
  /// The last frame: a whole number of steps after the first.
  package let last: Int
  /// The difference between neighbouring frames, at least 1; for a single frame 1.
  package let step: Int

  /// Every `step`-th frame of a range, from the first frame of the range on.
  package init(_ range: ClosedRange<Int>, step: Int = 1) {
    precondition(step >= 1, "The steps between frames are at least 1.")
    first = range.lowerBound
    last = range.upperBound - (range.upperBound - range.lowerBound) % step
    self.step = first == last ? 1 : step
  }

  package var count: Int { (last - first) / step + 1 }

  /// The numbers in ascending order.
  package var numbers: StrideThrough<Int> { stride(from: first, through: last, by: step) }

  /// The range from the first to the last frame; it includes the frames that the steps skip.
  package var range: ClosedRange<Int> { first...last }

  package func contains(_ frame: Int) -> Bool {
    range.contains(frame) && (frame - first) % step == 0
  }

  /// The frames that are also in another sequence; nil if there are none.
  package func intersection(_ other: FrameSequence) -> FrameSequence? {
    // The common frames of two arithmetic sequences are an arithmetic sequence, too: its first two frames determine the rest.
    var shared = numbers.lazy.filter(other.contains).makeIterator()
    guard let start = shared.next() else { return nil }
    let end = min(last, other.last)
    guard let second = shared.next() else { return FrameSequence(start...start) }
    return FrameSequence(start...end, step: second - start)
  }

  /// Sequences that together have the given frames, each as long as equal steps allow.
  ///
  /// - Parameter frames: ascending numbers, each once.
  package static func sequences(of frames: [Int]) -> [FrameSequence] {
    var sequences: [FrameSequence] = []
    var start = 0
    while start < frames.count {
      var end = min(start + 1, frames.count - 1)
      let step = max(frames[end] - frames[start], 1)
      while end + 1 < frames.count, frames[end + 1] - frames[end] == step { end += 1 }
      sequences.append(FrameSequence(frames[start]...frames[end], step: step))
      start = end + 1
    }
    return sequences
  }

  /// The text that `init(_:of:)` reads: "100-100", "0-719", "0-230:10".
  package var text: String { "\(first)-\(last)" + (step == 1 ? "" : ":\(step)") }

  /// Reads the text of `--frames` and of hash files: "100"; "100-119", both ends included; "0-239:10", every tenth frame of a
  /// range; and, if `allFrames` is given, ":10", every tenth of all frames.
  ///
  /// - Parameter allFrames: the range of all frames, for a text that names no range.
  /// - Returns: nil for any other text, and for frames beyond `Limits.frames`.
  package init?(_ text: String, of allFrames: ClosedRange<Int>? = nil) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let step = parts.count == 1 ? 1 : Self.number(parts[1])
    guard let step, step >= 1, step < Limits.frames else { return nil }
    if parts.count == 2, parts[0].isEmpty {
      guard let allFrames else { return nil }
      self.init(allFrames, step: step)
      return
    }
    let ends = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
    guard let first = ends[0], let last = ends[ends.count - 1], first <= last, last < Limits.frames else { return nil }
    self.init(first...last, step: step)
  }

  /// A whole number from 0 up, written in digits alone.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
