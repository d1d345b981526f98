import Colorimetry
import Lanes

/// A colour that may move. Keys mix premultiplied in linear light.
public enum AnimatedColor: Sendable, Equatable {
  case constant(LinearColor)
  case keys([ColorKey])

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
