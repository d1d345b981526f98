import Presets

/// Imports options of Marc Bruederlin's particles.js, the library that is started with `Particles.init({ … })`.
///
/// A particle moves in each of 60 updates a second by up to `speed` pixels along each axis. Its radius is `sizeVariations` times the product of
/// two random numbers. At an edge it comes back at the opposite one.
struct ParticlesInit {
  let root: SourceObject

  init(_ root: SourceObject) { self.root = root }

  private static let canvas = (width: 1920.0, height: 1080.0)
  private static let durationSeconds = 8.0

  func preset() -> PresetWriting {
    root.reading.note("canvas", .chosen, "1920 × 1080, the size of a page's window")
    root.reportLeftOut(["selector", "responsive"], .meaningless, "it speaks of a page or of its user")
    var preset = PresetWriting(
      width: Self.canvas.width, height: Self.canvas.height, durationSeconds: Self.durationSeconds)
    let count = root.number("maxParticles", in: 0...1e5) ?? 100
    let speed = root.number("speed", in: -1e3...1e3) ?? 0.5
    let variations = max(0.01, root.number("sizeVariations", in: 0...1e3) ?? 3)
    let colors = self.colors
    var cell: WrittenObject = ["name": "particle", "burst": .timesAmount(count.rounded())]
    cell["lifetime"] = .number(Self.durationSeconds + 1)
    // Each axis has a speed of its own, uniform from −speed to speed pixels an update; 0.765 speed is the mean of their lengths.
    let pointsPerSecond = abs(speed) * 60
    cell["velocity"] = .number(0.765 * pointsPerSecond)
    cell["velocityRange"] = .number(0.56 * 2 * pointsPerSecond)
    cell["emissionRange"] = 360
    root.reportApproximated(
      "speed", "all directions have the same speeds; in the library slanted ones are up to √2 faster")
    // The product of two random numbers is 1/4 on average; radii up to half of the greatest are uniform here.
    cell["sprite"] = .sprite("disc", 2 * variations)
    cell["scale"] = 0.25
    cell["scaleRange"] = 0.5
    root.reportApproximated(
      "sizeVariations", "radii up to half of it, with the same mean; a few are larger in the library")
    if root.flag("showParticles") == false {
      cell["scale"] = 0.01
      cell["scaleRange"] = nil
    }
    switch colors.count {
    case 0: cell["color"] = "#000000"
    case 1: cell["color"] = .text(colors[0])
    default: cell["colors"] = .list(colors.map { .text($0) })
    }
    cell["bounds"] = .list([.object(["type": "edges", "action": "wrap"])])
    if root.flag("connectParticles") == true {
      let distance = root.number("minDistance", in: 1...1e4) ?? 120
      cell["links"] = .object([
        "distance": .number(distance), "width": 1, "opacity": 1, "color": .text(colors.first ?? "#000000"),
      ])
      root.reportApproximated(
        "connectParticles",
        "links fade with every point of distance; in the library only from a fifth of minDistance on")
      if colors.count > 1 { root.reportApproximated("color", "links have the first colour") }
    } else {
      root.reportLeftOut(["minDistance"], .meaningless, "particles are not connected")
    }
    if isDark(colors) {
      preset.background = "#ffffff"
      root.reading.note("background", .chosen, "white, on which these dark particles can be seen, as on the page")
    }
    preset.layers = [
      [
        "name": "particles",
        "emitter": .object([
          "shape": "rectangle", "position": .list(["50%", "50%"]),
          "size": .list([.number(Self.canvas.width), .number(Self.canvas.height)]), "birthRate": "= amount",
          "cells": .list([.object(cell)]),
        ]),
      ]
    ]
    return preset
  }

  /// The colours as CSS; empty if the file has none, which means black.
  private var colors: [String] {
    guard let (node, path) = root.find("color") else { return [] }
    let found = (node.elements ?? [node]).prefix(256).compactMap { $0.string.flatMap(SourceColor.init(text:)) }
    guard !found.isEmpty else {
      root.reading.note(path, .unreadable, "it has no colour; black is used")
      return []
    }
    root.reading.carry(path)
    return found.map(\.css)
  }

  /// Whether all colours are too dark to be seen on black.
  private func isDark(_ colors: [String]) -> Bool {
    (colors.isEmpty ? ["#000000"] : colors).compactMap(SourceColor.init(text:)).allSatisfy {
      0.3 * $0.red + 0.6 * $0.green + 0.1 * $0.blue < 0.15
    }
  }
}
