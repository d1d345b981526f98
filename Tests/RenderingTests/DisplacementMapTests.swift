import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

/// Filters that read another layer as a map: of distances by which pixels move, or of the height of a glass that refracts.
@Suite struct DisplacementMapTests {
  private static let photo =
    "\"gradient\": { \"type\": \"conic\", \"stops\": [\"#e63946\", \"#f1faee80\", \"#457b9d\", \"#e63946\"] }"
  /// Light that grows by 1/96 with each pixel to the right.
  private static let ramp =
    "\"gradient\": { \"startPoint\": [0, 0], \"endPoint\": [96, 0], \"stops\": [\"black\", \"white\"], \"interpolation\": \"srgb-linear\" }"

  /// The JSON of a layer with one filter.
  private func filtered(_ source: String, _ filter: String) -> String { "{ \(source), \"filters\": [{ \(filter) }] }" }

  /// The JSON keys of a displacement map filter.
  private func map(_ source: String, _ keys: String) -> String {
    "\"type\": \"displacementMap\", \"map\": { \(source) }, \(keys)"
  }

  @Test("A channel at one half moves nothing, nor does a transparent map")
  func neutral() throws {
    let expected = try PresetFrames("{ \(Self.photo) }").floats()
    for color in ["color(srgb 0.5 0.5 0)", "color(srgb 0.5 0.5 0 / 0.3)", "color(srgb 1 0 0 / 0)"] {
      let map = map("\"gradient\": { \"stops\": [\"\(color)\"] }", "\"scale\": 40")
      let frame = try PresetFrames(filtered(Self.photo, map)).floats()
      #expect(frame.largestDifference(to: expected) < 1e-4, "\(color)")
    }
  }

  @Test(
    "White and black move by half of the scale, each channel along its axis",
    arguments: [
      ("color(srgb 1 0.5 0)", "", 10.0, 0.0), ("color(srgb 0 1 0)", "", -10, 4),
      ("color(srgb 0 0 1)", "\"xChannel\": \"blue\", \"yChannel\": \"red\", ", 10, -4),
      ("color(srgb 0.75 0.75 0.75)", "\"xChannel\": \"luminance\", \"yChannel\": \"alpha\", ", 5, 4),
      ("color(srgb 1 1 1 / 0.5)", "\"yChannel\": \"alpha\", ", 5, 0),
    ])
  func distances(color: String, channels: String, x: Double, y: Double) throws {
    let map = map("\"gradient\": { \"stops\": [\"\(color)\"] }", channels + "\"scale\": [20, 8]")
    let frame = try PresetFrames(filtered(Self.photo, map)).floats()
    let formulas = "\"type\": \"displace\", \"x\": \"= \(x)\", \"y\": \"= \(y)\""
    let expected = try PresetFrames(filtered(Self.photo, formulas)).floats()
    #expect(frame.largestDifference(to: expected) < 2e-3)
  }

