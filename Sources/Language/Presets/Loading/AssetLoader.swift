import Model

/// Functions that read clips, pictures and fonts while a preset is loaded. This module cannot read them itself, so the caller
/// supplies the functions.
package struct AssetLoader: Sendable, Equatable {
  /// The reason why a file or text cannot be used.
  package struct Failure: Error {
    /// The end of a sentence that begins with the path of the key.
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// Opens a clip and reads its properties, but not its frames.
  package let clip: @Sendable (_ path: String) throws(Failure) -> Clip
  /// Reads a picture on which particles are born, as a grid with `detail` cells along its longer side.
  package let shapePicture: @Sendable (_ clip: Clip, _ detail: Int) throws(Failure) -> ShapePicture

  /// Draws words with emoji on which particles are born, as a grid with `detail` cells along its longer side.
  package let shapeWords: @Sendable (_ words: SpriteWords, _ detail: Int) throws(Failure) -> ShapePicture

  /// Typeset words, and the font files that they need, each with the name by which it can be requested again.
  package typealias Typeset = (text: TypesetText, files: [(name: String, path: String)])

  /// Typesets words in their font. `knownFiles` maps names to paths; font files among them take precedence over installed fonts.
  package let typeset:
    @Sendable (_ request: TypesettingRequest, _ knownFiles: [String: String]) throws(Failure) -> Typeset
  /// Reads a file of curves or of times, which a preset follows as its sound.
  package let soundCurves: @Sendable (_ path: String) throws(Failure) -> SoundCurves

  package init(
    clip: @escaping @Sendable (_ path: String) throws(Failure) -> Clip,
    shapePicture: @escaping @Sendable (_ clip: Clip, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("pictures cannot be read here")
    },
    shapeWords: @escaping @Sendable (_ words: SpriteWords, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("words cannot be drawn here")
    },
    typeset: @escaping @Sendable (TypesettingRequest, [String: String]) throws(Failure) -> Typeset = {
      (_, _) throws(Failure) in throw Failure("words cannot be typeset here")
    },
    soundCurves: @escaping @Sendable (_ path: String) throws(Failure) -> SoundCurves = {
      (_) throws(Failure) in throw Failure("sound cannot be read here")
    }
  ) {
    self.clip = clip
    self.shapePicture = shapePicture
    self.shapeWords = shapeWords
    self.typeset = typeset
    self.soundCurves = soundCurves
  }

  /// Always true, because functions cannot be compared: two `PresetSettings` with different loaders may be equal.
  package static func == (a: AssetLoader, b: AssetLoader) -> Bool { true }
}
