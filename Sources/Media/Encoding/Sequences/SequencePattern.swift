import Raster

/// The pattern of the names of a sequence's pictures: "frames/snow-%05d.png" stands for "frames/snow-00000.png", "frames/snow-00001.png" …
package struct SequencePattern: Sendable, Equatable {
  /// The pattern as it was written.
  package let text: String
  /// The text before the number.
  private let prefix: String
  /// The text after the number, with the extension.
  private let suffix: String
  /// The number of digits to which a number is padded with zeros.
  private let digits: Int

  /// The most digits of a number.
  private static let maximumDigits = 9

  /// Reads a pattern.
  ///
  /// - Throws: `MediaError` of kind `settings` for a text without exactly one placeholder (`%d`, `%05d` …), or with one in a
  ///   folder's name.
  package init(_ text: String) throws(MediaError) {
    func refusal(_ sentence: String) -> MediaError { MediaError(.settings, sentence, path: text) }
    let example = SequencePattern.example(for: text)
    guard let percent = text.firstIndex(of: "%") else {
      throw refusal("\(text) does not say where the frame's number goes. Write \(example).")
    }
    let rest = text[text.index(after: percent)...]
    let width = rest.prefix { $0.isASCII && $0.isNumber }
    let afterWidth = rest[width.endIndex...]
    guard afterWidth.first == "d", width.isEmpty || width.first == "0", let digits = width.isEmpty ? 1 : Int(width),
      (1...Self.maximumDigits).contains(digits)
    else {
      throw refusal(
        "\(text): a frame's number is written %d, or with leading zeros %05d, at most "
          + "%0\(Self.maximumDigits)d. Write \(example).")
    }
    prefix = String(text[..<percent])
    suffix = String(afterWidth.dropFirst())
    guard !suffix.contains("%") else { throw refusal("\(text): only one frame number is possible. Write \(example).") }
    guard !suffix.contains("/") else {
      throw refusal("\(text): the number must be in the file name, not in a folder's name. Write \(example).")
    }
    self.text = text
    self.digits = digits
  }

  /// The path of a frame's picture.
  package func path(ofFrame number: Int) -> String {
    let unpadded = "\(number)"
    return prefix + String(repeating: "0", count: max(0, digits - unpadded.count)) + unpadded + suffix
  }

  /// The path of the pattern's record of finished frames: "frames/snow-%05d.png.sequence".
  package var recordPath: String { prefix + (digits == 1 ? "%d" : "%0\(digits)d") + suffix + ".sequence" }

  /// A valid pattern that resembles `text`, which may not be valid itself: "snow-%05d.png" for "snow.png" or "snow-{n}.png".
  package static func example(for text: String) -> String {
    /// Whether a text has no placeholder for a number, neither in C's style nor in braces.
    func isPlain(_ text: Substring) -> Bool { !text.contains { "%{".contains($0) } }
    let nameStart = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    // A folder's name must not have a placeholder: only the folders before the first one with a placeholder are kept.
    let plainPath = text[..<nameStart].prefix { !"%{".contains($0) }
    let folder = plainPath[..<(plainPath.lastIndex(of: "/").map { plainPath.index(after: $0) } ?? plainPath.startIndex)]
    let name = text[nameStart...]
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let hasExtension = dot < name.endIndex && name.index(after: dot) < name.endIndex && isPlain(name[dot...])
    let stem = name[..<(isPlain(name[dot...]) ? dot : name.endIndex)]
    let plainStart = stem.prefix { !"%{".contains($0) }
    let separator = plainStart.isEmpty ? "frame-" : isPlain(stem) ? "-" : ""
    return "\(folder)\(plainStart)\(separator)%05d\(hasExtension ? name[dot...] : ".png")"
  }
}
