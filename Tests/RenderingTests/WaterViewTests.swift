import Foundation
import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Frames of water against geometry and optics worked out by hand, in Double.
@Suite("Water in frames") struct WaterViewTests: DrawsScenes {
  private func scene(_ water: String, below: String, extra: String = "", loops: Bool = false) throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": 2, \"frameRate\": 10, \"seed\": 4, \"loop\": \(loops) }, "
      + "\(extra) \"layers\": [\(below), { \"name\": \"w\", \"water\": { \(water) } }] }"
    return try Preset.load(text: Array(text.utf8), named: "water.json").scene
  }

  private static let still = #""swell": { "height": 0 }, "chop": { "height": 0 }, "roughness": 0"#
  private static let white = #"{ "gradient": { "stops": ["white", "white"] } }"#

  private static func reflectance(_ cosine: Double) -> Double {
    let n = 1.333
    let refracted = (1 - (1 - cosine * cosine) / (n * n)).squareRoot()
    let s = (cosine - n * refracted) / (cosine + n * refracted)
    let p = (n * cosine - refracted) / (n * cosine + refracted)
    return (s * s + p * p) / 2
  }

  @Test("Still water from above: the bottom as Beer, Lambert and Fresnel say, and the sky")
  func stillFromAbove() throws {
    let pixels = draw(
      try scene(
        "\(Self.still), \"depth\": 200, \"clarity\": 100, \"tint\": \"color(srgb-linear 0.5 0.7 0.9)\", \"color\": \"black\", \"sky\": \"color(srgb-linear 0.5 0.5 0.5)\"",
        below: Self.white))
    let mirrored = Self.reflectance(1)
    let expected = SIMD3(0.25, 0.49, 0.81) * (1 - mirrored) + 0.5 * mirrored
    for (x, y) in [(3, 3), (320, 180), (636, 357)] {
      let found = rgb(pixels, x, y)
      #expect(abs(found.x - expected.x) < 1e-4 && abs(found.y - expected.y) < 1e-4 && abs(found.z - expected.z) < 1e-4)
    }
  }

  @Test("Still water in perspective mirrors by Fresnel at the angle of each row")
  func stillInPerspective() throws {
    // White above the line, black water below.
    let pixels = draw(
      try scene(
        "\(Self.still), \"line\": 120, \"depth\": 0, \"color\": \"black\"",
        below: """
          { "gradient": { "angle": 180, "stops": [{ "color": "white", "at": 0.3333333 }, { "color": "black", "at": 0.3333334 }] } }
          """, extra: #""camera": { "distance": 500 },"#))
    for (x, y) in [(320, 200), (320, 300), (20, 330), (600, 210)] {
      let (rx, tangent) = ((Double(x) + 0.5 - 320) / 500, (Double(y) + 0.5 - 120) / 500)
      let cosine = tangent / (rx * rx + tangent * tangent + 1).squareRoot()
      let found = rgb(pixels, x, y).x
      #expect(abs(found - Self.reflectance(cosine)) < 0.01, "\(x) \(y): \(found) \(Self.reflectance(cosine))")
    }
  }

  @Test("A lamp is mirrored as far below the line as it stands above it, whether the line is the horizon or a shore")
  func mirrorImages() throws {
    for horizon in [140, 90] {
      let pixels = draw(
        try scene(
          "\(Self.still), \"line\": 140, \"horizon\": \(horizon), \"depth\": 0, \"color\": \"black\", \"sky\": \"black\"",
          below: """
            { "gradient": { "stops": ["black", "black"] } },
            { "shape": { "type": "circle", "center": [400, 60], "radius": 9, "fill": "white" } }
            """))
      var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
      for y in 142..<360 {
        for x in 0..<640 {
          let light = rgb(pixels, x, y).x
          (sum, sumX, sumY) = (sum + light, sumX + light * (Double(x) + 0.5), sumY + light * (Double(y) + 0.5))
        }
      }
      // Fresnel's share changes a little over the image, which moves its middle.
      #expect(abs(sumX / sum - 400) < 0.3, "\(horizon): \(sumX / sum)")
      #expect(abs(sumY / sum - 220) < 1, "\(horizon): \(sumY / sum)")
    }
  }

  @Test("A lamp behind rough water glitters in the line of its mirror image, the more upright the rougher the water")
  func glitter() throws {
    func spread(_ roughness: Double) throws -> (x: Double, y: Double) {
      let pixels = draw(
        try scene(
          #""swell": { "height": 0 }, "chop": { "height": 0 }, "roughness": \#(roughness), "line": 140, "depth": 0, "color": "black", "sky": "black""#,
          below: """
            { "gradient": { "stops": ["black", "black"] } },
            { "shape": { "type": "circle", "center": [400, 60], "radius": 9, "fill": "white" } }
            """))
      var (sum, sumX, sumY, squareX, squareY) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for y in 142..<360 {
        for x in 0..<640 {
          let light = rgb(pixels, x, y).x
          let (px, py) = (Double(x), Double(y))
          (sum, sumX, sumY) = (sum + light, sumX + light * px, sumY + light * py)
          (squareX, squareY) = (squareX + light * px * px, squareY + light * py * py)
        }
      }
      #expect(abs(sumX / sum - 400) < 2)
      return (
        (squareX / sum - sumX / sum * (sumX / sum)).squareRoot(),
        (squareY / sum - sumY / sum * (sumY / sum)).squareRoot()
      )
    }
    let (smooth, rough) = (try spread(0.005), try spread(0.05))
    #expect(rough.y > 3 * smooth.y, "\(rough) \(smooth)")
    #expect(rough.y > 1.5 * rough.x)
  }

  @Test("Caustics keep the light of the bottom") func causticsKeepLight() throws {
    let water =
      #""reflectivity": 0, "tint": "white", "depth": 120, "chop": { "height": 2, "wavelength": 60 }, "swell": { "height": 0 }"#
    let pixels = draw(try scene(water, below: #"{ "gradient": { "stops": ["gray", "gray"] } }"#))
    let plain = draw(try scene(water + ", \"caustics\": 0", below: #"{ "gradient": { "stops": ["gray", "gray"] } }"#))
    var (sum, plainSum, brightest) = (0.0, 0.0, 0.0)
    for y in 0..<360 {
      for x in 0..<640 {
        sum += rgb(pixels, x, y).x
        plainSum += rgb(plain, x, y).x
        brightest = max(brightest, rgb(pixels, x, y).x)
      }
    }
    #expect(abs(sum / plainSum - 1) < 0.02, "\(sum / plainSum)")
    #expect(brightest > 1.5 * rgb(plain, 9, 9).x)
  }

  private static let fromAbove = #""drops": { "rate": 3, "at": [{ "time": 0.1, "position": [200, 100] }] }"#
  private static let ground = #"{ "noise": { "scale": 40 } }"#

  @Test("Threads, tiles and earlier frames change nothing") func sameFrames() throws {
    let lamp = #""lights": [{ "type": "parallel", "angle": 40, "elevation": 50 }],"#
    expectSameFrame(
      try scene(Self.fromAbove, below: Self.ground, extra: lamp), wholeTile: (640, 360))
    expectSameFrame(
      try scene("\(Self.fromAbove), \"line\": 130, \"horizon\": 110", below: Self.ground, extra: lamp),
      wholeTile: (640, 360))
    expectSameFrame(
      try scene(#""line": 130, "impacts": "rain""#, below: "\(Self.ground), \(Self.rain)"), wholeTile: (640, 360))
  }

  @Test("A loop ends as it began") func loops() throws {
    for water in [Self.fromAbove, "\(Self.fromAbove), \"line\": 130"] {
      let scene = try scene(water, below: #"{ "gradient": { "stops": ["red", "blue"] } }"#, loops: true)
      let hashes = [Rational(0), Rational(2), Rational(1)].map { FrameHasher().hash(draw(scene, at: $0)) }
      #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    }
  }

  private static let rain = """
    { "name": "rain", "emitter": { "position": [300, 10], "cells": [{ "burst": 1, "lifetime": 0.5, "velocity": 400,
      "emissionLongitude": 90, "sprite": { "type": "disc", "size": 1 } }] } }
    """

  @Test("A particle makes rings where it dies, from then on") func impacts() throws {
    func frame(_ impacts: String, _ time: Rational) throws -> PixelBuffer {
      draw(
        try scene(
          "\(Self.still)\(impacts), \"caustics\": 0, \"drops\": { \"size\": 8 }", below: "\(Self.ground), \(Self.rain)"),
        at: time)
    }
    let named = #", "impacts": "rain""#
    func differences(_ time: Rational) throws -> [(x: Int, y: Int)] {
      let (with, without) = (try frame(named, time), try frame("", time))
      return (0..<360).flatMap { y in
        (0..<640).filter { abs(rgb(with, $0, y).x - rgb(without, $0, y).x) > 2e-3 }.map { ($0, y) }
      }
    }
    #expect(try differences(Rational(4, 10)).isEmpty)
    let rings = try differences(Rational(7, 10))
    #expect(rings.count > 100)
    let middle = rings.reduce(SIMD2(0.0, 0)) { $0 + SIMD2(Double($1.x), Double($1.y)) } / Double(max(rings.count, 1))
    #expect(abs(middle.x - 300) < 12 && abs(middle.y - 210) < 12, "\(middle)")
  }

  @Test(
    "Water needs linear light, a line in the picture, and an emitter that is there",
    arguments: [
      (#""canvas": { "blending": "srgb" }, "#, "", "", "srgb canvas"),
      ("", #""line": 2000"#, "", "is not above it"),
      ("", #""line": 400, "horizon": 500"#, "", "500 lies below the line, 400"),
      ("", #""impacts": "rain""#, "", "no layer of particles has a name"),
      ("", "", #", "blend": "add""#, "is not blended"),
      ("", "", #", "transform": { "zPosition": 3 }"#, "no place in depth"),
    ])
  func mistakes(keys: String, water: String, others: String, message: String) {
    let text = "{ \(keys)\"layers\": [{ \"name\": \"lake\", \"water\": { \(water) }\(others) }] }"
    do {
      _ = try Preset.load(text: Array(text.utf8), named: "water.json")
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect("\(error)".contains("lake"))
    }
  }

  @Test("Lights that only glint on water are not told to light nothing") func warnings() throws {
    let text = #"{ "lights": [{ "type": "point", "position": [0, 0] }], "layers": [{ "water": {} }] }"#
    #expect(try Preset.load(text: Array(text.utf8), named: "water.json").warnings.isEmpty)
  }
}
