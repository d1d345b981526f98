import Cost
import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Transforms of layers and groups: where pixels go, and that neither tiles, threads nor reused results change the frame.
@Suite struct TransformTests {
  private static let blob = "\"blob\": { \"center\": [40, 30], \"radius\": 18, \"fill\": \"#f84\" }"
  /// A filter that changes nothing but has to be applied before the transform, so that the layer is drawn first.
  private static let drawnFirst = "\"filters\": [{ \"type\": \"blur\", \"radius\": { \"keys\": [[0, 0], [1, 0]] } }]"
  private static let shape =
    "\"shape\": { \"type\": \"star\", \"center\": [48, 32], \"radius\": 20, \"fill\": { \"type\": \"conic\", \"stops\": [\"#e63946\", \"#457b9d\"] } }"

  /// A layer that does not move by itself and, because of its filter, has to be drawn before it is transformed.
  private static let still = shape + ", \"filters\": [{ \"type\": \"blur\", \"radius\": 2 }]"

  private func layer(_ source: String, _ transform: String, _ keys: String = "") -> String {
    "{ \(source), \"transform\": { \(transform) }\(keys.isEmpty ? "" : ", " + keys) }"
  }

  @Test(
    "A transform that changes nothing leaves every bit as it was",
    arguments: [blob, shape, "\"noise\": { \"scale\": 9 }"])
  func identity(source: String) throws {
    let expected = try PresetFrames("{ \(source) }").hash(.floatPlanes)
    #expect(try PresetFrames(layer(source, "")).hash(.floatPlanes) == expected)
    #expect(
      try PresetFrames(layer(source, "\"rotation\": 360, \"matrix\": [1, 0, 0, 1, 0, 0]")).hash(.floatPlanes)
        == expected)
  }

  @Test(
    "A layer that is moved by whole pixels has the pixels of one that lies there, even if it comes from outside of the frame"
  )
  func wholePixels() throws {
    let there = "\"blob\": { \"center\": [-16, -22], \"radius\": 18, \"fill\": \"#f84\" }"
    let moved = try PresetFrames(layer(there, "\"position\": [56, 52]")).floats()
    #expect(moved.largestDifference(to: try PresetFrames("{ \(Self.blob) }").floats()) < 2e-5)
    #expect(moved.float(40, 30, plane: 3) == 1)
  }

  @Test("A layer that is drawn and then transformed is near one that is transformed before it is drawn")
  func drawnBeforeAndAfter() throws {
    for transform in [
      "\"rotation\": 33", "\"scale\": [1.6, 0.7], \"rotation\": 12", "\"skew\": [20, 5], \"anchor\": [0, 0]",
      "\"matrix\": [0.9, 0.2, -0.3, 0.8, 12, 3]", "\"scale\": 0.35",
    ] {
      let exact = try PresetFrames(layer(Self.shape, transform)).floats()
      let drawn = try PresetFrames(layer(Self.shape, transform, Self.drawnFirst)).floats()
      var (differenceSum, alphaSum): (Float, Float) = (0, 0)
      for y in 0..<64 {
        for x in 0..<96 {
          differenceSum += abs(exact.float(x, y, plane: 3) - drawn.float(x, y, plane: 3))
          alphaSum += exact.float(x, y, plane: 3)
        }
      }
      #expect(alphaSum > 50 && differenceSum < 0.06 * alphaSum, "\(transform): \(differenceSum) of \(alphaSum)")
      #expect(abs(exact.float(48, 33, plane: 2) - drawn.float(48, 33, plane: 2)) < 0.2, "\(transform)")
    }
  }

  @Test(
    "A small layer, of which only the covered part is stored, has the pixels that it has in a group that covers all",
    arguments: [
      "\"rotationY\": 50, \"perspective\": 90", "\"rotation\": 40, \"scale\": 2.5",
      "\"scale\": [0.2, 0.6], \"position\": [30, 20]",
      "\"rotationX\": -60, \"perspective\": 40", "\"scale\": 0.04", "\"position\": [70, 0]",
      "\"rotation\": { \"from\": 0, \"to\": 90, \"duration\": 1 }, \"shutter\": 360, \"position\": [20, 0]",
    ])
  func keptContent(transform: String) throws {
    let small =
      "\"shape\": { \"type\": \"circle\", \"center\": [60, 26], \"radius\": 11, \"softness\": 3, \"fill\": { \"stops\": [\"#fd0\", \"#08f\"] } }"
    let all = "\"group\": [{ \"gradient\": { \"stops\": [\"#0000\"] } }, { \(small) }]"
    let expected = try PresetFrames(layer(all, transform)).floats()
    let alone = try PresetFrames(layer(small, transform)).floats()
    #expect(alone.largestDifference(to: expected) < 2e-4, "\(alone.largestDifference(to: expected))")
    let isVisible = (0..<64).contains { y in (0..<96).contains { x in expected.float(x, y, plane: 3) > 0.02 } }
    #expect(isVisible || transform.contains("70, 0") || transform.contains("0.04"), "the case shows something")
  }

  @Test(
    "Shadows, blurs and glows are transformed with their layer",
    arguments: [
      (
        "{ \"type\": \"dropShadow\", \"shift\": [3, 1], \"radius\": 2 }",
        "{ \"type\": \"dropShadow\", \"shift\": [-2, 6], \"radius\": 4 }"
      ), ("{ \"type\": \"blur\", \"radius\": 2 }", "{ \"type\": \"blur\", \"radius\": 4 }"),
      (
        "{ \"type\": \"innerShadow\", \"shift\": [2, 0], \"radius\": 1 }",
        "{ \"type\": \"innerShadow\", \"shift\": [0, 4], \"radius\": 2 }"
      ), ("{ \"type\": \"glow\", \"radius\": 3 }", "{ \"type\": \"glow\", \"radius\": 6 }"),
    ])
  func placedFilters(filter: String, filterOnCanvas: String) throws {
    func circle(_ radius: Int, _ filter: String) -> String {
      "\"shape\": { \"type\": \"circle\", \"center\": [48, 32], \"radius\": \(radius), \"fill\": \"#f84\" }, \"filters\": [\(filter)]"
    }
    let placed = try PresetFrames(layer(circle(7, filter), "\"scale\": 2, \"rotation\": 90")).floats()
    let drawn = try PresetFrames("{ \(circle(14, filterOnCanvas)) }").floats()
    #expect(placed.largestDifference(to: drawn) < 1e-3, "\(placed.largestDifference(to: drawn))")
  }

  @Test("Each pixel of a picture that is turned and reduced to half its size is the mean of what it covers")
  func meansOfReducedPictures() throws {
    // Black and white columns, one pixel wide. Unturned, the samples lie between columns; turned a little, some lie on a column.
    let columns = "\"field\": { \"color\": \"= 0.5 + 0.5 * cos(pi * (x - 0.5))\" }"
    for rotation in ["0", "0.01", "90.01"] {
      let transform = "\"scale\": 0.5, \"rotation\": \(rotation), \"position\": [0.25, 0.25]"
      let frame = try PresetFrames(layer(columns, transform)).floats()
      for (x, y) in [(40, 30), (48, 32), (55, 36)] {
        #expect(abs(frame.float(x, y, plane: 0) - 0.5) < 0.02, "\(rotation): \(frame.float(x, y, plane: 0))")
      }
    }
  }

  @Test("Many small layers that turn in perspective take the memory of small layers")
  func memoryOfSmallLayers() throws {
    // If each layer's picture held the frame and all that is seen around it, each would take half a gigabyte, which is refused.
    let many =
      "{ \"copies\": { \"count\": 24 }, \"transform\": { \"rotationY\": \"= 20 * i + 90 * t\", \"perspective\": 1200 }, "
      + "\"shape\": { \"type\": \"circle\", \"radius\": 60, \"fill\": { \"stops\": [\"white\", \"red\"] } } }"
    let frames = try PresetFrames(many, width: 1920, height: 1080)
    #expect(frames.floats(at: Rational(3, 10)).float(960, 540, plane: 3) > 0.9)
  }

  @Test(
    "A layer that is seen edge-on or shrinks to nothing is not drawn",
    arguments: [
      "\"scale\": 0", "\"scale\": [1, 0]", "\"rotationY\": 90", "\"rotationX\": 90, \"perspective\": 300",
      "\"matrix\": [1, 1, 1, 1, 0, 0]", "\"matrix\": [0, 0, 0, 0, 0, 0, 0, 0, 0]",
      "\"matrix\": [1, 0, 0, 0, 1, 0, 0, 0, -1]",
    ])
  func flat(transform: String) throws {
    for source in [
      Self.blob, Self.shape, "\"gradient\": { \"stops\": [\"red\"] }",
      "\"group\": [{ \(Self.shape) }, { \(Self.blob) }]",
    ] {
      let frame = try PresetFrames(layer(source, transform)).floats()
      for plane in 0..<4 {
        for y in 0..<64 { for x in 0..<96 { #expect(frame.float(x, y, plane: plane) == 0) } }
      }
    }
  }

  @Test("A floor goes to its horizon, above which nothing is seen")
  func horizon() throws {
    let floor = layer(
      "\"pattern\": { \"type\": \"checkerboard\", \"size\": 8, \"color\": \"white\", \"background\": \"red\" }",
      "\"rotationX\": 80, \"perspective\": 60, \"perspectiveOrigin\": [48, 20], \"position\": [0, 20]")
    let frame = try PresetFrames(floor).floats()
    // The horizon lies 60 ÷ tan(80°) points above the perspective's origin.
    #expect(frame.float(48, 4, plane: 3) == 0)
    #expect(frame.float(48, 60, plane: 3) > 0.99)
    for y in 0..<64 {
      for x in 0..<96 {
        for plane in 0..<4 {
          let value = frame.float(x, y, plane: plane)
          #expect(value >= 0 && value <= 1.0001)
        }
      }
    }
  }

  @Test("Each pixel of a reduced pattern is the mean of what it covers")
  func reduction() throws {
    // Columns 2 points wide shrink to a quarter of that, so no pixel may show a single column.
    let stripes =
      "\"pattern\": { \"type\": \"stripes\", \"size\": 4, \"color\": \"black\", \"background\": \"white\" }, \(Self.drawnFirst)"
    let whole = try PresetFrames("{ \(stripes) }").floats()
    let reduced = try PresetFrames(layer(stripes, "\"scale\": 0.25, \"rotation\": 10")).floats()
    var mean: Float = 0
    for y in 16..<48 { for x in 16..<80 { mean += whole.float(x, y, plane: 2) / Float(32 * 64) } }
    for y in 28..<36 { for x in 42..<54 { #expect(abs(reduced.float(x, y, plane: 2) - mean) < 0.12, "\(x), \(y)") } }
  }

  @Test("A transform acts on the filtered and masked layer")
  func order() throws {
    let mask =
      "\"mask\": { \"shape\": { \"type\": \"rectangle\", \"center\": [20, 20], \"size\": [16, 16], \"fill\": \"white\" } }"
    for keys in [mask, mask + ", " + Self.drawnFirst] {
      let frame = try PresetFrames(
        layer("\"gradient\": { \"stops\": [\"white\"] }", "\"position\": [40, 20]", keys)
      ).floats()
      #expect(frame.float(60, 40, plane: 3) == 1)
      #expect(frame.float(20, 20, plane: 3) == 0 && frame.float(44, 40, plane: 3) == 0)
    }
  }

  @Test("Particles of a transformed layer are born as without a transform")
  func births() throws {
    let sparks =
      "\"name\": \"s\", \"begin\": 0.3, \"timeOffset\": 0.7, \"speed\": 1.5, \"emitter\": { \"shape\": \"point\", \"position\": [48, 32], \"cells\": [ { \"name\": \"a\", \"birthRate\": 50, \"lifetime\": 1, \"velocity\": 30, \"emissionRange\": 360 } ] }"
    let plain = try PresetFrames("{ \(sparks), \"filters\": [{ \"type\": \"opacity\", \"amount\": 1 }] }")
    let placed = try PresetFrames("{ \(sparks), \"transform\": { \"rotation\": 360 } }")
    for tenths: Int64 in [2, 5, 12, 18] {
      let time = Rational(tenths, 10)
      #expect(placed.floats(at: time).largestDifference(to: plain.floats(at: time)) < 1e-6)
    }
    #expect(placed.floats(at: Rational(1)).float(48, 32, plane: 3) > 0.1)
  }

  private static let scene = """
    { "gradient": { "stops": ["#123", "#456"] }, "transform": { "rotation": "= 20 * t" } },
    { "name": "floor", "noise": { "scale": 12 }, "transform": { "rotationX": 60, "perspective": 90, "position": [0, "= 10 + 4 * t"] },
      "mask": { \(shape), "transform": { "scale": 1.5 } } },
    { "blend": "add", "opacity": 0.7, "transform": { "rotation": "= 15 * t", "scale": 1.3 },
      "group": [ { \(blob) }, { \(shape), "transform": { "skew": [20, 0] }, "filters": [{ "type": "blur", "radius": 2 }] } ] },
    { "name": "sparks", "begin": -1, "emitter": { "shape": "point", "position": [50, 30], "cells": [
        { "name": "spark", "birthRate": 80, "lifetime": 1, "velocity": 40, "emissionRange": 360 } ] },
      "transform": { "rotationY": 50, "perspective": 200 } }
    """

  @Test("Tiles and threads do not show through transforms", arguments: [PixelFormat.floatPlanes, .yuv420p, .rgba])
  func tilesAndThreads(format: PixelFormat) throws {
    let frames = try PresetFrames(Self.scene)
    let expected = frames.hash(at: Rational(1, 2), format)
    for tile in [(8, 4), (64, 32), (24, 20)] {
      #expect(frames.hash(at: Rational(1, 2), format, threads: 3, tile: tile) == expected, "tile \(tile)")
    }
  }

  @Test("Transformed frames, drawn in any order, equal those of renderers that drew nothing before")
  func anyOrder() throws {
    let frames = try PresetFrames(Self.scene)
    let reused = frames.renderer(.yuv420p, threads: 2)
    let pixels = reused.makeBuffer()
    for frame in [0, 1, 2, 3, 3, 3, 11, 4, 0] {
      let time = frames.scene.canvas.time(ofFrame: frame)
      reused.render(at: time, into: pixels)
      #expect(FrameHasher().hash(pixels) == frames.hash(at: time, .yuv420p), "frame \(frame)")
    }
  }

  @Test(
    "A transformed layer that does not change is drawn once, and one that changes in each frame",
    arguments: [
      (still, "\"rotation\": 20", false), (shape, "\"rotation\": 20", false), (still, "\"rotation\": \"= t\"", true),
      (shape, "\"rotation\": \"= t\"", true), ("\"gradient\": { \"stops\": [\"red\"] }", "\"rotation\": \"= t\"", true),
      ("\"gradient\": { \"stops\": [\"red\"] }", "\"rotation\": 9", false),
    ])
  func stillness(source: String, transform: String, isDrawnAgain: Bool) throws {
    #expect(try PresetFrames(layer(source, transform)).isDrawnAgain() == isDrawnAgain)
  }

  @Test("The memory that a transformed layer needs beside the frame is counted")
  func memory() throws {
    func bytes(_ layers: String) throws -> Double {
      let scene = try PresetFrames(layers, width: 1920, height: 1080).scene
      return scene.estimate(scene.particleBudgets()).layers.reduce(0) { $0 + $1.bytes }
    }
    let plain = try bytes("{ \(Self.blob) }")
    let turned = try bytes(layer(Self.blob, "\"rotation\": \"= 90 * t\""))
    let reduced = try bytes(layer(Self.blob, "\"scale\": 0.01"))
    // Turned all the way round, the layer needs a square as long as the frame's diagonal, 2203 pixels; at the smallest scale, six frames at most.
    let pixelBytes = 16.0 * 4 / 3 * 2
    #expect(turned - plain > 2203 * 2203 * pixelBytes && turned - plain < 4 * 1920 * 1080 * pixelBytes)
    #expect(reduced - plain < 6.2 * 1920 * 1080 * pixelBytes)
  }
}
