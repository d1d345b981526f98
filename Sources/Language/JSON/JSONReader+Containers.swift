import Model

extension JSONReader {
  /// Reads an object; `index` is at its {.
  mutating func readObject(depth: Int) -> JSONNode {
    let start = index
    index += 1
    var members: [JSONNode.Member] = []
    while !hasStopped {
      skipSpace()
      guard index < bytes.count else {
        stop("the { here is never closed", at: start)
        break
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "}") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "]") {
        report("] closes nothing here; } was expected", at: index)
        index += 1
        break
      }
      guard let key = readKey() else { continue }
      skipSpace()
      let value: JSONNode
      if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
        index += 1
        skipSpace()
        value = readValue(depth: depth + 1)
      } else {
        if !hasStopped { report(": was expected after the key \(quoted(key.text))", at: index) }
        let hasNoValue = index >= bytes.count || [UInt8(ascii: ","), UInt8(ascii: "}")].contains(bytes[index])
        value = hasNoValue ? node(.invalid, min(index, bytes.count)) : readValue(depth: depth + 1)
      }
      skipDecimalsAfterComma(of: value)
      if key.isUsable { members.append(JSONNode.Member(key: key.text, keyOrigin: origin(key.offset), node: value)) }
      readSeparator(closing: UInt8(ascii: "}"))
    }
    return node(.object(members), start)
  }

  /// Reads a list; `index` is at its [.
  mutating func readArray(depth: Int) -> JSONNode {
    let start = index
    index += 1
    var elements: [JSONNode] = []
    while !hasStopped {
      skipSpace()
      guard index < bytes.count else {
        stop("the [ here is never closed", at: start)
        break
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "]") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "}") {
        report("} closes nothing here; ] was expected", at: index)
        index += 1
        break
      }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        report("a value was expected, not \(shownCharacter(at: index))", at: index)
        index += 1
        continue
      }
      elements.append(readValue(depth: depth + 1))
      readSeparator(closing: UInt8(ascii: "]"))
    }
    return node(.array(elements), start)
  }

  /// Reports and skips a decimal comma, as in `"scale": 1,5`: a comma and digits right after a number, where the next key should
  /// be.
  private mutating func skipDecimalsAfterComma(of value: JSONNode) {
    guard case .number(_, let text) = value.value, index + 1 < bytes.count, bytes[index] == UInt8(ascii: ","),
      JSONReader.isDigit(bytes[index + 1])
    else { return }
    let start = index
    index += 1
    while index < bytes.count, JSONReader.isDigit(bytes[index]) { index += 1 }
    let digits = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
    report("decimals come after a point: write \(shortened("\(text).\(digits)"))", at: start)
  }

  /// Skips the comma after a value. Reports anything else that follows, except a closing bracket, and skips it if it is : or ;.
  ///
  /// - Parameter closing: the bracket that may follow instead of a comma, for the message.
  mutating func readSeparator(closing: UInt8) {
    guard !hasStopped else { return }
    let end = index
    skipSpace()
    guard index < bytes.count, !hasStopped else { return }
    if bytes[index] == UInt8(ascii: ",") {
      index += 1
    } else if bytes[end..<index].contains(where: { $0 == 0x0A || $0 == 0x0D }), beginsValue(bytes[index]) {
      report("a comma is missing at the end of line \(line(of: end))", at: end)
    } else if beginsValue(bytes[index]), index > end || !JSONReader.isNumberLike(bytes[index]) {
      report("a comma is missing here", at: end)
    } else if ![UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[index]) {
      report(", or \(Character(Unicode.Scalar(closing))) was expected, not \(shownCharacter(at: index))", at: index)
      if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ";") { index += 1 }
    }
  }

  /// Whether a key or a value may begin with a byte.
  private func beginsValue(_ byte: UInt8) -> Bool {
    JSONReader.isNumberLike(byte) || [Self.quote, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte)
  }

  /// The line of an offset, from 1, by any line ending.
  private func line(of offset: Int) -> Int {
    1 + (0..<offset).count { bytes[$0] == 0x0A || bytes[$0] == 0x0D && !(bytes[$0...].dropFirst().first == 0x0A) }
  }

  /// A key of an object.
  struct Key {
    var text: String
    /// Offset of the key's first byte.
    var offset: Int
    /// False if the key's text is unreadable or too long. Its member is then read, to report mistakes, but left out of the
    /// object.
    var isUsable = true
  }

  /// Reads a key; nil after reporting what was found instead. Always consumes at least one byte.
  mutating func readKey() -> Key? {
    let start = index
    if bytes[index] == UInt8(ascii: "\"") {
      guard let text = readString() else {
        // If `readString` has read up to the closing quote before it refused the text, the key's colon and value follow.
        return isAfterQuote ? Key(text: "", offset: start, isUsable: false) : nil
      }
      guard text.utf8.count <= Limits.keyBytes else {
        report("a key of \(grouped(text.utf8.count)) bytes; at most \(Limits.keyBytes) are read", at: start)
        return Key(text: "", offset: start, isUsable: false)
      }
      return Key(text: text, offset: start)
    }
    if JSONReader.startsWord(bytes[index]) {
      let word = takeWord()
      report("the key \(shortened(word)) needs double quotes", at: start)
      return Key(text: word, offset: start)
    }
    if bytes[index] == UInt8(ascii: "'") {
      report("write a key in double quotes, not in single ones", at: start)
      skipSingleQuoted()
      return Key(text: "", offset: start, isUsable: false)
    }
    report("a key in double quotes was expected, not \(shownCharacter(at: index))", at: start)
    skipCharacter()
    return nil
  }

  /// Whether the byte before `index` is a quote, as it is after a closed text.
  private var isAfterQuote: Bool { bytes[index - 1] == Self.quote }
}
