import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Replicators and reflections: instances and mirrored pictures.
@Suite struct ReplicatorTests {
  private static let dot =
    "\"shape\": { \"type\": \"circle\", \"center\": [20, 32], \"radius\": 4, \"fill\": \"#fff\" }"

  private func alpha(_ frame: PixelBuffer, _ x: Int, _ y: Int) -> Float { frame.float(x, y, plane: 3) }

  @Test("Instances are transformed cumulatively, and coloured")
  func instances() throws {
    let frame = try PresetFrames(
      "{ \(Self.dot), \"replicator\": { \"instanceCount\": 4, \"instanceTransform\": { \"position\": [16, 0] }, \"instanceRedOffset\": -0.25, \"instanceAlphaOffset\": -0.2 } }"
    ).floats()
    for index in 0..<4 {
      let x = 20 + 16 * index
      let opacity = 1 - 0.2 * Float(index)
      #expect(abs(alpha(frame, x, 32) - opacity) < 1e-5)
      #expect(abs(frame.float(x, 32, plane: 2) - (1 - 0.25 * Float(index)) * opacity) < 1e-5)
      #expect(abs(frame.float(x, 32, plane: 0) - opacity) < 1e-5)
      #expect(alpha(frame, x + 8, 32) == 0)
    }
    #expect(alpha(frame, 84, 32) == 0)
  }

  @Test(
    "Colours of instances may be animated, by the layer's own clock regardless of an instance's delay",
    arguments: [0.0, 0.5])
  func animatedColors(delay: Double) throws {
    let frame = try PresetFrames(
      "{ \(Self.dot), \"replicator\": { \"instanceCount\": 4, \"instanceDelay\": \(delay), \"instanceTransform\": { \"position\": [16, 0] }, \"instanceColor\": { \"keys\": [[0, \"white\"], [1, \"color(srgb-linear 0.5 1 1)\"]] }, \"instanceGreenOffset\": \"= -0.2 * t\", \"instanceAlphaOffset\": \"= -0.1 * t\" } }"
    ).floats(at: Rational(1))
    for index in 0..<4 {
      let x = 20 + 16 * index
      let opacity = 1 - 0.1 * Float(index)
      #expect(abs(alpha(frame, x, 32) - opacity) < 1e-5, "\(index)")
      #expect(abs(frame.float(x, 32, plane: 2) - 0.5 * opacity) < 1e-5, "\(index)")
      #expect(abs(frame.float(x, 32, plane: 0) - (1 - 0.2 * Float(index)) * opacity) < 1e-5, "\(index)")
    }
    // A constant colour gives the pixels of an animated one that has this value.
    let constant = try PresetFrames(
      "{ \(Self.dot), \"replicator\": { \"instanceCount\": 3, \"instanceColor\": \"#f80\", \"instanceTransform\": { \"position\": [16, 0] } } }"
    )
    let keyed = try PresetFrames(
      "{ \(Self.dot), \"replicator\": { \"instanceCount\": 3, \"instanceColor\": { \"keys\": [[0, \"#f80\"], [1, \"#08f\"]] }, \"instanceTransform\": { \"position\": [16, 0] } } }"
    )
    #expect(constant.floats().largestDifference(to: keyed.floats()) < 1e-6)
  }

  @Test("Rotations add up about the canvas's middle")
  func rotation() throws {
    let frame = try PresetFrames(
      "{ \(Self.dot), \"replicator\": { \"instanceCount\": 4, \"instanceTransform\": { \"rotation\": 90 } } }"
    ).floats()
    // 28 points left of the middle, then above it, right of it and below it.
    for (x, y) in [(20, 32), (48, 4), (75, 32), (48, 59)] { #expect(alpha(frame, x, y) == 1, "\(x), \(y)") }
  }

  @Test("An instance shows what the one before it showed earlier, births included")
  func delay() throws {
    let sparks =
      "\"name\": \"s\", \"emitter\": { \"shape\": \"point\", \"position\": [20, 32], \"cells\": [ { \"name\": \"a\", \"birthRate\": 30, \"lifetime\": 1, \"velocity\": 14, \"emissionRange\": 360, \"sprite\": { \"type\": \"disc\", \"size\": 3 } } ] }"
    let single = try PresetFrames("{ \(sparks) }")
    let replicated = try PresetFrames(
      "{ \(sparks), \"replicator\": { \"instanceCount\": 2, \"instanceDelay\": 0.5, \"instanceTransform\": { \"position\": [48, 0] } } }"
    )
    let (earlier, now) = (single.floats(at: Rational(7, 10)), replicated.floats(at: Rational(12, 10)))
    let undelayed = single.floats(at: Rational(12, 10))
    var delayedAlpha: Float = 0
    for y in 0..<64 {
      for x in 0..<40 {
        #expect(abs(alpha(now, x + 48, y) - alpha(earlier, x, y)) < 1e-3)
        #expect(abs(alpha(now, x, y) - alpha(undelayed, x, y)) < 1e-3)
        delayedAlpha += alpha(now, x + 48, y)
      }
    }
    #expect(delayedAlpha > 10)
    #expect(
      try PresetFrames("{ \(sparks), \"replicator\": { \"instanceCount\": 1 } }").hash(at: Rational(1), .rgba)
        == single.hash(at: Rational(1), .rgba))
  }

