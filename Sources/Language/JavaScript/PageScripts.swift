/// Finds the scripts of a page (HTML, Vue, Svelte): the contents of its `script` elements, and attributes that hold expressions.
enum PageScripts {
  /// The ranges of bytes that are scripts, in the order of the page.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if matches(bytes, index, "<!--") {
        index = (find("-->", in: bytes, from: index + 4) ?? bytes.count) + 3
        continue
      }
      let isScript = matches(bytes, index, "<script")
      let (end, attributes) = tag(bytes, from: index)
      ranges += attributes
      index = end
      if isScript, end < bytes.count {
        let close = find("</script", in: bytes, from: end) ?? bytes.count
        ranges.append(end..<close)
        index = close
      }
    }
    return ranges
  }

  /// The end of a tag, and the values of its attributes that are scripts: those of events (onclick, @click) and bindings (:options).
  private static func tag(_ bytes: [UInt8], from start: Int) -> (end: Int, scripts: [Range<Int>]) {
    var scripts: [Range<Int>] = []
    var index = start + 1
    var nameStart = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { return (index + 1, scripts) }
      if byte <= 0x20 { nameStart = index + 1 }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let close = bytes[(index + 1)...].firstIndex(of: byte) else { return (bytes.count, scripts) }
        let first = bytes[min(nameStart, index)]
        let isEvent = matches(bytes, nameStart, "on") || [0x3A, 0x40, 0x5B].contains(first)  // : @ [
        if isEvent, index > nameStart { scripts.append(index + 1..<close) }
        index = close
      }
      index += 1
    }
    return (bytes.count, scripts)
  }

  /// Whether the bytes at an offset are these letters, in upper or lower case.
  private static func matches(_ bytes: [UInt8], _ offset: Int, _ text: StaticString) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      let byte = bytes[offset + index]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if lower != text.utf8Start[index] { return false }
    }
    return true
  }

  private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == text.utf8Start[0], matches(bytes, index, text) { return index }
      index += 1
    }
    return nil
  }
}
