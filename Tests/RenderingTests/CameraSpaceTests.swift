import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Layers and particles in one space") struct CameraSpaceTests: DrawsScenes {
  private static let camera =
    #""camera": { "position": ["= 160 + 130 * sin(tau * T / 2)", 40, 420], "distance": 380, "roll": 7 }"#

  private func scene(_ layers: String, camera: String = CameraSpaceTests.camera, post: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera), \(post) \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "space.json").scene
  }

  /// The middle of the light of a frame, and its amount.
  private func centroid(_ pixels: PixelBuffer) -> (x: Double, y: Double, sum: Double) {
    var (x, y, sum) = (0.0, 0.0, 0.0)
    for row in 0..<180 {
      for column in 0..<320 {
        let light = value(pixels, 0, column, row)
        x += light * (Double(column) + 0.5)
        y += light * (Double(row) + 0.5)
        sum += light
      }
    }
    return (x / sum, y / sum, sum)
  }

  @Test("A disc of a layer and a particle at the same place are seen at the same place", arguments: [-300, 0, 120])
  func samePlace(z: Int) throws {
    let disc = try scene(
      #"{ "shape": { "type": "circle", "center": [190, 110], "radius": 9, "fill": "white" }, "transform": { "zPosition": \#(z) } }"#
    )
    let particle = try scene(
      #"""
      { "begin": -1, "emitter": { "position": [190, 110], "cells": [
        { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "sprite": { "type": "disc", "size": 18 } }] },
        "transform": { "zPosition": \#(z) } }
      """#)
    let (a, b) = (centroid(draw(disc)), centroid(draw(particle)))
    #expect(abs(a.x - b.x) < 0.15 && abs(a.y - b.y) < 0.15, "\(a) \(b)")
    // The disc is foreshortened a little, the particle faces the camera.
    #expect(abs(a.sum / b.sum - 1) < 0.08)
  }

  private static let everything = ##"""
    { "gradient": { "angle": 180, "stops": ["#203060", "#f0a060"] }, "transform": { "zPosition": -900 } },
    { "noise": { "stops": ["#10203000", "#406080"] }, "transform": { "zPosition": -300 } },
    { "pattern": { "type": "grid" }, "transform": { "rotationX": -80, "position": [0, 60], "zPosition": 0 } },
    { "begin": -2, "emitter": { "shape": "rectangle", "position": [160, 90], "size": [500, 260], "depth": 200, "cells": [
      { "birthRate": 60, "lifetime": 2, "velocity": 20, "emissionRange": 360, "sprite": { "type": "square", "size": 8 }, "colorRange": { "red": 1 } }] },
      "transform": { "zPosition": -60 } },
    { "shape": { "type": "star", "center": [160, 90], "radius": 40, "points": 5, "fill": "white" }, "transform": { "zPosition": 60, "rotationY": "= 40 * t" } }
    """##

  private static let lensAndHaze =
    ##""camera": { "position": ["= 160 + 130 * sin(tau * T / 2)", 40, 420], "distance": 380, "aperture": 14, "focus": 60, "lens": { "blades": 5 }, "haze": { "color": "#8090c0", "start": 380, "distance": 700 } }"##

  @Test("Tiles, threads and earlier frames never show", arguments: [camera, lensAndHaze])
  func sameFrame(camera: String) throws {
    let scene = try scene(Self.everything.replacing(#", "colorRange": { "red": 1 }"#, with: ""), camera: camera)
    expectSameFrame(scene, wholeTile: (328, 180))
  }

  @Test("A far layer is drawn with fewer pixels and reaches to the frame's edges; it looks as a layer of half the size")
  func rasterScale() throws {
    let camera = #""camera": { "distance": 400 }"#
    let stops =
      #""gradient": { "type": "radial", "center": [160, 90], "radius": [400, 400], "stops": ["white", "teal"] }"#
    let far = draw(
      try scene("{ \(stops), \"transform\": { \"zPosition\": -400, \"rotationY\": 0.001 } }", camera: camera))
    let half = draw(try scene("{ \(stops), \"transform\": { \"scale\": 0.5 } }", camera: camera))
    for y in stride(from: 0, to: 180, by: 7) {
      for x in stride(from: 0, to: 320, by: 9) {
        for plane in 0..<4 { #expect(abs(value(far, plane, x, y) - value(half, plane, x, y)) < 0.004) }
      }
    }
  }

  @Test("Haze takes away light by its law, of layers at each of their depths and of particles")
  func haze() throws {
    let camera =
      #""camera": { "distance": 400, "haze": { "color": "color(srgb-linear 0 0.5 0)", "start": 300, "distance": 600 } }"#
    func passing(_ depth: Double) -> Double { Lanes.exp(-max(depth - 300, 0) / 600) }
    let wall = draw(
      try scene(
        #"{ "shape": { "type": "rectangle", "center": [160, 90], "size": [4000, 4000], "fill": "color(srgb-linear 1 0 0)" }, "transform": { "zPosition": -350, "rotationY": 30 } }"#,
        camera: camera))
    // The wall's right side is farther away: its depth at a column follows from the ray through the pixel.
    let slope = 0.5773502692
    for x in [10, 100, 160, 220, 310] {
      let ray = (Double(x) + 0.5 - 160) / 400
      // z = −350 − slope · X, X = ray · depth, depth = 400 − z.
      let depth = 750 / (1 - slope * ray)
      #expect(abs(value(wall, 2, x, 90) - passing(depth)) < 0.003, "\(x)")
      #expect(abs(value(wall, 0, x, 90) - 0.5 * (1 - passing(depth))) < 0.003)
    }
    for (blend, scattered) in [("normal", 0.5), ("add", 0)] {
      let particle = draw(
        try scene(
          #"""
          { "blend": "\#(blend)", "begin": -1, "emitter": { "position": [160, 90], "zPosition": -500, "cells": [
            { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "color": "color(srgb-linear 1 0 0)", "sprite": { "type": "disc", "size": 60 } }] } }
          """#, camera: camera))
      #expect(abs(value(particle, 2, 160, 90) - passing(900)) < 0.003)
      #expect(abs(value(particle, 0, 160, 90) - scattered * (1 - passing(900))) < 0.003)
    }
  }

  @Test("The lens blurs layers by their depth, keeps their light, and leaves what is in focus alone") func lens() throws
  {
    func dot(_ z: Int, aperture: Int) throws -> PixelBuffer {
      draw(
        try scene(
          #"{ "shape": { "type": "circle", "center": [160, 90], "radius": 10, "fill": "color(srgb-linear 3 3 3)" }, "transform": { "zPosition": \#(z) } }"#,
          camera: #""camera": { "distance": 400, "focus": 0, "aperture": \#(aperture) }"#))
    }
    let (sharp, blurred) = (try dot(-200, aperture: 0), try dot(-200, aperture: 60))
    #expect(abs(centroid(blurred).sum / centroid(sharp).sum - 1) < 0.005)
    // A/2 · |D − F|/D · f/F = 30 · 200/600 · 400/400 = 10 pixels, beyond the disc's own 6.7.
    #expect(value(blurred, 0, 160 + 12, 90) > 0.1 && value(blurred, 0, 160 + 19, 90) < 0.01)
    #expect(value(sharp, 0, 160 + 8, 90) == 0)
    let (inFocus, plain) = (try dot(0, aperture: 60), try dot(0, aperture: 0))
    for x in 140..<180 { #expect(abs(value(inFocus, 0, x, 90) - value(plain, 0, x, 90)) < 0.01) }
  }

  /// The mean square distance from the middle of the light along x.
  private func spread(_ pixels: PixelBuffer) -> Double {
    let middle = centroid(pixels)
    var sum = 0.0
    for row in 0..<180 {
      for column in 0..<320 {
        let distance = Double(column) + 0.5 - middle.x
        sum += value(pixels, 0, column, row) * distance * distance
      }
    }
    return sum / middle.sum
  }

  @Test("The camera's shutter smears what stands still by the camera's motion, layers and particles alike")
  func shutter()
    throws
  {
    func width(_ shutter: Int, isLayer: Bool) throws -> (spread: Double, sum: Double) {
      let layer =
        isLayer
        ? #"{ "shape": { "type": "circle", "center": [160, 90], "radius": 5, "fill": "white" }, "transform": { "zPosition": -100 } }"#
        : #"""
        { "begin": -1, "emitter": { "position": [160, 90], "cells": [
          { "birthRate": 0, "burst": 1, "lifetime": 9, "velocity": 0, "sprite": { "type": "disc", "size": 10 } }] },
          "transform": { "zPosition": -100 } }
        """#
      let pixels = draw(
        try scene(
          layer,
          camera: #""camera": { "distance": 400, "center": ["= 160 + 400 * (t - 0.3)", 90], "shutter": \#(shutter) }"#)
      )
      return (spread(pixels), centroid(pixels).sum)
    }
    for isLayer in [true, false] {
      let (still, moved) = (try width(0, isLayer: isLayer), try width(360, isLayer: isLayer))
      // Without a position the canvas stays where it is while the centre moves: what lies behind it moves by 1 − 400/500 of that, 8
      // pixels. A line of length l has a mean square of l²/12.
      #expect(abs(moved.spread - still.spread - 64.0 / 12) < 0.3, "\(isLayer) \(still) \(moved)")
      #expect(abs(moved.sum / still.sum - 1) < 0.01)
    }
  }

  @Test("What cannot be is told")
  func mistakes() {
    func message(_ layers: String, camera: String = CameraSpaceTests.camera) -> String {
      do {
        _ = try scene(layers, camera: camera)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let shape = #""shape": { "type": "circle", "radius": 9, "fill": "white" }"#
    #expect(
      message("{ \(shape), \"transform\": { \"zPosition\": 3, \"rotationX\": 3, \"perspective\": 700 } }")
        .contains("with a zPosition it is seen by the preset's camera"))
    #expect(
      message("{ \(shape) }", camera: #""camera": { "position": [1, 2] }"#).contains("[x, y, z]: 3 numbers, not 2"))
    #expect(message("{ \(shape) }", camera: #""camera": { "position": 4 }"#).contains("camera.position"))
    #expect(message("{ \(shape) }", camera: #""camera": { "haze": { "distance": 0 } }"#).contains("out of range"))
    #expect(message("{ \(shape) }", camera: #""camera": { "lens": { "blades": 1000000 } }"#).contains("out of range"))
    // An eye within a layer, and one that looks away from everything, show nothing and harm nothing.
    for position in ["[160, 90, 3]", "[160, 90, -500]", "[160, 90, 0]"] {
      #expect(
        message(
          "{ \(shape), \"transform\": { \"zPosition\": 3 } }", camera: "\"camera\": { \"position\": \(position) }")
          == "")
    }
  }
}
