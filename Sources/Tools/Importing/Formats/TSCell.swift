import JSON
import Presets

/// Makes a cell from tsParticles' options of particles.
struct TSCell {
  let options: TSOptions
  let reading: Reading
  /// Whether the particles are there from the movie's first frame to its last; otherwise an emitter emits them.
  let isPopulation: Bool
  /// Duration of the canvas.
  let canvasSeconds: Double
  /// The emitter's y, in points from the top of the canvas.
  var emitterY = TSParticles.canvas.height / 2
  /// Colours that the emitter gives in place of the particles' own.
  var spawnedColors: [SourceColor]?
  /// The only shape of the particles; nil if they have all shapes that the options name.
  var shape: TSShape?
  /// For how long before the first frame a population's particles are born one after the other. Without it, all sizes or opacities that
  /// go back and forth would do so in step; nil if none do. Set by `cell`.
  private(set) var headStartSeconds: Double?

  /// Points a second that tsParticles' speed of 1 means.
  static let pointsPerSpeed = 30.0
  /// Updates a second at which values per update are taken.
  static let updatesPerSecond = 60.0

  init(_ options: TSOptions, _ reading: Reading, isPopulation: Bool, canvasSeconds: Double) {
    (self.options, self.reading) = (options, reading)
    (self.isPopulation, self.canvasSeconds) = (isPopulation, canvasSeconds)
  }

  /// The lifetime of a population's particles in seconds: one more than the movie's, so that none dies before the last frame.
  private var populationLifetime: Double { canvasSeconds + 1 }

  /// Makes all keys of the cell except those of births.
  ///
  /// - Parameter direction: an emitter's direction, which replaces the particles' own.
  mutating func cell(direction: (node: JSONNode, path: String)?) -> WrittenObject {
    reportKeysLeftOut()
    let look = look()
    let motion = motion(direction)
    // An animation with a speed of 1 changes its value by 0.01 an update.
    let unitsPerSpeed = 0.01 * Self.updatesPerSecond
    let size = swing(
      options.object("size"), value: options.span("size", in: 0...5e3) ?? Span(3, 3), unitsPerSpeed: unitsPerSpeed)
    let opacity = swing(
      options.object("opacity"), value: options.span("opacity", in: 0...1) ?? Span(1, 1), unitsPerSpeed: unitsPerSpeed)
    var life = lifetime(motion, [size, opacity])
    let longestPeriod = [size.periodSeconds, opacity.periodSeconds].compactMap { $0 }.max()
    if isPopulation, let longestPeriod {
      // Particles are born earlier, and so live longer. All curves over life are made for the longer life.
      let headStart = min(longestPeriod, 20)
      headStartSeconds = headStart
      life = Span(life.low + headStart, life.high + headStart)
    }
    var cell = WrittenObject()
    cell.set("lifetime", life)
    cell.add(motion.keys)
    // tsParticles' size is a radius.
    let diameter = max(0.01, 2 * size.largest)
    cell["sprite"] = sprites(diameter)
    cell.set("scale", Span(2 * size.span.low / diameter, 2 * size.span.high / diameter), default: 1)
    if let curve = size.curve(life) { cell["scaleOverLife"] = curve }
    if opacity.span.width > 0 { cell["alphaRange"] = .number(opacity.span.width) }
    cell.add(look.keys(opacity: opacity.span.mean, seconds: life.mean))
    if let curve = opacity.curve(life) { cell["alphaOverLife"] = curve }
    cell.add(rotations())
    cell.add(links(particleOpacity: opacity.span.mean))
    cell.add(split())
    return cell
  }

  /// The lifetime: the written one; otherwise the time until the animation of size or opacity, a height of `destroy.bounds` or the
  /// canvas's edge ends the particle.
  private func lifetime(_ motion: TSMotion, _ swings: [TSSwing]) -> Span {
    let life = options.object("life")
    let duration = life.span("duration", in: 0...1e4)
    let written = life.object("duration")
    let isInStep = written.flag("sync") == true
    if let count = life.number("count"), count > 1 { life.reportApproximated("count", "particles live once") }
    if let delay = life.span("delay", in: 0...1e4), delay.high > 0 {
      life.reportApproximated("delay", "particles are seen from their birth")
    }
    if isPopulation { return Span(populationLifetime, populationLifetime) }
    if let duration, duration.high > 0 {
      // Without `sync` each particle lives for a random share of it.
      guard !written.isEmpty, !isInStep else { return duration }
      if duration.width > 0 {
        life.reportApproximated("duration", "a random share of a random number; shares of its mean are used")
      }
      return Span(0, duration.mean)
    }
    if let end = swings.compactMap(\.endSeconds).min(by: { $0.mean < $1.mean }) { return end }
    if let seconds = motion.secondsToDestroyBounds { return seconds }
    return motion.secondsOnCanvas
  }

