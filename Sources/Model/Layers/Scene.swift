/// Everything that is to be drawn: a canvas, a stack of layers from back to front, and what happens to the light of the finished stack.
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

  /// How many tiles a thread needs at once for nested layers, besides the frame's tile: one for each level of layers that are composited into
  /// another layer, and one more for a mask, which is drawn beside the layer that it masks. 0 if no layer has inner layers or a transform.
  package var nestingDepth: Int {
    func depth(of layers: [Layer.Inner]) -> Int {
      layers.reduce(0) { deepest, inner in
        let layer = inner.layer
        // The sides of a transition are groups of one layer each, and the second side is drawn beside the first.
        let sourceTiles = if case .transition = layer.source { 3 } else { 1 }
        let contentDepth = layer.sourceLayers.isEmpty ? 0 : sourceTiles + depth(of: layer.sourceLayers)
        // The mask is drawn while the tile of the masked layer waits.
        let maskedDepth =
          layer.mask == nil ? contentDepth : max(1 + contentDepth, 2 + depth(of: layer.maskLayers))
        let maps = layer.filterMaps + layer.backdropFilterMaps
        let filteredDepth = maps.isEmpty ? maskedDepth : max(maskedDepth, 1 + depth(of: maps))
        // A transformed layer is drawn as a group of one layer.
        return max(deepest, layer.transform == nil ? filteredDepth : 1 + filteredDepth)
      }
    }
    return depth(of: layers.map { Layer.Inner(path: [], layer: $0) })
  }
}
