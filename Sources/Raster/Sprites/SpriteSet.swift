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
  case heart
  /// A glint of four points with hollow sides, bright in the middle.
  case spark
  /// A snow crystal of six arms; each seed has another.
  case flake(seed: Int)
  /// A cherry's petal, its notch at +x.
  case petal
  /// Its tip at +x.
  case leaf
  /// A sheet, a little bent, its long side along x.
  case paper
  /// A band that curls, from −x to +x.
  case ribbon
  /// The point up, over the whole parallelogram.
  case triangle
  /// A part of a ring from angle to angle, in degrees; `thickness` as for a ring.
  case sector(start: Double, end: Double, thickness: Double)
  /// Any outline, its box in the middle, its longer side as long as an axis.
  case path(Outline)
  /// A disc of radius r that is swept by ℓ pixels along its +x axis, which is r + ℓ/2 long, the other r; its mean coverage.
  case sweptDisc
  case sweptSoftDisc
}

/// The shapes of one cell, with what can be computed ahead of its particles. At least one shape.
package struct SpriteSet: Sendable {
  let shapes: [PreparedShape]
  /// Pixels that a sprite can reach beyond its own half axes: anti-aliasing and the least size it is drawn at.
  let margin: Float
  /// Whether every shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// Whether a lens may put sprites out of focus (`ParticleLayout.hasBlur`).
  let defocuses: Bool
  /// Floats that a kernel needs for its edges.
  private let edgeCount: Int
  private let hasOutlines: Bool

  package init(shapes: [SpriteShape], defocuses: Bool = false) {
    precondition(!shapes.isEmpty, "A sprite set needs at least one shape.")
    self.shapes = shapes.map(PreparedShape.init)
    self.defocuses = defocuses
    // What is out of focus is drawn with at least 2 px.
    margin = self.shapes.reduce(defocuses ? 3 : 0) { max($0, $1.margin) }
    isInsideEllipse = self.shapes.allSatisfy { $0.isInsideEllipse }
    edgeCount = self.shapes.reduce(0) { max($0, $1.scratchCount) }
    hasOutlines = self.shapes.contains { $0.outline != nil }
  }

  /// Floats of memory that drawing or marking on a tile of this width needs.
  func scratchCount(tileWidth: Int) -> Int {
    max(edgeCount, hasOutlines ? OutlineRows.scratchCount(tileWidth: tileWidth) : 0, 1)
  }
}
