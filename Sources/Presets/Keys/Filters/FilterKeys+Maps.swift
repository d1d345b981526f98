import Model

/// The keys, as written, of filters that read another layer (a map) as well as their input. A key that is not given is nil.
struct MapDraft: Sendable {
  /// Path hash of the map, from which its random numbers follow; nil if filters at this place cannot have maps.
  var path: UInt64?
  var layer: Layer?
  var scale: AnimatedPoint?
  var channel: Filter.Displacement.MapChannel?
  var xChannel: Filter.Displacement.MapChannel?
  var yChannel: Filter.Displacement.MapChannel?
}

extension Declarations {
  static let map = Declaration<LayerDraft>(
    "map",
    "A layer that is drawn alone for a filter that reads it: a picture, a field, particles. Its clock counts the time of the layer that has the filter.",
    LayerDraft(path: PathHash.notComputed), sideKeys)

  /// Keys of the filters that read another layer.
  static let filterMaps: [Key<FilterDraft>] = [
    Key(
      "map", .object(Declarations.map),
      "The layer that the filter reads. For displacementMap the layer's colours, encoded as sRGB, say how far pixels are moved; for heightMap they are the height of the glass. The layer lies on the canvas, and may have any source and filters of its own."
    ) { node, decoder, draft in
      guard let path = draft.map.path else {
        return decoder.report(
          "the canvas's own filters have no maps; put the layers into a group, and the filter there", at: node)
      }
      draft.map.layer = decoder.map(node, path: path)
    }.required(by: .displacementMap, .heightMap),
    .optionalAnimatedPair(
      "scale", \.map.scale, .points, -5_000...5_000,
      "The distance between the places that black and white take their colours from, as SVG's scale. A channel of 0.5 moves nothing; white takes the colour from half of scale to the right and below. One number, or [along x, along y]."
    ).defaults(to: "40").applies(to: .displacementMap),
    .optionalChoice("xChannel", \.map.xChannel, "The map's channel that moves along x, as SVG's xChannelSelector.")
      .explained { (channel: Filter.Displacement.MapChannel) in channel.sentence }
      .defaults(to: "\"red\"").applies(to: .displacementMap),
    .optionalChoice("yChannel", \.map.yChannel, "The map's channel that moves along y, as SVG's yChannelSelector.")
      .explained { (channel: Filter.Displacement.MapChannel) in channel.sentence }
      .defaults(to: "\"green\"").applies(to: .displacementMap),
    .optionalChoice("channel", \.map.channel, "The map's channel that is the height; 0 where the map is transparent.")
      .explained { (channel: Filter.Displacement.MapChannel) in channel.sentence }
      .defaults(to: "\"luminance\"").applies(to: .heightMap),
  ]
}

extension Filter.Displacement.MapChannel {
  /// The sentence on this channel in the reference.
  fileprivate var sentence: String {
    switch self {
    case .red: "Red."
    case .green: "Green."
    case .blue: "Blue."
    case .alpha: "Alpha."
    case .luminance: "The luminance of the colour."
    }
  }
}

extension FilterDraft {
  /// The displacement by the draft's map; nil if the map has issues or is not enabled.
  var mapDisplacement: Filter.Displacement? {
    guard let layer = map.layer else { return nil }
    if type == .displacementMap {
      var shape = Filter.Displacement.Map(layer)
      if let scale = map.scale { shape.scale = scale }
      if let channel = map.xChannel { shape.xChannel = channel }
      if let channel = map.yChannel { shape.yChannel = channel }
      return Filter.Displacement(.map(shape), dispersion: displacement.dispersion ?? 0)
    }
    var shape = Filter.Displacement.HeightMap(layer)
    if let channel = map.channel { shape.channel = channel }
    if let height = displacement.height { shape.height = height }
    if let depth = displacement.depth { shape.depth = depth }
    if let refraction = displacement.refraction { shape.refraction = refraction }
    if let light = displacement.light { shape.light = light }
    return Filter.Displacement(.heightMap(shape), dispersion: displacement.dispersion ?? 0)
  }
}
