import JSON
import Presets

/// Imports configurations of pixi particle-emitter. Those in version 3 of the format (that of particle-emitter 5) list behaviours; the keys
/// of versions 1 and 2 are read as the equivalent behaviours.
///
/// y points down and angles are degrees clockwise. A particle's rotation at birth is also the direction in which it flies.
struct PixiParticles {
  let root: SourceObject
  var reading: Reading { root.reading }

  init(_ root: SourceObject) { self.root = root }

  func preset() throws(ImportError) -> PresetWriting {
    reading.note("canvas", .chosen, "1280 × 720 with the emitter's owner in the middle, where an app would place it")
    var preset = PresetWriting(width: 1280, height: 720, durationSeconds: 5)
    root.reportLeftOut(["autoUpdate", "emit", "ease"], .meaningless, "a movie runs by itself")
    let life = (root.span("lifetime", in: 0...1e4) ?? Span(1, 1)).notNegative
    var cell: WrittenObject = ["name": "particle"]
    writeBirths(&cell, life, &preset)
    cell.set("lifetime", life)
    var emitter = WrittenObject()
    let position = root.object("pos").map { (x: $0.number("x") ?? 0, y: $0.number("y") ?? 0) } ?? (x: 0, y: 0)
    var place = (x: preset.width / 2 + position.x, y: preset.height / 2 + position.y)
    var layer: WrittenObject = ["name": "particles"]

    var motion = PixiMotion()
    var look = PixiLook()
    if root.has("behaviors") {
      for behavior in root.objects("behaviors") {
        let config = behavior.object("config")
        let type = behavior.text("type") ?? ""
        guard type != "" else { continue }
        let isKnown =
          config.map { motion.read(type, $0) || look.read(type, $0) || readShape(type, $0, &emitter, &place, &motion) }
          ?? false
        // This behaviour may have no configuration, and `motion` has not read it then.
        if type == "noRotation" { motion.showsRotation = false }
        if type == "blendMode", let config { layer["blend"] = blendMode(config) }
        if !isKnown, type != "noRotation", type != "blendMode" {
          reading.note(
            behavior.path, .unsupported,
            "no behaviour of the preset language is like \(JSONWriter.quoted(String(type.prefix(40))))")
        }
      }
    } else {
      motion.readFlat(root)
      look.readFlat(root)
      readFlatShape(&emitter, &place, &motion)
      if root.has("blendMode") { layer["blend"] = blendMode(root) }
    }
    if case .text("normal")? = layer["blend"] { layer["blend"] = nil }
    let sprite = look.sprite(reading)
    let motions = motion.cellKeys(reading, life: life)
    let cells = motions.enumerated().map { index, motionKeys in
      var motionCell = cell
      if index > 0 { motionCell["name"] = .text("particle\(index + 1)") }
      for key in ["birthRate", "burst", "bursts"] {
        motionCell[key] = cell[key].map { TSParticles.share($0, of: motions.count) }
      }
      motionCell.add(motionKeys)
      motionCell["sprite"] = sprite
      motionCell.add(look.keys)
      return Written.object(motionCell)
    }
    emitter["position"] = .list([.number(place.x), .number(place.y)])
    if root.flag("addAtBack") == true { emitter["renderMode"] = "oldestLast" }
    emitter["birthRate"] = "= amount"
    emitter["cells"] = .list(cells)
    layer["emitter"] = .object(emitter)
    preset.layers = [layer]
    return preset
  }

