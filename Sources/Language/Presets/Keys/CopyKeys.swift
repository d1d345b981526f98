import Model

/// How many copies of a layer there are, and how each differs from the previous one, apart from formulas that use `i`.
struct Copies: Sendable {
  var count = 1
  /// How far a copy's local time lags behind that of the previous copy, in seconds of the clock that encloses the layer. (The
  /// layer's own clock may run at another speed.)
  var delay = 0.0
  /// Seconds by which a copy appears after the previous copy.
  var beginOffset = 0.0
  /// Added to the opacity from copy to copy.
  var opacityOffset = 0.0
  /// Degrees by which hues are rotated from copy to copy.
  var hueOffset = 0.0

  /// Returns the copy with the given index; index 0 gives the layer unchanged.
  ///
  /// - Parameter layer: the layer as decoded for this copy, with `i` and the rotation of hues already applied.
  func applied(to layer: Layer, index: Int) -> Layer {
    if index == 0 { return layer }
    var copy = layer
    let steps = Double(index)
    copy.name += "[\(index)]"
    copy.timing.begin += beginOffset * steps
    copy.timing.timeOffset -= delay * steps * layer.timing.speed
    if opacityOffset != 0 {
      let offset = opacityOffset * steps
      if let opacity = layer.opacity.constant {
        copy.opacity = AnimatedNumber(.constant(opacity + offset), in: layer.opacity.range)
      } else {
        copy.opacity.source = .sum([layer.opacity.source, .constant(offset)])
      }
    }
    return copy
  }
}

extension Declarations {
  static let copies = Declaration<Copies>(
    "copies",
    "A layer several times over. Formulas in the layer may name i, the copy's index from 0 on, and n, the number of copies.",
    Copies(),
    [
      .whole("count", \.count, 1...Limits.layers, "How many there are, the layer itself included.").required,
      .number(
        "delay", \.delay, .seconds, -1e4...1e4,
        "How far the own clock of each copy lags behind that of the previous copy, so that values change in one copy after another."
      ),
      .number(
        "begin", \.beginOffset, .seconds, -1e4...1e4,
        "How much later each copy appears than the previous copy; its births count from that time."),
      .number("opacityOffset", \.opacityOffset, .share, -1...1, "What is added to the opacity from copy to copy."),
      .number(
        "hueOffset", \.hueOffset, .degrees, -360...360,
        "How far the hues of all of the layer's colours rotate from copy to copy, in OKLCH."),
    ])
}
