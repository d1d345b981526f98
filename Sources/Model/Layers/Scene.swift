/// Everything that is to be drawn: a canvas, a stack of layers from back to front, and what happens to the light after them.
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

  /// How many tiles nested layers need besides that of the frame: one for each layer that is composited into another, and one more for a
  /// mask, which is drawn beside the layer that it masks. 0 without groups, masks and maps of filters.
  package var nestingDepth: Int {
    func depth(_ layers: [Layer.Inner]) -> Int {
      layers.reduce(0) { deepest, inner in
        let layer = inner.layer
        // The sides of a transition are groups of one layer each, and the second side is drawn beside the first.
        let sourceTiles = if case .transition = layer.source { 3 } else { 1 }
        let content = layer.sourceLayers.isEmpty ? 0 : sourceTiles + depth(layer.sourceLayers)
        let masked = layer.mask == nil ? content : max(1 + content, 2 + depth(layer.maskLayers))
        let maps = layer.filterMaps + layer.backdropFilterMaps
        let withMaps = maps.isEmpty ? masked : max(masked, 1 + depth(maps))
        // A transformed layer is drawn as a group of one layer.
        return max(deepest, layer.transform == nil ? withMaps : 1 + withMaps)
      }
    }
    return depth(layers.map { Layer.Inner(path: [], layer: $0) })
  }
}
