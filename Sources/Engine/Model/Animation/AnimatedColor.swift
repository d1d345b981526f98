import Colorimetry
import Lanes

/// A colour that may change with time.
public enum AnimatedColor: Sendable, Equatable {
  /// A colour that never changes.
  case constant(LinearColor)
  /// Keyframes sorted by time; between two keys their premultiplied colours are mixed in linear light. Before the first key the
  /// colour is that of the first key, after the last key that of the last.
  case keys([ColorKey])
  /// A mixture of two neighbours in a list of colours, at a position that may be animated.
  case mixed(ColorMotion)

  /// A keyframe of a colour.
  public struct ColorKey: Sendable, Equatable {
    /// The key's time, in local seconds.
    public var time: Double
    /// Colour at that time.
    public var color: LinearColor
    /// The easing from this key to the next.
    public var easing: Easing

    /// A key of a colour animation.
    public init(time: Double, color: LinearColor, easing: Easing = .linear) {
      self.time = time
      self.color = color
      self.easing = easing
    }
  }

  package var isConstant: Bool {
    if case .constant = self { return true }
    return false
  }

  /// The colour at a time. At the time of a key it is exactly the key's colour, unless the key's easing jumps at its start; without
  /// keys it is transparent.
  package func value(at clock: AnimationClock) -> LinearColor {
    switch self {
    case .constant(let color): return color
    case .mixed(let motion): return motion.value(at: clock)
    case .keys(let keys):
      guard let first = keys.first, let last = keys.last else { return .clear }
      if clock.local <= first.time { return first.color }
      guard let next = keys.firstIndex(where: { $0.time > clock.local }) else { return last.color }
      let (from, to) = (keys[next - 1], keys[next])
      let share = from.easing.value(at: (clock.local - from.time) / (to.time - from.time))
      return share == 0 ? from.color : ColorMix(from.color, to.color, in: .linear).color(at: share)
    }
  }
}
