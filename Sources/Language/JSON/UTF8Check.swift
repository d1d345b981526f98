/// Validates UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
  /// Offset of the first byte of the first invalid sequence; nil if all bytes are valid UTF-8.
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let lead = bytes[index]
        if lead < 0x80 {
          index += 1
          continue
        }
        // The length of the sequence, and the range of its second byte, which excludes overlong forms, surrogates and codes above
        // U+10FFFF. Later bytes may be any continuation byte (10xxxxxx).
        let (length, low, high): (Int, UInt8, UInt8)
        switch lead {
        case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
        case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
        case 0xED: (length, low, high) = (3, 0x80, 0x9F)
        case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
        case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
        case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
        case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
        default: return index
        }
        guard index + length <= bytes.count else { return index }
        guard bytes[index + 1] >= low, bytes[index + 1] <= high else { return index }
        for next in index + 2..<index + length where bytes[next] & 0xC0 != 0x80 { return index }
        index += length
      }
      return nil
    }
  }
}
