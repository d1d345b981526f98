import JSON
import Model

/// A layer as written, before it is known which source it has.
struct LayerDraft: Sendable {
  var layer: Layer
  var isEnabled = true
  /// The keys that give the layer a source, each with the source that was read, or nil if reading it reported an issue. A valid
  /// layer has exactly one such key.
  var sources: [(key: String, source: Layer.Source?)] = []
  /// The key `replicator`, which repeats the source.
  var replicator: Replicator?
  /// Whether a mask works by the alpha or by the luminance of its pixels; only for masks.
  var maskMode = Mask.Mode.alpha
  /// Whether a mask is inverted; only for masks.
  var isInverted = false

  /// A layer with all defaults. Its source is an empty group until its own source is known.
  ///
  /// - Parameter path: path hash of the layer.
  init(path: UInt64) { layer = Layer(name: "", path: path, source: .group([])) }
}

extension Declarations {
  static let layer = Declaration<LayerDraft>(
    "layer",
    "One element of the stack: a source with a clock, opacity and blend mode. Layers are drawn in their order, the first at the back.",
    LayerDraft(path: PathHash.notComputed),
    Key.named("layer", name: \.layer.name, isEnabled: \.isEnabled) + layerSources + fieldSources + stackKeys
      + layerKeys)

  static let mask = Declaration<LayerDraft>(
    "mask",
    "A layer that says where another one, the masked layer, is seen. The mask is drawn alone, and its alpha or luminance multiplies the masked layer's pixels. Its clock counts the masked layer's own time.",
    LayerDraft(path: PathHash.notComputed), maskKeys + layerSources + fieldSources + layerKeys)

  /// Keys of a transition's two layers, and of a layer that a filter reads as its map.
  static let sideKeys: [Key<LayerDraft>] =
    [.flag("enabled", \.isEnabled, "false leaves the layer out.")] + layerSources + fieldSources + layerKeys

  /// Keys that only masks have.
  private static let maskKeys: [Key<LayerDraft>] = [
    .choice("mode", \.maskMode, "Whether the mask's alpha or its luminance counts, as in CSS's mask-mode."),
    .flag(
      "inverted", \.isInverted, "Whether the layer is seen where it would be hidden, and hidden where it would be seen."
    ),
    .flag("enabled", \.isEnabled, "false leaves the mask out."),
  ]

  /// All sources except field layers, which are in `fieldSources`.
  private static let layerSources: [Key<LayerDraft>] = [
    .source("emitter", .object(Declarations.emitter), "particles.") { node, decoder, layer in
      decoder.emitter(node, layerPath: layer.path).map { .emitter($0) }
    },
    .source("gradient", .object(Declarations.gradient), "a gradient that fills the canvas.") { node, decoder, _ in
      decoder.gradient(node).map { .gradient($0) }
    },
    .source("shape", .object(Declarations.shape), "a figure that is filled, stroked, or both.") { node, decoder, _ in
      Declarations.shape.read(node, decoder, ()).map { .shape($0) }
    },
    .source("mesh", .object(Declarations.mesh), "a gradient over a grid of points.") { node, decoder, _ in
      decoder.mesh(node).map { .mesh($0) }
    },
    .source("blob", Declarations.blob, "a soft body that swells and rotates.") { .blob($0) },
    .source("metaballs", .object(Declarations.metaballs), "balls that melt into each other.") { node, decoder, _ in
      decoder.metaballs(node).map { .metaballs($0) }
    },
    .source("video", .object(Declarations.video), "the frames of a clip.") { node, decoder, _ in
      decoder.video(node).map { .video($0) }
    },
    .source("image", Declarations.picture, "a picture.") { .image($0) },
    .source("shafts", Declarations.shafts, "light in the air, and the shadows in it.") { .shafts($0) },
    .source("text", .object(Declarations.text), "words in a font.") { node, decoder, _ in
      decoder.text(node).map { .text($0) }
    },
    .source("transition", .object(Declarations.transition), "two layers of which one gives way to the other.") {
      node, decoder, layer in decoder.transition(node, of: layer.path).map { .transition($0) }
    },
    .source("group", .list(.object(Declarations.layer)), "layers that are composited as one.") {
      node, decoder, layer in .group(decoder.layers(node, parent: layer.path))
    },
  ]

