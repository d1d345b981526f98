import Lanes
import Model

/// A bright window in front of a body, as a photographer's softbox: a rectangle in a plane across the line of sight to its middle, with soft edges.
struct Softbox: Sendable {
  let strength: Float
  /// The unit vectors to the window's middle, along it and across it.
  private let middle: SIMD3<Float>
  private let along: SIMD3<Float>
  private let across: SIMD3<Float>

  /// Half of the window's length and width, and the width of its edges, seen from a distance of 1.
  private static let (halfLength, halfWidth, edge): (Float, Float, Float) = (0.62, 0.34, 0.1)

  /// - Parameter degrees: where the window stands around the line of sight, clockwise from the right; it is raised by half of a right angle from the
  ///   picture's plane.
  init(strength: Float, degrees: Double) {
    self.strength = strength
    let (sine, cosine) = Lanes.sincosTurns(degrees / 360)
    let (x, y, half) = (Float(cosine), Float(sine), Float(0.5).squareRoot())
    middle = SIMD3(x * half, y * half, half)
    across = SIMD3(x * half, y * half, -half)
    along = SIMD3(-y, x, 0)
  }

  /// The light that comes from a direction.
  ///
  /// - Parameter direction: unit vectors; z is towards the eye.
  @inline(__always)
  func light(from direction: LaneVector) -> Float8 {
    let ahead = direction.dot(LaneVector(repeating: middle))
    guard Lanes.anyAbove(ahead, 0.5) else { return Float8() }
    let inverse = 1 / Lanes.max(ahead, 0.1)
    @inline(__always) func inside(_ axis: SIMD3<Float>, _ half: Float) -> Float8 {
      let place = Lanes.abs(direction.dot(LaneVector(repeating: axis)) * inverse)
      let share = Lanes.clamp((half - place) * (1 / Self.edge) + 0.5, 0, 1)
      return share * share * (3 - 2 * share)
    }
    let shown = inside(along, Self.halfLength) * inside(across, Self.halfWidth)
    return Lanes.select(ahead .> 0.5, shown, Float8()) * strength
  }
}
