import JSON
import Model

extension PresetDecoder {
  /// Reads the layers of the canvas or of a group; leaves out layers that are not enabled or have issues.
  ///
  /// - Parameter parent: path hash of the group's layer, or `PathHash.root`.
  func layers(_ unresolved: JSONNode, parent: UInt64) -> [Layer] {
    guard let list = elements(unresolved, of: "layers", maximum: .max) else { return [] }
    guard countLayers(list.count, at: unresolved) else { return [] }
    reportEqualNames(list, of: "layers")
    layerLists.append(LayerList(layers: list, copy: scope.copy, depth: openLayers.count))
    defer { layerLists.removeLast() }
    var layers: [Layer] = []
    for (index, element) in list.enumerated() {
      let name = element["name"]?.string
      inside(name: name, index: index) {
        layers += copies(of: element, layerPath: pathHash(of: name, at: index, in: parent))
      }
    }
    return layers
  }

  /// Adds layers to `scope.layerCount`. Returns false if there are too many now, which is reported once.
  private func countLayers(_ count: Int, at node: JSONNode) -> Bool {
    scope.layerCount += count
    if scope.layerCount <= Limits.layers { return true }
    if !hasTooManyLayers {
      report(
        "\(grouped(scope.layerCount)) layers or more; at most \(Limits.layers) are allowed, those in groups and copies included",
        at: node)
    }
    hasTooManyLayers = true
    return false
  }

  /// Reads a layer, or all its copies if it has the key `copies`.
  private func copies(of node: JSONNode, layerPath: UInt64) -> [Layer] {
    guard let written = node["copies"] else { return layer(node, layerPath: layerPath).map { [$0] } ?? [] }
    let issueCountBefore = issueCount
    var settings = Copies()
    inside(key: "copies") { readObject(written, Declarations.copies, into: &settings) }
    guard issueCount == issueCountBefore else { return [] }
    guard countLayers(settings.count - 1, at: written) else { return [] }
    // A layer of a copied group may have copies itself: the hues of those are rotated by the offsets of both.
    let (outerCopy, outerHueOffset) = (scope.copy, scope.hueOffset)
    defer { (scope.copy, scope.hueOffset) = (outerCopy, outerHueOffset) }
    var layers: [Layer] = []
    for index in 0..<settings.count {
      scope.copy = (index, settings.count)
      scope.hueOffset = outerHueOffset + settings.hueOffset * Double(index)
      // The first copy has the random numbers of the layer without copies.
      let copyPath = index == 0 ? layerPath : PathHash.child(of: layerPath, named: "copy \(index)")
      // Issues of one copy are mostly issues of all copies, so only those of the first copy that has any are reported.
      guard issueCount == issueCountBefore else { return [] }
      if let layer = layer(node, layerPath: copyPath) { layers.append(settings.applied(to: layer, index: index)) }
    }
    return layers
  }

  /// Reads one layer, or its copy with the index `scope.copy.index`; nil if it has issues or is not enabled.
  private func layer(_ node: JSONNode, layerPath: UInt64) -> Layer? {
    layerDraft(node, Declarations.layer, layerPath: layerPath)?.layer
  }

  /// Reads the mask of a layer; nil if it has issues or is not enabled.
  ///
  /// - Parameter path: path hash of the masked layer.
  func mask(_ unresolved: JSONNode, of path: UInt64) -> Mask? {
    guard let node = resolved(unresolved), countLayers(1, at: node),
      let draft = layerDraft(node, Declarations.mask, layerPath: PathHash.child(of: path, named: "mask"))
    else { return nil }
    return Mask(draft.layer, mode: draft.maskMode, isInverted: draft.isInverted)
  }

  /// Reads the map of a filter; nil if it has issues or is not enabled.
  ///
  /// - Parameter path: the map's own path hash.
  func map(_ unresolved: JSONNode, path: UInt64) -> Layer? {
    guard let node = resolved(unresolved), countLayers(1, at: node) else { return nil }
    return layerDraft(node, Declarations.map, layerPath: path)?.layer
  }

  /// Reads one of the two layers of a transition; nil if it has issues or is not enabled.
  ///
  /// - Parameters:
  ///   - name: the key of the layer in the transition.
  ///   - path: path hash of the transition's layer.
  func side(_ unresolved: JSONNode, _ name: String, of path: UInt64) -> Layer? {
    guard let node = resolved(unresolved), countLayers(1, at: node) else { return nil }
    return layerDraft(node, Declarations.side, layerPath: PathHash.child(of: path, named: name))?.layer
  }

