import JSON
import Model

/// Where a filter stands: what its reading depends on.
struct FilterPlace: Sendable {
  /// Path hash of the layer that the filter may read besides its input (its map), from which the layer's random numbers follow; nil if
  /// filters at this place cannot have maps.
  let mapPath: UInt64?
}

extension Declarations {
  static let filter = ObjectFamily<FilterPlace, Filter>(
    "filter",
    "What is done to the pixels of a layer, a group or the canvas. On an srgb canvas colours are clamped after each filter, as CSS does it; on a linear one light above white is kept and light below 0 cut.",
    typeAbout: "What it does.",
    Filter.kinds.map { kind in
      switch kind {
      case is Filter.Displace.Type: displace
      case is Filter.DisplacementMap.Type: mapped(Filter.DisplacementMap.self)
      case is Filter.HeightMap.Type: mapped(Filter.HeightMap.self)
      case is Filter.VariableBlur.Type: variableBlur
      default: plain(kind)
      }
    })

  /// A kind of filter all of whose keys are rows.
  private static func plain<Kind: DeclaredFilter>(_ kind: Kind.Type) -> ObjectFamily<FilterPlace, Filter>.Kind {
    .init(kind) { filter, _, _, _ in Filter(filter) }
  }

  private static let variableBlur = ObjectFamily<FilterPlace, Filter>.Kind(
    Filter.VariableBlur.self
  ) { blur, decoder, node, _ in
    if (blur.startPoint == nil) == (blur.endPoint == nil) { return Filter(blur) }
    decoder.report("startPoint and endPoint belong together: a line has two ends", at: node)
    return nil
  }
}

extension Key {
  /// The key `filters`: a list of filters without maps, applied one after another.
  static func filters(_ path: Property<Target, [Filter]>, _ about: String) -> Key {
    .filters(key: "filters", path, about)
  }

  /// A list of filters, applied one after another.
  ///
  /// - Parameter layerPath: returns the path hash of the layer that has the filters; nil if the filters cannot have maps.
  static func filters(
    key: String, _ path: Property<Target, [Filter]>, _ about: String,
    layerPath: @escaping @Sendable (Target) -> UInt64? = { _ in nil }
  ) -> Key {
    Key(key, .list(.object(Declarations.filter)), about) { node, decoder, target in
      if let filters = decoder.filters(node, key: key, layerPath: layerPath(target)) {
        target[keyPath: path] = filters
      }
    }
  }
}

extension PresetDecoder {
  /// Reads a list of filters. Filters that would change nothing are left out.
  fileprivate func filters(_ node: JSONNode, key: String, layerPath: UInt64?) -> [Filter]? {
    guard let nodes = elements(node, of: "filters", maximum: Limits.filters) else { return nil }
    let issueCountBefore = issueCount
    let filters = nodes.enumerated().compactMap { index, node in
      let place = FilterPlace(mapPath: layerPath.map { PathHash.filterMap(of: $0, key: key, index: index) })
      return inside(index: index) { Declarations.filter.read(node, self, place) }
    }
    return issueCount == issueCountBefore ? filters : nil
  }
}
