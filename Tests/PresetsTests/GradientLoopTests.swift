import Testing

/// Gradients whose angles change during a loop.
@Suite struct GradientLoopTests {
  private func found(_ gradient: String) -> [String] {
    issues(
      """
      { "canvas": { "duration": 2, "loop": true },
        "layers": [{ "gradient": { \(gradient), "stops": ["red", "blue"] } }] }
      """)
  }

  @Test(
    "A conic gradient may turn by whole revolutions, but its sweep may not grow by one",
    arguments: [
      (
        "= 0", "= 360 * t / duration",
        "endAngle: minus startAngle jumps at the loop's seam: it is 0 at the start and 360"
      ),
      (
        "= 360 * t / duration", "= 360",
        "endAngle: minus startAngle jumps at the loop's seam: it is 360 at the start and 0"
      ),
      ("= 90 * t", "= 90 * t + 20", "startAngle: jumps at the loop's seam"),
      ("= 360 * t / duration", "= 90 + 360 * t / duration", nil),
      ("= 7.3 * sin(tau * t / duration)", "= 7.3 * sin(tau * t / duration) + 100 / 3", nil),
    ])
  func sweeps(start: String, end: String, problem: String?) {
    let found = found("\"type\": \"conic\", \"startAngle\": \"\(start)\", \"endAngle\": \"\(end)\"")
    if let problem {
      #expect(found.count == 1 && found[0].contains("layers[0].gradient." + problem), "\(found)")
    } else {
      #expect(found.isEmpty)
    }
  }

  @Test("Ellipses and diamonds look the same after half a revolution", arguments: ["radial", "diamond"])
  func halfRevolutions(type: String) {
    for (degrees, jumps) in [(180, false), (90, true), (360, false), (270, true)] {
      let found = found(
        "\"type\": \"\(type)\", \"radius\": [40, 20], \"angle\": \"= \(degrees) * t / duration\"")
      #expect(found.contains { $0.contains("gradient.angle: jumps at the loop's seam") } == jumps, "\(found)")
      #expect(found.count == (jumps ? 1 : 0), "\(found)")
    }
  }
}
