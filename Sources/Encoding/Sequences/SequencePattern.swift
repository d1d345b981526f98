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
        "\(text): a frame's number is written %d, or %05d for five digits with zeros in front, of at most "
          + "\(Self.maximumDigits). Write \(example).")
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

  /// The path of the file that keeps which frames are whole: "frames/snow.png.sequence".
  public var recordPath: String {
    let folderEnd = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    var stem = String(prefix[folderEnd...] + suffix.prefix { $0 != "." })
    while let last = stem.last, "-_. ".contains(last) { stem.removeLast() }
    return prefix[..<folderEnd] + (stem.isEmpty ? "frames" : stem) + "." + pathExtension(of: text) + ".sequence"
  }

  /// A name like `text` that has a number: "snow-%05d.png".
  public static func example(for text: String) -> String {
    let stem = text.prefix { $0 != "%" && $0 != "{" }
    guard stem.count == text.count else {
      let bare = stem.hasSuffix("/") || stem.isEmpty ? stem + "frame-" : stem
      return bare + "%05d." + pathExtension(of: text)
    }
    guard let dot = text.lastIndex(of: ".") else { return text + "-%05d.png" }
    return text[..<dot] + "-%05d" + text[dot...]
  }
}
