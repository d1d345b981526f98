/// A ribbon along a particle's own past, drawn below the cell's sprites.
///
/// Along the ribbon places run from 0 at the particle to 1 at the end: time passed ÷ `duration`, or ÷ age while the particle
/// is younger. The ribbon has its particle's colour and scale of the moment; after death those that it died with.
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
  /// Straight pieces that it is drawn of.
  public var segments: Int
  /// Whether what was drawn fades in its own time once the particle is dead; false ends it with the particle.
  public var linger: Bool
  /// Whether light falls off from the middle line, as a soft disc's does; nil for what the cell's first sprite does.
  public var isSoft: Bool?

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
  /// Seconds that a trail is seen after its particle's death.
  package var lingerSeconds: Double { trail.map { $0.linger ? $0.duration : 0 } ?? 0 }

  /// Whether the cell's trail has soft sides.
  package var hasSoftTrail: Bool {
    guard let trail else { return false }
    if let isSoft = trail.isSoft { return isSoft }
    guard let sprite = sprites.first else { return true }
    switch sprite.shape {
    case .softDisc, .streak, .spark: return true
    default: return false
    }
  }
}
