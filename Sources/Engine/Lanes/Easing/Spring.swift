/// A damped harmonic oscillator whose position x moves from 0 to 1: m·x″ = k·(1 − x) − c·x′, x(0) = 0, x′(0) = `initialVelocity`.
///
/// Solved in closed form for every damping. Source: the solutions of the linear oscillator, written with cos and
/// sin(at)/a (cosh and sinh beyond critical damping) so that no digits are lost near critical damping. In formulas t is the time
/// in seconds, g = c/2m, a² = |k/m − g²| and v₀ the initial velocity. Error: about 1e-13.
public struct Spring: Sendable, Equatable {
  /// Mass of the body, m, above 0.
  public var mass: Double
  /// Force of the spring for each unit of its extension, k.
  public var stiffness: Double
  /// Friction for each unit of speed, c.
  public var damping: Double
  /// Velocity at the start, in units of the whole distance per second.
  public var initialVelocity: Double

  /// A spring that is given by physical constants, as in Core Animation.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// A spring of mass 1 whose period without damping is `response` seconds; a `dampingFraction` of 1 is critical damping.
  public init(response: Double, dampingFraction: Double, initialVelocity: Double = 0) {
    let frequency = 2 * Double.pi / response
    self.init(
      stiffness: frequency * frequency, damping: 2 * dampingFraction * frequency, initialVelocity: initialVelocity)
  }

  /// A spring as SwiftUI describes it: by its perceptual duration in seconds, and by its bounce, above −1 and at most 1. With a
  /// bounce of 0 the damping is critical; with a larger bounce the spring overshoots, with a smaller one it is slower.
  public init(duration: Double, bounce: Double, initialVelocity: Double = 0) {
    self.init(
      response: duration, dampingFraction: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce),
      initialVelocity: initialVelocity)
  }

  /// Damping ÷ critical damping.
  package var dampingRatio: Double {
    let critical = 2 * Lanes.sqrt(stiffness * mass)
    return critical > 0 ? damping / critical : 0
  }

  /// Position after `seconds`; 0 before the start. Without a mass above 0 it is 1 at once.
  package func value(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard mass > 0 else { return 1 }
    let g = damping / (2 * mass)
    let (cosine, sineOverA) = dampedOscillation(at: seconds)
    return 1 - (cosine + (g - initialVelocity) * sineOverA)
  }

  /// Velocity after `seconds`, in units of the whole distance per second; 0 before the start.
  package func velocity(at seconds: Double) -> Double {
    guard seconds >= 0, mass > 0 else { return 0 }
    let g = damping / (2 * mass)
    let (cosine, sineOverA) = dampedOscillation(at: seconds)
    return initialVelocity * cosine + (stiffness / mass - g * initialVelocity) * sineOverA
  }

  /// Seconds after which the position surely stays within `distance` of its end, 1.
  /// Infinite if mass, stiffness or damping is not above 0.
  ///
  /// The time follows from the envelope |1 − x| ≤ (1 + |g − v₀|·t)·e^(−rt), since |sin(at)/a| ≤ t and sinh(at)/a ≤ t·e^(at); the
  /// rate r is g up to critical damping, and g − a beyond it. Below critical damping, |1 − x| ≤ √(1 + ((g − v₀)/a)²)·e^(−gt)
  /// holds too, and the earlier of the two times is returned. The time from the first envelope has a relative error of 1e-9.
  package func settlingDuration(within distance: Double = 0.001) -> Double {
    guard mass > 0, damping > 0, stiffness > 0 else { return .infinity }
    let g = damping / (2 * mass)
    let signedASquared = stiffness / mass - g * g
    let a = signedASquared.magnitude.squareRoot()
    // The rate r of the envelope. Beyond critical damping r = g − a = (k/m)/(g + a): the quotient loses no digits.
    let decayRate = signedASquared >= 0 ? g : stiffness / mass / (g + a)
    let growth = (g - initialVelocity).magnitude
    // Past its peak, at 1/decayRate − 1/growth, the envelope decreases: double the time until it is low enough, then bisect.
    var low = growth > decayRate ? 1 / decayRate - 1 / growth : 0
    var high = low + 1 / decayRate
    func envelope(_ seconds: Double) -> Double { (1 + growth * seconds) * Lanes.exp(-decayRate * seconds) }
    // Beyond 10¹² seconds the exact time no longer matters.
    while envelope(high) > distance, high < 1e12 {
      low = high
      high *= 2
    }
    for _ in 0..<60 {
      let middle = 0.5 * (low + high)
      if envelope(middle) > distance { low = middle } else { high = middle }
    }
    guard signedASquared > 0 else { return high }
    let amplitude = (1 + growth * growth / signedASquared).squareRoot()
    return min(high, Lanes.log(amplitude / distance) / g)
  }

  /// e^(−gt)·cos(at) and e^(−gt)·sin(at)/a; beyond critical damping, where k/m − g² is negative, cosh and sinh take the place of
  /// cos and sin.
  private func dampedOscillation(at seconds: Double) -> (cosine: Double, sineOverA: Double) {
    let g = damping / (2 * mass)
    let signedASquared = stiffness / mass - g * g
    let a = signedASquared.magnitude.squareRoot()
    let angle = a * seconds
    if signedASquared > 0 {
      let decay = Lanes.exp(-g * seconds)
      let (sine, cosine) = Lanes.sincos(angle)
      return (decay * cosine, decay * (sine / a))
    }
    if angle < 0.25 {
      // Power series of cosh and of sinh(at)/(at): the difference of two close exponentials would lose digits.
      let decay = Lanes.exp(-g * seconds)
      let z = angle * angle
      let cosh = 1 + z / 2 * (1 + z / 12 * (1 + z / 30 * (1 + z / 56)))
      let sinhOverAngle = 1 + z / 6 * (1 + z / 20 * (1 + z / 42 * (1 + z / 72)))
      return (decay * cosh, decay * seconds * sinhOverAngle)
    }
    // (cosh ± sinh)(at) = e^(±at), and g − a = (k/m)/(g + a): the quotient loses no digits.
    let slow = Lanes.exp(-(stiffness / mass) / (g + a) * seconds)
    let fast = Lanes.exp(-(g + a) * seconds)
    return ((slow + fast) / 2, (slow - fast) / (2 * a))
  }
}
