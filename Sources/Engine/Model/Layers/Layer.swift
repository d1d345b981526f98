/// One source in the stack, with its own clock, opacity and blend mode.
public struct Layer: Sendable, Equatable {
  /// Name, from which random numbers follow.
  public var name: String
  /// Hash of the names from the scene to this layer (`PathHash`), from which all random numbers in the layer follow.
  package var path: UInt64
  /// What the layer shows.
  public var source: Source
  /// How the layers of a group are ordered; without an effect on other sources.
  public var order = StackOrder.listed
  /// Whether the layers of a group are drawn in the stack around it, moved and faded as the group is, and see what lies below the group; without
  /// an effect on other sources.
  public var passesBackdropThrough = false
  /// Whether the layer belongs to the effect or lies behind it.
  public var role: Role
  /// How the layer is composited with what is below.
  public var blend: BlendMode
  /// Opacity in 0...1, evaluated at the frame's time.
  public var opacity: AnimatedNumber
  /// Filters that are applied in this order to the layer, drawn alone, before it is composited.
  public var filters: [Filter]
  /// A floor below the filtered layer that mirrors it; nil for none.
  public var reflection: Reflection?
  /// How the filtered layer answers the scene's lights; nil for a layer that keeps its own colours.
  public var material: Material?
  /// Where the filtered layer is visible; nil for everywhere.
  public var mask: Mask?
  /// Where the filtered and masked layer is drawn; nil if it stays where its source puts it.
  public var transform: LayerTransform?
  /// Filters of all that lies below the layer in its stack, also of layers without the role `backdrop`. The filtered picture shows
  /// where the layer has alpha; the layer's opacity does not weaken it.
  public var backdropFilters: [Filter] = []
  /// When the layer is shown, and its own clock.
  public var timing: LayerTiming

  /// A layer's part in the picture. It decides whether the layer stays when the picture is laid over something else.
  public enum Role: String, DescribedChoice {
    /// Part of the effect.
    case effect
    /// What lies behind the effect, such as a sky, hills or a room. Overlays leave it out.
    case backdrop

    package var sentence: String {
      switch self {
      case .effect: "The layer is part of the effect and always drawn."
      case .backdrop: "The layer lies behind the effect: a sky, hills, a room. A group may be one as a whole."
      }
    }
  }

  /// Orders in which the layers of a group are composited.
  public enum StackOrder: String, DescribedChoice {
    /// In the order of the list, the first at the back.
    case listed
    /// By their depth before the scene's camera, the farthest at the back. Layers that are fixed to the screen keep their places in the
    /// list, and order only what lies between two of them. Particles in space are drawn between the other layers, each at its own
    /// depth.
    case depth

    package var sentence: String {
      switch self {
      case .listed: "In their order, the first at the back."
      case .depth:
        "By their depth before the camera; layers without a zPosition keep their places, and particles in space fall behind and before the other layers."
      }
    }
  }

  /// Everything that a layer can show. A new source is registered here: a case, and a line in `content`.
  public indirect enum Source: Sendable, Equatable {
    /// Particles.
    case emitter(Emitter)
    /// A gradient over the canvas.
    case gradient(Gradient)
    /// A figure that is filled, stroked, or both.
    case shape(VectorShape)
    /// A gradient over a grid of points.
    case mesh(Mesh)
    /// A soft, blobby figure.
    case blob(Blob)
    /// Balls that melt into each other.
    case metaballs(Metaballs)
    /// Rings on water.
    case ripples(Ripples)
    /// The surface of water, which mirrors and bends what lies below.
    case water(Water)
    /// Noise, also plasma and caustics.
    case noise(Noise)
    /// Northern lights.
    case aurora(Aurora)
    /// A flame.
    case flame(Flame)
    /// Rays of light from a point.
    case rays(LightRays)
    /// Light in the air, and the shadows in it.
    case shafts(Shafts)
    /// A grid, dots, stripes, hexagons or a checkerboard.
    case pattern(Pattern)
    /// A field of stars.
    case stars(Stars)
    /// A field that is coloured by a formula.
    case field(FormulaField)
    /// A clip's frames.
    case video(Video)
    /// A still picture.
    case image(Picture)
    /// Words.
    case text(Lettering)
    /// Two layers, the first of which gives way to the second.
    case transition(Transition)
    /// Layers that are composited as one.
    case group([Layer])

    /// The source as a `LayerSource`; nil for emitters, which read their values at births, and for groups and
    /// transitions, which hold layers.
    package var content: (any LayerSource)? {
      switch self {
      case .emitter, .group, .transition: nil
      case .gradient(let source): source
      case .shape(let source): source
      case .mesh(let source): source
      case .blob(let source): source
      case .metaballs(let source): source
      case .ripples(let source): source
      case .water(let source): source
      case .noise(let source): source
      case .aurora(let source): source
      case .flame(let source): source
      case .rays(let source): source
      case .shafts(let source): source
      case .pattern(let source): source
      case .stars(let source): source
      case .field(let source): source
      case .video(let source): source
      case .image(let source): source
      case .text(let source): source
      }
    }

    /// The values of the source that are evaluated at the frame's time.
    package var animatedValues: AnimatedValues {
      if case .transition(let transition) = self { return transition.animatedValues }
      return content?.animatedValues ?? AnimatedValues()
    }
  }

