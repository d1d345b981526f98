import Model

/// The settings with which the frames of a hash file were rendered: everything that is needed to render them again, and to tell a
/// changed preset from a changed renderer.
///
/// It is printed as one line of `key=value` fields with percent-encoded values:
/// `#motes: preset=../fireworks.json sha256=… size=320x180 rate=60 pixels=rgb24 frames=0-719 seed=7 set=intensity=2
/// version=0.1.0`.
package struct RenderRecipe: Sendable, Hashable {
  /// A shipped preset's name, or the path of a preset's file relative to the hash file's folder.
  package var preset: String
  /// SHA-256, in hexadecimal digits, of the preset's JSON after `extends` and `overrideTexts` have been applied, and of its assets' SHA-256
  /// if it has any.
  package var presetHash: String
  /// Frame width in pixels.
  package var width: Int
  /// Frame height in pixels.
  package var height: Int
  /// Frames a second, printed as "60" or "30000/1001".
  package var frameRate: Rational
  /// Pixel format that was hashed, by FFmpeg's name: "rgb24".
  package var pixelFormat: String
  /// Numbers of the frames.
  package var frames: FrameSequence
  /// Seed of all random numbers.
  package var seed: UInt64
  /// The changes `KEY=VALUE` of `--set`, in the order in which they were given. For a value that was read from a file they hold its text,
  /// not the file's name.
  package var overrideTexts: [String]
  /// Version of Motes that drew the frames.
  package var version: String
  /// Further settings, in the order of the line, such as `duration`, `loop` and `backdrop`. Their keys consist of letters, digits
  /// and hyphens.
  package var options: [Field]

  /// One `key=value` of a header line, be it a recipe's or an asset's.
  package struct Field: Sendable, Hashable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(
    preset: String, presetHash: String, width: Int, height: Int, frameRate: Rational,
    pixelFormat: String = "rgb24", frames: FrameSequence, seed: UInt64, overrideTexts: [String] = [], version: String,
    options: [Field] = []
  ) {
    self.preset = preset
    self.presetHash = presetHash
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.frames = frames
    self.seed = seed
    self.overrideTexts = overrideTexts
    self.version = version
    self.options = options
  }

  /// The value of one of `options`.
  package func option(_ key: String) -> String? { options.first { $0.key == key }?.value }

  private static let prefix = "#motes: "

  /// The line, without a line break.
  package var line: String {
    var fields = [
      Field(key: "preset", value: preset), Field(key: "sha256", value: presetHash),
      Field(key: "size", value: "\(width)x\(height)"), Field(key: "rate", value: "\(frameRate)"),
      Field(key: "pixels", value: pixelFormat),
      Field(key: "frames", value: frames.text),
      Field(key: "seed", value: "\(seed)"),
    ]
    fields += overrideTexts.map { Field(key: "set", value: $0) }
    fields += options
    fields.append(Field(key: "version", value: version))
    return Self.line(Self.prefix, fields)
  }

  /// Reads a line that `line` printed.
  ///
  /// - Throws: `Malformed` with the reason.
  init(line: String) throws(Malformed) {
    let requiredKeys = ["preset", "sha256", "size", "rate", "pixels", "frames", "seed", "version"]
    var requiredValues: [String: String] = [:]
    var overrideTexts: [String] = []
    var options: [Field] = []
    for field in try Self.fields(of: line, Self.prefix) {
      if field.key == "set" {
        overrideTexts.append(field.value)
      } else if requiredKeys.contains(field.key) {
        guard requiredValues.updateValue(field.value, forKey: field.key) == nil else {
          throw Malformed("\(field.key) appears twice")
        }
      } else {
        options.append(field)
      }
    }
    func value(_ key: String) throws(Malformed) -> String {
      guard let value = requiredValues[key] else { throw Malformed("\(key) is missing") }
      return value
    }
    let sides = try value("size").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw Malformed("size is not two numbers joined by \"x\"")
    }
    guard let frames = FrameSequence(try value("frames")) else {
      throw Malformed("frames is neither a first and a last frame such as 0-719 nor one with steps such as 0-710:10")
    }
    guard width > 0, height > 0 else { throw Malformed("size has no pixels") }
    guard let frameRate = Rational(positive: try value("rate"), maximumTerm: 1_000_000) else {
      throw Malformed("rate is not a frame rate such as 60 or 30000/1001")
    }
    guard let seed = UInt64(try value("seed")) else { throw Malformed("seed is not a whole number") }
    self.init(
      preset: try value("preset"), presetHash: try value("sha256"), width: width, height: height,
      frameRate: frameRate, pixelFormat: try value("pixels"), frames: frames, seed: seed, overrideTexts: overrideTexts,
      version: try value("version"), options: options)
  }
}
