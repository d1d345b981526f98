/// A floor below a layer or group, which mirrors what is above it: polished, rough, or water.
public struct Reflection: Sendable, Equatable {
  /// y of the line at which the floor begins, in points.
  public var line: AnimatedNumber
  /// How much of the light is mirrored at the line, 0 to 1.
  public var amount: AnimatedNumber
  /// Points below the line over which the mirror image fades out; 0 if it does not fade.
  public var fade: AnimatedNumber
  /// Length of the mirror image divided by the length of what it mirrors.
  public var stretch: AnimatedNumber
  /// How fast the mirror image blurs below the line: the radius of the blur as a share of the distance from the line.
  public var roughness: AnimatedNumber
  /// Amplitude of the ripples: the greatest distance, in points, by which they shift the mirror image.
  public var ripples: AnimatedNumber
  /// Points from one ripple to the next.
  public var wavelength: AnimatedNumber
  /// How far the ripples have run down the mirror image, in wavelengths. They run if the phase is animated, for example by a
  /// formula of the time `t`.
  public var phase: AnimatedNumber

  /// A floor.
  public init(
    line: AnimatedNumber, amount: AnimatedNumber = 0.5, fade: AnimatedNumber = 0, stretch: AnimatedNumber = 1,
    roughness: AnimatedNumber = 0, ripples: AnimatedNumber = 0, wavelength: AnimatedNumber = 24,
    phase: AnimatedNumber = 0
  ) {
    self.line = line
    self.amount = amount
    self.fade = fade
    self.stretch = stretch
    self.roughness = roughness
    self.ripples = ripples
    self.wavelength = wavelength
    self.phase = phase
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("line", line)
    values.add("amount", amount)
    values.add("fade", fade)
    values.add("stretch", stretch)
    values.add("roughness", roughness)
    values.add("ripples", ripples)
    values.add("wavelength", wavelength)
    values.add("phase", phase, period: 1)
    return values
  }
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

  public var filter: Filter { Filter(self) }
}
