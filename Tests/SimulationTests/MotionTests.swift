import Lanes
import Model
import Simulation
import Testing

@Suite struct MotionTests {
  private func expectSame(_ particle: EvaluatedParticle, _ stepper: Stepper, within tolerance: Double = 0.03) {
    #expect(abs(Double(particle.x) - stepper.x) < tolerance)
    #expect(abs(Double(particle.y) - stepper.y) < tolerance)
  }

  /// Drags from none to strong, on both sides of the switch from the power series (drag · age = ½).
  @Test("The closed form agrees with small steps", arguments: [0.0, 0.02, 0.2, 0.25, 0.26, 1, 4, 30])
  func closedFormAgreesWithSteps(drag: Double) {
    let program = Stage.program([
      Stage.cell {
        $0.velocity = 300
        $0.emissionLongitude = -60
        $0.xAcceleration = 15
        $0.yAcceleration = 180
        $0.drag = AnimatedNumber(drag)
        $0.wind = AnimatedPoint(-90, 20)
      }
    ])
    let found = program.particles(at: 3.05)[0]
    #expect(found.count == 20)
    for (index, particle) in found.enumerated() {
      // Births 11 … 30 are alive, oldest first.
      let age = 3.05 - Double(index + 11) / 10
      var stepper = Stepper(
        x: Stage.center, y: Stage.center, velocityX: 300 * 0.5, velocityY: -300 * 0.866_025_403_784_438_6, drag: drag,
        gravityX: 15, gravityY: 180, windX: -90, windY: 20)
      stepper.advance(age)
      expectSame(particle, stepper)
    }
  }

  @Test("Lengths are given in points") func lengthsAreGivenInPoints() {
    var canvas = Stage.canvas()
    canvas.pixelsPerPoint = 0.5
    let cell = Stage.cell {
      $0.velocity = 100
      $0.yAcceleration = 80
    }
    let found = Stage.program([cell], canvas: canvas).particles(at: 1.1)[0]
    #expect(abs(found[0].x - (50_000 + 50)) < 0.01)
    #expect(abs(found[0].y - (50_000 + 20)) < 0.01)
    #expect(found[0].axisXx == 0.5)
  }

  @Test("Sway, travel and offset are added") func swayTravelAndOffsetAreAdded() {
    let cell = Stage.cell {
      $0.emissionLongitude = 90
      $0.travel = 40
      $0.travelEase = .easeOut
      $0.offsetOverLife = [PointStop(0, 0, 0), PointStop(0.5, 10, 0), PointStop(1, 10, 30)]
      $0.swayAmplitude = AnimatedPoint(8, 4)
      $0.swayFrequency = AnimatedPoint(0.5, 0.25)
      $0.swayPhase = 90
      $0.swayPhaseRange = 0
    }
    let found = Stage.program([cell]).particles(at: 2.05)[0]
    for (index, particle) in found.enumerated() {
      let age = 2.05 - Double(index + 1) / 10
      let lifeShare = age / 2
      // A phase of 90° moves both waves, the sine of x and the cosine of y, by a quarter turn.
      let swayX = 8 * Lanes.sincosTurns(0.5 * age + 0.25).sin
      let swayY = 4 * Lanes.sincosTurns(0.25 * age + 0.25).cos
      let offsetX = lifeShare < 0.5 ? lifeShare * 20 : 10
      let offsetY = lifeShare < 0.5 ? 0 : (lifeShare - 0.5) * 60
      let travel = 40 * Easing.easeOut.value(at: lifeShare)
      #expect(abs(Double(particle.x) - (Stage.center + swayX + offsetX)) < 0.02)
      #expect(abs(Double(particle.y) - (Stage.center + swayY + offsetY + travel)) < 0.02)
    }
  }

  @Test("A sprite is aligned to its motion and stretched with its speed") func spritesAreAlignedAndStretched() {
    let cell = Stage.cell {
      $0.sprites = [Sprite(.square, width: 8, height: 2)]
      $0.velocity = 200
      $0.emissionLongitude = -45
      $0.yAcceleration = 300
      $0.drag = 0.7
      $0.alignToMotion = true
      $0.stretch = 0.05
    }
    let found = Stage.program([cell]).particles(at: 2.05)[0]
    for (index, particle) in found.enumerated() {
      let cosine45 = 0.707_106_781_186_547_5
      var stepper = Stepper(
        x: 0, y: 0, velocityX: 200 * cosine45, velocityY: -200 * cosine45, drag: 0.7, gravityY: 300)
      stepper.advance(2.05 - Double(index + 1) / 10)
      let speed = (stepper.velocityX * stepper.velocityX + stepper.velocityY * stepper.velocityY).squareRoot()
      let halfLength = 4 + speed * 0.05 / 2
      #expect(abs(Double(particle.axisXx) - halfLength * stepper.velocityX / speed) < 0.01)
      #expect(abs(Double(particle.axisXy) - halfLength * stepper.velocityY / speed) < 0.01)
      #expect(abs(Double(particle.axisYx) + stepper.velocityY / speed) < 0.001)
      #expect(abs(Double(particle.axisYy) - stepper.velocityX / speed) < 0.001)
    }
  }

  @Test("Rotation, spin and tumble turn a sprite, and a streak's head is at its place")
  func rotationSpinTumbleAndStreakHead() {
    let cell = Stage.cell {
      $0.sprites = [Sprite(.streak(taper: 0.2), width: 20, height: 4)]
      $0.rotation = 30
      $0.spin = 60
      $0.tumble = 60
      $0.backShade = 0.25
      $0.tumbleSpeed = 120
    }
    // Age 1: turned by 90°, tumbled by 180°.
    let particle = Stage.program([cell]).particles(at: 1.1)[0][0]
    #expect(abs(particle.axisXx) < 1e-3 && abs(particle.axisXy - 10) < 1e-3)
    #expect(abs(particle.axisYx - 2) < 1e-3 && abs(particle.axisYy) < 1e-3)
    #expect(particle.red == 0.25)
    // The head is at the place of birth, the middle half a length, 10 points, behind it.
    #expect(abs(particle.x - 100_000) < 0.01 && abs(particle.y - 99_990) < 0.02)
  }

  @Test("Directions fill the cone evenly") func directionsFillTheConeEvenly() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 20_000
      $0.velocity = 100
      $0.emissionLongitude = -90
      $0.emissionRange = 60
    }
    var bins = [Int](repeating: 0, count: 12)
    for particle in Stage.program([cell]).particles(at: 1)[0] {
      let angle = Lanes.atan2(y: Double(particle.y) - Stage.center, x: Double(particle.x) - Stage.center)
      let share = (angle * 180 / 3.141_592_653_589_793 + 120) / 60
      #expect(share > -0.001 && share < 1.001)
      bins[min(max(Int(share * 12), 0), 11)] += 1
    }
    #expect(chiSquare(bins, expected: bins.map { _ in 20_000.0 / 12 }) < 31)  // p = 0.001 at 11 degrees of freedom
  }
}
