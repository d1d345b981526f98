import JSON
import Lanes
import Presets

/// A shape of tsParticles' particles, with its options.
struct TSShape {
  var type: String
  /// Options of the shape itself, such as a star's number of points; they may hold options of particles, see `particles`.
  var options: SourceObject?

  /// Options of the particles that have this shape, which override all other options of particles.
  var particles: SourceObject? { options?.object("particles") }
}

extension TSOptions {
  /// The shapes that particles may have. A shape with a list of options counts once for each of them.
  func shapes(_ reading: Reading) -> [TSShape] {
    let shape = object("shape")
    var types: [String] = []
    // The types are under shape.type, or `shape` is itself a type or a list of types.
    for (overlaid, key) in shape.overlaidObjects.map({ ($0, "type") }) + overlaidObjects.map({ ($0, "shape") }) {
      guard let (node, path) = overlaid.find(key), node.members == nil else { continue }
      reading.carry(path)
      if types.isEmpty { types = (node.elements ?? [node]).prefix(64).compactMap(\.string) }
    }
    // Each type's options are under its name, in `shape.options` or in `shape` itself.
    let optionHolders = shape.object("options").overlaidObjects + shape.overlaidObjects
    var shapes: [TSShape] = []
    for type in types {
      var own: [SourceObject] = []
      for overlaid in optionHolders {
        let found = TSShape.spellings(of: type).flatMap { overlaid.objects($0) }
        if own.isEmpty {
          own = found
        } else {
          for other in found { reading.note(other.path, .meaningless, "other options of the shape override it") }
        }
      }
      shapes += own.isEmpty ? [TSShape(type: type)] : own.prefix(64).map { TSShape(type: type, options: $0) }
    }
    let used = types.flatMap(TSShape.spellings)
    for overlaid in optionHolders {
      for (key, member) in SourceObject.keyed(overlaid.node.members ?? [])
      where !used.contains(member.key) && !["type", "options", "close", "fill", "stroke"].contains(member.key) {
        reading.note(overlaid.path(of: key), .meaningless, "no particle has this shape")
      }
    }
    for overlaid in shape.overlaidObjects { TSShape.reportOutlinesLeftOut(overlaid) }
    return shapes
  }
}

extension TSOptions {
  /// The options for each shape, if a shape has options of particles; otherwise these options alone, for all shapes.
  func variants(_ reading: Reading) -> [(options: TSOptions, shape: TSShape?)] {
    let shapes = shapes(reading)
    guard shapes.contains(where: { $0.particles != nil }) else { return [(self, nil)] }
    return shapes.map { (TSOptions(($0.particles.map { [$0] } ?? []) + overlaidObjects), $0) }
  }
}

extension TSShape {
  /// All names of a shape, the given one first; its options may be under any of them.
  static func spellings(of type: String) -> [String] {
    for names in [
      ["char", "character", "text", "multiline-text"], ["image", "images"], ["edge", "square"], ["emoji", "emojis"],
    ] where names.contains(type) { return [type] + names.filter { $0 != type } }
    return [type]
  }

  /// Adds lines about outlines, which sprites do not have.
  static func reportOutlinesLeftOut(_ object: SourceObject) {
    if object.object("fill")?.flag("enable") == false {
      object.reportLeftOut(["fill"], .unsupported, "sprites are filled, not outlined")
    }
    let fill = object.find("fill")?.node
    if let fill, fill.members == nil, object.flag("fill") == false {
      object.reportLeftOut(["fill"], .unsupported, "sprites are filled, not outlined")
    }
    if object.flag("close") == false { object.reportLeftOut(["close"], .unsupported, "sprites are closed") }
    guard let stroke = object.object("stroke") else { return }
    let isNone = stroke.has("width") && stroke.span("width")?.high == 0
    object.reportLeftOut(
      ["stroke"], isNone ? .meaningless : .unsupported,
      isNone ? "an outline without width" : "outlines of particles are not drawn")
  }
}

extension TSCell {
  /// The sprites of all shapes that the particles may have.
  ///
  /// - Parameter diameter: the particles' diameter at scale 1.
  func sprites(_ diameter: Double) -> Written {
    let shapes = self.shape.map { [$0] } ?? options.shapes(reading)
    var sprites: [Written] = []
    for shape in shapes.prefix(ImportLimits.textures) { sprites += shapeSprites(shape, diameter) }
    return sprites.isEmpty ? .sprite("disc", diameter) : sprites.count == 1 ? sprites[0] : .list(sprites)
  }

