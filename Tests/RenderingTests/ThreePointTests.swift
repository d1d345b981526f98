import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Three lights in one") struct ThreePointTests: DrawsScenes {
  private func scene(lights: String, layers: String) throws -> Scene {
    let text =
      "{ \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\"camera\": { \"distance\": 500 }, \"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "three.json").scene
  }

  /// A wall, a card with a relief that casts a shadow on it, and sheets of paper that take its shadow.
  private let stage = #"""
    { "name": "wall", "material": {}, "transform": { "zPosition": -40 }, "gradient": { "stops": ["#ccc", "#999"] } },
    { "name": "card", "material": { "castsShadows": true, "relief": "round", "specular": 0.4 }, "transform": { "zPosition": 30 },
      "shape": { "type": "rectangle", "center": [120, 80], "size": [90, 60], "fill": "#c84" } },
    { "name": "paper", "begin": -2, "material": { "lightThrough": 0.5 }, "transform": { "zPosition": 0 }, "emitter": {
      "shape": "rectangle", "position": ["50%", "50%"], "size": [300, 160],
      "cells": [{ "birthRate": 60, "lifetime": 2, "sprite": { "type": "paper", "size": 14 }, "tumbleRange": 360, "tilt": 20, "tiltRange": 60 }] } }
    """#

  @Test(
    "A key, a fill and a rim light are three parallel lights, for layers, particles and shadows, at rest and animated",
    arguments: [
      (
        #""shadow": 0.8"#,
        #"{ "type": "parallel", "intensity": 1.25, "angle": -40, "elevation": 42, "color": "color(srgb-linear 1 0.87 0.72)", "shadow": 0.8, "size": 8 }, "#
          + #"{ "type": "parallel", "intensity": 0.25, "angle": 100, "elevation": 30, "color": "color(srgb-linear 0.5 0.68 1)" }, "#
          + #"{ "type": "parallel", "intensity": 3.75, "angle": 100, "elevation": -20, "color": "color(srgb-linear 0.75 0.85 1)" }"#
      ),
      (
        #""shadow": "= t", "size": 20, "intensity": "= 1 + t", "angle": "= 60 * t", "fill": 0.5, "rim": "= t", "color": "red", "fillColor": "lime", "rimColor": "blue""#,
        #"{ "type": "parallel", "intensity": "= (1 + t) * 1.25", "angle": "= 60 * t", "elevation": 42, "color": "red", "shadow": "= t", "size": 20 }, "#
          + #"{ "type": "parallel", "intensity": "= (1 + t) * 1.25 * 0.5", "angle": "= 60 * t + 140", "elevation": 30, "color": "lime" }, "#
          + #"{ "type": "parallel", "intensity": "= (1 + t) * 1.25 * t", "angle": "= 60 * t + 140", "elevation": -20, "color": "blue" }"#
      ),
    ])
  func parts(keys: String, three: String) throws {
    // A lamp before and a lamp after: the places of lights in the list count.
    let (first, last) = (
      #"{ "type": "point", "position": [40, 40], "zPosition": 200, "radius": 100, "shadow": 0.5 }, "#,
      #", { "type": "point", "position": [300, 150], "zPosition": 90, "radius": 60, "intensity": 0.3, "shadow": 0.3 }"#
    )
    let one = try scene(lights: first + "{ \"type\": \"threePoint\", \(keys) }" + last, layers: stage)
    let frame = draw(one, at: Rational(7, 10))
    #expect(
      FrameHasher().hash(frame)
        == FrameHasher().hash(draw(try scene(lights: first + three + last, layers: stage), at: Rational(7, 10))))
    #expect(
      FrameHasher().hash(frame)
        != FrameHasher().hash(draw(try scene(lights: first + three, layers: stage), at: Rational(7, 10))))
  }

  @Test("A white surface that faces the eye is about white; the rim is seen on a relief's far edge alone") func white()
    throws
  {
    let layer =
      #"{ "shape": { "type": "rectangle", "center": [160, 90], "size": [200, 100], "fill": "white" }, "material": { "relief": "round", "reliefWidth": 20 } }"#
    func pixels(_ keys: String) throws -> PixelBuffer {
      draw(try scene(lights: "{ \"type\": \"threePoint\"\(keys) }", layers: layer))
    }
    let (lit, dull) = (try pixels(""), try pixels(#", "rim": 0"#))
    let white = rgb(lit, 160, 90)
    #expect((white.x + white.y + white.z) / 3 > 0.75 && white.max() < 1.05, "\(white)")
    #expect(white == rgb(dull, 160, 90))
    // The key light comes from the left and above, the rim light from the right.
    #expect(rgb(lit, 258, 90).z > rgb(dull, 258, 90).z + 0.5)
    #expect(rgb(lit, 62, 90) == rgb(dull, 62, 90))
  }
}