  @Test("A map that covers a part of the canvas moves nothing elsewhere")
  func local() throws {
    let square = "\"shape\": { \"type\": \"rectangle\", \"center\": [24, 32], \"size\": [24, 24], \"fill\": \"#f00\" }"
    let frame = try PresetFrames(filtered(Self.ramp, map(square, "\"scale\": [24, 0], \"yChannel\": \"blue\"")))
      .floats()
    let plain = try PresetFrames("{ \(Self.ramp) }").floats()
    for x in 40..<90 { #expect(frame.float(x, 32, plane: 0) == plain.float(x, 32, plane: 0)) }
    // Inside the square, pixels come from 12 points to the right.
    for x in 14..<34 {
      #expect(abs(frame.float(x, 32, plane: 0) - plain.float(x + 12, 32, plane: 0)) < 1e-4, "\(x)")
    }
  }

  @Test(
    "A wedge of glass bends rays as Snell's law says",
    arguments: [(24.0, 1.5, 60.0), (48, 1.33, 100), (80, 2.4, 30)])
  func wedge(height: Double, index: Double, depth: Double) throws {
    // The height grows from 0 at the left edge to `height` at the right.
    let wedge =
      "\"gradient\": { \"startPoint\": [0, 0], \"endPoint\": [96, 0], \"stops\": [\"black\", \"white\"], \"interpolation\": \"srgb\" }"
    let filter =
      "\"type\": \"heightMap\", \"map\": { \(wedge) }, \"height\": \(height), \"refraction\": \(index), \"depth\": \(depth)"
    let frame = try PresetFrames(filtered(Self.ramp, filter)).floats()
    let slope = height / 96
    let sine = slope / (1 + slope * slope).squareRoot()
    let refracted = sine / index
    // The glass rises to the right: its surface leans to the left, and rays from above are bent to the right.
    // tan(α − β), with α the angle of the surface and β that between the refracted ray and the normal.
    let (tanA, tanB) = (slope, refracted / (1 - refracted * refracted).squareRoot())
    let run = (tanA - tanB) / (1 + tanA * tanB)
    for x in stride(from: 3, through: 60, by: 3) {
      let glass = depth + height * (Double(x) + 0.5) / 96
      let expected = (Double(x) + 0.5 + run * glass) / 96
      guard expected < 0.98 else { continue }
      #expect(abs(Double(frame.float(x, 20, plane: 0)) - expected) < 4e-3, "\(x): \(expected)")
    }
  }

  @Test("A refraction of 1 bends nothing, and neither does an even height")
  func even() throws {
    let expected = try PresetFrames("{ \(Self.photo) }").hash(.floatPlanes)
    let noise = "\"noise\": { \"scale\": 20, \"speed\": 0 }"
    for filter in [
      "\"type\": \"heightMap\", \"map\": { \(noise) }, \"refraction\": 1",
      "\"type\": \"heightMap\", \"map\": { \"gradient\": { \"stops\": [\"#777\"] } }, \"light\": 1",
      "\"type\": \"heightMap\", \"map\": { \(noise), \"enabled\": false }",
      "\"type\": \"displacementMap\", \"map\": { \(noise) }, \"scale\": 0",
    ] {
      #expect(try PresetFrames(filtered(Self.photo, filter)).hash(.floatPlanes) == expected, "\(filter)")
    }
  }

  @Test("Light falls on the slopes that face the upper left")
  func light() throws {
    let dome =
      "\"gradient\": { \"type\": \"radial\", \"center\": [48, 32], \"radius\": [24, 24], \"stops\": [\"white\", \"black\"] }"
    let filter = "\"type\": \"heightMap\", \"map\": { \(dome) }, \"refraction\": 1, \"light\": 0.5, \"height\": 10"
    let frame = try PresetFrames(filtered("\"gradient\": { \"stops\": [\"#888\"] }", filter)).floats()
    let (lit, shaded, outside) = (
      frame.float(38, 22, plane: 0), frame.float(58, 42, plane: 0), frame.float(4, 4, plane: 0)
    )
    #expect(lit > 1.05 * outside && shaded < 0.95 * outside, "\(lit), \(shaded), \(outside)")
  }

  /// Maps with all kinds of sources: of a layer, of a group, of glass over the layers below, and within another map.
  private static let scene =
    """
    { \(photo), "filters": [{ "type": "displacementMap", "scale": "= 30 * t",
        "map": { "noise": { "scale": 16, "speed": 0.5, "stops": ["#f00", "#0f0", "#ff0"] }, "filters": [{ "type": "blur", "radius": 2 }] } }] },
    { "name": "glass", "opacity": 0.2, "shape": { "type": "ellipse", "center": [60, 32], "radius": 26, "fill": "#fff" },
      "backdropFilters": [{ "type": "heightMap", "dispersion": 0.1, "light": 0.4,
        "map": { "blob": { "center": ["= 60 + 8 * sin(pi * t)", 32], "radius": 20, "fill": "#fff" }, "filters": [{ "type": "blur", "radius": 4 }] } }] },
    { "name": "group", "opacity": 0.7, "group": [ { "shape": { "type": "star", "center": [30, 30], "radius": 22, "fill": "#fd4" } } ],
      "mask": { "gradient": { "angle": 90, "stops": ["#fff", "#fff8"] } }, "transform": { "rotation": "= 180 * t" },
      "filters": [{ "type": "displacementMap", "scale": 20, "xChannel": "alpha", "yChannel": "luminance",
        "map": { "begin": -1, "emitter": { "shape": "rectangle", "mode": "surface", "position": [48, 32], "size": [96, 64],
          "cells": [{ "name": "dot", "birthRate": 40, "lifetime": 1, "velocity": 20, "emissionRange": 360, "sprite": { "type": "softDisc", "size": 20 } }] },
          "filters": [{ "type": "displacementMap", "map": { "gradient": { "stops": ["#fa0"] } } }] } }] }
    """

  @Test("Tiles, threads and earlier frames do not show through maps")
  func sameFrames() throws {
    let frames = try PresetFrames(Self.scene)
    let time = Rational(7, 10)
    let expected = frames.hash(at: time, .floatPlanes)
    for (threads, tile) in [(7, (240, 64)), (2, (8, 4)), (3, (64, 16)), (1, (104, 68))] {
      #expect(frames.hash(at: time, .floatPlanes, threads: threads, tile: tile) == expected, "\(threads), \(tile)")
    }
    let renderer = frames.renderer(threads: 2)
    let pixels = renderer.makeBuffer()
    for frame in [0, 3, 3, 12, 7] { renderer.render(at: Rational(Int64(frame), 10), into: pixels) }
    #expect(FrameHasher().hash(pixels) == expected)
    #expect(frames.hash(at: Rational(3, 10), .floatPlanes) != expected)
    // In a loop the end is the beginning, maps included.
    let loop = try PresetFrames(
      Self.scene.replacingScale, canvas: "\"loop\": true")
    #expect(loop.hash(at: Rational(2), .floatPlanes) == loop.hash(.floatPlanes))
  }

  @Test("A map that stands still is drawn once, and one that moves in each frame")
  func reuse() throws {
    func run(_ source: String) throws -> [String] {
      let frames = try PresetFrames(
        filtered(
          "\"gradient\": { \"angle\": \"= 90 * t\", \"stops\": [\"red\", \"blue\"] }", map(source, "\"scale\": 20")))
      let renderer = frames.renderer()
      let pixels = renderer.makeBuffer()
      return (0..<6).map { frame in
        let time = Rational(Int64(frame), 10)
        renderer.render(at: time, into: pixels)
        let hash = FrameHasher().hash(pixels)
        #expect(frames.hash(at: time, .floatPlanes) == hash, "\(source), \(frame)")
        return hash
      }
    }
    #expect(Set(try run("\"pattern\": { \"type\": \"checkerboard\", \"size\": 12 }")).count == 6)
    #expect(Set(try run("\"noise\": { \"scale\": 20, \"speed\": 3 }")).count == 6)
  }

  @Test("Mistakes in a map are reported with their place")
  func errors() throws {
    func message(_ layers: String, _ post: String = "") -> String {
      let text =
        "{ \"format\": 1, \"canvas\": { \"width\": 96, \"height\": 64, \"duration\": 1 }, \"layers\": [\(layers)]\(post) }"
      do {
        _ = try Preset.load(text: Array(text.utf8), named: "maps.json")
        return ""
      } catch { return "\(error)" }
    }
    let missing = message(filtered(Self.photo, "\"type\": \"heightMap\""))
    #expect(missing.contains("maps.json:1:") && missing.contains("needs the key map"), "\(missing)")
    let post = message(
      "{ \(Self.photo) }",
      ", \"post\": { \"filters\": [{ \"type\": \"displacementMap\", \"map\": { \(Self.photo) } }] }")
    #expect(post.contains("post.filters[0].map") && post.contains("put the layers into a group"), "\(post)")
    let other = message(filtered(Self.photo, "\"type\": \"blur\", \"map\": { \(Self.photo) }"))
    #expect(other.contains("does not apply"), "\(other)")
    let empty = message(filtered(Self.photo, map("", "\"scale\": 2")))
    #expect(empty.contains("map needs one of"), "\(empty)")
  }
}

extension String {
  /// The scene's text with a scale that is periodic in the loop of two seconds.
  fileprivate var replacingScale: String { replacing("\"= 30 * t\"", with: "\"= 30 * sin(pi * t)\"") }
}
