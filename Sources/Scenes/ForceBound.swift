import Emitters

/// How hard the forces of a cell may push a particle that stays within a frame's diagonal of the canvas, and how fast that
/// makes it: bounds for predictions, never for pictures.
struct ForceBound {
  /// Points a second squared, drag aside.
  private(set) var acceleration = 0.0
  private var speedLimit = Double.infinity
  private var quadraticDrag = 0.0
  private let drag: Double

  /// - Parameter drag: the least linear drag.
  init(_ cell: Cell, canvas: Canvas, drag: Double) {
    self.drag = drag
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let reach = (width * width + height * height).squareRoot()
    for force in cell.forces {
      switch force {
      case .attractor(let attractor): acceleration += abs(attractor.stiffness) * Self.pull(attractor, reach: reach)
      case .vortex(let vortex): acceleration += abs(vortex.strength) + abs(vortex.pull)
      case .turbulence(let turbulence): acceleration += 2 * abs(turbulence.strength)
      case .wave(let wave): acceleration += abs(wave.forceX) + abs(wave.forceY)
      case .gust(let gust): acceleration += abs(gust.strength)
      case .drag(let coefficient): quadraticDrag += coefficient
      case .speedLimit(let maximum): speedLimit = min(speedLimit, maximum)
      }
    }
  }

  /// The most of e·(1 + e ÷ falloffDistance)^(−falloff) for e up to `reach`.
  private static func pull(_ attractor: Force.Attractor, reach: Double) -> Double {
    // Beyond falloff 1 it is greatest at falloffDistance ÷ (falloff − 1).
    let peak = attractor.falloff > 1 ? attractor.falloffDistance / Double(attractor.falloff - 1) : reach
    let distance = min(reach, peak)
    var pull = distance
    for _ in 0..<attractor.falloff { pull /= 1 + distance / attractor.falloffDistance }
    return pull
  }

  /// The greatest speed after some time, from one without the forces.
  func speed(from speed: Double, seconds: Double) -> Double {
    var gain = acceleration * seconds
    if drag > 0 { gain = min(gain, acceleration / drag) }
    if quadraticDrag > 0 { gain = min(gain, (acceleration / quadraticDrag).squareRoot()) }
    return min(speed + gain, speedLimit)
  }
}
