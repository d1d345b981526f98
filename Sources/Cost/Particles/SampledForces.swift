import Lanes
import Model

/// A cell's forces and boundaries as the estimates of cost treat them: sampled particles are integrated in few steps of scalar
/// arithmetic.
///
/// Values do not change: an animated strength counts with its largest magnitude, an animated position with its value at time 0.
/// Turbulence is made of waves instead of noise. So positions are right on average only. No result reaches a pixel.
struct SampledForces {
  private typealias Vector = SIMD3<Double>

  /// The number of equal shares into which a life is divided; the particle's state is kept at the end of each.
  static let shareCount = 32
  /// Steps in each share, at most.
  private static let maximumSteps = 8.0

  /// Attractors and vortices.
  private var pulls: [Pull] = []
  /// Turbulence and waves.
  private var oscillations: [Oscillation] = []
  /// Mean acceleration by gusts.
  private var gustAcceleration = Vector()
  /// Sum of the coefficients of `Force.drag`, in 1 ÷ points.
  private var quadraticDrag = 0.0
  /// Least of the speed limits, in points a second.
  private var speedLimit = Double.infinity
  private let boundaries: SampledBoundaries
  /// Velocity of the air, in points a second.
  private let wind: SIMD3<Double>
  /// Seconds of an integration step of the cell (`Cell.step`); the steps taken here may be longer.
  private let stepSeconds: Double
  private let isThreeDimensional: Bool

  /// An attractor or a vortex: a force that depends on the particle's distance from a point, an axis or a plane.
  private struct Pull {
    var center: Vector
    /// Unit vector of an axis, a plane's normal or a vortex's axis.
    var axis: Vector
    var target: Target
    /// Points from the target. Nearer than this an attractor does not act, and a vortex is weaker in proportion to the distance.
    var radius: Double
    var falloff: Int
    var falloffDistance: Double
    /// Acceleration towards the target, before falloff: if `growsWithDistance` for each point by which the particle is farther out
    /// than the radius, else at any distance beyond the radius.
    var inwards: Double
    var growsWithDistance: Bool
    /// Acceleration around the axis, before falloff.
    var around: Double

    enum Target { case point, axis, plane }
  }

  /// A sine wave for each coordinate of the acceleration. It stands for the force turbulence, and then varies along the other
  /// coordinates, or for the force wave, and then is the same everywhere.
  private struct Oscillation {
    var strength: Double
    /// How fast the wave varies along the other coordinates; 0 for a wave that is the same everywhere.
    var turnsPerPoint: Double
    /// Turns a second.
    var frequency: Double
    /// Turns at time 0.
    var phase: Double
  }

  /// - Parameter largest: largest magnitude of a number at any time.
  init(
    _ cell: Cell, _ canvas: Canvas, wind: SIMD3<Double>, isThreeDimensional: Bool, largest: (AnimatedNumber) -> Double
  ) {
    boundaries = SampledBoundaries(cell.bounds, canvas)
    self.wind = wind
    self.isThreeDimensional = isThreeDimensional
    stepSeconds = cell.step
    func valueAtStart(_ number: AnimatedNumber) -> Double { number.value(at: AnimationClock(0)) }
    /// A constant with its sign; of an animated number the largest magnitude.
    func strength(_ number: AnimatedNumber) -> Double { number.constant ?? largest(number) }
    func place(_ point: AnimatedPoint, _ z: AnimatedNumber) -> Vector {
      Vector(valueAtStart(point.x), valueAtStart(point.y), isThreeDimensional ? valueAtStart(z) : 0)
    }
    func axis(_ angle: AnimatedNumber, _ latitude: AnimatedNumber) -> Vector {
      let (turn, up) = (Lanes.sincosTurns(valueAtStart(angle) / 360), Lanes.sincosTurns(valueAtStart(latitude) / 360))
      return isThreeDimensional ? Vector(turn.cos * up.cos, turn.sin * up.cos, up.sin) : Vector(turn.cos, turn.sin, 0)
    }
    for (index, force) in cell.forces.enumerated() {
      switch force {
      case .attractor(let attractor):
        let target: Pull.Target =
          switch attractor.kind {
          case .radial: .point
          case .axial: .axis
          case .planar: .plane
          }
        pulls.append(
          Pull(
            center: place(attractor.position, attractor.zPosition), axis: axis(attractor.angle, attractor.latitude),
            target: target, radius: valueAtStart(attractor.radius), falloff: attractor.falloff,
            falloffDistance: valueAtStart(attractor.falloffDistance), inwards: strength(attractor.stiffness),
            growsWithDistance: true, around: 0))
      case .vortex(let vortex):
        pulls.append(
          Pull(
            center: place(vortex.position, vortex.zPosition),
            axis: isThreeDimensional ? axis(vortex.angle, vortex.latitude) : Vector(0, 0, 1), target: .axis,
            radius: valueAtStart(vortex.radius), falloff: vortex.falloff,
            falloffDistance: valueAtStart(vortex.falloffDistance),
            inwards: strength(vortex.pull), growsWithDistance: false, around: strength(vortex.strength)))
      case .turbulence(let turbulence):
        // A typical push is 0.7 of the strength. The sine passes through half a turn from one swirl of the air to the next; the
        // phase only has to differ between forces.
        oscillations.append(
          Oscillation(
            strength: 0.7 * largest(turbulence.strength), turnsPerPoint: 0.5 / max(turbulence.scale, 1e-3),
            frequency: turbulence.frequency, phase: 0.37 * Double(index)))
      case .wave(let wave):
        oscillations.append(
          Oscillation(
            strength: max(largest(wave.force.x), largest(wave.force.y), largest(wave.zForce)), turnsPerPoint: 0,
            frequency: wave.frequency, phase: wave.phase / 360))
      case .gust(let gust):
        // The strength is multiplied by the square of a number of 0...1, which is a third in the mean.
        let turn = Lanes.sincosTurns(valueAtStart(gust.angle) / 360)
        gustAcceleration += Vector(turn.cos, turn.sin, 0) * (strength(gust.strength) / 3)
      case .drag(let coefficient): quadraticDrag += max(0, valueAtStart(coefficient))
      case .speedLimit(let maximum): speedLimit = min(speedLimit, max(0, valueAtStart(maximum)))
      }
    }
  }

