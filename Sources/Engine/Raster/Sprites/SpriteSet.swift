import Lanes
import Model

/// The shapes of one or several cells, at least one, with everything that is computed once for all particles.
package struct SpriteSet: Sendable {
  /// The shapes; a particle's `SpriteRecord.spriteIndex` is an index in this list.
  let shapes: [PreparedShape]
  /// Greatest number of pixels that a sprite reaches beyond its half axes, because of anti-aliasing and because small sprites are
  /// drawn larger.
  let margin: Float
  /// Whether every shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// For each shape whether it is a puff or a sheet, whose records have indices of their own (`SpriteRecord.ownIndex`).
  package let haveOwnIndices: [Bool]
  /// Whether a lens may put sprites out of focus (`ParticleLayout.hasBlur`).
  let defocuses: Bool
  /// The greatest number of floats of scratch memory that one of the shapes' kernels needs.
  private let kernelScratchCount: Int
  /// Whether one of the shapes is outlined.
  private let hasOutlines: Bool
  /// Whether one of the shapes is a sheet.
  private let hasSheets: Bool

  /// - Parameters:
  ///   - isSwept: whether the shutter sweeps discs and soft discs (`SweptDisc`).
  ///   - defocuses: whether a lens may put sprites out of focus.
  ///   - texture: returns the texture of a picture or of words with emoji; needed if there are such shapes.
  package init(
    shapes: [Sprite.Shape], isSwept: Bool = false, defocuses: Bool = false,
    texture: ((Sprite.Shape) -> SpriteTexture)? = nil
  ) {
    self.init(shapes.map { PreparedShape($0, isSwept: isSwept, texture: texture) }, defocuses: defocuses)
  }

  /// Joins the shapes of several sets, one set after the other.
  package init(joining sets: [SpriteSet]) {
    self.init(sets.flatMap(\.shapes), defocuses: sets.contains(where: \.defocuses))
  }

  private init(_ shapes: [PreparedShape], defocuses: Bool) {
    precondition(!shapes.isEmpty, "A sprite set needs at least one shape.")
    self.shapes = shapes
    self.defocuses = defocuses
    haveOwnIndices = shapes.map { $0.texture?.isPuff ?? ($0.sheet != nil) }
    // Even a tiny sprite, if out of focus, is drawn with half axes of about 2 px (`DefocusDisc`), and its border needs one more
    // pixel.
    margin = shapes.reduce(defocuses ? 3 : 0) { max($0, $1.margin) }
    isInsideEllipse = shapes.allSatisfy { $0.isInsideEllipse }
    kernelScratchCount = shapes.reduce(0) { max($0, $1.scratchCount) }
    hasOutlines = shapes.contains { $0.outline != nil }
    hasSheets = shapes.contains { $0.sheet != nil }
  }

  package var count: Int { shapes.count }

  /// Number of floats of scratch memory that drawing or marking on a tile needs: first `shapeScratchCount` floats, then the
  /// memory of a `DefocusGrid` if sprites may be out of focus.
  func scratchCount(tile: Tile) -> Int {
    shapeScratchCount(tileWidth: tile.width)
      + (defocuses ? DefocusGrid.scratchCount(tileWidth: tile.width, tileHeight: tile.height, isColored: hasSheets) : 0)
  }

  /// Number of floats that the shapes' own loops need on a tile `tileWidth` pixels wide, rounded up to whole cache lines.
  func shapeScratchCount(tileWidth: Int) -> Int {
    // The tile on which a `DefocusGrid` draws sharp sprites may be wider than the frame's tile.
    let width = tileWidth + (defocuses ? DefocusGrid.extraColumns : 0)
    let count = max(
      kernelScratchCount, hasOutlines ? CoverageAccumulator.scratchCount(tileWidth: width) : 0,
      hasSheets ? SheetRasterizer.scratchCount(tileWidth: width) : 0, 1)
    return (count + 15) & ~15
  }
}
