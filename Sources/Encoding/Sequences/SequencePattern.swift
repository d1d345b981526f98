import Raster

/// The names of a sequence's pictures: "frames/snow-%05d.png" stands for "frames/snow-00000.png" and those that follow.
public struct SequencePattern: Sendable, Equatable {
  /// The pattern as it was written.
  public let text: String
  /// What stands before the number.
  private let prefix: String
  /// What stands after the number, with the extension.
  private let suffix: String
  /// Digits that a number is padded to with zeros.
  private let digits: Int

  /// The most digits of a number.
  private static let maximumDigits = 9

  /// Reads a pattern.
  ///
  /// - Throws: `MediaError` of kind `settings` for a text without exactly one number, or with one in a folder's name.
  public init(_ text: String) throws(MediaError) {
    func refuse(_ sentence: String) -> MediaError { MediaError(.settings, sentence, path: text) }
    let example = SequencePattern.example(for: text)
    guard let percent = text.firstIndex(of: "%") else {
      throw refuse("\(text) has no place for a frame's number. Write \(example).")
    }
    let rest = text[text.index(after: percent)...]
    let field = rest.prefix { $0.isASCII && $0.isNumber }
    let afterField = rest[field.endIndex...]
    guard afterField.first == "d", field.isEmpty || field.first == "0", let digits = field.isEmpty ? 1 : Int(field),
      (1...Self.maximumDigits).contains(digits)
    else {
      throw refuse(
        "\(text): a frame's number is written %d, or with leading zeros %05d, at most "
          + "%0\(Self.maximumDigits)d. Write \(example).")
    }
    prefix = String(text[..<percent])
    suffix = String(afterField.dropFirst())
    guard !suffix.contains("%") else { throw refuse("\(text): one number tells the frames apart. Write \(example).") }
    guard !suffix.contains("/") else {
      throw refuse("\(text): the number stands in the pictures' names, not in a folder's. Write \(example).")
    }
    self.text = text
    self.digits = digits
  }

  /// The path of a frame's picture.
  public func path(ofFrame number: Int) -> String {
    let text = "\(number)"
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The path of the record of whole frames, "frames/snow-%05d.png.sequence": each pattern has its own.
  public var recordPath: String { prefix + (digits == 1 ? "%d" : "%0\(digits)d") + suffix + ".sequence" }

  /// A pattern like `text`: "snow-%05d.png". It is one wherever the number has to be added or written otherwise.
  public static func example(for text: String) -> String {
    func isWhole(_ text: Substring) -> Bool { !text.contains { "%{".contains($0) } }
    let nameStart = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    // A folder's name has no number: of such a path the folders before it are kept.
    let plain = text[..<nameStart].prefix { !"%{".contains($0) }
    let folder = plain[..<(plain.lastIndex(of: "/").map { plain.index(after: $0) } ?? plain.startIndex)]
    let name = text[nameStart...]
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let hasExtension = dot < name.endIndex && name.index(after: dot) < name.endIndex && isWhole(name[dot...])
    let stem = name[..<(isWhole(name[dot...]) ? dot : name.endIndex)]
    let start = stem.prefix { !"%{".contains($0) }
    let separator = start.isEmpty ? "frame-" : isWhole(stem) ? "-" : ""
    return "\(folder)\(start)\(separator)%05d\(hasExtension ? name[dot...] : ".png")"
  }
}
