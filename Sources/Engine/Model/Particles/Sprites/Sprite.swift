/// Image of a particle, with a size in points at scale 1.
public struct Sprite: Sendable, Equatable {
  /// Figure of the sprite.
  public var shape: Shape
  /// Width in points at a scale of 1, along the particle's own x axis.
  public var width: Double
  /// Height in points at a scale of 1, along the particle's own y axis.
  public var height: Double

  /// Figures of sprites.
  public enum Shape: Sendable, Equatable {
    /// An even disc (an ellipse where width and height differ) with an anti-aliased edge.
    case disc
    /// A disc whose light falls off from the middle as (1 − d²/r²)², with d the distance from the middle and r the radius.
    case softDisc
    /// A disc with a steep hot core and a long soft end. `core`: the share of the radius at which half of the light is left; beyond it
    /// light falls off nearly as 1/d².
    case hotDisc(core: Double)
    /// A square or rectangle.
    case square
    /// A rectangle with round ends along the longer side.
    case capsule
    /// A line that tapers and fades from its head (+x end) to its tail (−x end). `taper`: width of the tail as a share
    /// of the head's; the light falls from 1 to 0 along it.
    case streak(taper: Double)
    /// A star of `points` spikes, the first along +x; `ratio` = inner ÷ outer radius.
    case star(points: Int, ratio: Double)
    /// A regular polygon of `sides` corners, the first along +x.
    case polygon(sides: Int)
    /// A ring; `thickness` is a share of the radius, measured inwards from the rim.
    case ring(thickness: Double)
    /// A heart, its tip down.
    case heart
    /// A glint: a star of four spikes with hollow sides, bright in the middle and faint at its tips.
    case spark
    /// A snow crystal of six arms with side branches; each seed gives another crystal.
    case flake(seed: Int)
    /// A cherry's petal, its notch at +x.
    case petal
    /// A leaf with its stem at −x and its tip at +x.
    case leaf
    /// A slightly bent sheet with one corner turned up; its long side along x.
    case paper
    /// A band that curls, from −x to +x.
    case ribbon
    /// A triangle over the whole width and height, its point up.
    case triangle
    /// A sector of a ring between two angles in degrees, clockwise from +x; `thickness` is a share of the radius, measured
    /// inwards from the rim.
    case sector(startAngle: Double, endAngle: Double, thickness: Double)
    /// Any outline. Its box is centred in a square and scaled so that its longer side is the square's; the square is then stretched
    /// to the width and height.
    case path(VectorPath)
    /// A puff of smoke, steam, dust or cloud, which is lit as a volume.
    case puff(Puff)
    /// Paper, a ribbon, a leaf or a petal, bent and turned in space. Its width and height are its length and breadth before it is bent.
    case sheet(Sheet)
    /// A picture, which is multiplied by the particle's colour. It fills the width and height.
    case picture(SpritePicture)
    /// Words with emoji among them, as a picture. It fills the width and height.
    case words(SpriteWords)
  }

  /// Whether the sprite looks the same however it is rotated, so that one radius describes a particle's size and rotation.
  package var isRound: Bool { width == height && shape.isRound }

  /// Whether the sprite's light, swept along a line, has a closed form.
  package var isSweepable: Bool { width == height && shape.isSweepable }

  /// A sprite of a size in points.
  public init(_ shape: Shape, width: Double = 64, height: Double = 64) {
    self.shape = shape
    self.width = width
    self.height = height
  }
}

extension Sprite.Shape {
  /// Whether a sprite of equal width and height looks the same however it is rotated.
  package var isRound: Bool {
    switch self {
    case .disc, .softDisc, .hotDisc, .ring: true
    default: false
    }
  }

  /// Whether the light of a sprite of equal width and height, swept along a line, has a closed form.
  package var isSweepable: Bool {
    switch self {
    case .disc, .softDisc: true
    default: false
    }
  }

  /// Whether light falls off towards the edge, so that the particle's trail has soft sides.
  package var isSoft: Bool {
    switch self {
    case .softDisc, .hotDisc, .streak, .spark, .puff: true
    default: false
    }
  }

  /// The puff; nil for other shapes.
  package var puff: Puff? { if case .puff(let puff) = self { puff } else { nil } }

  /// The sheet; nil for other shapes.
  package var sheet: Sheet? { if case .sheet(let sheet) = self { sheet } else { nil } }

  /// The picture that is shown; nil for figures.
  package var picture: SpritePicture? { if case .picture(let picture) = self { picture } else { nil } }

  /// The words that are shown as a picture; nil for other shapes.
  package var words: SpriteWords? { if case .words(let words) = self { words } else { nil } }

  /// Whether the particle's position is the sprite's head at its +x end, not its middle.
  package var isHeadAtPosition: Bool {
    switch self {
    case .streak: true
    default: false
    }
  }
}
