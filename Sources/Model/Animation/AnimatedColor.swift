import Colorimetry
import Lanes

/// A colour that may move.
public enum AnimatedColor: Sendable, Equatable {
  case constant(LinearColor)
  /// Keys mix premultiplied in linear light.
  case keys([ColorKey])
  case mixed(ColorMotion)

  public struct ColorKey: Sendable, Equatable {
    public var time: Double
    public var color: LinearColor
    public var easing: Easing

    public init(time: Double, color: LinearColor, easing: Easing = .linear) {
      self.time = time
      self.color = color
      self.easing = easing
    }
  }
}

/// Colours in a row and a number that goes among them: at 2.25 a quarter of the way from the third to the fourth.
public struct ColorMotion: Sendable, Equatable {
  public var colors: [LinearColor]
  /// Clamped to the row.
  public var place: AnimatedNumber
  public var interpolation: ColorInterpolation

  public init(colors: [LinearColor], place: AnimatedNumber, interpolation: ColorInterpolation = .linear) {
    self.colors = colors
    self.place = place
    self.interpolation = interpolation
  }

  package func value(at clock: AnimationClock) -> LinearColor {
    guard let first = colors.first, let last = colors.last else { return .clear }
    let place = place.value(at: clock)
    if !(place > 0) { return first }
    if place >= Double(colors.count - 1) { return last }
    let below = place.rounded(.down)
    let index = Int(below)
    if place == below { return colors[index] }
    return ColorMix(colors[index], colors[index + 1], in: interpolation).color(at: place - below)
  }
}