  /// The sprites of one shape. A picture that cannot be read gives none.
  private func shapeSprites(_ shape: TSShape, _ diameter: Double) -> [Written] {
    let own = TSOptions(shape.options.map { [$0] } ?? [])
    for overlaid in own.overlaidObjects { TSShape.reportOutlinesLeftOut(overlaid) }
    switch shape.type {
    case "circle": return [.sprite("disc", diameter)]
    // tsParticles' squares have a side of √2 radii.
    // particles.js, which calls squares edges, draws them two radii wide.
    case "edge": return [.sprite("square", diameter)]
    case "square", "rectangle": return [.sprite("square", diameter / 2 * 1.41421356)]
    case "triangle": return [.sprite("triangle", diameter)]
    case "heart", "hearts": return [.sprite("heart", diameter)]
    case "line":
      return [.object(["type": "capsule", "size": .list([.number(diameter), .number(max(0.5, diameter / 8))])])]
    case "ribbon":
      for inner in own.overlaidObjects { reading.note(inner.path, .unsupported, "the band curls by itself") }
      return [.sprite("ribbon", diameter)]
    case "polygon":
      let sides = own.number("sides", "nb_sides", in: 3...64) ?? 5
      return [.object(["type": "polygon", "size": .number(diameter), "sides": .number(sides.rounded())])]
    case "rounded-polygon":
      own.reportLeftOut(["radius"], .unsupported, "corners are sharp")
      let sides = own.span("sides", in: 3...64)?.mean ?? 5
      return [.object(["type": "polygon", "size": .number(diameter), "sides": .number(sides.rounded())])]
    case "star":
      let points = own.number("sides", "nb_sides", in: 3...64) ?? 5
      // Every other corner is `inset` radii from the middle, 2 by default, and the rest are one radius away.
      let inset = own.number("inset", in: 0.01...100) ?? 2
      return [
        .object([
          "type": "star", "size": .number(diameter * max(1, inset)), "points": .number(points.rounded()),
          "ratio": .number(max(0.01, min(inset, 1 / inset))),
        ])
      ]
    case "image", "images": return imageSprites(own, diameter)
    case "char", "character", "text", "multiline-text", "emoji":
      return textSprites(own, diameter, isEmoji: shape.type == "emoji")
    default: break
    }
    if let outline = Self.outlines[shape.type] {
      for inner in own.overlaidObjects where inner.node.members?.contains(where: { $0.key != "particles" }) == true {
        reading.note(inner.path, .approximated, "the shape has its usual proportions")
        for member in inner.node.members ?? [] where member.key != "particles" {
          reading.carry(inner.path(of: member.key))
        }
      }
      return [.object(["type": "path", "path": .text(outline), "size": .number(diameter)])]
    }
    for overlaid in options.overlaidObjects {
      guard let (_, path) = overlaid.find("shape") else { continue }
      reading.note(
        "\(path).type", .approximated, "a disc is used for \(JSONWriter.quoted(String(shape.type.prefix(30))))")
    }
    for inner in own.overlaidObjects {
      reading.note(inner.path, .unsupported, "options of a shape for which a disc is used")
    }
    return [.sprite("disc", diameter)]
  }

  /// SVG path data for shapes that have no sprite of their own; the sprite's size is the longer side of the outline's box.
  private static let outlines: [String: String] = [
    "diamonds": "M0-10L7 0L0 10L-7 0Z",
    "spades": "M0-10C3-5 10-2 9 3C8 7 3 7 1 4L3 10H-3L-1 4C-3 7-8 7-9 3C-10-2-3-5 0-10Z",
    "clubs":
      "M1.5 2L3 10H-3L-1.5 2A4.5 4.5 0 1 1-4.6-3.4A4.8 4.8 0 1 1 4.6-3.4A4.5 4.5 0 1 1 1.5 2Z",
    "arrow": "M-10-3.5H2V-8L10 0L2 8V3.5H-10Z",
    "rounded-rect": "M-6-9H6A3 3 0 0 1 9-6V6A3 3 0 0 1 6 9H-6A3 3 0 0 1-9 6V-6A3 3 0 0 1-6-9Z",
    "squircle": "M0-9C7-9 9-7 9 0C9 7 7 9 0 9C-7 9-9 7-9 0C-9-7-7-9 0-9Z",
    "cog":
      "M-2-10H2L2.6-7.2L4.3-6.3L7-7.4L9.6-4L7.6-1.9V1.9L9.6 4L7 7.4L4.3 6.3L2.6 7.2L2 10H-2L-2.6 7.2L-4.3 6.3L-7 7.4L-9.6 4L-7.6 1.9V-1.9L-9.6-4L-7-7.4L-4.3-6.3L-2.6-7.2Z",
    "infinity":
      "M0-1.6C2.4-5 8.5-5.6 10 0C8.5 5.6 2.4 5 0 1.6C-2.4 5-8.5 5.6-10 0C-8.5-5.6-2.4-5 0-1.6Z",
  ]

