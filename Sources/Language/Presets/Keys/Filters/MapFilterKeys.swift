import JSON
import Model

/// A filter that reads another layer, its map, as written.
private struct MapDraft<Kind: DeclaredFilter>: Sendable {
  var filter = Kind()
  /// The map, not yet read: it has to be read with the place of the filter.
  var map: JSONNode?
}

extension Declarations {
  static let map = Declaration<LayerDraft>(
    "map",
    "A layer that is drawn alone for a filter that reads it: a picture, a field, particles. Its clock counts the time of the layer that has the filter.",
    LayerDraft(path: PathHash.notComputed), sideKeys)

  /// A kind of filter with a map.
  static func mapped<Kind: DeclaredFilter>(_ kind: Kind.Type) -> ObjectFamily<FilterPlace, Filter>.Kind {
    let map = Key<MapDraft<Kind>>(
      "map", .object(Declarations.map),
      "The layer that the filter reads. It lies on the canvas, and may have any source and filters of its own. Its colours are read encoded as sRGB."
    ) { node, _, draft in draft.map = node }.required
    let declaration = Declaration(
      Kind.name, Kind.about, MapDraft<Kind>(), Kind.parameters.map { Key($0).within(\.filter) } + [map])
    return .init(declaration) { draft, decoder, node, place in
      guard let mapNode = draft.map else { return nil }
      return decoder.inside(key: "map") {
        guard let path = place.mapPath else {
          decoder.report(
            "the canvas's own filters have no maps; put the layers into a group, and the filter there", at: mapNode)
          return nil
        }
        // A filter whose map is disabled is left out, since it would change nothing.
        guard let layer = decoder.map(mapNode, path: path) else { return nil }
        var filter = draft.filter
        filter.map = layer
        return Filter(filter)
      }
    }
  }
}
