/// Upper bounds of the acceleration by a cell's forces, for particles within a frame's diagonal of the canvas, and of the speed
/// that follows. They serve predictions, never pictures.
struct ForceBound {
  /// Points a second squared, drag aside.
  private(set) var acceleration = 0.0
  private var speedLimit = Double.infinity
  private var quadraticDrag = 0.0
  private let drag: Double

  /// - Parameter clocks: times over which values change.
  init(_ cell: Cell, canvas: Canvas, during clocks: ClockRange) {
    drag = cell.drag.bounds(during: clocks).lowerBound
    func most(_ number: AnimatedNumber) -> Double {
      let bounds = number.bounds(during: clocks)
      return max(abs(bounds.lowerBound), abs(bounds.upperBound))
    }
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let reach = (width * width + height * height).squareRoot()
    for force in cell.forces {
      switch force {
      case .attractor(let attractor):
        let distance = attractor.falloffDistance.bounds(during: clocks).upperBound
        let farthest = reach + most(attractor.zPosition)
        acceleration +=
          most(attractor.stiffness) * Self.pull(falloff: attractor.falloff, distance: distance, reach: farthest)
      case .vortex(let vortex): acceleration += most(vortex.strength) + most(vortex.pull)
      case .turbulence(let turbulence): acceleration += 2 * most(turbulence.strength)
      case .wave(let wave): acceleration += most(wave.force.x) + most(wave.force.y) + most(wave.zForce)
      case .gust(let gust): acceleration += most(gust.strength)
      case .drag(let coefficient): quadraticDrag += coefficient.bounds(during: clocks).lowerBound
      case .speedLimit(let maximum): speedLimit = min(speedLimit, maximum.bounds(during: clocks).upperBound)
      }
    }
  }

  /// Maximum of e·(1 + e ÷ distance)^(−falloff) for e up to `reach`.
  private static func pull(falloff: Int, distance: Double, reach: Double) -> Double {
    // Beyond falloff 1 it is greatest at distance ÷ (falloff − 1).
    let farthest = falloff > 1 ? min(reach, distance / Double(falloff - 1)) : reach
    var pull = farthest
    for _ in 0..<falloff { pull /= 1 + farthest / distance }
    return pull
  }

  /// Greatest speed after some time, from the speed without the forces.
  func speed(from speed: Double, seconds: Double) -> Double {
    var gain = acceleration * seconds
    if drag > 0 { gain = min(gain, acceleration / drag) }
    if quadraticDrag > 0 { gain = min(gain, (acceleration / quadraticDrag).squareRoot()) }
    return min(speed + gain, speedLimit)
  }
}
