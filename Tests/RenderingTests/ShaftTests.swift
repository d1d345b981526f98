import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

/// Light in the air against closed forms and sums along each ray, in Double.
@Suite("Shafts of light") struct ShaftTests: DrawsScenes {
  private static let turn = 6.283_185_307_179_586

  private func scene(
    _ lights: String, _ layers: String = "", shafts: String = "",
    camera: String = #""camera": { "distance": 1000 },"#
  ) throws -> Scene {
    let air = #"{ "name": "air", "blend": "add", "shafts": { \#(shafts) } }"#
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera) \"lights\": [\(lights)], \"layers\": [\(([air] + (layers.isEmpty ? [] : [layers])).joined(separator: ","))] }"
    return try Preset.load(text: Array(text.utf8), named: "shafts.json").scene
  }

  /// The distance from a place to the line of sight through a pixel, for a camera 1000 before the canvas.
  private func distance(_ x: Int, _ y: Int, to place: SIMD3<Double>) -> Double {
    let d = SIMD3(Double(x) + 0.5 - 320, Double(y) + 0.5 - 180, -1000)
    let a = place - SIMD3(320, 180, 1000)
    let (ad, dd, aa) = ((a * d).sum(), (d * d).sum(), (a * a).sum())
    return ad > 0 ? max(aa - ad * ad / dd, 0).squareRoot() : aa.squareRoot()
  }

  private func air(_ distance: Double, radius: Double, length: Double) -> Double {
    let core = radius * Self.turn / 8
    let round = (distance * distance + core * core).squareRoot()
    return core / round * Lanes.exp((core - round) / length)
  }

  /// What a square casts that blocks light over a way: it is drawn where shafts lie below it.
  private let square =
    #"{ "material": { "castsShadows": true }, "shape": { "type": "rectangle", "center": [300, 180], "size": [80, 80], "fill": "black" } }"#

  @Test(
    "Nothing in its way: a lamp's light by its distance from the line of sight, inside, outside, behind and before the canvas",
    arguments: [
      SIMD3(200.0, 100, 0), SIMD3(-150, 40, 0), SIMD3(500, 300, -2000), SIMD3(250, 200, 600), SIMD3(330, 190, 1400),
    ])
  func clearAir(place: SIMD3<Double>) throws {
    let pixels = draw(
      try scene(
        #"{ "type": "point", "position": [\#(place.x), \#(place.y)], "zPosition": \#(place.z), "radius": 120, "intensity": 2, "color": "red" }"#,
        shafts: #""length": 900, "intensity": 0.5"#))
    for (x, y) in [(3, 5), (200, 100), (260, 150), (400, 300), (636, 2), (320, 356)] {
      let law = air(distance(x, y, to: place), radius: 120, length: 900)
      #expect(abs(rgb(pixels, x, y).x - law) < 0.01 * law + 1e-4, "\(x) \(y) \(rgb(pixels, x, y).x) \(law)")
      #expect(rgb(pixels, x, y).y == 0)
    }
  }

  @Test("Far from the lamp, the light is the sum along the line of sight") func farLight() {
    // The sum of min(1, R²/(b² + z²)) over z, divided by its value 4R at b = 0.
    for distance in [4.0, 10, 40] {
      let sum = Self.turn / 2 / distance / 4
      #expect(abs(air(distance, radius: 1, length: 1e9) / sum - 1) < 0.02)
    }
  }

  @Test("Parallel light fades from where it enters the picture, to any side", arguments: [-90, 0, 30, 135])
  func parallelAir(angle: Int) throws {
    let pixels = draw(
      try scene(
        #"{ "type": "parallel", "angle": \#(angle), "elevation": 0 }"#, shafts: #""length": 300"#))
    let (sine, cosine) = Lanes.sincosTurns(Double(angle) / 360)
    func along(_ x: Double, _ y: Double) -> Double { y * cosine - x * sine }
    let entry = [(0.0, 0.0), (640, 0), (0, 360), (640, 360)].map { along($0.0, $0.1) }.min() ?? 0
    for (x, y) in [(2, 2), (320, 180), (630, 350), (100, 300)] {
      let law = Lanes.exp((entry - along(Double(x) + 0.5, Double(y) + 0.5)) / 300)
      #expect(abs(rgb(pixels, x, y).x - law) < 0.01, "\(x) \(y) \(rgb(pixels, x, y).x) \(law)")
    }
  }

  /// The way through the square at [260, 340] × [140, 220] from a place to a pixel.
  private func way(from lamp: SIMD2<Double>, to pixel: SIMD2<Double>) -> Double {
    let count = 20_000
    let d = pixel - lamp
    var inside = 0
    for index in 0..<count {
      let p = lamp + d * ((Double(index) + 0.5) / Double(count))
      if abs(p.x - 300) < 40, abs(p.y - 180) < 40 { inside += 1 }
    }
    return Double(inside) / Double(count) * (d * d).sum().squareRoot()
  }

  @Test(
    "A square before a lamp: light decays by the way through the square, summed along each ray",
    arguments: [
      SIMD2(100.0, 180), SIMD2(100, 20), SIMD2(-300, 150), SIMD2(-3000, 900), SIMD2(300, 400), SIMD2(290, 170),
    ])
  func squareBeforeLamp(lamp: SIMD2<Double>) throws {
    let light =
      #"{ "type": "point", "position": [\#(lamp.x), \#(lamp.y)], "zPosition": 0, "falloff": "none", "size": 0 }"#
    let shafts = #""penetration": 60, "length": 1000000"#
    // The square itself is black; light is added above it.
    let scene = try scene(light, square, shafts: shafts)
    var above = scene
    above.layers.reverse()
    let pixels = draw(above)
    let center = SIMD2(300.0, 180)
    var checked = 0
    for y in stride(from: 6, to: 360, by: 29) {
      for x in stride(from: 6, to: 640, by: 37) {
        let pixel = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        // Casters are a quarter as large, and blurred by 6 pixels: rays near the square's corners see something else.
        let d = pixel - lamp
        let across = SIMD2(-d.y, d.x) / (d * d).sum().squareRoot()
        let corners = [SIMD2(-40.0, -40), SIMD2(40, -40), SIMD2(-40, 40), SIMD2(40, 40)].map { center + $0 - lamp }
        let atEdge = [abs(pixel.x - 300), abs(pixel.y - 180)].contains { abs($0 - 40) < 16 }
        if atEdge || corners.contains(where: { abs(($0 * across).sum()) < 16 }) { continue }
        let law = Lanes.exp(-way(from: lamp, to: pixel) / 60)
        #expect(abs(rgb(pixels, x, y).x - law) < 0.015, "\(x) \(y) \(rgb(pixels, x, y).x) \(law)")
        checked += 1
      }
    }
    #expect(checked > 40)
  }

  @Test("A square before parallel light: the same sums along parallel rays", arguments: [-90, -70, 10])
  func squareBeforeSun(angle: Int) throws {
    var scene = try scene(
      #"{ "type": "parallel", "angle": \#(angle), "elevation": 0, "size": 0 }"#, square,
      shafts: #""penetration": 60, "length": 1000000"#)
    scene.layers.reverse()
    let pixels = draw(scene)
    let (sine, cosine) = Lanes.sincosTurns(Double(angle) / 360)
    let toLight = SIMD2(sine, -cosine)
    let across = SIMD2(-toLight.y, toLight.x)
    let corners = [SIMD2(260.0, 140), SIMD2(340, 140), SIMD2(260, 220), SIMD2(340, 220)]
    for y in stride(from: 6, to: 360, by: 29) {
      for x in stride(from: 6, to: 640, by: 37) {
        let pixel = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        if corners.contains(where: { abs((($0 - pixel) * across).sum()) < 16 }) { continue }
        if [abs(pixel.x - 300), abs(pixel.y - 180)].contains(where: { abs($0 - 40) < 16 }) { continue }
        let law = Lanes.exp(-way(from: pixel + toLight * 900, to: pixel) / 60)
        #expect(abs(rgb(pixels, x, y).x - law) < 0.015, "\(x) \(y) \(rgb(pixels, x, y).x) \(law)")
      }
    }
  }

  @Test("A spotlight's beam is as bright as the cone is deep") func spot() throws {
    let pixels = draw(
      try scene(
        #"{ "type": "spot", "position": [320, -100], "zPosition": 0, "target": [320, 400], "coneAngle": 40, "feather": 0, "falloff": "none" }"#,
        shafts: #""length": 1000000"#, camera: #""camera": { "distance": 100000 },"#))
    let edge = Lanes.cos(20 * Self.turn / 360)
    for degrees in [0.0, 5, 10, 15, 18] {
      let tangent = Lanes.tan(degrees * Self.turn / 360)
      let law = Lanes.acos(edge / Lanes.cos(degrees * Self.turn / 360)) / (20 * Self.turn / 360)
      for y in [60, 200, 340] {
        let x = Int((tangent * (Double(y) + 100.5) + 319.5).rounded())
        #expect(abs(rgb(pixels, x, y).x - law) < 0.03, "\(degrees) \(y) \(rgb(pixels, x, y).x) \(law)")
      }
    }
    #expect(rgb(pixels, 320 + 190, 340).x < 1e-6)
  }

  @Test("A caster in depth shades where the camera sees it, and lamps shine from where they are seen") func inSpace()
    throws
  {
    // Seen from (320, 180, 1000), the square at z = −1000 is half as large, about the middle: [290, 330] × [160, 200].
    let far = square.replacing("\"shape\"", with: "\"transform\": { \"zPosition\": -1000 }, \"shape\"")
    var scene = try scene(
      #"{ "type": "point", "position": [-120, 180], "zPosition": -1000, "falloff": "none", "size": 0 }"#, far,
      shafts: #""penetration": 30, "length": 1000000"#)
    scene.layers.reverse()
    let pixels = draw(scene)
    // The lamp is seen at (100, 180).
    let law = Lanes.exp(-40.0 / 30.0)
    for x in [360, 600] { #expect(abs(rgb(pixels, x, 180).x - law) < 0.02, "\(x) \(rgb(pixels, x, 180).x)") }
    #expect(abs(rgb(pixels, 300, 120).x - 1) < 0.01 && abs(rgb(pixels, 600, 60).x - 1) < 0.01)
    #expect(abs(rgb(pixels, 200, 180).x - 1) < 0.01)
  }

  @Test("Only the lamp that is named, and dust with the mean of 1") func namedLamp() throws {
    let lights =
      #"{ "type": "ambient" }, { "type": "point", "name": "a", "position": [100, 100], "color": "red" }, { "type": "point", "name": "b", "position": [500, 100], "color": "lime" }"#
    let both = rgb(draw(try scene(lights)), 300, 200)
    let one = rgb(draw(try scene(lights, shafts: #""light": "b""#)), 300, 200)
    #expect(both.x > 0 && one.x == 0 && one.y == both.y)
    let clear = draw(try scene(lights, shafts: #""light": "b""#))
    let dusty = draw(try scene(lights, shafts: #""light": "b", "dust": 1, "dustSize": 40"#))
    var (ratio, squares, count) = (0.0, 0.0, 0.0)
    for y in stride(from: 2, to: 360, by: 8) {
      for x in stride(from: 2, to: 640, by: 8) {
        let share = rgb(dusty, x, y).y / rgb(clear, x, y).y
        (ratio, squares, count) = (ratio + share, squares + (share - 1) * (share - 1), count + 1)
      }
    }
    #expect(abs(ratio / count - 1) < 0.06 && (squares / count).squareRoot() > 0.2)
  }

  @Test("Tiles, threads and earlier frames never show") func sameFrame() throws {
    let layers = ##"""
      { "name": "word", "shape": { "type": "star", "points": 5, "center": ["= 250 + 60 * t", 180], "radius": 90, "fill": "#203040" }, "material": { "castsShadows": true }, "transform": { "zPosition": "= -40 + 60 * t", "rotationY": 20 } },
      { "name": "paper", "begin": -1, "material": { "castsShadows": true }, "emitter": { "position": [320, 100], "cells": [
        { "birthRate": 40, "lifetime": 1, "velocity": 150, "emissionRange": 360, "sprite": { "type": "square", "size": 18 } }] }, "transform": { "zPosition": 60 } },
      { "name": "soft", "group": [{ "blend": "add", "shafts": { "light": "beam" }, "filters": [{ "type": "blur", "radius": 12 }] }], "opacity": 0.5, "blend": "add" }
      """##
    let scene = try scene(
      ##"{ "type": "point", "position": ["= 320 + 900 * sin(tau * T / 2)", 10] }, { "type": "spot", "name": "beam", "position": [20, 10], "target": [320, 200] }, { "type": "parallel", "angle": 40, "elevation": "= -80 + 40 * t" }, { "type": "parallel", "angle": 40, "elevation": 60 }"##,
      layers, shafts: #""dust": 0.5"#,
      camera: #""camera": { "position": ["= 320 + 130 * sin(tau * T / 2)", 140, 620], "distance": 600 },"#)
    expectSameFrame(scene, wholeTile: (648, 360))
  }

  @Test(
    "Shafts need a lamp, and light to which they can be added",
    arguments: [
      (#""lights": [{ "type": "ambient" }]"#, "", "", "have no point, spot or parallel light"),
      ("", "", "", "have no point, spot or parallel light"),
      (
        #""lights": [{ "type": "point", "name": "sun", "position": [0, 0] }]"#, #""light": "sum""#, "",
        #"no lamp has the name "sum": there are "sun""#
      ),
      (#""lights": [{ "type": "point", "position": [0, 0] }]"#, #""light": "sum""#, "", "none of the lamps has a name"),
      (
        #""lights": [{ "type": "ambient", "name": "sky" }, { "type": "point", "position": [0, 0] }]"#,
        #""light": "sky""#, "", "is no lamp"
      ),
      (#""canvas": { "blending": "srgb" }"#, "", "", "srgb canvas"),
      (
        #""lights": [{ "type": "point", "position": [0, 0] }]"#, "", #", "transform": { "zPosition": 3 }"#,
        "no place in depth"
      ),
    ])
  func mistakes(keys: String, shafts: String, others: String, message: String) {
    let text =
      "{ \(keys.isEmpty ? "" : keys + ",") \"layers\": [{ \"name\": \"air\", \"shafts\": { \(shafts) }\(others) }] }"
    do {
      _ = try Preset.load(text: Array(text.utf8), named: "shafts.json")
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect("\(error)".contains("air"))
    }
  }

  @Test("Lights that only shafts show are not told to light nothing") func warnings() throws {
    let text = #"{ "lights": [{ "type": "point", "position": [0, 0] }], "layers": [{ "name": "air", "shafts": {} }] }"#
    #expect(try Preset.load(text: Array(text.utf8), named: "shafts.json").warnings.isEmpty)
  }
}
