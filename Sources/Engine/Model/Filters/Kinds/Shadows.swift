import Colorimetry

/// A shadow in the shape of what is drawn.
package protocol ShadowFilter: DeclaredFilter {
  var shift: AnimatedPoint { get set }
  var radius: AnimatedNumber { get set }
  var color: AnimatedColor { get set }
}

extension Filter {
  /// The colour of shadows, half transparent black.
  private static let shadowColor = AnimatedColor.constant(LinearColor(red: 0, green: 0, blue: 0, alpha: 0.5))

  /// A shadow below what is drawn.
  public struct DropShadow: ShadowFilter {
    /// How far the shadow is moved to the right and down.
    public var shift = AnimatedPoint(0, 4)
    /// Standard deviation of the shadow's blur.
    public var radius: AnimatedNumber = 8
    /// The shadow's colour; its alpha is the shadow's strength.
    public var color = shadowColor

    package static let name = "dropShadow"
    package static let about = "Puts a shadow below what is drawn, as CSS's drop-shadow()."
    package static let parameters: [Parameter<Self>] = shadowParameters
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A shadow.
    public init() {}
  }

  /// A shadow that the rim casts onto what is drawn.
  public struct InnerShadow: ShadowFilter {
    /// How far the shadow is moved to the right and down.
    public var shift = AnimatedPoint(0, 4)
    /// Standard deviation of the shadow's blur.
    public var radius: AnimatedNumber = 8
    /// The shadow's colour; its alpha is the shadow's strength.
    public var color = shadowColor

    package static let name = "innerShadow"
    package static let about = "Lets the rim cast a shadow onto what is drawn."
    package static let parameters: [Parameter<Self>] = shadowParameters
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A shadow.
    public init() {}
  }
}

extension ShadowFilter {
  fileprivate static var shadowParameters: [Parameter<Self>] {
    [
      .animated("shift", \.shift, .points, in: -5_000...5_000, "How far the shadow is moved, [right, down]."),
      .animated("radius", \.radius, .points, in: 0...2_000, "The standard deviation of the shadow's blur."),
      .animated("color", \.color, "The shadow's colour; its alpha is the shadow's strength.").defaults(
        to: "\"#00000080\""),
    ]
  }

  /// What lies beyond a canvas's edges casts no shadow onto it.
  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
    target.neighborhood(
      marginPoints: 3 * radius.largestMagnitude(during: clocks)
        + max(shift.x.largestMagnitude(during: clocks), shift.y.largestMagnitude(during: clocks)))
  }

  package func spreadFactor(during clocks: ClockRange) -> Double? { GaussianMemory.spreadFactor }

  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    GaussianMemory.bytesPerPixel(radius, pixelsPerPoint: pixelsPerPoint, during: clocks)
  }

  package func placed(by similarity: Similarity) -> Self? {
    guard let radius = similarity.scaled(radius), let shift = similarity.scaledAndRotated(shift) else { return nil }
    var placed = self
    (placed.radius, placed.shift) = (radius, shift)
    return placed
  }
}
