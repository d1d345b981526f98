import Foundation
import Lanes
import Model
import Simulation
import Testing

/// Random values, compared with the distributions' closed forms.
@Suite struct DistributionTests {
  /// The share of values below q, which is in −½...½.
  private static func cumulative(_ distribution: Distribution, _ q: Double) -> Double {
    let share = q + 0.5
    return switch distribution {
    case .uniform: share
    case .normal: 0.5 + erf(q * 6 / 2.0.squareRoot()) / (2 * erf(3 / 2.0.squareRoot()))
    case .power: 16 * share / (1 + 15 * share)
    }
  }

  private static func burst(_ change: (inout Cell) -> Void) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = AnimatedNumber(Double(sampleCount))
      change(&$0)
    }
  }

  /// The sizes of particles with scales of 1 ± ½, whose radius at scale 1 is a point.
  private static func sizes(_ change: (inout Cell) -> Void) -> [Double] {
    let cell = burst {
      $0.scaleRange = 1
      change(&$0)
    }
    return Stage.program([cell]).particles(at: 0.5)[0].map { Double($0.axisXx) }
  }

  @Test("Values have the distribution of their range and stay within it", arguments: Distribution.allCases)
  func values(_ distribution: Distribution) {
    let sizes = Self.sizes { $0.distribution = Distributions(distribution) }
    #expect(sizes.allSatisfy { $0 >= 0.5 && $0 <= 1.5 })
    expectUniform(sizes.map { Self.cumulative(distribution, $0 - 1) }, "\(distribution)")
  }

  @Test("Mean and quantiles are those that the reference states")
  func statedFigures() {
    let power = Self.sizes { $0.distribution["scale"] = .power }.map { $0 - 0.5 }
    #expect(abs(power.reduce(0, +) / Double(sampleCount) - 0.1305) < 0.004)
    for (limit, share) in [(0.0588, 0.5), (0.36, 0.9), (0.861, 0.99)] {
      #expect(abs(Double(power.count { $0 < limit }) / Double(sampleCount) - share) < 0.012, "below \(limit)")
    }
    let normal = Self.sizes { $0.distribution["scale"] = .normal }.map { $0 - 1 }
    for (limit, share) in [(1.0 / 6, 0.6827), (1.0 / 3, 0.9545)] {
      #expect(abs(Double(normal.count { abs($0) < limit }) / Double(sampleCount) - share) < 0.012, "within \(limit)")
    }
  }

  @Test("The largest and the least random number give the ends of the range, and more never gives less")
  func ends() {
    for distribution in Distribution.allCases {
      var last: Float = -0.5
      for step in stride(from: Int32(0), through: 0xff_ffff, by: 1021) {
        let values = distribution.quantile(Lanes.float(Int32x8(repeating: min(step, 0xff_ffff))) * 0x1p-24)
        #expect(values[0] >= last - 1e-7 && values[0] <= 0.5)
        last = values[0]
      }
      let ends = distribution.quantile(Float8(0, 0x0.ffffffp0, 0, 0, 0, 0, 0, 0))
      #expect(abs(ends[0] + 0.5) < 1e-4 && abs(ends[1] - 0.5) < 1e-4)
    }
  }

  @Test("A particle keeps its rank, whatever the distribution")
  func ranks() {
    let uniform = Self.sizes { _ in }
    let power = Self.sizes { $0.distribution["scale"] = .power }
    for (u, p) in zip(uniform, power) { #expect(abs((u - 0.5) / (16 - 15 * (u - 0.5)) - (p - 0.5)) < 1e-5) }
  }

  @Test("A distribution of other ranges, and a word for all where there are only angles, change nothing")
  func untouched() {
    func particles(_ distribution: Distributions) -> [EvaluatedParticle] {
      let cell = Self.burst {
        $0.rotationRange = 360
        $0.emissionRange = 90
        $0.velocity = 50
        $0.distribution = distribution
      }
      return Stage.program([cell]).particles(at: 1)[0]
    }
    var other = Distributions(.power)
    other["tumble"] = .normal
    #expect(particles(other) == particles(Distributions()))
  }

  @Test("In a solid cone directions are densest about its axis", arguments: [Distribution.normal, .power])
  func solidCone(_ distribution: Distribution) {
    var emitter = Stage.emitter([
      Self.burst {
        $0.velocity = 100
        $0.cone = .solid
        $0.emissionRange = 90
        $0.distribution["emission"] = distribution
      }
    ])
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.depth = 1e-3
    emitter.renderMode = .backToFront
    let rimCosine = 0.5.squareRoot()
    let shares = Stage.program(emitter).particles(at: 1)[0].map { particle in
      (1 - (Double(particle.x) - 1000) / 100) / (1 - rimCosine)
    }
    expectUniform(
      shares.map { share in
        distribution == .power
          ? Self.cumulative(.power, share - 0.5) : 2 * Self.cumulative(.normal, share / 2) - 1
      }, "\(distribution)")
  }

  @Test("Lifetimes of a power law end as late as uniform ones, but most end early")
  func lifetimes() {
    let cell = Self.burst {
      $0.lifetime = 1
      $0.lifetimeRange = 2
      $0.distribution = Distributions(.power)
    }
    let program = Stage.program([cell])
    for seconds in [0.2, 0.5, 1, 1.8] {
      let expected = 1 - Self.cumulative(.power, seconds / 2 - 0.5)
      #expect(abs(Double(program.particles(at: seconds)[0].count) / Double(sampleCount) - expected) < 0.012)
    }
    #expect(program.particles(at: 2.01)[0].isEmpty)
  }
}