  /// A layer.
  ///
  /// - Parameters:
  ///   - name: the layer's name, from which its random numbers follow; siblings with the same name have the same random numbers.
  ///   - source: what the layer shows.
  ///   - role: whether overlays leave the layer out.
  ///   - blend: how the layer is composited with what is below.
  ///   - opacity: 0 to 1, read at the frame's time.
  ///   - filters: applied in their order to the layer's pixels, before it is composited.
  ///   - mask: where the filtered layer is visible; nil for everywhere.
  ///   - transform: where the filtered and masked layer is drawn.
  ///   - timing: when the layer is shown, and its own clock.
  public init(
    _ name: String = "", _ source: Source, role: Role = .effect, blend: BlendMode = .normal,
    opacity: AnimatedNumber = 1,
    filters: [Filter] = [], mask: Mask? = nil, transform: LayerTransform? = nil,
    timing: LayerTiming = LayerTiming()
  ) {
    self.name = name
    path = PathHash.notComputed
    self.source = source
    self.role = role
    self.blend = blend
    self.opacity = opacity
    self.filters = filters
    self.mask = mask
    self.transform = transform
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

/// How a layer is composited with the layers below it: the modes of CSS's mix-blend-mode, and `add`. The modes act on the
/// canvas's values, linear or encoded. Values above 1 count in full in `normal`, `add` and `screen`; the other modes treat them
/// as 1.
public enum BlendMode: String, DescribedChoice {
  /// The layer covers what is below by its alpha.
  case normal
  /// Light adds up.
  case add
  /// Light adds up, but less where the layers below are brighter.
  case screen
  /// Colours multiply, which darkens.
  case multiply
  /// Multiplies where it is dark below, screens where it is bright.
  case overlay
  /// The darker value of each channel.
  case darken
  /// The brighter value of each channel.
  case lighten
  /// Brightens what is below, the more the brighter the layer.
  case colorDodge = "color-dodge"
  /// Darkens what is below, the more the darker the layer.
  case colorBurn = "color-burn"
  /// Multiplies where the layer is dark, screens where it is bright.
  case hardLight = "hard-light"
  /// A gentle hard light, by a smooth curve.
  case softLight = "soft-light"
  /// The absolute difference of the two colours.
  case difference
  /// A difference with less contrast than that of `difference`.
  case exclusion
  /// The layer's hue; saturation and luminosity of what is below.
  case hue
  /// The layer's saturation; hue and luminosity of what is below.
  case saturation
  /// The layer's hue and saturation, the luminosity of what is below.
  case color
  /// The layer's luminosity; hue and saturation of what is below.
  case luminosity
  /// Light adds up to white and no further.
  case plusLighter = "plus-lighter"

  package var sentence: String {
    switch self {
    case .normal: "The layer covers what is below by its alpha."
    case .add: "Light adds up; for sparks, glows and fire."
    case .screen: "Light adds up, but less where it is bright below; for mist and soft light."
    case .multiply: "Colours multiply, which darkens; for shadows and tints."
    case .overlay: "Multiplies where it is dark below, screens where it is bright: more contrast."
    case .darken: "The darker of both, channel by channel."
    case .lighten: "The brighter of both, channel by channel."
    case .colorDodge: "Brightens what is below, up to white; for glints."
    case .colorBurn: "Darkens what is below, down to black; for burnt edges."
    case .hardLight: "Multiplies where the layer is dark, screens where it is bright."
    case .softLight: "A gentle hard light; for dodging and burning."
    case .difference: "The difference of both: equal colours become black."
    case .exclusion: "The difference with less contrast."
    case .hue: "The layer's hue, on the saturation and luminosity of what is below."
    case .saturation: "The layer's saturation, on the hue and luminosity of what is below."
    case .color: "The layer's hue and saturation, on the luminosity of what is below; for tinting."
    case .luminosity: "The layer's luminosity, on the hue and saturation of what is below."
    case .plusLighter: "Light adds up to white and no further."
    }
  }
}
