import Presets

/// Imports Core Animation markup (CAML), a tree of layers. Its emitter layers become layers of the preset.
///
/// The y axis of a layer's coordinates points up, unless `geometryFlipped` is set on an odd number of layers from the outermost down to
/// this layer. Angles are in radians.
struct CoreAnimationMarkup {
  let root: SourceObject
  var reading: Reading { root.reading }

  init(_ root: SourceObject) { self.root = root }

  /// Converts a layer's coordinates to points of the canvas.
  struct LayerSpace {
    /// The layer's origin on the canvas, in points.
    var x, y: Double
    /// 1 if the layer's y axis points down on the canvas, −1 if it points up.
    var ySign: Double
    /// The product of the opacities of this layer and those around it, but for the outermost.
    var opacity = 1.0

    /// The point of the canvas at coordinates of the layer.
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (self.x + x, self.y + ySign * y) }
  }

  /// Names of the elements that are layers.
  static let layerNames: Set<String> = [
    "CALayer", "CAEmitterLayer", "CAGradientLayer", "CAReplicatorLayer", "CATransformLayer", "CAShapeLayer",
    "CATextLayer",
  ]

  func preset() throws(ImportError) -> PresetWriting {
    // The file is the layer itself, or <caml> around it.
    let layers = children(of: root).filter { Self.layerNames.contains($0.name) }.map(\.object)
    let top = layers.first ?? root
    let bounds = top.numbers("bounds", in: -1e5...1e5) ?? []
    let hasBounds = bounds.count == 4 && bounds[2] >= 1 && bounds[3] >= 1
    let (width, height) = hasBounds ? (min(16_384, bounds[2]), min(16_384, bounds[3])) : (390.0, 844.0)
    if !hasBounds { reading.note("canvas", .chosen, "390 × 844, because the outermost layer has no bounds") }
    var preset = PresetWriting(width: width, height: height, durationSeconds: 5)
    let flipped = top.flag("geometryFlipped") ?? false
    let space = LayerSpace(
      x: hasBounds ? -bounds[0] : 0, y: flipped ? -(hasBounds ? bounds[1] : 0) : height + (hasBounds ? bounds[1] : 0),
      ySign: flipped ? 1 : -1)
    top.carry("position", "anchorPoint")
    root.reportLeftOut(["xmlns"], .meaningless, "the name of the format")
    try add(top, name: elementName(of: top), space, to: &preset)
    if preset.layers.isEmpty { throw ImportError("\(reading.document.name): there is no CAEmitterLayer in it.") }
    return preset
  }

  /// The name of a layer's element: the last part of its path, without an index.
  private func elementName(of layer: SourceObject) -> String {
    layer.path.split(separator: ".").last.map { String($0.prefix { $0 != "[" }) } ?? "CALayer"
  }

  /// The child elements of an element, with their names.
  private func children(of object: SourceObject) -> [(name: String, object: SourceObject)] {
    SourceObject.keyed(object.node.members ?? []).compactMap { key, member in
      guard member.node.members != nil else { return nil }
      return (member.key, SourceObject(member.node, path: object.path(of: key), reading))
    }
  }

  /// Adds the emitters of a layer and of all layers inside it.
  private func add(
    _ layer: SourceObject, name: String, _ space: LayerSpace, to preset: inout PresetWriting
  ) throws(ImportError) {
    reportKeysLeftOut(layer)
    addBackground(layer, space, &preset)
    if name == "CAEmitterLayer" || layer.has("emitterCells") { try addEmitter(layer, space, to: &preset) }
    for (name, object) in children(of: layer) {
      if Self.layerNames.contains(name) {
        try addChild(object, name, space, to: &preset)
      } else if name == "sublayers" {
        object.carry("type")
        for (inner, child) in children(of: object) where Self.layerNames.contains(inner) {
          try addChild(child, inner, space, to: &preset)
        }
      }
    }
  }

  /// Takes a layer's background colour for the preset's if the layer is outermost or covers the canvas, and no emitter is behind it.
  private func addBackground(_ layer: SourceObject, _ space: LayerSpace, _ preset: inout PresetWriting) {
    guard let color = color(layer, "backgroundColor"), color.alpha > 0 else { return }
    let bounds = layer.numbers("bounds") ?? []
    let coversCanvas =
      bounds.count == 4 && bounds[2] + 1 >= preset.width && bounds[3] + 1 >= preset.height
      // The layer's left edge on the canvas.
      && abs(space.x + bounds[0]) <= 1
    if layer.path == "CALayer" || layer.path.isEmpty || coversCanvas, preset.layers.isEmpty {
      preset.background = color.opaqueCSS
    } else {
      layer.reportLeftOut(["backgroundColor"], .unsupported, "only emitter layers are carried over")
    }
  }

  /// Adds the emitters of a layer inside another one, unless it is hidden.
  private func addChild(
    _ layer: SourceObject, _ name: String, _ parent: LayerSpace, to preset: inout PresetWriting
  ) throws(ImportError) {
    let bounds = layer.numbers("bounds") ?? [0, 0, 0, 0]
    let position = layer.numbers("position") ?? [0, 0]
    let anchor = layer.numbers("anchorPoint") ?? [0.5, 0.5]
    let (width, height) = bounds.count == 4 ? (bounds[2], bounds[3]) : (0, 0)
    let isFlipped = layer.flag("geometryFlipped") ?? false
    let anchorPoint = parent.point(position.first ?? 0, position.count > 1 ? position[1] : 0)
    let (anchorX, anchorY) = (anchor.first ?? 0.5, anchor.count > 1 ? anchor[1] : 0.5)
    var space = parent
    space.x = anchorPoint.x - anchorX * width - (bounds.first ?? 0)
    // geometryFlipped mirrors y within the bounds: the origin moves to the opposite edge, and the axis is reversed.
    let edgeY = anchorPoint.y - parent.ySign * anchorY * height
    space.y = isFlipped ? edgeY + parent.ySign * height : edgeY
    space.ySign = isFlipped ? -parent.ySign : parent.ySign
    space.y -= space.ySign * (bounds.count > 1 ? bounds[1] : 0)
    space.opacity = parent.opacity * (layer.number("opacity", in: 0...1) ?? 1)
    if layer.flag("hidden") == true {
      reading.note(layer.path, .meaningless, "the layer is hidden")
      return
    }
    try add(layer, name: name, space, to: &preset)
  }

  // MARK: Emitters

  private func addEmitter(
    _ layer: SourceObject, _ space: LayerSpace, to preset: inout PresetWriting
  ) throws(ImportError) {
    guard preset.layers.count < ImportLimits.emitters else {
      throw ImportError("\(reading.document.name): more than \(ImportLimits.emitters) emitters.")
    }
    var emitter = WrittenObject()
    let shape = layer.text("emitterShape") ?? "point"
    if ["line", "rectangle", "cuboid", "circle", "sphere"].contains(shape) {
      emitter["shape"] = .text(shape)
    } else if shape != "point" {
      layer.reportApproximated("emitterShape", "no shape of an emitter has this name; a point is used")
    }
    let mode = layer.text("emitterMode") ?? "volume"
    if ["points", "outline", "surface"].contains(mode) { emitter["mode"] = .text(mode) }
    let position = layer.numbers("emitterPosition") ?? [0, 0]
    let place = space.point(position.first ?? 0, position.count > 1 ? position[1] : 0)
    emitter["position"] = .list([.number(place.x), .number(place.y)])
    if let size = layer.numbers("emitterSize", in: 0...1e5), size.count == 2, size != [0, 0] {
      emitter["size"] = .list([.number(size[0]), .number(size[1])])
    }
    emitter.set("zPosition", layer.number("emitterZPosition") ?? 0)
    emitter.set("depth", layer.number("emitterDepth", in: 0...1e5) ?? 0)
    let render = layer.text("renderMode") ?? "unordered"
    if ["oldestFirst", "oldestLast", "backToFront", "additive"].contains(render) {
      emitter["renderMode"] = .text(render)
    }
    let rate = layer.number("birthRate", in: 0...1e6) ?? 1
    emitter["birthRate"] = rate == 1 ? "= amount" : .timesAmount(rate)
    for key in ["lifetime", "velocity", "scale", "spin"] {
      emitter.set(key, layer.number(key, in: key == "lifetime" ? 0...1e4 : -1e3...1e3) ?? 1, default: 1)
    }
    emitter["cells"] = .list(
      try cellObjects(of: layer).map { cell throws(ImportError) in
        .object(try self.cell(cell, space, isLine: shape == "line", depth: 1, &preset))
      })
    let number = preset.layers.count + 1
    let taken = Set(preset.layers.compactMap { if case .text(let name)? = $0["name"] { name } else { nil } })
    // The first layer has no number, unless it has no name either.
    let word = number == 1 ? "emitter1" : "emitter"
    var written: WrittenObject = ["name": .text(name(layer, else: word, number: number, taken: taken))]
    if space.opacity < 1 { written["opacity"] = .number(space.opacity) }
    if let begin = layer.number("beginTime", in: -1e4...1e4), begin != 0 { written["begin"] = .number(begin) }
    written["emitter"] = .object(emitter)
    preset.layers.append(written)
  }

  /// A name for a layer or cell of the preset: the first 40 ASCII letters and digits of the file's name for it, or another word if they do not
  /// begin with a letter, followed by its number from 2 on; by a later number where another has that name already.
  private func name(_ source: SourceObject, else word: String, number: Int, taken: Set<String>) -> String {
    let letters = (source.text("name") ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
    let base = letters.first?.isLetter == true ? String(letters) : word
    var number = number
    var name: String { number == 1 ? base : "\(base)\(number)" }
    while taken.contains(name) { number += 1 }
    return name
  }

  /// The emitter cells of a layer or cell.
  private func cellObjects(of object: SourceObject) -> [SourceObject] {
    guard let list = object.object("emitterCells") else { return [] }
    reading.carry(list.path + ".type")
    return children(of: list).filter { $0.name == "CAEmitterCell" }.map(\.object)
  }

  /// Numbers that cells have under the same key in CAML and in presets: the range to which they are clamped first, the factor that then
  /// converts them, and whether they change sign where the layer's y axis points up.
  private static let sharedNumbers: [(key: String, factor: Double, followsYAxis: Bool, range: ClosedRange<Double>)] = [
    ("birthRate", 1, false, 0...1e6), ("lifetime", 1, false, 0...1e5), ("lifetimeRange", 1, false, 0...1e5),
    ("velocity", 1, false, -1e6...1e6), ("velocityRange", 1, false, -1e6...1e6),
    ("emissionRange", 180 / .pi, false, 0...100), ("emissionLatitude", 180 / .pi, false, -.pi...(.pi)),
    ("xAcceleration", 1, false, -1e6...1e6), ("yAcceleration", 1, true, -1e6...1e6),
    ("zAcceleration", 1, false, -1e6...1e6), ("spin", 180 / .pi, true, -1e4...1e4),
    ("spinRange", 180 / .pi, false, -1e4...1e4), ("scale", 1, false, -1e3...1e3), ("scaleRange", 1, false, 0...2e3),
    ("scaleSpeed", 1, false, -1e3...1e3), ("redRange", 1, false, 0...2), ("greenRange", 1, false, 0...2),
    ("blueRange", 1, false, 0...2), ("alphaRange", 1, false, 0...2), ("redSpeed", 1, false, -1e4...1e4),
    ("greenSpeed", 1, false, -1e4...1e4), ("blueSpeed", 1, false, -1e4...1e4), ("alphaSpeed", 1, false, -1e4...1e4),
    ("rotation", 180 / .pi, true, -1e4...1e4), ("rotationRange", 180 / .pi, false, -1e4...1e4),
  ]

  private func cell(
    _ source: SourceObject, _ space: LayerSpace, isLine: Bool, depth: Int, _ preset: inout PresetWriting
  ) throws(ImportError) -> WrittenObject {
    preset.cellCount += 1
    guard preset.cellCount <= ImportLimits.cells else {
      throw ImportError("\(reading.document.name): more than \(ImportLimits.cells) cells.")
    }
    let name = self.name(source, else: "particle", number: preset.cellCount, taken: preset.cellNames)
    preset.cellNames.insert(name)
    var cell: WrittenObject = ["name": .text(name)]
    cell["sprite"] = sprite(source)
    for (key, factor, followsYAxis, range) in Self.sharedNumbers {
      guard let value = source.number(key, in: range) else { continue }
      let written = value * factor * (followsYAxis ? space.ySign : 1)
      let defaultValue: Double = key == "scale" ? 1 : 0
      cell.set(key, key == "emissionRange" ? min(360, written) : written, default: defaultValue)
    }
    let longitude = (source.number("emissionLongitude", in: -1e4...1e4) ?? 0) * 180 / .pi
    // A longitude of 0 points to the right; for the root cells of a line it points towards negative y.
    let longitudeOnCanvas = space.ySign * (longitude - (isLine && depth == 1 ? 90 : 0))
    cell.set("emissionLongitude", longitudeOnCanvas)
    if let color = color(source, "color"), color != .white { cell["color"] = .text(color.css) }
    if source.flag("enabled") == false { cell["enabled"] = false }
    if let begin = source.number("beginTime", in: 0...1e4), begin > 0 { cell["beginTime"] = .number(begin) }
    if let duration = source.number("duration", in: 0...1e5), duration > 0 { cell["duration"] = .number(duration) }
    if source.text("particleType") == "plane" {
      cell["tumbleRange"] = 360
      cell["tiltRange"] = 360
      source.reportApproximated("particleType", "planes lie at random in space")
    }
    for (key, kind, reason) in Self.ignoredCellKeys { source.reportLeftOut([key], kind, reason) }
    let inner = cellObjects(of: source)
    if !inner.isEmpty {
      guard depth < 4 else {
        source.reportLeftOut(["emitterCells"], .unsupported, "cells are nested no deeper than four levels")
        return cell
      }
      cell["cells"] = .list(
        try inner.map { child throws(ImportError) in
          .object(try self.cell(child, space, isLine: false, depth: depth + 1, &preset))
        })
    }
    return cell
  }

  private func sprite(_ source: SourceObject) -> Written {
    let contents = source.object("contents")
    let image = contents.flatMap { $0.object("CGImage") } ?? contents
    let scale = max(0.01, source.number("contentsScale", in: 0.01...100) ?? 1)
    contents?.carry("type")
    if let image, let (_, path) = image.find("src"), let name = image.text("src"),
      let stored = reading.storedTexture(.file(name), at: path)
    {
      return .imageSprite(
        file: stored.file, width: Double(stored.widthPixels) / scale, height: Double(stored.heightPixels) / scale)
    }
    reading.note("sprite", .chosen, "a soft disc of 32 points, because no contents could be read")
    return .sprite("softDisc", 32)
  }

  /// A colour: "1 0.5 0 1" as an attribute, or an element with `value` and `opacity`.
  private func color(_ source: SourceObject, _ key: String) -> SourceColor? {
    var opacity = 1.0
    let numbers: [Double]?
    if let object = source.object(key) {
      let inner = object.object("CGColor") ?? object
      opacity = inner.number("opacity", in: 0...1) ?? 1
      numbers = inner.numbers("value", in: 0...1)
      inner.carry("type")
    } else {
      numbers = source.numbers(key, in: 0...1)
    }
    guard let numbers, !numbers.isEmpty else { return nil }
    // Fewer than three numbers are grey and, if there are two, alpha.
    if numbers.count < 3 {
      return SourceColor(
        red: numbers[0], green: numbers[0], blue: numbers[0], alpha: opacity * (numbers.count > 1 ? numbers[1] : 1))
    }
    return SourceColor(
      red: numbers[0], green: numbers[1], blue: numbers[2], alpha: opacity * (numbers.count > 3 ? numbers[3] : 1))
  }

  // MARK: Keys that are not carried over

  private static let ignoredCellKeys: [(key: String, kind: ImportReport.Kind, reason: String)] = [
    ("magnificationFilter", .meaningless, "sprites are always smooth"),
    ("minificationFilter", .meaningless, "sprites are always smooth"),
    ("minificationFilterBias", .meaningless, "sprites are always smooth"),
    ("contentsRect", .unsupported, "the whole picture is shown"), ("style", .unsupported, "a dictionary of defaults"),
    ("mass", .unsupported, "no force of the file is carried over"),
    ("massRange", .unsupported, "no force of the file is carried over"),
    ("orientationRange", .unsupported, "planes lie at random in space"),
    ("orientationLongitude", .unsupported, "planes lie at random in space"),
    ("orientationLatitude", .unsupported, "planes lie at random in space"),
    ("speed", .unsupported, "the cell's clock"), ("timeOffset", .unsupported, "the cell's clock"),
    ("repeatCount", .unsupported, "the cell's clock"), ("repeatDuration", .unsupported, "the cell's clock"),
    ("autoreverses", .unsupported, "the cell's clock"), ("fillMode", .meaningless, "particles end with their lives"),
    ("contentsFrameMode", .unsupported, "frames are not played"),
    ("contentsFrameCount", .unsupported, "frames are not played"),
    ("contentsFramesPerRow", .unsupported, "frames are not played"),
    ("contentsFramesPerSecond", .unsupported, "frames are not played"), ("id", .editorOnly, "a name in the editor"),
  ]

  /// Adds lines about a layer's keys that have no effect on particles, or that the preset language cannot draw, and marks those that
  /// place it as carried over.
  private func reportKeysLeftOut(_ layer: SourceObject) {
    layer.carry("bounds", "position", "anchorPoint", "geometryFlipped", "name", "opacity", "hidden", "frame")
    for key in ["id", "allowsEdgeAntialiasing", "allowsGroupOpacity", "contentsFormat", "cornerCurve", "contentsScale"]
    {
      layer.reportLeftOut([key], .editorOnly, "it changes no particle")
    }
    if let seed = layer.find("seed") { reading.note(seed.path, .meaningless, "canvas.seed chooses the random numbers") }
    for (key, member) in SourceObject.keyed(layer.node.members ?? []) {
      let path = layer.path(of: key)
      guard !Self.layerNames.contains(member.key), !Self.knownLayerKeys.contains(member.key) else { continue }
      // A number of 0 is taken for the key's default, which changes nothing.
      let isDefault = member.node.string.flatMap(SourceObject.number) == 0
      reading.note(
        path, isDefault ? .meaningless : .unsupported,
        isDefault ? "it changes nothing" : "only emitter layers are carried over")
    }
  }

  /// Keys of a layer that are read or reported elsewhere.
  private static let knownLayerKeys: Set<String> = [
    "bounds", "position", "anchorPoint", "geometryFlipped", "name", "opacity", "hidden", "frame", "sublayers", "seed",
    "emitterCells", "emitterShape", "emitterMode", "emitterPosition", "emitterSize", "emitterZPosition", "emitterDepth",
    "renderMode", "birthRate", "lifetime", "velocity", "scale", "spin", "beginTime", "backgroundColor", "xmlns", "id",
    "allowsEdgeAntialiasing", "allowsGroupOpacity", "contentsFormat", "cornerCurve", "contentsScale",
  ]
}
