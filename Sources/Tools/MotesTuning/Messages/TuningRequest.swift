/// A request of a page, as JSON.
///
/// Everything but `id` may be left out. The given parts are done in the order in which they are declared here, until one is
/// refused. An answer carries one picture, so of `picture`, `difference` and `frame` only the first that is given is done.
package struct TuningRequest: Codable, Sendable {
  /// The number of the request, which the answer repeats.
  var id: Int
  /// The page's current text.
  var text: String?
  /// Knobs that were moved. Their values are changed in the text.
  var knobs: [Change]?
  /// `--set` assignments that switch layers on or off, such as `layers.sky.enabled=false`. They override the text, replace those of
  /// earlier requests, and are not saved.
  var overrides: [String]?
  /// Lists of the sound's moments that the page has changed, whole. They are followed at once, and saved by `saveSound`.
  var moments: MomentsChange?
  /// Saves the text.
  var save: Save?
  /// Saves the moments into the file of curves.
  var saveSound: SaveSound?
  /// Reads the file of curves anew, and forgets the page's moments.
  var reloadSound: Bool?
  /// Replaces the text by the file's current text.
  var reload: Bool?
  /// The name of a shipped preset whose text is opened, to be saved under another name.
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
  /// Asks for a picture's file: "still", of the frame with the number in `frame` (0 without it), or "sheet".
  var picture: String?
  /// The number of a frame of the hash file. The answer has a picture of this frame as it was recorded and as it is drawn now.
  var difference: Int?
  /// Asks for the layer in space that is seen at a place.
  var pick: Pick?
  /// Draws a frame.
  var frame: Frame?

  /// A place of a frame.
  package struct Pick: Codable, Sendable {
    /// The frame's number.
    var number: Int
    var width: Int
    var height: Int
    /// The place, as shares of width and height.
    var x: Double
    var y: Double

    package init(number: Int, width: Int, height: Int, x: Double, y: Double) {
      (self.number, self.width, self.height, self.x, self.y) = (number, width, height, x, y)
    }
  }

  /// A movie in the preset's folder.
  package struct Movie: Codable, Sendable {
    /// The file's name, whose extension chooses the codec.
    var name: String
    /// Whether transparency is kept.
    var alpha: Bool?
    /// Whether an existing file is replaced.
    var replaces: Bool?
  }

  /// A knob's new value.
  package struct Change: Codable, Sendable {
    var name: String
    /// The value as JSON.
    var value: String
  }

  /// How to save.
  package struct Save: Codable, Sendable {
    /// The name of a file in the same folder; nil for the preset's own file.
    var name: String?
    /// Whether an existing file called `name`, or changes that another program has saved meanwhile, are replaced.
    var replaces: Bool?
  }

  /// A frame to be drawn.
  package struct Frame: Codable, Sendable {
    var number: Int
    var width: Int
    var height: Int
    /// Whether transparency is kept, as with `--alpha`.
    var alpha: Bool?
    /// Whether the saved text is drawn in place of the page's.
    var saved: Bool?
    /// Whether the answer has the frame's hash.
    var hash: Bool?
    /// Whether the frame is sent as JPEG, for connections that are too slow for its pixels.
    var jpeg: Bool?

    package init(
      number: Int, width: Int, height: Int, alpha: Bool? = nil, saved: Bool? = nil, hash: Bool? = nil, jpeg: Bool? = nil
    ) {
      (self.number, self.width, self.height) = (number, width, height)
      (self.alpha, self.saved, self.hash, self.jpeg) = (alpha, saved, hash, jpeg)
    }
  }

  /// Whether the request only draws a frame, so that it may be skipped if a later one follows.
  var onlyDraws: Bool {
    text == nil && knobs == nil && overrides == nil && save == nil && reload == nil && list == nil && open == nil
      && schema == nil && picture == nil && movie == nil && cancel == nil && difference == nil && accept == nil
      && pick == nil && moments == nil && saveSound == nil && reloadSound == nil && frame != nil
  }
}
