import Model

/// Upper estimates of the acceleration by a cell's forces, for particles at most the canvas's diagonal from a force's centre, and
/// of the resulting speed. They decide whether a scene is too costly, never a pixel.
struct ForceEstimate {
  /// Greatest acceleration by all forces except drag together, in points a second squared.
  private(set) var acceleration = 0.0
  /// Least of the speed limits among the forces, in points a second.
  private var speedLimit = Double.infinity
  /// Sum of the coefficients of `Force.drag`: deceleration ÷ speed², in 1 ÷ points.
  private var quadraticDrag = 0.0
  /// Deceleration ÷ speed (`Cell.drag`), per second.
  private let drag: Double

  /// - Parameter clocks: the times whose largest and smallest values count.
  init(_ cell: Cell, canvas: Canvas, during clocks: ClockRange) {
    drag = max(
      0, cell.drag.valueRange(during: clocks).lowerBound - cell.dragRange.valueRange(during: clocks).upperBound / 2)
    func largest(_ number: AnimatedNumber) -> Double { number.valueRange(during: clocks).largestMagnitude }
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let diagonal = (width * width + height * height).squareRoot()
    for force in cell.forces {
      switch force {
      case .attractor(let attractor):
        let falloffDistance = attractor.falloffDistance.valueRange(during: clocks).upperBound
        let farthest = diagonal + largest(attractor.zPosition)
        acceleration +=
          largest(attractor.stiffness)
          * Self.maximumPull(falloff: attractor.falloff, falloffDistance: falloffDistance, upTo: farthest)
      case .vortex(let vortex): acceleration += largest(vortex.strength) + largest(vortex.pull)
      // A typical push is 0.7 of the strength; the strongest are taken to be twice the strength.
      case .turbulence(let turbulence): acceleration += 2 * largest(turbulence.strength)
      case .wave(let wave): acceleration += largest(wave.force.x) + largest(wave.force.y) + largest(wave.zForce)
      case .gust(let gust): acceleration += largest(gust.strength)
      case .drag(let coefficient): quadraticDrag += coefficient.valueRange(during: clocks).lowerBound
      case .speedLimit(let maximum): speedLimit = min(speedLimit, maximum.valueRange(during: clocks).upperBound)
      }
    }
  }

  /// Maximum of e·(1 + e ÷ falloffDistance)^(−falloff) for distances e in 0...`farthest`: an attractor's pull for a stiffness
  /// of 1.
  private static func maximumPull(falloff: Int, falloffDistance: Double, upTo farthest: Double) -> Double {
    // With a falloff of 0 or 1 the pull grows with e. Beyond 1 it is greatest at falloffDistance ÷ (falloff − 1).
    let distance = falloff > 1 ? min(farthest, falloffDistance / Double(falloff - 1)) : farthest
    var pull = distance
    for _ in 0..<falloff { pull /= 1 + distance / falloffDistance }
    return pull
  }

  /// Greatest speed, in points a second, after `seconds` under the forces, of a particle whose speed would otherwise be `speed`.
  func speed(from speed: Double, seconds: Double) -> Double {
    var gain = acceleration * seconds
    // Under constant acceleration drag lets a particle gain at most its terminal velocity.
    if drag > 0 { gain = min(gain, acceleration / drag) }
    if quadraticDrag > 0 { gain = min(gain, (acceleration / quadraticDrag).squareRoot()) }
    return min(speed + gain, speedLimit)
  }
}
