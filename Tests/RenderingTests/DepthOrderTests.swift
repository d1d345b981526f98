import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Groups ordered by depth") struct DepthOrderTests: DrawsScenes {
  private static let camera = #""camera": { "distance": 400 }"#

  private func scene(_ layers: String, camera: String = DepthOrderTests.camera, order: String = "depth") throws -> Scene
  {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10 }, \(camera), "
      + "\"layers\": [{ \"name\": \"room\", \"order\": \"\(order)\", \"group\": [\(layers)] }] }"
    return try Preset.load(text: Array(text.utf8), named: "depth.json").scene
  }

  /// The colour of a pixel as "red", "green", "blue" or "mixed".
  private func color(_ pixels: PixelBuffer, _ x: Int = 160, _ y: Int = 90) -> String {
    let values = [2, 0, 1].map { plane in
      Double(
        UnsafeRawPointer(pixels.plane(plane) + y * pixels.stride(ofPlane: plane))
          .loadUnaligned(fromByteOffset: 4 * x, as: Float.self))
    }
    let names = ["red", "green", "blue"]
    return values.firstIndex { $0 > 0.9 }.flatMap { index in
      values.enumerated().allSatisfy { $0.offset == index || $0.element < 0.1 } ? names[index] : nil
    } ?? "mixed"
  }

  private func card(_ color: String, _ z: String, size: Int = 60, name: String = "") -> String {
    #"{ "name": "\#(name.isEmpty ? color : name)", "shape": { "type": "rectangle", "center": [160, 90], "size": [\#(size), \#(size)], "fill": "color(srgb-linear \#(color == "red" ? "1 0 0" : color == "green" ? "0 1 0" : "0 0 1"))" }, "transform": { "zPosition": \#(z) } }"#
  }

  private func particle(_ color: String, _ z: Int, size: Int = 20, renderMode: String = "unordered") -> String {
    #"""
    { "begin": -1, "emitter": { "position": [160, 90], "renderMode": "\#(renderMode)", "cells": [
      { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "color": "color(srgb-linear \#(color == "red" ? "1 0 0" : "0 0 1"))", "sprite": { "type": "square", "size": \#(size) } }] },
      "transform": { "zPosition": \#(z) } }
    """#
  }

  @Test("The nearest is seen, wherever it stands in the list, and at each time") func cards() throws {
    #expect(color(draw(try scene([card("red", "50"), card("green", "-50")].joined(separator: ",")))) == "red")
    #expect(
      color(draw(try scene([card("red", "50"), card("green", "-50")].joined(separator: ","), order: "listed")))
        == "green")
    let passing = try scene([card("red", "\"= 100 - 100 * t\""), card("green", "0")].joined(separator: ","))
    let renderer = FrameRenderer(plan: RenderPlan(scene: passing), format: .floatPlanes, threadCount: 1)
    let pixels = renderer.makeBuffer()
    for (time, expected) in [(Rational(9, 10), "red"), (Rational(11, 10), "green"), (Rational(1, 2), "red")] {
      renderer.render(at: time, into: pixels)
      #expect(color(pixels) == expected)
    }
    // Equal depths keep the order of the list.
    #expect(color(draw(try scene([card("red", "7"), card("green", "7")].joined(separator: ",")))) == "green")
  }

  @Test("An eye behind the canvas sees the order turned round") func turnedRound() throws {
    let layers = [card("red", "50"), card("green", "-50")].joined(separator: ",")
    #expect(
      color(draw(try scene(layers, camera: #""camera": { "position": [160, 90, -400], "distance": 400 }"#))) == "green")
  }

  @Test(
    "Particles fall behind, between and before the cards, by their own depths", arguments: ["unordered", "oldestFirst"])
  func particles(renderMode: String) throws {
    for (z, expected) in [(-200, "green"), (0, "green"), (80, "red")] {
      let layers = [particle("red", z, renderMode: renderMode), card("green", "60"), card("blue", "-60", size: 90)]
      #expect(color(draw(try scene(layers.joined(separator: ",")))) == expected, "\(z)")
    }
    // Behind the near card, but before the far one: seen where the near one does not reach.
    let between = draw(
      try scene(
        [
          particle("red", 0, size: 70, renderMode: renderMode), card("green", "60", size: 20),
          card("blue", "-60", size: 200),
        ]
        .joined(separator: ",")))
    #expect(
      color(between) == "green" && color(between, 160 + 25, 90) == "red" && color(between, 160 + 60, 90) == "blue")
  }

  @Test("Layers fixed to the screen keep their places in the list, and order only what lies between two of them")
  func fixedLayers() throws {
    let fixed =
      #"{ "shape": { "type": "rectangle", "center": [160, 90], "size": [30, 30], "fill": "color(srgb-linear 0 0 1)" } }"#
    func seen(_ layers: [String]) throws -> String { color(draw(try scene(layers.joined(separator: ",")))) }
    #expect(try seen([card("red", "50"), fixed, card("green", "-50")]) == "green")
    #expect(try seen([card("red", "50"), card("green", "-50"), fixed]) == "blue")
    #expect(try seen([fixed, card("red", "50"), card("green", "-50")]) == "red")
  }

  @Test("Together the slices hold every particle once: as many as are drawn without cards, the same light")
  func wholeness() throws {
    let confetti = #"""
      { "name": "paper", "blend": "add", "begin": -2, "emitter": { "shape": "rectangle", "position": [160, 90], "size": [300, 170], "depth": 400, "cells": [
        { "birthRate": 200, "lifetime": 2, "velocity": 20, "emissionRange": 360, "sprite": { "type": "square", "size": 6 } }] }, "transform": { "zPosition": 0 } }
      """#
    let glass =
      #"{ "name": "glass1", "opacity": 0.5, "shape": { "type": "circle", "radius": 1, "center": [-900, -900], "fill": "white" }, "transform": { "zPosition": 90 } }"#
    let alone = draw(try scene(confetti))
    let cut = draw(
      try scene(
        [
          glass, confetti,
          glass.replacing("\"zPosition\": 90", with: "\"zPosition\": -100").replacing("glass1", with: "glass2"),
        ].joined(separator: ",")))
    for plane in 0..<3 {
      for y in stride(from: 0, to: 180, by: 5) {
        for x in 0..<320 {
          func value(_ pixels: PixelBuffer) -> Float {
            UnsafeRawPointer(pixels.plane(plane) + y * pixels.stride(ofPlane: plane))
              .loadUnaligned(fromByteOffset: 4 * x, as: Float.self)
          }
          if abs(value(alone) - value(cut)) > 1e-4 {
            Issue.record("\(plane) \(x) \(y)")
            return
          }
        }
      }
    }
  }

  @Test("Tiles, threads and earlier frames never show") func sameFrame() throws {
    let confetti = #"""
      { "name": "paper", "begin": -2, "emitter": { "shape": "rectangle", "position": [160, 90], "size": [300, 170], "depth": 400, "cells": [
        { "birthRate": 300, "lifetime": 2, "velocity": 20, "emissionRange": 360, "sprite": { "type": "square", "size": 9 }, "redRange": 1 }] }, "transform": { "zPosition": 0 } }
      """#
    let moving = try scene(
      [card("green", "\"= 150 * sin(tau * T / 2)\"", size: 90), confetti, card("blue", "-20")].joined(separator: ","),
      camera:
        #""camera": { "position": ["= 160 + 130 * sin(tau * T / 2)", 40, 420], "distance": 380, "aperture": 12, "shutter": 180, "moves": { "orbit": 20 } }"#
    )
    expectSameFrame(moving, wholeTile: (328, 180))
  }

  @Test("What cannot be ordered is told") func mistakes() {
    func message(_ layer: String) -> String {
      let text = "{ \"format\": 1, \"layers\": [\(layer)] }"
      do {
        _ = try Preset.load(text: Array(text.utf8), named: "depth.json")
        return ""
      } catch {
        return "\(error)"
      }
    }
    let red = card("red", "5")
    #expect(
      message(#"{ "order": "depth", "shape": { "type": "circle", "radius": 4, "fill": "red" } }"#).contains(
        "only a group's layers"))
    #expect(
      message(#"{ "order": "depth", "group": [\#(red)], "transform": { "zPosition": 4 } }"#).contains("one flat card"))
    #expect(
      message(#"{ "order": "depth", "group": [{ "shape": { "type": "circle", "radius": 4, "fill": "red" } }] }"#)
        .contains("nothing to order by depth"))
    #expect(
      message(#"{ "order": "depth", "group": [\#(red)], "replicator": { "instanceCount": 2 } }"#).contains(
        "replicator's instances"))
    // A mask across the order, or on one of its layers, is defined: what is masked is drawn first.
    let mask = #""mask": { "shape": { "type": "circle", "radius": 40, "fill": "white" } }"#
    #expect(message(#"{ "order": "depth", "group": [\#(red)], \#(mask) }"#) == "")
  }
}
