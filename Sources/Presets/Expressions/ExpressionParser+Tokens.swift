import Model

extension ExpressionParser {
  mutating func emit(_ instruction: Expression.Instruction) throws(Failure) {
    builder.push(instruction)
    guard builder.fits else { throw Failure(offset: index, message: "this expression is too complicated") }
  }

  /// The next byte that is no white space.
  mutating func peek() -> UInt8? {
    while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
    return index < text.count ? text[index] : nil
  }

  mutating func take(_ token: String) -> Bool {
    guard peek() != nil else { return false }
    let bytes = Array(token.utf8)
    guard text[index...].starts(with: bytes) else { return false }
    index += bytes.count
    return true
  }

  mutating func takeAny(
    _ operators: [(String, Expression.Function)]
  ) throws(Failure) -> (String, Expression.Function)? {
    for entry in operators where take(entry.0) { return entry }
    return nil
  }

  mutating func unexpected(_ wanted: String) -> Failure {
    guard let byte = peek() else {
      return Failure(offset: text.count, message: "the expression ends where \(wanted) was expected")
    }
    return Failure(offset: index, message: "\(wanted) was expected, not \(show(byte))")
  }

  func show(_ byte: UInt8) -> String {
    let scalar = String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
    return shortened(scalar.map { String($0) } ?? "")
  }

  func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
