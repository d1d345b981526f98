import Model

/// Looks at the files that a preset's layers show, and at fonts. The module reads no clips and no fonts itself: whoever loads presets brings
/// what does.
package struct SceneFileInspector: Sendable, Equatable {
  /// A file that cannot be shown, with the end of a sentence that begins with the key.
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

  /// Words that have been set, and the files of the fonts that were needed, each with a name by which it can be asked for again.
  package typealias Typeset = (text: TypesetText, files: [(name: String, path: String)])

  /// Sets words in their font. Files that are given by their names are preferred to those of the machine.
  package let typeset:
    @Sendable (_ request: TypesettingRequest, _ knownFiles: [String: String]) throws(Failure) -> Typeset

  package init(
    clip: @escaping @Sendable (_ path: String) throws(Failure) -> Clip,
    shapePicture: @escaping @Sendable (_ file: Clip, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("pictures are not read here")
    },
    shapeWords: @escaping @Sendable (_ words: SpriteWords, _ detail: Int) throws(Failure) -> ShapePicture = {
      (_, _) throws(Failure) in throw Failure("words are not drawn here")
    },
    typeset: @escaping @Sendable (TypesettingRequest, [String: String]) throws(Failure) -> Typeset = {
      (_, _) throws(Failure) in throw Failure("words are not set here")
    }
  ) {
    self.clip = clip
    self.shapePicture = shapePicture
    self.shapeWords = shapeWords
    self.typeset = typeset
  }

  /// Two are equal: which files settings ask for does not depend on how they are read.
  package static func == (a: SceneFileInspector, b: SceneFileInspector) -> Bool { true }
}
