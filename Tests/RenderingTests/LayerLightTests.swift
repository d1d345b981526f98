import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Layers as lights, and relief") struct LayerLightTests: DrawsScenes {
  private func scene(_ layers: String, lights: String, camera: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera) \"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "light.json").scene
  }

  private static let lampFar = #""camera": { "distance": 100000 },"#
  private static let wall =
    #"{ "name": "wall", "shape": { "type": "rectangle", "center": [320, 180], "size": [4000, 4000], "fill": "white" }, "material": {}, "transform": { "zPosition": Z } }"#

  /// A small bright disc that is left out of the picture itself by its place.
  private func lamp(_ x: Int, _ y: Int) -> String {
    #"{ "name": "lamp", "blend": "add", "shape": { "type": "circle", "center": [\#(x), \#(y)], "radius": 6, "fill": "color(srgb-linear 1 0.5 0.25)" }, "transform": { "zPosition": 0 } }"#
  }

  /// The irradiance of a wall by a disc: I · cos/(2π d²) times the disc's area, in points.
  private func expected(_ dx: Double, _ dy: Double, _ height: Double, intensity: Double) -> Double {
    let squared = dx * dx + dy * dy + height * height
    return intensity * 36 * 3.14159265 * height / (squared * squared.squareRoot() * 2 * 3.14159265)
  }

  @Test("A spark lights a wall near and far, as the sum over its pixels says", arguments: [60, 120])
  func level(height: Int) throws {
    let pixels = draw(
      try scene(
        Self.wall.replacing("Z", with: "-\(height)") + "," + lamp(200, 150),
        lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50 }"#, camera: Self.lampFar))
    for (x, y) in [(240, 150), (200, 190), (300, 200), (420, 300), (200, 60)] {
      let law = expected(Double(x) + 0.5 - 200, Double(y) + 0.5 - 150, Double(height), intensity: 50)
      let found = rgb(pixels, x, y)
      #expect(abs(found.x - law) < 0.05 * law, "\(x) \(y) \(found) \(law)")
      #expect(abs(found.y - law / 2) < 0.05 * law)
    }
  }

  @Test("What shines just outside of the picture reaches in") func outside() throws {
    let pixels = draw(
      try scene(
        Self.wall.replacing("Z", with: "-80") + "," + lamp(-60, 180),
        lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50 }"#, camera: Self.lampFar))
    let law = expected(100.5, 0.5, 80, intensity: 50)
    #expect(abs(rgb(pixels, 40, 180).x - law) < 0.06 * law)
  }

  @Test("A tilted wall is lit at each place by its own distance and direction") func tilted() throws {
    // The wall stands behind the lamp, and its right side comes nearer.
    let turn = -30.0
    let wall = Self.wall.replacing(#""zPosition": Z"#, with: #""zPosition": -150, "rotationY": \#(turn)"#)
    let pixels = draw(
      try scene(
        wall + "," + lamp(320, 180), lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50 }"#,
        camera: Self.lampFar))
    let (sine, cosine) = Lanes.sincosTurns(turn / 360)
    for (x, y) in [(320, 220), (200, 180), (400, 120), (440, 250)] {
      let u = (Double(x) + 0.5 - 320) / cosine
      let (placeX, placeZ) = (320 + u * cosine, -150 - u * sine)
      let (dx, dy, dz) = (320 - placeX, 180 - (Double(y) + 0.5), -placeZ)
      let squared = (dx * dx + dy * dy) + dz * dz
      let facing = (dx * sine + dz * cosine) / squared.squareRoot()
      let law = 50 * 36 / 2 * facing / squared
      let found = rgb(pixels, x, y).x
      #expect(abs(found - law) < 0.08 * law, "\(x) \(y) \(found) \(law)")
    }
  }

  @Test("Light from behind comes through; a layer does not light itself") func behind() throws {
    let leaf = Self.wall.replacing("Z", with: "80").replacing(
      #""material": {}"#, with: #""material": { "lightThrough": 1 }"#)
    let pixels = draw(
      try scene(
        lamp(320, 180) + "," + leaf, lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50 }"#,
        camera: Self.lampFar))
    let law = expected(40.5, 0.5, 80, intensity: 50)
    #expect(abs(rgb(pixels, 360, 180).x - law) < 0.06 * law)
    let own = draw(
      try scene(
        lamp(320, 180).replacing(#""blend": "add","#, with: #""material": {},"#),
        lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50 }, { "type": "ambient", "intensity": 0.5 }"#))
    #expect(abs(rgb(own, 320, 180).x - 0.5) < 1e-4)
  }

  @Test("A bevel faces the light on one side and turns away on the other") func relief() throws {
    let pixels = draw(
      try scene(
        #"{ "shape": { "type": "rectangle", "center": [320, 180], "size": [200, 200], "fill": "white" }, "material": { "relief": "bevel", "reliefWidth": 24, "reliefHeight": 1 } }"#,
        lights: #"{ "type": "parallel", "angle": -90, "elevation": 45 }"#))
    // A slope of 45° that faces the light: 1. Flat: sin 45°. The other slope: 0.
    #expect(abs(rgb(pixels, 220 + 12, 180).x - 1) < 0.01)
    #expect(abs(rgb(pixels, 320, 180).x - 0.5.squareRoot()) < 1e-3)
    #expect(rgb(pixels, 420 - 12, 180).x < 0.02)
    // The upper and lower slopes have half of the flat part's turn towards the light: cos 45° · cos 45°.
    #expect(abs(rgb(pixels, 320, 80 + 12).x - 0.5) < 0.01)
  }

  @Test("Tiles, threads and earlier frames never show") func sameFrame() throws {
    let layers = ##"""
      { "name": "wall", "noise": { "stops": ["#203040", "#a0b0c0"] }, "material": { "specular": 0.3 }, "transform": { "zPosition": -100 } },
      { "name": "floor", "pattern": { "type": "grid" }, "material": {}, "transform": { "rotationX": -80, "position": [0, 60], "zPosition": 0 } },
      { "name": "word", "shape": { "type": "star", "points": 5, "center": [320, 180], "radius": 90, "fill": "white" }, "material": { "relief": "round", "reliefWidth": 8, "specular": 0.5 }, "transform": { "zPosition": -40, "rotationY": "= 30 * t" } },
      { "name": "sparks", "blend": "add", "begin": -1, "emitter": { "position": [320, 100], "cells": [
        { "birthRate": 40, "lifetime": 1, "velocity": 150, "emissionRange": 360, "sprite": { "type": "softDisc", "size": 8 }, "color": "orange", "intensity": 8 }] }, "transform": { "zPosition": 0 } }
      """##
    let scene = try scene(
      layers,
      lights:
        ##"{ "type": "ambient" }, { "type": "layer", "layer": "sparks", "intensity": 40 }, { "type": "point", "position": [20, 10], "color": "#4060ff" }"##,
      camera:
        #""camera": { "position": ["= 320 + 130 * sin(tau * T / 2)", 140, 620], "distance": 600, "aperture": 10 },"#)
    expectSameFrame(scene, wholeTile: (648, 360))
  }

  @Test("A layer that shines must exist") func mistakes() {
    let text =
      #"{ "lights": [{ "type": "layer", "layer": "lump" }], "layers": [{ "name": "lamp", "gradient": { "stops": ["red", "blue"] }, "material": {} }] }"#
    do {
      _ = try Preset.load(text: Array(text.utf8), named: "light.json")
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains("no layer has this name: there are lamp"))
    }
  }
}
