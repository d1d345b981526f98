import ArgumentParser
import Motes

/// The arguments of stills: `motes frame`, and `motes watch` without `--sheet`.
struct StillOptions: ParsableArguments {
  @Option(
    help: """
      A moment, in seconds; it may lie past the end. May be repeated. Without one, the frame is drawn that has the most contrast \
      among those of `motes sheet`.
      """)
  var time: [String] = []

  @Option(help: "A frame's number, counted from 0. May be repeated.")
  var frame: [Int] = []

  @OptionGroup var picture: PictureOptions

  /// The moments that the options name; empty without the options.
  func moments() throws -> [Moment] {
    guard time.isEmpty || frame.isEmpty else {
      throw UsageError("Name moments in one way: --time SECONDS or --frame NUMBER.")
    }
    return try time.map(Moment.init(timeText:)) + frame.map(Moment.init(frameNumber:))
  }
}

/// Stills of a preset at some moments.
struct StillWork: PictureWork {
  /// The moments. If the options name none, this is empty until the first drawing chooses a moment, which is kept for later
  /// drawings.
  private var moments: [Moment]
  /// The pictures' path, with "{time}" or "{frame}" for the moment.
  private let pattern: String
  private let settings: PictureSettings
  private let overlay: OverlayOptions
  /// The clip that the stills lie over, if any.
  private let footage: StillFootageOptions?

  /// - Parameters:
  ///   - output: the value of `-o`.
  ///   - stem: the beginning of the pictures' names without `-o`.
  init(
    _ options: StillOptions, _ overlay: OverlayOptions, _ footage: StillFootageOptions? = nil, output: String?,
    stem: String
  ) throws {
    moments = try options.moments()
    self.overlay = overlay
    self.footage = footage
    // A moment that is chosen later is a time.
    let placeholder = moments.first?.placeholder ?? "time"
    pattern = output ?? (moments.count > 1 ? "\(stem)-{\(placeholder)}.png" : "\(stem).png")
    settings = try options.picture.settings(for: pattern, kind: "stills", alpha: overlay.alpha)
    let otherPlaceholder = placeholder == "time" ? "frame" : "time"
    if pattern.contains("{\(otherPlaceholder)}") {
      throw UsageError(
        "-o \(pattern): {\(otherPlaceholder)} stands for a --\(otherPlaceholder), and none is given. Use {\(placeholder)}."
      )
    }
    if moments.count > 1, !pattern.contains("{\(placeholder)}") {
      throw UsageError(
        "-o \(pattern): one name for \(moments.count) pictures. Show where each one's \(placeholder) goes: "
          + "-o '\(FilePath.inserting("-{\(placeholder)}", in: pattern))'.")
    }
    for (index, moment) in moments.enumerated() where moments[..<index].contains(where: { $0.text == moment.text }) {
      throw UsageError("--\(placeholder) \(moment.text): this moment is given twice.")
    }
  }

  var knownPaths: [String] { moments.isEmpty && pattern.contains("{time}") ? [] : paths }

  private var paths: [String] { moments.isEmpty ? [pattern] : moments.map(path) }

  private func path(of moment: Moment) -> String { pattern.replacing("{\(moment.placeholder)}", with: moment.text) }

  mutating func write(from source: PresetOptions, threads: Int?, allowsReplacing: Bool) throws -> [String] {
    for path in paths where !moments.isEmpty { try footage?.check(source, overlay, path: path) }
    let overClip = try footage?.load(source)
    let preset = try overClip?.preset ?? source.load()
    if moments.isEmpty {
      moments = [try momentOfMostContrast(in: preset, source, threads: threads)]
      for path in paths { try footage?.check(source, overlay, path: path) }
    }
    for path in paths {
      try preset.refuseToReplaceSources(at: path)
      try overlay.backdropOption.refuseToReplacePicture(at: path)
      try checkTarget(path, allowsReplacing: allowsReplacing)
    }
    let canvas = preset.scene.canvas
    if let footage, let overClip {
      for moment in moments {
        let (backdrop, time) = try footage.frame(moment, of: overClip.clipFrames, canvas: canvas)
        try preset.checkLimits(until: time)
        let renderer = try Renderer(preset, format: settings.pixelFormat, threads: threads, backdrop: backdrop)
        try writePicture(
          renderer.picture(at: time, for: settings), to: path(of: moment), settings: settings,
          allowsReplacing: allowsReplacing)
      }
      return moments.map { "\(path(of: $0)) (\($0.title))" }
    }
    for moment in moments { try preset.checkLimits(until: moment.seconds(on: canvas)) }
    let renderer = try Renderer(
      preset, format: settings.pixelFormat, threads: threads, backdrop: overlay.backdrop(for: preset))
    for moment in moments {
      try writePicture(
        renderer.picture(at: moment.seconds(on: canvas), for: settings), to: path(of: moment), settings: settings,
        allowsReplacing: allowsReplacing)
    }
    return moments.map { "\(path(of: $0)) (\($0.title))" }
  }

  /// The longest side in pixels of the frames among which a moment is chosen.
  static let trialSidePixels = 160

  /// The time, among those of a contact sheet, whose frame has the most contrast.
  ///
  /// - Parameter preset: the preset at a small size.
  static func timeOfMostContrast(
    in preset: Preset, threads: Int? = nil, backdrop: Backdrop
  ) throws -> Rational {
    let times = RoundTimes(count: ContactSheet.defaultCount, duration: preset.scene.canvas.duration).seconds
    return try Renderer(preset, format: .rgb24, threads: threads, backdrop: backdrop).timeOfMostContrast(among: times)
  }

  /// The moment, among those of a contact sheet, whose frame has the most contrast. Prints which it is.
  private func momentOfMostContrast(in preset: Preset, _ source: PresetOptions, threads: Int?) throws -> Moment {
    let small = try source.reload(preset) { width, height in
      let longest = max(width, height)
      let pixels = min(Self.trialSidePixels, longest)
      return (max(1, width * pixels / longest), max(1, height * pixels / longest))
    }
    let isOverClip = footage?.over != nil
    let best = try Self.timeOfMostContrast(
      in: small, threads: threads, backdrop: isOverClip ? .nothing : overlay.trialBackdrop)
    // Over a clip, a moment is a time of the clip, in which the effect begins later.
    let time = try best + (footage?.effect.beginSeconds ?? .zero)
    let text = ExactNumbers.text(time)
    Terminal.printError(
      "motes: the picture is at \(text) s, which of \(ContactSheet.defaultCount) moments has the most contrast; --time names another."
    )
    return .time(time, text: text)
  }
}
