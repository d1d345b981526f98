// Motion blur: for how long the shutter is open, and in how many parts a particle's way is then drawn at most.
//
// A part is a round sprite swept along a straight piece of its way, or any sprite at the middle of one. Their number follows
// from the particle alone (`Evaluation.expose`), at most `Shutter.mostParts`.

package enum Shutter {
  /// Parts of one particle at most.
  @inlinable package static var mostParts: Int { 64 }
  /// Pixels by which a swept sprite may leave the true way of the particle.
  @inlinable package static var straightness: Double { 0.25 }
  /// Parts that a swept sprite is cut into because it grows or fades.
  @inlinable package static var mostChanges: Int { 16 }
  /// Parts that a sprite is drawn in for each pixel that it moves.
  @inlinable package static var partsPerPixel: Double { 1.0 }
  /// Pixels up to which one part will do, or two; the fewest of those that move farther.
  @inlinable package static var leastMotion: Double { 0.25 }
  @inlinable package static var slowMotion: Double { 1.5 }
  @inlinable package static var fewParts: Int { 4 }
}

extension Canvas {
  /// Seconds of canvas time during which the light of a cell's particles is gathered; 0 without motion blur.
  ///
  /// Particles that lines join stay sharp: a line has ends.
  package func shutterSeconds(of cell: Cell, in emitter: Emitter) -> Double {
    if cell.links != nil { return 0 }
    return (cell.shutter ?? emitter.shutter ?? shutter) / 360 / presetFrameRate.double
  }
}

extension Cell {
  /// Whether the light of a sprite that is swept along a line has a closed form: soft discs and discs that stay round.
  package var isSwept: Bool {
    guard stretch.isZero, !isFlatInSpace else { return false }
    return sprites.allSatisfy { sprite in
      guard sprite.width == sprite.height else { return false }
      switch sprite.shape {
      case .disc, .softDisc: return true
      case .square, .capsule, .streak, .star, .polygon, .ring, .heart, .spark, .flake, .petal, .leaf, .paper, .ribbon,
        .triangle, .sector, .path:
        return false
      }
    }
  }
}
