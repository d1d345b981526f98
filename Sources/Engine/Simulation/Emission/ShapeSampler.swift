import Lanes
import Model

/// Chooses random points of an emitter's shape, relative to the shape's centre: uniform by length on lines and outlines, by area on
/// surfaces. Particles are born at these points. For cells whose emission angles are measured from the outline (`Cell.emissionFrom`),
/// it also finds the outline's direction at the point.
///
/// A flat shape's volume is its surface, spread in z by the emitter's depth.
struct ShapeSampler: BitwiseCopyable {
  /// The set of points over which births are spread: a shape, its outline or its corners.
  enum Kind: UInt8, BitwiseCopyable {
    case center
    case lineEnds, line
    case rectangleCorners, rectangleOutline, rectangle
    case circleOutline, circle
    case ellipseOutline, ellipse
    case ringOutlines, ring
    // Of a polygon, path or picture: its points (`Emitter.Mode.points`), the pieces of its outline (`ShapePieces`).
    case points, outline
    // The area of a polygon or path.
    case triangles
    // The area of a picture, by its alpha.
    case picture
    // Solids; a cuboid's volume is a `rectangle` that the emitter's depth spreads in z.
    case sphere, sphereSurface
    case cuboidCorners, cuboidEdges, cuboidFaces

    /// Whether `solidOffset` finds the positions.
    @inline(__always)
    var isSolid: Bool {
      switch self {
      case .sphere, .sphereSurface, .cuboidCorners, .cuboidEdges, .cuboidFaces: true
      default: false
      }
    }
  }

  /// Unit of the positions in a polygon, path or picture, and how the emitter's size scales these positions.
  enum Scaling: UInt8, BitwiseCopyable {
    /// Positions in pixels of the frame, which are not scaled.
    case unscaled
    /// Positions in the square −1...1, which is stretched to the emitter's width and height.
    case stretched
    /// Positions in a box that is scaled, with its proportions, to the largest size that fits into the emitter's width and height.
    case fitted
  }

  var kind = Kind.center
  // Pieces of a polygon, path or picture, as in `ShapePieces`. For `Kind.picture`, `pieceCount` is 0, and `cumulativeProbabilities` has the
  // values of `ShapePieces.cumulativeProbabilities(of:)` for a picture.
  var points: UnsafePointer<SIMD2<Float>>
  var outlinePieces: UnsafePointer<OutlinePiece>
  var cumulativeProbabilities: UnsafePointer<Float>
  var pieceCount = 0
  /// The box around the pieces, in the unit of their positions.
  var boxLow = SIMD2<Float>()
  var boxHigh = SIMD2<Float>()
  /// Straight colours of a picture's samples (`ShapePicture`), row by row (`pictureGridColumns` × `pictureGridRows`), in the values that
  /// the canvas blends.
  var pictureSampleColors: UnsafePointer<SIMD4<Float>>
  var pictureGridColumns = 0
  var pictureGridRows = 0
  /// Size of a picture: in pixels of the frame for `Scaling.unscaled`, in pixels of the picture for `Scaling.fitted`.
  var pictureSize = SIMD2<Float>()
  var scaling = Scaling.unscaled
  /// For `Scaling.fitted`: 1 ÷ width and 1 ÷ height of the box that the positions lie in; very large where the box has no extent.
  var inverseBoxSize = SIMD2<Float>()
  /// Whether the ratio of the emitter's width to its height may change. The pieces of an outline then change their lengths, by which
  /// they are chosen; rejection sampling compensates for this.
  var aspectMayVaryOverTime = false

  /// A sampler for births at the centre.
  init(in memory: EmitterProgramMemory) {
    points = memory.keep([])
    outlinePieces = memory.keep([])
    cumulativeProbabilities = memory.keep([])
    pictureSampleColors = memory.keep([])
  }

  mutating func set(_ pieces: ShapePieces, in memory: EmitterProgramMemory) {
    points = memory.keep(pieces.points)
    outlinePieces = memory.keep(pieces.outlinePieces)
    cumulativeProbabilities = memory.keep(pieces.cumulativeProbabilities)
    pieceCount = pieces.cumulativeProbabilities.count
    (boxLow, boxHigh) = pieces.box
  }

  /// Position, relative to the middle of an extent, of one of its two ends: the negative end for a random number below ½.
  @_transparent
  static func end(of extent: Float8, _ random: Float8) -> Float8 {
    Lanes.select(random .< Float8(repeating: 0.5), extent * -0.5, extent * 0.5)
  }
}
