import Foundation
import Testing
import Typography

/// All cases of Unicode's tests of the bidirectional algorithm (UAX #9), through the code that lays out text.
///
/// They hold whatever version of Unicode FriBidi knows: 1.0.8 of Debian 12 knows 10.0, whose rules and brackets are those of 15.0.
@Suite struct BidiTests {
  /// A character of each bidirectional class.
  private static let characters: [String: UInt32] = [
    "L": 0x61, "R": 0x5D0, "AL": 0x627, "EN": 0x30, "ES": 0x2B, "ET": 0x23, "AN": 0x660, "CS": 0x2C, "NSM": 0x300,
    "BN": 0xAD, "B": 0x2029, "S": 0x09, "WS": 0x20, "ON": 0x21, "LRE": 0x202A, "RLE": 0x202B, "LRO": 0x202D,
    "RLO": 0x202E, "PDF": 0x202C, "LRI": 0x2066, "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069,
  ]

  /// Whether text has these levels and this order. A level that is nil belongs to a character that rule X9 removes.
  private func holds(_ scalars: [UInt32], base: Int?, levels: [Int?], order: [Int]) -> Bool {
    let line = BidiLevels(scalars, letters: scalars.indices, base: base).line(scalars.indices)
    return zip(levels, line.levels).allSatisfy { $0 == nil || $0 == $1 }
      && line.order.filter { levels[$0] != nil } == order
  }

  @Test(
    "Sequences of classes have the levels and the order of BidiTest.txt",
    .enabled(if: UnicodeData.version(of: "BidiTest.txt") != nil, UnicodeData.advice))
  func classes() throws {
    var (levels, order): ([Int?], [Int]) = ([], [])
    var (count, failures) = (0, [String]())
    for fields in UnicodeData.cases("BidiTest.txt") {
      let words = UnicodeData.words(fields[0])
      switch words[0] {
      case "@Levels:": levels = words.dropFirst().map { Int($0) }
      case "@Reorder:": order = words.dropFirst().compactMap { Int($0) }
      default:
        let scalars = try words.map { try #require(Self.characters[$0]) }
        let bases = try #require(Int(UnicodeData.words(fields[1])[0], radix: 16))
        for (bit, base) in [nil, 0, 1].enumerated() where bases >> bit & 1 == 1 {
          count += 1
          if !holds(scalars, base: base, levels: levels, order: order) {
            failures.append("\(words) in a paragraph of level \(base.map(String.init) ?? "auto")")
          }
        }
      }
    }
    #expect(count >= 770_241)
    #expect(failures.isEmpty, "\(failures.count) of \(count): \(failures.prefix(20))")
  }

  @Test(
    "Texts have the levels and the order of BidiCharacterTest.txt",
    .enabled(if: UnicodeData.version(of: "BidiCharacterTest.txt") != nil, UnicodeData.advice))
  func characters() {
    var (count, failures) = (0, [String]())
    for fields in UnicodeData.cases("BidiCharacterTest.txt") {
      let words = fields.map(UnicodeData.words)
      count += 1
      // 2 asks for the direction of the first letter that has one.
      let base = Int(words[1][0]).flatMap { $0 < 2 ? $0 : nil }
      if !holds(
        words[0].compactMap { UInt32($0, radix: 16) }, base: base, levels: words[3].map { Int($0) },
        order: words[4].compactMap { Int($0) })
      {
        failures.append(words[0].joined(separator: " "))
      }
    }
    #expect(count >= 91_707)
    #expect(failures.isEmpty, "\(failures.count) of \(count): \(failures.prefix(20))")
  }

  @Test(
    "Emoji are neutral, as in DerivedBidiClass.txt, also those that are newer than FriBidi",
    .enabled(if: UnicodeData.version(of: "extracted/DerivedBidiClass.txt") != nil, UnicodeData.advice))
  func emoji() throws {
    var neutral = 0
    for fields in UnicodeData.cases("extracted/DerivedBidiClass.txt") where UnicodeData.words(fields[1]) == ["ON"] {
      let range = UnicodeData.words(fields[0])[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      for code in try #require(range.first)...range[range.count - 1] {
        guard let scalar = Unicode.Scalar(code), scalar.properties.isEmojiPresentation else { continue }
        neutral += 1
        // A neutral character leaves the direction of a paragraph to the letter after it.
        #expect(holds([code, 0x5D0], base: nil, levels: [1, 1], order: [1, 0]), "U+\(String(code, radix: 16))")
      }
    }
    #expect(neutral > 1_000)
  }
}
