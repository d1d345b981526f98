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

    /// Running sums and the result, of four planes of Floats, for each value that is stored.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      let least = radius.magnitudes(during: clocks).lowerBound * pixelsPerPoint
      let reduction = lensBlurReduction(radiusPixels: least)
      return 2 * 4 * 4 / Double(reduction * reduction)
    }

    package var readsInputInFinish: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A disc.
    public init() {}
  }
}

/// The side in pixels of a block that a lens blur stores as one mean: 1, 2, 4 or 8.
///
/// - Parameter radiusPixels: radius of the aperture's shape. From 12 pixels on blocks of 2 × 2 are stored, and larger ones where the shape's
///   radius would be 128 blocks or more. Blocks are at most 8 pixels wide, because tiles consist of whole blocks.
package func lensBlurReduction(radiusPixels: Double) -> Int {
  var reduction = radiusPixels >= 12 ? 2 : 1
  while reduction < 8, radiusPixels >= 128 * Double(reduction) { reduction *= 2 }
  return reduction
}
