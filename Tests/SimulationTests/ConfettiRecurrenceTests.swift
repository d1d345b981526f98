import Lanes
import Model
import Simulation
import Testing

/// Motes' closed form against the recurrence of canvas-confetti, which moves a piece once every sixtieth of a second:
///
///     x += cos θ·velocity + drift    y += sin θ·velocity + 3·gravity    velocity ×= decay
///
/// After n ticks and with d for decay, x(n) = x₀ + cos θ·v₀·(1 − dⁿ)/(1 − d) + drift·n. In seconds this is a drag of −60·ln d,
/// a birth velocity that comes to rest after the same distance, and an offset over life that grows linearly.
@Suite struct ConfettiRecurrenceTests {
  private struct Options {
    var angle = 90.0
    var startVelocity = 45.0
    var decay = 0.9
    var gravity = 1.0
    var drift = 0.0
    var ticks = 200
  }

  /// The cell whose keys reproduce the options.
  private func cell(_ options: Options) -> Cell {
    Stage.cell {
      let drag = -60 * Lanes.log(options.decay)
      $0.birthRate = 0
      $0.burst = 1
      $0.lifetime = AnimatedNumber(Double(options.ticks) / 60)
      $0.emissionLongitude = AnimatedNumber(-options.angle)
      $0.drag = AnimatedNumber(drag)
      $0.velocity = AnimatedNumber(options.startVelocity * drag / (1 - options.decay))
      let ticks = Double(options.ticks)
      $0.offsetOverLife = [PointStop(0, 0, 0), PointStop(1, options.drift * ticks, 3 * options.gravity * ticks)]
    }
  }

  @Test("The closed form follows the ticks") func theClosedFormFollowsTheTicks() {
    var worst = 0.0
    for options in [
      Options(), Options(angle: 60, startVelocity: 30, decay: 0.94, gravity: 0.5, drift: 1.5),
      Options(angle: 137, startVelocity: 22.5, decay: 0.91, gravity: -0.4, drift: -0.7),
      Options(angle: 0, startVelocity: 67.5, decay: 0.8, gravity: 1.2, ticks: 90),
    ] {
      let program = SmallStage.program([cell(options)])
      var (x, y, velocity) = (1_000.0, 1_000.0, options.startVelocity)
      let turn = Lanes.sincosTurns(-options.angle / 360)
      for tick in 0..<options.ticks {
        guard let found = program.particles(at: Double(tick) / 60)[0].first else {
          Issue.record("no particle at tick \(tick)")
          return
        }
        worst = max(worst, abs(Double(found.x) - x), abs(Double(found.y) - y))
        x += turn.cos * velocity + options.drift
        y += turn.sin * velocity + 3 * options.gravity
        velocity *= options.decay
      }
    }
    #expect(worst < 1e-3, "\(worst) px")
  }
}
