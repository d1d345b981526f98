/// An XML element with its attributes, child elements and text.
final class XMLTree {
  let name: String
  let attributes: [(name: String, value: String)]
  let line: Int
  fileprivate(set) var children: [XMLTree] = []
  fileprivate(set) var text = ""

  fileprivate init(_ name: String, _ attributes: [(name: String, value: String)], line: Int) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  /// Reads XML in UTF-8.
  static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> XMLTree {
    var reader = XMLReader(bytes, file: name)
    return try reader.document()
  }
}

/// Reads the part of XML 1.0 that property lists, PEX files and CAML use: elements, attributes, text, CDATA, the five predefined
/// entities and character references. Comments, processing instructions and a document type are skipped; a namespace prefix stays part
/// of its name.
///
/// Foundation's XML parser is not used because on Linux it ends the process on some broken files. This reader always advances and never
/// recurses; depth and counts are limited, entities that the file declares are refused, and nothing is fetched.
private struct XMLReader {
  private let bytes: [UInt8]
  private let file: String
  private var index = 0
  /// The elements whose end tags have not been read, the innermost last.
  private var openElements: [XMLTree] = []
  private var root: XMLTree?
  /// Elements and attributes read so far.
  private var nodeCount = 0
  /// Line number, from 1, of the byte at `lineIndex`; both are kept so that line feeds are counted only once.
  private var line = 1
  private var lineIndex = 0

  init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
  }

  mutating func document() throws(ImportError) -> XMLTree {
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw ImportError("\(file): only XML in UTF-8 is read.")
    }
    try refuseOtherEncodings()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        try readText()
      } else if accept("<?") {
        try skip(past: "?>")
      } else if accept("<!--") {
        try skip(past: "-->")
      } else if accept("<![CDATA[") {
        let start = index
        try skip(past: "]]>")
        openElements.last?.text += text(start..<index - 3)
      } else if accept("<!") {
        try skipDeclaration()
      } else if accept("</") {
        try closeElement()
      } else {
        index += 1
        try openElement()
      }
    }
    if let last = openElements.last { throw failure("<\(last.name)> of line \(last.line) is never closed") }
    guard let root else { throw failure("there is no element") }
    return root
  }

  // MARK: Elements

  private mutating func openElement() throws(ImportError) {
    let startLine = currentLine()
    let name = readName()
    guard !name.isEmpty else { throw failure("a name was expected after <") }
    guard root == nil || !openElements.isEmpty else { throw failure("there is more after the end of the document") }
    var attributes: [(name: String, value: String)] = []
    while true {
      skipSpace()
      guard index < bytes.count else { throw failure("<\(name) is never closed") }
      if accept("/>") {
        try add(XMLTree(name, attributes, line: startLine), opens: false)
        return
      }
      if accept(">") {
        try add(XMLTree(name, attributes, line: startLine), opens: true)
        return
      }
      attributes.append(try readAttribute(of: name))
      nodeCount += 1
      guard nodeCount <= ImportLimits.values else { throw tooMany }
    }
  }

  private mutating func readAttribute(of element: String) throws(ImportError) -> (name: String, value: String) {
    let name = readName()
    guard !name.isEmpty else { throw failure("a name of an attribute was expected in <\(element)>") }
    skipSpace()
    guard accept("=") else { throw failure("= was expected after the attribute \(name)") }
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw failure("the value of \(name) needs quotation marks")
    }
    let quote = bytes[index]
    let start = index + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { throw failure("the value of \(name) is never closed") }
    index = end + 1
    return (name, try resolved(start..<end))
  }

  private var tooMany: ImportError { failure("there are more than \(ImportLimits.values) elements and attributes") }

  private mutating func add(_ element: XMLTree, opens: Bool) throws(ImportError) {
    nodeCount += 1
    guard nodeCount <= ImportLimits.values else { throw tooMany }
    if let parent = openElements.last { parent.children.append(element) } else { root = element }
    guard opens else { return }
    guard openElements.count < ImportLimits.depth else {
      throw failure("elements are nested deeper than \(ImportLimits.depth) levels")
    }
    openElements.append(element)
  }

  private mutating func closeElement() throws(ImportError) {
    let name = readName()
    skipSpace()
    guard accept(">") else { throw failure("> was expected after </\(name)") }
    guard let last = openElements.popLast() else { throw failure("</\(name)> closes nothing") }
    guard last.name == name else {
      throw failure("</\(name)> stands where <\(last.name)> of line \(last.line) is open")
    }
  }

  // MARK: Text

  private mutating func readText() throws(ImportError) {
    let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    defer { index = end }
    guard let element = openElements.last else {
      guard bytes[index..<end].allSatisfy({ $0 <= 0x20 }) else {
        throw failure("there is text outside of all elements")
      }
      return
    }
    element.text += try resolved(index..<end)
  }

  /// The text of a range, with entity and character references replaced.
  private func resolved(_ range: Range<Int>) throws(ImportError) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return text(range) }
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      // 12 bytes are enough for the longest reference, "&#x10FFFF;".
      guard let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
        throw failure("& begins a reference that does not end; &amp; is the character")
      }
      let name = text(index + 1..<end)
      guard let character = XMLReader.character(name) else { throw failure("&\(name); stands for nothing") }
      result += Array(String(character).utf8)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func character(_ name: String) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map { Character($0) }
    }
  }

  // MARK: What is skipped

  /// Skips a document type declaration; one with declarations in brackets is refused.
  private mutating func skipDeclaration() throws(ImportError) {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ">") { return }
      if byte == UInt8(ascii: "[") {
        throw failure(
          "the file declares entities or elements of its own, which none of these formats needs; it is not read")
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let end = bytes[index...].firstIndex(of: byte) else { break }
        index = end + 1
      }
    }
    throw failure("<! is never closed")
  }

  private func refuseOtherEncodings() throws(ImportError) {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    guard head.hasPrefix("<?xml"), let declared = head.firstRange(of: "encoding=") else { return }
    let encoding = String(head[declared.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" })
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding) else {
      throw ImportError("\(file):1: XML in \(encoding) is not read; UTF-8 is.")
    }
  }

  private mutating func skip(past token: String) throws(ImportError) {
    let token = Array(token.utf8)
    while let start = bytes[index...].firstIndex(of: token[0]) {
      if bytes[start...].starts(with: token) {
        index = start + token.count
        return
      }
      index = start + 1
    }
    index = bytes.count
    throw failure("\(String(decoding: token, as: UTF8.self)) is missing")
  }

  /// Moves past a token and returns true if it comes next; otherwise returns false.
  private mutating func accept(_ token: String) -> Bool {
    guard bytes[index...].starts(with: token.utf8) else { return false }
    index += token.utf8.count
    return true
  }

  private mutating func skipSpace() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }

  /// Reads a name and returns at most `Limits.keyBytes` of it; empty if there is no name here.
  private mutating func readName() -> String {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      guard byte > 0x20, !XMLReader.nameEnds.contains(byte) else { break }
      index += 1
    }
    return shortKey(text(start..<index))
  }

  /// Characters that end a name, besides white space.
  private static let nameEnds = Array("<>/=\"'&".utf8)

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Line numbers

  /// The line number at `index`.
  private mutating func currentLine() -> Int {
    line += bytes[lineIndex..<index].count { $0 == 0x0A }
    lineIndex = index
    return line
  }

  private func failure(_ sentence: String) -> ImportError {
    let end = min(index, bytes.count)
    return ImportError("\(file):\(line + bytes[min(lineIndex, end)..<end].count { $0 == 0x0A }): \(sentence).")
  }
}
