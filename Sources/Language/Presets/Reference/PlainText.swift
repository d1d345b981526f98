/// A text of paragraphs and lists, to be printed on a terminal with lines of limited width.
struct PlainText {
  enum Part {
    case paragraph(String)
    case heading(String)
    /// Words with their meanings, side by side.
    case list([(word: String, meaning: String)])
    /// Words without meanings, as many on a line as fit.
    case words([String])
    /// Lines to copy. A long one is broken at its spaces, which JSON allows.
    case code([String])
  }

  var parts: [Part] = []

  /// The greatest width of a list's column of words, in characters. A longer word gets a line of its own.
  private static let maximumWordWidth = 24
  /// The least width of a list's column of meanings, in characters, even if lines become longer than asked for.
  private static let minimumMeaningWidth = 20

  /// The text in lines of at most `width` characters, unless a single word is longer, or a list has no room for its meanings.
  func lines(width: Int) -> [String] {
    var lines: [String] = []
    var followsHeading = false
    for part in parts {
      if !lines.isEmpty, !followsHeading { lines.append("") }
      if case .heading = part { followsHeading = true } else { followsHeading = false }
      switch part {
      case .paragraph(let text): lines += Self.wrapped(text, width: width)
      case .heading(let text): lines += Self.wrapped(text + ":", width: width)
      case .words(let words): lines += Self.wrapped(words.joined(separator: ", "), width: width - 2).map { "  " + $0 }
      case .code(let code):
        lines += code.flatMap { Self.wrapped($0, width: width - 2) }.map { "  " + $0 }
      case .list(let items):
        let wordWidth = min(items.map(\.word.count).max() ?? 0, Self.maximumWordWidth)
        for (word, meaning) in items {
          let indent = String(repeating: " ", count: wordWidth + 4)
          let meaningLines = Self.wrapped(meaning, width: max(width - indent.count, Self.minimumMeaningWidth))
          if word.count > wordWidth {
            lines += ["  " + word] + meaningLines.map { indent + $0 }
          } else {
            let paddedWord = "  " + word + String(repeating: " ", count: wordWidth - word.count + 2)
            lines.append(meaningLines.isEmpty ? "  " + word : paddedWord + meaningLines[0])
            lines += meaningLines.dropFirst().map { indent + $0 }
          }
        }
      }
    }
    return lines
  }

  /// A sentence of the documentation without Markdown's backticks.
  static func withoutBackticks(_ markdown: String) -> String { String(markdown.filter { $0 != "`" }) }

  /// A paragraph of the documentation without Markdown's backticks and line breaks.
  static func paragraph(fromMarkdown markdown: String) -> Part {
    .paragraph(withoutBackticks(markdown).split(separator: "\n").joined(separator: " "))
  }

  /// Breaks a text at its spaces into lines of at most `width` characters, unless a single word is longer. Line breaks in the
  /// text are kept, empty lines are left out.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n") {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, line.count + 1 + word.count > width {
          lines.append(line)
          line = ""
        }
        line += line.isEmpty ? String(word) : " " + word
      }
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }
}
