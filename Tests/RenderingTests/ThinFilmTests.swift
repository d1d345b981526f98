import Colorimetry
import Lanes
import Model
import Motes
import Testing

@Suite("Thin films and shells") struct ThinFilmTests: DrawsScenes {
  /// A pane with straight slopes of `slope` along its left edge, under light from all around.
  private func drawnPane(slope: Double, _ keys: String, fill: String = "white", background: String = "black") throws
    -> SIMD3<Double>
  {
    let text =
      "{ \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10 }, "
      + "\"lights\": [{ \"type\": \"ambient\", \"intensity\": 1 }], \"layers\": [{ \"gradient\": { \"stops\": [\"\(background)\", \"\(background)\"] } }, "
      + "{ \"shape\": { \"type\": \"rectangle\", \"center\": [160, 90], \"size\": [240, 140], \"fill\": \"\(fill)\" }, "
      + "\"material\": { \"relief\": \"bevel\", \"reliefWidth\": 60, \"reliefHeight\": \(slope), \(keys) } }] }"
    return rgb(draw(try Preset.load(text: Array(text.utf8), named: "film.json").scene), 65, 90)
  }

  /// The light that a film mirrors, by Airy's sum at each wavelength, as linear sRGB in which a perfect mirror is white.
  private func mirrored(slope: Double, nanometers: Double, film: Double, body: Double) -> SIMD3<Double> {
    let sine = slope / (1 + slope * slope).squareRoot()
    func cosine(_ index: Double) -> Double { (1 - sine * sine / (index * index)).squareRoot() }
    let (c0, c1, c2) = (cosine(1), cosine(film), cosine(body))
    func airy(_ first: Double, _ second: Double, _ turns: Double) -> Double {
      // r = (r₁ + r₂·e^iφ) ÷ (1 + r₁r₂·e^iφ), as complex numbers.
      let (real, imaginary) = (Lanes.cos(2 * .pi * turns), Lanes.sin(2 * .pi * turns))
      let above = (first + second * real) * (first + second * real) + second * imaginary * (second * imaginary)
      let both = first * second
      return above / ((1 + both * real) * (1 + both * real) + both * imaginary * (both * imaginary))
    }
    var (sum, weight) = (SIMD3<Double>(), SIMD3<Double>())
    for (index, eye) in StandardObserver.matchingFunctions.enumerated() {
      let channels = ColorSpace.xyzD65.linearLight(eye)
      let turns = 2 * film * nanometers * c1 / StandardObserver.nanometers(index)
      let across = airy(
        (c0 - film * c1) / (c0 + film * c1), (film * c1 - body * c2) / (film * c1 + body * c2), turns)
      let along = airy(
        (film * c0 - c1) / (film * c0 + c1), (body * c1 - film * c2) / (body * c1 + film * c2), turns)
      sum += channels * ((across + along) / 2)
      weight += channels
    }
    return sum / weight
  }

  @Test(
    "A film mirrors each channel by the sum over its wavelengths",
    arguments: [(1.33, 1.5), (1.33, 1), (2.2, 1.5)], [60.0, 250, 420, 700])
  func spectrum(indices: (film: Double, body: Double), nanometers: Double) throws {
    for slope in [0.0, 0.6, 1.6] {
      let keys =
        indices.body == 1
        ? "\"transmission\": 1, \"back\": \"hollow\"" : "\"transmission\": 1, \"refraction\": \(indices.body)"
      let found = try drawnPane(slope: slope, keys + ", \"film\": \(nanometers), \"filmRefraction\": \(indices.film)")
      let one = mirrored(slope: slope, nanometers: nanometers, film: indices.film, body: indices.body)
      for channel in 0..<3 {
        // Outside of sRGB a channel is 0. A shell has two walls.
        let share = max(one[channel], 0)
        let expected = indices.body == 1 ? 2 * share / (1 + share) : share
        #expect(abs(found[channel] - expected) < 0.02, "\(slope) \(channel): \(found) \(expected)")
      }
    }
  }

