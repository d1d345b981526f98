import Colorimetry
import Model

/// A layer as written.
struct LayerDraft: Sendable {
  var layer: Layer
  var isEnabled = true
  var sources: [(key: String, source: Layer.Source?)] = []
}

extension Declarations {
  /// The keys of which a layer has exactly one.
  static let sourceKeys = [
    "emitter", "gradient", "shape", "blob", "metaballs", "mesh", "ripples", "noise", "aurora", "rays", "pattern",
    "stars", "group",
  ]

  static let layer = Declaration<LayerDraft>(
    "layer", "One source of the stack. Layers are drawn in their order, the first at the back.",
    { LayerDraft(layer: Layer(name: "", path: 0, source: .group([]))) },
    [
      .text("name", \.layer.name, "Its name, for --set, extends and the random draws."),
      .flag("enabled", \.isEnabled, "false leaves the layer out."),
      Key("before", .text, "With extends: the sibling that this layer goes before.") { node, decoder, _ in
        decoder.reportMisplacedOrder(node)
      },
      Key("after", .text, "With extends: the sibling that this layer goes after.") { node, decoder, _ in
        decoder.reportMisplacedOrder(node)
      },
      Key("emitter", .object("emitter"), "Source: particles.") { node, decoder, draft in
        let emitter = decoder.emitter(node, path: draft.layer.path)
        draft.sources.append(("emitter", emitter.map { .emitter($0) }))
      },
      Key("gradient", .object("gradient"), "Source: a gradient that fills the canvas.") { node, decoder, draft in
        draft.sources.append(("gradient", decoder.gradient(node).map { .gradient($0) }))
      },
      Key("shape", .object("shape"), "Source: a figure that is filled, stroked, or both.") { node, decoder, draft in
        draft.sources.append(("shape", decoder.shape(node).map { .shape($0) }))
      },
      Key("mesh", .object("mesh"), "Source: a gradient over a grid of points.") { node, decoder, draft in
        draft.sources.append(("mesh", decoder.mesh(node).map { .mesh($0) }))
      },
      Key("blob", .object("blob"), "Source: a soft body that swells and turns.") { node, decoder, draft in
        draft.sources.append(("blob", decoder.blob(node).map { .blob($0) }))
      },
      Key("metaballs", .object("metaballs"), "Source: balls that melt into each other.") { node, decoder, draft in
        draft.sources.append(("metaballs", decoder.metaballs(node).map { .metaballs($0) }))
      },
      Key("ripples", .object("ripples"), "Source: drops on water.") { node, decoder, draft in
        var ripples = Ripples()
        decoder.readObject(node, Declarations.ripples, into: &ripples)
        draft.sources.append(("ripples", .ripples(ripples)))
      },
      Key("noise", .object("noise"), "Source: a field of noise.") { node, decoder, draft in
        var noise = Noise()
        noise.colors.interpolation = decoder.scope.usualInterpolation
        decoder.readObject(node, Declarations.noise, into: &noise)
        draft.sources.append(("noise", .noise(noise)))
      },
      Key("aurora", .object("aurora"), "Source: curtains of light.") { node, decoder, draft in
        var aurora = Aurora(
          position: AnimatedNumber(decoder.scope.height * 0.55), spread: AnimatedNumber(decoder.scope.height * 0.14),
          height: AnimatedNumber(decoder.scope.height * 0.4), sway: AnimatedNumber(decoder.scope.height * 0.1))
        aurora.colors.interpolation = decoder.scope.usualInterpolation
        decoder.readObject(node, Declarations.aurora, into: &aurora)
        draft.sources.append(("aurora", .aurora(aurora)))
      },
      Key("rays", .object("rays"), "Source: rays of light.") { node, decoder, draft in
        var rays = LightRays(
          position: AnimatedPoint(AnimatedNumber(decoder.scope.width / 2), AnimatedNumber(decoder.scope.height * -0.1)),
          length: AnimatedNumber(decoder.scope.height * 1.2))
        rays.colors.interpolation = decoder.scope.usualInterpolation
        decoder.readObject(node, Declarations.lightRays, into: &rays)
        draft.sources.append(("rays", .rays(rays)))
      },
      Key("pattern", .object("pattern"), "Source: a pattern that repeats over a plane.") { node, decoder, draft in
        var pattern = Pattern(
          center: AnimatedPoint(AnimatedNumber(decoder.scope.width / 2), AnimatedNumber(decoder.scope.height / 2)))
        decoder.readObject(node, Declarations.pattern, into: &pattern)
        draft.sources.append(("pattern", .pattern(pattern)))
      },
      Key("stars", .object("stars"), "Source: stars that twinkle.") { node, decoder, draft in
        var stars = Stars()
        decoder.readObject(node, Declarations.stars, into: &stars)
        draft.sources.append(("stars", .stars(stars)))
      },
      Key("group", .list(.object("layer")), "Source: layers that are composited as one.") { node, decoder, draft in
        draft.sources.append(("group", .group(decoder.layers(node, parent: draft.layer.path))))
      },
      Key(
        "copies", .object("copies"),
        "The layer several times over, the first at the back; formulas in it read i, from 0 to n - 1, of n."
      ) { _, _, _ in },
      .choice("blend", \.layer.blend, "How the layer is laid on what is below it."),
      .moving("opacity", \.layer.opacity, .share, 0...1, "0 is invisible."),
      .number(
        "begin", \.layer.timing.begin, .seconds, -1e5...1e6,
        "When the layer appears; a negative time lets it run before."),
      .optionalNumber(
        "duration", \.layer.timing.duration, .seconds, 0...1e6,
        "How long it is shown, or how long each of its runs lasts; to the end if not given."),
      Key(
        "repeat", .anyOf([.number(runs), .choice(["forever"])]),
        "How often it runs through its duration, its own time starting anew; there and back count as two.", fixed: "1"
      ) { node, decoder, draft in
        if node.string == "forever" {
          draft.layer.timing.repeatCount = .infinity
        } else if let count = decoder.number(node, runs) {
          draft.layer.timing.repeatCount = count
        }
      },
      .flag("autoreverse", \.layer.timing.autoreverses, "Every second of its runs goes backwards."),
      .number("speed", \.layer.timing.speed, .factor, 0...1e3, "How fast its own time runs."),
      .number(
        "timeOffset", \.layer.timing.timeOffset, .seconds, -1e5...1e5,
        "What is added to its own time, which its values and drops read; births count from its begin."),
    ])
}

extension Declarations {
  private static let runs = NumberRule(.none, 0...1e6)
}

extension PresetDecoder {
  /// A list of layers, without those that are not enabled.
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

  /// False, and said once, if there are more than are allowed.
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

  /// A layer as often as its `copies` say.
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
      // What is wrong with one is most often wrong with all.
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
        report("needs the key duration, the seconds of one run, above 0", at: node[key] ?? node)
      }
    } else if draft.layer.timing.autoreverses, draft.layer.timing.repeatCount <= 1 {
      inside(key: "autoreverse") {
        report("needs the key repeat: the way back is a second run", at: node["autoreverse"] ?? node)
      }
    }
    guard issueCount == before else { return nil }
    guard let source = draft.sources.first?.source else {
      report("a layer needs one of \(listed(Declarations.sourceKeys))", at: node)
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

extension Scope {
  /// The space that colours mix in where nothing else is said.
  var usualInterpolation: ColorInterpolation { usesSRGB ? .srgb : .oklab }
}
