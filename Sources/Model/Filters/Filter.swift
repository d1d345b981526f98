/// A filter that is applied to a layer, a group or the whole canvas before it is composited.
public enum Filter: Sendable, Equatable {
  /// A glow around what is brighter than a threshold.
  case bloom(Bloom)

  /// A glow around pixels that are brighter than a threshold.
  public struct Bloom: Sendable, Equatable {
    /// Light above this glows; 1 is white.
    public var threshold: AnimatedNumber
    /// The largest standard deviation of the glow, in points.
    public var radius: Double
    /// Factor of the glow that is added.
    public var strength: AnimatedNumber

    /// A glow.
    public init(threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
    }
  }
}

extension Filter {
  /// The input pixels from which a filter computes one pixel.
  package enum Reach: Sendable, Equatable {
    /// The pixel itself: the filter runs within a tile and needs no memory.
    case pixel
    /// The pixels around it. The input is drawn to a buffer that extends `marginPoints` beyond the output on each side.
    case neighborhood(marginPoints: Double)
  }

  /// The target of a filter.
  package enum Target: Sendable {
    case canvas, layer
  }

  /// How far around a pixel the filter reads its input.
  package func reach(on target: Target) -> Reach {
    switch (self, target) {
    // There is nothing beyond the canvas: its light is mirrored at the edges.
    case (.bloom, .canvas): .neighborhood(marginPoints: 0)
    // A layer glows into the frame from outside; two standard deviations to each side contain 95 % of
    // the light along an axis.
    case (.bloom(let bloom), .layer): .neighborhood(marginPoints: 2 * bloom.radius)
    }
  }

  /// Bytes that the filter keeps for each pixel of its input, besides the input itself.
  package var bytesPerPixel: Double {
    switch self {
    // A pyramid of two buffers of three planes of 4-byte Floats, whose finest level has a sixteenth of the pixels; each level
    // has a quarter of the one before, all together 1 + 1/4 + 1/16 + … = 4/3 of the finest.
    case .bloom: 2 * 3 * 4 / 16 * 4 / 3
    }
  }

  /// The values that are evaluated at the frame's time.
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    switch self {
    case .bloom(let bloom):
      values.add("threshold", bloom.threshold)
      values.add("strength", bloom.strength)
    }
    return values
  }
}
