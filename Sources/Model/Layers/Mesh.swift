import Colorimetry

/// A gradient over a grid of points: each point has a place and a colour, cells between four points are curved sheets.
///
/// Points are in the unit square of `frame` (0, 0 at its top left), row by row. A cell's sides are cubics from point to point;
/// its inside is the bicubic Coons patch of the four. Where a mesh folds over itself, later cells lie on top.
public struct Mesh: Sendable, Equatable {
  /// Points in a row and in a column, both at least 2.
  public var columns: Int
  public var rows: Int
  /// Row by row, `columns` × `rows`.
  public var vertices: [Vertex]
  /// Cubic between the colours, without new extremes between neighbours; else bilinear.
  public var smoothsColors: Bool
  /// The space of the mixture; one without hues.
  public var interpolation: ColorInterpolation
  public var frame: Frame
  /// What lies outside of the mesh.
  public var background: AnimatedColor

  public struct Vertex: Sendable, Equatable {
    public var position: AnimatedPoint
    public var color: AnimatedColor
    /// Control points of the sides to the neighbours; nil: a third of the way along the smooth curve through the points.
    public var leading: AnimatedPoint?
    public var top: AnimatedPoint?
    public var trailing: AnimatedPoint?
    public var bottom: AnimatedPoint?

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
    public var x: AnimatedNumber
    public var y: AnimatedNumber
    public var width: AnimatedNumber
    public var height: AnimatedNumber

    public init(x: AnimatedNumber, y: AnimatedNumber, width: AnimatedNumber, height: AnimatedNumber) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  public init(
    columns: Int, rows: Int, vertices: [Vertex], smoothsColors: Bool = true, interpolation: ColorInterpolation = .oklab,
    frame: Frame, background: AnimatedColor = .constant(.clear)
  ) {
    precondition(columns >= 2 && rows >= 2, "A mesh has two points or more in each row and column.")
    precondition(vertices.count == columns * rows, "A mesh has as many points as its rows hold.")
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
  package var movingValues: AnimatedValues {
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

  /// Whether the colours never move.
  package var hasConstantColors: Bool { vertices.allSatisfy { $0.color.isConstant } }
}
