// Filters that read another layer, a map, besides their input.

extension Filter {
  /// Which component of a map's pixels is read.
  public enum MapChannel: String, DescribedChoice {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
    /// Alpha.
    case alpha
    /// The luminance of the pixel's colour.
    case luminance

    package var sentence: String {
      switch self {
      case .red: "Red."
      case .green: "Green."
      case .blue: "Blue."
      case .alpha: "Alpha."
      case .luminance: "The luminance of the colour."
      }
    }
  }

  /// Moves pixels by the colours of a layer that is drawn alone, like SVG's feDisplacementMap.
  ///
  /// Colours count as sRGB-encoded values that are not multiplied by alpha: 0.5 moves nothing. Where the map is transparent,
  /// nothing moves either.
  public struct DisplacementMap: DisplacementFilterKind {
    /// Points along x and y between the places that black and white take their pixels from: a channel of value v takes them from
    /// scale · (v − 0.5) away.
    public var scale = AnimatedPoint(40, 40)
    /// The channel that moves along x.
    public var xChannel = MapChannel.red
    /// The channel that moves along y.
    public var yChannel = MapChannel.green
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0
    private var box = LayerBox()

    /// The layer whose colours move pixels. Its blend and role have no effect. Without a layer nothing is moved.
    public var map: Layer? {
      get { box.layer }
      set { box.layer = newValue }
    }

    package static let name = "displacementMap"
    package static let about = "Moves pixels by the colours of another layer, as SVG's feDisplacementMap."
    /// The map has no row: it is a layer, which Presets reads.
    package static let parameters: [Parameter<Self>] = [
      .animatedPair(
        "scale", \.scale, .points, in: -5_000...5_000,
        "The distance between the places that black and white take their colours from, as SVG's scale. A channel of 0.5 moves nothing; white takes the colour from half of scale to the right and below. One number, or [along x, along y]."
      ),
      .choice("xChannel", \.xChannel, "The map's channel that moves along x, as SVG's xChannelSelector."),
      .choice("yChannel", \.yChannel, "The map's channel that moves along y, as SVG's yChannelSelector."),
      .dispersion("dispersion", \.dispersion),
    ]

    /// A map moves pixels by up to half of its scale to each side.
    package func reachPoints(during clocks: ClockRange) -> Double {
      max(scale.x.largestMagnitude(during: clocks), scale.y.largestMagnitude(during: clocks)) / 2
    }

    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package func readPixels(on canvas: Canvas, during clocks: ClockRange) -> Int? {
      displacedReadPixels(on: canvas, during: clocks)
    }
    /// The picture, and the distances along x and y.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 4 * 4 + 2 * 4 }
    package var isConstantIdentity: Bool { scale.x.isZero && scale.y.isZero || map == nil }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Moves nothing until it has a map.
    public init() {}
  }

  /// Glass or water over the picture. A layer that is drawn alone, the map, gives the height of its surface; its slopes refract
  /// light by Snell's law.
  ///
  /// The value of a map's pixel is sRGB-encoded and multiplied by the pixel's alpha: transparent places are as low as black ones.
  public struct HeightMap: DisplacementFilterKind {
    /// The channel of the map that gives the height.
    public var channel = MapChannel.luminance
    /// Points by which the surface is higher where the channel is 1 than where it is 0.
    public var height: AnimatedNumber = 40
    /// Points from the lowest height of the surface down to the picture.
    public var depth: AnimatedNumber = 60
    /// Index of refraction; 1 is air, which changes nothing.
    public var refraction: AnimatedNumber = 1.5
    /// Strength of a light from the upper left: how much brighter slopes that face it are, and how much darker those that face away.
    public var light: AnimatedNumber = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0
    private var box = LayerBox()

    /// The layer that gives the height. Its blend and role have no effect. Without a layer there is no glass.
    public var map: Layer? {
      get { box.layer }
      set { box.layer = newValue }
    }

    package static let name = "heightMap"
    package static let about =
      "Shows the picture through glass whose height is another layer, refracted by Snell's law."
    /// The map has no row: it is a layer, which Presets reads.
    package static let parameters: [Parameter<Self>] = [
      .choice("channel", \.channel, "The map's channel that is the height; 0 where the map is transparent."),
      .animated("height", \.height, .points, in: 0...500, "How far the glass rises from black to white."),
      .animated("depth", \.depth, .points, in: 0...2_000, "How deep the picture lies below the glass's lowest point."),
      .refraction("refraction", \.refraction),
      .light("light", \.light, "How much brighter slopes towards the upper left are, and how much darker others."),
      .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double {
      min(
        depth.largestMagnitude(during: clocks) + height.largestMagnitude(during: clocks), maximumDisplacementPoints)
    }

    /// The picture, and the height.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 4 * 4 + 4 }
    package var isConstantIdentity: Bool { height.isZero || refraction.constant == 1 && light.isZero || map == nil }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Changes nothing until it has a map.
    public init() {}
  }
}

/// A layer in an array of at most one element: a layer may have filters that hold layers, and a value type cannot contain itself.
private struct LayerBox: Sendable, Equatable {
  private var layers: [Layer] = []
  var layer: Layer? {
    get { layers.first }
    set { layers = newValue.map { [$0] } ?? [] }
  }
}

extension PathHash {
  /// The path hash of the map of one of a layer's filters.
  ///
  /// - Parameters:
  ///   - path: the layer's own path hash.
  ///   - key: the key of the filters in the preset language.
  ///   - index: the filter's index among the filters of that key.
  package static func filterMap(of path: UInt64, key: String, index: Int) -> UInt64 {
    child(of: child(of: child(of: path, named: key), at: index), named: "map")
  }
}
