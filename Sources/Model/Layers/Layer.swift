import Colorimetry
import Lanes

/// Everything that is to be drawn: the canvas, the stack of layers (first at the back) and what happens to the light
/// after them.
public struct Scene: Sendable, Equatable {
  public var name: String
  public var about: String
  public var tags: [String]
  public var canvas: Canvas
  public var layers: [Layer]
  public var post: Post

  public init(
    name: String = "", about: String = "", tags: [String] = [], canvas: Canvas = Canvas(), layers: [Layer] = [],
    post: Post = Post()
  ) {
    self.name = name
    self.about = about
    self.tags = tags
    self.canvas = canvas
    self.layers = layers
    self.post = post
  }
}

/// One source of the stack with its own clock.
public struct Layer: Sendable, Equatable {
  public var name: String
  /// Hash of the names from the root to this layer: the root of every random draw in it.
  public var path: UInt64
  public var source: Source
  public var blend: BlendMode
  /// 0...1, read at the frame's time.
  public var opacity: AnimatedNumber
  /// What is done to the layer's picture, drawn alone, before it is composited; in their order.
  public var filters: [Filter]
  public var timing: LayerTiming

  public indirect enum Source: Sendable, Equatable {
    case emitter(Emitter)
    case gradient(Gradient)
    case shape(VectorShape)
    case mesh(Mesh)
    case blob(Blob)
    case metaballs(Metaballs)
    case ripples(Ripples)
    case noise(Noise)
    case aurora(Aurora)
    case rays(LightRays)
    case pattern(Pattern)
    case stars(Stars)
    case group([Layer])
  }

  public init(
    name: String, path: UInt64, source: Source, blend: BlendMode = .normal, opacity: AnimatedNumber = 1,
    filters: [Filter] = [],
    begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0
  ) {
    self.name = name
    self.path = path
    self.source = source
    self.blend = blend
    self.opacity = opacity
    self.filters = filters
    timing = LayerTiming(begin: begin, duration: duration, speed: speed, timeOffset: timeOffset)
  }
}

/// How a source is laid on what is below it. See DESIGN: values above 1 keep their light under `add` and `screen`.
public enum BlendMode: String, Sendable, CaseIterable {
  case normal, add, screen, multiply
}
