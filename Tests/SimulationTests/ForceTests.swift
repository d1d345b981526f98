import Lanes
import Model
import Simulation
import Testing

/// Forces in the plane, compared with finely stepped paths in Double and with closed forms from physics.
@Suite struct ForceTests {
  private func thrown(_ speed: Double, _ longitude: Double, _ forces: [Force]) -> Cell {
    Stage.cell {
      $0.velocity = AnimatedNumber(speed)
      $0.emissionLongitude = AnimatedNumber(longitude)
      $0.forces = forces
    }
  }

  private func velocity(_ speed: Double, _ longitude: Double) -> (Double, Double) {
    let turn = Lanes.sincosTurns(longitude / 360)
    return (speed * turn.cos, speed * turn.sin)
  }

  private func expect(_ worstDistance: Double, below limit: Double, _ subject: String) {
    print("worst distance, \(subject): \(Float(worstDistance)) points")
    #expect(worstDistance < limit)
  }

  @Test("Quadratic drag follows a finely stepped path", arguments: [0.0, 0.0005, 0.004, 0.05])
  func quadraticDragFollowsAFinelySteppedPath(coefficient: Double) {
    var cell = thrown(600, -60, [.drag(coefficient: AnimatedNumber(coefficient))])
    cell.yAcceleration = 300
    cell.drag = 0.2
    cell.wind = AnimatedPoint(-80, 10)
    let worst = worstDistance(of: cell, velocity: velocity(600, -60)) { path in
      let (x, y) = (path.velocityX + 80, path.velocityY - 10)
      let loss = 0.2 + coefficient * (x * x + y * y).squareRoot()
      return (-loss * x, 300 - loss * y)
    }
    expect(worst, below: 0.25, "quadratic drag of \(coefficient)")
  }

  /// Without other forces x = ln(1 + k·v·t) ÷ k; the terminal velocity of a fall is √(g ÷ k).
  @Test("Quadratic drag agrees with its closed forms") func quadraticDragAgreesWithItsClosedForms() {
    let k = 0.002
    let coasting = SmallStage.program([thrown(500, 0, [.drag(coefficient: AnimatedNumber(k))])]).particles(at: 2.05)[0]
    for (index, particle) in coasting.enumerated() {
      let age = 2.05 - Double(index + 1) / 10
      let ln2 = 0.693_147_180_559_945_3
      let distance = Lanes.log2(1 + k * 500 * age) * ln2 / k
      #expect(abs(Double(particle.x) - 1_000 - distance) < 0.01)
    }
    var falling = thrown(0, 0, [.drag(coefficient: 0.01)])
    falling.yAcceleration = 200
    falling.lifetime = 4
    let program = SmallStage.program([falling])
    let (early, late) = (program.particles(at: 3.85)[0][0], program.particles(at: 4.05)[0][0])
    let speed = Double(late.y - early.y) / 0.2
    #expect(abs(speed - (200 / 0.01).squareRoot()) < 0.2)
  }

