import Presets

/// Imports options of tsParticles, versions 1 to 4, and of particles.js, whose keys have underscores.
///
/// y points down, a speed of 1 is 30 pixels a second, and sizes are radii. Values per update are taken at 60 updates a second.
struct TSParticles {
  let root: SourceObject
  var reading: Reading { root.reading }
  /// The size of the canvas, which is the area that densities refer to.
  static let canvas = (width: 1920.0, height: 1080.0)

  init(_ root: SourceObject) { self.root = root }

  func preset() throws(ImportError) -> PresetWriting {
    reading.note("canvas", .chosen, "1920 × 1080, the area that densities refer to")
    for (keys, kind, reason) in Self.ignoredKeys { root.reportLeftOut(keys, kind, reason) }
    TSOptions([root]).reportLeftOutIfEnabled(
      ["polygon", "backgroundMask", "canvasMask", "infection"], "the preset language has nothing like it")
    // A longer one is limited here already, since populations live as long as the movie.
    let duration = root.number("duration", in: 0...PresetWriting.durations.upperBound) ?? 0
    var preset = PresetWriting(
      width: Self.canvas.width, height: Self.canvas.height, durationSeconds: duration > 0 ? duration : 8)
    if let background = root.object("background") {
      if let (node, path) = background.find("color") {
        let color = TSOptions.colors(node, path, reading).first
        if (background.number("opacity") ?? 1) > 0 { preset.background = color?.opaqueCSS }
      }
      background.reportLeftOut(
        ["image", "position", "repeat", "size"], .unsupported, "a picture behind the canvas, by CSS")
    }
    let base = root.object("particles").map { [$0] } ?? []
    let emitters = Self.emitters(root)
    guard emitters.count <= ImportLimits.emitters else {
      throw ImportError(
        "\(reading.document.name): \(emitters.count) emitters; at most \(ImportLimits.emitters) are read.")
    }
    if !base.isEmpty || emitters.isEmpty {
      addPopulation(TSOptions(base), name: "particles", to: &preset)
      addGroups(base, to: &preset)
    }
    addManualParticles(base, to: &preset)
    for (index, emitter) in emitters.enumerated() { add(emitter, index, base, to: &preset) }
    if preset.layers.isEmpty { addClicked(base, to: &preset) }
    if preset.layers.isEmpty, root.has("preset") {
      throw ImportError(
        "\(reading.document.name): a bundled preset of tsParticles has its numbers in its own package; export the full options."
      )
    }
    if preset.layers.isEmpty, root.has("interactivity") {
      throw ImportError(
        "\(reading.document.name): its particles come only where a mouse or a finger is, and a movie has none.")
    }
    for picture in root.objects("preload") {
      let isShown = ["src", "name"].contains { key in picture.find(key).map { reading.isCarried($0.path) } ?? false }
      if isShown { picture.carry("src", "name") }
      picture.reportLeftOut(
        isShown
          ? ["width", "height", "replaceColor", "gif"] : ["src", "name", "width", "height", "replaceColor", "gif"],
        .meaningless, isShown ? "the shape has its own" : "no particle shows this picture")
    }
    if preset.background == nil {
      reading.note("background", .chosen, "none, as the page shows through it: black in a movie, clear with --alpha")
    }
    if duration <= 0 {
      reading.note("duration", .chosen, "8 s without a loop, since particles do not come back to where they began")
    }
    return preset
  }

  /// The emitters of an object, whose key holds one emitter, a list of emitters, or "value" with either.
  private static func emitters(_ object: SourceObject) -> [SourceObject] {
    let listed = object.object("emitters")?.objects("value") ?? []
    return listed.isEmpty ? object.objects("emitters") : listed
  }

  /// Adds the emitters that a click starts in tsParticles. They are carried over only if the file has nothing else to show.
  private func addClicked(_ base: [SourceObject], to preset: inout PresetWriting) {
    guard let modes = root.object("interactivity")?.object("modes") else { return }
    for (index, emitter) in Self.emitters(modes).prefix(ImportLimits.emitters).enumerated() {
      reading.note(emitter.path, .approximated, "a click starts it in tsParticles; here it starts at once")
      add(emitter, index, base, to: &preset)
    }
  }

  private static let ignoredKeys: [(keys: [String], kind: ImportReport.Kind, reason: String)] = [
    (
      [
        "interactivity", "detectRetina", "retina_detect", "fpsLimit", "fps_limit", "fullScreen", "pauseOnBlur",
        "pauseOnOutsideViewport", "autoPlay", "responsive", "style", "smooth", "sounds", "defaultThemes", "themes",
        "delay", "motion",
        "zLayers", "key", "name", "clear", "hdr",
      ],
      .meaningless, "it speaks of a page or of its user"
    ),
    (["preset", "palette"], .unsupported, "its numbers are in a package of tsParticles, not in the file"),
    (["absorbers", "poisson"], .unsupported, "the preset language has nothing like it"),
    (["$schema", "_id", "id", "config_demo"], .editorOnly, "of the page that shows the file"),
  ]

  // MARK: The population

