import Colorimetry

/// The paint of a fill or a stroke.
public enum Paint: Sendable, Equatable {
  /// One colour.
  case color(AnimatedColor)
  /// A gradient over the box of what is painted.
  case gradient(Gradient)

  /// Whether the paint never changes.
  package var isConstant: Bool {
    switch self {
    case .color(let color): color.isConstant
    case .gradient(let gradient): gradient.animatedValues.areConstant
    }
  }
}
