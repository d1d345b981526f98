/// A step of processing between a picture and its compositing: of a layer, a group, or the whole canvas.
public enum Filter: Sendable, Equatable {
  case bloom(Bloom)

  /// A glow around what is brighter than a threshold.
  public struct Bloom: Sendable, Equatable {
    /// Only light above this glows.
    public var threshold: AnimatedNumber
    /// Largest standard deviation of the glow, in points.
    public var radius: Double
    public var strength: AnimatedNumber

    public init(threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
    }
  }
}

extension Filter {
  /// What a filter reads of its input to compute one pixel.
  public enum Reach: Sendable, Equatable {
    /// The same pixel: the filter runs inside of a tile and takes no memory.
    case pixel
    /// Pixels around it. The input is drawn to a buffer that reaches `marginPoints` beyond the picture that is wanted.
    case neighborhood(marginPoints: Double)
  }

  /// What a filter is applied to.
  public enum Target: Sendable {
    case canvas, layer
  }

  public func reach(on target: Target) -> Reach {
    switch (self, target) {
    // Beyond the canvas there is nothing: its light is mirrored at the edges.
    case (.bloom, .canvas): .neighborhood(marginPoints: 0)
    // What a layer shows just outside of the frame glows into it; two deviations hold 95 % of that light.
    case (.bloom(let bloom), .layer): .neighborhood(marginPoints: 2 * bloom.radius)
    }
  }

  /// Bytes for each pixel of its input that the filter keeps besides it.
  public var bytesPerPixel: Double {
    switch self {
    // A pyramid of two buffers of three planes, whose finest level has a sixteenth of the pixels.
    case .bloom: 2 * 3 * 4 / 16 * 4 / 3
    }
  }

  /// The values that are read at the frame's time.
  public var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    switch self {
    case .bloom(let bloom):
      values.add("threshold", bloom.threshold)
      values.add("strength", bloom.strength)
    }
    return values
  }
}
