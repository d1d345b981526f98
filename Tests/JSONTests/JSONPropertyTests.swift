import JSON
import TestSupport
import Testing

/// What holds for all texts, tried on random ones.
@Suite struct JSONPropertyTests {
  private static let letters: [Unicode.Scalar] = Array(
    "aZ09 \"\\/\n\t\r\u{0}\u{1F}\u{7F}{}[],:äß€\u{2028}😀\u{10FFFF}".unicodeScalars)

  private func text(_ random: inout SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &random) { text.append(Self.letters.randomElement(using: &random)!) }
    return String(text)
  }

  private func node(depth: Int, _ random: inout SeededRandom) -> JSONNode {
    let nowhere = JSONNode.Position(source: 0, offset: 0)
    let value: JSONNode.Value
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: value = .null
    case 1: value = .bool(Bool.random(using: &random))
    case 2:
      let whole = Int64(bitPattern: random.next())
      value = .number(Double(whole), text: "\(whole)")
    case 3:
      let number = Double.random(in: -1...1, using: &random) * [1, 1e-300, 1e300, 1e15].randomElement(using: &random)!
      value = .number(number, text: "\(number)")
    case 4: value = .string(text(&random))
    case 5: value = .array((0..<Int.random(in: 0...4, using: &random)).map { _ in node(depth: depth - 1, &random) })
    default:
      value = .object(
        (0..<Int.random(in: 0...4, using: &random)).map { index in
          .init(key: "\(index)" + text(&random), keyOrigin: nowhere, node: node(depth: depth - 1, &random))
        })
    }
    return JSONNode(value, at: nowhere)
  }

  /// A document: the outermost value is an object or a list.
  private func document(_ random: inout SeededRandom) -> JSONNode {
    let nowhere = JSONNode.Position(source: 0, offset: 0)
    return JSONNode(.array((0..<3).map { _ in node(depth: 4, &random) }), at: nowhere)
  }

  private func read(_ bytes: [UInt8]) -> (node: JSONNode?, problems: [(origin: JSONNode.Position, message: String)]) {
    var reader = JSONReader(bytes, source: 0)
    let node = reader.read()
    return (node, reader.problems)
  }

  @Test("What is written is read back as it was, and written again in the same bytes") func writtenNodesComeBack()
    throws
  {
    var random = SeededRandom(state: 1)
    for _ in 0..<400 {
      let node = document(&random)
      let bytes = JSONWriter.inOrder(node)
      let (found, problems) = read(bytes)
      #expect(problems.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
      #expect(try JSONWriter.inOrder(#require(found)) == bytes)
    }
  }

  @Test("The canonical form does not depend on the order of keys, comments, spaces or commas at the end")
  func canonicalFormIsOne() throws {
    var random = SeededRandom(state: 2)
    /// The text of a node with its keys in a random order, and with spaces and comments between all words.
    func loose(_ node: JSONNode) -> String {
      func gap() -> String { ["", " ", "\n", "\t", "/* ] */", "// }\n", "\r\n"].randomElement(using: &random)! }
      switch node.value {
      case .array(let elements):
        let list = elements.map { gap() + loose($0) + gap() }.joined(separator: ",")
        return "[" + list + (elements.isEmpty ? "" : ["", ","].randomElement(using: &random)!) + gap() + "]"
      case .object(let members):
        let list = members.shuffled(using: &random).map {
          gap() + JSONWriter.quoted($0.key) + gap() + ":" + gap() + loose($0.node)
        }.joined(separator: ",")
        return "{" + list + (members.isEmpty ? "" : ["", ","].randomElement(using: &random)!) + gap() + "}"
      default: return String(decoding: JSONWriter.inOrder(node), as: UTF8.self)
      }
    }
    for _ in 0..<200 {
      let node = document(&random)
      let text = loose(node)
      let (found, problems) = read(Array(text.utf8))
      #expect(problems.isEmpty, "\(text): \(problems)")
      #expect(try JSONWriter.canonical(#require(found)) == JSONWriter.canonical(node), "\(text)")
    }
  }

  @Test("Every scalar survives quoting") func everyScalarIsQuoted() throws {
    let planes = (0...0x2FFF).map { UInt32($0) } + [0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF]
    for value in planes where value != 0xFEFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let (node, problems) = read(Array("[\(JSONWriter.quoted(text))]".utf8))
      #expect(problems.isEmpty && node?.elements?.first?.string == text, "U+\(String(value, radix: 16))")
    }
  }

  @Test("A text that is cut off or changed anywhere is read, or refused at a place within it")
  func hostileTextsHaveTheirPositions() throws {
    let text = Array(#"{ "a": [1, -2.5e3, "x\u00e9\n😀"], "b": { "c": null, "d": [true, false, {}] } } // end"#.utf8)
    let end = text.firstIndex(of: UInt8(ascii: "/")) ?? text.count
    func check(_ bytes: [UInt8]) -> Bool {
      let (node, problems) = read(bytes)
      for problem in problems {
        #expect((0...bytes.count).contains(Int(problem.origin.offset)) && !problem.message.isEmpty)
        // A message must not carry bytes that change what a terminal shows.
        #expect(!problem.message.unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
      if problems.isEmpty, let node { #expect(read(JSONWriter.inOrder(node)).problems.isEmpty) }
      return problems.isEmpty
    }
    for length in 0..<end - 1 { #expect(!check(Array(text[..<length])), "the first \(length) bytes are no whole text") }
    #expect(check(text))
    for index in text.indices {
      for byte: UInt8 in [0, 0x1B, 0x22, 0x2C, 0x5C, 0x5D, 0x7B, 0x7F, 0x80, 0xED, 0xF4, 0xFF] {
        var changed = text
        changed[index] = byte
        _ = check(changed)
        changed.insert(text[index], at: index)
        _ = check(changed)
      }
    }
  }

  @Test("Lines and columns are those that an editor shows") func positionsAreThoseOfEditors() {
    let text = Array("{\r\n \"ä\": 1,\r\r \"😀\":\u{2028}2,\n}".utf8)
    var table = SourceTable()
    let source = table.add("x", text)
    var (line, column) = (1, 1)
    for offset in text.indices where text[offset] & 0xC0 != 0x80 {
      let found = table.lineAndColumn(of: JSONNode.Position(source: source, offset: offset))
      #expect(found.line == line && found.column == column, "byte \(offset): \(found), not \(line):\(column)")
      // A carriage return before a line feed is no line's end, and no column.
      if text[offset] == 0x0D, offset + 1 < text.count, text[offset + 1] == 0x0A { continue }
      (line, column) = [0x0A, 0x0D].contains(text[offset]) ? (line + 1, 1) : (line, column + 1)
    }
  }

  @Test("Numbers in messages are read back as they are") func numbersInMessages() {
    var random = SeededRandom(state: 3)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(Double(plain(number)) == number)
      let whole = Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
      #expect(Int(grouped(whole).replacing(",", with: "")) == whole)
    }
    #expect(grouped(.min) == "-9,223,372,036,854,775,808" && grouped(999) == "999" && grouped(-1000) == "-1,000")
  }
}
