import Lanes
import Model

/// A sprite's shape with everything that can be computed ahead of its particles.
struct PreparedShape: Sendable {
  let rasterizer: any SpriteRasterizer.Type
  /// Draws records of the round layout.
  let roundRasterizer: any SpriteRasterizer.Type
  /// The least half axis in pixels that the shape is drawn with: both axes of a small sprite, and the shorter one of a
  /// sprite that is long or seen from its edge.
  let leastSmall: Float
  let leastLong: Float
  /// Whether the shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  let defocus: DefocusProfile

  /// Streak: taper. Ring: inner ÷ outer radius.
  var parameter: Float = 0
  /// The half width of the shape's narrowest part ÷ its own.
  var narrowest: Float = 1
  /// Whether it is a ring.
  var hasHole = false
  /// The edges of a star or polygon.
  var corners = CornerGeometry()
  /// The edges of an outline, and how the light of a spark is spread inside it.
  var outline: OutlineLevels?
  var glint: Glint?
  /// The centroid of an outline's light, in its half axes.
  var lightMiddle = SIMD2<Float>(0, 0)

  init(
    _ rasterizer: any SpriteRasterizer.Type, round: (any SpriteRasterizer.Type)? = nil,
    least: (small: Float, long: Float), isInsideEllipse: Bool = false, light: DefocusProfile.Light,
    closedForm: DefocusProfile.ClosedForm? = nil
  ) {
    self.rasterizer = rasterizer
    roundRasterizer = round ?? rasterizer
    (leastSmall, leastLong) = least
    self.isInsideEllipse = isInsideEllipse
    defocus = DefocusProfile(light: light, closedForm: closedForm)
  }

  /// An outlined shape. Coverage by area keeps the light of any size: the least one only keeps corners apart on their
  /// grid.
  ///
  /// - Parameter isSimple: whether no contour crosses or touches another or itself, and holes run in the opposite
  /// sense.
  init(outline path: VectorPath, isSimple: Bool = true, glint: Glint? = nil) {
    let levels = OutlineLevels(path, isSimple: isSimple)
    self.init(
      OutlineRasterizer.self, least: (1, 0.5), isInsideEllipse: levels.isInsideEllipse,
      light: .fixed(Float(levels.area) * (glint?.mean ?? 1)))
    outline = levels
    self.glint = glint
    lightMiddle = SIMD2(Float(levels.middle.x), Float(levels.middle.y))
  }

  /// Pixels that hold the anti-aliased border and a corner's mitre.
  var border: Float { 1.6 }

  /// Pixels that the shape reaches beyond its half axes: these are at most `leastSmall` longer when drawn.
  var margin: Float { (isInsideEllipse ? leastSmall : 1.42 * leastSmall) + border }

  /// How far a sprite of four sides may reach from its centre, at most what `spriteBounds` gives it.
  @inline(__always)
  func reach(_ record: SpriteRecord) -> SIMD2<Float> {
    SIMD2(
      abs(record.axisXx) + abs(record.axisYx) + margin, abs(record.axisXy) + abs(record.axisYy) + margin)
  }

  /// Floats of scratch that the kernel needs.
  var scratchCount: Int { 16 * corners.directions.count }
}
