import CFFmpeg

/// Runs `body` and collects the warnings and errors that FFmpeg's libraries log meanwhile on this thread, as far as they fit into 4 KiB.
///
/// `motes_begin_log` and `motes_end_log` must be called only in this file: a static variable of the header holds their log, so that each
/// file that calls them would have a log of its own.
func withLibraryLog<Value>(_ body: () throws -> Value) -> (result: Result<Value, any Error>, log: EncoderLog) {
  var memory = [CChar](repeating: 0, count: 4096)
  let result = memory.withUnsafeMutableBufferPointer { buffer in
    motes_begin_log(buffer.baseAddress, buffer.count)
    defer { motes_end_log() }
    return Result { try body() }
  }
  let text = String(decoding: memory.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (result, EncoderLog(text: text))
}

/// The warnings and errors of an encoder that was being opened.
struct EncoderLog {
  let text: String

  /// Phrases in the warnings about an option that an encoder's own library refused. FFmpeg goes on without such an option.
  private static let refusals = ["Error parsing option", "Unknown option", "Invalid value for"]

  /// The log as the end of a sentence: ": Error setting preset/tune medium/bar."; just a full stop if the log is empty.
  var sentenceEnd: String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return "." }
    return ": " + lines.map { $0.hasSuffix(".") ? String($0) : $0 + "." }.joined(separator: " ")
  }

  /// The first entry of a parameter list (`x264-params`) that the encoder's library refused, and the log's line that says so; nil if the
  /// library took all entries.
  ///
  /// - Parameter list: entries separated by colons: "ref=3:foo=1".
  func refused(in list: String) -> (entry: Substring, line: Substring)? {
    let lines = text.split(whereSeparator: \.isNewline).filter { line in
      Self.refusals.contains { line.contains($0) }
    }
    for entry in list.split(separator: ":") {
      let name = entry.prefix { $0 != "=" }
      if let line = lines.first(where: { $0.hasWord(name) }) { return (entry, line) }
    }
    return nil
  }
}

extension Substring {
  /// The text without spaces around it.
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }

  /// Whether the text contains a name as a whole word, not as part of a longer name.
  fileprivate func hasWord(_ name: Substring) -> Bool {
    func isPartOfName(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "-_".contains(character)
    }
    return split { !isPartOfName($0) }.contains(name)
  }
}
