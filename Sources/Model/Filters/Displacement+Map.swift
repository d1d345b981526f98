extension Filter.Displacement {
  /// What a pixel of a map says.
  public enum MapChannel: String, Sendable, CaseIterable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
    /// Alpha.
    case alpha
    /// The luminance of its colour.
    case luminance
  }

  /// Pixels are moved by the colours of a layer that is drawn alone, as by SVG's feDisplacementMap.
  ///
  /// Colours count as they are encoded in sRGB, without their alpha: 0.5 moves nothing. Where the map is transparent nothing moves either.
  public struct Map: Sendable, Equatable {
    /// Points along x and y that lie between the places of black and of white.
    public var scale: AnimatedPoint
    /// The channel that moves along x.
    public var xChannel: MapChannel
    /// The channel that moves along y.
    public var yChannel: MapChannel
    /// One element: a filter cannot hold a layer that may hold the filter's own type.
    private var layers: [Layer]

    /// The layer whose colours move pixels. Its blend and role have no effect.
    public var layer: Layer {
      get { layers[0] }
      set { layers = [newValue] }
    }

    /// A map of any source.
    public init(
      _ layer: Layer, scale: AnimatedPoint = AnimatedPoint(40, 40), xChannel: MapChannel = .red,
      yChannel: MapChannel = .green
    ) {
      layers = [layer]
      self.scale = scale
      self.xChannel = xChannel
      self.yChannel = yChannel
    }
  }

  /// Glass, or water, over the picture, whose height is a layer that is drawn alone; its slopes refract as Snell's law says.
  ///
  /// A map's value counts as it is encoded in sRGB, times its alpha: what is transparent is as low as black.
  public struct HeightMap: Sendable, Equatable {
    /// What of the map is the height.
    public var channel: MapChannel
    /// Points by which the surface rises from 0 to 1 of the channel.
    public var height: AnimatedNumber
    /// How deep the picture lies below the surface where that is lowest.
    public var depth: AnimatedNumber
    /// Index of refraction; 1 is air, which changes nothing.
    public var refraction: AnimatedNumber
    /// How much brighter slopes towards the upper left are, and how much darker others.
    public var light: AnimatedNumber
    /// One element: a filter cannot hold a layer that may hold the filter's own type.
    private var layers: [Layer]

    /// The layer that is the height. Its blend and role have no effect.
    public var layer: Layer {
      get { layers[0] }
      set { layers = [newValue] }
    }

    /// Glass of a height.
    public init(
      _ layer: Layer, channel: MapChannel = .luminance, height: AnimatedNumber = 40, depth: AnimatedNumber = 60,
      refraction: AnimatedNumber = 1.5, light: AnimatedNumber = 0
    ) {
      layers = [layer]
      self.channel = channel
      self.height = height
      self.depth = depth
      self.refraction = refraction
      self.light = light
    }
  }
}

extension Filter {
  /// The layer that a filter reads besides its input; nil for filters without one.
  package var map: Layer? {
    get {
      guard case .displacement(let displacement) = self else { return nil }
      switch displacement.shape {
      case .map(let map): return map.layer
      case .heightMap(let map): return map.layer
      default: return nil
      }
    }
    set {
      guard let layer = newValue, case .displacement(var displacement) = self else { return }
      switch displacement.shape {
      case .map(var map):
        map.layer = layer
        displacement.shape = .map(map)
      case .heightMap(var map):
        map.layer = layer
        displacement.shape = .heightMap(map)
      default: return
      }
      self = .displacement(displacement)
    }
  }
}

extension PathHash {
  /// The path hash of the map of one of a layer's filters.
  ///
  /// - Parameters:
  ///   - path: that of the layer.
  ///   - key: the key of the filters in the preset language.
  ///   - index: the filter's index among them.
  package static func map(of path: UInt64, key: String, index: Int) -> UInt64 {
    child(of: child(of: child(of: path, named: key), at: index), named: "map")
  }
}
