import Colorimetry

/// A list of colours and an animated position in it: 2.25 is a quarter of the way from the third colour to the fourth.
public struct ColorMotion: Sendable, Equatable {
  /// The colours; the colour at index n lies at position n.
  public var colors: [LinearColor]
  /// The position, which is clamped to the ends of the list.
  public var position: AnimatedNumber
  /// Colour space in which neighbouring colours are mixed.
  public var interpolation: ColorInterpolation

  /// A motion along a list of colours.
  public init(colors: [LinearColor], position: AnimatedNumber, interpolation: ColorInterpolation = .linear) {
    self.colors = colors
    self.position = position
    self.interpolation = interpolation
  }

  package func value(at clock: AnimationClock) -> LinearColor {
    guard let first = colors.first, let last = colors.last else { return .clear }
    let position = position.value(at: clock)
    // The negated comparison is also true for NaN.
    if !(position > 0) { return first }
    if position >= Double(colors.count - 1) { return last }
    let wholePosition = position.rounded(.down)
    let index = Int(wholePosition)
    if position == wholePosition { return colors[index] }
    return ColorMix(colors[index], colors[index + 1], in: interpolation).color(at: position - wholePosition)
  }
}
