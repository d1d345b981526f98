import Colorimetry
import Lanes
import Model
import Simulation
import Testing

/// Curves over life that multiply velocity, spin and intensity, compared with numerical integrals in Double.
@Suite struct LifeFactorTests {
  private func burst(_ change: (inout Cell) -> Void) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = 2
      change(&$0)
    }
  }

  /// The value of `stops` at a share of life.
  private func curve(_ lifeShare: Double) -> Double {
    lifeShare < 0.5 ? 1 - 3 * lifeShare : -0.5 + (lifeShare - 0.5) * 4
  }

  private let stops = [NumberStop(0, 1), NumberStop(0.5, -0.5), NumberStop(1, 1.5)]

  /// The integral of the curve over a life of 2 s from 0 to `age`, in seconds.
  private func integral(_ age: Double) -> Double {
    let steps = 20_000
    return (0..<steps).reduce(0) { $0 + curve((Double($1) + 0.5) / Double(steps) * age / 2) * age / Double(steps) }
  }

  @Test("Places follow the integral of the velocity's curve, and sprites are aligned to the current velocity")
  func velocity() {
    let program = Stage.program([
      burst {
        $0.velocity = 300
        $0.yAcceleration = 80
        $0.velocityOverLife = stops
        $0.alignToMotion = true
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      }
    ])
    var worst = 0.0
    for age in stride(from: 0.05, to: 2, by: 0.05) {
      let particle = program.particles(at: age)[0][0]
      worst = max(worst, abs(Double(particle.x) - Stage.center - 300 * integral(age)))
      #expect(abs(Double(particle.y) - Stage.center - 40 * age * age) < 0.02)
      let (x, y) = (300 * curve(age / 2), 80 * age)
      let length = (x * x + y * y).squareRoot()
      #expect(abs(Double(particle.axisXx) - x / length) < 0.03, "at \(age)")
    }
    print("velocityOverLife: within \(worst) points of a numerical integral over 300 points a second")
    // Neighbouring Floats near 100,000 are 1/128 apart.
    #expect(worst < 0.02)
  }

  @Test("Spinning and tumbling follow the integral of one curve")
  func turning() {
    let program = Stage.program([
      burst {
        $0.spin = 90
        $0.spinOverLife = stops
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      },
      burst {
        $0.tumbleSpeed = 100
        $0.spinOverLife = stops
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      },
    ])
    for age in stride(from: 0.1, to: 2, by: 0.1) {
      let particles = program.particles(at: age)
      let turn = Lanes.sincosTurns(90 * integral(age) / 360)
      #expect(abs(Double(particles[0][0].axisXx) - turn.cos) < 2e-3, "at \(age)")
      #expect(abs(Double(particles[0][0].axisXy) - turn.sin) < 2e-3, "at \(age)")
      let tumble = Lanes.sincosTurns(100 * integral(age) / 360)
      #expect(abs(Double(particles[1][0].axisYy) - tumble.cos) < 2e-3, "at \(age)")
    }
  }

  @Test("The rotation over life is added to rotation and spin")
  func rotation() {
    let program = Stage.program([
      burst {
        $0.rotation = 20
        $0.spin = 30
        $0.rotationOverLife = [NumberStop(0, 0), NumberStop(0.5, 120), NumberStop(1, -60)]
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      },
      burst {
        $0.rotationOverLife = [NumberStop(0, 45), NumberStop(1, 45)]
        $0.sprites = [Sprite(.square, width: 2, height: 2)]
      },
    ])
    for age in stride(from: 0.125, to: 2, by: 0.125) {
      let particles = program.particles(at: age)
      let added = age < 1 ? 120 * age : 120 - 180 * (age - 1)
      let turn = Lanes.sincosTurns((20 + 30 * age + added) / 360)
      #expect(abs(Double(particles[0][0].axisXx) - turn.cos) < 1e-5, "at \(age)")
      #expect(abs(Double(particles[0][0].axisXy) - turn.sin) < 1e-5, "at \(age)")
      #expect(abs(particles[1][0].axisXx - particles[1][0].axisXy) < 1e-6 && particles[1][0].axisXx > 0.7)
    }
  }

  @Test("The intensity over life multiplies colour, not alpha")
  func intensity() {
    let program = Stage.program([
      burst {
        $0.color = .constant(LinearColor(red: 0.5, green: 0.25, blue: 1))
        $0.intensity = 2
        $0.intensityOverLife = [NumberStop(0, 4), NumberStop(1, 0)]
      }
    ])
    let particle = program.particles(at: 0.5)[0][0]
    #expect(particle.red == 3 && particle.green == 1.5 && particle.blue == 6 && particle.alpha == 1)
  }

  @Test("Children inherit the velocity that their parent has left")
  func children() {
    var parent = burst {
      $0.velocity = 200
      $0.velocityOverLife = [NumberStop(0, 1), NumberStop(1, 0)]
    }
    parent.cells = [
      Stage.cell("child", path: 12) {
        $0.when = .age
        $0.age = 1
        $0.birthRate = 0
        $0.burst = 1
        $0.inheritVelocity = 1
        $0.lifetime = 3
      }
    ]
    let program = Stage.program([parent])
    // At 1 s the parent has flown 150 points and has half of its velocity left: the child flies 100 points in the next second.
    let child = program.particles(at: 2)[1][0]
    #expect(abs(Double(child.x) - Stage.center - 150 - 100) < 0.5)
  }
}
