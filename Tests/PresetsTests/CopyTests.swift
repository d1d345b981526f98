import Colorimetry
import Model
import Presets
import Testing

/// Layers with the key `copies`.
@Suite struct CopyTests {
  @Test("Formulas of copies read the copy's number") func formulasReadTheCopysNumber() throws {
    let layers = try load(
      """
      { "layers": [ { "name": "dot", "copies": { "count": 3, "delay": 0.5, "begin": 0.25, "opacityOffset": -0.3 },
        "speed": 2, "gradient": { "angle": "= 90 * i + n", "stops": ["red"] } } ] }
      """
    ).scene.layers
    #expect(layers.map(\.name) == ["dot", "dot[1]", "dot[2]"])
    #expect(Set(layers.map(\.path)).count == 3)
    #expect(layers.map(\.timing.begin) == [0, 0.25, 0.5])
    #expect(layers.map(\.timing.timeOffset) == [0, -1, -2])
    #expect(layers.map { $0.opacity.constant ?? -1 }.map { ($0 * 10).rounded() } == [10, 7, 4])
    let angles = layers.map { layer -> Double? in
      guard case .gradient(let gradient) = layer.source, case .angle(let angle) = gradient.shape else { return nil }
      return angle.constant
    }
    #expect(angles == [3, 93, 183])
  }

  @Test("Layers in copies of a group read the number of the innermost copy")
  func layersInGroupsReadTheInnermostCopysNumber() throws {
    let layers = try load(
      """
      { "layers": [ { "copies": { "count": 2, "hueOffset": 120 }, "group": [
        { "gradient": { "stops": ["#e63946"] }, "opacity": "= i / 2" },
        { "copies": { "count": 3 }, "gradient": { "stops": ["gray"] }, "opacity": "= i / n" } ] } ] }
      """
    ).scene.layers
    let groups = layers.compactMap { layer -> [Layer]? in
      guard case .group(let inner) = layer.source else { return nil }
      return inner
    }
    #expect(groups.map(\.count) == [4, 4])
    let opacities = groups.map { group in group.map { $0.opacity.constant ?? -1 } }
    let thirds: [Double] = [0, 1 / 3, 2 / 3]
    #expect(opacities == [[0] + thirds, [0.5] + thirds])
    func stop(_ layer: Layer) -> LinearColor? {
      guard case .gradient(let gradient) = layer.source, case .constant(let color) = gradient.stops[0].color else {
        return nil
      }
      return color
    }
    #expect(stop(groups[0][0]) == LinearColor(css: "#e63946"))
    let rotated = stop(groups[1][0])
    #expect(rotated.map { $0.green > $0.red } == true)
    // Rotating the hue does not change a grey.
    let (gray, rotatedGray) = (stop(groups[0][1]), stop(groups[1][1]))
    #expect(abs((gray?.red ?? 0) - (rotatedGray?.red ?? 1)) < 1e-6)
  }

  /// A gradient takes missing components of a colour from its neighbour only while the colour is as it was written. In a copy
  /// with rotated hues, missing components are 0.
  @Test("Copies rotate the hues of colours with missing components") func copiesRotateHuesOfIncompleteColours() throws {
    let layers = try load(
      """
      { "layers": [ { "copies": { "count": 3, "hueOffset": 80 },
        "gradient": { "stops": ["oklch(0.7 0.1 none)", "oklch(0.5 none 140)", "oklch(none 0.1 20 / none)"] } } ] }
      """
    ).scene.layers
    let stops = layers.compactMap { layer -> [Gradient.Stop]? in
      if case .gradient(let gradient) = layer.source { gradient.stops } else { nil }
    }
    #expect(stops.map(\.count) == [3, 3, 3])
    #expect(
      stops[0].map { $0.colorAsWritten?.isMissing ?? [] }
        == [[false, false, true, false], [false, true, false, false], [true, false, false, true]])
    for copy in 1...2 {
      let hue = 80.0 * Double(copy)
      #expect(stops[copy].allSatisfy { $0.colorAsWritten == nil })
      let rotated = ["oklch(0.7 0.1 \(hue))", "oklch(0.5 0 0)", "oklch(0 0.1 \(20 + hue) / 0)"]
      for (stop, text) in zip(stops[copy], rotated) {
        guard case .constant(let color) = stop.color, let expected = LinearColor(css: text) else {
          Issue.record("\(stop.color)")
          continue
        }
        #expect(abs(color.red - expected.red) < 1e-6 && abs(color.green - expected.green) < 1e-6)
        #expect(abs(color.blue - expected.blue) < 1e-6 && color.alpha == expected.alpha)
      }
    }
  }

  @Test("Copies count as layers") func copiesCountAsLayers() {
    #expect(
      issues("{ \"layers\": [ { \"copies\": { \"count\": 200 }, \"group\": [ { \"ripples\": {} } ] } ] }")
        == [
          "x.json:1:54: layers[0].group: 257 layers or more; at most 256 are allowed, those in groups and copies included"
        ])
    #expect(
      issues("{ \"layers\": [ { \"copies\": { \"count\": 0 }, \"ripples\": {} } ] }")
        == ["x.json:1:38: layers[0].copies.count: 0 is out of range: 1 to 256 is allowed"])
  }
}
