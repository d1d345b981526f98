/// The eye that sees particles in space.
///
/// The canvas is the plane z = 0, seen at its own size; z grows towards the eye. What lies in the plane is seen as without a
/// camera as long as it is sharp. Values are read at the frame's time.
public struct Camera: Sendable, Equatable {
  /// Points from the eye to the canvas: the smaller, the stronger the perspective.
  public var distance: AnimatedNumber
  /// The point of the canvas that the eye looks at, towards which what is far away shrinks.
  public var center: AnimatedPoint
  /// z of the plane that is sharp, in points.
  public var focus: AnimatedNumber
  /// Diameter of the lens in points; 0: everything is sharp.
  public var aperture: AnimatedNumber

  public init(
    distance: AnimatedNumber = 1000, center: AnimatedPoint, focus: AnimatedNumber = 0, aperture: AnimatedNumber = 0
  ) {
    self.distance = distance
    self.center = center
    self.focus = focus
    self.aperture = aperture
  }

  /// Nothing is seen nearer to the eye than this share of `distance`: it is never larger than its inverse times its size.
  public static let nearest = 1.0 / 16
  /// From this share of `distance` on, what comes nearer fades.
  public static let nearestWhole = 1.0 / 4
  /// What is out of focus is spread over a radius of at most this share of the frame's shorter side.
  public static let largestBlur = 1.0 / 8

  /// Whether anything is ever out of focus.
  public var blurs: Bool { !aperture.isZero }
}

extension Canvas {
  /// Whether anything in space is ever out of focus.
  public var blurs: Bool { camera?.blurs ?? false }
}

extension Emitter {
  /// In which order particles are laid on each other.
  public enum RenderMode: String, Sendable, CaseIterable {
    /// Cell by cell as in the file, each cell's in the order of their births.
    case unordered
    /// All cells together, the oldest at the back.
    case oldestFirst
    /// The oldest in front.
    case oldestLast
    /// The farthest at the back.
    case backToFront
    /// As `unordered`, with the layer's blend `add`.
    case additive

    public var sorts: Bool { self != .unordered && self != .additive }
  }

  /// Whether births happen out of the canvas's plane.
  var isInSpace: Bool {
    switch shape {
    case .cuboid, .sphere: return true
    case .point, .line, .rectangle, .circle, .ellipse, .ring, .polygon:
      return !zPosition.isZero || !depth.isZero
    }
  }
}

extension Cell {
  /// How the cone of `emissionRange` is filled.
  public enum Cone: String, Sendable, CaseIterable {
    /// Evenly by angle, in the canvas's plane (turned up by the latitude).
    case flat
    /// Evenly over all directions in space within half the range.
    case solid
  }

  /// Whether the cell's own values lead out of the plane.
  var leavesPlane: Bool { !emissionLatitude.isZero || !zAcceleration.isZero || cone == .solid }

  /// Whether particles of the cell have a depth, given that of what bears them.
  public func isInSpace(bornInSpace: Bool) -> Bool { bornInSpace || leavesPlane }

  /// The cone that is meant where none was written.
  public func cone(inSpace: Bool) -> Cone { cone ?? (inSpace ? .solid : .flat) }
}

extension Emitter {
  /// Whether particles of a root cell have a depth.
  public func isInSpace(_ cell: Cell) -> Bool { cell.isInSpace(bornInSpace: isInSpace) }
}

extension Cell {
  /// Whether its sprites are leaves of paper that turn in space.
  public var isFlatInSpace: Bool {
    let turns = [
      tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, glint, tilt, tiltRange, tiltSpeed, tiltSpeedRange, shading,
    ]
    return !turns.allSatisfy(\.isZero) || backColor != nil
  }
}
