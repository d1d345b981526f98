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

  @Test("A floor under a moving camera, whose light changes, is lit at each place that is seen") func seenFloor() throws
  {
    // The floor lies 100 below the lamp, and leads away from the eye; it is seen in true perspective.
    let floor = Self.wall.replacing(
      #""zPosition": Z"#, with: #""zPosition": 0, "rotationX": -90, "position": [0, 100]"#)
    let camera =
      #""camera": { "center": [320, 180], "position": ["= 320 + 100 * sin(t)", 80, 600], "distance": 600 },"#
    let pixels = draw(
      try scene(
        floor + "," + lamp(320, 180), lights: #"{ "type": "layer", "layer": "lamp", "intensity": "= 50 + 0 * t" }"#,
        camera: camera))
    let (law, seen) = (
      draw(
        try scene(
          floor,
          lights:
            #"{ "type": "point", "position": [320, 180], "zPosition": 0, "radius": 1, "intensity": "= 900 + 0 * t" }"#,
          camera: camera)), pixels
    )
    // 50 · 36π ÷ 2π at a distance of 1 is 900.
    for (x, y) in [(330, 300), (280, 280), (400, 320), (340, 260), (120, 300)] {
      let (found, expected) = (rgb(seen, x, y).x, rgb(law, x, y).x)
      #expect(expected > 0.002 && abs(found - expected) < 0.08 * expected, "\(x) \(y) \(found) \(expected)")
    }
  }

  @Test("Layers between a shining layer and a wall cast shadows where rays say; those beyond do not") func shadow()
    throws
  {
    // The card's edge at x = 260, half way between the lamp at 200 and the wall 120 behind it, falls to 320.
    func light(_ z: Int) throws -> PixelBuffer {
      let card =
        #", { "name": "card", "shape": { "type": "rectangle", "center": [-40, 180], "size": [600, 2000], "fill": "black" }, "material": { "castsShadows": true }, "transform": { "zPosition": \#(z) } }"#
      return draw(
        try scene(
          Self.wall.replacing("Z", with: "-120") + card + "," + lamp(200, 150),
          lights: #"{ "type": "layer", "layer": "lamp", "intensity": 50, "shadow": 1, "size": 20 }"#,
          camera: Self.lampFar))
    }
    let (pixels, open) = (try light(-60), try light(60))
    func share(_ x: Int) -> Double { rgb(pixels, x, 150).x / rgb(open, x, 150).x }
    #expect(abs(share(320) - 0.5) < 0.06, "\(share(320))")
    #expect(share(285) < 0.05 && share(370) > 0.95, "\(share(285)) \(share(370))")
  }

  /// A card, or a particle of its size, 60 behind a lamp that a layer is, with a wall's hole between them or not.
  private func particle(_ emitter: Bool, lights: String, extra: String = "") throws -> Double {
    let material = #""material": { "lightThrough": 0 }, "transform": { "zPosition": -60 }"#
    let thing =
      emitter
      ? #"{ "begin": -1, "emitter": { "position": [360, 200], "cells": [{ "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "tumble": 0.0001, "sprite": { "type": "square", "size": 14 } }] }, \#(material) }"#
      : #"{ "shape": { "type": "rectangle", "center": [360, 200], "size": [14, 14], "fill": "white" }, \#(material) }"#
    let pixels = draw(try scene(thing + extra, lights: lights, camera: Self.lampFar))
    return rgb(pixels, 360, 200).x
  }

  @Test("Particles are lit by layers as a layer in their place is") func litParticles() throws {
    let light = #"{ "type": "layer", "layer": "lamp", "intensity": 50 }"#
    let (one, other) = (
      try particle(true, lights: light, extra: "," + lamp(320, 180)),
      try particle(false, lights: light, extra: "," + lamp(320, 180))
    )
    let law = expected(40.5, 20.5, 60, intensity: 50)
    #expect(abs(other - law) < 0.05 * law && abs(one - other) < 0.02 * law, "\(one) \(other) \(law)")
  }

  @Test("Shadows of layers fall on particles") func shadowedParticles() throws {
    let light = #"{ "type": "parallel", "angle": -90, "elevation": 45, "shadow": 1, "size": 1 }"#
    // Its shadow reaches from 300 to 400 where the particle is: 60 to 70 behind it, and as much to the right.
    let card =
      #", { "name": "card", "blend": "add", "shape": { "type": "rectangle", "center": [C, 180], "size": [100, 300], "fill": "black" }, "material": { "castsShadows": true }, "transform": { "zPosition": 40 } }"#
    let (dark, bright) = (
      try particle(true, lights: light, extra: card.replacing("C", with: "260")),
      try particle(true, lights: light, extra: card.replacing("C", with: "60"))
    )
    #expect(dark < 0.02 && abs(bright - 0.5.squareRoot()) < 0.01, "\(dark) \(bright)")
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
      { "name": "word", "shape": { "type": "star", "points": 5, "center": [320, 180], "radius": 90, "fill": "white" }, "material": { "relief": "round", "reliefWidth": 8, "specular": 0.5, "castsShadows": true }, "transform": { "zPosition": -40, "rotationY": "= 30 * t" } },
      { "name": "sparks", "blend": "add", "begin": -1, "emitter": { "position": [320, 100], "cells": [
        { "birthRate": 40, "lifetime": 1, "velocity": 150, "emissionRange": 360, "sprite": { "type": "softDisc", "size": 8 }, "color": "orange", "intensity": 8 }] }, "transform": { "zPosition": 0 } },
      { "name": "dust", "begin": -2, "material": { "lightThrough": 1, "castsShadows": true }, "emitter": { "shape": "rectangle", "position": [320, 180], "size": [640, 360], "depth": 300, "cells": [
        { "birthRate": 100, "lifetime": 2, "velocity": 30, "emissionRange": 360, "sprite": { "type": "disc", "size": 7 } },
        { "birthRate": 60, "lifetime": 2, "tumble": 30, "tumbleSpeed": 200, "velocity": 30, "sprite": { "type": "paper", "size": 12 } }] }, "transform": { "zPosition": 30 } }
      """##
    let scene = try scene(
      layers,
      lights:
        ##"{ "type": "ambient" }, { "type": "layer", "layer": "sparks", "intensity": 40, "shadow": 0.9 }, { "type": "point", "position": [20, 10], "color": "#4060ff", "shadow": 0.8 }"##,
      camera:
        #""camera": { "position": ["= 320 + 130 * sin(tau * T / 2)", 140, 620], "distance": 600, "aperture": 10 },"#)
    expectSameFrame(scene, wholeTile: (648, 360))
  }

  @Test("Sparks that a replicator mirrors light a wall from both places") func mirroredSparks() throws {
    func light(_ replicator: String) throws -> PixelBuffer {
      let sparks =
        #"{ "name": "sparks", "blend": "add", REPLICATOR "emitter": { "position": [320, 80], "cells": [{ "burst": 1, "lifetime": 9, "sprite": { "type": "disc", "size": 8 }, "intensity": 20 }] } }"#
      return draw(
        try scene(
          Self.wall.replacing("Z", with: "-60") + "," + sparks.replacing("REPLICATOR", with: replicator),
          lights: #"{ "type": "layer", "layer": "sparks", "intensity": 40 }"#))
    }
    let one = try light("")
    let both = try light(#""replicator": { "instanceCount": 2, "instanceTransform": { "scale": [1, -1] } },"#)
    #expect(rgb(one, 320, 120).x > 4 * rgb(one, 320, 240).x)
    #expect(abs(rgb(both, 320, 120).x / rgb(both, 320, 240).x - 1) < 0.05)
  }

  @Test("A lamp within groups lights a wall as one alone does, where nothing else lies as deep") func nestedLamp()
    throws
  {
    func light(_ lamp: String) throws -> Double {
      let pixels = draw(
        try scene(
          Self.wall.replacing("Z", with: "-60") + "," + lamp,
          lights: #"{ "type": "layer", "layer": "lamp", "intensity": 40 }"#))
      return rgb(pixels, 260, 150).x
    }
    let shape = #""shape": { "type": "circle", "center": [200, 150], "radius": 8, "fill": "white" }"#
    let alone = try light(#"{ "name": "lamp", \#(shape) }"#)
    let nested = try light(
      #"{ "name": "lamp", "group": [{ "group": [{ \#(shape), "filters": [{ "type": "brightness", "amount": 1 }], "mask": { "gradient": { "stops": ["white", "white"] } } }] }] }"#
    )
    #expect(alone > 0.01 && abs(nested / alone - 1) < 0.01)
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
