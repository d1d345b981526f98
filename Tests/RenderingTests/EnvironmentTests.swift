import Lanes
import Model
import Motes
import Testing

@Suite("Environments of bodies") struct EnvironmentTests: DrawsScenes {
  private static let silver = "\"metal\": 1, \"reflection\": 1, \"roughness\": 0.02"

  /// A ball in front of a background.
  private func scene(_ environment: String, _ material: String = silver, background: String = "#204060") throws -> Scene
  {
    let text =
      "{ \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"loop\": true }, \"layers\": [{ \"gradient\": { \"stops\": [\"\(background)\", \"\(background)\"] } }, "
      + "{ \"name\": \"ball\", \"shape\": { \"type\": \"circle\", \"center\": [160, 90], \"radius\": 80, \"fill\": \"white\" }, \"material\": { \"relief\": \"round\", "
      + "\"reliefWidth\": 80, \"reliefHeight\": 1, \(material), \"environment\": \(environment) } }] }"
    return try Preset.load(text: Array(text.utf8), named: "environment.json").scene
  }

  @Test("A ball mirrors in each direction what the formula gives there") func directions() throws {
    let pixels = draw(try scene(#"{ "space": "linear", "color": "= 0.5 + 0.5 * direction" }"#))
    for (x, y) in [(0.0, 0.0), (0.5, 0), (-0.5, 0.2), (0.3, -0.7), (-0.6, -0.6)] {
      let (column, row) = (Int(160 + 80 * x), Int(90 + 80 * y))
      // The normal at the pixel's centre, of a sphere; what it mirrors to an eye straight above, d = 2(n·e)n − e.
      let (nx, ny) = ((Double(column) + 0.5 - 160) / 80, (Double(row) + 0.5 - 90) / 80)
      let nz = (1 - nx * nx - ny * ny).squareRoot()
      let mirrored = SIMD3(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1)
      let found = rgb(pixels, column, row)
      for axis in 0..<3 {
        #expect(abs(found[axis] - (0.5 + 0.5 * mirrored[axis])) < 0.03, "\(x) \(y) \(axis): \(found) \(mirrored)")
      }
    }
  }

  @Test(
    "In an even environment a perfect mirror has its colour everywhere, rough or smooth", arguments: [0.02, 0.5, 1])
  func furnace(roughness: Double) throws {
    let pixels = draw(
      try scene(
        #"{ "space": "linear", "color": "= vec3(0.25, 3, 0.7)" }"#,
        "\"metal\": 1, \"reflection\": 1, \"roughness\": \(roughness)"))
    for (x, y) in [(160, 90), (100, 90), (200, 130), (165, 20)] {
      let found = rgb(pixels, x, y)
      for (axis, expected) in [0.25, 3, 0.7].enumerated() {
        #expect(abs(found[axis] - expected) < 2e-3 * expected, "\(x) \(y): \(found)")
      }
    }
  }

  @Test("Glass mirrors it by Fresnel's law: a twenty-fifth where it faces the eye") func glass() throws {
    let pixels = draw(
      try scene(#"{ "space": "linear", "color": "= vec3(10)" }"#, "\"transmission\": 1", background: "black"))
    let found = rgb(pixels, 160, 90)
    for axis in 0..<3 { #expect(abs(found[axis] - 0.4) < 1e-3, "\(found)") }
  }

  @Test("Where it is transparent the picture around is mirrored, and nowhere else") func transparency() throws {
    func centre(_ environment: String, _ background: String) throws -> SIMD3<Double> {
      rgb(draw(try scene(environment, background: background)), 160, 90)
    }
    let (opaque, half, none) = (
      #"{ "space": "linear", "color": "= vec3(0.2)" }"#,
      #"{ "space": "linear", "color": "= vec3(0.2)", "alpha": "= 0.5" }"#,
      #"{ "space": "linear", "color": "= vec3(0.2)", "alpha": "= 0" }"#
    )
    #expect(try centre(opaque, "black") == centre(opaque, "white"))
    for (environment, share, background, light) in [
      (half, 0.5, "white", 1.0), (none, 0, "white", 1), (half, 0.5, "black", 0),
    ] {
      let found = try centre(environment, background)
      for axis in 0..<3 { #expect(abs(found[axis] - (0.2 * share + light * (1 - share))) < 2e-3, "\(found)") }
    }
  }

  @Test("Tiles, threads and earlier frames never show in it, whether it moves or not") func sameFrame() throws {
    for color in [
      "= vec3(0.5 + 0.5 * direction.x, noise(vec3(3 * p, 2 * loop), 2), 0.5 + 0.5 * sin(phase))",
      "= vec3(fbm(3 * p, 3))",
    ] {
      expectSameFrame(try scene("{ \"space\": \"linear\", \"color\": \"\(color)\" }"), wholeTile: (328, 180))
    }
  }

  @Test("Mistakes in its formula are told at their place, and names of one's own may be used") func mistakes() throws {
    func told(_ environment: String) -> String {
      do {
        _ = try scene(environment)
        return ""
      } catch { return "\(error)" }
    }
    #expect(told(#"{ "color": "= vec3(directoin.x)" }"#).contains("layers.ball.material.environment.color"))
    #expect(told(#"{ "color": "= vec2(1, 2)" }"#).contains("a colour is a number, a vec3 or a vec4, not a vec2"))
    #expect(told(#"{ "let": { "strip": "= exp(-9 * direction.x * direction.x)" }, "color": "= vec3(strip)" }"#) == "")
  }
}
