import Colorimetry

/// Maps values from 0 to 1 to colours. Values below 0 take the first colour, those above 1 the last.
public struct ColorMap: Sendable, Equatable {
  /// Colours with the values, from 0 to 1, that they belong to.
  public var stops: [Gradient.Stop]
  /// Space in which neighbouring colours are mixed.
  public var interpolation: ColorInterpolation

  /// A map with colours at several values.
  public init(stops: [Gradient.Stop], interpolation: ColorInterpolation = .oklab) {
    self.stops = stops
    self.interpolation = interpolation
  }

  /// Maps 0 to `first`, 1 to `second` and values between them to mixtures.
  public init(_ first: LinearColor, _ second: LinearColor) {
    self.init(stops: [
      Gradient.Stop(color: .constant(first), location: 0), Gradient.Stop(color: .constant(second), location: 1),
    ])
  }

  /// Whether the colours never change.
  package var isConstant: Bool { gradient.hasConstantStops }

  /// A gradient with these colours; its shape has no meaning.
  package var gradient: Gradient { Gradient(shape: .angle(0), stops: stops, interpolation: interpolation) }
}

extension Parameter {
  /// The stops of a field's colours.
  package static func fieldStops(_ path: Path<ColorMap>) -> Parameter {
    .stops("stops", path, "The colours, as the stops of a gradient, from the field's value 0 to 1.")
  }

  /// The colour space in which the stops of a field are mixed.
  package static func fieldInterpolation(_ path: Path<ColorMap>) -> Parameter {
    .interpolation(
      "interpolation", path, "The colour space of the mixture between stops; on an srgb canvas the default is srgb."
    ).defaults(to: "\"oklab\"")
  }
}
