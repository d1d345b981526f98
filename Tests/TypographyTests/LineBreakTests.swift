import Foundation
import Testing
import Typography

/// All cases of Unicode's test of the line breaking algorithm (UAX #14), through the code that lays out text.
@Suite struct LineBreakTests {
  /// The version of Unicode whose cases these counts are of. Later ones have other rules.
  private static let version = "15.0.0"
  private static let file = "auxiliary/LineBreakTest.txt"

  @Test(
    "Lines may end where LineBreakTest.txt says so, except between some signs of numbers",
    .enabled(if: UnicodeData.version(of: file) == version, UnicodeData.advice))
  func all() {
    var count = 0
    var unlike: [(words: String, endsTooSoon: Bool)] = []
    for fields in UnicodeData.cases(Self.file) {
      let words = UnicodeData.words(fields[0])
      // Marks and scalars take turns. Neither the mark at the start nor that at the end is a matter of breaking.
      let scalars = words.compactMap { UInt32($0, radix: 16) }
      let marks = words.filter { $0 == "÷" || $0 == "×" }.dropFirst().dropLast().map { $0 == "÷" }
      guard !scalars.isEmpty else { continue }
      count += 1
      let found = LineBreaking.opportunities(scalars).dropLast()
      if found != marks[...] {
        unlike.append((words.joined(separator: " "), zip(found, marks).contains { $0 && !$1 }))
      }
    }
    #expect(count == 7_654)
    // The file has UAX #14's tailored rule for numbers (its section 8.2, example 7), libunibreak the plain one (LB25), which keeps some signs and
    // numbers together that the file parts. U+1F02C is not assigned, but reserved for emoji: libunibreak takes it for a letter.
    #expect(unlike.count == 35, "\(unlike.map(\.words))")
    #expect(unlike.filter(\.endsTooSoon).map(\.words) == ["× 1F02C × 1F3FF ÷"])
  }
}
