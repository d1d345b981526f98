import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Shadows of layers on layers") struct ShadowTests: DrawsScenes {
  private func scene(_ layers: String, lights: String, camera: String = #""camera": { "distance": 100000 },"#) throws
    -> Scene
  {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera) \"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "shadow.json").scene
  }

  /// The green light, or another plane, of a pixel.
  private func value(_ pixels: PixelBuffer, _ x: Int, _ y: Int, plane: Int = 0) -> Double {
    value(pixels, plane, x, y)
  }

  private func wall(_ material: String = "") -> String {
    #"{ "name": "wall", "shape": { "type": "rectangle", "center": [320, 180], "size": [4000, 4000], "fill": "white" }, "material": { \#(material) }, "transform": { "zPosition": 0 } }"#
  }

  /// A half plane to the left of x = 200 that itself is black under all lights.
  private func card(z: Int) -> String {
    #"{ "name": "card", "shape": { "type": "rectangle", "center": [-400, 180], "size": [1200, 2000], "fill": "black" }, "material": { "castsShadows": true }, "transform": { "zPosition": \#(z) } }"#
  }

  /// The share of a disc of radius 1 that lies beyond a line at a distance.
  private func segment(_ distance: Double) -> Double {
    if abs(distance) >= 1 { return distance > 0 ? 0 : 1 }
    return (Lanes.acos(distance) - distance * (1 - distance * distance).squareRoot()) / 3.141592653589793
  }

  @Test(
    "By the sun: a card's shadow lies where rays to the light say, and softens as the card rises", arguments: [80, 160])
  func sun(height: Int) throws {
    let pixels = draw(
      try scene(
        wall() + "," + card(z: height),
        lights: #"{ "type": "parallel", "angle": -90, "elevation": 45, "shadow": 1, "size": 20 }"#))
    // The light comes from the left at 45°: the shadow's edge lies as far to the right as the card is high.
    let edge = 200 + height
    let lit = value(pixels, 620, 180)
    // In the card's plane the disc of the light has the half axis t · tan 10°, longer by 1 ÷ sin 45° along x; t = height ÷ sin 45°.
    let halfAxis = Double(height) * 2 * 0.17632698
    func share(_ x: Int) -> Double { value(pixels, x, 180) / lit }
    #expect(abs(share(edge) - 0.5) < 0.03)
    for part in [-0.8, -0.4, 0.4, 0.8] {
      let x = edge + Int((part * halfAxis).rounded())
      let law = 1 - segment((Double(x) + 0.5 - Double(edge)) / halfAxis)
      #expect(abs(share(x) - law) < 0.05, "\(x) \(share(x)) \(law)")
    }
    #expect(share(edge - Int(1.6 * halfAxis)) < 0.02 && share(edge + Int(1.6 * halfAxis)) > 0.98)
  }

  @Test("By a lamp: the shadow is as much larger as the card is nearer to the lamp") func lamp() throws {
    let pixels = draw(
      try scene(
        wall() + "," + card(z: 100),
        lights:
          #"{ "type": "point", "position": [100, 180], "zPosition": 300, "falloff": "none", "shadow": 1, "size": 24 }"#)
    )
    // The edge at x = 200, 200 below the lamp, falls to 100 + 100 · 300 ÷ 200 = 250.
    let dark = value(pixels, 225, 180)
    #expect(dark < 0.05)
    let open = draw(
      try scene(wall(), lights: #"{ "type": "point", "position": [100, 180], "zPosition": 300, "falloff": "none" }"#))
    #expect(abs(value(pixels, 250, 180) / value(open, 250, 180) - 0.5) < 0.05)
    #expect(value(pixels, 290, 180) / value(open, 290, 180) > 0.97)
  }

  @Test("By a spotlight, and on a tilted wall: shadows lie where rays to the light say") func tilted() throws {
    let spot =
      #"{ "type": "spot", "position": [100, 180], "zPosition": 300, "target": [100, 180], "coneAngle": 120, "falloff": "none", "shadow": S, "size": 24 }"#
    let (dark, open) = (
      draw(try scene(wall() + "," + card(z: 100), lights: spot.replacing("S", with: "1"))),
      draw(try scene(wall() + "," + card(z: 100), lights: spot.replacing("S", with: "0")))
    )
    #expect(abs(value(dark, 250, 180) / value(open, 250, 180) - 0.5) < 0.05)
    #expect(value(dark, 225, 180) < 0.05 && value(dark, 290, 180) / value(open, 290, 180) > 0.97)
    // A wall that leads away downwards: its z is −tan 60° · (y − 180). The sun comes from the left at 45°.
    let leaning = wall().replacing(#""zPosition": 0"#, with: #""zPosition": 0, "rotationX": -60"#)
    let sun = #"{ "type": "parallel", "angle": -90, "elevation": 45, "shadow": S, "size": 6 }"#
    let (shaded, lit) = (
      draw(try scene(leaning + "," + card(z: 150), lights: sun.replacing("S", with: "1"))),
      draw(try scene(leaning + "," + card(z: 150), lights: sun.replacing("S", with: "0")))
    )
    for y in [140, 180, 220] {
      let depth = 150 + 1.7320508 * (Double(y) + 0.5 - 180)
      let edge = Int((200 + depth).rounded())
      func share(_ x: Int) -> Double { value(shaded, x, y) / value(lit, x, y) }
      #expect(abs(share(edge) - 0.5) < 0.12, "\(y) \(share(edge))")
      #expect(share(edge - 40) < 0.05 && share(edge + 40) > 0.95, "\(y) \(share(edge - 40)) \(share(edge + 40))")
    }
  }

  @Test(
    "Only what casts and what accepts: no shadow without shadow, without a caster, above it, or where it is not accepted"
  )
  func conditions() throws {
    func shade(_ wall: String, _ card: String, _ light: String) throws -> Double {
      value(draw(try scene(wall + "," + card, lights: light)), 240, 180)
    }
    let sun = #"{ "type": "parallel", "angle": -90, "elevation": 45, "shadow": 1 }"#
    let lit = 0.5.squareRoot()
    #expect(try shade(wall(), card(z: 80), sun) < 0.02)
    #expect(abs(try shade(wall(), card(z: 80), sun.replacing(#", "shadow": 1"#, with: "")) - lit) < 1e-3)
    #expect(abs(try shade(wall(#""acceptsShadows": false"#), card(z: 80), sun) - lit) < 1e-3)
    #expect(abs(try shade(wall(), card(z: 80).replacing(#""castsShadows": true"#, with: ""), sun) - lit) < 1e-3)
    #expect(abs(try shade(wall(), card(z: -80), sun) - lit) < 1e-3)
    #expect(
      abs(try shade(wall(), card(z: 80), sun.replacing(#""shadow": 1"#, with: #""shadow": 0.4"#)) - 0.6 * lit) < 0.01)
  }

  @Test("A catcher shows the shadow alone: black with alpha, and nothing where light arrives") func catcher() throws {
    let pixels = draw(
      try scene(
        wall(#""catcher": true"#) + "," + card(z: 80),
        lights: #"{ "type": "parallel", "angle": -90, "elevation": 45, "shadow": 0.8 }"#))
    #expect(abs(value(pixels, 240, 180, plane: 3) - 0.8) < 0.02 && value(pixels, 240, 180) == 0)
    #expect(value(pixels, 500, 180, plane: 3) < 0.01)
    let unlit = draw(
      try scene(
        wall(#""catcher": true"#) + "," + card(z: 80),
        lights: #"{ "type": "parallel", "angle": -90, "elevation": -45, "shadow": 0.8 }"#))
    #expect(value(unlit, 240, 180, plane: 3) == 0)
  }

  @Test("Tiles, threads and earlier frames never show") func sameFrame() throws {
    let layers = ##"""
      { "name": "wall", "noise": { "stops": ["#203040", "#a0b0c0"] }, "material": {}, "transform": { "zPosition": -100 } },
      { "name": "floor", "pattern": { "type": "grid" }, "material": {}, "transform": { "rotationX": -80, "position": [0, 60], "zPosition": 0 } },
      { "name": "star", "shape": { "type": "star", "points": 5, "center": [320, 180], "radius": 90, "fill": "white" }, "material": { "castsShadows": true, "relief": "round", "reliefWidth": 8 }, "transform": { "zPosition": "= -40 + 60 * t", "rotationY": "= 30 * t" } },
      { "name": "paper", "begin": -1, "material": { "castsShadows": true }, "emitter": { "position": [320, 100], "cells": [
        { "birthRate": 40, "lifetime": 1, "velocity": 150, "emissionRange": 360, "sprite": { "type": "square", "size": 18 } }] }, "transform": { "zPosition": 60 } }
      """##
    let scene = try scene(
      layers,
      lights:
        ##"{ "type": "ambient" }, { "type": "point", "position": ["= 320 + 200 * sin(tau * T / 2)", 10], "shadow": 0.8 }, { "type": "spot", "position": [20, 10], "target": [320, 200], "shadow": 1 }"##,
      camera: #""camera": { "position": ["= 320 + 130 * sin(tau * T / 2)", 140, 620], "distance": 600 },"#)
    expectSameFrame(scene, wholeTile: (648, 360))
  }
}
