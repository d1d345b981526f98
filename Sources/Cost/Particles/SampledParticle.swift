import Lanes
import Model

/// One particle of a sparse sample of a cell, from which the estimates of cost extrapolate: its numbers at birth, in points,
/// seconds and turns. No result reaches a pixel.
struct SampledParticle {
  /// Position, velocity and direction at birth.
  var position = SIMD3<Double>()
  var velocity = SIMD3<Double>()
  var direction = SIMD3<Double>(1, 0, 0)
  /// Seconds that the particle lives.
  var lifetime = 0.0
  /// Seconds from the birth of the root particle to that of this particle, its descendant.
  var delay = 0.0
  /// Factor of the sprite's size at birth, and its growth a second.
  var scale = 1.0
  var scaleSpeed = 0.0
  /// Linear air drag, per second (`Cell.drag`).
  var drag = 0.0
  /// Points along the direction at birth by the end of the life (`Cell.travel`).
  var travel = 0.0
  /// Size of the sprite at scale 1.
  var width = 0.0
  var height = 0.0
  /// Angles out of the canvas's plane, in turns, and their speeds, in turns a second.
  var tumble = 0.0
  var tumbleSpeed = 0.0
  var tilt = 0.0
  var tiltSpeed = 0.0
  /// States at equal shares of the life (`SampledForces`); empty if positions and velocities follow in closed form.
  var trajectory: [State] = []
  /// Shares of the life at which the particle bounces from a boundary.
  var bounces: [Double] = []

  /// Position and velocity at an age.
  struct State {
    var position: SIMD3<Double>
    var velocity: SIMD3<Double>

    var speed: Double { (velocity * velocity).sum().squareRoot() }
  }
}

/// What all particles of a sampled cell have in common.
struct SampledMotion {
  /// Acceleration in points a second squared, and wind in points a second.
  var gravity = SIMD3<Double>()
  var wind = SIMD3<Double>()
  /// Values of `velocityOverLife` and of its integral at equal shares of the life; empty if the cell has no such curve.
  private var speedFactors: [Double] = []
  private var speedIntegral: [Double] = []
  private let offsetX: [NumberStop]
  private let offsetY: [NumberStop]
  private let cell: Cell

  /// The number of equal steps over the life in which `velocityOverLife` is integrated.
  private static let curveSteps = 32

  init(_ cell: Cell) {
    self.cell = cell
    (offsetX, offsetY) = (cell.offsetOverLife.curve(of: \.x), cell.offsetOverLife.curve(of: \.y))
    guard !cell.velocityOverLife.isEmpty else { return }
    let steps = Self.curveSteps
    speedFactors = (0...steps).map { cell.velocityOverLife.value(at: Double($0) / Double(steps)) }
    speedIntegral = [0]
    for step in 0..<steps {
      speedIntegral.append(speedIntegral[step] + (speedFactors[step] + speedFactors[step + 1]) / Double(2 * steps))
    }
  }

  /// Factor of a sprite's size by `Cell.scaleOverLife`.
  func scaleFactor(at share: Double) -> Double {
    cell.scaleOverLife.isEmpty ? 1 : max(0, cell.scaleOverLife.value(at: share))
  }

  /// The state at a share of the life by the closed form of `CellEvaluator.motion` in Simulation or, under forces, by
  /// `SampledForces`, without sway, drift and flutter.
  func state(of particle: SampledParticle, share: Double) -> SampledParticle.State {
    let age = share * particle.lifetime
    var state = SampledParticle.State(position: particle.position, velocity: particle.velocity)
    if !particle.trajectory.isEmpty {
      let place = min(max(share, 0), 1) * Double(SampledForces.shareCount)
      let low = min(Int(place), SampledForces.shareCount - 1)
      let (first, last) = (particle.trajectory[low], particle.trajectory[low + 1])
      state.position = first.position + (last.position - first.position) * (place - Double(low))
      state.velocity = first.velocity + (last.velocity - first.velocity) * (place - Double(low))
    } else if particle.drag > 0 {
      let decay = Lanes.exp(-particle.drag * age)
      let distance = (1 - decay) / particle.drag
      state.position += particle.velocity * distance + gravity * ((age - distance) / particle.drag)
      state.position += wind * (age - distance)
      state.velocity = particle.velocity * decay + gravity * distance + wind * (1 - decay)
    } else {
      var (seconds, factor) = (age, 1.0)
      if !speedFactors.isEmpty {
        let index = min(max(share, 0), 1) * Double(Self.curveSteps)
        let low = min(Int(index), Self.curveSteps - 1)
        func mixed(_ values: [Double]) -> Double {
          values[low] + (values[low + 1] - values[low]) * (index - Double(low))
        }
        (seconds, factor) = (mixed(speedIntegral) * particle.lifetime, mixed(speedFactors))
      }
      state.position += particle.velocity * seconds + gravity * (age * age / 2)
      state.velocity = particle.velocity * factor + gravity * age
    }
    if particle.travel != 0 {
      state.position += particle.direction * (particle.travel * cell.travelEase.value(at: share))
    }
    if !offsetX.isEmpty { state.position += SIMD3(offsetX.value(at: share), offsetY.value(at: share), 0) }
    if !cell.depthOverLife.isEmpty { state.position.z += cell.depthOverLife.value(at: share) }
    return state
  }
}
