extension Filter.Displacement {
  /// Which component of a map's pixels is read.
  public enum MapChannel: String, Sendable, CaseIterable {
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
  }

  /// Moves pixels by the colours of a layer that is drawn alone, like SVG's feDisplacementMap.
  ///
  /// Colours count as sRGB-encoded values that are not multiplied by alpha: 0.5 moves nothing. Where the map is transparent,
  /// nothing moves either.
  public struct Map: Sendable, Equatable {
    /// Points along x and y between the places that black and white take their pixels from: a channel of value v takes them from
    /// scale · (v − 0.5) away.
    public var scale: AnimatedPoint
    /// The channel that moves along x.
    public var xChannel: MapChannel
    /// The channel that moves along y.
    public var yChannel: MapChannel
    /// `layer` in an array of one element: a layer may have filters of this type, and a value type cannot contain itself.
    private var layers: [Layer]

    /// The layer whose colours move pixels. Its blend and role have no effect.
    public var layer: Layer {
      get { layers[0] }
      set { layers = [newValue] }
    }

    /// A map that a layer draws.
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

  /// Glass or water over the picture. A layer that is drawn alone, the map, gives the height of its surface; its slopes refract
  /// light by Snell's law.
  ///
  /// The value of a map's pixel is sRGB-encoded and multiplied by the pixel's alpha: transparent places are as low as black ones.
  public struct HeightMap: Sendable, Equatable {
    /// The channel of the map that gives the height.
    public var channel: MapChannel
    /// Points by which the surface is higher where the channel is 1 than where it is 0.
    public var height: AnimatedNumber
    /// Points from the lowest height of the surface down to the picture.
    public var depth: AnimatedNumber
    /// Index of refraction; 1 is air, which changes nothing.
    public var refraction: AnimatedNumber
    /// Strength of a light from the upper left: how much brighter slopes that face it are, and how much darker those that face away.
    public var light: AnimatedNumber
    /// `layer` in an array of one element: a layer may have filters of this type, and a value type cannot contain itself.
    private var layers: [Layer]

    /// The layer that gives the height. Its blend and role have no effect.
    public var layer: Layer {
      get { layers[0] }
      set { layers = [newValue] }
    }

    /// Glass whose height a layer gives.
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
  /// The layer that the filter reads besides its input; nil for filters that read none.
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
  ///   - path: the layer's own path hash.
  ///   - key: the key of the filters in the preset language.
  ///   - index: the filter's index among the filters of that key.
  package static func filterMap(of path: UInt64, key: String, index: Int) -> UInt64 {
    child(of: child(of: child(of: path, named: key), at: index), named: "map")
  }
}
