/// How far from its centre a sprite out of focus may cover pixels: `ofAxes` × half axis + `ofBlur` × blur. The blur is the radius
/// in pixels over which the lens spreads each point of the sprite.
///
/// The simulation uses this bound to leave out particles whose sprites cannot reach the frame, and the rasterizer to sort sprites
/// into tiles; the rasterizer's kernels stay within it.
@usableFromInline
package enum DefocusReach {
  /// `DefocusedEllipse` draws a square as an ellipse of the same area, whose half axes are √(4/π) = 1.128 times the square's.
  @inlinable @inline(__always) package static var ofAxes: Float { 1.13 }
  /// A sprite that is drawn on a grid of cells (`DefocusGrid.reach`) covers pixels beyond its blur: by at most 0.75 × blur, small
  /// sprites by 0.9 × blur.
  @inlinable @inline(__always) package static var ofBlur: Float { 2.25 }
}