  @Test(
    "Instances of an emitter that adds light add to each other, whether or not they are delayed",
    arguments: [("\"blend\": \"normal\"", "additive"), ("\"blend\": \"screen\"", "unordered")])
  func delayedLight(blend: String, renderMode: String) throws {
    // Drawn between two births, so that a delay of a millisecond changes nothing; the transform is not delayed.
    func frame(delay: Double) throws -> PixelBuffer {
      try PresetFrames(
        "{ \(blend), \"name\": \"s\", \"emitter\": { \"renderMode\": \"\(renderMode)\", \"shape\": \"point\", \"position\": [40, 32], \"cells\": [ { \"name\": \"a\", \"birthRate\": 2, \"lifetime\": 9, \"color\": \"#555\", \"sprite\": { \"type\": \"disc\", \"size\": 20 } } ] }, \"replicator\": { \"instanceCount\": 3, \"instanceDelay\": \(delay), \"instanceTransform\": { \"position\": [\"= 3 * t\", 0] } } }"
      ).floats(at: Rational(7, 10))
    }
    let (together, delayed) = (try frame(delay: 0), try frame(delay: 0.001))
    #expect(together.float(42, 32, plane: 0) > 1.5 * together.float(31, 32, plane: 0), "instances overlap")
    #expect(together.largestDifference(to: delayed) < 1e-3)
  }

  @Test("A layer that moves by itself is seen from the start in every instance")
  func values() throws {
    let moving =
      "\"shape\": { \"type\": \"circle\", \"center\": [\"= 20 + 10 * t\", 32], \"radius\": 4, \"fill\": \"#fff\" }"
    let frame = try PresetFrames(
      "{ \(moving), \"replicator\": { \"instanceCount\": 2, \"instanceDelay\": 0.5, \"instanceTransform\": { \"position\": [0, 20], \"scale\": \"= 1\" } } }"
    ).floats(at: Rational(1, 5))
    #expect(alpha(frame, 22, 32) == 1 && alpha(frame, 17, 52) == 1 && alpha(frame, 22, 52) < 1)
  }

  @Test("A polished floor mirrors what is above its line, below the layer's own pixels")
  func mirror() throws {
    let text = "{ \"shape\": { \"type\": \"rectangle\", \"center\": [30, 20], \"size\": [20, 16], \"fill\": \"#f00\" }"
    let frame = try PresetFrames("\(text), \"reflection\": { \"line\": 32, \"amount\": 0.5 } }").floats()
    let plain = try PresetFrames("\(text) }").floats()
    for y in 0..<32 { for x in 0..<96 { #expect(alpha(frame, x, y) == alpha(plain, x, y)) } }
    for y in 32..<64 {
      for x in 0..<96 { #expect(abs(alpha(frame, x, y) - 0.5 * alpha(plain, x, 63 - y)) < 1e-6) }
    }
    #expect(alpha(frame, 30, 44) == 0.5)
    // A reflection that fades, is rough or has ripples looks different.
    for keys in ["\"fade\": 20", "\"roughness\": 0.6", "\"ripples\": 8, \"wavelength\": 6"] {
      let other = try PresetFrames("\(text), \"reflection\": { \"line\": 32, \"amount\": 0.5, \(keys) } }").floats()
      #expect(alpha(other, 30, 20) == 1)
      #expect(other.largestDifference(to: frame) > 0.05, "\(keys)")
    }
    #expect(
      try PresetFrames("\(text), \"reflection\": { \"amount\": 0 } }").hash(.floatPlanes)
        == PresetFrames("\(text) }").hash(.floatPlanes))
  }

  @Test("Tiles and threads do not show through reflections and replicators")
  func sameFrames() throws {
    let frames = try PresetFrames(
      """
      { "gradient": { "stops": ["#123", "#456"] } },
      { "reflection": { "line": 40, "ripples": 5, "phase": "= t", "roughness": 0.2, "fade": 40 },
        "group": [ { \(Self.dot), "replicator": { "instanceCount": 6, "instanceDelay": 0.1, "instanceTransform": { "rotation": "= 10 + t", "scale": 0.9 } } },
                   { "blob": { "center": [60, 20], "radius": 10 }, "replicator": { "instanceCount": 2, "instanceTransform": { "rotation": 20 } } } ] }
      """)
    let expected = frames.hash(at: Rational(1, 2), .yuv420p)
    for tile in [(8, 4), (64, 32), (24, 20)] {
      #expect(frames.hash(at: Rational(1, 2), .yuv420p, threads: 3, tile: tile) == expected, "tile \(tile)")
    }
    let reused = frames.renderer(.yuv420p, threads: 2)
    let pixels = reused.makeBuffer()
    for tenths: Int64 in [0, 3, 3, 20, 6] {
      reused.render(at: Rational(tenths, 10), into: pixels)
      #expect(FrameHasher().hash(pixels) == frames.hash(at: Rational(tenths, 10), .yuv420p), "\(tenths)")
    }
  }
}
