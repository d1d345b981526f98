import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Masks of layers and groups: what they leave of a layer, and that neither tiles, threads nor reused results change the frame.
@Suite struct MaskTests {
  private static let ramp =
    "\"gradient\": { \"angle\": 90, \"stops\": [\"#0000\", \"#fff\"], \"interpolation\": \"srgb-linear\" }"
  private static let photo =
    "\"gradient\": { \"type\": \"conic\", \"stops\": [\"#e63946\", \"#f1faee80\", \"#457b9d\", \"#e63946\"] }"
  private static let disc =
    "\"shape\": { \"type\": \"ellipse\", \"center\": [40, 30], \"radius\": 20, \"fill\": \"#f80c\" }"

  @Test("A layer is multiplied by its mask's alpha")
  func alpha() throws {
    let whole = try PresetFrames("{ \(Self.photo) }").floats()
    let mask = try PresetFrames("{ \(Self.ramp) }").floats()
    let masked = try PresetFrames("{ \(Self.photo), \"mask\": { \(Self.ramp) } }").floats()
    let inverted = try PresetFrames("{ \(Self.photo), \"mask\": { \(Self.ramp), \"inverted\": true } }").floats()
    var maskSum: Float = 0
    for y in 0..<64 {
      for x in 0..<96 {
        let share = mask.float(x, y, plane: 3)
        maskSum += share
        for plane in 0..<4 {
          let value = whole.float(x, y, plane: plane)
          #expect(abs(masked.float(x, y, plane: plane) - value * share) < 1e-6)
          #expect(abs(inverted.float(x, y, plane: plane) - value * (1 - share)) < 1e-6)
        }
      }
    }
    #expect(maskSum > 2000 && maskSum < 4000, "The mask shows about half of the picture.")
  }

  @Test("A luminance mask counts light times alpha")
  func luminance() throws {
    let masked = try PresetFrames(
      "{ \"gradient\": { \"stops\": [\"white\"] }, \"mask\": { \"mode\": \"luminance\", \"gradient\": { \"stops\": [\"color(srgb-linear 0.5 0.25 1 / 0.5)\"] } } }"
    ).floats()
    let expected: Float = 0.5 * (0.5 * 0.2126 + 0.25 * 0.7152 + 0.0722)
    #expect(abs(masked.float(50, 20, plane: 0) - expected) < 1e-5)
    #expect(abs(masked.float(50, 20, plane: 3) - expected) < 1e-5)
  }

  @Test("A field masks by the alpha or the light that its formula gives", arguments: ["alpha", "luminance"])
  func field(mode: String) throws {
    // Waves that move: alpha from the formula, or the light of an opaque colour.
    let wave = "0.5 + 0.5 * sin(x / 5 + 3 * t)"
    let color = mode == "alpha" ? "vec4(1, 0, 0, \(wave))" : "vec3(1) * (\(wave))"
    let source = "\"field\": { \"space\": \"linear\", \"color\": \"= \(color)\" }"
    let time = Rational(3, 10)
    let masked = try PresetFrames("{ \(Self.photo), \"mask\": { \"mode\": \"\(mode)\", \(source) } }").floats(at: time)
    let field = try PresetFrames("{ \(source) }").floats(at: time)
    let whole = try PresetFrames("{ \(Self.photo) }").floats(at: time)
    var shares: Set<Float> = []
    for y in 0..<64 {
      for x in 0..<96 {
        let share = mode == "alpha" ? field.float(x, y, plane: 3) : field.float(x, y, plane: 0)
        shares.insert(share)
        for plane in 0..<4 {
          #expect(abs(masked.float(x, y, plane: plane) - whole.float(x, y, plane: plane) * share) < 1e-5)
        }
      }
    }
    #expect(shares.count > 50, "The field varies.")
  }

