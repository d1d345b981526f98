import JSON
import Testing

/// Values that are written as JSON and read back.
@Suite struct JSONCodingTests {
  private struct Inner: Codable, Equatable {
    var word: Word
    var numbers: [Double]
    enum Word: String, Codable, CaseIterable { case first, second }
  }

  private struct Outer: Codable, Equatable {
    var zebra: Int
    var apple: String?
    var large: UInt64 = .max
    var range = 3...7
    var inner: [Inner]
    var texts: [String: String]
    var flag: Bool
  }

  private let value = Outer(
    zebra: -4, apple: nil, inner: [Inner(word: .second, numbers: [0.1, 1e300, -0.0])],
    texts: ["b": "\"\\\n\u{7F}é", "a": ""], flag: true)

  private func node(_ text: String) throws -> JSONNode {
    var reader = JSONReader(Array(text.utf8), source: 0)
    let read = reader.read()
    let node = try #require(read)
    #expect(reader.problems.isEmpty, "\(text)")
    return node
  }

  @Test("A value comes back from its text, on one line and on many") func valuesComeBack() throws {
    for text in [JSONWriter.line(value), JSONWriter.page(value), JSONWriter.page(value, writesNull: true)] {
      #expect(try node(text).decoded(as: Outer.self) == value, "\(text)")
    }
  }

  @Test("Keys keep the order of their type, those of a dictionary are sorted") func keysKeepTheirOrder() {
    let start = #"{"zebra":-4,"large":18446744073709551615,"range":[3,7],"#
    let end =
      #""inner":[{"word":"second","numbers":[0.1,1e+300,-0.0]}],"texts":{"a":"","b":"\"\\\n\u007fé"},"flag":true}"#
    #expect(JSONWriter.line(value) == start + end)
    #expect(JSONWriter.line(value, writesNull: true).hasPrefix(#"{"zebra":-4,"apple":null,"large""#))
    #expect(JSONWriter.line([Double.infinity, .nan, 2]) == "[null,null,2.0]")
    #expect(JSONWriter.page([["a": 1], ["a": 2]]) == "[\n  {\"a\":1},\n  {\"a\":2}\n]")
  }

  @Test(
    "A wrong value is named with what was expected",
    arguments: [
      ("[]", "the file should be an object"), ("{}", "zebra should be a whole number"),
      (#"{"zebra": 1.5}"#, "zebra should be a whole number"),
      (#"{"zebra": 9223372036854775808}"#, "zebra should be a whole number"),
      (#"{"zebra": 1, "zebra": "1"}"#, "zebra should be a whole number"),
      (#"{"zebra": 1, "apple": 2}"#, "apple should be a text"),
      (#"{"zebra": 1, "large": -1}"#, "large should be a whole number"),
      (
        #"{"zebra": 1, "large": 1, "range": [2, 1]}"#,
        "range should be a list of two whole numbers, the smaller one first"
      ),
      (#"{"zebra": 1, "large": 1, "range": [1, 2], "inner": {}}"#, "inner should be a list"),
      (
        #"{"zebra": 1, "large": 1, "range": [1, 2], "inner": [{"word": "third"}]}"#,
        "inner[0].word should be one of first, second"
      ),
      (
        #"{"zebra": 1, "large": 1, "range": [1, 2], "inner": [{"word": "first", "numbers": [1, null]}]}"#,
        "inner[0].numbers[1] should be a number"
      ),
      (
        #"{"zebra": 1, "large": 1, "range": [1, 2], "inner": [], "texts": {"x": [1]}}"#,
        "texts.x should be a text"
      ),
      (
        #"{"zebra": 1, "large": 1, "range": [1, 2], "inner": [], "texts": {}, "flag": 1}"#,
        "flag should be true or false"
      ),
    ])
  func mistakesAreNamed(text: String, sentence: String) throws {
    let node = try node(text)
    let mismatch = #expect(throws: JSONMismatch.self) { try node.decoded(as: Outer.self) }
    #expect(mismatch?.sentence == sentence)
  }
}
