/// Numbers of frames with equal steps between them, ascending: 0, 10, 20 … 230.
package struct FrameSequence: Sendable, Hashable {
  /// The first frame.
  package let first: Int
  /// The last frame, which the steps meet.
  package let last: Int
  /// From each frame to the next, at least 1; 1 also where there is only one frame.
  package let step: Int

  /// Every frame of a range, or every `step`-th from its first one on.
  package init(_ range: ClosedRange<Int>, step: Int = 1) {
    precondition(step >= 1, "The steps between frames are at least 1.")
    first = range.lowerBound
    last = range.upperBound - (range.upperBound - range.lowerBound) % step
    self.step = first == last ? 1 : step
  }

  /// How many frames there are.
  package var count: Int { (last - first) / step + 1 }

  /// The numbers in their order.
  package var numbers: StrideThrough<Int> { stride(from: first, through: last, by: step) }

  /// From the first to the last, those between the steps included.
  package var range: ClosedRange<Int> { first...last }

  /// Whether a frame is one of them.
  package func contains(_ frame: Int) -> Bool {
    range.contains(frame) && (frame - first) % step == 0
  }

  /// The frames that are also in another sequence; nil if there are none.
  package func intersection(_ other: FrameSequence) -> FrameSequence? {
    // What two regular sequences share is regular too, so that its first two frames tell all of it.
    var shared = numbers.lazy.filter(other.contains).makeIterator()
    guard let start = shared.next() else { return nil }
    let end = min(last, other.last)
    guard let second = shared.next() else { return FrameSequence(start...start) }
    return FrameSequence(start...end, step: second - start)
  }

  /// Sequences that together hold the given frames, each as long as equal steps allow.
  ///
  /// - Parameter frames: ascending numbers, each once.
  package static func runs(of frames: [Int]) -> [FrameSequence] {
    var runs: [FrameSequence] = []
    var start = 0
    while start < frames.count {
      var end = min(start + 1, frames.count - 1)
      let step = max(frames[end] - frames[start], 1)
      while end + 1 < frames.count, frames[end + 1] - frames[end] == step { end += 1 }
      runs.append(FrameSequence(frames[start]...frames[end], step: step))
      start = end + 1
    }
    return runs
  }

  /// The text that `init(_:of:)` reads: "100-100", "0-719", "0-230:10".
  package var text: String { "\(first)-\(last)" + (step == 1 ? "" : ":\(step)") }

  /// Reads what `--frames` and hash files say: "100"; "100-119", both ends included; "0-239:10", every tenth of them; and where
  /// `whole` is known also ":10", every tenth of all.
  ///
  /// - Parameters:
  ///   - whole: the frames that a text without any stands for.
  /// - Returns: nil for any other text, and for frames beyond the limit.
  package init?(_ text: String, of whole: ClosedRange<Int>? = nil) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let step = parts.count == 1 ? 1 : Self.number(parts[1])
    guard let step, step >= 1, step < Limits.frames else { return nil }
    if parts.count == 2, parts[0].isEmpty {
      guard let whole else { return nil }
      self.init(whole, step: step)
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
