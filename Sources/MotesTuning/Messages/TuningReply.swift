/// What a page is told: the answer to a request, or, without `id`, news.
package struct TuningReply: Codable, Sendable {
  package var id: Int?
  /// The preset as it is now, if that has changed.
  var document: Description?
  /// Whether this says more of what the page was told of before: nothing has changed since.
  var isDetail: Bool?
  /// The text, if it is another than the page has.
  var text: String?
  /// What the following pixels show.
  var frame: Picture?
  /// Milliseconds from the arrival of the request to this answer.
  var milliseconds: Double?
  /// Whether a frame was asked for and not drawn, since a later request makes it needless.
  var skipped: Bool?
  /// Why what was asked for cannot be done.
  var problem: String?
  /// Path of the file that was saved.
  var saved: String?
  /// Whether somebody else has changed the file; `theirs` is its text.
  var conflict: Bool?
  var theirs: String?
  /// The shipped presets.
  var presets: [Listed]?
  /// The JSON Schema of presets.
  var schema: String?
  /// Name of the picture whose file follows in place of pixels.
  var picture: String?
  /// How far a movie is.
  var movie: Movie?
  /// What is known of the frames of the hash file beside the preset.
  var guarding: Guarding?
  /// What the picture of a frame of the hash file shows, whose PNG file follows in place of pixels.
  var difference: String?

  /// The hash file beside the preset, and which of its frames are as recorded.
  package struct Guarding: Codable, Sendable {
    /// The hash file; empty where there is none.
    var path: String
    /// Why it cannot be verified.
    var problem: String?
    /// Numbers of its frames.
    var numbers: [Int] = []
    /// A sign for each of them: `=` as recorded, `!` different, `?` not looked at.
    var states = ""
    /// Whether all were looked at.
    var isDone = false
    /// The rate by which the numbers count, and the size, of what was hashed.
    var framesPerSecond = 0.0
    var size = ""
    /// What has changed, where frames differ.
    var reason = ""
    /// Whether the frames may be recorded as they are now: all were looked at, and the text is saved.
    var canAccept = false

    init(path: String) { self.path = path }
  }

  /// A movie that is being rendered, or has ended.
  package struct Movie: Codable, Sendable {
    var path: String
    var frames = 0
    var total = 0
    /// Whether the work has ended: well, unless there is a `problem` or it was stopped.
    var isFinished = false
    var isStopped = false
    /// Whether a file of this name is there and was not to be replaced.
    var alreadyExists = false
    var problem: String?

    init(path: String) { self.path = path }
  }

  /// A reply that says nothing yet.
  package init() {}

  /// A shipped preset in a list.
  package struct Listed: Codable, Sendable {
    var name: String
    var about: String
    var tags: [String]
  }

  /// A drawn frame: `width` × `height` pixels of red, green, blue and alpha follow, or a JPEG file of them.
  package struct Picture: Codable, Sendable {
    var number: Int
    var width: Int
    var height: Int
    /// Whether a JPEG file follows in place of pixels.
    var jpeg: Bool?
    /// SHA-256 of the frame's samples, as `motes hash` prints it.
    package var hash: String?
    var milliseconds: Double
    /// Milliseconds of reading and checking the preset for this size; 0 where that was done before.
    var loadMilliseconds: Double
    var particles: Int
    /// Milliseconds of one core by layer.
    var layers: [LayerTime]
  }

  /// What a layer took.
  package struct LayerTime: Codable, Sendable {
    var name: String
    var milliseconds: Double
  }

  /// A preset, and what is wrong with it.
  package struct Description: Codable, Sendable {
    /// Counts the states of the text: frames belong to the last one that had no mistakes.
    var revision: Int
    /// Whether it can be drawn.
    var isDrawable: Bool
    var issues: [Issue]
    /// Number of all issues, also of those that are not listed.
    var issueCount: Int
    var warnings: [Issue]
    /// Path of the file, what commands call the preset, and whether that is a shipped one.
    var path: String
    var argument: String
    var isShipped: Bool
    /// Whether the text is another than the file's.
    var isChanged: Bool
    /// Whether the text differs from the file in more than values of knobs, so that no --set does the same.
    var needsSave: Bool
    /// Values that `motes tune` was given with --set, which lie over the text.
    var fixedOverrides: [String]
    var name: String
    var about: String
    var canvas: Canvas?
    var knobs: [Knob]
    var layers: [Layer]
  }

  /// The preset's own canvas.
  package struct Canvas: Codable, Sendable {
    var width: Int
    var height: Int
    /// As a command takes it: "30000/1001".
    var rate: String
    var framesPerSecond: Double
    var frames: Int
    var seconds: Double
    var loops: Bool
    var seed: String
    var hasBackdrops: Bool
  }

  /// A mistake or a warning.
  package struct Issue: Codable, Sendable {
    var text: String
    /// Position in the text of the page; nil for issues of other files and of overrides.
    var line: Int?
    var column: Int?
  }

  /// A knob with its range and value.
  package struct Knob: Codable, Sendable {
    var name: String
    /// number, text, flag, list, color, colors
    var kind: String
    /// As JSON.
    var value: String
    /// What the saved file says, as JSON; nil for a knob that it lacks.
    var savedValue: String?
    var minimum: Double?
    var maximum: Double?
    var choices: [String]
    var about: String
    /// Whether a --set of the command lies over it, so that the page cannot move it.
    var isFixed: Bool
  }

  /// A layer of the text, also one that is switched off.
  package struct Layer: Codable, Sendable {
    /// As `--set` takes it: layers.sky, layers[2].
    var path: String
    var name: String
    /// The names of the layer and its groups with slashes between them, by which times are listed.
    var timeName: String
    /// Its source: emitter, gradient …
    var source: String
    var depth: Int
    var isEnabled: Bool
    /// Most particles alive at once.
    var particles: Double
    /// Milliseconds of one core, estimated.
    var milliseconds: Double
  }
}
