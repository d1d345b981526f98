import Colorimetry
import Lanes
import Model
import Simulation
import Testing

/// Children, compared with parents and children that are moved in small steps.
@Suite struct ChildrenTests {
  private let parentTemplate = Stage.cell {
    $0.birthRate = 1
    $0.lifetime = 1.5
    $0.velocity = 300
    $0.emissionLongitude = -70
    $0.yAcceleration = 200
    $0.drag = 0.8
  }

  /// The parent at an age in seconds.
  private func parent(after age: Double) -> Stepper {
    let (sine, cosine) = Lanes.sincosTurns(-70.0 / 360)
    var stepper = Stepper(
      x: Stage.center, y: Stage.center, velocityX: 300 * cosine, velocityY: 300 * sine, drag: 0.8, gravityY: 200)
    stepper.advance(age, steps: 1000)
    return stepper
  }

  /// A child at an age in seconds that left at an angle of `turns` to its parent's direction and inherited `share` of its
  /// velocity.
  private func child(of parent: Stepper, speed: Double, turns: Double, share: Double, gravity: Double, age: Double)
    -> Stepper
  {
    let length = (parent.velocityX * parent.velocityX + parent.velocityY * parent.velocityY).squareRoot()
    let (sine, cosine) = Lanes.sincosTurns(turns)
    let (dx, dy) = (parent.velocityX / length, parent.velocityY / length)
    var stepper = Stepper(
      x: parent.x, y: parent.y, velocityX: (dx * cosine - dy * sine) * speed + share * parent.velocityX,
      velocityY: (dx * sine + dy * cosine) * speed + share * parent.velocityY, gravityY: gravity)
    stepper.advance(age, steps: 500)
    return stepper
  }

  private func expectSame(_ found: [EvaluatedParticle], _ expected: [Stepper]) {
    #expect(found.count == expected.count)
    for (particle, stepper) in zip(found, expected) {
      #expect(abs(Double(particle.x) - stepper.x) < 0.05)
      #expect(abs(Double(particle.y) - stepper.y) < 0.05)
    }
  }

  @Test("Trails follow their parents") func trailsFollowTheirParents() {
    var parentCell = parentTemplate
    parentCell.cells = [
      Stage.cell("trail", path: 12) {
        $0.birthRate = 20
        $0.lifetime = 0.7
        $0.beginTime = 0.2
        $0.velocity = 40
        $0.emissionLongitude = 120
        $0.yAcceleration = 50
        $0.inheritVelocity = 0.25
      }
    ]
    let program = Stage.program([parentCell])
    for (time, parentCount) in [(1.33, 1), (2.48, 2), (3.01, 2), (7.77, 1)] {
      var expected: [Stepper] = []
      for number in 1...8 where Double(number) <= time {
        let elapsed = time - Double(number)
        var birth = 0.2 + 0.05
        while birth <= min(elapsed, 1.5) + 1e-9 {
          if elapsed - birth < 0.7, elapsed >= birth {
            expected.append(
              child(of: parent(after: birth), speed: 40, turns: 1.0 / 3, share: 0.25, gravity: 50, age: elapsed - birth)
            )
          }
          birth += 0.05
        }
      }
      let found = program.particles(at: time)
      #expect(found[0].count == parentCount)
      expectSame(found[1], expected)
    }
  }

  @Test("Bursts at a death begin at the parent's last place, and their particles burst again")
  func burstsAtDeathBeginAtTheLastPlaceAndBurstAgain() {
    var parentCell = parentTemplate
    parentCell.cells = [
      Stage.cell("star", path: 12) {
        $0.when = .death
        $0.birthRate = 0
        $0.burst = 3
        $0.lifetime = 0.5
        $0.velocity = 60
        $0.emissionLongitude = 30
        $0.cells = [
          Stage.cell("spark", path: 13) {
            $0.when = .death
            $0.birthRate = 0
            $0.burst = 2
            $0.lifetime = 0.4
            $0.velocity = 20
            $0.emissionLongitude = -90
          }
        ]
      }
    ]
    let program = Stage.program([parentCell])
    #expect(program.cells.map(\.name) == ["cell", "star", "spark"])
    // The first parent dies at 2.5 s, its stars at 3 s, their sparks at 3.4 s; the second parent's all a second later.
    #expect(program.particles(at: 2.49).map(\.count) == [2, 0, 0])
    let stars = program.particles(at: 2.8)[1]
    expectSame(
      stars,
      (0..<3).map { _ in child(of: parent(after: 1.5), speed: 60, turns: 1.0 / 12, share: 0, gravity: 0, age: 0.3) })
    let found = program.particles(at: 3.2)
    #expect(found.map(\.count) == [2, 0, 6])
    let star = child(of: parent(after: 1.5), speed: 60, turns: 1.0 / 12, share: 0, gravity: 0, age: 0.5)
    expectSame(found[2], (0..<6).map { _ in child(of: star, speed: 20, turns: -0.25, share: 0, gravity: 0, age: 0.2) })
    #expect(program.particles(at: 3.45)[2].isEmpty)
  }

  @Test("Birth emission outlives its parent and life emission does not")
  func birthEmissionOutlivesItsParentAndLifeEmissionDoesNot() {
    func count(_ when: Cell.SpawnTrigger, at time: Double) -> Int {
      var parentCell = Stage.cell {
        $0.birthRate = 0
        $0.burst = 1
        $0.lifetime = 1
      }
      parentCell.cells = [
        Stage.cell("child", path: 12) {
          $0.when = when
          $0.duration = 3
          $0.lifetime = 0.35
        }
      ]
      return Stage.program([parentCell]).particles(at: time)[1].count
    }
    // The child born at 0.6 s is just at the end of its life of 0.35 s: rounding decides whether it is counted.
    #expect(count(.life, at: 0.95) == 4 || count(.life, at: 0.95) == 3)
    #expect(count(.life, at: 1.5) == 0)
    #expect(count(.birth, at: 1.5) >= 3)
    #expect(count(.birth, at: 3.5) == 0)
    #expect(count(.death, at: 0.9) == 0)
    #expect(count(.death, at: 3.9) >= 3)
  }

  @Test("Children inherit colour and scale, and those of one parent have the same shared random numbers")
  func childrenInheritColourAndScaleAndShareRandomNumbers() {
    var parentCell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 40
      $0.lifetime = 1
      $0.color = .constant(LinearColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0))
      $0.redRange = 1
      $0.scale = 2
    }
    parentCell.cells = [
      Stage.cell("star", path: 12) {
        $0.when = .death
        $0.birthRate = 0
        $0.burst = 10
        $0.scale = 3
        $0.scaleRange = 2
        $0.velocity = 100
        $0.velocityRange = 80
        $0.shared = [.velocity]
      }
    ]
    let found = Stage.program([parentCell]).particles(at: 1.5)
    // The parents are transparent, but their children inherit their colour.
    #expect(found[0].isEmpty)
    #expect(found[1].count == 400)
    for parent in 0..<40 {
      let stars = found[1][(parent * 10)..<(parent * 10 + 10)]
      #expect(Set(stars.map(\.x)).count == 1)
      #expect(Set(stars.map(\.red)).count == 1)
      #expect(Set(stars.map(\.axisXx)).count == 10)
      #expect(stars.allSatisfy { $0.green == 0.5 && $0.alpha == 1 && $0.axisXx >= 4 && $0.axisXx <= 8 })
    }
    #expect(Set(found[1].map(\.x)).count == 40)
    #expect(Set(found[1].map(\.red)).count > 30)
  }
}
