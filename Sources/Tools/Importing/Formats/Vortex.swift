import JSON
import Presets

/// Imports particle systems of the Swift library Vortex, as its Codable types write them.
///
/// Positions are fractions of the view's width and height, and speeds are views a second; the canvas is square, so that both axes have
/// one scale. A variation v adds a random number from −v/2 to v/2. Angles are in radians, clockwise from straight up.
struct Vortex {
  let root: SourceObject
  /// Width and height of the canvas, in points.
  private static let side = 1080.0

  init(_ root: SourceObject) { self.root = root }

  func preset() throws(ImportError) -> PresetWriting {
    root.reading.note("canvas", .chosen, "1080 × 1080, for positions and speeds are shares of the view")
    var preset = PresetWriting(width: Self.side, height: Self.side, durationSeconds: 5)
    let position = root.numbers("position", in: -10...10) ?? [0.5, 0.5]
    var emitter = shape()
    emitter["position"] = .list(pair(position, default: 0.5).map { .text("\(Written.decimal($0 * 100))%") })
    // The knob `amount` (`PresetWriting`) multiplies the rates of all cells.
    emitter["birthRate"] = "= amount"
    emitter["cells"] = .list(try cells(of: root, depth: 1).map { .object($0) })
    preset.layers = [["name": "particles", "emitter": .object(emitter)]]
    // A rough estimate: the lifespans of all child systems are added, even of those that live at the same time.
    let life = (root.number("lifespan") ?? 1) + children(of: root).map { $0.number("lifespan") ?? 1 }.reduce(0, +)
    let isBurst = root.number("birthRate") == 0
    preset.durationSeconds = isBurst ? life : max(4, min(12, 2 * life))
    return preset
  }

  /// The first two numbers of a list; if the list has fewer than two, the default twice.
  private func pair(_ values: [Double], default defaultValue: Double) -> [Double] {
    values.count >= 2 ? Array(values.prefix(2)) : [defaultValue, defaultValue]
  }

  private func children(of system: SourceObject) -> [SourceObject] { system.objects("secondarySystems") }

  /// Keys of the emitter's shape. In the file: {"point": {}}, {"box": {"width", "height"}}, {"ellipse": {"radius"}}, {"ring": {"radius"}}.
  private func shape() -> WrittenObject {
    guard let shape = root.object("shape") else {
      if root.text("shape") != nil { root.reportApproximated("shape", "a point; other shapes are objects") }
      return WrittenObject()
    }
    // Only marks the key as carried over in the report; its value is converted below.
    root.carry("shape")
    if let box = shape.object("box") {
      let width = (box.number("width") ?? 0) * Self.side
      let height = (box.number("height") ?? 0) * Self.side
      return ["shape": "rectangle", "size": .list([.number(width), .number(height)])]
    }
    // Vortex uses the radius of an ellipse or a ring as its diameter.
    if let ellipse = shape.object("ellipse") {
      let diameter = (ellipse.number("radius") ?? 0) * Self.side
      return ["shape": "ellipse", "size": .list([.number(diameter), .number(diameter)])]
    }
    if let ring = shape.object("ring") {
      let radius = (ring.number("radius") ?? 0) * Self.side / 2
      return ["shape": "circle", "mode": "outline", "size": .list([.number(radius), 0])]
    }
    return WrittenObject()
  }

  /// The cells of a system: one for each colour ramp that its particles may have.
  private func cells(of system: SourceObject, depth: Int) throws(ImportError) -> [WrittenObject] {
    reportKeysLeftOut(system, isRoot: depth == 1)
    let colorVariants = self.colorVariants(of: system)
    let base = try cell(of: system, depth: depth)
    guard colorVariants.count > 1 else {
      var cell = base
      if let colorKeys = colorVariants.first { cell.add(colorKeys) }
      return [cell]
    }
    return colorVariants.enumerated().map { index, colorKeys in
      var cell = base
      cell["name"] = .text("\(name(of: system))\(index + 1)")
      for key in ["birthRate", "burst"] {
        switch cell[key] {
        case .number(let count)?: cell[key] = .number(count / Double(colorVariants.count))
        case .text(let text)?: cell[key] = .text("\(text) / \(colorVariants.count)")
        default: break
        }
      }
      cell.add(colorKeys)
      return cell
    }
  }

