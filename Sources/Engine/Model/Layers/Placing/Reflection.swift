/// A floor below a layer or group, which mirrors what is above it: polished, rough, or water.
public struct Reflection: Parametrized, Equatable {
  /// y of the line at which the floor begins, in points.
  public var line: AnimatedNumber = 810
  /// How much of the light is mirrored at the line, 0 to 1.
  public var amount: AnimatedNumber = 0.5
  /// Points below the line over which the mirror image fades out; 0 if it does not fade.
  public var fade: AnimatedNumber = 0
  /// Length of the mirror image divided by the length of what it mirrors.
  public var stretch: AnimatedNumber = 1
  /// How fast the mirror image blurs below the line: the radius of the blur as a share of the distance from the line.
  public var roughness: AnimatedNumber = 0
  /// Amplitude of the ripples: the greatest distance, in points, by which they shift the mirror image.
  public var ripples: AnimatedNumber = 0
  /// Points from one ripple to the next.
  public var wavelength: AnimatedNumber = 24
  /// How far the ripples have run down the mirror image, in wavelengths. They run if the phase is animated, for example by a
  /// formula of the time `t`.
  public var phase: AnimatedNumber = 0

  package static let parameters: [Parameter<Self>] = [
    .animated("line", \.line, .points, "y at which the floor begins.")
      .percentages(of: .height).defaults(to: 0.75, of: .height),
    .animated("amount", \.amount, .share, in: 0...1, "How much of the light is mirrored at the line."),
    .animated(
      "fade", \.fade, .points, in: 0...1e6, "How far below the line the reflection has faded out; 0 for never."
    ).percentages(of: .height),
    .animated(
      "stretch", \.stretch, .factor, in: 0.05...20, "How much longer the reflection is than what it mirrors."),
    .animated(
      "roughness", \.roughness, .share, in: 0...2,
      "The radius of the reflection's blur as a share of the distance from the line; 0 is polished."),
    .animated(
      "ripples", \.ripples, .points, in: 0...1_000,
      "How far ripples move the reflection at the most; 0 for none. The source water is the successor: a layer over the picture, with waves in perspective."
    ),
    .animated("wavelength", \.wavelength, .points, in: 1...1e4, "From one ripple to the next.")
      .effective(beside: "ripples"),
    .animated("phase", \.phase, .none, "Cycles by which the ripples have run down: \"= t\" lets one pass in a second.")
      .repeating(every: 1).effective(beside: "ripples"),
  ]

  /// A floor.
  public init() {}

  package var animatedValues: AnimatedValues { valuesOfParameters }
}

/// A reflection as the last filter of the layer that has it.
extension Reflection: FilterDefinition {
  /// The filter takes no pixels from beyond the frame.
  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
    .neighborhood(marginPoints: 0)
  }

  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    PixelMemory.mipmappedPixelBytes
  }

  /// The value as an element of a list of filters.
  public var filter: Filter { Filter(self) }
}
