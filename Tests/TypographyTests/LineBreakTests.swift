import Foundation
import Testing
import Typography

/// All cases of Unicode's test of the line breaking algorithm (UAX #14), through the code that lays out text.
@Suite struct LineBreakTests {
  /// The version of Unicode that libunibreak 7.0 knows. Later ones have other rules.
  private static let version = "15.0.0"
  private static let file = "auxiliary/LineBreakTest.txt"

  @Test(
    "Lines may end where LineBreakTest.txt says so, except before a modifier of an emoji that does not exist yet",
    .enabled(if: UnicodeData.version(of: file) == version, UnicodeData.advice))
  func all() {
    var (count, failures) = (0, [String]())
    for fields in UnicodeData.cases(Self.file) {
      let words = UnicodeData.words(fields[0])
      // Marks and scalars take turns. Neither the mark at the start nor that at the end is a matter of breaking.
      let scalars = words.compactMap { UInt32($0, radix: 16) }
      let marks = words.filter { $0 == "÷" || $0 == "×" }.dropFirst().dropLast().map { $0 == "÷" }
      guard !scalars.isEmpty else { continue }
      count += 1
      if LineBreaking.opportunities(scalars).dropLast() != marks[...] { failures.append(words.joined(separator: " ")) }
    }
    #expect(count == 7_654)
    // U+1F02C is not assigned, but reserved for emoji: libunibreak takes it for a letter.
    #expect(failures == ["× 1F02C × 1F3FF ÷"])
  }
}
