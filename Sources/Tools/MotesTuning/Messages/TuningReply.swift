/// A message to a page: the answer to a request, or, without `id`, news.
package struct TuningReply: Codable, Sendable {
  /// The number of the request; nil for news.
  package var id: Int?
  /// The preset as it is now, if it has changed.
  var document: Description?
  /// Whether `document` only adds details to the description before it.
  var isDetail: Bool?
  /// The preset's text, if it differs from the page's.
  var text: String?
  /// The frame whose pixels follow.
  var frame: Picture?
  /// Milliseconds from the arrival of the request to this answer; nil if no frame was drawn.
  var milliseconds: Double?
  /// Whether the requested frame was not drawn, because a later request replaces it or the preset has mistakes.
  var skipped: Bool?
  /// Why the request cannot be done.
  var problem: String?
  /// The sound that the preset follows, if it is another one than the page knows, or was read anew.
  var sound: Sound?
  /// Whether another program has changed the file of curves while the page has changes of its own.
  var soundConflict: Bool?
  /// Path of the file that was saved.
  var saved: String?
  /// Whether another program has changed the file while the page has changes of its own.
  var conflict: Bool?
  /// The file's text, if there is a conflict.
  var theirs: String?
  /// The shipped presets.
  var presets: [Listed]?
  /// The JSON Schema of presets.
  var schema: String?
  /// The name of the picture whose file follows in place of pixels.
  var picture: String?
  /// The progress of a movie.
  var movie: Movie?
  /// The state of the hash file that guards the preset against changes of its frames.
  var guarding: Guarding?
  /// The layer in space that is seen at the place that was asked for; nil if there is none.
  var picked: Picked?
  /// A sentence about the picture of *expected | difference | actual* whose PNG file follows in place of pixels.
  var difference: String?

  /// A layer in space.
  package struct Picked: Codable, Sendable, Equatable {
    package var name: String
    /// Its `zPosition`, in points.
    package var z: Double

    package init(name: String, z: Double) {
      self.name = name
      self.z = z
    }
  }

  /// The camera at a frame, in points of the canvas. Shake is left out.
  package struct Camera: Codable, Sendable, Equatable {
    /// Where the eye stands.
    package var eye: [Double]
    /// The point of the canvas that it looks at.
    package var center: [Double]
    /// Where this point is seen, as shares of the picture's width and height.
    package var aim: [Double]
    /// The focal length.
    package var distance: Double
    /// z of the plane in focus.
    package var focus: Double
    /// Diameter of the lens; 0 if everything is sharp.
    package var aperture: Double
  }

  /// A light at a frame, in points of the canvas and degrees.
  package struct Light: Codable, Sendable, Equatable {
    /// The value of its key `type`.
    package var type: String
    /// Its colour, as CSS writes it.
    package var color: String
    /// Where a lamp is.
    package var place: Place?
    /// Where a spotlight shines to.
    package var target: Place?
    /// From where parallel light comes.
    package var angle: Double?
    package var elevation: Double?
    /// The name of the layer that shines.
    package var layer: String?

    /// A place in space, and how it is seen.
    package struct Place: Codable, Sendable, Equatable {
      /// x, y and z.
      package var at: [Double]
      /// The nine numbers of a matrix, row by row, that takes x, y and 1 to u · w, v · w and w: a place of the same z is seen at the shares u
      /// and v of the picture's width and height, if w is above 0.
      package var plane: [Double]
    }
  }

  /// The hash file beside the preset, and which of its frames are drawn as they were recorded.
  package struct Guarding: Codable, Sendable {
    /// Path of the hash file; empty if there is none.
    var path: String
    /// Why the file cannot be verified.
    var problem: String?
    /// Numbers of the file's frames.
    var numbers: [Int] = []
    /// A sign for each of `numbers`: `=` as recorded, `!` different, `?` not verified yet.
    var states = ""
    /// Whether all frames have been verified.
    var isDone = false
    /// The frame rate of the hashed frames, by which `numbers` count.
    var framesPerSecond = 0.0
    /// The size of the hashed frames: "1920x1080".
    var size = ""
    /// What has changed since the recording; empty if no frame differs.
    var reason = ""
    /// Whether the frames may be recorded as they are now: some differ, all have been verified, and the text is saved and is no
    /// shipped preset's.
    var canAccept = false

    init(path: String) { self.path = path }
  }

  /// A movie that is being rendered, or has ended.
  package struct Movie: Codable, Sendable {
    /// Path of the movie; of the partial file with the frames so far, if the movie was cancelled.
    var path: String
    /// The number of frames that are in the movie so far.
    var frames = 0
    /// The number of frames of the whole movie.
    var total = 0
    /// Whether the work has ended; successfully, unless there is a `problem` or `isStopped` is set.
    var isFinished = false
    /// Whether the movie was cancelled.
    var isStopped = false
    /// Whether a file of this name exists and may not be replaced.
    var alreadyExists = false
    var problem: String?
    /// What is to be said of its track.
    var note: String?

    init(path: String) { self.path = path }
  }

  /// Makes an empty reply.
  package init() {}

  /// A shipped preset in a list.
  package struct Listed: Codable, Sendable {
    var name: String
    var about: String
    var tags: [String]
  }

  /// A drawn frame. Its `width` × `height` pixels of red, green, blue and alpha follow, or a JPEG file.
  package struct Picture: Codable, Sendable {
    /// The frame's number.
    var number: Int
    var width: Int
    var height: Int
    /// Whether a JPEG file follows in place of pixels.
    var jpeg: Bool?
    /// SHA-256 of the frame's samples, as `motes hash` prints it.
    package var hash: String?
    /// Milliseconds of drawing the frame.
    var milliseconds: Double
    /// Milliseconds of reading and checking the preset for this size; about 0 if that was done before.
    var loadMilliseconds: Double
    /// How many particles are alive and possibly in view.
    var particles: Int
    /// The drawing time of each layer.
    var layers: [LayerTime]
    /// The preset's camera; nil if it states none.
    package var camera: Camera?
    /// The preset's lights, in the order of its list.
    package var lights: [Light] = []
  }

  /// The time that a layer took, in milliseconds of one core.
  package struct LayerTime: Codable, Sendable {
    var name: String
    var milliseconds: Double
  }

  /// A description of a preset and of its mistakes.
  package struct Description: Codable, Sendable {
    /// The number of the text's revision, which grows with each change.
    var revision: Int
    /// Whether the preset can be drawn.
    var isDrawable: Bool
    var issues: [Issue]
    /// How many issues there are, including those that are not listed.
    var issueCount: Int
    var warnings: [Issue]
    /// Path of the file.
    var path: String
    /// The preset's name or path as an argument of commands.
    var argument: String
    var isShipped: Bool
    /// Whether the text differs from the file's.
    var isChanged: Bool
    /// Whether the text differs from the file's in more than knobs' values, so that no --set has the same effect.
    var needsSave: Bool
    /// The --set assignments of `motes tune`, which override the text.
    var fixedOverrides: [String]
    /// The arguments of `motes tune`, besides preset and overrides, that decide what is drawn: its sound and duration.
    var otherArguments: [String]
    /// Whether moments of the sound differ from those of its file.
    var soundIsChanged: Bool
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
    /// The frame rate as an argument of commands: "30000/1001".
    var rate: String
    var framesPerSecond: Double
    var frames: Int
    var seconds: Double
    var loops: Bool
    /// The seed in digits: a number of JavaScript cannot hold all of its 64 bits.
    var seed: String
    var hasBackdrops: Bool
  }

  /// A mistake or a warning.
  package struct Issue: Codable, Sendable {
    var text: String
    /// Position in the text of the page, counted from 1; nil for issues of other files and of overrides.
    var line: Int?
    var column: Int?
  }

  /// A knob with its range and value.
  package struct Knob: Codable, Sendable {
    var name: String
    /// The kind of the knob's control: number, text, flag, list, color or colors.
    var kind: String
    /// The value as JSON.
    var value: String
    /// The value in the saved file, as JSON; nil if the file lacks the knob.
    var savedValue: String?
    var minimum: Double?
    var maximum: Double?
    var choices: [String]
    var about: String
    /// Whether a --set of the command overrides the knob, so that the page cannot move it.
    var isFixed: Bool
  }

  /// A layer of the text, which may be switched off.
  package struct Layer: Codable, Sendable {
    /// The layer's path in the syntax of `--set`: layers.sky, layers[2].
    var path: String
    /// The layer's name; "layer 2" for a nameless one with index 2.
    var name: String
    /// The names of the layer's groups and of the layer, with slashes between them, as in `LayerTime`.
    var timeName: String
    /// The key of the layer's source: emitter, gradient …
    var source: String
    /// How many groups the layer lies in.
    var depth: Int
    var isEnabled: Bool
    /// The most particles alive at once, estimated.
    var particles: Double
    /// Estimated milliseconds of one core.
    var milliseconds: Double
  }
}
