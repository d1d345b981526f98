/// A comparison of two files of frame hashes.
public struct FrameHashComparison: Sendable, Equatable {
  /// A sentence for each header that differs: hash algorithm, time base, dimensions.
  public private(set) var headerDifferences: [String] = []
  /// Frames that are in both files with different hashes or numbers of bytes, ascending.
  public private(set) var differingFrames: [Int] = []
  /// Frames that only the expected file has.
  public private(set) var missingFrames: [Int] = []
  /// Frames that only the actual file has.
  public private(set) var extraFrames: [Int] = []
  /// How many frames are in both files.
  public private(set) var comparedCount = 0

  /// The first of `differingFrames`; nil if there is none.
  public var firstDifferingFrame: Int? { differingFrames.first }
  /// Whether all frames are in both files with equal hashes, and the headers agree.
  public var isEqual: Bool {
    headerDifferences.isEmpty && differingFrames.isEmpty && missingFrames.isEmpty && extraFrames.isEmpty
  }

  /// Compares two files frame by frame, by their numbers.
  ///
  /// - Parameters:
  ///   - expected: the expected hashes, usually read from a file.
  ///   - actual: the hashes that are compared with them, usually of frames that were just rendered.
  public init(expected: FrameHashFile, actual: FrameHashFile) {
    func compareHeader(_ name: String, _ expected: String, _ actual: String) {
      if expected != actual { headerDifferences.append("\(name) is \(actual), expected \(expected)") }
    }
    compareHeader("#hash", expected.algorithm, actual.algorithm)
    compareHeader("#tb 0", expected.timeBaseText, actual.timeBaseText)
    compareHeader("#dimensions 0", "\(expected.width)x\(expected.height)", "\(actual.width)x\(actual.height)")

    // Frame numbers ascend in both lists, so that one pass over both finds the pairs.
    var (expectedLines, actualLines) = (expected.lines[...], actual.lines[...])
    while let expectedLine = expectedLines.first, let actualLine = actualLines.first {
      if expectedLine.frame < actualLine.frame {
        missingFrames.append(expectedLine.frame)
        expectedLines.removeFirst()
      } else if expectedLine.frame > actualLine.frame {
        extraFrames.append(actualLine.frame)
        actualLines.removeFirst()
      } else {
        comparedCount += 1
        if expectedLine != actualLine { differingFrames.append(expectedLine.frame) }
        expectedLines.removeFirst()
        actualLines.removeFirst()
      }
    }
    missingFrames += expectedLines.map(\.frame)
    extraFrames += actualLines.map(\.frame)
  }

  /// A few sentences for a person; one sentence if all is equal.
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
