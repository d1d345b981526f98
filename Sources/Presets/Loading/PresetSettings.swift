import Model

/// Changes of a preset that a caller asks for: the command's arguments. Everything is optional.
public struct PresetSettings: Sendable, Equatable {
  /// Size of the output; nil for the preset's own.
  public var size: Size?
  /// Frames a second of the output; nil for the preset's own.
  public var frameRate: Rational?
  /// Seconds in place of `canvas.duration`, which is also the length of a loop and `duration` in expressions; nil for the
  /// preset's own.
  public var duration: Rational?
  /// Seed of all random numbers; nil for the preset's own.
  public var seed: UInt64?
  /// Whether the last frame leads into the first; nil for what the preset says.
  public var loops: Bool?
  /// Changes of knobs and other values, in the order in which they are made.
  public var overrides: [Override]
  /// Folders of shipped presets; where several have a preset of one name, the first folder's is taken.
  public var folders: [String]
  /// Folders whose files layers may show, besides the preset's own and those of `folders`.
  public var assetFolders: [String]
  /// What reads those files and typesets words; nil where neither is done.
  package var assetLoader: AssetLoader?
  /// Bytes that are kept besides what the scene needs, such as frames of footage; they count in the limit of memory.
  package var heldBytes = 0.0

  /// Paths of files that layers show, by the names that the preset has for them: they are not looked for.
  package var filesByName: [String: String] = [:]

  /// Whether particles may exceed the limits of time and memory, at the risk of the caller: a preset that does is read with
  /// warnings, otherwise refused.
  public var ignoresLimits: Bool

  /// Sizes of the output.
  public enum Size: Sendable, Equatable {
    /// Width and height in pixels.
    case pixels(width: Int, height: Int)
    /// Share of the preset's own size, in percent.
    case percent(Double)

    /// `1280x720` or `50%`; nil for anything else.
    public init?(_ text: String) {
      // Two sides of ten digits need fewer than 32 bytes: a longer text is refused unread.
      guard text.utf8.count <= 32 else { return nil }
      if text.hasSuffix("%") {
        guard let percent = ExactNumbers.decimal(String(text.dropLast()), decimals: 6), percent > .zero else {
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

  /// One `--set`: the name of a knob or the path of a key, and its new value as written.
  public struct Override: Sendable, Equatable {
    /// Name of a knob, or path of a key: `layers.sparks.opacity`.
    public var key: String
    /// New value as written: JSON, or plain text.
    public var value: String
    /// Path of the file that the value was read from, in which issues have their positions; nil if the value itself was given,
    /// not a file.
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

    /// The override as `KEY=VALUE`. A value that was read from a file stands in it in full.
    package var assignment: String { "\(key)=\(value)" }
  }

  /// Settings; what is not given is as the preset says.
  public init(
    size: Size? = nil, frameRate: Rational? = nil, duration: Rational? = nil, seed: UInt64? = nil, loops: Bool? = nil,
    overrides: [Override] = [], folders: [String] = [], assetFolders: [String] = [], ignoresLimits: Bool = false
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
  }
}