  /// Adds particles that are there from the start, anywhere on the canvas.
  private func addPopulation(_ options: TSOptions, name: String, to preset: inout PresetWriting) {
    let number = options.object("number")
    var count = number.number("value", in: 0...1e6) ?? 0
    let density = number.object("density")
    if density.flag("enable") == true {
      let (width, height) = (density.number("width", in: 1...1e5), density.number("height", in: 1...1e5))
      let area = density.number("value_area", "area", in: 1...1e7)
      let factor = density.number("factor", in: 1...1e7)
      if area != nil || factor != nil, width == nil {
        // Versions 1 and 2: the number is that on `area` × `factor` pixels.
        count *= Self.canvas.width * Self.canvas.height / ((area ?? 800) * (factor ?? 1000))
      } else {
        count *= Self.canvas.width * Self.canvas.height / ((width ?? 1920) * (height ?? 1080))
      }
    } else {
      density.reportLeftOut(
        ["width", "height", "value_area", "area", "factor"], .meaningless, "the number does not follow the area")
    }
    if let (node, path, owner) = number.find("limit", "max") {
      let object = SourceObject(node, path: path, reading)
      let limit = node.members == nil ? owner.number(node, path) : object.number("value")
      object.reportLeftOut(["mode"], .meaningless, "nothing is born when there are enough")
      // 0 and −1 mean no limit.
      if let limit, limit > 0 { count = min(count, limit) }
    }
    guard count >= 1 else {
      // Without a population the other keys are only for emitters, which read them.
      return
    }
    let variants = options.variants(reading)
    for (index, variant) in variants.enumerated() {
      var builder = TSCell(variant.options, reading, isPopulation: true, canvasSeconds: preset.durationSeconds)
      builder.shape = variant.shape
      let share = max(1, (count / Double(variants.count)).rounded())
      var cell: WrittenObject = ["name": "particle"]
      cell["burst"] = .timesAmount(share)
      cell.add(builder.cell(direction: nil))
      var layer: WrittenObject = ["name": .text(index == 0 ? name : "\(name)\(index + 1)")]
      layer["blend"] = blend(options)
      if let head = builder.headStartSeconds {
        // Births are spread over the longest period of a swing, or 20 seconds if it is longer, so that particles are at different points
        // of it.
        layer["begin"] = .number(-head)
        cell["burst"] = nil
        cell["birthRate"] = .number(share / head)
        cell["birthJitter"] = 1
        cell["duration"] = .number(head)
      }
      layer["emitter"] = .object([
        "shape": "rectangle", "position": Self.middle,
        "size": .list([.number(Self.canvas.width), .number(Self.canvas.height)]),
        "birthRate": "= amount", "cells": .list([.object(cell)]),
      ])
      preset.layers.append(layer)
    }
  }

  private static let middle: Written = .list(["50%", "50%"])

  /// Adds groups: populations whose own options override those of all particles.
  private func addGroups(_ base: [SourceObject], to preset: inout PresetWriting) {
    guard let groups = base.first?.object("groups") else { return }
    for (index, member) in (groups.node.members ?? []).prefix(ImportLimits.emitters).enumerated()
    where member.node.members != nil {
      let group = SourceObject(member.node, path: groups.path(of: member.key), reading)
      guard group.object("number") != nil else {
        reading.note(group.path, .meaningless, "a group without a number of particles")
        continue
      }
      addPopulation(TSOptions([group] + base), name: "group\(index + 1)", to: &preset)
    }
  }

  /// Adds single particles at given places.
  private func addManualParticles(_ base: [SourceObject], to preset: inout PresetWriting) {
    let particles = root.objects("manualParticles")
    if particles.count > ImportLimits.emitters {
      reading.note("manualParticles", .clamped, "the first \(ImportLimits.emitters) of them are carried over")
    }
    for (index, particle) in particles.prefix(ImportLimits.emitters).enumerated() {
      let options = TSOptions((particle.object("options").map { [$0] } ?? []) + base)
      var builder = TSCell(options, reading, isPopulation: true, canvasSeconds: preset.durationSeconds)
      var cell: WrittenObject = ["name": "particle", "burst": .timesAmount(1)]
      cell.add(builder.cell(direction: nil))
      let position = particle.object("position")
      let x = position?.number("x", in: -1e3...1e3) ?? 50
      let y = position?.number("y", in: -1e3...1e3) ?? 50
      position?.reportLeftOut(["mode"], .unsupported, "positions are read as percentages")
      var layer: WrittenObject = ["name": .text("particle\(index + 1)")]
      layer["blend"] = blend(options)
      layer["emitter"] = .object([
        "position": .list([.text("\(Written.decimal(x))%"), .text("\(Written.decimal(y))%")]),
        "birthRate": "= amount", "cells": .list([.object(cell)]),
      ])
      preset.layers.append(layer)
    }
  }

  // MARK: Blending

  /// Blend modes of presets by the names of an HTML canvas.
  private static let blendModes: [String: String] = [
    "lighter": "add", "multiply": "multiply", "screen": "screen", "overlay": "overlay", "darken": "darken",
    "lighten": "lighten", "color-dodge": "color-dodge", "color-burn": "color-burn", "hard-light": "hard-light",
    "soft-light": "soft-light", "difference": "difference", "exclusion": "exclusion", "hue": "hue",
    "saturation": "saturation", "color": "color", "luminosity": "luminosity",
  ]

  /// The blend mode of particles, else that of the whole canvas; nil for the default.
  func blend(_ options: TSOptions) -> Written? {
    let all = [options.object("blend"), TSOptions(root.object("blend").map { [$0] } ?? [])]
    let enabled = all.filter { $0.flag("enable") == true }
    for blend in all where blend.flag("enable") != true {
      blend.reportLeftOut(["mode"], .meaningless, "blending is not enabled")
    }
    guard let mode = enabled.compactMap({ $0.text("mode") }).first, mode != "source-over" else { return nil }
    if let known = Self.blendModes[mode] { return .text(known) }
    for blend in enabled {
      blend.reportApproximated("mode", "presets have no such blend mode; particles cover each other")
    }
    return nil
  }
}
