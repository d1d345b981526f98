/// A text for a terminal, made of paragraphs and lists, with lines of bounded width.
struct PlainText {
  enum Part {
    case paragraph(String)
    case heading(String)
    /// Words and what they mean, side by side.
    case list([(word: String, meaning: String)])
    /// Words alone, as many on a line as fit.
    case words([String])
  }

  var parts: [Part] = []

  /// The widest column of words in a list; a longer word has a line of its own.
  private static let maximumWordWidth = 24

  /// The text in lines of at most `width` characters, unless a single word is longer.
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
      case .list(let items):
        let column = min(items.map(\.word.count).max() ?? 0, Self.maximumWordWidth)
        for (word, meaning) in items {
          let indent = String(repeating: " ", count: column + 4)
          let text = Self.wrapped(meaning, width: max(width - indent.count, 20))
          if word.count > column {
            lines += ["  " + word] + text.map { indent + $0 }
          } else {
            let first = "  " + word + String(repeating: " ", count: column - word.count + 2)
            lines.append(text.isEmpty ? "  " + word : first + text[0])
            lines += text.dropFirst().map { indent + $0 }
          }
        }
      }
    }
    return lines
  }

  /// A text broken into lines at its spaces. Lines that the text has already stay apart; empty ones are left out.
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
