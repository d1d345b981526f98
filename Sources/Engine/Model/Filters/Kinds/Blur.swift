extension Filter {
  /// A Gaussian blur.
  public struct Blur: DeclaredFilter {
    /// Standard deviations along x and y, in points, as the radius of CSS's blur().
    public var radius = AnimatedPoint(8, 8)

    package static let name = "blur"
    package static let about = "Blurs by a Gaussian, as CSS's blur()."
    package static let parameters: [Parameter<Self>] = [
      .animatedPair(
        "radius", \.radius, .points, in: 0...2_000,
        "The standard deviation of the Gaussian, as the radius of CSS's blur(): one number, or [along x, along y].")
    ]

    /// Beyond three standard deviations lies 0.3 % of the light along an axis.
    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(
        marginPoints: 3 * max(radius.x.largestMagnitude(during: clocks), radius.y.largestMagnitude(during: clocks)))
    }

    package func spreadFactor(during clocks: ClockRange) -> Double? { GaussianMemory.spreadFactor }

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      4 * GaussianMemory.bytesPerPixel(radius, pixelsPerPoint: pixelsPerPoint, during: clocks)
    }

    package var readsInputInFinish: Bool { false }

    package func placed(by similarity: Similarity) -> Self? {
      let isRound = radius.x == radius.y
      guard isRound || similarity.rotationDegrees == 0, let x = similarity.scaled(radius.x),
        let y = similarity.scaled(radius.y)
      else { return nil }
      return Blur(radius: AnimatedPoint(x, y))
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }

    /// A blur of 8 points.
    public init() {}

    /// A blur of one radius for both axes.
    public init(radius: AnimatedNumber) { self.radius = AnimatedPoint(radius, radius) }

    /// A blur of a radius for each axis.
    public init(radius: AnimatedPoint) { self.radius = radius }
  }
}

/// What planning has to know about a Gaussian blur (`GaussianBlur` in Raster).
enum GaussianMemory {
  /// The reach is three standard deviations, and kernels extend to four.
  static let spreadFactor = 4.0 / 3

  /// Bytes a pixel for each plane that is blurred with the standard deviations x and y.
  static func bytesPerPixel(_ sigma: AnimatedPoint, pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    let across = blurReduction(sigmaPixels: sigma.x.magnitudes(during: clocks).lowerBound * pixelsPerPoint)
    let down = blurReduction(sigmaPixels: sigma.y.magnitudes(during: clocks).lowerBound * pixelsPerPoint)
    // Two buffers, and another for each axis along which several pixels are stored as one value: it holds their first moments.
    let buffers = 2 + (across > 1 ? 1 : 0) + (down > 1 ? 1 : 0)
    return Double(buffers * 4) / Double(across * down)
  }

  /// Bytes a pixel for each plane that is blurred alike along both axes.
  static func bytesPerPixel(_ sigma: AnimatedNumber, pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    bytesPerPixel(AnimatedPoint(sigma, sigma), pixelsPerPoint: pixelsPerPoint, during: clocks)
  }
}

/// How many neighbouring pixels along an axis a Gaussian blur stores as one value: 1, 2 or 4.
///
/// The limits of 3.5 and 7 pixels keep the result so near to an exact Gaussian blur that the two differ by at most 0.1 % of the
/// range of values (`GaussianBlur`).
///
/// - Parameter sigmaPixels: standard deviation along the axis.
package func blurReduction(sigmaPixels: Double) -> Int { sigmaPixels < 3.5 ? 1 : (sigmaPixels < 7 ? 2 : 4) }
