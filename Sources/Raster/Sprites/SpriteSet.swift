import Lanes
import Model

/// The shapes, at least one, of one or several cells, with all that can be computed ahead of the particles.
package struct SpriteSet: Sendable {
  let shapes: [PreparedShape]
  /// Pixels that a sprite can reach beyond its own half axes, by anti-aliasing and by being drawn larger than it is.
  let margin: Float
  /// Whether every shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// Whether a lens may put sprites out of focus (`ParticleLayout.hasBlur`).
  let defocuses: Bool
  /// Floats of scratch memory that the kernel of any of the shapes needs at most.
  private let kernelScratchCount: Int
  private let hasOutlines: Bool

  /// - Parameters:
  ///   - isSwept: whether the shutter sweeps discs and soft discs (`SweptDisc`).
  ///   - defocuses: whether a lens may put sprites out of focus.
  ///   - texture: gives the textures of pictures and of words with emoji; needed where there are any.
  package init(
    shapes: [Sprite.Shape], isSwept: Bool = false, defocuses: Bool = false,
    texture: ((Sprite.Shape) -> SpriteTexture)? = nil
  ) {
    self.init(shapes.map { PreparedShape($0, isSwept: isSwept, texture: texture) }, defocuses: defocuses)
  }

  /// The shapes of several sets, one set after the other.
  package init(joining sets: [SpriteSet]) {
    self.init(sets.flatMap(\.shapes), defocuses: sets.contains(where: \.defocuses))
  }

  private init(_ shapes: [PreparedShape], defocuses: Bool) {
    precondition(!shapes.isEmpty, "A sprite set needs at least one shape.")
    self.shapes = shapes
    self.defocuses = defocuses
    // Sprites out of focus are drawn with half axes of at least 2 px (`DefocusDisc`), and their border needs one pixel more.
    margin = shapes.reduce(defocuses ? 3 : 0) { max($0, $1.margin) }
    isInsideEllipse = shapes.allSatisfy { $0.isInsideEllipse }
    kernelScratchCount = shapes.reduce(0) { max($0, $1.scratchCount) }
    hasOutlines = shapes.contains { $0.outline != nil }
  }

  package var count: Int { shapes.count }

  /// Floats of scratch memory that drawing or marking on a tile needs: first `shapeScratchCount` floats, then those of a
  /// `DefocusGrid` if sprites may be out of focus.
  func scratchCount(tile: Tile) -> Int {
    shapeScratchCount(tileWidth: tile.width)
      + (defocuses ? DefocusGrid.scratchCount(tileWidth: tile.width, tileHeight: tile.height) : 0)
  }

  /// Floats that the shapes' own loops need on a tile of this width in pixels, in whole cache lines.
  func shapeScratchCount(tileWidth: Int) -> Int {
    // The tile on which a `DefocusGrid` draws sharp sprites may be wider than the frame's tile.
    let width = tileWidth + (defocuses ? DefocusGrid.extraColumns : 0)
    let count = max(kernelScratchCount, hasOutlines ? CoverageAccumulator.scratchCount(tileWidth: width) : 0, 1)
    return (count + 15) & ~15
  }
}
