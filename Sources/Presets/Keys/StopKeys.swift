import Colorimetry
import Model

/// A stop of a gradient as written.
struct StopDraft: Sendable {
  var color: AnimatedColor?
  /// The colour once more, if components of it are missing.
  var written: CSSColor?
  var at: AnimatedNumber?
  var hint: AnimatedNumber?
}

extension Declarations {
  static let stop = Declaration<StopDraft>(
    "stop", "A colour of a gradient and its location.", StopDraft(),
    [
      Key("color", .animatedColor, "The colour.") { node, decoder, stop in
        stop.color = decoder.animatedColor(node)
        stop.written = decoder.incompleteColor(node)
      }.required,
      .optionalAnimatedNumber("at", \.at, .share, -10...10, "Its location, 0 at the start and 1 at the end."),
      .optionalAnimatedNumber(
        "hint", \.hint, .share, -10...10,
        "The location between it and the next where the two are mixed half and half."),
    ])
}
