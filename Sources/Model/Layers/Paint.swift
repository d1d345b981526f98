import Colorimetry

/// The paint of a fill or a stroke.
public enum Paint: Sendable, Equatable {
  /// One colour.
  case color(AnimatedColor)
  /// A gradient over the box of what is painted.
  case gradient(Gradient)

  package var animatedValues: AnimatedValues {
    switch self {
    case .color(let color):
      var values = AnimatedValues()
      values.add("color", color)
      return values
    case .gradient(let gradient): return gradient.animatedValues
    }
  }
}
