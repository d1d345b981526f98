import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Motion blur of layers along their own transforms.
@Suite struct LayerMotionBlurTests {
  private static let square =
    "\"shape\": { \"type\": \"rectangle\", \"center\": [48, 32], \"size\": [12, 20], \"fill\": \"#fff\" }"

  private func layer(_ source: String, _ transform: String) -> String {
    "{ \(source), \"transform\": { \(transform) } }"
  }

  private func alphaSum(_ frame: PixelBuffer) -> Float {
    var sum: Float = 0
    for y in 0..<frame.height { for x in 0..<frame.width { sum += frame.float(x, y, plane: 3) } }
    return sum
  }

  @Test("A layer that does not move is unchanged to the bit")
  func still() throws {
    for transform in ["\"rotation\": 30, \"scale\": 0.8", "\"position\": [7.3, 2]"] {
      let expected = try PresetFrames(layer(Self.square, transform)).hash(.floatPlanes)
      #expect(try PresetFrames(layer(Self.square, transform + ", \"shutter\": 360")).hash(.floatPlanes) == expected)
    }
    // A layer that moves only at another time is unchanged, too.
    let blob = "\"blob\": { \"center\": [40, 30], \"radius\": 18, \"fill\": \"#f84\" }"
    let moving = "\"position\": { \"keys\": [[1, [0, 0]], [2, [40, 0]]] }"
    let (plain, smeared) = (
      try PresetFrames(layer(blob, moving)), try PresetFrames(layer(blob, moving + ", \"shutter\": 180"))
    )
    #expect(smeared.hash(at: Rational(1, 2), .floatPlanes) == plain.hash(at: Rational(1, 2), .floatPlanes))
    #expect(smeared.hash(at: Rational(3, 2), .floatPlanes) != plain.hash(at: Rational(3, 2), .floatPlanes))
  }

  @Test(
    "A square that moves along a line becomes a trapezoid, longer with a longer shutter", arguments: [90.0, 360, 720])
  func line(shutter: Double) throws {
    // At 240 points and ten frames a second, it moves 24 points a frame; at 1 s the square is where it would be without motion.
    let frame = try PresetFrames(
      layer(Self.square, "\"position\": [\"= 240 * (t - 1)\", 0], \"shutter\": \(shutter)"), width: 160
    ).floats(at: Rational(1))
    let pathLength = 24 * shutter / 360
    // The share of the path for which the middle of a pixel lies in the square, from 42 to 54.
    for x in 0..<160 {
      let middle = Double(x) + 0.5
      let (first, last) = (max(42, middle - pathLength / 2), min(54, middle + pathLength / 2))
      let expected = Float(max(last - first, 0) / pathLength)
      #expect(abs(frame.float(x, 32, plane: 3) - expected) < 0.03, "\(x): \(frame.float(x, 32, plane: 3)), \(expected)")
    }
    // 12 × 20, the square's area.
    #expect(abs(alphaSum(frame) - 240) < 1)
  }

  @Test("A rotation smears along arcs and keeps the light; a scale smears towards its anchor")
  func arcs() throws {
    let dot = "\"shape\": { \"type\": \"circle\", \"center\": [72, 32], \"radius\": 3, \"fill\": \"#fff\" }"
    // A quarter of a turn in each direction while the shutter is open.
    let turned = try PresetFrames(layer(dot, "\"rotation\": \"= 1800 * t\", \"shutter\": 360")).floats(at: Rational(1))
    let plain = try PresetFrames(layer(dot, "\"rotation\": \"= 1800 * t\"")).floats(at: Rational(1))
    #expect(abs(alphaSum(turned) - alphaSum(plain)) < 0.02 * alphaSum(plain))
    // The arc is equally bright in its middle and 60° to both sides of it.
    let (high, low, middle) = (
      turned.float(60, 11, plane: 3), turned.float(60, 52, plane: 3), turned.float(72, 32, plane: 3)
    )
    #expect(middle > 0.03 && abs(high - middle) < 0.3 * middle && abs(low - middle) < 0.3 * middle)
    #expect(turned.float(48, 32, plane: 3) == 0)
    let zoomed = try PresetFrames(layer(dot, "\"scale\": \"= 0.5 + 0.5 * t\", \"shutter\": 720")).floats(
      at: Rational(1))
    #expect(zoomed.float(68, 32, plane: 3) > 0 && zoomed.float(48, 20, plane: 3) == 0)
  }

  /// A group with particles, a nested motion, and a picture in perspective.
  private static let scene =
    """
    { "name": "group", "transform": { "rotation": "= 180 * t", "position": ["= 20 * sin(pi * t)", 0], "shutter": 300 },
      "group": [ { \(square) }, { "begin": -1, "emitter": { "shape": "point", "position": [30, 30],
        "cells": [{ "name": "dot", "birthRate": 30, "lifetime": 1, "velocity": 20, "emissionRange": 360, "sprite": { "type": "disc", "size": 4 } }] } },
        { "shape": { "type": "star", "center": [20, 20], "radius": 9, "fill": "#f80" }, "transform": { "rotation": "= -360 * t", "shutter": 360 } } ] },
    { "name": "card", "opacity": 0.6, "pattern": { "type": "checkerboard", "size": 8, "color": "white", "background": "red" },
      "transform": { "rotationY": "= 180 * t", "perspective": 120, "scale": 0.5, "shutter": 180 } }
    """

  @Test("Tiles, threads and earlier frames do not show, and a loop closes")
  func sameFrames() throws {
    let frames = try PresetFrames(Self.scene, canvas: "\"loop\": true")
    let time = Rational(7, 10)
    let expected = frames.hash(at: time, .floatPlanes)
    for (threads, tile) in [(7, (240, 64)), (2, (8, 4)), (3, (64, 16))] {
      #expect(frames.hash(at: time, .floatPlanes, threads: threads, tile: tile) == expected, "\(threads), \(tile)")
    }
    let renderer = frames.renderer(threads: 2)
    let pixels = renderer.makeBuffer()
    for frame in [0, 3, 12, 7] { renderer.render(at: Rational(Int64(frame), 10), into: pixels) }
    #expect(FrameHasher().hash(pixels) == expected)
    #expect(frames.hash(at: Rational(2), .floatPlanes) == frames.hash(.floatPlanes))
    // Nothing jumps where the shutter is open across the seam.
    let wheel =
      "{ \(Self.square), \"transform\": { \"rotation\": \"= 180 * t\", \"position\": [\"= 20 * sin(pi * t)\", 0], \"shutter\": 300 } }"
    let turning = try PresetFrames(wheel, canvas: "\"loop\": true")
    let (beforeSeam, atSeam) = (turning.floats(at: Rational(19999, 10000)), turning.floats())
    #expect(beforeSeam.largestDifference(to: atSeam) < 0.05)
  }

  @Test("The work is bounded, however fast a layer moves")
  func bounded() throws {
    let scene = try PresetFrames(layer(Self.square, "\"position\": [\"= 1e5 * t\", 0], \"shutter\": 720")).scene
    let transform = try #require(scene.layers[0].transform)
    let placement = transform.placement(
      on: scene.canvas, timings: [scene.layers[0].timing], outputMarginPoints: 0, mayScale: true)
    #expect(placement.maximumShutterSamples == Filter.Placement.shutterSampleLimit)
    #expect(placement.projections(at: AnimationClock(1), on: scene.canvas).count == Filter.Placement.shutterSampleLimit)
  }
}