  private func name(of system: SourceObject) -> String {
    let tag = (system.find("tags")?.node.elements ?? []).first?.string ?? "particle"
    let letters = tag.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(30)
    return letters.first?.isLetter == true ? String(letters) : "particle"
  }

  /// Sprites chosen by the names of the tags. On a view of 540 points, discs are 32 points wide, as in the library's examples, and
  /// other sprites 16.
  private func sprite(of system: SourceObject) -> Written {
    let scale = Self.side / 540
    let tags = (system.find("tags")?.node.elements ?? []).prefix(16).compactMap { $0.string?.lowercased() }
    let sprites = tags.map { tag -> Written in
      switch tag {
      case "square", "rectangle", "confetti": .sprite("square", 16 * scale)
      case "sparkle", "spark": .sprite("spark", 16 * scale)
      case "triangle", "heart", "star", "petal", "leaf", "ring": .sprite(tag, 16 * scale)
      default: .sprite("disc", 32 * scale)
      }
    }
    return sprites.count > 1 ? .list(sprites) : sprites.first ?? .sprite("disc", 32 * scale)
  }

  private func cell(of system: SourceObject, depth: Int) throws(ImportError) -> WrittenObject {
    var cell: WrittenObject = ["name": .text(name(of: system))]
    if let (_, path) = system.find("tags") {
      system.reading.note(
        path, .approximated, "views of an app; sprites of the same names are used, and discs for the others")
    }
    let life = system.number("lifespan", in: 0...1e4) ?? 1
    let isChild = depth > 1
    if isChild { cell["when"] = occasion(of: system) }
    births(of: system, isChild: isChild, into: &cell)
    cell.set("lifetime", Span(life, plusMinus: (system.number("lifespanVariation") ?? 0) / 2).notNegative)
    let speed = Span(system.number("speed") ?? 1, plusMinus: (system.number("speedVariation") ?? 0) / 2) * Self.side
    cell.set("velocity", speed)
    let degrees = 180 / Double.pi
    cell["emissionLongitude"] = .number((angle(system, "angle") ?? 0) * degrees - 90)
    cell.set("emissionRange", min(360, abs(angle(system, "angleRange") ?? 0) * degrees))
    if let acceleration = system.numbers("acceleration") {
      cell.set("xAcceleration", pair(acceleration, default: 0)[0] * Self.side)
      cell.set("yAcceleration", pair(acceleration, default: 0)[1] * Self.side)
    }
    if let damping = system.number("dampingFactor", in: 0...1e4), damping != 0 {
      // Vortex's damping is a rate per lifespan, drag one per second.
      cell.set("drag", min(1e3, damping / max(life, 0.01)))
    }
    spins(of: system, into: &cell)

    let size = Span(system.number("size", in: 0...100) ?? 1, plusMinus: (system.number("sizeVariation") ?? 0) / 2)
    if size.low < 0 { system.reportApproximated("sizeVariation", "sizes below 0 are left out of the range") }
    cell["sprite"] = sprite(of: system)
    cell.set("scale", size.notNegative, default: 1)
    let scaleAtDeath = system.number("sizeMultiplierAtDeath", in: 0...1e3) ?? 1
    if scaleAtDeath != 1 { cell["scaleOverLife"] = .curve([(0, 1), (1, scaleAtDeath)]) }
    if let stretch = system.number("stretchFactor", in: 0...1e3), stretch > 1 {
      // In Vortex a particle's length is its width × `stretchFactor` × its speed in views a second. The width is taken to be that of
      // a disc, see `sprite`.
      cell["stretch"] = .number(stretch * 32 * Self.side / 540 * max(size.mean, 0.01) / Self.side)
      system.reportApproximated("stretchFactor", "particles are longer by a length in proportion to their speed")
    }
    let inner = children(of: system)
    if !inner.isEmpty {
      guard depth < 4 else {
        system.reportLeftOut(["secondarySystems"], .unsupported, "cells are nested no deeper than four levels")
        return cell
      }
      var cells: [Written] = []
      for child in inner.prefix(ImportLimits.cells) {
        cells += try self.cells(of: child, depth: depth + 1).map { cell in
          var cell = cell
          cell["inherit"] = .list([])
          return .object(cell)
        }
      }
      cell["cells"] = .list(cells)
    }
    return cell
  }

