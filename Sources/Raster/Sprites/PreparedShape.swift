import Lanes
import Model

/// A sprite's shape with everything that can be computed ahead of its particles.
struct PreparedShape: Sendable {
  let rasterizer: any SpriteRasterizer.Type
  /// Draws records of the round layout.
  let roundRasterizer: any SpriteRasterizer.Type
  /// The least half axes in pixels with which the shape is drawn: of both axes of a small sprite, and of the shorter axis of a
  /// sprite that is long or seen from its edge (`AffineFrame`).
  let minHalfAxisWhenSmall: Float
  let minHalfAxisWhenLong: Float
  /// Whether the shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// The shape's light, and how it goes out of focus.
  let defocus: DefocusProfile

  /// The number that only some shapes have. Streak: half width of the tail ÷ that of the head. Ring: inner ÷ outer radius.
  var parameter: Float = 0
  /// Half width of the shape's narrowest part ÷ half width of the shape.
  var narrowest: Float = 1
  /// Whether the shape is a ring.
  var hasHole = false
  /// The corners and edges of a star or polygon; without any `directions` for other shapes.
  var corners = CornerGeometry()
  /// The edges of an outlined shape.
  var outline: OutlineLevels?
  /// What a picture shows; nil for figures.
  var texture: SpriteTexture?
  /// How the light of a spark is spread inside its outline.
  var tipFade: TipFade?
  /// The centroid of an outline's light, in local coordinates: −1...1 along each half axis.
  var lightCentroid = SIMD2<Float>(0, 0)

  /// - Parameters:
  ///   - rasterizer: draws records of the affine layout, and also those of the round layout without `round`.
  ///   - light: the light of a sprite of the shape.
  init(
    _ rasterizer: any SpriteRasterizer.Type, round: (any SpriteRasterizer.Type)? = nil,
    minHalfAxis: (whenSmall: Float, whenLong: Float), isInsideEllipse: Bool = false, light: DefocusProfile.Light,
    closedForm: DefocusProfile.ClosedForm? = nil
  ) {
    self.rasterizer = rasterizer
    roundRasterizer = round ?? rasterizer
    (minHalfAxisWhenSmall, minHalfAxisWhenLong) = minHalfAxis
    self.isInsideEllipse = isInsideEllipse
    defocus = DefocusProfile(light: light, closedForm: closedForm)
  }

  /// An outlined shape. Coverage by exact area keeps the light of a sprite of any size; the minimum half axes only keep its
  /// corners apart on `SubpixelGrid`.
  ///
  /// - Parameter isSimple: whether no contour crosses or touches another or itself, and holes run in the opposite sense.
  init(outline path: VectorPath, isSimple: Bool = true, tipFade: TipFade? = nil) {
    let levels = OutlineLevels(path, isSimple: isSimple)
    self.init(
      OutlineRasterizer.self, minHalfAxis: (1, 0.5), isInsideEllipse: levels.isInsideEllipse,
      light: .fixed(Float(levels.area) * (tipFade?.meanGain ?? 1)))
    outline = levels
    self.tipFade = tipFade
    lightCentroid = SIMD2(Float(levels.centroid.x), Float(levels.centroid.y))
  }

  /// Pixels that hold the anti-aliased border and the mitre of a corner.
  var border: Float { 1.6 }

  /// Pixels that a sprite of the shape reaches beyond its half axes, `border` included. Each half axis is drawn at most
  /// `minHalfAxisWhenSmall` longer than it is, which moves a corner outwards by up to √2 times that.
  var margin: Float { (isInsideEllipse ? minHalfAxisWhenSmall : 1.42 * minHalfAxisWhenSmall) + border }

  /// How far a sprite whose shape fills the parallelogram of its half axes may reach from its centre to the side (x) and down
  /// (y), `margin` included: at most as far as its rectangle of `spriteBounds`.
  @inline(__always)
  func reach(_ record: SpriteRecord) -> SIMD2<Float> {
    SIMD2(
      abs(record.axisXx) + abs(record.axisYx) + margin, abs(record.axisXy) + abs(record.axisYy) + margin)
  }

  /// Floats of scratch memory that the kernel needs: up to four edge lines for each corner (`StarKernel`).
  var scratchCount: Int { 4 * EdgeLines.floatsPerLine * corners.directions.count }
}
