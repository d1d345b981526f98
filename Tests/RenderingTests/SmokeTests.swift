import Colorimetry
import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

@Suite("Smoke and flame") struct SmokeTests: DrawsScenes {
  private func scene(_ layers: String, lights: String = "", more: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 \(more) }, "
      + "\"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "smoke.json").scene
  }

  private func sum(_ pixels: PixelBuffer, x: Range<Int>, y: Range<Int>, plane: Int = 0) -> Double {
    y.reduce(0.0) { sum, row in x.reduce(sum) { $0 + value(pixels, plane, $1, row) } }
  }

  private let fromLeft = #"{ "type": "parallel", "angle": -90, "elevation": 0, "shadow": 1 }"#

  @Test("A puff that turns keeps its bright side where the light is", arguments: [0, 40, 90, 200, 270]) func turned(
    rotation: Int
  ) throws {
    let pixels = draw(
      try scene(
        """
        { "material": {}, "emitter": { "position": [160, 90], "cells": [ { "burst": 1, "lifetime": 9, "rotation": \(rotation),
          "sprite": { "type": "puff", "size": 140, "roundness": 1, "detail": 0, "density": 3, "variants": 1 } } ] } }
        """, lights: fromLeft))
    let (left, right) = (sum(pixels, x: 90..<160, y: 20..<160), sum(pixels, x: 160..<230, y: 20..<160))
    let (top, bottom) = (sum(pixels, x: 90..<230, y: 20..<90), sum(pixels, x: 90..<230, y: 90..<160))
    #expect(left > 1.5 * right, "\(left) \(right)")
    #expect(abs(top / bottom - 1) < 0.25, "\(top) \(bottom)")
  }

  @Test("Puffs in a row lie in each other's shadow: each lets exp(−density) of the light through") func row() throws {
    func light(shadow: Double) throws -> [Double] {
      let cells = (0..<4).map { index in
        """
        { "burst": 1, "lifetime": 9, "offsetOverLife": [[0, [\(index * 70 - 105), 0]]],
          "sprite": { "type": "puff", "size": 60, "roundness": 1, "detail": 0, "density": 0.7, "variants": 1 } }
        """
      }
      let pixels = draw(
        try scene(
          "{ \"material\": {}, \"emitter\": { \"position\": [160, 90], \"cells\": [\(cells.joined(separator: ","))] } }",
          lights: fromLeft.replacing("1 }", with: "\(shadow) }")))
      return (0..<4).map { sum(pixels, x: ($0 * 70 + 23)..<($0 * 70 + 87), y: 50..<130) }
    }
    let (shaded, plain) = (try light(shadow: 1), try light(shadow: 0))
    let half = try light(shadow: 0.5)
    for index in 0..<4 {
      let passed = Lanes.exp(-0.7 * Double(index))
      #expect(
        abs(shaded[index] / plain[index] - passed) < 0.06, "\(index): \(shaded[index] / plain[index]), not \(passed)")
      #expect(abs(half[index] / plain[index] - (1 + passed) / 2) < 0.03)
    }
  }

  @Test("Light from behind makes a thin puff bright and a thick one dark in its middle; emission shines in the dark")
  func through() throws {
    func middle(_ density: Double, _ material: String = "", elevation: Int = -90) throws -> Double {
      let pixels = draw(
        try scene(
          """
          { "material": { \(material) }, "emitter": { "position": [160, 90], "cells": [ { "burst": 1, "lifetime": 9,
            "sprite": { "type": "puff", "size": 140, "roundness": 1, "detail": 0, "density": \(density), "variants": 1 } } ] } }
          """, lights: "{ \"type\": \"parallel\", \"elevation\": \(elevation) }"))
      return sum(pixels, x: 150..<170, y: 80..<100) / 400
    }
    #expect(try middle(0.8) > 1.5 * middle(0.8, elevation: 90))
    #expect(try middle(16) < 0.3 * middle(16, elevation: 90))
    #expect(abs(try middle(9, "\"diffuse\": 0, \"emission\": 0.5") - 0.5) < 0.02)
  }

  private static let plume = """
    { "material": {}, "emitter": { "position": [160, 170], "renderMode": "backToFront", "depth": 40, "cells": [ { "birthRate": 40, "lifetime": 2,
      "velocity": 70, "emissionLongitude": -90, "emissionRange": 30, "rotationRange": 360, "spinRange": 60, "driftAmplitude": 20, "scaleOverLife": [[0, 0.3], [1, 1.4]],
      "alphaOverLife": [[0, 0], [0.2, 1], [1, 0]], "sprite": { "type": "puff", "size": 60, "variants": 3 } } ] } },
    { "flame": { "position": [160, 170], "width": 60, "height": 90 } }
    """
  private static let lights = """
    { "type": "point", "position": [20, 90], "zPosition": 40, "color": "#ffd0a0", "shadow": 1 }, { "type": "ambient", "color": "#4060a0" }
    """

  @Test("A plume and a flame do not depend on threads, tiles or earlier frames") func sameFrame() throws {
    for camera in ["", ", \"shutter\": 180"] {
      expectSameFrame(try scene(Self.plume, lights: Self.lights, more: camera), wholeTile: (320, 180))
    }
  }

  @Test("A loop of a plume and a flame ends as it began") func loops() throws {
    let scene = try scene(Self.plume, lights: Self.lights, more: ", \"loop\": true")
    #expect(FrameHasher().hash(draw(scene, at: .zero)) == FrameHasher().hash(draw(scene, at: Rational(2))))
    #expect(FrameHasher().hash(draw(scene, at: .zero)) != FrameHasher().hash(draw(scene, at: Rational(1))))
  }

  @Test("A flame is brighter and hotter inside than at its rim, in the colours of glowing bodies") func flame() throws {
    func ratio(_ kelvins: Double) -> Double {
      let color = Blackbody.color(kelvins: kelvins)
      return color.green / color.red
    }
    for (time, variant) in [(Rational(0), 0), (Rational(1, 2), 1), (Rational(1), 2), (Rational(3, 2), 3)] {
      let pixels = draw(
        try scene(
          "{ \"flame\": { \"position\": [160, 170], \"width\": 120, \"height\": 150, \"sheets\": 1, \"soot\": 0, \"turbulence\": 0.6, \"variant\": \(variant) } }"
        ), at: time)
      // A row at a third of the height.
      let row = (0..<320).map { rgb(pixels, $0, 120) }
      let hottest = row.indices.max { row[$0].x < row[$1].x } ?? 0
      let peak = row[hottest]
      #expect(peak.x > 0.5)
      for side in [-1, 1] {
        var rim = hottest
        while row[rim].x > 0.04 * peak.x { rim += side }
        rim -= side
        #expect(row[rim].x < 0.3 * peak.x)
        #expect(row[rim].y / row[rim].x < 0.8 * peak.y / peak.x, "at \(rim): \(row[rim]), inside \(peak)")
        #expect(abs(row[rim].y / row[rim].x - ratio(1080)) < 0.06)
      }
      #expect(peak.y / peak.x > ratio(1080) && peak.y / peak.x < ratio(2000) + 0.01)
      // Nothing burns below its foot, nor far beside it.
      #expect(sum(pixels, x: 0..<320, y: 179..<180, plane: 2) < 1 && row[2].x == 0 && row[317].x == 0)
    }
  }

  @Test("Soot hides what is behind a flame, and only there") func soot() throws {
    func frame(soot: Double) throws -> PixelBuffer {
      draw(
        try scene(
          """
          { "gradient": { "stops": ["white", "white"] } },
          { "flame": { "position": [160, 170], "width": 120, "height": 150, "intensity": 0.001, "soot": \(soot) } }
          """))
    }
    let (clear, sooty) = (try frame(soot: 0), try frame(soot: 0.9))
    #expect(rgb(sooty, 160, 120).x < 0.6 * rgb(clear, 160, 120).x && rgb(clear, 160, 120).x > 0.99)
    #expect(rgb(sooty, 4, 120).x == rgb(clear, 4, 120).x)
  }
}
