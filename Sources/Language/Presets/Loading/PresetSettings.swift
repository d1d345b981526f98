import JSON
import Model

/// Changes to a preset that a caller asks for, such as the command's arguments. All of them are optional.
public struct PresetSettings: Sendable, Equatable {
  /// Size of the output; nil for the preset's own.
  public var size: Size?
  /// Frames a second of the output; nil for the preset's own.
  public var frameRate: Rational?
  /// Seconds that replace `canvas.duration`, and with it the length of a loop and `duration` in expressions; nil for the preset's
  /// own.
  public var duration: Rational?
  /// Seed of all random numbers; nil for the preset's own.
  public var seed: UInt64?
  /// Whether the last frame leads into the first; nil for the preset's own setting.
  public var loops: Bool?
  /// Path of the file of curves or times that the preset follows as its sound, as `motes listen` writes it; nil for the preset's own.
  public var curves: String?
  /// Changes to knobs and other values, in the order in which they are applied.
  public var overrides: [Override]
  /// Folders of shipped presets. If several have a preset of the same name, the one in the first of these folders is used.
  public var folders: [String]
  /// Folders whose files layers may show, besides the preset's own folder and `folders`.
  public var assetFolders: [String]
  /// Reads the files that layers show, and typesets words; nil if neither is possible.
  package var assetLoader: AssetLoader?
  /// Bytes that are in use besides what the scene needs, such as frames of footage; they count towards the limit of memory.
  package var bytesBesidesScene = 0.0

  /// Paths of files that layers show, by the names under which the preset refers to them. These files are not searched for.
  package var filesByName: [String: String] = [:]

  /// Folders of presets to copy, such as those of the documentation's recipes. They are not searched, but the message on a name that was not
  /// found tells where such a preset lies.
  package var recipeFolders: [String] = []

  /// Whether the preset's text was written by `Preset.resolvedJSON`, so that the texts of its knobs may be values that a user gave.
  package var readsResolvedPreset = false

  /// Whether a preset may exceed the limits of time and memory, at the caller's risk. It is then read with warnings; otherwise it
  /// is refused.
  public var ignoresLimits: Bool

  /// The name under which a preset refers to the file of `curves`: without its folders, which do not change what is drawn.
  var curvesName: String? { curves?.split(separator: "/").last.map(String.init) }

  /// The path of the file of `curves`, if that is what a name means.
  func path(ofCurves name: String) -> String? { name == curvesName ? curves : nil }

  /// Sizes of the output.
  public enum Size: Sendable, Equatable {
    /// Width and height in pixels.
    case pixels(width: Int, height: Int)
    /// Percentage of the preset's own size.
    case percent(Double)

    /// `1280x720` or `50%`; nil for anything else.
    public init?(_ text: String) {
      // Two sides of ten digits need fewer than 32 bytes, so a longer text is refused without parsing.
      guard text.utf8.count <= 32 else { return nil }
      if text.hasSuffix("%") {
        guard let percent = ExactNumbers.decimal(String(text.dropLast()), maximumDecimals: 6), percent > .zero else {
          return nil
        }
        self = .percent(percent.double)
        return
      }
      let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0 else {
        return nil
      }
      self = .pixels(width: width, height: height)
    }
  }

  /// One `--set` or `--set-text`: the name of a knob or the path of a key, and the new value as written.
  public struct Override: Sendable, Equatable {
    /// Name of a knob, or path of a key: `layers.sparks.opacity`.
    public var key: String
    /// New value as written: JSON, or plain text.
    public var value: String
    /// Whether `value` is a text whatever it looks like, as that of `--set-text`: `"7"`, quotes included, is no number and no JSON.
    public var isText = false
    /// Path of the file that the value was read from, to which the positions of issues refer; nil if the value was given
    /// directly.
    package var file: String?

    /// A value of a knob or key.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }

    /// `KEY=VALUE`; nil without an equals sign or a key.
    public init?(_ text: String) {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
      self.init(key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }

    /// The override as `--set` takes it, `KEY=VALUE`, with the full text of a value that was read from a file. A text that is one whatever it
    /// looks like has the quotes of JSON, which `--set` takes off again.
    package var assignment: String { "\(key)=\(isText ? JSONWriter.quoted(value) : value)" }

    /// The options of the command that give overrides.
    package static let options = ["--set", "--set-text"]

    /// The option of the command that gives such an override, by which messages name it.
    var option: String { Self.options[isText ? 1 : 0] }
  }

  /// Settings; whatever is not given is left to the preset.
  public init(
    size: Size? = nil, frameRate: Rational? = nil, duration: Rational? = nil, seed: UInt64? = nil, loops: Bool? = nil,
    overrides: [Override] = [], folders: [String] = [], assetFolders: [String] = [], ignoresLimits: Bool = false,
    curves: String? = nil
  ) {
    self.size = size
    self.frameRate = frameRate
    self.duration = duration
    self.seed = seed
    self.loops = loops
    self.overrides = overrides
    self.folders = folders
    self.assetFolders = assetFolders
    self.ignoresLimits = ignoresLimits
    self.curves = curves
  }
}
