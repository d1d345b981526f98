/// One source in the stack, with its own clock, opacity and blend mode.
public struct Layer: Sendable, Equatable {
  public var name: String
  /// Hash of the names from the root to this layer: the root of all random draws in it.
  package var path: UInt64
  public var source: Source
  public var blend: BlendMode
  /// 0...1, evaluated at the frame's time.
  public var opacity: AnimatedNumber
  /// Filters that are applied in this order to the layer, drawn alone, before it is composited.
  public var filters: [Filter]
  public var timing: LayerTiming

  /// Everything that a layer can show. A new source is registered here: a case, and a line in `content`.
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

    /// The source as a value of its own; nil for emitters, which read their values at births, and for groups, which hold layers.
    package var content: (any LayerSource)? {
      switch self {
      case .emitter, .group: nil
      case .gradient(let source): source
      case .shape(let source): source
      case .mesh(let source): source
      case .blob(let source): source
      case .metaballs(let source): source
      case .ripples(let source): source
      case .noise(let source): source
      case .aurora(let source): source
      case .rays(let source): source
      case .pattern(let source): source
      case .stars(let source): source
      }
    }

    /// The values that are evaluated at the frame's time, besides the layer's own.
    package var animatedValues: AnimatedValues { content?.animatedValues ?? AnimatedValues() }
  }

  /// A layer.
  ///
  /// - Parameters:
  ///   - name: its name, from which its random draws follow; siblings of one name draw alike.
  ///   - source: what it shows.
  ///   - blend: how it is composited with what is below.
  ///   - opacity: 0 to 1, read at the frame's time.
  ///   - filters: applied to its picture in their order.
  ///   - timing: when it is shown, and its own clock.
  public init(
    _ name: String = "", _ source: Source, blend: BlendMode = .normal, opacity: AnimatedNumber = 1,
    filters: [Filter] = [], timing: LayerTiming = LayerTiming()
  ) {
    self.name = name
    path = PathHash.unnamed
    self.source = source
    self.blend = blend
    self.opacity = opacity
    self.filters = filters
    self.timing = timing
  }

  package init(
    name: String, path: UInt64, source: Source, blend: BlendMode = .normal, opacity: AnimatedNumber = 1,
    filters: [Filter] = [],
    begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0
  ) {
    self.init(
      name, source, blend: blend, opacity: opacity, filters: filters,
      timing: LayerTiming(begin: begin, duration: duration, speed: speed, timeOffset: timeOffset))
    self.path = path
  }
}

/// How a layer is composited with the layers below it. Values above 1 keep their light under `add` and `screen`.
public enum BlendMode: String, Sendable, CaseIterable {
  case normal, add, screen, multiply
}
