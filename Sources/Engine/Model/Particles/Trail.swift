/// A ribbon along a particle's past trajectory, drawn below the cell's sprites.
///
/// Locations along the ribbon run from 0 at the particle to 1 at the ribbon's end. A point's location is the time since the
/// particle passed there ÷ `duration` or, for a particle younger than `duration`, ÷ its age. The whole ribbon has the colour and
/// scale that the particle has in the frame or, after its death, had at its death.
public struct Trail: Sendable, Equatable {
  /// Seconds of the particle's past that the ribbon shows.
  public var duration: Double
  /// Width in points at the particle, at scale 1; nil for the height of its sprite.
  public var width: Double?
  /// Width at the ribbon's end ÷ width at the particle.
  public var taper: Double
  /// Factors of the width along the ribbon.
  public var widthOverLength: [NumberStop]
  /// Factors of the opacity along the ribbon; empty for 1 to 0, or for 1 everywhere if `colorOverLength` is not empty.
  public var alphaOverLength: [NumberStop]
  /// Factors of the colour along the ribbon.
  public var colorOverLength: [ColorStop]
  /// Number of pieces of equal time that the ribbon consists of.
  public var segments: Int
  /// Whether the ribbon stays after the particle's death until the ribbon has faded; otherwise it ends with the particle.
  public var lingers: Bool
  /// Whether light falls off from the ribbon's middle line, as in a soft disc; nil if the cell's first sprite decides that.
  public var isSoft: Bool?
  /// The share of the half width at which half of a soft ribbon's light is left; beyond it light falls off steeply, then slowly. Nil for the
  /// even fall-off of a soft disc.
  public var core: Double?

  /// A ribbon along each particle's own past.
  public init(
    duration: Double = 0.4, width: Double? = nil, taper: Double = 0, widthOverLength: [NumberStop] = [],
    alphaOverLength: [NumberStop] = [], colorOverLength: [ColorStop] = [], segments: Int = 24, lingers: Bool = true,
    isSoft: Bool? = nil, core: Double? = nil
  ) {
    self.duration = duration
    self.width = width
    self.taper = taper
    self.widthOverLength = widthOverLength
    self.alphaOverLength = alphaOverLength
    self.colorOverLength = colorOverLength
    self.segments = segments
    self.lingers = lingers
    self.isSoft = isSoft
    self.core = core
  }
}

extension Cell {
  /// Seconds for which a trail is visible after its particle's death; 0 without a trail.
  package var lingerSeconds: Double { trail.map { $0.lingers ? $0.duration : 0 } ?? 0 }

  /// Whether the cell's trail has soft sides.
  package var hasSoftTrail: Bool {
    guard let trail else { return false }
    if let isSoft = trail.isSoft { return isSoft }
    if trail.core != nil { return true }
    return sprites.first?.shape.isSoft ?? true
  }
}