  @Test("A film without a thickness changes nothing") func none() throws {
    for keys in ["\"transmission\": 1", "\"metal\": 1, \"reflection\": 0.8"] {
      let (without, with) = (
        try drawnPane(slope: 0.2, keys, fill: "#c0a060"),
        try drawnPane(slope: 0.2, keys + ", \"film\": 0", fill: "#c0a060")
      )
      for channel in 0..<3 { #expect(abs(without[channel] - with[channel]) < 1e-3, "\(without) \(with)") }
    }
  }

  @Test("A film is as thick as its layer is bright", arguments: [0.25, 0.5, 0.8]) func variation(share: Double) throws {
    let byte = String(Int((share * 255).rounded()), radix: 16)
    let hex = byte.count == 1 ? "0" + byte : byte
    let shell = "\"transmission\": 1, \"back\": \"hollow\""
    let varied = try drawnPane(
      slope: 0, shell + ", \"film\": 600, \"filmVariation\": 1", fill: "#\(hex)\(hex)\(hex)")
    let thin = try drawnPane(slope: 0, shell + ", \"film\": \(600 * (share * 255).rounded() / 255)")
    for channel in 0..<3 { #expect(abs(varied[channel] - thin[channel]) < 2e-3, "\(varied) \(thin)") }
  }

  @Test("A shell in front of white stays white") func furnace() throws {
    for keys in ["", ", \"film\": 330"] {
      for slope in [0.0, 0.7, 3] {
        // Light from all around is added to the picture's, so there is none of it here.
        let text =
          "{ \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2 }, \"layers\": [{ \"gradient\": { \"stops\": [\"white\", \"white\"] } }, "
          + "{ \"shape\": { \"type\": \"rectangle\", \"center\": [160, 90], \"size\": [240, 140], \"fill\": \"white\" }, "
          + "\"material\": { \"relief\": \"bevel\", \"reliefWidth\": 60, \"reliefHeight\": \(slope), \"transmission\": 1, \"back\": \"hollow\"\(keys) } }] }"
        let color = rgb(draw(try Preset.load(text: Array(text.utf8), named: "shell.json").scene), 65, 90)
        for channel in 0..<3 { #expect(abs(color[channel] - 1) < 1e-3, "\(slope): \(color)") }
      }
    }
  }

  @Test("A shell shows the window twice, the second time turned over and weaker") func windows() throws {
    let text = ##"""
      { "canvas": { "width": 320, "height": 180, "duration": 2 }, "layers": [{ "gradient": { "stops": ["black", "black"] } },
        { "shape": { "type": "circle", "center": [160, 90], "radius": 80, "fill": "white" },
          "material": { "relief": "round", "reliefWidth": 80, "reliefHeight": 1, "transmission": 1, "back": "hollow", "softbox": 1 } }] }
      """##
    let pixels = draw(try Preset.load(text: Array(text.utf8), named: "shell.json").scene)
    // The window stands 45° above the plane, so a normal halfway to the eye, 22.5° from it, shows its middle.
    let side: Double = 80 * Lanes.sin(Double.pi / 8)
    let (dx, dy): (Double, Double) = (side / 2, side * Double(0.75).squareRoot())
    let near = rgb(pixels, Int(160 + dx), Int(90 - dy)).x
    let far = rgb(pixels, Int(160 - dx), Int(90 + dy)).x
    let cosine: Double = Lanes.cos(Double.pi / 8)
    let inside: Double = (1 - (1 - cosine * cosine) / 2.25).squareRoot()
    let (across, along) = (
      (cosine - 1.5 * inside) / (cosine + 1.5 * inside), (1.5 * cosine - inside) / (1.5 * cosine + inside)
    )
    let share = (across * across + along * along) / 2
    #expect(abs(near - 12 * share) < 0.02 * near, "\(near) \(12 * share)")
    #expect(abs(far / near - (1 - share) / (1 + share)) < 0.02, "\(far / near)")
    // Nothing is seen at the other two places.
    #expect(rgb(pixels, Int(160 - dx), Int(90 - dy)).x < 0.01)
  }
}
