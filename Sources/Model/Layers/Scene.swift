/// Everything that is to be drawn: a canvas, a stack of layers from back to front, and what happens to the light after them.
public struct Scene: Sendable, Equatable {
  /// Name of the effect.
  public var name: String
  /// One sentence about it, for lists.
  public var about: String
  /// Words to find it by.
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

  /// How deep groups are nested; 0 without groups. A tile for each depth is in use while one group is composited into another.
  package var groupDepth: Int {
    func depth(_ layers: [Layer]) -> Int {
      layers.reduce(0) { deepest, layer in
        guard case .group(let children) = layer.source else { return deepest }
        return max(deepest, 1 + depth(children))
      }
    }
    return depth(layers)
  }
}
