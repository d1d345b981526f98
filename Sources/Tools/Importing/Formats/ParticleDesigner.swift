import Presets

/// Imports emitters of Particle Designer as cocos2d (property lists) and Starling, Sparrow and Kobold (PEX) read them.
///
/// A variance v adds a uniform random number from −v to v. In cocos2d the y axis points up and angles are counter-clockwise. Readers of
/// PEX take the same numbers with y down and angles clockwise. Rotations of particles are clockwise in both.
struct ParticleDesigner {
  let source: SourceObject
  let isPEX: Bool
  let fileStem: String
  var reading: Reading { source.reading }

  init(_ source: SourceObject, isPEX: Bool, fileStem: String) {
    (self.source, self.isPEX, self.fileStem) = (source, isPEX, fileStem)
  }

  // MARK: Reading values of both formats

  func number(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> Double? { number(keys, in: range) }

  func number(_ keys: [String], in range: ClosedRange<Double> = -1e6...1e6) -> Double? {
    guard isPEX else { return source.number(keys, in: range) }
    for key in keys { if let object = source.object(key) { return object.number("value", in: range) } }
    return nil
  }

  func pair(_ key: String) -> (x: Double, y: Double)? {
    if isPEX {
      guard let object = source.object(key) else { return nil }
      return (object.number("x") ?? 0, object.number("y") ?? 0)
    }
    let (x, y) = (source.number(key + "x"), source.number(key + "y"))
    return x == nil && y == nil ? nil : (x ?? 0, y ?? 0)
  }

  func color(_ key: String, _ range: ClosedRange<Double> = 0...1) -> SourceColor? {
    let object = isPEX ? source.object(key) : source
    guard let object else { return nil }
    let prefix = isPEX ? "" : key
    let parts = ["Red", "Green", "Blue", "Alpha"].map { part in
      object.number(isPEX ? part.lowercased() : prefix + part, in: range)
    }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    // A range that begins below 0 is that of a variance, whose missing alpha is 0. A colour without alpha is opaque.
    let defaultAlpha = range.lowerBound < 0 ? 0.0 : 1.0
    return SourceColor(red: parts[0] ?? 0, green: parts[1] ?? 0, blue: parts[2] ?? 0, alpha: parts[3] ?? defaultAlpha)
  }

  func reportApproximated(_ key: String, _ reason: String) { source.reportApproximated(key, reason) }

  /// Adds a line about the first of several spellings of a key that the file has: it is carried over, but not exactly.
  func reportApproximated(_ keys: [String], _ reason: String) {
    if let (_, path) = source.find(keys) { reading.note(path, .approximated, reason) }
  }

  // MARK: The preset

  func preset() throws(ImportError) -> PresetWriting {
    reportKeysLeftOut()
    let life = lifetime
    let maxParticles = number("maxParticles", in: 0...1e6) ?? 250
    let seconds = number("duration") ?? -1
    let isEndless = seconds < 0
    let place = placement()
    var preset = PresetWriting(
      width: place.width, height: place.height,
      durationSeconds: isEndless ? max(4, min(10, 2 * life.high)) : seconds + life.high)
    var layer: WrittenObject = ["name": "particles"]
    let blend = self.blend()
    if blend.mode != "normal" { layer["blend"] = .text(blend.mode) }

    var births = WrittenObject()
    let rate = min(1e6, life.mean > 0 ? maxParticles / life.mean : 0)
    // The rate is written first; its value follows below from the number of cells.
    births["birthRate"] = 0
    if !isEndless { births["duration"] = .number(seconds) }
    births.set("lifetime", life)
    var look = WrittenObject()
    let sizes = self.sizes()
    look["sprite"] = sprite(sizes.base)
    look.add(sizes.keys)
    look.add(colors(hasOpacity: blend.hasOpacity))
    look.add(rotation())

    let motions = number("emitterType") ?? 0 >= 0.5 ? orbitMotions(life, place) : freeMotions(place)
    let cellCount = motions.reduce(0) { $0 + $1.cells.count }
    births["birthRate"] = .number(rate / Double(cellCount))
    // Jitter, so that particles of different cells are not born at the same moments.
    if cellCount > 1 { births["birthJitter"] = 1 }
    preset.layers = motions.enumerated().map { index, motion in
      var layer = layer
      if motions.count > 1 { layer["name"] = .text("particles\(index + 1)") }
      layer["emitter"] = .object(emitter(place, motion, births, look))
      return layer
    }
    return preset
  }

  private func emitter(_ place: Placement, _ motion: Motion, _ births: WrittenObject, _ look: WrittenObject)
    -> WrittenObject
  {
    var emitter = WrittenObject()
    emitter.add(motion.emitter)
    emitter["position"] = .list([.number(place.x), .number(place.y)])
    emitter["birthRate"] = "= amount"
    emitter["cells"] = .list(
      motion.cells.enumerated().map { index, motionKeys in
        var cell: WrittenObject = ["name": .text(motion.cells.count == 1 ? "particle" : "particle\(index + 1)")]
        cell.add(births)
        cell.add(motionKeys)
        cell.add(look)
        return .object(cell)
      })
    return emitter
  }

  private var lifetime: Span {
    let mean = number("particleLifespan", "particleLifeSpan", in: 0...1e4) ?? 1
    let variance = number("particleLifespanVariance", "particleLifeSpanVariance", in: -1e4...1e4) ?? 0
    let span = Span(mean, plusMinus: variance)
    if span.low < 0 {
      reportApproximated("particleLifespanVariance", "lifetimes below 0 are left out of the range, not drawn as 0")
    }
    guard span.high > 0 else {
      reading.note("particleLifespan", .clamped, "no particle lives; a hundredth of a second is used")
      return Span(0.01, 0.01)
    }
    return span.notNegative
  }

  private func reportKeysLeftOut() {
    for (keys, kind, reason) in ParticleDesigner.ignoredKeys { source.reportLeftOut(keys, kind, reason) }
  }

  private static let ignoredKeys: [(keys: [String], kind: ImportReport.Kind, reason: String)] = [
    (["configName", "version", "name", "displayName", "editorVersion"], .editorOnly, "a name in the editor"),
    (["absolutePosition", "positionType"], .meaningless, "nothing moves the emitter"),
    (["nodeDuration", "emissionRate"], .meaningless, "the rate follows from maxParticles and the lifespan"),
    (["textureWidth", "textureHeight"], .meaningless, "the texture says its own size"),
  ]
}