  /// With steps of at most 2 ÷ drag, particles come to rest at the closed form's distance, speed ÷ drag.
  @Test("Strong drag stops particles at the right place", arguments: [50.0, 300, 1_000])
  func strongDragStopsAtTheRightPlace(drag: Double) {
    var cell = thrown(30_000, 0, [.wave(.init())])
    cell.drag = AnimatedNumber(drag)
    cell.step = min(1.0 / 120, 2 / drag)
    cell.birthRate = 0
    cell.burst = 1
    let found = SmallStage.program([cell]).particles(at: 1.5)[0]
    #expect(found.count == 1)
    for particle in found { #expect(abs(Double(particle.x) - 1_000 - 30_000 / drag) < 0.1) }
  }

  /// Drag far too strong for the step stops particles and never reverses them.
  @Test("Extreme drag stops particles") func extremeDragStopsParticles() {
    let particles = SmallStage.program([thrown(5_000, 0, [.drag(coefficient: 1_000)])]).particles(at: 2.05)[0]
    for particle in particles { #expect(particle.x >= 1_000 && particle.x < 1_000 + 5_000.0 / 120) }
  }

  @Test("Radial attractors follow a finely stepped path", arguments: [0, 1, 2, 3, 4], [0.0, 35])
  func radialAttractorsFollowAFinelySteppedPath(falloff: Int, radius: Double) {
    let attractor = Force.Attractor().with {
      ($0.position, $0.stiffness, $0.radius, $0.falloff, $0.falloffDistance) = (
        AnimatedPoint(1_090, 960), 9, AnimatedNumber(radius), falloff, 60
      )
    }
    let worst = worstDistance(of: thrown(150, 80, [.attractor(attractor)]), velocity: velocity(150, 80)) { path in
      let (x, y) = (1_090 - path.x, 960 - path.y)
      let distance = (x * x + y * y).squareRoot()
      let beyond = max(0, distance - radius)
      var pull = 9 * beyond
      for _ in 0..<falloff { pull /= 1 + beyond / 60 }
      return (x / distance * pull, y / distance * pull)
    }
    expect(worst, below: 0.05, "radial attractor, falloff \(falloff), radius \(radius)")
  }

  @Test("All kinds of attractors follow a finely stepped path", arguments: Force.Attractor.Kind.allCases)
  func allKindsOfAttractorsFollowAFinelySteppedPath(kind: Force.Attractor.Kind) {
    let attractor = Force.Attractor().with {
      ($0.kind, $0.position, $0.stiffness, $0.radius, $0.angle) = (kind, AnimatedPoint(1_050, 900), 12, 10, 30)
    }
    // cos 30° and sin 30°.
    let axis = (0.866_025_403_784_438_6, 0.5)
    let pullDirection = kind == .planar ? axis : (-axis.1, axis.0)
    let worst = worstDistance(of: thrown(120, 10, [.attractor(attractor)]), velocity: velocity(120, 10)) { path in
      var (x, y) = (1_050 - path.x, 900 - path.y)
      if kind != .radial {
        let offset = x * pullDirection.0 + y * pullDirection.1
        (x, y) = (offset * pullDirection.0, offset * pullDirection.1)
      }
      let distance = (x * x + y * y).squareRoot()
      let pull = 12 * max(0, distance - 10)
      return (x / distance * pull, y / distance * pull)
    }
    expect(worst, below: 0.05, "\(kind.rawValue) attractor")
  }

  /// A spring's period is 2π ÷ √stiffness at every amplitude, and after a hundred periods its amplitude is the same.
  @Test("Springs keep period and energy") func springsKeepPeriodAndEnergy() {
    let pi = 3.141_592_653_589_793
    let periodCount = 100.0
    var cell = thrown(
      200, 0, [.attractor(Force.Attractor().with { ($0.position, $0.stiffness) = (AnimatedPoint(1_000, 1_000), 16) })])
    cell.birthRate = 0
    cell.burst = 1
    cell.lifetime = 1_000
    cell.step = 1.0 / 480
    let program = SmallStage.program([cell])
    let period = 2 * pi / 4
    let home = program.particles(at: periodCount * period)[0][0]
    let peak = program.particles(at: (periodCount + 0.25) * period)[0][0]
    print("after 100 periods: \(home.x - 1_000) points from home, amplitude \(peak.x - 1_000) of 50")
    #expect(abs(home.x - 1_000) < 0.5)
    #expect(abs(peak.x - 1_050) < 0.02)
  }

  @Test("Places stay finite under a strong repulsion") func placesStayFiniteUnderRepulsion() {
    var cell = thrown(
      100, 0, [.attractor(Force.Attractor().with { ($0.position, $0.stiffness) = (AnimatedPoint(990, 990), -10_000) })])
    cell.lifetime = 20
    let found = SmallStage.program([cell]).particles(at: 0.15)[0]
    #expect(found.count == 1)
    cell.sprites = [Sprite(.disc, width: 1e9, height: 1e9)]
    for particle in SmallStage.program([cell]).particles(at: 20)[0] {
      #expect(particle.x.isFinite && particle.y.isFinite)
    }
  }

  @Test("Lengths are given in points") func lengthsAreGivenInPoints() {
    let cell = thrown(
      150, 80,
      [
        .attractor(
          Force.Attractor().with { ($0.position, $0.radius, $0.falloff) = (AnimatedPoint(1_090, 960), 20, 2) }),
        .drag(coefficient: 0.003),
      ])
    let fullSize = SmallStage.program([cell]).particles(at: 2.05)[0]
    let halfSize = SmallStage.program([cell], canvas: SmallStage.canvas(pixelsPerPoint: 0.5)).particles(at: 2.05)[0]
    for (a, b) in zip(fullSize, halfSize) { #expect(abs(a.x - 2 * b.x) < 0.01 && abs(a.y - 2 * b.y) < 0.01) }
  }
}
