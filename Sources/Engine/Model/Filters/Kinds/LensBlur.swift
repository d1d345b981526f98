extension Filter {
  /// The blur of a lens out of focus.
  public struct LensBlur: DeclaredFilter {
    /// Radius, in points, of the disc over which each place of the picture is spread; for a polygon, the radius of its corners.
    public var radius: AnimatedNumber = 12
    /// Number of the aperture's blades, hence of the polygon's sides; 0 for a disc.
    public var blades = 0
    /// Degrees by which the polygon is turned, clockwise.
    public var angle: AnimatedNumber = 0
    /// How far the lens's rim is moved over the disc in the picture's corners, as a share of the disc's diameter.
    public var catEye: AnimatedNumber = 0
    /// Highlights, pixels above 0.7, are multiplied by up to 1 plus this number before they are spread.
    public var highlights: AnimatedNumber = 0

    package static let name = "lensBlur"
    package static let about = "Spreads each point over a disc or a polygon, as a lens out of focus does."
    package static let parameters: [Parameter<Self>] = [
      .animated("radius", \.radius, .points, in: 0...2_000, "The radius of the disc, or of the polygon's corners."),
      .constant("blades", \.blades, in: 0...16, "Sides of the polygon over which a point is spread; 0: a disc."),
      .animated("angle", \.angle, .degrees, "How far the polygon is turned, clockwise.").repeating(every: 360),
      .animated(
        "catEye", \.catEye, .share, in: 0...1, "How much of a disc the lens's rim covers in the corners of the canvas."),
      .animated(
        "highlights", \.highlights, .factor, in: 0...100,
        "How much brighter highlights, from 0.7 on, are made before they are spread."),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: radius.largestMagnitude(during: clocks))
    }

    package func spreadFactor(during clocks: ClockRange) -> Double? { 1 }

    /// Four planes of Floats of the picture, and for each size that is reduced also its running sums and the result.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      let radii = radius.magnitudes(during: clocks)
      return LensSizes.bytesPerPixel(
        radii.lowerBound * pixelsPerPoint...radii.upperBound * pixelsPerPoint)
    }

    package var readsInputInFinish: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A disc.
    public init() {}
  }
}

/// The sizes at which a lens blur stores the picture, and the radii for which each of them is seen.
package enum LensSizes {
  /// The side in pixels of the square that one stored value stands for.
  package static let sides = [1, 2, 4, 8]
  /// The radii in pixels over which a size fades into the next coarser one: for a disc, or a polygon of the same variance.
  package static let fades = [2.0...2.4, 20.0...23.0, 80.0...88.0]

  /// The radii at which a size is seen.
  package static func seenRadii(_ size: Int) -> ClosedRange<Double> {
    (size > 0 ? fades[size - 1].lowerBound : 0)...(size < fades.count ? fades[size].upperBound : 1e9)
  }

  /// Four planes of Floats of the picture at each size that is used, and at reduced sizes also of running sums and of the result.
  package static func bytesPerPixel(_ radii: ClosedRange<Double>) -> Double {
    var bytes = 0.0
    for (size, side) in sides.enumerated() where areSeen(radii, size: size) || size == 1 && radii.upperBound > 2 {
      bytes += (size == 0 ? 16 : 48) / Double(side * side)
    }
    return bytes
  }

  /// Whether a size is seen at any of some radii.
  package static func areSeen(_ radii: ClosedRange<Double>, size: Int) -> Bool {
    let seen = seenRadii(size)
    let isFinest = size == 0
    return radii.lowerBound < seen.upperBound && (radii.upperBound > seen.lowerBound || isFinest)
  }
}
