import ArgumentParser
import Motes
import MotesTuning

/// `--backdrop`, for the commands that draw.
struct BackdropOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What lies behind the effect in place of the preset's own backdrop: none, a colour (black, "#00ff00", any of CSS) or a \
      picture that is scaled to cover the frame.
      """, valueName: "none|colour|picture"))
  var backdrop: String?

  /// The option's value as the path of a picture; nil if it is `none` or an opaque colour. Call `chosen` too: it refuses a value
  /// that is none of the three.
  var picturePath: String? { backdrop.flatMap { Backdrop(word: $0) == nil ? $0 : nil } }

  /// The backdrop that the option asks for. Refuses a text that names no backdrop, and options that contradict the text.
  ///
  /// - Parameters:
  ///   - alpha: whether transparency is kept, which only the backdrop `none` allows.
  ///   - preset: the preset that is drawn.
  ///   - quiet: whether no note is printed.
  func chosen(alpha: Bool, for preset: Preset, quiet: Bool = false) throws -> Backdrop {
    let leavesOutBackdrops = alpha || backdrop != nil
    if leavesOutBackdrops { try checkLayers(of: preset, quiet: quiet) }
    if !quiet, alpha || backdrop == "none" { noteLayersOverNothing(in: preset) }
    guard let backdrop else { return alpha ? .nothing : .layers }
    let wordBackdrop = Backdrop(word: backdrop)
    if alpha, backdrop != "none" {
      throw UsageError(
        "--alpha: with --backdrop \(ShellText.quoted(backdrop)) every pixel is covered, and there is no transparency to keep. "
          + "Leave one of the two out.")
    }
    if let wordBackdrop { return wordBackdrop }
    if LinearColor(css: backdrop) != nil {
      throw UsageError(
        "--backdrop \(backdrop): a backdrop must be opaque. Name a colour without alpha, or none.")
    }
    guard FileAccess.isFile(backdrop) else {
      // A text with a full stop or a slash is taken for a path, any other for a misspelt colour.
      let reason =
        backdrop.contains(".") || backdrop.contains("/")
        ? "there is no such file" : LinearColor.explainCSSFailure(backdrop) ?? "there is no such file"
      let fullStop = reason.hasSuffix("?") ? "" : "."
      throw UsageError("--backdrop \(backdrop): \(reason)\(fullStop) Expected none, a colour or the path of a picture.")
    }
    return try .picture(at: backdrop, covering: preset.scene.canvas)
  }

  /// Refuses an output that would replace the picture.
  func refuseToReplacePicture(at path: String) throws {
    guard let backdrop, FilePath.areSame(backdrop, path) else { return }
    throw UsageError("-o \(path): this is the picture that --backdrop names; it is not replaced.")
  }

  /// Throws if leaving out the backdrop layers would leave nothing; prints a note if there are no backdrop layers although the first layer
  /// fills the frame.
  private func checkLayers(of preset: Preset, quiet: Bool) throws {
    let scene = preset.scene
    let cause = backdrop.map { "--backdrop \(ShellText.quoted($0))" } ?? "--alpha"
    if scene.hasOnlyBackdrops {
      throw UsageError(
        "\(cause): every layer of \(preset.path) has the role backdrop, so nothing would be left. "
          + "Give \"role\": \"effect\" to the layers that belong to the effect.")
    }
    if !quiet, !scene.hasBackdrops, scene.layers.first.map(\.usuallyFillsCanvas) == true {
      Terminal.printError(
        "motes: note: no layer of \(preset.path) has \"role\": \"backdrop\", so \(cause) leaves nothing out.")
    }
  }
}

extension BackdropOption {
  /// Prints a note if layers act on what lies below them and will have nothing there.
  private func noteLayersOverNothing(in preset: Preset) {
    let names = preset.scene.layersOverNothing
    if names.isEmpty { return }
    Terminal.printError(
      "motes: note: layers that bend or blur what lies below them (\(names.joined(separator: ", "))) have nothing below them here: what the "
        + "result is laid over will be seen through them as it is. Over a clip (--over) or a picture (--backdrop) they act on that."
    )
  }
}

/// `--alpha` and `--backdrop`, for the commands whose output may have alpha.
struct OverlayOptions: ParsableArguments {
  @Flag(
    help: """
      Keep transparency, as straight alpha. The preset's backdrop is left out: what the effect does not cover stays clear, \
      and shows as a checkerboard in a contact sheet. Movies that can hold it: \(CodecHelp.extensionsHoldingAlpha).
      """)
  var alpha = false

  @OptionGroup var backdropOption: BackdropOption

  /// What is drawn behind the effect of a preset.
  func backdrop(for preset: Preset) throws -> Backdrop { try backdropOption.chosen(alpha: alpha, for: preset) }

  /// The backdrop of the small frames among which the moment of most contrast is chosen: nothing if the preset's own backdrop is left
  /// out.
  var trialBackdrop: Backdrop { alpha || backdropOption.backdrop != nil ? .nothing : .layers }

  /// What is drawn behind the effect in an opaque picture, in which a checkerboard stands for transparency.
  func visibleBackdrop(for preset: Preset) throws -> Backdrop {
    let backdrop = try backdrop(for: preset)  // with --alpha for its checks only
    return alpha ? .checkerboard : backdrop
  }
}

/// `--premultiplied`, for the commands whose output may have straight or premultiplied alpha.
struct AlphaFormOption: ParsableArguments {
  @Flag(
    help: """
      With --alpha: write premultiplied colours in place of straight ones, which keeps light that has no coverage, such as glows. \
      Only where the format does not say that its colours are straight (ProRes, QuickTime Animation, FFV1, raw frames).
      """)
  var premultiplied = false

  /// The form that the option asks for.
  ///
  /// - Parameter alpha: whether transparency is kept.
  func chosen(alpha: Bool) throws -> AlphaForm {
    guard !premultiplied || alpha else {
      throw UsageError("--premultiplied: this has an effect only with an alpha channel. Add --alpha.")
    }
    return premultiplied ? .premultiplied : .straight
  }

  /// "premultiplied" or "straight": the form of alpha in a format's frames; floats are always premultiplied.
  func formName(in format: PixelFormat) -> String {
    premultiplied || format == .floatPlanes ? "premultiplied" : "straight"
  }
}
