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
      "The layer that the filter reads: of displacementMap its colours, as sRGB has them, say how far pixels are moved; of heightMap they are the height of glass. It lies on the canvas, of any source, with filters of its own."
    ) { node, decoder, draft in
      guard let path = draft.map.path else {
        return decoder.report(
          "the canvas's own filters have no maps; put the layers into a group, and the filter there", at: node)
      }
      draft.map.layer = decoder.map(node, path: path)
    }.required(by: .displacementMap, .heightMap),
    .optionalAnimatedPair(
      "scale", \.map.scale, .points, -5_000...5_000,
      "How far the places of black and white lie apart, as SVG's scale: a channel of 0.5 moves nothing, white takes the colour from half of it to the right and below. One number, or [along x, along y]."
    ).defaults(to: "40").applies(to: .displacementMap),
    .optionalChoice("xChannel", \.map.xChannel, "What of the map moves along x, as SVG's xChannelSelector.")
      .explained { (channel: Filter.Displacement.MapChannel) in channel.sentence }
      .defaults(to: "\"red\"").applies(to: .displacementMap),
    .optionalChoice("yChannel", \.map.yChannel, "What of the map moves along y, as SVG's yChannelSelector.")
      .explained { (channel: Filter.Displacement.MapChannel) in channel.sentence }
      .defaults(to: "\"green\"").applies(to: .displacementMap),
    .optionalChoice("channel", \.map.channel, "What of the map is the height; where it is transparent the height is 0.")
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
