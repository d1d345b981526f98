import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

/// Sheets against closed forms, and against the sprites that they are when they are flat.
@Suite("Bent sheets") struct SheetTests: DrawsScenes {
  private func scene(_ layers: String, lights: String, more: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 200, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 \(more) }, "
      + "\"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "sheets.json").scene
  }

  /// One white sprite in the middle of the frame.
  private func one(_ sprite: String, _ keys: String = "", lights: String = #"{ "type": "ambient", "intensity": 1 }"#)
    throws
    -> PixelBuffer
  {
    draw(
      try scene(
        """
        { "material": {}, "emitter": { "position": [160, 100], "cells": [ { "burst": 1, "lifetime": 9, "color": "white",
          "sprite": { \(sprite) } \(keys.isEmpty ? "" : ", " + keys) } ] } }
        """, lights: lights))
  }

  private func area(_ pixels: PixelBuffer, plane: Int = 0) -> Double {
    (0..<200).reduce(0.0) { sum, y in (0..<320).reduce(sum) { $0 + value(pixels, plane, $1, y) } }
  }

  @Test(
    "A flat sheet is the rectangle of its size, however it is turned",
    arguments: [
      "", "\"rotation\": 27", "\"tumble\": 50, \"rotation\": -40", "\"tumble\": 35, \"tilt\": 40, \"rotation\": 100",
    ]) func flat(turn: String) throws
  {
    let size = "\"size\": [150, 60]"
    let sheet = try one("\"type\": \"sheet\", \"form\": \"paper\", \"bend\": 0, \(size)", turn)
    let square = try one("\"type\": \"square\", \(size)", turn)
    let (sheetArea, squareArea) = (area(sheet), area(square))
    #expect(abs(sheetArea / squareArea - 1) < 0.004, "\(sheetArea), not \(squareArea)")
    var greatest = 0.0
    for y in 0..<200 {
      for x in 0..<320 { greatest = max(greatest, abs(value(sheet, 0, x, y) - value(square, 0, x, y))) }
    }
    // Ramps of edges are 1 px wide here and up to √2 px there.
    #expect(greatest < 0.3, "\(greatest)")
  }

  @Test(
    "Seen from straight in front, a bent sheet is as wide as its chord, and folded over as its cylinder",
    arguments: [
      20.0, 90, 170, 260, 360,
    ]) func chord(bend: Double) throws
  {
    let (length, breadth) = (200.0, 60.0)
    let angle = bend * .pi / 180
    let radius = length / angle
    let width = bend < 180 ? 2 * radius * Lanes.sin(angle / 2) : 2 * radius
    func seen(_ bend: Double) throws -> PixelBuffer {
      try one("\"type\": \"sheet\", \"form\": \"paper\", \"bend\": \(bend), \"size\": [\(length), \(breadth)]")
    }
    // Bent away from the eye, the outer side is seen, on which ambient light is even.
    let outer = try seen(-bend)
    #expect(abs(area(outer) / (width * breadth) - 1) < 0.01, "\(area(outer)), not \(width * breadth)")
    // Bent towards it, the outline is the same.
    let inner = try seen(bend)
    func covered(_ pixels: PixelBuffer) -> Int {
      (0..<200).reduce(0) { sum, y in sum + (0..<320).count { value(pixels, 0, $0, y) > 0.3 } }
    }
    #expect(abs(covered(inner) - covered(outer)) <= covered(outer) / 50, "\(covered(inner)), \(covered(outer))")
  }

  @Test("The face that is turned to the eye has its own colour; a sheet that folds over shows both")
  func faces() throws {
    func colors(_ keys: String, bend: Double = 20) throws -> (front: Double, back: Double) {
      let pixels = try one(
        "\"type\": \"sheet\", \"form\": \"paper\", \"bend\": \(bend), \"size\": [160, 60]",
        "\"color\": \"#f00\", \"backColor\": \"#00f\", " + keys)
      return (area(pixels, plane: 2), area(pixels, plane: 1))
    }
    func one(_ sprite: String, _ keys: String) throws -> PixelBuffer {
      draw(
        try scene(
          """
          { "material": {}, "emitter": { "position": [160, 100], "cells": [ { "burst": 1, "lifetime": 9,
            "sprite": { \(sprite) }, \(keys) } ] } }
          """, lights: #"{ "type": "ambient", "intensity": 1 }"#))
    }
    let front = try colors("\"tumble\": 10")
    #expect(front.front > 8_000 && front.back == 0)
    let back = try colors("\"tumble\": 170")
    #expect(back.back > 8_000 && back.front == 0)
    let tilted = try colors("\"tilt\": 170")
    #expect(tilted.back > 8_000 && tilted.front == 0)
    // Bent by 300° and tilted, the far side shows its front, the near one its back.
    let both = try colors("\"tumble\": 0, \"tilt\": 40", bend: 240)
    #expect(both.front > 500 && both.back > 500)
  }

  @Test("A half cylinder throws light back as Lambert's law says", arguments: [(0.0, 90.0), (60, 30), (-90, 20)])
  func lambert(angle: Double, elevation: Double) throws {
    let light = "{ \"type\": \"parallel\", \"angle\": \(angle), \"elevation\": \(elevation) }"
    let length = 240.0
    let radius = length / .pi
    let pixels = try one(
      "\"type\": \"sheet\", \"form\": \"paper\", \"bend\": -180, \"translucency\": 0, \"gloss\": 0, \"size\": [\(length), 80]",
      lights: light)
    // The direction to the light, as a row of puffs or a flat sprite has it: angles are clockwise from the top.
    let turns = (angle, elevation)
    let level = Lanes.cos(turns.1 * .pi / 180)
    let toLight = (level * Lanes.sin(turns.0 * .pi / 180), Lanes.sin(turns.1 * .pi / 180))
    for x in stride(from: 90, through: 230, by: 7) {
      let sine = (Double(x) + 0.5 - 160) / radius
      guard abs(sine) < 0.97 else { continue }
      let expected = max(sine * toLight.0 + Lanes.sqrt(1 - sine * sine) * toLight.1, 0)
      #expect(abs(value(pixels, 0, x, 100) - expected) < 0.004, "\(x): \(value(pixels, 0, x, 100)), not \(expected)")
    }
  }

  @Test("Light from behind shines through by the translucency, and is dyed once more")
  func through() throws {
    func middle(_ translucency: Double, elevation: Int, color: String = "white") throws -> SIMD3<Double> {
      let pixels = draw(
        try scene(
          """
          { "material": {}, "emitter": { "position": [160, 100], "cells": [ { "burst": 1, "lifetime": 9, "color": "\(color)",
            "sprite": { "type": "sheet", "bend": 0, "size": [160, 60], "translucency": \(translucency) } } ] } }
          """, lights: "{ \"type\": \"parallel\", \"elevation\": \(elevation) }"))
      return rgb(pixels, 160, 100)
    }
    #expect(abs(try middle(0.4, elevation: -90).y - 0.4) < 1e-3)
    #expect(try middle(0, elevation: -90).y == 0)
    #expect(abs(try middle(0.4, elevation: 90).y - 1) < 1e-3)
    let orange = try middle(1, elevation: -90, color: "color(srgb-linear 0.8 0.4 0.1)")
    let expected = SIMD3(0.8, 0.2, 0.0125)
    for channel in 0..<3 { #expect(abs(orange[channel] - expected[channel]) < 1e-3, "\(orange)") }
  }

  @Test("Tiny sheets keep their light wherever they lie between the pixels")
  func tiny() throws {
    for form in ["leaf", "petal", "paper"] {
      let areas = try (0..<6).map { step in
        area(
          draw(
            try scene(
              """
              { "material": {}, "emitter": { "position": [\(160 + Double(step) * 0.17), \(100 + Double(step) * 0.31)], "cells": [ { "burst": 1, "lifetime": 9,
                "rotation": 20, "sprite": { "type": "sheet", "form": "\(form)", "bend": 60, "gloss": 0, "size": [8, 5] } } ] } }
              """, lights: #"{ "type": "ambient", "intensity": 1 }"#)))
      }
      let mean = areas.reduce(0, +) / Double(areas.count)
      for area in areas { #expect(abs(area / mean - 1) < 0.08, "\(form): \(areas)") }
    }
  }

  private static let fall = """
    { "material": {}, "emitter": { "shape": "rectangle", "mode": "volume", "position": [160, 60], "size": [320, 120], "depth": 200, "cells": [ { "birthRate": 30,
      "lifetime": 2, "velocity": 40, "emissionLongitude": 90, "emissionRange": 40, "rotationRange": 360, "spinRange": 300, "tumbleRange": 360, "tumbleSpeed": 200,
      "tiltRange": 360, "tiltSpeed": 90, "backColor": "#604020",
      "sprite": [{ "type": "sheet", "form": "leaf", "size": 40, "bendRange": 200, "flex": 30 }, { "type": "sheet", "form": "petal", "size": 30 },
        { "type": "sheet", "form": "ribbon", "size": [90, 8], "bend": 900, "twist": 70 }] } ] } }
    """
  private static let lights = """
    { "type": "point", "position": [20, 90], "zPosition": 40, "color": "#ffd0a0" }, { "type": "ambient", "color": "#4060a0" }
    """

  @Test(
    "Falling sheets do not depend on threads, tiles or earlier frames",
    arguments: [
      "", ", \"shutter\": 180",
    ]) func sameFrame(more: String) throws
  {
    expectSameFrame(try scene(Self.fall, lights: Self.lights, more: more), wholeTile: (320, 200))
  }

  @Test("Nor do they out of focus") func sameBlurredFrame() throws {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 200, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\"camera\": { \"distance\": 300, \"focus\": 0, \"aperture\": 40 }, \"lights\": [\(Self.lights)], \"layers\": [\(Self.fall)] }"
    expectSameFrame(try Preset.load(text: Array(text.utf8), named: "sheets.json").scene, wholeTile: (320, 200))
  }

  @Test("A lens spreads a sheet's light and keeps its sum", arguments: [2.0, 6, 20]) func defocus(blur: Double) throws {
    func sum(aperture: Double) throws -> SIMD4<Double> {
      let text =
        """
        { "format": 1, "canvas": { "width": 320, "height": 200, "duration": 2, "seed": 4 }, "camera": { "distance": 300, "focus": 150, "aperture": \(aperture) },
          "lights": [\(Self.lights)], "layers": [{ "material": {}, "emitter": { "position": [160, 100], "cells": [ { "burst": 1, "lifetime": 9, "tumble": 30, "tilt": 50,
          "emissionLatitude": 1, "backColor": "#f80", "sprite": { "type": "sheet", "form": "leaf", "bend": 200, "size": [120, 60] } } ] } }] }
        """
      let pixels = draw(try Preset.load(text: Array(text.utf8), named: "sheets.json").scene)
      return SIMD4(area(pixels), area(pixels, plane: 1), area(pixels, plane: 2), area(pixels, plane: 3))
    }
    let (sharp, soft) = (try sum(aperture: 0), try sum(aperture: blur))
    for plane in 0..<3 { #expect(abs(soft[plane] / sharp[plane] - 1) < 0.02, "\(soft), not \(sharp)") }
  }

  @Test("A loop of sheets ends as it began") func loops() throws {
    let scene = try scene(Self.fall, lights: Self.lights, more: ", \"loop\": true")
    #expect(FrameHasher().hash(draw(scene, at: .zero)) == FrameHasher().hash(draw(scene, at: Rational(2))))
    #expect(FrameHasher().hash(draw(scene, at: .zero)) != FrameHasher().hash(draw(scene, at: Rational(1))))
  }
}