  /// Keys that only layers in a stack have; masks, maps and layers of transitions do not.
  private static let stackKeys: [Key<LayerDraft>] = [
    Key(
      "copies", .object(Declarations.copies),
      "The layer several times over, the first at the back; formulas in it may name n, the number of copies, and i, the copy's index from 0 to n - 1."
      // `PresetDecoder.copies` reads this key before the layer.
    ) { _, _, _ in },
    .choice(
      "role", \.layer.role,
      "What the layer is to the picture: --alpha and --backdrop leave backdrops out, so that the effect can lie over something else."
    ),
    .choice("blend", \.layer.blend, "How the layer is blended with what is below it."),
  ]

  /// Keys of all layers, including masks, maps and layers of transitions.
  private static let layerKeys: [Key<LayerDraft>] = [
    .choice("order", \.layer.order, "The order in which a group's layers are composited."),
    .flag(
      "passThrough", \.layer.passesBackdropThrough,
      "Whether a group's layers are drawn one by one in the stack around it: its transform moves and its opacity fades each of them, and glass in it sees what lies below the group."
    ),
    .animatedNumber("opacity", \.layer.opacity, .share, 0...1, "0 is invisible."),
    .filters(
      key: "filters", \.layer.filters,
      "What is done to the layer's pixels, one after the other, before it is blended; a group is filtered as one.",
      layerPath: { $0.layer.path }),
    Key(
      "replicator", .object(Declarations.replicator),
      "Instances of the source, each transformed, delayed and coloured once more than the previous one."
    ) { node, decoder, draft in draft.replicator = decoder.object(node, Declarations.replicator) },
    .optionalObject(
      "reflection", \.layer.reflection, Declarations.reflection,
      "A floor below the filtered layer that mirrors it: polished, rough, or water."),
    .optional(
      "material", \.layer.material, .object(Declarations.material),
      "How the filtered layer answers the preset's lights; without one it keeps its own colours."
    ) { $0.material($1) },
    Key("mask", .object(Declarations.mask), "Where the filtered layer is seen: a layer of any source.") {
      node, decoder, draft in draft.layer.mask = decoder.mask(node, of: draft.layer.path)
    },
    .optional(
      "transform", \.layer.transform, .object(Declarations.layerTransform),
      "Where the filtered and masked layer is drawn: scaled, skewed, rotated, moved and seen in perspective."
    ) { $0.layerTransform($1) },
    .filters(
      key: "backdropFilters", \.layer.backdropFilters,
      "Filters for what lies below the layer in its stack; the result is seen where the layer is, by its alpha: frosted glass, water, lenses. The layer's opacity does not weaken them: it says only how much of the layer itself lies over the filtered picture.",
      layerPath: { $0.layer.path }),
    .number(
      "begin", \.layer.timing.begin, .seconds, -1e5...1e6,
      "When the layer appears; with a negative time it has been running when the first frame is drawn."),
    .optionalNumber(
      "duration", \.layer.timing.duration, .seconds, 0...1e6,
      "How long it is shown, or how long each of its cycles lasts; to the end if not given."),
    .cycleCount(
      "repeat",
      "How many cycles of its duration it runs; its own time starts again in each. With autoreverse, forward and back count as two."
    ) { $0.layer.timing.repeatCount = $1 },
    .flag("autoreverse", \.layer.timing.autoreverses, "Every second cycle goes backwards."),
    .number("speed", \.layer.timing.speed, .factor, 0...1e3, "How fast its own time runs."),
    .number(
      "timeOffset", \.layer.timing.timeOffset, .seconds, -1e5...1e5,
      "Seconds added to its own time. This shifts animated values and the drops of ripples, but not births, which still start at begin."
    ),
  ]
}

extension Key<LayerDraft> {
  /// A key that gives the layer its source.
  ///
  /// - Parameters:
  ///   - about: completes the sentence "Source: …".
  ///   - read: reads the source of the given layer; returns nil after reporting an issue.
  static func source(
    _ name: String, _ value: ValueKind, _ about: String,
    read: @escaping @Sendable (JSONNode, PresetDecoder, Layer) -> Layer.Source?
  ) -> Key {
    Key(name, value, about) { node, decoder, draft in
      draft.sources.append((name, read(node, decoder, draft.layer)))
    }.role(.source)
  }

  /// A key whose declared object becomes the layer's source.
  static func source<Value>(
    _ name: String, _ declaration: @autoclosure @escaping @Sendable () -> Declaration<Value>, _ about: String,
    as source: @escaping @Sendable (Value) -> Layer.Source
  ) -> Key {
    .source(name, .object(declaration()), about) { node, decoder, _ in
      decoder.object(node, declaration()).map(source)
    }
  }
}
