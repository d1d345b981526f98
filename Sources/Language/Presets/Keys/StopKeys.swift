import Colorimetry
import Model

/// A stop of a gradient as written. Locations are shares, 0 at the start of the gradient and 1 at its end.
struct StopDraft: Sendable {
  var color: AnimatedColor?
  /// The colour as written, if mixtures need its components because one is missing or powerless; otherwise nil
  /// (`PresetDecoder.colorAsWritten`).
  var colorAsWritten: CSSColor?
  /// The location; nil if it is not given and follows from the locations of the neighbouring stops.
  var at: AnimatedNumber?
  /// The location between this stop and the next where their colours are mixed half and half.
  var hint: AnimatedNumber?

  /// The locations that stops and hints may have. Those outside of 0...1 lie before the gradient's start or beyond its end.
  static let locations = NumberSchema(.share, -10...10)
}

extension Declarations {
  static let stop = Declaration<StopDraft>(
    "stop", "A colour of a gradient and its location.", StopDraft(),
    [
      Key("color", .animatedColor, "The colour.") { node, decoder, stop in
        stop.color = decoder.animatedColor(node)
        stop.colorAsWritten = decoder.colorAsWritten(node)
      }.required,
      .optionalAnimatedNumber(
        "at", \.at, .share, StopDraft.locations.range,
        "Its location, 0 at the start of the gradient and 1 at its end; evenly between its neighbours if not given."),
      .optionalAnimatedNumber(
        "hint", \.hint, .share, StopDraft.locations.range,
        "The location between this stop and the next where their colours are mixed half and half."),
    ])
}