  private func angle(_ system: SourceObject, _ key: String) -> Double? {
    // An angle is a number of radians, or an object that holds one.
    system.object(key).flatMap { $0.number("radians") } ?? system.number(key)
  }

  /// When a child system's particles are born, as the value of a cell's key `when`.
  private func occasion(of system: SourceObject) -> Written {
    // Codable writes a case of an enum as an object whose only key is the case's name.
    let caseNames =
      system.object("spawnOccasion")?.node.members?.map(\.key) ?? [system.text("spawnOccasion") ?? "onBirth"]
    system.carry("spawnOccasion")
    switch caseNames.first?.lowercased() {
    case "ondeath"?: return "death"
    case "onupdate"?: return "life"
    default: return "birth"
    }
  }

  private func births(of system: SourceObject, isChild: Bool, into cell: inout WrittenObject) {
    let rate = system.number("birthRate", in: 0...1e6) ?? 100
    let limit = system.number("emissionLimit", in: 0...1e6)
    let emittingSeconds = system.number("emissionDuration", in: 0...1e5) ?? 1
    let idleSeconds = system.number("idleDuration", in: 0...1e5) ?? 0
    let burst = system.number("burstCount", in: 0...1e6)
    if let variation = system.number("burstCountVariation"), variation != 0 {
      system.reportApproximated("burstCountVariation", "each burst has the mean number")
    }
    if isChild, let limit {
      // At so high a rate, or with a single particle, all are born at once.
      if rate >= 1000 || limit <= 1 {
        if case .text("life")? = cell["when"] {
          // Vortex starts one child system, with its own limit, in each of 60 frames a second.
          cell["birthRate"] = .number(60 * limit)
        } else {
          cell["burst"] = .number(limit)
        }
      } else {
        cell["birthRate"] = .number(rate)
        cell["duration"] = .number(limit / max(rate, 0.001))
      }
      return
    }
    if rate == 0 {
      // Particles are born only when an app calls burst(): one call at the start stands for that.
      cell["burst"] = .timesAmount(burst ?? 100)
      system.reportApproximated("burstCount", "one burst at the start; an app calls burst()")
      return
    }
    system.reportLeftOut(
      ["burstCount"], .meaningless, "of burst(), which an app calls; here particles are born by birthRate")
    if idleSeconds > 0, emittingSeconds > 0 {
      let cycle = Written.decimal(emittingSeconds + idleSeconds)
      let emittingShare = Written.decimal(emittingSeconds / (emittingSeconds + idleSeconds))
      cell["birthRate"] = .text(
        "= \(Written.decimal(rate)) * (fract(t / \(cycle)) < \(emittingShare))")
    } else {
      cell["birthRate"] = .number(rate)
    }
    if let limit {
      cell["duration"] = .number(Self.secondsUntil(limit / rate, emitting: emittingSeconds, idle: idleSeconds))
    } else if isChild, case .text("death")? = cell["when"] {
      // Nothing else would end births that begin at a death.
      cell["duration"] = .number(emittingSeconds)
    }
  }

  /// When a system that emits and idles in turn has emitted for so many seconds.
  private static func secondsUntil(_ needed: Double, emitting: Double, idle: Double) -> Double {
    guard idle > 0, emitting > 0 else { return needed }
    let pauses = max(0, (needed / emitting).rounded(.up) - 1)
    return needed + pauses * idle
  }

