import Lanes
import Model

/// The shapes of one or several cells, with what can be computed ahead of their particles. At least one shape.
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

  /// - Parameter isSwept: whether the shutter sweeps discs and soft discs (`SweptDisc`).
  package init(shapes: [Sprite.Shape], isSwept: Bool = false, defocuses: Bool = false) {
    self.init(shapes.map { PreparedShape($0, isSwept: isSwept) }, defocuses: defocuses)
  }

  /// The shapes of several sets, one set after the other.
  package init(joining sets: [SpriteSet]) {
    self.init(sets.flatMap(\.shapes), defocuses: sets.contains(where: \.defocuses))
  }

  private init(_ shapes: [PreparedShape], defocuses: Bool) {
    precondition(!shapes.isEmpty, "A sprite set needs at least one shape.")
    self.shapes = shapes
    self.defocuses = defocuses
    // Sprites out of focus are drawn with at least 2 px.
    margin = shapes.reduce(defocuses ? 3 : 0) { max($0, $1.margin) }
    isInsideEllipse = shapes.allSatisfy { $0.isInsideEllipse }
    edgeCount = shapes.reduce(0) { max($0, $1.scratchCount) }
    hasOutlines = shapes.contains { $0.outline != nil }
  }

  package var count: Int { shapes.count }

  /// Floats of memory that drawing or marking on a tile of this size needs: first those of the shapes' kernels
  /// (`kernelScratchCount`), then those of a grid on which sprites are spread out of focus.
  func scratchCount(tile: Tile) -> Int {
    kernelScratchCount(tileWidth: tile.width)
      + (defocuses ? SpreadGrid.scratchCount(tileWidth: tile.width, tileHeight: tile.height) : 0)
  }

  func kernelScratchCount(tileWidth: Int) -> Int {
    // The grid's tile is wider than the frame's.
    let width = tileWidth + (defocuses ? SpreadGrid.extraColumns : 0)
    let count = max(edgeCount, hasOutlines ? CoverageAccumulator.scratchCount(tileWidth: width) : 0, 1)
    return (count + 15) & ~15
  }
}
