import ArgumentParser
import Motes

/// The arguments of stills that are drawn over a clip's frame.
struct StillFootageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A clip to draw over: the picture is a frame of what render --over makes, of the clip's size; --time is then a second of the clip, \
      and --frame the number of its frame.
      """, valueName: "clip"))
  var over: String?

  @OptionGroup var effect: EffectTimingOptions

  func validate() throws {
    if over == nil { try effect.checkThatNoneIsGiven() }
  }

  /// Refuses options that say what the clip decides, and an output that would replace the clip.
  func check(_ source: PresetOptions, _ overlay: OverlayOptions, path: String) throws {
    guard let over else { return }
    if source.size != nil { throw UsageError("--size: with --over, the picture has the clip's size.") }
    if overlay.alpha { throw UsageError("--alpha: nothing is transparent over a clip (--over).") }
    if overlay.backdropOption.backdrop != nil {
      throw UsageError("--backdrop: with --over, the clip lies behind the effect.")
    }
    if FilePath.areSame(path, over) {
      throw UsageError("-o \(path): this is the file of --over, which is not replaced.")
    }
  }

  /// Loads the preset at the clip's size, and opens the clip's frames; nil without `--over`.
  func load(_ source: PresetOptions) throws -> (preset: Preset, clipFrames: FootageStills)? {
    guard let over else { return nil }
    let clip = try Clip(contentsOf: over)
    var settings = try source.settings()
    settings.size = .pixels(width: clip.width, height: clip.height)
    let preset = try source.load(settings)
    return (preset, try FootageStills(over, isEncoded: preset.scene.canvas.blending == .srgb))
  }

  /// The clip's frame at a moment, as a backdrop, and the time of the effect that is drawn over it.
  func frame(
    _ moment: Moment, of clipFrames: FootageStills, canvas: Canvas
  ) throws -> (backdrop: Backdrop, time: Rational) {
    let number =
      switch moment {
      case .time(let seconds, _): clipFrames.number(at: seconds)
      case .frame(let number): number
      }
    return try clipFrames.frame(
      number, canvas: canvas, begin: effect.beginSeconds, fade: effect.fadeSeconds)
  }
}
