import Lanes
import Model

/// Chooses random points of an emitter's shape, relative to its centre: uniform by length on lines and outlines, by area on
/// surfaces. Births take their points from here and, if their angles are measured from the shape, the outline's direction at the point.
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
    // Of a polygon or a path: its corners, the pieces of its outline, the triangles of its area.
    case corners, outline, triangles
    // A picture, by its alpha.
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

  /// Unit of the positions of a polygon, path or picture, and how the emitter's size scales them.
  enum Scaling: UInt8, BitwiseCopyable {
    /// Positions in pixels.
    case pixels
    /// Positions in the square −1...1, which is stretched to the emitter's width and height.
    case stretched
    /// Positions in a box that is scaled, with its proportions, to the largest size that fits into the emitter's width and height.
    case fitted
  }

  var kind = Kind.center
  /// Pieces of a polygon or path (`ShapePieces`).
  var points: UnsafePointer<SIMD2<Float>>
  var outline: UnsafePointer<OutlinePiece>
  var cumulativeShares: UnsafePointer<Float>
  var pieceCount = 0
  /// Straight colours of a picture's cells, `columnCount` × `rowCount`, in the values that the canvas blends.
  var cellColors: UnsafePointer<SIMD4<Float>>
  var columnCount = 0
  var rowCount = 0
  /// Size of a picture in the unit that `scaling` names.
  var pictureSize = SIMD2<Float>()
  var scaling = Scaling.pixels
  /// For `Scaling.fitted`, 1 ÷ width and 1 ÷ height of the box that the positions lie in; very large for an extent of 0.
  var inverseBoxSize = SIMD2<Float>()
  /// Whether the ratio of the emitter's width and height may change. The lengths by which an outline's pieces are chosen then change
  /// too, which rejection sampling compensates.
  var changesProportions = false

  // For `Kind.picture`, `pieceCount` is 0, and `cumulativeShares` has the values of `ShapePieces.cumulativeShares(of:)` for a picture.

  /// A sampler for births at the centre.
  init(in memory: ProgramMemory) {
    points = memory.keep([])
    outline = memory.keep([])
    cumulativeShares = memory.keep([])
    cellColors = memory.keep([])
  }

  mutating func set(_ pieces: ShapePieces, in memory: ProgramMemory) {
    points = memory.keep(pieces.points)
    outline = memory.keep(pieces.outline)
    cumulativeShares = memory.keep(pieces.cumulativeShares)
    pieceCount = pieces.cumulativeShares.count
  }

  /// Position of one of the two ends of an extent relative to its middle: the negative end for a random number below ½.
  @_transparent
  static func end(of extent: Float8, _ random: Float8) -> Float8 {
    Lanes.select(random .< Float8(repeating: 0.5), extent * -0.5, extent * 0.5)
  }
}