  private func writeBirths(_ cell: inout WrittenObject, _ life: Span, _ preset: inout PresetWriting) {
    let secondsBetweenWaves = max(root.number("frequency", in: 0...1e4) ?? 1, 0.0001)
    let chance = root.number("spawnChance", in: 0...1) ?? 1
    let particlesPerWave = max(1, root.number("particlesPerWave", in: 0...1e5) ?? 1)
    let limit = root.number("maxParticles", in: 0...1e6) ?? 1000
    // 0 or less for an emitter that never ends.
    let seconds = root.number("emitterLifetime") ?? -1
    preset.durationSeconds = seconds > 0 ? seconds + life.high : max(4, min(10, 2 * life.high))
    var rate = particlesPerWave * chance / secondsBetweenWaves
    let isLimited = rate * life.mean > limit
    let fullRate = min(1e6, rate)
    if isLimited {
      rate = life.mean > 0 ? limit / life.mean : rate
      root.reportApproximated(
        "maxParticles",
        "births stop when so many live, and go on with the first deaths at the mean rate of deaths; in the library each waits for one"
      )
    }
    rate = min(1e6, rate)
    if seconds > 0, seconds <= secondsBetweenWaves * 1.5 || seconds < 0.02 {
      // A single wave, or the particles of a very short emission, become one burst.
      cell["burst"] = .timesAmount(min(limit, max(particlesPerWave * chance, rate * seconds)).rounded())
    } else {
      let end = min(seconds > 0 ? seconds : preset.durationSeconds, preset.durationSeconds)
      let waveCount = Int(min(1e6, (end / secondsBetweenWaves).rounded(.up)))
      if particlesPerWave > 1, !isLimited, chance == 1, secondsBetweenWaves >= 0.05, waveCount <= 512 {
        // The first wave comes at once.
        cell["bursts"] = .list(
          (0..<waveCount).map { .list([.number(Double($0) * secondsBetweenWaves), .timesAmount(particlesPerWave)]) })
        if seconds <= 0 { root.reportApproximated("particlesPerWave", "its waves are listed up to the movie's end") }
        return
      }
      if isLimited {
        // At full rate until the limit is reached, then none until the first particles die.
        let filled = Written.decimal(limit / fullRate)
        let deaths = Written.decimal(max(life.low, limit / fullRate))
        cell["birthRate"] = .text(
          "= (\(Written.decimal(fullRate)) * (t < \(filled)) + \(Written.decimal(rate)) * (t >= \(deaths)))")
      } else {
        cell["birthRate"] = .number(rate)
      }
      if particlesPerWave > 1 {
        root.reportApproximated(
          "particlesPerWave", "particles of a wave are born one after the other, at the same rate")
      }
      if chance < 1 { cell["birthJitter"] = 1 }
      if seconds > 0 { cell["duration"] = .number(seconds) }
    }
  }

  /// The blend mode that PixiJS has under a name or number.
  private func blendMode(_ object: SourceObject) -> Written {
    let name = object.text("blendMode")?.lowercased() ?? "normal"
    let numbered = ["normal", "add", "multiply", "screen", "overlay", "darken", "lighten"]
    if let number = Int(name), numbered.indices.contains(number) { return .text(numbered[number]) }
    // The suffix NPM marks modes for textures that are not premultiplied. A name without any word gives an empty mode.
    let mode = name.split { "_- ".contains($0) }.joined(separator: "-").split(separator: "-npm").first ?? ""
    let known =
      numbered + [
        "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation",
        "color",
        "luminosity",
      ]
    if known.contains(String(mode)) { return .text(String(mode)) }
    object.reportApproximated("blendMode", "no blend mode has this name; normal is used")
    return "normal"
  }

  // MARK: Shapes

  /// Reads a behaviour about places of birth; false if it is another behaviour, or has no data.
  private func readShape(
    _ type: String, _ config: SourceObject, _ emitter: inout WrittenObject, _ place: inout (x: Double, y: Double),
    _ motion: inout PixiMotion
  ) -> Bool {
    switch type {
    case "spawnPoint": return true
    case "spawnBurst":
      let distance = config.number("distance", in: 0...1e5) ?? 0
      writeBurst(config, ("start", "spacing"), distance, &emitter, &motion)
      return true
    case "spawnShape":
      let kind = config.text("type") ?? "rect"
      if kind == "polygonalChain" {
        writeChain(config, &emitter)
        return true
      }
      guard let data = config.object("data") else { return false }
      let (x, y) = (data.number("x") ?? 0, data.number("y") ?? 0)
      if kind == "rect" {
        writeRectangle(data, &emitter, &place)
      } else {
        (place.x, place.y) = (place.x + x, place.y + y)
        writeRing(
          &emitter, outerRadius: data.number("radius", in: 0...1e5) ?? 0,
          innerRadius: data.number("innerRadius", in: 0...1e5) ?? 0,
          facesOutwards: data.flag("affectRotation") ?? data.flag("rotation") ?? false, &motion)
      }
      return true
    default: return false
    }
  }

  /// Writes the directions of a burst: `spacing` degrees from one particle of a wave to the next. They are random without a spacing, with
  /// a distance from the emitter, or with more than 64 particles.
  private func writeBurst(
    _ config: SourceObject, _ keys: (start: String, spacing: String), _ distance: Double,
    _ emitter: inout WrittenObject, _ motion: inout PixiMotion
  ) {
    let start = config.number(keys.start, in: -1e5...1e5) ?? 0
    let spacing = config.number(keys.spacing, in: -1e5...1e5) ?? 0
    let particlesPerWave = Int(max(1, min(1e5, root.number("particlesPerWave", in: 0...1e5) ?? 1)))
    writeRing(&emitter, outerRadius: distance, innerRadius: distance, facesOutwards: true, &motion)
    if distance > 0 {
      if spacing != 0 { config.reportApproximated(keys.spacing, "directions are random, not so many degrees apart") }
    } else if spacing != 0, particlesPerWave <= 64 {
      motion.fan = (0..<particlesPerWave).map { start + spacing * Double($0) }
    } else {
      motion.direction = Span(motion.direction.low - 180, motion.direction.high + 180)
      if spacing != 0 { config.reportApproximated(keys.spacing, "directions are random, not so many degrees apart") }
    }
  }