  /// Reads a layer's transform. One with a `zPosition` gets the preset's camera.
  func layerTransform(_ node: JSONNode) -> LayerTransform? {
    guard var transform: LayerTransform = object(node, Declarations.layerTransform) else { return nil }
    if node["shutter"] == nil, let camera = scope.camera { transform.shutter = camera.shutter }
    guard transform.zPosition != nil else { return transform }
    transform.camera = scope.camera
    if !transform.perspective.isZero {
      inside(key: "perspective") {
        report("with a zPosition it is seen by the preset's camera, whose distance gives the perspective", at: node)
      }
      return nil
    }
    return transform
  }

  /// Reports what cannot be ordered by depth. Returns false if there is anything.
  private func checkOrderByDepth(_ draft: LayerDraft, _ node: JSONNode) -> Bool {
    var problem: String?
    if case .group(let layers) = draft.layer.source {
      if draft.replicator != nil {
        problem =
          "a replicator's instances cannot be ordered by depth; give the order to a group that holds the replicator's layer"
      } else if draft.layer.transform?.zPosition != nil {
        problem = "a group with a zPosition is one flat card; give the zPosition to its layers, or leave out the order"
      } else if layers.allSatisfy({ if case .fixed = $0.placeInDepth { true } else { false } }) {
        problem = "no layer of the group has a zPosition or 3-D particles, so there is nothing to order by depth"
      }
    } else {
      problem = "only a group's layers can be ordered"
    }
    guard let problem else { return true }
    inside(key: "order") { report(problem, at: node["order"] ?? node) }
    return false
  }

  /// Reports what keeps a group from passing its backdrop through. Returns whether nothing does.
  private func checkPassThrough(_ draft: LayerDraft, _ node: JSONNode) -> Bool {
    var problem: String?
    if case .group(let layers) = draft.layer.source {
      let keys = draft.layer.keysOfOnePicture + (draft.replicator == nil ? [] : ["replicator"])
      if !keys.isEmpty {
        problem =
          "the layers of this group are drawn one by one, so there is no picture for \(listed(keys, conjunction: "and")): give \(keys.count == 1 ? "it" : "them") to the layers, or leave out passThrough"
      } else if layers.contains(where: { if case .water = $0.source { true } else { false } }) {
        problem = "water in this group would see nothing below it: put it into the list of layers around the group"
      }
    } else {
      problem = "only a group can pass its backdrop through: a single layer sees what lies below it anyway"
    }
    guard let problem else { return true }
    inside(key: "passThrough") { report(problem, at: node["passThrough"] ?? node) }
    return false
  }

  /// Reads the keys of a layer; nil if it has issues or is not enabled.
  private func layerDraft(
    _ node: JSONNode, _ declaration: Declaration<LayerDraft>, layerPath: UInt64
  ) -> LayerDraft? {
    let issueCountBefore = issueCount
    openLayers.append(node)
    defer { openLayers.removeLast() }
    var draft = LayerDraft(path: layerPath)
    readObject(node, declaration, into: &draft)
    if draft.sources.count > 1 {
      report("has \(listed(draft.sources.map(\.key), conjunction: "and")); a layer has one source", at: node)
    }
    let timing = draft.layer.timing
    let hasCycles = timing.repeatCount != 1 || timing.autoreverses
    if hasCycles, timing.duration ?? 0 <= 0 {
      let key = timing.repeatCount != 1 ? "repeat" : "autoreverse"
      inside(key: key) {
        report("needs the key duration, the seconds of one cycle, above 0", at: node[key] ?? node)
      }
    } else if timing.autoreverses, timing.repeatCount <= 1 {
      inside(key: "autoreverse") {
        report("needs the key repeat: the backward cycle is a second one", at: node["autoreverse"] ?? node)
      }
    }
    guard issueCount == issueCountBefore else { return nil }
    if draft.sources.isEmpty {
      report(
        "a \(declaration.schema.name) needs one of \(listed(declaration.schema.sourceKeys))\(likelyNameHint(node))",
        at: node)
    }
    // A source that is nil without an issue has text that `JSONReader` could not read, and has reported.
    guard let source = draft.sources.first?.source, draft.isEnabled else { return nil }
    draft.layer.source = source
    if draft.layer.order == .depth, !checkOrderByDepth(draft, node) { return nil }
    if draft.layer.passesBackdropThrough, !checkPassThrough(draft, node) { return nil }
    if let replicator = draft.replicator, let written = node["replicator"] {
      guard countLayers((replicator.count - 1) * draft.layer.layerCount, at: written) else { return nil }
      draft.layer.source = replicator.applied(to: draft.layer, encodesColors: scope.encodesColors)
    }
    return draft
  }
}
