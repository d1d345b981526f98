import Model
import Presets
import Testing

/// Replicators, reflections, transitions and images in the preset language.
@Suite struct CompositionKeyTests {
  private func text(_ layer: String, canvas: String = "{}") -> String {
    "{ \"format\": 1, \"canvas\": \(canvas), \"layers\": [{ \(layer) }] }"
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("\"noise\": {}, \"replicator\": {}", "layers[0].replicator: needs the key instanceCount"),
      (
        "\"noise\": {}, \"replicator\": { \"instanceCount\": 0 }",
        "layers[0].replicator.instanceCount: 0 is out of range"
      ),
      (
        "\"group\": [{ \"noise\": {} }, { \"noise\": {} }], \"replicator\": { \"instanceCount\": 200 }",
        "layers or more; at most 256 are allowed"
      ),
      (
        "\"noise\": {}, \"replicator\": { \"instanceCount\": 2, \"instanceTransform\": { \"rotate\": 1 } }",
        "instanceTransform.rotate: no such key"
      ),
      ("\"noise\": {}, \"reflection\": { \"amount\": 2 }", "layers[0].reflection.amount: 2 is out of range"),
      ("\"transition\": {}", "layers[0].transition: needs the key from, to, or both"),
      ("\"transition\": { \"type\": \"melt\", \"to\": { \"noise\": {} } }", "layers[0].transition.type"),
      ("\"transition\": { \"to\": {} }", "layers[0].transition.to: a side needs one of emitter"),
      (
        "\"transition\": { \"to\": { \"noise\": {}, \"blend\": \"add\" } }",
        "layers[0].transition.to.blend: no such key"
      ),
      ("\"image\": {}", "layers[0].image: needs the key file"),
      ("\"image\": { \"file\": \"none.png\" }", "layers[0].image.file: no file \"none.png\" was found"),
      ("\"image\": { \"file\": \"a.png\", \"fit\": \"zoom\" }", "layers[0].image.fit"),
    ])
  func wrong(layer: String, expected: String) {
    let found = issues(text(layer))
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test("The two sides of a transition are layers with clocks and layer paths of their own")
  func sides() throws {
    let scene = try load(
      text(
        "\"transition\": { \"from\": { \"noise\": {}, \"begin\": 1 }, \"to\": { \"noise\": {} }, \"progress\": \"= t / 2\" }"
      )
    ).scene
    guard case .transition(let transition) = scene.layers[0].source else {
      Issue.record("the source is no transition")
      return
    }
    #expect(transition.from?.timing.begin == 1 && transition.from?.path != transition.to?.path)
    #expect(!scene.layers[0].source.animatedValues.areConstant)
    #expect(scene.layers[0].layerCount == 3)
  }

  @Test("A progress that jumps at a loop's seam is found")
  func seam() {
    let found = issues(
      text(
        "\"transition\": { \"to\": { \"noise\": {} }, \"progress\": \"= t / duration\" }", canvas: "{ \"loop\": true }")
    )
    #expect(found.contains { $0.contains("layers[0].transition.progress: jumps at the loop's seam") }, "\(found)")
  }
}
