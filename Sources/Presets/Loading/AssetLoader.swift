import Model

/// What loading a preset needs of clips, pictures and fonts, as closures: this module cannot read them itself, so whoever loads
/// presets supplies them.
package struct AssetLoader: Sendable, Equatable {
  /// Why a file or text cannot be used. `message` ends a sentence that begins with the key's path.
  package struct Failure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// Opens a clip, far enough to know all about it.
  package let clip: @Sendable (_ path: String) throws(Failure) -> Clip
  /// Reads a picture that particles are born on, into a grid with so many cells along its longer side.
  package let shapePicture: @Sendable (_ file: Clip, _ detail: Int) throws(Failure) -> ShapePicture

  /// Draws words with emoji that particles are born on, into a grid with so many cells along its longer side.
  package let shapeWords: @Sendable (_ words: SpriteWords, _ detail: Int) throws(Failure) -> ShapePicture

  /// Typeset words, and the font files they need, each with the name by which it can be asked for again.
  package typealias Typeset = (text: TypesetText, files: [(name: String, path: String)])

  /// Typesets words in their font. Files that are given by their names are preferred to those of the machine.
  package let typeset:
    @Sendable (_ request: TypesettingRequest, _ knownFiles: [String: String]) throws(Failure) -> Typeset

  package init(
    clip: @escaping @Sendable (_ path: String) throws(Failure) -> Clip,
    shapePicture: @escaping @Sendable (_ file: Clip, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("pictures cannot be read here")
    },
    shapeWords: @escaping @Sendable (_ words: SpriteWords, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("words cannot be drawn here")
    },
    typeset: @escaping @Sendable (TypesettingRequest, [String: String]) throws(Failure) -> Typeset = {
      (_, _) throws(Failure) in throw Failure("words cannot be typeset here")
    }
  ) {
    self.clip = clip
    self.shapePicture = shapePicture
    self.shapeWords = shapeWords
    self.typeset = typeset
  }

  /// Always true: settings that differ only in how files are read are equal.
  package static func == (a: AssetLoader, b: AssetLoader) -> Bool { true }
}
