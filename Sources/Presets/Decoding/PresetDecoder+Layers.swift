import Model

extension PresetDecoder {
  /// The layers of a list, without those that are not enabled.
  func layers(_ unresolved: JSONNode, parent: UInt64) -> [Layer] {
    guard let list = elements(unresolved, of: "layers", most: .max) else { return [] }
    guard countLayers(list.count, at: unresolved) else { return [] }
    reportEqualNames(list, of: "layers")
    var layers: [Layer] = []
    for (index, element) in list.enumerated() {
      let name = element["name"]?.string
      inside(name: name, index: index) {
        layers += copies(of: element, path: path(of: name, at: index, in: parent))
      }
    }
    return layers
  }

  /// Counts layers against the limit. False if there are too many, which is reported once.
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

  /// A layer, or all of its copies.
  private func copies(of node: JSONNode, path: UInt64) -> [Layer] {
    guard let written = node["copies"] else { return layer(node, path: path).map { [$0] } ?? [] }
    let before = issueCount
    var copies = Copies()
    inside(key: "copies") { readObject(written, Declarations.copies, into: &copies) }
    guard issueCount == before else { return [] }
    guard countLayers(copies.count - 1, at: written) else { return [] }
    let (outer, hue) = (scope.copy, scope.hueOffset)
    defer { (scope.copy, scope.hueOffset) = (outer, hue) }
    var layers: [Layer] = []
    for index in 0..<copies.count {
      scope.copy = (index, copies.count)
      scope.hueOffset = hue + copies.hueOffset * Double(index)
      let copy = index == 0 ? path : PathHash.child(of: path, named: "copy \(index)")
      // An issue of one copy is most often one of all.
      guard issueCount == before else { return [] }
      if let layer = layer(node, path: copy) { layers.append(copies.applied(to: layer, index: index)) }
    }
    return layers
  }

  private func layer(_ node: JSONNode, path: UInt64) -> Layer? {
    let before = issueCount
    var draft = LayerDraft(layer: Layer(name: "", path: path, source: .group([])))
    readObject(node, Declarations.layer, into: &draft)
    if draft.sources.count > 1 {
      report("has \(listed(draft.sources.map(\.key)).replacingOr); a layer is one source", at: node)
    }
    if draft.layer.timing.repeatCount != 1 || draft.layer.timing.autoreverses, draft.layer.timing.duration ?? 0 <= 0 {
      let key = draft.layer.timing.repeatCount != 1 ? "repeat" : "autoreverse"
      inside(key: key) {
        report("needs the key duration, the seconds of one cycle, above 0", at: node[key] ?? node)
      }
    } else if draft.layer.timing.autoreverses, draft.layer.timing.repeatCount <= 1 {
      inside(key: "autoreverse") {
        report("needs the key repeat: the backward cycle is a second one", at: node["autoreverse"] ?? node)
      }
    }
    guard issueCount == before else { return nil }
    guard let source = draft.sources.first?.source else {
      report("a layer needs one of \(listed(Declarations.layer.schema.sources))", at: node)
      return nil
    }
    guard draft.isEnabled else { return nil }
    draft.layer.source = source
    return draft.layer
  }
}

extension String {
  /// "emitter and gradient" of "emitter or gradient".
  fileprivate var replacingOr: String {
    split(separator: " ").map { $0 == "or" ? "and" : $0 }.joined(separator: " ")
  }
}
