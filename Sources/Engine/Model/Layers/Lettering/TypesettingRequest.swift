/// A font as a preset asks for it.
public struct FontRequest: Sendable, Hashable {
  /// Names of families, the preferred one first; `sans-serif`, `serif`, `monospace` and `emoji` stand for any family of that
  /// kind.
  public var families: [String]
  /// Path of a font file in place of families; nil for none.
  public var file: String?
  /// Weight of the strokes: 400 is regular, 700 bold.
  public var weight: Int
  /// Whether italic or oblique letters are asked for.
  public var isItalic: Bool

  /// A font.
  public init(families: [String] = ["sans-serif"], file: String? = nil, weight: Int = 400, isItalic: Bool = false) {
    (self.families, self.file, self.weight, self.isItalic) = (families, file, weight, isItalic)
  }
}

/// Alignment of lines that are shorter than their box.
public enum TextAlignment: String, Sendable, CaseIterable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right

  /// The share of a line's free space that lies to the left of its letters: 0 for none, 1 for all.
  package var leftShare: Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}

/// A text and the settings that decide how it is typeset. Lengths are points.
public struct TypesettingRequest: Sendable, Hashable {
  /// The text; a line feed ends a line.
  public var text: String
  /// The font.
  public var font: FontRequest
  /// Size of the font: the side of its em square.
  public var size: Double
  /// Space that is added after each letter.
  public var tracking: Double
  /// Distance between baselines as a factor of the size.
  public var lineHeight: Double
  /// Width at which lines are broken between words; nil if lines end only at line feeds.
  public var wrapWidth: Double?
  /// Alignment of lines that are shorter than the box.
  public var alignment: TextAlignment

  /// A text in a font.
  public init(
    _ text: String, font: FontRequest = FontRequest(), size: Double = 64, tracking: Double = 0,
    lineHeight: Double = 1.2,
    wrapWidth: Double? = nil, alignment: TextAlignment = .center
  ) {
    (self.text, self.font, self.size, self.tracking) = (text, font, size, tracking)
    (self.lineHeight, self.wrapWidth, self.alignment) = (lineHeight, wrapWidth, alignment)
  }
}
