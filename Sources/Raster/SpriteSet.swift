import Lanes

/// The picture of a particle inside its half axes (the unit square, or the unit circle for round ones).
package enum SpriteShape: Sendable, Equatable {
  /// An even disc or ellipse with an anti-aliased edge.
  case disc
  /// (1 − d²/r²)².
  case softDisc
  /// The whole parallelogram of the half axes.
  case square
  /// A rectangle with round ends along its longer side.
  case capsule
  /// Tapers and fades from its head (+x) to its tail (−x); `taper` is the tail's width as a share of the head's.
  case streak(taper: Float)
  /// `points` spikes, the first along +x; `ratio` = inner ÷ outer radius.
  case star(points: Int, ratio: Float)
  /// `sides` corners on the unit circle, the first along +x.
  case polygon(sides: Int)
  /// `thickness` as a share of the radius, measured inwards from the rim.
  case ring(thickness: Float)
}

/// The shapes of one cell, with what can be computed ahead of its particles. At least one shape.
package struct SpriteSet: Sendable {
  let shapes: [PreparedShape]
  /// Pixels that a sprite can reach beyond its own half axes: anti-aliasing and the least size it is drawn at.
  let margin: Float
  /// Whether every shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// Floats that a kernel needs for its edges.
  let scratchCount: Int

  package init(shapes: [SpriteShape]) {
    precondition(!shapes.isEmpty, "A sprite set needs at least one shape.")
    self.shapes = shapes.map(PreparedShape.init)
    margin = self.shapes.reduce(0) { max($0, $1.margin) }
    isInsideEllipse = self.shapes.allSatisfy { $0.isInsideEllipse }
    scratchCount = self.shapes.reduce(0) { max($0, 6 * $1.directions.count) }
  }
}

/// A shape as its kernel wants it.
struct PreparedShape: Sendable {
  enum Kind: Sendable { case disc, softDisc, square, capsule, streak, star, polygon, ring }

  let kind: Kind
  /// Taper, or inner ÷ outer radius.
  let parameter: Float
  /// Directions of the spikes or of the edges' normals in the local frame: cosines, then sines.
  let directions: [Float]
  /// The least half axis in pixels that the shape is drawn with: both axes of a small sprite, and the shorter one of a
  /// sprite that is long or seen from its edge.
  let leastSmall: Float
  let leastLong: Float

  init(_ shape: SpriteShape) {
    switch shape {
    case .disc:
      self.init(.disc, 0, [], 1.5, 0.6)
    case .softDisc:
      self.init(.softDisc, 0, [], 2, 1)
    case .square:
      self.init(.square, 0, [], 0.9, 0.6)
    case .capsule:
      self.init(.capsule, 0, [], 1.2, 0.6)
    case .streak(let taper):
      self.init(.streak, clamp(taper, 0, 1), [], 1.5, 0.92)
    case .star(let points, let ratio):
      self.init(.star, clamp(ratio, 0.01, 1), [], 2.5, 0.8)
      _ = points
    case .polygon(let sides):
      self.init(.polygon, 0, [], 2, 0.7)
      _ = sides
    case .ring(let thickness):
      self.init(.ring, 1 - clamp(thickness, 0, 1), [], 1.5, 0.6)
    }
  }

  private init(_ kind: Kind, _ parameter: Float, _ directions: [Float], _ leastSmall: Float, _ leastLong: Float) {
    self.kind = kind
    self.parameter = parameter
    self.directions = directions
    self.leastSmall = leastSmall
    self.leastLong = leastLong
  }

  var isInsideEllipse: Bool {
    switch kind {
    case .disc, .softDisc, .ring, .star, .polygon: true
    case .square, .capsule, .streak: false
    }
  }

  /// The widened half axes are at most `leastSmall` longer; 1.6 px hold the anti-aliased border and a corner's mitre.
  var margin: Float { (isInsideEllipse ? leastSmall : 1.42 * leastSmall) + 1.6 }
}