  /// Writes the speeds of rotation about the x, y and z axis, which the file has in radians a second.
  private func spins(of system: SourceObject, into cell: inout WrittenObject) {
    let speeds = system.numbers("angularSpeed") ?? []
    let variations = system.numbers("angularSpeedVariation") ?? []
    for (axis, key) in ["tumbleSpeed", "tiltSpeed", "spin"].enumerated() {
      let mean = speeds.indices.contains(axis) ? speeds[axis] : 0
      let variation = variations.indices.contains(axis) ? variations[axis] : 0
      cell.set(key, Span(mean, plusMinus: variation / 2) * (180 / .pi))
    }
  }

  /// Keys of colour: one set of keys for each ramp that a particle may have.
  private func colorVariants(of system: SourceObject) -> [WrittenObject] {
    guard let (node, path) = system.find("colors") else { return [WrittenObject()] }
    system.reading.carry(path)
    /// The value of an enum's case, which Codable writes under "_0".
    func payload(_ key: String) -> JSONNode? {
      guard let value = node[key] else { return nil }
      return value["_0"] ?? value
    }
    func colors(_ list: JSONNode) -> [SourceColor] {
      (list.elements ?? [list]).prefix(256).compactMap { element in
        let object = SourceObject(element, path: path, system.reading)
        guard element.members != nil else { return element.string.flatMap(SourceColor.init(text:)) }
        func part(_ key: String) -> Double? { object.number(key, in: 0...1) }
        return SourceColor(
          red: part("red") ?? 0, green: part("green") ?? 0, blue: part("blue") ?? 0,
          alpha: part("opacity") ?? part("alpha") ?? 1)
      }
    }
    func ramp(_ list: JSONNode) -> WrittenObject {
      let stops = colors(list)
      guard stops.count > 1 else { return stops.first.map { ["color": .text($0.css)] } ?? WrittenObject() }
      var keys = WrittenObject()
      keys["colorOverLife"] = .list(stops.map { .text($0.opaqueCSS) })
      keys["interpolation"] = "srgb"
      // Vortex interpolates opacity separately, since its colours are not premultiplied.
      if stops.contains(where: { $0.alpha < 1 }) {
        keys["alphaOverLife"] = .list(stops.map { .number($0.alpha) })
      }
      return keys
    }
    if let color = payload("single") { return [ramp(color)] }
    if let list = payload("ramp") { return [ramp(list)] }
    if let list = payload("random") {
      let stops = colors(list)
      return [stops.count > 1 ? ["colors": .list(stops.map { .text($0.css) })] : ramp(list)]
    }
    if let list = payload("randomRamp") { return (list.elements ?? []).prefix(32).map(ramp) }
    system.reading.note(path, .unsupported, "neither single, random, ramp nor randomRamp; white is used instead")
    return [WrittenObject()]
  }

  private func reportKeysLeftOut(_ system: SourceObject, isRoot: Bool) {
    if let strength = system.number("attractionStrength"), strength != 0, system.has("attractionCenter") {
      system.reportLeftOut(
        ["attractionStrength", "attractionCenter"], .unsupported,
        "it moves positions, not velocities, by a law that no force has")
    } else {
      // No attraction acts, so the report counts its keys as carried over.
      system.carry("attractionStrength", "attractionCenter")
    }
    if isRoot { system.carry("spawnOccasion") }
    system.reportLeftOut(
      ["startTimeOffset"], .unsupported, "left out; a negative begin of the layer would have the same effect")
    if !isRoot {
      system.reportLeftOut(["position", "shape"], .meaningless, "a secondary system is where its parent's particle is")
      let isDeath = if case .text("death") = occasion(of: system) { true } else { false }
      let readsDuration = isDeath && !system.has("emissionLimit")
      system.reportLeftOut(
        (readsDuration ? [] : ["emissionDuration"]) + ["idleDuration", "burstCount", "burstCountVariation"],
        .meaningless, "spawnOccasion decides when children are born")
    }
    system.reportLeftOut(["id"], .meaningless, "a name for the app")
  }
}
