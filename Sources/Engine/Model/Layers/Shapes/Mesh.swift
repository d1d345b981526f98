import Colorimetry

/// A gradient over a grid of vertices, each with a position and a colour.
///
/// Positions are in the unit square of `frame`, with (0, 0) at its top left. The sides of a cell are cubic curves between
/// vertices, and its inside is the bicubic Coons patch of the four sides. Where a mesh overlaps itself, later cells lie on top.
public struct Mesh: LayerSource {
  /// The number of vertices in a row, at least 2.
  public var columns: Int
  /// The number of vertices in a column, at least 2.
  public var rows: Int
  /// `columns` × `rows` vertices, row by row from the top, each row from the left.
  public var vertices: [Vertex]
  /// Whether colours are interpolated by cubics, without new extremes between neighbours, instead of linearly.
  public var smoothsColors: Bool
  /// The colour space of the interpolation: one without hues.
  public var interpolation: ColorInterpolation
  /// Rectangle of the canvas that the unit square, in which vertices have their positions, is mapped to.
  public var frame: Frame
  /// The colour outside of the mesh.
  public var background: AnimatedColor

  /// A point of the grid.
  public struct Vertex: Sendable, Equatable {
    /// Position in the unit square of the frame.
    public var position: AnimatedPoint
    /// Colour at the point.
    public var color: AnimatedColor
    /// Bézier control point, in the unit square, of the side to the vertex on the left; nil for that of a smooth curve through
    /// the vertices.
    public var leading: AnimatedPoint?
    /// Bézier control point, in the unit square, of the side to the vertex above; nil for that of a smooth curve through the
    /// vertices.
    public var top: AnimatedPoint?
    /// Bézier control point, in the unit square, of the side to the vertex on the right; nil for that of a smooth curve through
    /// the vertices.
    public var trailing: AnimatedPoint?
    /// Bézier control point, in the unit square, of the side to the vertex below; nil for that of a smooth curve through the
    /// vertices.
    public var bottom: AnimatedPoint?

    /// A point of the grid.
    public init(
      position: AnimatedPoint, color: AnimatedColor, leading: AnimatedPoint? = nil, top: AnimatedPoint? = nil,
      trailing: AnimatedPoint? = nil, bottom: AnimatedPoint? = nil
    ) {
      self.position = position
      self.color = color
      self.leading = leading
      self.top = top
      self.trailing = trailing
      self.bottom = bottom
    }
  }

  /// A rectangle of the canvas in points.
  public struct Frame: Sendable, Equatable {
    /// Left edge in points.
    public var x: AnimatedNumber
    /// Upper edge in points.
    public var y: AnimatedNumber
    /// Width in points.
    public var width: AnimatedNumber
    /// Height in points.
    public var height: AnimatedNumber

    /// A rectangle.
    public init(x: AnimatedNumber, y: AnimatedNumber, width: AnimatedNumber, height: AnimatedNumber) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// A mesh of columns × rows vertices, row by row.
  public init(
    columns: Int, rows: Int, vertices: [Vertex], smoothsColors: Bool = true, interpolation: ColorInterpolation = .oklab,
    frame: Frame, background: AnimatedColor = .constant(.clear)
  ) {
    precondition(columns >= 2 && rows >= 2, "A mesh has two vertices or more in each row and column.")
    precondition(vertices.count == columns * rows, "A mesh has columns × rows vertices.")
    self.columns = columns
    self.rows = rows
    self.vertices = vertices
    self.smoothsColors = smoothsColors
    self.interpolation = interpolation
    self.frame = frame
    self.background = background
  }
}

extension Mesh {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("frame", AnimatedPoint(frame.x, frame.y))
    values.add("frame", AnimatedPoint(frame.width, frame.height))
    values.add("background", background)
    for (index, vertex) in vertices.enumerated() {
      values.add("points[\(index)]", vertex.position)
      values.add("colors[\(index)]", vertex.color)
      for handle in [vertex.leading, vertex.top, vertex.trailing, vertex.bottom] {
        if let handle { values.add("points[\(index)]", handle) }
      }
    }
    return values
  }

  /// Whether no colour is animated.
  package var hasConstantColors: Bool { vertices.allSatisfy { $0.color.isConstant } }
}
