import Lanes

/// The straight edges of a regular polygon or star with a radius of 1.
struct CornerGeometry: Sendable {
  /// The directions of a star's spikes or of the normals of a polygon's edges, in the local frame.
  var directions: [SIMD2<Float>] = []
  /// The normal of the edge at one side of a star's first spike, mirrored for the other.
  var edgeNormal = SIMD2<Float>(1, 0)
  /// Distance of the edges from the centre.
  var edgeDistance: Float = 0
  var area: Float = 0
  /// How far the edges move inwards (pixels × radius) to take back what the anti-aliased corners add to the area.
  var cornerExcess: Float = 0
  /// Corners or spikes that a polygon or star can have; more are drawn as this many.
  fileprivate static let mostCorners = 64

  private static let meanRampSquare = 1 + 2 / Double.pi

  init() {}

  /// An offset curve at distance t around a corner with turning angle θ holds tan(θ/2)·t² more area than its edges: a
  /// ramp of width w adds tan(θ/2)·w²/12, w² being 1 + 2/π over all directions. Divided by the perimeter this is how
  /// far the edges have to move.
  init(polygon sides: Int) {
    let half = Lanes.sincos(Double.pi / Double(sides))
    edgeDistance = Float(half.cos)
    area = Float(Double(sides) * half.sin * half.cos)
    directions = (0..<sides).map { Self.direction(2 * $0 + 1, of: 2 * sides) }
    let perimeter = 2 * Double(sides) * half.sin
    cornerExcess = Float(Double(sides) * (half.sin / half.cos) / 12 * Self.meanRampSquare / perimeter)
  }

  init(star points: Int, ratio: Double) {
    let half = Lanes.sincos(Double.pi / Double(points))
    // The edge from the spike (1, 0) to the inner corner ratio·(cos, sin)(π/points).
    let dx = ratio * half.cos - 1
    let dy = ratio * half.sin
    let length = (dx * dx + dy * dy).squareRoot()
    let nx = dy / length
    let ny = -dx / length
    edgeNormal = SIMD2(Float(nx), Float(ny))
    edgeDistance = Float(nx)
    area = Float(Double(points) * ratio * half.sin)
    directions = (0..<points).map { Self.direction($0, of: points) }
    // Half turning angles: φ at the mitred tip, which outside is cut into two of φ/2; π/points − φ at inner corners.
    let tip = min(ny / nx, 6)
    let cut = 2 * ny / (1 + nx)
    let innerSine = half.sin * nx - half.cos * ny
    let innerCosine = half.cos * nx + half.sin * ny
    let corners = (tip + cut) / 24 + innerSine / innerCosine / 12
    cornerExcess = Float(corners * Self.meanRampSquare / (2 * length))
  }

  private static func direction(_ step: Int, of steps: Int) -> SIMD2<Float> {
    let (sine, cosine) = Lanes.sincos(2 * Double.pi * Double(step) / Double(steps))
    return SIMD2(Float(cosine), Float(sine))
  }
}

extension PreparedShape {
  init(polygon sides: Int) {
    let corners = CornerGeometry(polygon: min(max(sides, 3), CornerGeometry.mostCorners))
    self.init(PolygonKernel.self, least: (2, 1.5), isInsideEllipse: true, light: .fixed(corners.area))
    self.corners = corners
  }

  init(star points: Int, ratio: Double) {
    let corners = CornerGeometry(
      star: min(max(points, 2), CornerGeometry.mostCorners), ratio: Double(clamp(Float(ratio), 0.01, 1)))
    self.init(StarKernel.self, least: (2, 1.5), isInsideEllipse: true, light: .fixed(corners.area))
    self.corners = corners
    narrowest = clamp(Float(ratio), 0.01, 1)
  }
}
