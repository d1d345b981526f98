import Colorimetry

/// Maps values from 0 to 1 to colours. Values below 0 take the first colour, those above 1 the last.
public struct ColorMap: Sendable, Equatable {
  /// Colours with their positions, from 0 to 1.
  public var stops: [Gradient.Stop]
  /// Space in which neighbours are mixed.
  public var interpolation: ColorInterpolation

  /// Colours of a field's values.
  public init(stops: [Gradient.Stop], interpolation: ColorInterpolation = .oklab) {
    self.stops = stops
    self.interpolation = interpolation
  }

  /// From one colour to another.
  public init(_ first: LinearColor, _ second: LinearColor) {
    self.init(stops: [
      Gradient.Stop(color: .constant(first), location: 0), Gradient.Stop(color: .constant(second), location: 1),
    ])
  }

  /// Whether the colours never change.
  package var isConstant: Bool { gradient.hasConstantStops }

  package var animatedValues: AnimatedValues { gradient.animatedValues }

  /// The colours as those of a gradient, whose shape has no meaning.
  package var gradient: Gradient { Gradient(shape: .angle(0), stops: stops, interpolation: interpolation) }
}
