import Glibc
import Testing

/// Imported particles are where the formulas of their original systems put them.
@Suite struct TrajectoryTests {
  /// Expects the centroid of the light of a frame to be at (x, y).
  private func expectLight(
    of file: ImportedFile, at seconds: Double, x: Double, y: Double, within tolerance: Double,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let center = try file.lightCenter(atSeconds: seconds)
    #expect(
      abs(center.x - x) < tolerance && abs(center.y - y) < tolerance,
      "\(file.name) at \(seconds) s: \(center), not \((x, y))", sourceLocation: location)
  }

  /// The time of the first birth, in seconds: the rate is one particle in two seconds.
  private static let birth = 2.0

  @Test("cocos2d: a particle thrown under gravity, with y upwards") func gravity() throws {
    let file = try ImportedFile("one.plist")
    for age in [0.5, 1, 1.6] {
      let angle = 60 * Double.pi / 180
      let x = 160 + 120 * cos(angle) * age + 10 * age * age / 2
      let up = 120 * sin(angle) * age - 90 * age * age / 2
      try expectLight(of: file, at: Self.birth + age, x: x, y: 240 - up, within: 0.02)
    }
  }

  @Test("cocos2d: circles and spirals", arguments: [("one-circle.plist", 120.0, 0.02), ("one-orbit.plist", 30, 0.2)])
  func orbits(name: String, innerRadius: Double, tolerance: Double) throws {
    let file = try ImportedFile(name)
    for age in [0.3, 1, 1.6] {
      let angle = (40 + 150 * age) * .pi / 180
      let radius = 120 + (innerRadius - 120) * age / 2
      // cocos2d puts the particle at −r·(cos, sin), with y upwards.
      let (x, up) = (-radius * cos(angle), -radius * sin(angle))
      try expectLight(of: file, at: Self.birth + age, x: 160 + x, y: 240 - up, within: tolerance)
    }
  }

  @Test("canvas-confetti: steps of a sixtieth of a second") func confetti() throws {
    let file = try ImportedFile("confetti-one.json")
    var speeds: [Double] = []
    for step in [12, 48, 90] {
      // The library's own loop, with an initial speed of 1.
      var (distance, speed) = (0.0, 1.0)
      for _ in 0..<step { (distance, speed) = (distance + speed, speed * 0.92) }
      let center = try file.lightCenter(atSeconds: Double(step) / 60)
      let angle = 70 * Double.pi / 180
      // The distance flown along the angle of 70°, once from x without the drift and once from y without gravity.
      let distanceFromX = (center.x - 0.4 * 1280 - 0.5 * Double(step)) / cos(angle)
      let distanceFromY = (0.7 * 720 - center.y + 3 * 1.2 * Double(step)) / sin(angle)
      #expect(abs(distanceFromX - distanceFromY) < 0.1, "step \(step): \(center)")
      speeds.append(distanceFromX / distance)
    }
    // The random initial speed is the same at all steps, and between a half and one and a half times startVelocity.
    #expect(speeds.allSatisfy { abs($0 - speeds[0]) < 0.01 && (15...45).contains($0) }, "\(speeds)")
  }
}
