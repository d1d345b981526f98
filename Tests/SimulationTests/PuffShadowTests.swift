import Lanes
import Model
import Simulation
import TestSupport
import Testing

/// The shadows of puffs on each other, against the sum over all pairs in Double.
@Suite struct PuffShadowTests {
  private struct Ball {
    var place: SIMD3<Double>
    var radius: Double
    var depth: Double

    /// The optical depth along a ray from a place, of a ball whose extinction falls off as (1 − d² ÷ r²)².
    func depth(from start: SIMD3<Double>, way: SIMD3<Double>, length: Double) -> Double {
      let steps = 400
      let end = min(length, 4_000)
      // Only the part of the ray within the ball.
      let offset = place - start
      let nearest = offset.x * way.x + offset.y * way.y + offset.z * way.z
      let (low, high) = (max(nearest - radius, 0), min(nearest + radius, end))
      guard low < high else { return 0 }
      let step = (high - low) / Double(steps)
      return (0..<steps).reduce(0.0) { sum, index in
        let at = start + way * (low + (Double(index) + 0.5) * step) - place
        let inside = max(1 - (at.x * at.x + at.y * at.y + at.z * at.z) / (radius * radius), 0)
        return sum + inside * inside * step * depth * 15 / (16 * radius)
      }
    }
  }

  private static func plume() -> [Ball] {
    var random = SeededRandom(state: 7)
    return (0..<64).map { index in
      let up = Double(index) / 63
      let spread = 20 + 80 * up
      func side() -> Double { (Double.random(in: 0..<1, using: &random) - 0.5) * spread }
      return Ball(
        place: [200 + side(), 400 - 300 * up, side()],
        radius: (14 + 30 * up) * (0.7 + 0.6 * Double.random(in: 0..<1, using: &random)),
        depth: 0.2 + 0.5 * Double.random(in: 0..<1, using: &random))
    }
  }

  private func lanes(_ balls: ArraySlice<Ball>, _ value: (Ball) -> Double) -> Float8 {
    var result = Float8()
    for (lane, ball) in balls.enumerated() { result[lane] = Float(value(ball)) }
    return result
  }

  private func shadows(of balls: [Ball]) -> PuffShadows {
    let shadows = PuffShadows()
    shadows.begin()
    for first in stride(from: 0, to: balls.count, by: 8) {
      let eight = balls[first..<first + 8]
      shadows.add(
        LaneVector(lanes(eight) { $0.place.x }, lanes(eight) { $0.place.y }, lanes(eight) { $0.place.z }),
        radius: lanes(eight, \.radius), depth: lanes(eight, \.depth), where: lanes(eight, \.radius) .> 0)
    }
    shadows.build()
    return shadows
  }

  @Test(
    "Each puff of a plume lets as much light through as the sum over all others says",
    arguments: [SIMD3(-1.0, 0, 0), SIMD3(0.6, 0.48, 0.64), SIMD3(0, 0, 1), SIMD3(0, -1, 0)])
  func plume(way: SIMD3<Double>) {
    let balls = Self.plume()
    let shadows = shadows(of: balls)
    var (worst, darkest) = (0.0, 1.0)
    for first in stride(from: 0, to: balls.count, by: 8) {
      let eight = balls[first..<first + 8]
      let found = shadows.depths(
        at: LaneVector(lanes(eight) { $0.place.x }, lanes(eight) { $0.place.y }, lanes(eight) { $0.place.z }),
        radius: lanes(eight, \.radius), depth: lanes(eight, \.depth),
        toward: LaneVector(
          Float8(repeating: Float(way.x)), Float8(repeating: Float(way.y)), Float8(repeating: Float(way.z))),
        distance: Float8(repeating: 1e9))
      for (lane, ball) in eight.enumerated() {
        var expected = -ball.depth / 2
        for other in balls { expected += other.depth(from: ball.place, way: way, length: 1e9) }
        let (passed, right) = (Lanes.exp(-Double(found[lane])), Lanes.exp(-expected))
        worst = max(worst, abs(passed - right))
        darkest = min(darkest, right)
      }
    }
    // Cubes of a twelfth of a mean puff's width blur what they add up.
    #expect(worst < 0.07, "worst \(worst)")
    #expect(darkest < 0.5)
  }

  @Test(
    "A lone puff has no shadow of its own, wherever it lies among the cubes; a lamp before others sees none of them")
  func alone() {
    let far = (0..<8).map { Ball(place: [Double($0) * 91.7, 40, Double($0)], radius: 30, depth: 1.2) }
    let shadows = shadows(of: far)
    func depths(_ way: (x: Float, y: Float), distance: Float) -> Float8 {
      shadows.depths(
        at: LaneVector(lanes(far[...]) { $0.place.x }, lanes(far[...]) { $0.place.y }, lanes(far[...]) { $0.place.z }),
        radius: lanes(far[...], \.radius), depth: lanes(far[...], \.depth),
        toward: LaneVector(Float8(repeating: way.x), Float8(repeating: way.y), Float8()),
        distance: Float8(repeating: distance))
    }
    let upwards = depths((0, -1), distance: 1e9)
    for lane in 0..<8 { #expect(upwards[lane] < 0.08) }
    let (beyond, before) = (depths((1, 0), distance: 1e9), depths((1, 0), distance: 50))
    #expect(abs(beyond[0] - 7 * 1.2) < 0.4)
    for lane in 0..<8 { #expect(before[lane] < 0.08) }
  }

  @Test("A puff that moves a little changes the others' light a little") func smooth() {
    var balls = Self.plume()
    var last: Float?
    for _ in 0..<60 {
      balls[40].place.x -= 0.5
      let shadows = shadows(of: balls)
      let eight = balls[0..<8]
      let depth = shadows.depths(
        at: LaneVector(lanes(eight) { $0.place.x }, lanes(eight) { $0.place.y }, lanes(eight) { $0.place.z }),
        radius: lanes(eight, \.radius), depth: lanes(eight, \.depth),
        toward: LaneVector(Float8(), Float8(repeating: -1), Float8()), distance: Float8(repeating: 1e9))[3]
      if let last { #expect(abs(depth - last) < 0.02) }
      last = depth
    }
  }
}
