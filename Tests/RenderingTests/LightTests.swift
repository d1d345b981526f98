import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Lights and materials") struct LightTests: DrawsScenes {
  private func scene(_ layers: String, lights: String, camera: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera) \"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "light.json").scene
  }

  private func wall(_ material: String = "", transform: String = "", fill: String = "white") -> String {
    "{ \"shape\": { \"type\": \"rectangle\", \"center\": [160, 90], \"size\": [2000, 2000], \"fill\": \"\(fill)\" }, "
      + "\"material\": { \(material) }\(transform.isEmpty ? "" : ", \"transform\": { \(transform) }") }"
  }

  @Test(
    "A lamp before a wall: Lambert's cosine over the square of the distance, on level and tilted walls",
    arguments: [0.0, 40])
  func lamp(tilt: Double) throws {
    let pixels = draw(
      try scene(
        wall(transform: "\"zPosition\": 0, \"rotationY\": \(tilt)"),
        lights:
          #"{ "type": "point", "position": [200, 60], "zPosition": 50, "radius": 30, "intensity": 2, "color": "color(srgb-linear 1 0.5 0.25)" }"#,
        camera: #""camera": { "distance": 500 },"#))
    let (sine, cosine) = Lanes.sincosTurns(tilt / 360)
    for (x, y) in [(160, 90), (200, 60), (20, 170), (300, 10), (240, 90)] {
      // The ray through the pixel meets the wall: x = 160 + u·cos, z = −u·sin.
      let (rayX, rayY) = ((Double(x) + 0.5 - 160) / 500, (Double(y) + 0.5 - 90) / 500)
      let u = rayX * 500 / (cosine - rayX * sine)
      let (placeX, placeZ) = (160 + u * cosine, -u * sine)
      let placeY = 90 + rayY * (500 - placeZ)
      let toLight = SIMD3(200 - placeX, 60 - placeY, 50 - placeZ)
      let squared = (toLight.x * toLight.x + toLight.y * toLight.y) + toLight.z * toLight.z
      // The normal of the wall: its right side goes away from the eye, so that it faces the right a little.
      let facing = max((toLight.x * sine + toLight.z * cosine) / squared.squareRoot(), 0)
      let expected = 2 * facing * min(900 / squared, 1)
      let found = rgb(pixels, x, y)
      #expect(abs(found.x - expected) < 0.01 * expected + 0.002, "\(x) \(y) \(found) \(expected)")
      #expect(abs(found.y - expected / 2) < 0.01 * expected + 0.002)
    }
  }

  @Test("Parallel light by its angle and elevation; ambient light alone leaves a white surface white (furnace)")
  func parallel() throws {
    let sun = draw(try scene(wall(), lights: #"{ "type": "parallel", "angle": 90, "elevation": 30 }"#))
    #expect(abs(rgb(sun, 160, 90).x - 0.5) < 1e-5)
    let back = draw(try scene(wall(), lights: #"{ "type": "parallel", "elevation": -30 }"#))
    #expect(rgb(back, 160, 90).x == 0)
    for transform in ["", "\"zPosition\": 0, \"rotationX\": 50", "\"rotation\": 30"] {
      let furnace = draw(
        try scene(wall(transform: transform), lights: #"{ "type": "ambient", "intensity": 1 }"#))
      for (x, y) in [(3, 3), (160, 90), (310, 170)] { #expect(abs(rgb(furnace, x, y).x - 1) < 1e-5) }
    }
  }

  @Test("A spotlight is full in its middle, dark outside of its cone, half in the middle of its feather") func spot()
    throws
  {
    let pixels = draw(
      try scene(
        wall(),
        lights:
          #"{ "type": "spot", "position": [160, 90], "zPosition": 100, "target": [160, 90], "coneAngle": 60, "feather": 0.5, "falloff": "none" }"#
      ))
    #expect(abs(rgb(pixels, 160, 90).x - 1) < 1e-3)
    // 100 · tan 30° = 57.7 points.
    #expect(rgb(pixels, 160 + 59, 90).x == 0 && rgb(pixels, 160 + 54, 90).x > 0.0005)
    // Half where the cosine is halfway between those of 15° and 30°, at 23.64°: 43.8 points away.
    let place = 160 + 43.77
    let (left, right) = (rgb(pixels, Int(place), 90).x, rgb(pixels, Int(place) + 1, 90).x)
    let half = 0.5 * 0.9161
    #expect(min(left, right) - 0.02 < half && half < max(left, right) + 0.02, "\(left) \(right)")
  }

  @Test("Highlights: at the mirrored place they are as strong as the law says; metal colours them") func highlights()
    throws
  {
    func peak(_ material: String) throws -> SIMD3<Double> {
      rgb(
        draw(
          try scene(
            wall(material, fill: "color(srgb-linear 0.8 0.4 0.2)"),
            lights: #"{ "type": "parallel", "elevation": 90 }"#)), 160, 90)
    }
    // roughness 0.5: the power is 2 ÷ 0.0625 − 2 = 30.
    let plain = try peak(#""specular": 0.1, "roughness": 0.5"#)
    #expect(abs(plain.x - (0.8 + 0.1 * 38 / 8)) < 1e-3 && abs(plain.z - (0.2 + 0.1 * 38 / 8)) < 1e-3)
    let metal = try peak(#""specular": 0.1, "roughness": 0.5, "metal": 1"#)
    #expect(abs(metal.x - 0.8 * 0.1 * 38 / 8) < 1e-3 && abs(metal.z - 0.2 * 0.1 * 38 / 8) < 1e-3)
  }

  @Test("Light from behind passes in the square of the colour; emission shines in the dark") func through() throws {
    let leaf = draw(
      try scene(
        wall(#""lightThrough": 0.5, "emission": 0.1"#, fill: "color(srgb-linear 0.4 0.8 0)"),
        lights: #"{ "type": "parallel", "elevation": -90 }"#))
    let found = rgb(leaf, 160, 90)
    #expect(abs(found.x - (0.16 * 0.5 + 0.04)) < 1e-4 && abs(found.y - (0.64 * 0.5 + 0.08)) < 1e-4)
  }

  @Test("The side that is seen is lit, also of a layer that is turned round") func backSide() throws {
    let sun = #"{ "type": "parallel", "elevation": 90 }"#
    for turn in [0, 180] {
      let pixels = draw(try scene(wall(transform: "\"zPosition\": 0, \"rotationY\": \(turn)"), lights: sun))
      #expect(abs(rgb(pixels, 160, 90).x - 1) < 1e-4, "\(turn)")
    }
  }

  @Test("A particle is lit as a piece of a layer at its place", arguments: [-200, 0, 90]) func particle(z: Int) throws {
    let light = #"{ "type": "point", "position": [210, 40], "zPosition": 120, "radius": 60, "intensity": 1.5 }"#
    let camera = #""camera": { "distance": 420, "position": [190, 70, 430] },"#
    let layer = draw(
      try scene(
        #"{ "shape": { "type": "rectangle", "center": [150, 100], "size": [14, 14], "fill": "white" }, "material": {}, "transform": { "zPosition": \#(z) } }"#,
        lights: light, camera: camera))
    let particle = draw(
      try scene(
        #"""
        { "begin": -1, "material": {}, "emitter": { "position": [150, 100], "cells": [
          { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "tumble": 0.0001, "sprite": { "type": "square", "size": 14 } }] },
          "transform": { "zPosition": \#(z) } }
        """#, lights: light, camera: camera))
    func brightest(_ pixels: PixelBuffer) -> Double {
      (0..<180).map { y in (0..<320).map { rgb(pixels, $0, y).x }.max() ?? 0 }.max() ?? 0
    }
    // The particle faces the eye, the layer the canvas: the two directions differ by a few degrees.
    #expect(abs(brightest(layer) / brightest(particle) - 1) < 0.08, "\(brightest(layer)) \(brightest(particle))")
  }

  @Test("A ball under light from the side has a quarter of what it has under light from the eye") func ball() throws {
    func brightness(_ light: String) throws -> Double {
      let pixels = draw(
        try scene(
          #"""
          { "begin": -1, "material": {}, "emitter": { "position": [160, 90], "cells": [
            { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "sprite": { "type": "disc", "size": 20 } }] } }
          """#, lights: light))
      return rgb(pixels, 160, 90).x
    }
    #expect(abs(try brightness(#"{ "type": "parallel", "elevation": 90 }"#) - 1) < 1e-4)
    #expect(abs(try brightness(#"{ "type": "parallel", "elevation": 0 }"#) - 0.25) < 1e-4)
  }

  private static let everything = ##"""
    { "noise": { "stops": ["#203040", "#a0b0c0"] }, "material": { "specular": 0.3 }, "transform": { "zPosition": -300 } },
    { "pattern": { "type": "grid" }, "material": {}, "transform": { "rotationX": -80, "position": [0, 60], "zPosition": 0 } },
    { "begin": -2, "material": { "specular": 0.5, "lightThrough": 0.5 }, "emitter": { "shape": "rectangle", "position": [160, 90], "size": [300, 160], "depth": 200, "cells": [
      { "birthRate": 60, "lifetime": 2, "velocity": 20, "emissionRange": 360, "tumble": 30, "tumbleSpeed": 200, "tilt": 20, "tiltSpeed": 90, "sprite": { "type": "paper", "size": 9 } }] },
      "transform": { "zPosition": -60 } },
    { "shape": { "type": "star", "center": [160, 90], "radius": 40, "points": 5, "fill": "white" }, "material": { "metal": 1, "specular": 1 }, "transform": { "zPosition": 60, "rotationY": "= 40 * t" } }
    """##

  @Test("Tiles, threads and earlier frames never show") func sameFrame() throws {
    let scene = try scene(
      Self.everything,
      lights:
        ##"{ "type": "ambient" }, { "type": "point", "position": ["= 160 + 90 * sin(tau * T / 2)", 60], "zPosition": 80, "color": "#ffb060", "intensity": 2 }, { "type": "spot", "position": [20, 10], "target": [200, 120] }"##,
      camera:
        #""camera": { "position": ["= 160 + 130 * sin(tau * T / 2)", 40, 420], "distance": 380, "shutter": 180 },"#)
    expectSameFrame(scene, wholeTile: (328, 180))
  }

  @Test("What cannot be, or has no effect, is told") func mistakes() throws {
    func load(_ text: String) -> String {
      do {
        return try Preset.load(text: Array(text.utf8), named: "light.json").warnings.map(\.description).joined()
      } catch {
        return "\(error)"
      }
    }
    let layer = #""layers": [{ "gradient": { "stops": ["red", "blue"] }, "material": {} }]"#
    let plain = #""layers": [{ "gradient": { "stops": ["red", "blue"] } }]"#
    #expect(load("{ \(layer) }").contains("the preset has no lights"))
    #expect(load("{ \"lights\": [\"ambient\"], \(layer) }").contains("should be an object"))
    #expect(load("{ \"lights\": [{ \"type\": \"ambient\" }], \(plain) }").contains("no layer has a material"))
    #expect(
      load("{ \"canvas\": { \"blending\": \"srgb\" }, \"lights\": [{ \"type\": \"ambient\" }], \(layer) }")
        .contains("leave out the lights"))
    #expect(
      load("{ \"lights\": [{ \"type\": \"lamp\" }], \(layer) }").contains(
        "not one of ambient, parallel, point, spot, threePoint or layer")
    )
    #expect(load("{ \"lights\": [{ \"type\": \"point\" }], \(layer) }").contains("needs the key position"))
    let sparks =
      #""layers": [{ "emitter": { "cells": [{ "burst": 1, "lifetime": 9 }] }, "material": { "relief": "round", "catcher": true } }]"#
    let told = load("{ \"lights\": [{ \"type\": \"ambient\" }], \(sparks) }")
    #expect(told.contains("material.relief: has no effect on particles") && told.contains("material.catcher: has no"))
    #expect(load("{ \"lights\": [{ \"type\": \"ambient\" }], \(layer) }") == "")
  }
}
