import Lanes

/// The straight edges of a regular polygon or star with a radius of 1, in local coordinates.
struct CornerGeometry: Sendable {
  /// Unit vectors: the directions of a star's spikes, or the outward normals of a polygon's edges.
  var directions: [SIMD2<Float>] = []
  /// For a star: the outward unit normal of the edge on the +y side of the first spike, whose direction is (1, 0). The normal of the
  /// spike's other edge is the mirror image.
  var edgeNormal = SIMD2<Float>(1, 0)
  /// Distance of the edges from the centre.
  var edgeDistance: Float = 0
  /// Area of the polygon or star.
  var area: Float = 0
  /// The distance in pixels by which the edges are moved inwards × the sprite's radius in pixels. The shift makes up for the area that
  /// anti-aliased corners add, so it is `edgeShiftTimesRadius` ÷ the radius. `EdgeLines.set` expects the distance in ramp widths and gets
  /// the number of pixels instead: an approximation, since a ramp width is 1 to 1.41 px.
  var edgeShiftTimesRadius: Float = 0
  /// The greatest number of corners of a polygon or spikes of a star; larger numbers are reduced to this one.
  fileprivate static let maximumCorners = 64

  /// The square of a ramp's width |cos α| + |sin α| (`rampWidth`), averaged over all directions α.
  private static let meanRampSquare = 1 + 2 / Double.pi

  init() {}

  /// A regular polygon.
  ///
  /// Derivation of `edgeShiftTimesRadius`: an outline that is moved outwards by t gains more area than its edges sweep. At a corner where
  /// the outline turns by θ, it gains tan(θ/2)·t² more. The mean of this excess over a ramp of width w, t from −w/2 to w/2, is
  /// tan(θ/2)·w²/12. The sum over all corners ÷ the perimeter in pixels is the distance by which the edges have to move.
  /// `edgeShiftTimesRadius` is this sum ÷ the perimeter for a radius of 1.
  init(polygon sides: Int) {
    let halfAngle = Lanes.sincos(Double.pi / Double(sides))
    edgeDistance = Float(halfAngle.cos)
    area = Float(Double(sides) * halfAngle.sin * halfAngle.cos)
    directions = (0..<sides).map { Self.direction(2 * $0 + 1, of: 2 * sides) }
    let perimeter = 2 * Double(sides) * halfAngle.sin
    edgeShiftTimesRadius = Float(Double(sides) * (halfAngle.sin / halfAngle.cos) / 12 * Self.meanRampSquare / perimeter)
  }

  /// A star. Its `edgeShiftTimesRadius` is derived like a polygon's.
  ///
  /// - Parameters:
  ///   - spikes: number of spikes.
  ///   - ratio: distance of the inner corners from the centre ÷ distance of the tips.
  init(star spikes: Int, ratio: Double) {
    let halfAngle = Lanes.sincos(Double.pi / Double(spikes))
    // The edge from the tip (1, 0) to the inner corner ratio·(cos π/spikes, sin π/spikes), and its outward normal (nx, ny).
    let dx = ratio * halfAngle.cos - 1
    let dy = ratio * halfAngle.sin
    let length = (dx * dx + dy * dy).squareRoot()
    let nx = dy / length
    let ny = -dx / length
    edgeNormal = SIMD2(Float(nx), Float(ny))
    edgeDistance = Float(nx)
    area = Float(Double(spikes) * ratio * halfAngle.sin)
    directions = (0..<spikes).map { Self.direction($0, of: spikes) }
    // φ is the angle of the normal: (nx, ny) = (cos φ, sin φ). Half the angle θ by which the outline turns is φ at a tip, and π/spikes − φ
    // at an inner corner. As for a polygon, t is the distance by which an outline is moved outwards. Outlines moved inwards (t < 0) are
    // mitred at a tip: they have one corner with the half angle φ. Outlines moved outwards (t > 0) are cut across the tip: they have two
    // corners with half angles of φ/2. Each sign of t is half of the ramp, so its tangents count with 1/24 instead of 1/12.
    let tipTangent = min(ny / nx, 6)
    // tan(φ/2) for both corners of a cut tip.
    let cutTangents = 2 * ny / (1 + nx)
    let innerSine = halfAngle.sin * nx - halfAngle.cos * ny
    let innerCosine = halfAngle.cos * nx + halfAngle.sin * ny
    // A spike has one tip, one inner corner and two edges.
    let excessPerSpike = (tipTangent + cutTangents) / 24 + innerSine / innerCosine / 12
    edgeShiftTimesRadius = Float(excessPerSpike * Self.meanRampSquare / (2 * length))
  }

  /// Returns the unit vector at `step` ÷ `steps` of a full turn, clockwise from +x.
  private static func direction(_ step: Int, of steps: Int) -> SIMD2<Float> {
    let (sine, cosine) = Lanes.sincos(2 * Double.pi * Double(step) / Double(steps))
    return SIMD2(Float(cosine), Float(sine))
  }
}

extension PreparedShape {
  init(polygon sides: Int) {
    let corners = CornerGeometry(polygon: min(max(sides, 3), CornerGeometry.maximumCorners))
    // Pixels: `whenSmall` is the minimum of both half axes of a small sprite, `whenThin` of the shorter half axis of a thin sprite.
    self.init(
      PolygonKernel.self, minHalfAxis: (whenSmall: 2, whenThin: 1.5), isInsideEllipse: true,
      light: .fixed(corners.area))
    self.corners = corners
  }

  init(star spikes: Int, ratio: Double) {
    let ratio = clamp(Float(ratio), 0.01, 1)
    let corners = CornerGeometry(star: min(max(spikes, 2), CornerGeometry.maximumCorners), ratio: Double(ratio))
    self.init(
      StarKernel.self, minHalfAxis: (whenSmall: 2, whenThin: 1.5), isInsideEllipse: true, light: .fixed(corners.area))
    self.corners = corners
    narrowestWidthRatio = ratio
  }
}
