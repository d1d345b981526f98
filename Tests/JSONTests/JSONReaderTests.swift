import JSON
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) -> (node: JSONNode?, problems: [String]) { read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) -> (node: JSONNode?, problems: [String]) {
    var table = SourceTable()
    let source = table.add("x", bytes)
    var reader = JSONReader(bytes, source: source)
    let node = reader.read()
    return (
      node,
      reader.problems.map { problem in
        let (line, column) = table.lineAndColumn(of: problem.origin)
        return "\(line):\(column): \(problem.message)"
      }
    )
  }

  private func canonical(_ text: String) -> String? {
    let (node, problems) = read(text)
    guard problems.isEmpty, let node else { return nil }
    return String(decoding: JSONWriter.canonical(node), as: UTF8.self)
  }

  @Test(
    "Well-formed text is read",
    arguments: [
      ("{}", "{}"), (" [ ] ", "[]"), ("[1,]", "[1]"), ("{\"a\":1,}", "{\"a\":1}"), ("// c\n[1/*x*/,2]//e", "[1,2]"),
      ("{\"b\":1,\"a\":[true,false,null]}", "{\"a\":[true,false,null],\"b\":1}"),
      ("[1e5,-0,0.50,1E+2]", "[1e5,-0,0.50,1E+2]"),
      ("\"\\u00e4\\n\\ud83d\\ude00\\/\"", "\"ä\\n😀/\""), ("\u{FEFF}[1]", "[1]"),
      ("\"// no comment\"", "\"// no comment\""),
      ("[\"\\\"\\\\\"]", "[\"\\\"\\\\\"]"),
    ])
  func wellFormedTextIsRead(text: String, expected: String) {
    #expect(canonical(text) == expected)
  }

  @Test(
    "Malformed text is reported with its position and the reason",
    arguments: [
      ("", "1:1: the file holds no preset: { was expected"),
      ("  // only words", "1:16: the file holds no preset: { was expected"),
      ("{", "1:1: the { here is never closed"), ("[1, 2", "1:1: the [ here is never closed"),
      ("[1 2]", "1:3: a comma is missing here"), ("{\"a\" 1}", "1:6: : was expected after the key \"a\""),
      ("{a: 1}", "1:2: the key a needs double quotes"), ("[01]", "1:2: 01 is not a number in JSON's notation; write 1"),
      ("[.5]", "1:2: .5 is not a number in JSON's notation; write 0.5"),
      ("[+1]", "1:2: +1 is not a number in JSON's notation; write 1"),
      ("[1.]", "1:2: 1. is not a number in JSON's notation; write 1"),
      ("[0x10]", "1:2: 0x10 is not a number in JSON's notation; write 16"),
      ("[1e999]", "1:2: 1e999 is too large to be read"), ("[NaN]", "1:2: NaN is not a number that a preset can hold"),
      ("[-Infinity]", "1:2: -Infinity is not a number in JSON's notation"),
      ("[tru]", "1:2: tru is not a value; write text in double quotes"),
      ("['a']", "1:2: write text in double quotes, not in single ones"),
      ("[\"a\n]", "1:2: the text that begins here is not closed on its line"),
      ("[\"\\x\"]", "1:3: \\x is not an escape of JSON"), ("[\"\\u12\"]", "1:3: \\u needs four hexadecimal digits"),
      ("[\"\\ud800\"]", "1:3: half of a surrogate pair is not a character"),
      ("[1] 2", "1:5: there is more text after the end of the preset"),
      ("[1 /* x", "1:4: the comment that begins here is never closed"),
      ("{\"a\":1]", "1:1: the { here is not closed before the ] of line 1"),
      ("[,1]", "1:2: a value was expected, not ,"),
      ("[\"ä\", €]", "1:7: € is not a value; write text in double quotes"),
      ("{1:2}", "1:2: a key in double quotes was expected, not 1"),
    ])
  func malformedTextIsReported(text: String, expected: String) {
    #expect(read(text).problems.first == expected)
  }

  @Test("The reader goes on after mistakes") func readingGoesOnAfterMistakes() {
    let (node, problems) = read("{\n  a: 1\n  \"b\" 2,\n  \"c\": 03, \"d\": 'x', \"e\": tru\n}")
    #expect(
      problems == [
        "2:3: the key a needs double quotes", "2:7: a comma is missing at the end of line 2",
        "3:7: : was expected after the key \"b\"", "4:8: 03 is not a number in JSON's notation; write 3",
        "4:17: write text in double quotes, not in single ones",
        "4:27: tru is not a value; write text in double quotes",
      ])
    #expect(node?.members?.map(\.key) == ["a", "b", "c", "d", "e"])
  }

  @Test(
    "A missing comma is told at the end of its line, not where the next line begins",
    arguments: [
      ("{\n  \"a\": 1\n  \"b\": 2\n}", "2:9: a comma is missing at the end of line 2"),
      ("[\r\n [1, 2] // two\r\n\r\n [3]]", "2:8: a comma is missing at the end of line 2"),
      ("[{}\r\r\"x\"]", "1:4: a comma is missing at the end of line 1"),
      ("{ \"a\": {} \"b\": [] }", "1:10: a comma is missing here"),
      ("[1\n: 2]", "2:1: , or ] was expected, not :"),
    ])
  func missingCommas(text: String, expected: String) {
    #expect(read(text).problems == [expected])
  }

  @Test("Bytes that are no UTF-8 are refused") func bytesThatAreNoUTF8AreRefused() {
    #expect(read([0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D]).problems == ["1:3: this byte is not UTF-8 text"])
    #expect(read([0x5B, 0x22, 0xED, 0xA0, 0x80]).problems == ["1:3: this byte is not UTF-8 text"])
    #expect(read([0x5B, 0x22, 0xF4, 0x90, 0x80, 0x80]).problems == ["1:3: this byte is not UTF-8 text"])
    #expect(read([0x5B, 0xE2, 0x82]).problems == ["1:2: this byte is not UTF-8 text"])
  }

  @Test("The reader gives up after about 60 mistakes") func readingStopsAfterManyMistakes() {
    for piece in [",", "?", "'", "a:", "\"\\x\"", "1 ", ":", "{,", "tru"] {
      for count in 55..<70 { #expect(read("[" + String(repeating: piece, count: count)).problems.count <= 61) }
    }
  }

  @Test("Positions count characters, and lines end with any line ending")
  func positionsCountCharactersAndAllLineEndings() {
    #expect(read("[\"äöü\",\r\n\t\"x\", ?]").problems == ["2:7: a value was expected, not ?"])
    #expect(read("[\r\r?]").problems == ["3:1: a value was expected, not ?"])
  }

  @Test("Nesting stops at the limit") func nestingStopsAtTheLimit() {
    #expect(read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).problems.isEmpty)
    #expect(
      read(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)).problems == [
        "1:65: nested deeper than 64 levels"
      ])
  }
}
