import Lanes
import Model

/// A bright window in front of a body, as a photographer's softbox: a rounded rectangle in a plane across the line of sight to its middle, which is
/// brightest in its middle, as a cloth with a lamp behind it, and has soft edges.
struct Softbox: Sendable {
  let strength: Float
  /// The unit vectors to the window's middle, along it and across it.
  private let middle: SIMD3<Float>
  private let along: SIMD3<Float>
  private let across: SIMD3<Float>

  /// Half of the window's length and width, the radius of its corners and the width of its edges, seen from a distance of 1.
  private static let (halfLength, halfWidth, corner, edge): (Float, Float, Float, Float) = (0.62, 0.34, 0.2, 0.14)
  /// The share of its light that is missing at the ends of its length.
  private static let fall: Float = 0.45

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
    @inline(__always) func place(_ axis: SIMD3<Float>) -> Float8 {
      Lanes.abs(direction.dot(LaneVector(repeating: axis)) * inverse)
    }
    let (u, v) = (place(along), place(across))
    // The distance to the outline, below 0 inside.
    let (outsideU, outsideV) = (
      Lanes.max(u - (Self.halfLength - Self.corner), 0), Lanes.max(v - (Self.halfWidth - Self.corner), 0)
    )
    let distance = Lanes.sqrt(outsideU * outsideU + outsideV * outsideV) - Self.corner
    let share = Lanes.clamp(0.5 - distance * (1 / Self.edge), 0, 1)
    let (relativeU, relativeV) = (u * (1 / Self.halfLength), v * (1 / Self.halfWidth))
    let light = 1 - Lanes.min(relativeU * relativeU + relativeV * relativeV, 2) * (Self.fall / 2)
    let shown = share * share * (3 - 2 * share) * light
    return Lanes.select(ahead .> 0.5, shown, Float8()) * strength
  }
}
