/// What a page asks for, as JSON.
///
/// All but `id` may be left out. What is given is done in the order of the declarations, until something is refused. Of `picture`,
/// `difference` and `frame` one is done, the first that is given: an answer carries one picture.
package struct TuningRequest: Codable, Sendable {
  /// Number of the request, which its answer has too.
  var id: Int
  /// What the page's text is now.
  var text: String?
  /// Knobs that were moved, whose values are changed in the text.
  var knobs: [Change]?
  /// `--set` assignments that switch layers on or off, such as `layers.sky.enabled=false`. They lie over the text and are not saved.
  var overrides: [String]?
  /// Saves the text.
  var save: Save?
  /// Takes the file as it is now in place of the text.
  var reload: Bool?
  /// Opens a shipped preset's text, to be saved under another name.
  var open: String?
  /// Asks for a list of the shipped presets.
  var list: Bool?
  /// Asks for the JSON Schema of presets.
  var schema: Bool?
  /// Ends the rendering of the movie.
  var cancel: Bool?
  /// Records the frames of the hash file as they are now.
  var accept: Bool?
  /// Renders a movie.
  var movie: Movie?
  /// Asks for a picture's file: "still", of the frame that `frame` names (0 if not given), or "sheet".
  var picture: String?
  /// Number of a frame to compare with its recorded hash; the answer shows it as it was expected and as it is.
  var difference: Int?
  /// Draws a frame.
  var frame: Frame?

  /// A movie in the preset's folder.
  package struct Movie: Codable, Sendable {
    /// Its file's name; the extension chooses the codec.
    var name: String
    /// Whether transparency is kept.
    var alpha: Bool?
    /// Whether an existing file is replaced.
    var replaces: Bool?
  }

  /// A knob's new value.
  package struct Change: Codable, Sendable {
    var name: String
    /// As JSON.
    var value: String
  }

  /// How to save.
  package struct Save: Codable, Sendable {
    /// Name of a file in the same folder; nil for the preset's own.
    var name: String?
    /// Whether what somebody else saved meanwhile is replaced.
    var replaces: Bool?
  }

  /// A frame to be drawn.
  package struct Frame: Codable, Sendable {
    var number: Int
    var width: Int
    var height: Int
    /// Whether transparency is kept, as with `--alpha`.
    var alpha: Bool?
    /// Whether the saved state is drawn in place of the text.
    var saved: Bool?
    /// Whether its hash is wanted.
    var hash: Bool?
    /// Whether it travels as JPEG, for connections that are too slow for its pixels.
    var jpeg: Bool?

    /// A frame of a number and size.
    package init(
      number: Int, width: Int, height: Int, alpha: Bool? = nil, saved: Bool? = nil, hash: Bool? = nil, jpeg: Bool? = nil
    ) {
      (self.number, self.width, self.height) = (number, width, height)
      (self.alpha, self.saved, self.hash, self.jpeg) = (alpha, saved, hash, jpeg)
    }
  }

  /// Whether the request draws and does nothing else, so that a later one makes it needless.
  var onlyDraws: Bool {
    text == nil && knobs == nil && overrides == nil && save == nil && reload == nil && list == nil && open == nil
      && schema == nil && picture == nil && movie == nil && cancel == nil && difference == nil && accept == nil
      && frame != nil
  }
}
