/// A comparison of two files of frame hashes.
public struct FrameHashComparison: Sendable, Equatable {
  /// One sentence per header that matters: hash algorithm, time base, dimensions.
  public private(set) var headerDifferences: [String] = []
  /// Frames that are in both files with different hashes or sizes, ascending.
  public private(set) var differingFrames: [Int] = []
  /// Frames that only the expected file has.
  public private(set) var missingFrames: [Int] = []
  /// Frames that only the actual file has.
  public private(set) var extraFrames: [Int] = []
  /// Frames that are in both files.
  public private(set) var comparedCount = 0

  /// The first frame that differs; nil if none does.
  public var firstDifferingFrame: Int? { differingFrames.first }
  /// Whether all frames are in both files with equal hashes, and the headers agree.
  public var isEqual: Bool {
    headerDifferences.isEmpty && differingFrames.isEmpty && missingFrames.isEmpty && extraFrames.isEmpty
  }

  /// Compares two files frame by frame, by their numbers.
  ///
  /// - Parameters:
  ///   - expected: usually read from a file.
  ///   - actual: usually rendered now.
  public init(expected: FrameHashFile, actual: FrameHashFile) {
    func note(_ name: String, _ expected: String, _ actual: String) {
      if expected != actual { headerDifferences.append("\(name) is \(actual), expected \(expected)") }
    }
    note("#hash", expected.algorithm, actual.algorithm)
    note("#tb 0", expected.timeBaseText, actual.timeBaseText)
    note("#dimensions 0", "\(expected.width)x\(expected.height)", "\(actual.width)x\(actual.height)")

    // Walk both lists, which ascend.
    var (left, right) = (expected.lines[...], actual.lines[...])
    while true {
      guard let first = left.first else { break }
      guard let second = right.first else { break }
      if first.frame < second.frame {
        missingFrames.append(first.frame)
        left.removeFirst()
      } else if first.frame > second.frame {
        extraFrames.append(second.frame)
        right.removeFirst()
      } else {
        comparedCount += 1
        if first != second { differingFrames.append(first.frame) }
        left.removeFirst()
        right.removeFirst()
      }
    }
    missingFrames += left.map(\.frame)
    extraFrames += right.map(\.frame)
  }

  /// A few sentences for a person; one when all is equal.
  public var summary: [String] {
    if isEqual { return ["\(frameCount(comparedCount)) equal"] }
    var lines = headerDifferences
    if let first = firstDifferingFrame {
      let verb = differingFrames.count == 1 ? "differs" : "differ"
      lines.append("\(differingFrames.count) of \(frameCount(comparedCount)) \(verb), the first is frame \(first)")
    }
    if let first = missingFrames.first {
      lines.append("\(frameCount(missingFrames.count)) missing, the first is frame \(first)")
    }
    if let first = extraFrames.first {
      lines.append("\(frameCount(extraFrames.count)) not expected, the first is frame \(first)")
    }
    return lines
  }

  private func frameCount(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
}