  // MARK: Letters

  /// A sprite of texts; a disc if none of them can be drawn.
  private func textSprites(_ own: TSOptions, _ diameter: Double, isEmoji: Bool) -> [Written] {
    var texts: [String] = []
    if let (node, path, _) = own.find("value") {
      reading.carry(path)
      texts = (node.elements ?? [node]).prefix(64).compactMap(\.string)
    }
    let font = own.text("font") ?? "Verdana"
    let style = own.text("style") ?? ""
    let weight = weight(own)
    own.reportLeftOut(["padding"], .meaningless, "room around the letters")
    // Icon fonts have their letters in the private use area, which other fonts do not have. Several lines are not supported either.
    texts = texts.filter { text in
      !text.isEmpty && text.utf8.count <= 200
        && !text.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) || $0.value < 0x20 }
    }
    guard !texts.isEmpty else {
      for overlaid in own.overlaidObjects {
        reading.note(
          overlaid.path, .unsupported, "its text is of an icon font, or has several lines; a disc is used instead")
      }
      return [.sprite("disc", diameter)]
    }
    // The size of a text is the longer side of its outline. At 0.72 diameters a capital has room for ascender and descender within the
    // particle's diameter; a word is 0.72 diameters wide.
    var sprite: WrittenObject = ["type": "text"]
    sprite["text"] = texts.count == 1 ? .text(texts[0]) : .list(texts.map { .text($0) })
    sprite["size"] = .number(diameter * (isEmoji ? 1 : 0.72))
    sprite["font"] = .text(isEmoji ? "emoji" : "\(font.filter { $0 != "," && $0 != "\"" }), sans-serif")
    if let weight, (1...1000).contains(weight), weight != 400 { sprite["weight"] = .number(weight.rounded()) }
    if style == "italic" { sprite["italic"] = true }
    return [.object(sprite)]
  }

  /// The weight of letters: a number, or a word of CSS.
  private func weight(_ own: TSOptions) -> Double? {
    guard let word = own.text("weight")?.lowercased(), !word.isEmpty else { return nil }
    if let number = SourceObject.number(word) { return number }
    if let weight = ["normal": 400.0, "bold": 700, "bolder": 700, "lighter": 300][word] { return weight }
    for overlaid in own.overlaidObjects where overlaid.has("weight") {
      reading.note(
        overlaid.path(of: "weight"), .unreadable, "\(JSONWriter.quoted(String(word.prefix(40)))) is no weight; left out"
      )
    }
    return nil
  }

  // MARK: Pictures

  /// A sprite of a picture, which is given by its address or by its name in the list `preload`; empty if it cannot be read.
  private func imageSprites(_ own: TSOptions, _ diameter: Double) -> [Written] {
    own.reportLeftOut(
      ["replaceColor", "replace_color", "gif"], .unsupported, "particles have the picture's own colours")
    let name = own.text("name")
    var source = own.find("src").flatMap { found in found.owner.text("src").map { ($0, found.path) } }
    var (width, height) = (own.number("width", in: 0.01...1e5), own.number("height", in: 0.01...1e5))
    if source == nil, let name {
      let loaded = reading.root.objects("preload").first { $0.text("name") == name }
      if let loaded, let (_, path) = loaded.find("src"), let address = loaded.text("src") {
        source = (address, path)
        width = width ?? loaded.number("width", in: 0.01...1e5)
        height = height ?? loaded.number("height", in: 0.01...1e5)
      } else {
        for overlaid in own.overlaidObjects {
          reading.note(overlaid.path, .unsupported, "the file has no picture of this name")
        }
      }
    }
    guard let (address, path) = source, let stored = reading.storedTexture(.file(address), at: path) else { return [] }
    let ratio =
      width != nil && height != nil
      ? (height ?? 1) / (width ?? 1) : Double(stored.heightPixels) / Double(max(1, stored.widthPixels))
    return [.imageSprite(file: stored.file, width: diameter, height: diameter * ratio)]
  }
}