  /// Follows a particle from its birth to its death: sets its states at the ends of equal shares of its life, and the ages at
  /// which it bounces as fractions of its life, 0...1.
  ///
  /// - Parameters:
  ///   - gravity: acceleration besides the forces, in points a second squared.
  ///   - seed: the particle's number, which gives it a phase of its own in turbulence.
  func follow(_ particle: inout SampledParticle, gravity: SIMD3<Double>, seed: Int) {
    var state = SampledParticle.State(position: particle.position, velocity: particle.velocity)
    var states = [state]
    var bounces: [Double] = []
    let shareSeconds = particle.lifetime / Double(Self.shareCount)
    let steps = Int(min(max((shareSeconds / stepSeconds).rounded(.up), 1), Self.maximumSteps))
    let step = shareSeconds / Double(steps)
    let decay = Lanes.exp(-particle.drag * step)
    // Multiples of the golden ratio spread phases evenly.
    let phase = Double(seed) * 0.618_033_988_749_895
    var time = 0.0
    for _ in 0..<Self.shareCount {
      for _ in 0..<steps {
        var velocity =
          state.velocity + (acceleration(at: state.position, time: time, phase: phase, step) + gravity) * step
        var relative = (velocity - wind) * decay
        // The solution of v′ = −c·v² over a step.
        relative /= 1 + quadraticDrag * Self.length(relative) * step
        velocity = relative + wind
        let speed = Self.length(velocity)
        if speed > speedLimit { velocity *= speedLimit / speed }
        if !isThreeDimensional { velocity.z = 0 }
        let start = state
        state.velocity = velocity
        state.position += velocity * step
        if let shareOfStep = boundaries.reflect(&state, from: start, seconds: step) {
          bounces.append((time + shareOfStep * step) / particle.lifetime)
        }
        time += step
      }
      states.append(state)
    }
    particle.trajectory = states
    particle.bounces = bounces
  }

  private static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

  private func acceleration(at position: SIMD3<Double>, time: Double, phase: Double, _ step: Double) -> SIMD3<Double> {
    var sum = gustAcceleration
    for pull in pulls { sum += Self.acceleration(by: pull, at: position, step) }
    for oscillation in oscillations {
      let turns = oscillation.frequency * time + oscillation.phase + (oscillation.turnsPerPoint > 0 ? phase : 0)
      func wave(_ coordinate: Double, _ offset: Double) -> Double {
        Lanes.sincosTurns(coordinate * oscillation.turnsPerPoint + turns + offset).sin * oscillation.strength
      }
      sum += SIMD3(wave(position.y, 0), wave(position.x, 0.25), wave(position.x + position.y, 0.6))
    }
    return sum
  }

  private static func acceleration(by pull: Pull, at position: SIMD3<Double>, _ step: Double) -> SIMD3<Double> {
    var offset = pull.center - position
    let along = (offset * pull.axis).sum()
    switch pull.target {
    case .point: break
    case .axis: offset -= pull.axis * along
    case .plane: offset = pull.axis * along
    }
    let distance = length(offset)
    guard distance > 1e-6 else { return SIMD3() }
    let beyond = max(distance - pull.radius, 0)
    var weakening = 1.0
    for _ in 0..<pull.falloff { weakening *= 1 + beyond / max(pull.falloffDistance, 1e-6) }
    if pull.growsWithDistance {
      // Long steps would throw a particle on a stiff spring out of the scene.
      let stiffness = min(pull.inwards / weakening, 1 / (step * step))
      return offset * (beyond / distance * stiffness)
    }
    let unit = offset / max(distance, pull.radius)
    let axis = pull.axis
    let across = SIMD3(
      unit.y * axis.z - unit.z * axis.y, unit.z * axis.x - unit.x * axis.z, unit.x * axis.y - unit.y * axis.x)
    return (across * pull.around + unit * pull.inwards) / weakening
  }
}