  @Test("Filters come before the mask, opacity and blend after it")
  func order() throws {
    // If the blur came after the mask, the edge would be soft.
    let half = "\"shape\": { \"type\": \"rectangle\", \"center\": [24, 32], \"size\": [48, 64], \"fill\": \"#fff\" }"
    let sharp = try PresetFrames(
      "{ \(Self.photo), \"opacity\": 0.5, \"filters\": [{ \"type\": \"blur\", \"radius\": 4 }], \"mask\": { \(half) } }"
    ).floats()
    let blurred = try PresetFrames("{ \(Self.photo), \"filters\": [{ \"type\": \"blur\", \"radius\": 4 }] }").floats()
    #expect(sharp.float(48, 30, plane: 3) == 0)
    #expect(abs(sharp.float(47, 30, plane: 0) - 0.5 * blurred.float(47, 30, plane: 0)) < 1e-6)
    // And the mask's own filters act on the mask.
    let soft = try PresetFrames(
      "{ \(Self.photo), \"mask\": { \(half), \"filters\": [{ \"type\": \"blur\", \"radius\": 4 }] } }"
    ).floats()
    #expect(soft.float(50, 30, plane: 3) > 0.1)
  }

  @Test("A mask has a clock of its own within its layer's time")
  func clock() throws {
    let text = "{ \(Self.photo), \"begin\": 0.5, \"mask\": { \"begin\": 0.5, \"duration\": 0.5, \(Self.disc) } }"
    let frames = try PresetFrames(text)
    func centerAlpha(_ tenths: Int64) -> Float { frames.floats(at: Rational(tenths, 10)).float(40, 30, plane: 3) }
    #expect(centerAlpha(4) == 0 && centerAlpha(8) == 0 && centerAlpha(15) == 0)
    #expect(centerAlpha(12) > 0.1)
  }

  private static let scene = """
    { \(photo) },
    { "blend": "add", "opacity": 0.7, "group": [{ \(disc) }, { "name": "inner", \(photo), "mask": { \(disc), "inverted": true } }],
      "mask": { "mode": "luminance", "group": [{ \(ramp) }, { \(disc), "mask": { \(ramp) } }],
        "filters": [{ "type": "blur", "radius": 2 }] } },
    { "name": "sparks", "begin": -1, "emitter": { "shape": "point", "position": [50, 30], "cells": [
        { "name": "spark", "birthRate": 80, "lifetime": 1, "velocity": 40, "emissionRange": 360 } ] },
      "mask": { "begin": -1, "emitter": { "shape": "point", "position": [60, 40], "cells": [
        { "name": "hole", "birthRate": 40, "lifetime": 1, "velocity": 30, "emissionRange": 360, "sprite": { "type": "softDisc", "size": 20 } } ] } } }
    """

  @Test("Tiles and threads do not show through masks", arguments: [PixelFormat.floatPlanes, .yuv420p, .rgba])
  func tilesAndThreads(format: PixelFormat) throws {
    let frames = try PresetFrames(Self.scene)
    let expected = frames.hash(at: Rational(1, 2), format)
    for tile in [(8, 4), (64, 32), (24, 20)] {
      #expect(frames.hash(at: Rational(1, 2), format, threads: 3, tile: tile) == expected, "tile \(tile)")
    }
  }

  @Test("Masked frames, drawn in any order, equal those of renderers that drew nothing before")
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

  @Test("A masked layer that does not change is drawn once, and one whose mask moves in each frame")
  func stillness() throws {
    func isDrawnAgain(_ mask: String) throws -> Bool {
      try PresetFrames("{ \(Self.photo), \"mask\": { \(mask) } }").isDrawnAgain()
    }
    #expect(try !isDrawnAgain(Self.disc))
    #expect(
      try isDrawnAgain(
        "\"shape\": { \"type\": \"ellipse\", \"center\": [\"= 40 + t\", 30], \"radius\": 20, \"fill\": \"#f80\" }"))
  }

  @Test("Masks of masks of masks are drawn")
  func deep() throws {
    var text = Self.disc
    for _ in 0..<20 { text = "\(Self.disc), \"mask\": { \(text) }" }
    let frames = try PresetFrames("{ \(text) }")
    // The disc and each of its twenty masks have an alpha of 0.8.
    var expected: Float = 0.8
    for _ in 0..<20 { expected *= 0.8 }
    #expect(abs(frames.floats().float(40, 30, plane: 3) - expected) < 1e-4)
  }
}
