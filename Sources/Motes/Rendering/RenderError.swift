/// The error of a scene that cannot be drawn.
public struct RenderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Kinds of errors, which callers may treat differently.
  public enum Kind: Sendable {
    /// The canvas's size, or an odd side with a pixel format that halves the resolution of colour.
    case size
    /// A pixel format that cannot hold the dynamic range.
    case format
    /// The frame rate or the duration.
    case timing
    /// A number of the scene that is not finite.
    case number
    /// A scene that consists only of backdrops, if backdrops are to be left out.
    case backdrop
    /// A file that a layer shows, but that cannot be read.
    case file
    /// A scene with more particles, pixels or memory than allowed, with values that do not loop, or with an emitter's outline that has no
    /// place for births.
    case limit
  }

  /// The kind of error.
  public let kind: Kind
  /// The mistake in a whole sentence.
  public let sentence: String

  init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}
