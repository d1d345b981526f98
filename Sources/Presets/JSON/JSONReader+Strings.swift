extension JSONReader {
  /// The text of a literal, or nil after reporting that it is not closed.
  mutating func readString() -> String? {
    let start = index
    index += 1
    let first = index
    // Most texts have no escapes: take them in one piece.
    while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C, bytes[index] >= 0x20 { index += 1 }
    if index < bytes.count, bytes[index] == 0x22 {
      index += 1
      return String(decoding: bytes[first..<index - 1], as: UTF8.self)
    }
    var text = Array(bytes[first..<index])
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == 0x5C {
        readEscape(into: &text)
        continue
      }
      if byte < 0x20 { report("a control character must be escaped inside text", at: index) }
      text.append(byte)
      index += 1
    }
    report("the text that begins here is not closed on its line", at: start)
    return nil
  }

  mutating func readEscape(into text: inout [UInt8]) {
    let start = index
    index += 1
    guard index < bytes.count else { return }
    let plain: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
    ]
    if let byte = plain[bytes[index]] {
      text.append(byte)
      index += 1
      return
    }
    guard bytes[index] == UInt8(ascii: "u") else {
      report("\\\(character(at: index)) is no escape of JSON", at: start)
      return
    }
    index += 1
    guard var code = readHex() else {
      report("\\u needs four hexadecimal digits", at: start)
      return
    }
    if (0xD800..<0xDC00).contains(code), index + 1 < bytes.count, bytes[index] == 0x5C, bytes[index + 1] == 0x75 {
      let mark = index
      index += 2
      if let low = readHex(), (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      } else {
        index = mark
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      report("half of a surrogate pair is no character", at: start)
      return
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
    }
    index += 4
    return code
  }

  mutating func skipSingleQuoted() {
    index += 1
    while index < bytes.count, bytes[index] != 0x0A {
      index += 1
      if bytes[index - 1] == UInt8(ascii: "'") { return }
    }
  }
}
