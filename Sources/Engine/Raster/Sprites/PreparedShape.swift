import Lanes
import Model

/// A sprite's shape, with everything that is computed once for all of its particles.
struct PreparedShape: Sendable {
  /// Draws records of the affine layout, which holds two half axes (`ParticleLayout`).
  let rasterizer: any SpriteRasterizer.Type
  /// Draws records of the round layout, which holds a radius in place of the half axes.
  let roundRasterizer: any SpriteRasterizer.Type
  /// Minimum in pixels of both half axes of a small sprite, and of the shorter half axis of a thin sprite, which is long or seen
  /// edge-on (`PrincipalAxes`).
  let minHalfAxisWhenSmall: Float
  let minHalfAxisWhenThin: Float
  /// Whether the shape lies inside the ellipse of its half axes.
  let isInsideEllipse: Bool
  /// The shape's light (coverage summed over all pixels ÷ the product of the half axes), and the way in which it is drawn out of focus.
  let defocus: DefocusProfile

  /// A number that only some shapes use. Streak: half width of the tail ÷ half width of the head. Ring: inner ÷ outer radius. Hot disc:
  /// radius of the core ÷ radius.
  var radiusRatio: Float = 0
  /// Width of the shape's narrowest part ÷ width of the shape.
  var narrowestWidthRatio: Float = 1
  /// Whether the shape has the round hole of a ring.
  var hasHole = false
  /// The corners and edges of a star or polygon; for other shapes its `directions` are empty.
  var corners = CornerGeometry()
  /// The edges of an outlined shape; nil for other shapes.
  var outline: OutlineLevels?
  /// What a picture sprite shows; nil for other shapes.
  var texture: SpriteTexture?
  /// What a sheet is made of; nil for other shapes.
  var sheet: SheetStyle?
  /// How the coverage of a spark varies inside its outline; nil for other shapes.
  var tipFade: TipFade?
  /// The centroid of an outline's light, in local coordinates: −1...1 along each half axis; (0, 0) for other shapes.
  var lightCentroid = SIMD2<Float>(0, 0)

  /// - Parameters:
  ///   - rasterizer: draws records of the affine layout, and records of the round layout if `round` is nil.
  ///   - light: coverage summed over all pixels of a sprite ÷ the product of its half axes.
  init(
    _ rasterizer: any SpriteRasterizer.Type, round: (any SpriteRasterizer.Type)? = nil,
    minHalfAxis: (whenSmall: Float, whenThin: Float), isInsideEllipse: Bool = false, light: DefocusProfile.Light,
    defocusClosedForm: DefocusProfile.ClosedForm? = nil
  ) {
    self.rasterizer = rasterizer
    roundRasterizer = round ?? rasterizer
    (minHalfAxisWhenSmall, minHalfAxisWhenThin) = minHalfAxis
    self.isInsideEllipse = isInsideEllipse
    defocus = DefocusProfile(light: light, closedForm: defocusClosedForm)
  }

  /// An outlined shape. Its coverage is an exact area, so a sprite of any size keeps its light; the minimum half axes only keep
  /// corners apart on `SubpixelGrid`.
  ///
  /// - Parameters:
  ///   - isSimple: whether no contour crosses or touches another or itself, and holes run in the opposite direction.
  ///   - tipFade: how coverage varies inside the outline; nil for full coverage everywhere.
  init(outline path: VectorPath, isSimple: Bool = true, tipFade: TipFade? = nil) {
    let levels = OutlineLevels(path, isSimple: isSimple)
    self.init(
      OutlineRasterizer.self, minHalfAxis: (1, 0.5), isInsideEllipse: levels.isInsideEllipse,
      light: .fixed(Float(levels.area) * (tipFade?.meanGain ?? 1)))
    outline = levels
    self.tipFade = tipFade
    lightCentroid = SIMD2(Float(levels.centroid.x), Float(levels.centroid.y))
  }

  /// Pixels by which the anti-aliased border, or the mitre of a corner, extends around a sprite.
  var border: Float { 1.6 }

  /// Pixels that a sprite of the shape reaches beyond its half axes, `border` included. Each half axis is drawn at most
  /// `minHalfAxisWhenSmall` longer than it is, which moves a corner outwards by up to √2 · `minHalfAxisWhenSmall`.
  var margin: Float { (isInsideEllipse ? minHalfAxisWhenSmall : 1.42 * minHalfAxisWhenSmall) + border }

  /// How far, in pixels, a sprite that fills the parallelogram of its half axes reaches from its centre horizontally (x) and vertically
  /// (y), `margin` included: at most as far as the rectangle that `spriteBounds` computes for the sprite.
  @inline(__always)
  func reach(_ record: SpriteRecord) -> SIMD2<Float> {
    SIMD2(
      abs(record.axisXx) + abs(record.axisYx) + margin, abs(record.axisXy) + abs(record.axisYy) + margin)
  }

  /// Number of floats of scratch memory that the kernel needs. `StarKernel` uses four edge lines for each corner, `PolygonKernel` one.
  var scratchCount: Int { 4 * EdgeLines.floatsPerLine * corners.directions.count }
}
