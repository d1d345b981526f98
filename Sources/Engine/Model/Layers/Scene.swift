/// Everything that is to be drawn: a canvas, a stack of layers from back to front, and what happens to the light of the finished
/// stack.
public struct Scene: Sendable, Equatable {
  /// Name of the effect.
  public var name: String
  /// One sentence about the effect, for lists.
  public var about: String
  /// Words by which the effect is found.
  public var tags: [String]
  /// Size, frame rate, length and blending of the movie.
  public var canvas: Canvas
  /// Stack of layers, the first at the back.
  public var layers: [Layer]
  /// What happens to the light after the last layer.
  public var post: Post

  /// A scene.
  public init(
    name: String = "", about: String = "", tags: [String] = [], canvas: Canvas, layers: [Layer] = [],
    post: Post = Post()
  ) {
    self.name = name
    self.about = about
    self.tags = tags
    self.canvas = canvas
    self.layers = layers
    self.post = post
  }

  /// How many tiles a thread needs at once for nested layers, besides the frame's tile; 0 if no layer has inner layers or a
  /// transform.
  package var nestedTileCount: Int {
    /// The most tiles that one of the layers needs besides the tile that it is composited on.
    func tileCount(for layers: [Layer.Inner]) -> Int {
      layers.reduce(0) { most, inner in
        let layer = inner.layer
        // A group has a tile. A transition has three: its own, which holds the outgoing side while the incoming side is drawn; one
        // for the incoming side; and that of a side itself, which is drawn as a group of one layer.
        let sourceTiles = if case .transition = layer.source { 3 } else { 1 }
        let ofContent = layer.sourceLayers.isEmpty ? 0 : sourceTiles + tileCount(for: layer.sourceLayers)
        // A masked layer has a tile, and so has its mask, which is drawn while the tile of the layer waits.
        let withMask = layer.mask == nil ? ofContent : max(1 + ofContent, 2 + tileCount(for: layer.maskLayers))
        // The map of a filter has a tile; it is drawn before the layer.
        let maps = layer.filterMaps + layer.backdropFilterMaps
        let withMaps = maps.isEmpty ? withMask : max(withMask, 1 + tileCount(for: maps))
        // A transformed layer is drawn as a group of one layer, and so is one that the camera's lens blurs.
        guard let transform = layer.transform else { return max(most, withMaps) }
        return max(most, (transform.isSeenThroughAirOrLens ? 2 : 1) + withMaps)
      }
    }
    return tileCount(for: layers.map { Layer.Inner(scenePath: [], layer: $0) })
  }
}
