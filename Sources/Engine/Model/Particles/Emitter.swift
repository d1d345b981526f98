/// A layer's source of particles: where they are born, their cells, and factors of the root cells' numbers (Core Animation's
/// CAEmitterLayer).
///
/// All values are read once, at a particle's birth.
public struct Emitter: Sendable, Equatable {
  /// Geometry of the births.
  public var shape: Shape
  /// Region of the shape in which particles are born.
  public var mode: Mode
  /// Centre of the shape, in points.
  public var position: AnimatedPoint
  /// Width and height in points; the cases of `Shape` say what they mean.
  public var size: AnimatedPoint
  /// z of the shape's centre in points; 0 is the canvas, z grows towards the eye.
  public var zPosition: AnimatedNumber = 0
  /// Whether the emitter's layer has a `zPosition`, so that all particles of root cells are seen by the camera, also those at z = 0.
  package var standsInSpace = false
  /// Extent of the shape in z, in points: z ± depth/2, for all shapes but a sphere.
  public var depth: AnimatedNumber = 0
  /// Order in which particles are drawn.
  public var renderMode = RenderMode.unordered
  /// Factor of every root cell's `birthRate`.
  public var birthRate: AnimatedNumber
  /// Factor of every root cell's `lifetime`.
  public var lifetime: AnimatedNumber
  /// Factor of every root cell's `velocity`.
  public var velocity: AnimatedNumber
  /// Factor of every root cell's `scale`.
  public var scale: AnimatedNumber
  /// Factor of every root cell's `spin`.
  public var spin: AnimatedNumber
  /// Kinds of particles.
  public var cells: [Cell]
  /// Shutter angle, in degrees, of cells that do not have one themselves; nil for that of the canvas.
  public var shutter: Double?

  /// Geometries of births.
  public enum Shape: Sendable, Equatable {
    /// The position itself.
    case point
    /// x ± width/2.
    case line
    /// x ± width/2, y ± height/2.
    case rectangle
    /// Radius = width, as Core Animation has it.
    case circle
    /// Radii width/2 and height/2.
    case ellipse
    /// Outer radius = width, inner radius = height.
    case ring
    /// Corners in points relative to `position`, at least three, closed.
    case polygon([PlanePoint])
    /// A regular polygon of 3 to 256 sides in the ellipse with radii width/2 and height/2, its first corner at the top.
    case regularPolygon(sides: Int)
    /// A star of 2 to 256 spikes in the ellipse with radii width/2 and height/2, the first at the top; `ratio` = inner ÷ outer
    /// radius.
    case star(points: Int, ratio: Double)
    /// An upright heart in the box of width and height.
    case heart
    /// A path in points relative to `position`. With a `size` above 0 the path's box is centred on `position` and scaled to the
    /// largest size that fits into width and height.
    case path(VectorPath)
    /// A picture centred on `position`, with one point for each displayed pixel. With a `size` above 0 the picture is scaled to
    /// the largest size that fits into width and height.
    case picture(ShapePicture)
    /// x ± width/2, y ± height/2, z ± depth/2.
    case cuboid
    /// Radius = width, as Core Animation has it.
    case sphere
  }

  /// Part of the shape that births are spread over.
  public enum Mode: String, Sendable, CaseIterable {
    /// The ends of a line; the corners of a rectangle, cuboid, polygon or star; the points at which the pieces of a path or heart
    /// meet; the centre of round shapes; the middles of the cells of a picture's grid (`ShapePicture`) whose alpha is at least ½.
    case points
    /// The border of a flat shape, evenly by length; for a picture, the line where its alpha is ½; the edges of a cuboid; the
    /// circle in which a sphere meets the canvas's plane.
    case outline
    /// The area of a flat shape, evenly; for a picture, in proportion to its alpha; the surface of a solid.
    case surface
    /// The area of a flat shape, as in `surface`; the inside of a solid.
    case volume
  }

  /// An emitter; without cells it shows nothing.
  public init(
    shape: Shape = .point, mode: Mode = .volume, position: AnimatedPoint = AnimatedPoint(0, 0),
    size: AnimatedPoint = AnimatedPoint(0, 0), birthRate: AnimatedNumber = 1, lifetime: AnimatedNumber = 1,
    velocity: AnimatedNumber = 1, scale: AnimatedNumber = 1, spin: AnimatedNumber = 1, cells: [Cell] = [],
    shutter: Double? = nil
  ) {
    self.shape = shape
    self.mode = mode
    self.position = position
    self.size = size
    self.birthRate = birthRate
    self.lifetime = lifetime
    self.velocity = velocity
    self.scale = scale
    self.spin = spin
    self.cells = cells
    self.shutter = shutter
  }
}