  private func writeRectangle(
    _ data: SourceObject, _ emitter: inout WrittenObject, _ place: inout (x: Double, y: Double)
  ) {
    let (width, height) = (data.number("w", "width") ?? 0, data.number("h", "height") ?? 0)
    place = (place.x + (data.number("x") ?? 0) + width / 2, place.y + (data.number("y") ?? 0) + height / 2)
    emitter["shape"] = "rectangle"
    emitter["size"] = .list([.number(abs(width)), .number(abs(height))])
  }

  private func writeRing(
    _ emitter: inout WrittenObject, outerRadius: Double, innerRadius: Double, facesOutwards: Bool,
    _ motion: inout PixiMotion
  ) {
    guard outerRadius > 0 else { return }
    emitter["shape"] = innerRadius > 0 ? "ring" : "circle"
    emitter["size"] = .list([.number(outerRadius), .number(min(innerRadius, outerRadius))])
    if innerRadius >= outerRadius {
      emitter["shape"] = "circle"
      emitter["mode"] = "outline"
      emitter["size"] = .list([.number(outerRadius), 0])
    }
    motion.isOutwards = facesOutwards
  }

  private func writeChain(_ config: SourceObject, _ emitter: inout WrittenObject) {
    guard let (node, path) = config.find("data") else { return }
    reading.carry(path)
    let chains = node.elements?.first?.elements != nil ? node.elements ?? [] : [node]
    var text = ""
    for chain in chains.prefix(64) {
      for (index, point) in (chain.elements ?? []).prefix(1024).enumerated() {
        let object = SourceObject(point, path: path, reading)
        text +=
          "\(index == 0 ? "M" : "L")\(Written.decimal(object.number("x") ?? 0)) \(Written.decimal(object.number("y") ?? 0))"
      }
    }
    guard !text.isEmpty else { return }
    emitter["shape"] = .object(["type": "path", "path": .text(text)])
    emitter["mode"] = "outline"
  }

  /// Reads where particles are born in versions 1 and 2: spawnType, with spawnRect, spawnCircle, spawnPolygon or the keys of bursts.
  private func readFlatShape(
    _ emitter: inout WrittenObject, _ place: inout (x: Double, y: Double), _ motion: inout PixiMotion
  ) {
    switch root.text("spawnType") ?? "point" {
    case "rect": if let data = root.object("spawnRect") { writeRectangle(data, &emitter, &place) }
    case "circle", "ring":
      guard let data = root.object("spawnCircle") else { return }
      place = (place.x + (data.number("x") ?? 0), place.y + (data.number("y") ?? 0))
      let radius = data.number("r", "radius", in: 0...1e5) ?? 0
      writeRing(
        &emitter, outerRadius: radius, innerRadius: data.number("minR", "innerRadius", in: 0...1e5) ?? 0,
        facesOutwards: root.text("spawnType") == "ring", &motion)
    case "burst":
      writeBurst(root, ("angleStart", "particleSpacing"), 0, &emitter, &motion)
    case "polygonalChain":
      guard let (node, path) = root.find("spawnPolygon") else { return }
      // As in a behaviour, where the points stand under "data".
      let object = SourceObject(
        JSONNode(.object([JSONNode.Member(key: "data", keyOrigin: node.origin, node: node)]), at: node.origin),
        path: path, reading)
      reading.carry(path)
      writeChain(object, &emitter)
    default: break
    }
    // Keys of other spawn types have no meaning. A key belongs to a type whose name contains the four letters that follow "spawn" in the
    // key; a ring has the key spawnCircle too.
    root.reportLeftOut(
      ["spawnRect", "spawnCircle", "spawnPolygon"].filter { key in
        guard root.has(key) else { return false }
        return !(root.text("spawnType") ?? "").lowercased().contains(key.dropFirst(5).lowercased().prefix(4))
          && !(key == "spawnCircle" && root.text("spawnType") == "ring")
      }, .meaningless, "of another spawnType than this file's")
  }
}