  /// Adds lines about the keys that are not carried over.
  private func reportKeysLeftOut() {
    options.reportLeftOutIfEnabled(
      ["collisions", "attract", "repulse", "absorb", "shadow", "orbit", "infection"],
      "the preset language has nothing like it")
    // Unlike those above, these two have no key `enable`.
    options.reportLeftOut(["effect", "gradient"], .unsupported, "the preset language has nothing like it")
    options.reportLeftOut(["reduceDuplicates"], .meaningless, "each particle has its own random numbers")
    for overlaid in options.overlaidObjects {
      TSShape.reportOutlinesLeftOut(overlaid)
      for paint in overlaid.objects("paint") { TSShape.reportOutlinesLeftOut(paint) }
      guard let depth = overlaid.object("zIndex") else { continue }
      let isFlat = depth.find("value") == nil || depth.span("value").map { $0.low == 0 && $0.high == 0 } == true
      overlaid.reportLeftOut(
        ["zIndex"], isFlat ? .meaningless : .unsupported,
        isFlat ? "all particles are equally near" : "the preset language has nothing like it")
    }
    for name in ["rotate", "tilt", "wobble"] {
      options.object(name).reportLeftOut(["move"], .meaningless, "the library does not read it")
    }
    if !isPopulation { options.reportLeftOut(["number"], .meaningless, "emitters say how many there are") }
    let life = options.object("life")
    for inner in [
      life, life.object("delay"), options.object("rotate"), options.object("size"), options.object("opacity"),
    ] {
      inner.reportLeftOut(["sync"], .meaningless, "every particle has its own random number")
    }
    options.object("twinkle").reportLeftOutIfEnabled(["particles", "lines", "links"], "flicker of single updates")
  }

  // MARK: Links

  /// The lines between particles.
  ///
  /// - Parameter particleOpacity: the particles' mean opacity. Lines of presets fade with their ends, those of the library do not, so the
  ///   lines' own opacity makes up for it.
  private func links(particleOpacity: Double) -> WrittenObject {
    let links = options.object("links", "line_linked", "lineLinked")
    guard links.flag("enable") == true else {
      links.reportLeftOut(
        [
          "distance", "color", "opacity", "width", "blink", "consent", "frequency", "id", "warp", "triangles", "shadow",
        ], .meaningless, "links are not enabled")
      return WrittenObject()
    }
    var written = WrittenObject()
    written["distance"] = .number(links.number("distance", in: 1...1e4) ?? 100)
    written["width"] = .number(links.number("width", in: 0.05...1e3) ?? 1)
    let opacity = links.number("opacity", in: 0...1) ?? 0.4
    written["opacity"] = .number(min(1, opacity / max(particleOpacity, 0.01)))
    if opacity > particleOpacity {
      links.reportApproximated("opacity", "lines are no more opaque than the particles at their ends")
    }
    if let (node, path, _) = links.find("color"), let color = TSOptions.colors(node, path, reading).first {
      written["color"] = .text(color.opaqueCSS)
    }
    links.reportLeftOutIfEnabled(["triangles", "shadow"], "links have no such thing")
    for key in ["blink", "consent", "warp"] {
      let isOn = links.flag(key) == true
      links.reportLeftOut(
        [key], isOn ? .unsupported : .meaningless, isOn ? "links have no such thing" : "it is not enabled")
    }
    links.reportLeftOut(["frequency", "id"], .unsupported, "links have no such thing")
    return ["links": .object(written)]
  }

  // MARK: Particles born at a particle's death

  private func split() -> WrittenObject {
    let destroy = options.object("destroy")
    let mode = destroy.text("mode") ?? "none"
    let split = destroy.object("split")
    if mode == "explode" { destroy.reportLeftOut(["explode", "mode"], .unsupported, "a fading copy of the particle") }
    guard mode == "split" else { return WrittenObject() }
    let rate = split.object("rate")
    let count =
      (rate.isEmpty
      ? split.span("rate", in: 1...1e4) : rate.span("value", in: 1...1e4) ?? rate.span("quantity", in: 1...1e4))?.mean
      ?? 4
    split.reportLeftOut(
      ["factor", "sizeOffset", "colorOffset", "count", "fillColorOffset", "strokeColorOffset"], .unsupported,
      "children follow their own options")
    let inner = split.object("particles")
    var child = TSCell(TSOptions(inner.overlaidObjects), reading, isPopulation: false, canvasSeconds: canvasSeconds)
    var cell: WrittenObject = [
      "name": "child", "when": "death", "burst": .number(count.rounded()), "inherit": .list([]),
    ]
    var keys = child.cell(direction: nil)
    // A child has no emitter's shape to fly away from, so it flies in any direction.
    let isFromShape = keys["emissionFrom"] != nil
    if isFromShape { for key in ["emissionFrom", "emissionLongitude"] { keys[key] = nil } }
    if isFromShape || inner.object("move").find("direction") == nil { keys["emissionRange"] = 360 }
    cell.add(keys)
    return ["cells": .list([.object(cell)])]
  }
}
