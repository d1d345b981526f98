import JSON
import Presets

/// Reads how particles of pixi particle-emitter look.
struct PixiLook {
  /// Keys of a cell, without its sprite.
  private(set) var keys = WrittenObject()
  private var textures: [(name: String, path: String)] = []

  /// Reads a behaviour; false if it does not concern how particles look.
  mutating func read(_ type: String, _ config: SourceObject) -> Bool {
    switch type {
    case "alpha": setAlpha(PixiList(config.object("alpha"), in: 0...1))
    case "alphaStatic": setAlpha(config.number("alpha", in: 0...1).map { PixiList($0, $0) })
    case "scale":
      setScale(
        PixiList(config.object("scale"), in: 0...1e3), minimumMultiplier: config.number("minMult", in: 0...1) ?? 1)
    case "scaleStatic":
      let ends = [config.number("min", in: 0...1e3) ?? 1, config.number("max", in: 0...1e3) ?? 1]
      keys.set("scale", Span(min(ends[0], ends[1]), max(ends[0], ends[1])), default: 1)
    case "color": setColor(config.object("color"))
    case "colorStatic":
      if let text = config.text("color"), let color = SourceColor(text: text) { keys["color"] = .text(color.opaqueCSS) }
    case "textureSingle", "textureRandom", "textureOrdered":
      addTexture(config)
      if let (node, path) = config.find("textures") { addTextures(node, path, config.reading) }
      if type == "textureOrdered" { config.reportApproximated("textures", "chosen at random, not in turn") }
    case "animatedSingle", "animatedRandom":
      for anim in config.objects("anim", "anims") {
        if let (node, path) = anim.find("textures") { addTextures(node, path, config.reading) }
        anim.reportLeftOut(
          ["framerate", "loop"], .unsupported, "frames of an animation are not played; each particle has one of them")
      }
    default: return false
    }
    return true
  }

  /// Reads the keys of versions 1 and 2, which have no behaviours.
  mutating func readFlat(_ root: SourceObject) {
    setAlpha(PixiList(root.object("alpha"), in: 0...1))
    let scales = root.object("scale")
    setScale(
      PixiList(scales, in: 0...1e3),
      minimumMultiplier: scales?.number("minimumScaleMultiplier", in: 0...1)
        ?? root.number("minimumScaleMultiplier", in: 0...1) ?? 1)
    setColor(root.object("color"))
    if let (node, path) = root.find("art", "textures") { addTextures(node, path, root.reading) }
    if root.flag("orderedArt") == true {
      root.reportApproximated("orderedArt", "pictures are chosen at random, not in turn")
    }
    root.reportLeftOut(["extraData", "emitterVersion", "particleConstructor"], .editorOnly, "for the app's own code")
  }

  private mutating func setAlpha(_ list: PixiList?) {
    guard let list else { return }
    if list.isConstant {
      if list.first < 1 { keys["alphaOverLife"] = [.number(list.first), .number(list.first)] }
    } else {
      keys["alphaOverLife"] = list.curve(base: 1)
    }
  }

  private mutating func setScale(_ list: PixiList?, minimumMultiplier: Double) {
    guard let list else { return }
    let largest = list.largest
    keys.set("scale", Span(largest * minimumMultiplier, largest), default: 1)
    if !list.isConstant, largest > 0 { keys["scaleOverLife"] = list.curve(base: largest) }
  }

  private mutating func setColor(_ object: SourceObject?) {
    guard let object else { return }
    var stops: [(at: Double, color: SourceColor)] = []
    if let (node, path) = object.find("list"), let elements = node.elements {
      for (index, element) in elements.prefix(256).enumerated() {
        let entry = SourceObject(element, path: "\(path)[\(index)]", object.reading)
        guard let text = entry.text("value"), let color = SourceColor(text: text) else { continue }
        stops.append((entry.number("time", in: 0...1) ?? 0, color))
      }
      if object.flag("isStepped") == true {
        object.reportApproximated("isStepped", "colours are interpolated linearly")
      }
      object.reportLeftOut(["ease"], .unsupported, "an easing of the whole list; colours are interpolated linearly")
    } else {
      for (at, key) in [(0.0, "start"), (1.0, "end")] {
        if let text = object.text(key), let color = SourceColor(text: text) { stops.append((at, color)) }
      }
    }
    stops.sort { $0.at < $1.at }
    guard let first = stops.first else { return }
    if stops.allSatisfy({ $0.color == first.color }) {
      if first.color != .white { keys["color"] = .text(first.color.opaqueCSS) }
      return
    }
    keys["colorOverLife"] = .list(stops.map { .list([.number($0.at), .text($0.color.opaqueCSS)]) })
    keys["interpolation"] = "srgb"
  }

  // MARK: Textures

  private mutating func addTexture(_ config: SourceObject) {
    if let (_, path) = config.find("texture"), let name = config.text("texture") { textures.append((name, path)) }
  }

  private mutating func addTextures(_ node: JSONNode, _ path: String, _ reading: Reading) {
    reading.carry(path)
    for (index, element) in (node.elements ?? [node]).prefix(ImportLimits.textures).enumerated() {
      let elementPath = node.elements == nil ? path : "\(path)[\(index)]"
      let object = SourceObject(element, path: elementPath, reading)
      if let name = element.string ?? object.text("texture", "path") { textures.append((name, elementPath)) }
      object.reportLeftOut(["count"], .unsupported, "frames of an animation are not played")
    }
  }

  func sprite(_ reading: Reading) -> Written {
    let sprites = textures.compactMap { texture -> Written? in
      guard let stored = reading.storedTexture(.file(texture.name), at: texture.path) else { return nil }
      return .imageSprite(file: stored.file, width: Double(stored.widthPixels), height: Double(stored.heightPixels))
    }
    if sprites.isEmpty {
      reading.note("sprite", .chosen, "a soft disc of 32 points, because no texture could be read")
      return .sprite("softDisc", 32)
    }
    return sprites.count == 1 ? sprites[0] : .list(sprites)
  }
}
