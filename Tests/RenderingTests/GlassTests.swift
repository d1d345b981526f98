import Colorimetry
import Lanes
import Model
import Motes
import Testing

@Suite("Bodies that let light through and mirror") struct GlassTests: DrawsScenes {
  private func scene(_ layers: String, lights: String = "") throws -> Scene {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10, \"seed\": 4 }, "
      + "\"lights\": [\(lights)], \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "glass.json").scene
  }

  /// A picture whose red and green tell where a pixel lies.
  private static let places = #"{ "field": { "color": "= vec3(x / 320, y / 180, 0)" } }"#
  private static let white = #"{ "gradient": { "stops": ["white", "white"] } }"#
  private static let black = #"{ "gradient": { "stops": ["black", "black"] } }"#
  private static let pane =
    #""shape": { "type": "rectangle", "center": [160, 90], "size": [240, 140], "fill": "white" }"#

  /// The place of `places` that is seen at a pixel.
  private func seenPlace(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD2<Double> {
    let color = rgb(pixels, x, y)
    return SIMD2(TransferFunction.srgb.encode(color.x) * 320, TransferFunction.srgb.encode(color.y) * 180)
  }

  /// A ray's direction behind a surface, by Snell's law in vector form; nil where it is mirrored.
  private func refracted(_ ray: SIMD3<Double>, _ normal: SIMD3<Double>, eta: Double) -> SIMD3<Double>? {
    let cosine = -(ray * normal).sum()
    let square = 1 - eta * eta * (1 - cosine * cosine)
    return square < 0 ? nil : ray * eta + normal * (eta * cosine - square.squareRoot())
  }

  @Test("A glass ball turns its background over, as rays through a sphere do", arguments: [70.0, 110])
  func ball(distance: Double) throws {
    let pixels = draw(
      try scene(
        Self.places
          + ", { \"shape\": { \"type\": \"circle\", \"center\": [160, 90], \"radius\": 60, \"fill\": \"white\" }, "
          + "\"material\": { \"relief\": \"round\", \"reliefWidth\": 60, \"reliefHeight\": 1, \"transmission\": 1, \"back\": \"mirrored\", "
          + "\"thickness\": 0, \"distance\": \(distance), \"reflection\": 0 } }"))
    var turned = 0
    for y in stride(from: 50, to: 130, by: 5) {
      for x in stride(from: 120, to: 200, by: 5) {
        let (dx, dy) = (Double(x) + 0.5 - 160, Double(y) + 0.5 - 90)
        let square = dx * dx + dy * dy
        if square > 36 * 36 { continue }
        let enter = SIMD3(dx, dy, (3600 - square).squareRoot())
        let inside = try #require(refracted(SIMD3(0, 0, -1), enter / 60, eta: 1 / 1.5))
        let exit = enter - inside * (2 * (enter * inside).sum())
        let outside = try #require(refracted(inside, exit / -60, eta: 1.5))
        let seen = exit + outside * ((distance + exit.z) / -outside.z)
        let found = seenPlace(pixels, x, y) - SIMD2(160, 90)
        let miss = ((found.x - seen.x) * (found.x - seen.x) + (found.y - seen.y) * (found.y - seen.y)).squareRoot()
        #expect(miss < 1.5, "\(x) \(y): \(found) \(seen)")
        if dx > 9 && found.x < -1 { turned += 1 }
      }
    }
    // Beyond the ball's focus, 1.5 radii behind its middle, the picture is upside down.
    #expect(distance > 90 ? turned > 20 : turned == 0)
  }

  @Test("A slope moves the picture by Snell's law at both faces", arguments: [1.33, 1.5]) func prism(index: Double)
    throws
  {
    let pixels = draw(
      try scene(
        Self.places
          + ", { \(Self.pane), \"material\": { \"relief\": \"bevel\", \"reliefWidth\": 60, \"reliefHeight\": 0.4, \"transmission\": 1, "
          + "\"refraction\": \(index), \"thickness\": 15, \"distance\": 50, \"reflection\": 0 } }"))
    let lean = Lanes.atan(0.4)
    let inside = lean - Lanes.asin(Lanes.sin(lean) / index)
    let outside = Lanes.asin(Lanes.sin(inside) * index)
    for x in stride(from: 50, to: 90, by: 7) {
      let height = 0.4 * (Double(x) + 0.5 - 40)
      let expected = Lanes.tan(inside) * (height + 15) + Lanes.tan(outside) * 50
      let found = seenPlace(pixels, x, 90).x - (Double(x) + 0.5)
      #expect(abs(found - expected) < 0.3, "\(x): \(found) \(expected)")
    }
  }

  @Test("A clear body in front of white stays white: what it mirrors it does not let through") func furnace() throws {
    let pixels = draw(
      try scene(
        Self.white
          + ", { \"shape\": { \"type\": \"circle\", \"center\": [160, 90], \"radius\": 70, \"fill\": \"white\" }, "
          + "\"material\": { \"relief\": \"round\", \"reliefWidth\": 50, \"transmission\": 1, \"frost\": 0.2 } }"))
    for y in stride(from: 0, to: 180, by: 7) {
      for x in stride(from: 0, to: 320, by: 7) {
        #expect(abs(rgb(pixels, x, y).x - 1) < 1e-4, "\(x) \(y): \(rgb(pixels, x, y))")
      }
    }
  }

  @Test("Light from all around is mirrored by Fresnel's law", arguments: [0.0, 0.3, 1, 2.5]) func fresnel(slope: Double)
    throws
  {
    let pixels = draw(
      try scene(
        Self.black
          + ", { \(Self.pane), \"material\": { \"relief\": \"bevel\", \"reliefWidth\": 60, \"reliefHeight\": \(slope), \"transmission\": 1 } }",
        lights: #"{ "type": "ambient", "intensity": 1 }"#))
    let first = Lanes.atan(slope)
    let second = Lanes.asin(Lanes.sin(first) / 1.5)
    let across = (Lanes.cos(first) - 1.5 * Lanes.cos(second)) / (Lanes.cos(first) + 1.5 * Lanes.cos(second))
    let along = (Lanes.cos(second) - 1.5 * Lanes.cos(first)) / (Lanes.cos(second) + 1.5 * Lanes.cos(first))
    let expected = (across * across + along * along) / 2
    #expect(abs(rgb(pixels, 65, 90).x - expected) < 0.01 * expected)
  }

  @Test("A body takes colours from light by its thickness: half as thick, the root", arguments: [20.0, 40, 120])
  func absorption(thickness: Double) throws {
    let pixels = draw(
      try scene(
        Self.white
          + ", { \"shape\": { \"type\": \"rectangle\", \"center\": [160, 90], \"size\": [240, 140], \"fill\": \"#40a0f0\" }, "
          + "\"material\": { \"transmission\": 1, \"thickness\": \(thickness), \"attenuationDistance\": 40, \"reflection\": 0 } }"
      ))
    let color = rgb(pixels, 160, 90)
    for (found, byte) in [(color.x, 0x40), (color.y, 0xa0), (color.z, 0xf0)] {
      let expected = Lanes.exp(thickness / 40 * Lanes.log(TransferFunction.srgb.decode(Double(byte) / 255)))
      #expect(abs(found - expected) < 1e-3, "\(found) \(expected)")
    }
  }

  @Test("Frost blurs an edge by the way behind it", arguments: [30.0, 60, 120]) func frost(distance: Double) throws {
    let pixels = draw(
      try scene(
        Self.white
          + #", { "shape": { "type": "rectangle", "center": [80, 90], "size": [160, 400], "fill": "black" } }, "#
          + "{ \"shape\": { \"type\": \"rectangle\", \"center\": [160, 90], \"size\": [400, 300], \"fill\": \"white\" }, "
          + "\"material\": { \"transmission\": 1, \"thickness\": 20, \"distance\": \(distance), \"frost\": 0.12, \"reflection\": 0 } }"
      ))
    var (sum, square) = (0.0, 0.0)
    for x in 0..<319 {
      let rise = rgb(pixels, x + 1, 90).x - rgb(pixels, x, 90).x
      let place = Double(x) + 1 - 160
      sum += rise
      square += rise * place * place
    }
    #expect(abs(sum - 1) < 0.01)
    let expected = 0.12 * (20 + distance)
    #expect(abs((square / sum).squareRoot() - expected) < 0.06 * expected, "\((square / sum).squareRoot()) \(expected)")
  }

  @Test("Glass does not see the glass directly below it") func neighbors() throws {
    func glass(_ x: Int) -> String {
      "{ \"shape\": { \"type\": \"circle\", \"center\": [\(x), 90], \"radius\": 50, \"fill\": \"#80c0ff\" }, \"material\": { \"relief\": \"round\", \"transmission\": 1 } }"
    }
    let (both, upper) = (
      draw(try scene("\(Self.places), \(glass(130)), \(glass(180))")), draw(try scene("\(Self.places), \(glass(180))"))
    )
    #expect(rgb(both, 160, 90) == rgb(upper, 160, 90))
    let between = draw(
      try scene(
        "\(Self.places), \(glass(130)), { \"gradient\": { \"stops\": [\"#00000000\", \"#00000000\"] } }, \(glass(180))")
    )
    #expect(rgb(between, 160, 90) != rgb(upper, 160, 90))
  }

  @Test("Tiles, threads and earlier frames never show in bodies") func sameFrame() throws {
    expectSameFrame(
      try scene(
        ##"""
        { "noise": { "stops": ["#203040", "#f0b0c0"], "scale": 30, "speed": 1 } },
        { "shape": { "type": "star", "center": ["= 160 + 60 * sin(tau * T / 2)", 90], "radius": 60, "points": 5, "fill": "#a0c0ff" }, "material": { "relief": "round", "reliefWidth": 14, "transmission": 0.9, "frost": 0.1, "dispersion": 0.05, "softbox": 1, "specular": 1 }, "transform": { "rotation": "= 40 * t", "scale": 1.2 } },
        { "shape": { "type": "circle", "center": [70, "= 90 + 40 * sin(tau * T / 2)"], "radius": 40, "fill": "white" }, "material": { "relief": "round", "reliefWidth": 40, "reliefHeight": 1, "back": "mirrored", "transmission": 1, "refraction": 2.4, "dispersion": 0.5, "height": "= 2 * noise(vec3(xy / 9, 2 * loop), 2)" } },
        { "shape": { "type": "circle", "center": [250, 60], "radius": "= 30 + 10 * sin(tau * T / 2)", "fill": "#ffd080" }, "material": { "relief": "cushion", "metal": 1, "reflection": 1, "softbox": 1 }, "transform": { "zPosition": 50 } }
        """##,
        lights:
          ##"{ "type": "ambient", "intensity": 0.2 }, { "type": "point", "position": ["= 160 + 90 * sin(tau * T / 2)", 60], "zPosition": 80, "color": "#ffb060", "intensity": 2 }"##
      ), wholeTile: (328, 180))
  }

  @Test("Keys that act on no body are told at their place") func mistakes() throws {
    func told(_ keys: String, _ material: String) -> String {
      let text =
        "{ \"layers\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] }, \(keys)\"material\": { \(material) } }] }"
      do {
        return try Preset.load(text: Array(text.utf8), named: "glass.json").warnings.map(\.description).joined()
      } catch {
        return "\(error)"
      }
    }
    #expect(told("", #""transmission": 1"#) == "")
    #expect(told("", #""metal": 1, "reflection": 1, "roughness": 0.1"#) == "")
    #expect(
      told(#""blend": "screen", "#, #""transmission": 1"#).contains("layers[0].blend: a body of glass or metal takes"))
    #expect(
      told("", #""reflection": 1, "catcher": true"#).contains("material.catcher: a body of glass or metal is seen"))
    #expect(told("", #""glints": 1"#).contains("material: has no effect: the preset has no lights"))
    #expect(
      told("", #""transmission": 1, "glints": 1, "specular": 1"#).contains(
        "material.glints: has no effect: the preset has no lights"))
    #expect(told("", #""film": 300"#).contains("material.film: has no effect without transmission or reflection"))
    #expect(told("", #""frost": 0.2"#).contains("material.frost: has no effect without transmission"))
  }
}
