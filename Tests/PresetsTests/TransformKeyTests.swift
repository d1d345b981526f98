import Model
import Presets
import Testing

/// Transforms of layers in the preset language.
@Suite struct TransformKeyTests {
  private func text(_ transform: String, canvas: String = "{}") -> String {
    "{ \"format\": 1, \"canvas\": \(canvas), \"layers\": [{ \"noise\": {}, \"transform\": { \(transform) } }] }"
  }

  @Test("A transform's keys are read")
  func keys() throws {
    let scene = try load(
      text(
        "\"rotation\": 30, \"scale\": [2, 3], \"rotationY\": \"= 10 * t\", \"perspective\": 500, \"matrix\": [1, 0, 0, 1, 5, 6]"
      )
    ).scene
    let transform = try #require(scene.layers[0].transform)
    #expect(transform.rotation.constant == 30 && transform.scale.y.constant == 3)
    #expect(!transform.rotationY.isConstant && !transform.isAffine)
    #expect(transform.matrix.count == 6)
  }

  @Test("Scale, skew and rotation are about the anchor, in the order of CSS; the matrix comes last")
  func order() throws {
    let scene = try load(
      text(
        "\"anchor\": [10, 0], \"scale\": 2, \"rotation\": 90, \"position\": [3, 4], \"matrix\": [1, 0, 0, 1, 100, 0]")
    ).scene
    let projection = try #require(scene.layers[0].transform).projection(at: AnimationClock(0), on: scene.canvas)
    // (11, 0) is 1 point to the right of the anchor: 2 points after scaling, 2 points below it after rotation.
    let point = projection(11, 0)
    #expect(abs(point.x - 113) < 1e-9 && abs(point.y - 6) < 1e-9 && point.w == 1)
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("\"matrix\": [1, 2, 3]", "layers[0].transform.matrix: should have 6 numbers, or 9, not 3"),
      ("\"perspective\": -1, \"rotationX\": 1", "layers[0].transform.perspective: -1 is out of range"),
      ("\"rotate\": 20", "layers[0].transform.rotate: no such key"),
      ("\"scale\": [1, 2, 3]", "layers[0].transform.scale"),
    ])
  func wrong(transform: String, expected: String) {
    let found = issues(text(transform))
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test("A rotation that jumps at a loop's seam is found; whole turns do not jump")
  func seam() {
    #expect(
      issues(text("\"rotation\": \"= 40 * t\"", canvas: "{ \"loop\": true, \"duration\": 4 }")).contains {
        $0.contains("layers[0].transform.rotation: jumps at the loop's seam")
      })
    #expect(issues(text("\"rotation\": \"= 90 * t\"", canvas: "{ \"loop\": true, \"duration\": 4 }")).isEmpty)
  }
}
