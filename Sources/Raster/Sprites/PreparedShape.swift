import Lanes

/// A shape as its kernel wants it.
struct PreparedShape: Sendable {
  enum Kind: Sendable {
    case disc, softDisc, square, capsule, streak, star, polygon, ring, outline, sweptDisc, sweptSoftDisc
  }

  let kind: Kind
  /// Streak: taper. Ring: inner ÷ outer radius.
  var parameter: Float = 0
  /// The least half axis in pixels that the shape is drawn with: both axes of a small sprite, and the shorter one of a
  /// sprite that is long or seen from its edge.
  let leastSmall: Float
  let leastLong: Float
  /// Directions of a star's spikes or of the normals of a polygon's edges, in the local frame.
  var directions: [SIMD2<Float>] = []
  /// The normal of the edge at one side of a star's first spike, mirrored for the other.
  var edgeNormal = SIMD2<Float>(1, 0)
  /// Distance of a polygon's or star's edges from the centre, and its area, for a radius of 1.
  var edgeDistance: Float = 0
  var area: Float = 0
  /// How far the edges move inwards (pixels × radius) to take back what the anti-aliased corners add to the area.
  var cornerExcess: Float = 0
  /// The edges of an outline, and how the light of a spark is spread inside it.
  var outline: OutlineLevels?
  var glint: Glint?
  /// The middle of an outline's light, in its half axes.
  var lightMiddle = SIMD2<Float>(0, 0)

  /// Corners that a polygon or star can have; more are drawn as this many.
  static let mostCorners = 64

  private static let meanRampSquare = 1 + 2 / Double.pi

  init(_ shape: SpriteShape) {
    switch shape {
    case .disc:
      self.init(.disc, 1.5, 0.8)
    case .softDisc:
      self.init(.softDisc, 2, 1.5)
    case .square:
      self.init(.square, 1.5, 0.75)
    case .capsule:
      self.init(.capsule, 1.5, 0.75)
    case .streak(let taper):
      self.init(.streak, 1.5, 0.92)
      parameter = clamp(taper, 0, 1)
    case .star(let points, let ratio):
      self.init(.star, 2, 1.5)
      prepareStar(min(max(points, 2), Self.mostCorners), Double(clamp(ratio, 0.01, 1)))
    case .polygon(let sides):
      self.init(.polygon, 2, 1.5)
      preparePolygon(min(max(sides, 3), Self.mostCorners))
    case .ring(let thickness):
      self.init(.ring, 1.5, 1.5)
      parameter = 1 - clamp(thickness, 0, 1)
    case .heart:
      self.init(Outline.heart)
    case .spark:
      self.init(Outline.spark)
      glint = Glint(Outline.spark)
    case .flake(let seed):
      self.init(Outline.flake(seed: seed))
    case .petal:
      self.init(Outline.petal)
    case .leaf:
      self.init(Outline.leaf)
    case .paper:
      self.init(Outline.paper)
    case .ribbon:
      self.init(Outline.ribbon)
    case .triangle:
      self.init(Outline.triangle)
    case .sector(let start, let end, let thickness):
      self.init(Outline.sector(from: start, to: end, thickness: thickness))
    case .path(let outline):
      self.init(outline.fitted())
    case .sweptDisc:
      self.init(.sweptDisc, 1.5, 1.5)
    case .sweptSoftDisc:
      self.init(.sweptSoftDisc, 2.1, 2.1)
    }
  }

  /// Coverage by area keeps the light of any size: the least one only keeps corners apart on their grid.
  private init(_ outline: Outline) {
    self.init(.outline, 1, 0.5)
    let levels = OutlineLevels(outline)
    self.outline = levels
    lightMiddle = SIMD2(Float(levels.middle.x), Float(levels.middle.y))
  }

  private init(_ kind: Kind, _ leastSmall: Float, _ leastLong: Float) {
    self.kind = kind
    self.leastSmall = leastSmall
    self.leastLong = leastLong
  }

  /// An offset curve at distance t around a corner with turning angle θ holds tan(θ/2)·t² more area than its edges: a
  /// ramp of width w adds tan(θ/2)·w²/12, w² being 1 + 2/π over all directions. Divided by the perimeter this is how far
  /// the edges have to move.
  private mutating func preparePolygon(_ sides: Int) {
    let half = Lanes.sincos(Double.pi / Double(sides))
    edgeDistance = Float(half.cos)
    area = Float(Double(sides) * half.sin * half.cos)
    directions = (0..<sides).map { Self.direction(2 * $0 + 1, of: 2 * sides) }
    let perimeter = 2 * Double(sides) * half.sin
    cornerExcess = Float(Double(sides) * (half.sin / half.cos) / 12 * Self.meanRampSquare / perimeter)
  }

  private mutating func prepareStar(_ points: Int, _ ratio: Double) {
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

  var isInsideEllipse: Bool {
    switch kind {
    case .disc, .softDisc, .ring, .star, .polygon: true
    case .square, .capsule, .streak, .sweptDisc, .sweptSoftDisc: false
    case .outline: outline?.isInsideEllipse ?? true
    }
  }

  /// Pixels that the shape reaches beyond its half axes: these are at most `leastSmall` longer when drawn, and 1.6 px
  /// hold the anti-aliased border and a corner's mitre.
  var margin: Float { (isInsideEllipse ? leastSmall : 1.42 * leastSmall) + 1.6 }

  /// How far a sprite of four sides may reach from its centre, at most what `spriteBounds` gives it.
  @inline(__always)
  func reach(_ record: SpriteRecord) -> SIMD2<Float> {
    SIMD2(
      abs(record.axisXx) + abs(record.axisYx) + margin, abs(record.axisXy) + abs(record.axisYy) + margin)
  }

  /// Floats of scratch that the kernel needs.
  var scratchCount: Int { 16 * directions.count }
}
