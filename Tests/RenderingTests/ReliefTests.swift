import Colorimetry
import Lanes
import Model
import Motes
import Testing

@Suite("Relief from brightness and from formulas") struct ReliefTests: DrawsScenes {
  private func scene(_ layers: String, lights: String, camera: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\(camera) \"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "relief.json").scene
  }

  /// A layer whose brightness, encoded as sRGB, is a sine of x.
  private func waves(period: Int) -> String {
    "\"field\": { \"color\": \"= vec3(0.5 + 0.3 * sin(tau * x / \(period)))\" }"
  }
  /// The light that it throws back, and its brightness and how that changes along x.
  private func wave(_ x: Double, period: Double) -> (albedo: Double, value: Double, slope: Double) {
    let (sine, cosine) = Lanes.sincosTurns(x / period)
    let value = 0.5 + 0.3 * sine
    return (TransferFunction.srgb.decode(value), value, 0.3 * (2 * Double.pi / period) * cosine)
  }

  @Test("A sine of brightness under parallel light: Lambert by its slope", arguments: [4.0, 24]) func sine(
    width: Double
  )
    throws
  {
    let pixels = draw(
      try scene(
        "{ \(waves(period: 64)), \"material\": { \"relief\": \"brightness\", \"reliefWidth\": \(width), \"reliefHeight\": \(10 / width) } }",
        lights: #"{ "type": "parallel", "angle": 90, "elevation": 40 }"#))
    let (rise, run) = Lanes.sincosTurns(40.0 / 360)
    // A variance of width²/24, at least 1, takes this share of a sine's height.
    let k = 2 * Double.pi / 64
    let share = Lanes.exp(-k * k * max(width * width / 24, 1) / 2)
    for x in 0..<320 {
      let (albedo, _, unit) = wave(Double(x) + 0.5, period: 64)
      let slope = 10 * share * unit
      let expected = (rise - slope * run) / (1 + slope * slope).squareRoot()
      let found = rgb(pixels, x, 90).x / albedo
      #expect(abs(found - expected) < 0.01 * expected, "\(x): \(found) \(expected)")
    }
  }

  @Test("A height formula of a sphere's cap has the sphere's normals, also on another form's level part") func cap()
    throws
  {
    let sphere = "sqrt(max(3600 - (x - 160) * (x - 160) - (y - 90) * (y - 90), 0))"
    #expect(try HeightFormula("= \(sphere)").isConstant)
    for relief in ["", "\"relief\": \"bevel\", \"reliefWidth\": 20, "] {
      for (angle, elevation) in [(90, 50), (200, 70)] {
        let light = Light.Parallel(angle: angle, elevation: elevation)
        let pixels = draw(
          try scene(
            "{ \"gradient\": { \"stops\": [\"white\", \"white\"] }, \"material\": { \(relief)\"height\": \"= \(sphere)\" } }",
            lights: "{ \"type\": \"parallel\", \"angle\": \(angle), \"elevation\": \(elevation) }"))
        for y in 50..<130 {
          for x in 110..<210 {
            let (dx, dy) = (Double(x) + 0.5 - 160, Double(y) + 0.5 - 90)
            let square = dx * dx + dy * dy
            if square > 50 * 50 { continue }
            let expected = max((dx * light.x + dy * light.y + (3600 - square).squareRoot() * light.z) / 60, 0)
            #expect(abs(rgb(pixels, x, y).x - expected) < 0.01, "\(x) \(y)")
          }
        }
      }
    }
  }

  @Test("A floor with a relief is lit from a low lamp on the sides that face it", arguments: [40.0, 280])
  func floor(lampX: Double) throws {
    let pixels = draw(
      try scene(
        "{ \(waves(period: 128)), \"material\": { \"relief\": \"brightness\", \"reliefWidth\": 5, \"reliefHeight\": 4 }, "
          + "\"transform\": { \"zPosition\": 0, \"rotationX\": -90, \"position\": [0, 60] } }",
        lights:
          "{ \"type\": \"point\", \"position\": [\(lampX), 110], \"zPosition\": 40, \"falloff\": \"none\", \"intensity\": 2 }",
        camera: #""camera": { "distance": 500 },"#))
    var shares: [Double] = []
    for row in [150, 160, 172] {
      for column in stride(from: 8, to: 312, by: 8) {
        // The ray through the pixel meets the floor, whose heights rise to smaller y.
        let (rayX, rayY) = ((Double(column) + 0.5 - 160) / 500, (Double(row) + 0.5 - 90) / 500)
        let distance = 60 / rayY
        let (x, z) = (160 + rayX * distance, 500 - distance)
        let (albedo, value, unit) = wave(x, period: 128)
        let slope = 20 * unit
        let toLamp = SIMD3(lampX - x, 110 - (150 - 20 * value), 40 - z)
        let length = (toLamp * toLamp).sum().squareRoot()
        let facing = (-slope * toLamp.x - toLamp.y) / (length * (1 + slope * slope).squareRoot())
        let expected = 2 * albedo * max(facing, 0)
        let found = rgb(pixels, column, row).x
        #expect(abs(found - expected) < 0.02 * expected + 0.01, "\(column) \(row): \(found) \(expected)")
        shares.append(facing)
      }
    }
    // Sides that face away get nothing.
    #expect(shares.contains { $0 < -0.05 } && shares.contains { $0 > 0.5 })
  }

  @Test("Tiles, threads and earlier frames never show in reliefs") func sameFrame() throws {
    let scene = try scene(
      ##"""
      { "noise": { "stops": ["#203040", "#a0b0c0"], "scale": 30 }, "material": { "relief": "brightness", "reliefWidth": "= 20 + 15 * sin(tau * T / 2)" }, "transform": { "zPosition": -100, "rotationX": 20 } },
      { "field": { "color": "= vec3(fbm(xy / 20))" }, "material": { "height": "= 4 * noise(vec3(xy / 9, 2 * loop), 2) + 6 * voronoi(xy / 30).y" }, "transform": { "rotationY": 40, "position": [60, 0] } },
      { "shape": { "type": "star", "center": [160, 90], "radius": 60, "points": 5, "fill": "#a0c0ff" }, "material": { "relief": "round", "reliefWidth": 9, "height": "= 2 * coarse(fbm(xy / 5))", "specular": 1 }, "transform": { "zPosition": 60, "rotation": "= 40 * t" } }
      """##,
      lights:
        ##"{ "type": "ambient", "intensity": 0.2 }, { "type": "point", "position": ["= 160 + 90 * sin(tau * T / 2)", 60], "zPosition": 80, "color": "#ffb060", "intensity": 2 }"##
    )
    expectSameFrame(scene, wholeTile: (328, 180))
  }

  @Test("What cannot be, or has no effect, is told at its place") func mistakes() throws {
    func told(_ material: String, source: String = #""gradient": { "stops": ["red", "blue"] }"#) -> String {
      let text =
        "{ \"canvas\": { \"loop\": true, \"duration\": 3 }, \"lights\": [{ \"type\": \"ambient\" }], \"layers\": [{ \(source), \"material\": { \(material) } }] }"
      do {
        return try Preset.load(text: Array(text.utf8), named: "relief.json").warnings.map(\.description).joined()
      } catch {
        return "\(error)"
      }
    }
    #expect(told(#""relief": "brightness", "reliefWidth": 4"#) == "")
    #expect(told(#""let": { "a": "= x" }, "height": "= 3 * noise(a, y)""#) == "")
    #expect(told(#""height": "= xy""#).contains("material.height: height is a number, not a vec2"))
    #expect(told(#""height": "= zz""#).contains("material.height: zz is unknown"))
    #expect(told(#""height": 3"#).contains("should be a formula"))
    #expect(told(#""height": "= ramp(u).x""#).contains("a height has no stops, so ramp has no colours here"))
    #expect(told(#""let": { "a": "= x" }"#).contains("material.let: has no effect without height"))
    #expect(told(#""reliefWidth": 9"#).contains("material.reliefWidth: has no effect with relief \"flat\""))
    #expect(told(#""height": "= 9 * t""#).contains("material.height: jumps at the loop's seam"))
    let emitter = #""emitter": { "cells": [{ "burst": 1, "lifetime": 9 }] }"#
    #expect(told(#""height": "= x""#, source: emitter).contains("material.height: has no effect on particles"))
    #expect(told(#""glints": 2"#, source: emitter).contains("material.glints: has no effect on particles"))
  }
}

extension Light.Parallel {
  /// The unit vector to the light of an angle and an elevation in degrees.
  fileprivate init(angle: Int, elevation: Int) {
    self.init()
    (self.angle, self.elevation) = (AnimatedNumber(Double(angle)), AnimatedNumber(Double(elevation)))
  }
  private var vector: SIMD3<Double> { direction(at: AnimationClock(0)) }
  fileprivate var x: Double { vector.x }
  fileprivate var y: Double { vector.y }
  fileprivate var z: Double { vector.z }
}
