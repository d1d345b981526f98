/// Ribbon along a particle's own past, drawn below the cell's sprites.
///
/// Locations along the ribbon run from 0 at the particle to 1 at the end: time passed ÷ `duration`, or ÷ age while the
/// particle is younger. The ribbon has its particle's present colour and scale; after death, those at its death.
public struct Trail: Sendable, Equatable {
  /// Seconds of the particle's past.
  public var duration: Double
  /// Points at the particle, at scale 1; nil for the height of its sprite.
  public var width: Double?
  /// Width at the end, as a share of that at the particle.
  public var taper: Double
  /// Multiplies the width along the ribbon.
  public var widthOverLength: [NumberStop]
  /// Multiplies opacity along the ribbon; empty for 1 to 0, or for 1 where colours are given.
  public var alphaOverLength: [NumberStop]
  /// Multiplies the colour along the ribbon.
  public var colorOverLength: [ColorStop]
  /// Straight pieces of the ribbon.
  public var segments: Int
  /// Whether the ribbon stays after the particle's death until it has faded; false ends it with the particle.
  public var linger: Bool
  /// Whether light falls off from the middle line, as a soft disc's does; nil: as in the cell's first sprite.
  public var isSoft: Bool?

  /// A ribbon along each particle's own past.
  public init(
    duration: Double = 0.4, width: Double? = nil, taper: Double = 0, widthOverLength: [NumberStop] = [],
    alphaOverLength: [NumberStop] = [], colorOverLength: [ColorStop] = [], segments: Int = 24, linger: Bool = true,
    isSoft: Bool? = nil
  ) {
    self.duration = duration
    self.width = width
    self.taper = taper
    self.widthOverLength = widthOverLength
    self.alphaOverLength = alphaOverLength
    self.colorOverLength = colorOverLength
    self.segments = segments
    self.linger = linger
    self.isSoft = isSoft
  }
}

extension Cell {
  /// Seconds that a trail is visible after its particle's death.
  package var lingerSeconds: Double { trail.map { $0.linger ? $0.duration : 0 } ?? 0 }

  /// Whether the cell's trail has soft sides.
  package var hasSoftTrail: Bool {
    guard let trail else { return false }
    if let isSoft = trail.isSoft { return isSoft }
    return sprites.first?.shape.isSoft ?? true
  }
}
