import Colorimetry
import Lanes

/// A kind of particle: how such particles are born, move and look (Core Animation's CAEmitterCell, and more).
///
/// For a value v with a property for its range, r, each particle's value is chosen from v − r/2 ... v + r/2, uniformly unless
/// `distribution` says otherwise. Values are read once, at the particle's birth. Lengths are points, angles degrees (0 along +x, clockwise), times seconds; a
/// range has the unit of its value. A curve over life is a list of stops at shares of the lifetime; an empty one has no effect.
/// The animated numbers and points, except `birthRate` and `burst`, have a row each in `CellParameter.all`.
public struct Cell: Sendable, Equatable {
  /// Name, from which random numbers follow.
  public var name: String
  /// Hash of the names from the scene to this cell (`PathHash`), from which the random numbers of the cell's particles follow.
  package var cellPath: UInt64
  /// Sprites of which each particle has one, all equally likely.
  public var sprites: [Sprite]
  /// Event in the parent's life with which the emission of a child cell begins; without effect in a root cell.
  public var when: SpawnTrigger = .life
  /// For `SpawnTrigger.age`: the parent's age in seconds; nil if `ageShare` gives the age.
  public var age: Double?
  /// For `SpawnTrigger.age`: the parent's age as a share of its lifetime, 0 to 1; nil if `age` gives the age.
  public var ageShare: Double?
  /// For `SpawnTrigger.bounce`: how many of the parent's bounces, from the first on, trigger an emission.
  public var maximumBounces = Limits.bounces

  // MARK: Emission
  /// Particles a second.
  public var birthRate: AnimatedNumber = 0
  /// Number of particles born together when the emission begins.
  public var burst: AnimatedNumber = 0
  /// Groups of particles born together, each at a time after the start of the emission.
  public var bursts: [Burst] = []
  /// Births at moments of the canvas, for cells of an emitter: those of cells within cells begin with their parents.
  package var soundBirths: [SoundBirths] = []
  /// The greatest share of the interval between births by which a birth randomly comes earlier: 0 for even intervals, 1 for
  /// births anywhere in their intervals.
  public var birthJitter: Double = 0
  /// Seconds from the trigger (layer begin, or the parent's birth, death, age or bounce) to the start of the emission.
  public var beginTime: Double = 0
  /// Seconds of emission; nil if it lasts as long as the layer or the parent or, where `when` is not `life`, until the last of
  /// `bursts`.
  public var duration: Double?
  /// Seconds that a particle lives.
  public var lifetime: AnimatedNumber = 0
  /// Width of the random range around `lifetime`.
  public var lifetimeRange: AnimatedNumber = 0

  // MARK: Motion
  /// Speed at birth in points a second.
  public var velocity: AnimatedNumber = 0
  /// Width of the random range around `velocity`.
  public var velocityRange: AnimatedNumber = 0
  /// Direction at birth in degrees: 0 right, 90 down; that of a child is relative to its parent's direction.
  public var emissionLongitude: AnimatedNumber = 0
  /// Whole angle in degrees of the cone of directions around `emissionLongitude` and `emissionLatitude`.
  public var emissionRange: AnimatedNumber = 0
  /// Degrees by which the direction at birth is lifted out of the canvas's plane, towards the eye.
  public var emissionLatitude: AnimatedNumber = 0
  /// How births are clustered; nil if each particle has a place of its own on the emitter's shape. Only for cells of an emitter, not of
  /// another cell.
  public var cluster: Cluster?
  /// What `emissionLongitude` is measured from; only for cells of an emitter, not of another cell.
  public var emissionFrom = EmissionFrom.canvas
  /// Distribution of directions in the cone; nil for `solid` if particles are three-dimensional, else `flat`.
  public var cone: Cone?
  /// Acceleration to the right, in points a second squared.
  public var xAcceleration: AnimatedNumber = 0
  /// Acceleration downwards, in points a second squared.
  public var yAcceleration: AnimatedNumber = 0
  /// Acceleration towards the eye, in points a second squared.
  public var zAcceleration: AnimatedNumber = 0
  /// Linear air drag, per second: the acceleration is −drag·(v − wind).
  public var drag: AnimatedNumber = 0
  /// Width of the random range around `drag`.
  public var dragRange: AnimatedNumber = 0
  /// Velocity of the air in points a second; acts through `drag`.
  public var wind: AnimatedPoint = AnimatedPoint(0, 0)
  /// Share of the parent's velocity at this particle's birth that is added to its own.
  public var inheritVelocity: AnimatedNumber = 0
  /// Points by which a particle has moved along its direction at birth by the end of its life, eased by `travelEase`; adds to all
  /// other motion.
  public var travel: AnimatedNumber = 0
  /// Width of the random range around `travel`.
  public var travelRange: AnimatedNumber = 0
  /// Timing curve of `travel` and `turn` over life.
  public var travelEase: Easing = .linear
  /// Points that are added to x and y, over life.
  public var offsetOverLife: [PointStop] = []
  /// Points that are added to z, over life.
  public var depthOverLife: [NumberStop] = []
  /// Factors of the velocity at birth, over life. Without effect where drag, forces or boundaries change the velocity.
  public var velocityOverLife: [NumberStop] = []
  /// Amplitudes of the sway in points, for each axis.
  public var swayAmplitude: AnimatedPoint = AnimatedPoint(0, 0)
  /// Widths of the random ranges around `swayAmplitude`, for each axis.
  public var swayAmplitudeRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Frequencies of the sway in hertz, for each axis. x sways by A·sin(2π·f·age + φ), y by A·cos(2π·f·age + φ).
  public var swayFrequency: AnimatedPoint = AnimatedPoint(0, 0)
  /// Widths of the random ranges around `swayFrequency`, for each axis.
  public var swayFrequencyRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Middle of the random range of the sway's phase φ, in degrees; a particle has one phase for both axes (see `swayFrequency`).
  public var swayPhase: AnimatedNumber = 0
  /// Width of the random range around `swayPhase`.
  public var swayPhaseRange: AnimatedNumber = 360

  /// Drift: a particle's typical displacement by swirling air, in points. The displacement grows from 0 at birth over `driftFade`
  /// seconds.
  public var driftAmplitude: AnimatedNumber = 0
  /// Points across a swirl of drift.
  public var driftScale: Double = 120
  /// How fast the swirls change: lattice cells a second along the time axis of their noise.
  public var driftFrequency: Double = 0.3
  /// Seconds after birth in which drift grows from nothing to its whole amplitude.
  public var driftFade: Double = 1
  /// Points by which a tumbling particle swoops to each side. It swoops to and fro once for each revolution of its tumble.
  public var flutter: AnimatedNumber = 0
  /// Width of the random range around `flutter`.
  public var flutterRange: AnimatedNumber = 0
  /// How far a particle sinks and rises again in each swoop, as a share of `flutter`.
  public var flutterLift: AnimatedNumber = 0.25

  // MARK: Forces without a closed form
  /// Forces without a closed form, which are integrated in steps.
  public var forces: [Force] = []
  /// How particles come together on the emitter's shape before they fly; nil if they do not. Only for cells of an emitter, not of
  /// another cell.
  public var gather: Gather?
  /// Boundaries at which particles bounce, die or come in again at the opposite edge.
  public var bounds: [Boundary] = []
  /// Seconds in one integration step, where the particle's trajectory has no closed form (`isStepped`).
  public var step: Double = 1.0 / 120

  /// Shutter angle in degrees; nil for that of the emitter or, if the emitter has none, that of the canvas.
  public var shutter: Double?

  // MARK: Rotation
  /// Degrees of rotation at birth, clockwise.
  public var rotation: AnimatedNumber = 0
  /// Width of the random range around `rotation`.
  public var rotationRange: AnimatedNumber = 0
  /// Angular velocity of the rotation in degrees a second, clockwise.
  public var spin: AnimatedNumber = 0
  /// Width of the random range around `spin`.
  public var spinRange: AnimatedNumber = 0
  /// Factors of `spin`, `tumbleSpeed` and `tiltSpeed` over life.
  public var spinOverLife: [NumberStop] = []
  /// Degrees added to the rotation, over life.
  public var rotationOverLife: [NumberStop] = []
  /// Degrees of rotation by the end of life, eased by `travelEase`; adds to `spin`.
  public var turn: AnimatedNumber = 0
  /// Width of the random range around `turn`.
  public var turnRange: AnimatedNumber = 0
  /// Whether the sprite's +x axis points along the velocity; rotation and spin are added to that direction.
  public var alignToMotion = false
  /// Seconds of motion by which the sprite is lengthened along its velocity: by speed × stretch. It implies `alignToMotion`.
  public var stretch: AnimatedNumber = 0
  /// Tumble: the angle of a flat sprite about its own x axis at birth, in degrees.
  public var tumble: AnimatedNumber = 0
  /// Width of the random range around `tumble`.
  public var tumbleRange: AnimatedNumber = 0
  /// Angular velocity of the tumble, in degrees a second.
  public var tumbleSpeed: AnimatedNumber = 0
  /// Width of the random range around `tumbleSpeed`.
  public var tumbleSpeedRange: AnimatedNumber = 0
  /// Tilt: the angle of a flat sprite about its own y axis at birth, in degrees.
  public var tilt: AnimatedNumber = 0
  /// Width of the random range around `tilt`.
  public var tiltRange: AnimatedNumber = 0
  /// Angular velocity of the tilt in degrees a second.
  public var tiltSpeed: AnimatedNumber = 0
  /// Width of the random range around `tiltSpeed`.
  public var tiltSpeedRange: AnimatedNumber = 0
  /// Colour of the back of a flat sprite; nil for the colour of its front.
  public var backColor: LinearColor?
  /// Share of its light that a flat sprite loses when its normal is at a right angle to the direction of the lamp, which stands
  /// 30° above the eye.
  public var shading: AnimatedNumber = 0
  /// Factor of the light of a flat sprite's back.
  public var backShade: AnimatedNumber = 1
  /// White light added when the front of a flat sprite faces the lamp, as a factor of its opacity.
  public var glint: AnimatedNumber = 0

  // MARK: Size
  /// Factor of the sprite's size.
  public var scale: AnimatedNumber = 1
  /// Width of the random range around `scale`.
  public var scaleRange: AnimatedNumber = 0
  /// Growth of `scale` a second.
  public var scaleSpeed: AnimatedNumber = 0
  /// Factors of `scale` over life.
  public var scaleOverLife: [NumberStop] = []

  // MARK: Colour
  /// Colour of the particle.
  public var color: AnimatedColor = .constant(.white)
  /// Colours of which each particle has one, chosen at random; if there are any, they replace `color`.
  public var colors: [LinearColor] = []
  /// Where the colour of a particle comes from at its birth.
  public var colorFrom = ColorSource.cell
  /// Factors of the colour by the place on the emitter's shape; nil for none. Only for cells of an emitter, not of another cell.
  public var colorByPlace: PlaceColors?
  /// Factor of the colour in linear light; above 1 the particle is brighter than white.
  public var intensity: AnimatedNumber = 1
  /// Width of the random range around `intensity`.
  public var intensityRange: AnimatedNumber = 0
  /// Factors of `intensity` over life.
  public var intensityOverLife: [NumberStop] = []
  /// Width of the random range around the particle's red.
  public var redRange: AnimatedNumber = 0
  /// Width of the random range around the particle's green.
  public var greenRange: AnimatedNumber = 0
  /// Width of the random range around the particle's blue.
  public var blueRange: AnimatedNumber = 0
  /// Width of the random range around the particle's opacity.
  public var alphaRange: AnimatedNumber = 0
  /// Change of red a second.
  public var redSpeed: AnimatedNumber = 0
  /// Change of green a second.
  public var greenSpeed: AnimatedNumber = 0
  /// Change of blue a second.
  public var blueSpeed: AnimatedNumber = 0
  /// Change of opacity a second: −0.5 fades in two seconds.
  public var alphaSpeed: AnimatedNumber = 0
  /// Factors of opacity over life.
  public var alphaOverLife: [NumberStop] = []
  /// Factors of the colour over life.
  public var colorOverLife: [ColorStop] = []
  /// Colour space in which neighbouring stops of `colorOverLife` are mixed.
  public var interpolation: ColorInterpolation = .linear
  /// Depth of the flicker, 0 to 1: the light is multiplied by 1 − twinkle·n, where n is a smooth random wave in 0...1 with the
  /// frequency `twinkleFrequency`.
  public var twinkle: AnimatedNumber = 0
  /// Flickers a second.
  public var twinkleFrequency: AnimatedNumber = 8

  /// Lines between near particles of the cell; nil for none.
  package var links: Links?
  /// Ribbon along each particle's past; nil for none.
  public var trail: Trail?

  /// How the random values lie in their ranges.
  public var distribution = Distributions()

  // MARK: Children
  /// Particles that this particle emits from its own position.
  public var cells: [Cell] = []
  /// Which values of the parent, read at a child's birth, multiply the child's own values.
  public var inherit: Set<Inherited> = [.color, .scale]
  /// Random numbers that are chosen once for each parent particle, and so are the same for all children of one parent; in a cell of an
  /// emitter, once for each cluster.
  public var shared: Set<RandomGroup> = []

  /// Events that begin an emission.
  public enum SpawnTrigger: String, Sendable, CaseIterable {
    /// The parent's birth, or the begin of a root cell's layer; the emission ends with the life of the parent or layer.
    case life
    /// The parent's birth; the emission may last beyond the parent's death.
    case birth
    /// The parent's death.
    case death
    /// An age of the parent.
    case age
    /// A bounce of the parent off a boundary.
    case bounce
  }

  /// Directions that angles of emission are measured from.
  ///
  /// Births on the outline of a shape have the outline's own normal and tangent. All other births (inside of a shape, on its
  /// corners, on and in solids) have the direction away from the emitter's position as their normal, and as their tangent the
  /// direction 90° clockwise of the normal; births at the position itself have the canvas's x axis as both. A line's normal
  /// points upwards.
  public enum EmissionFrom: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The canvas's x axis.
    case canvas
    /// Out of the shape, at a right angle to its outline; for a path that encloses nothing, to the left of its direction.
    case normal
    /// Along the outline: clockwise; for a path, in the direction in which it is drawn.
    case tangent
  }

  /// Sources of particles' colours.
  public enum ColorSource: String, DescribedChoice, BitwiseCopyable {
    /// The cell's own colour or colours alone.
    case cell
    /// The cell's own colour times that of the emitter's picture at the place of birth, or of the picture on which the particles come
    /// together. For children, and for shapes that are no picture, the cell's own colour alone.
    case picture

    package var sentence: String {
      switch self {
      case .cell: "Nothing: the cell's own colour alone."
      case .picture:
        "The picture that is the emitter's shape, at the place of birth; with gather, each picture on which particles come together in turn."
      }
    }
  }

  /// Values that a child may take over from its parent.
  public enum Inherited: String, Sendable, CaseIterable {
    /// Colour and intensity.
    case color
    /// Scale.
    case scale
  }

  /// Groups of random numbers, each for one purpose, that `shared` may contain.
  public enum RandomGroup: String, Sendable, CaseIterable {
    /// Colour.
    case color
    /// Speed.
    case velocity
    /// Lifetime.
    case lifetime
    /// Scale.
    case scale
    /// Direction at birth.
    case direction
    /// Rotation, tumble and tilt at birth.
    case rotation
    /// Spin and turn, and the speeds of tumble and tilt.
    case spin
    /// Choice of the sprite.
    case sprite
    /// Intensity.
    case intensity
    /// Drag.
    case drag
    /// Travel.
    case travel
    /// Sway and flutter.
    case sway
  }

  /// Particles that are born together.
  public struct Burst: Sendable, Equatable {
    /// Seconds after the start of the emission.
    public var time: Double
    /// Number of particles; rounded to a whole number.
    public var count: Double

    /// A burst.
    public init(time: Double, count: Double) {
      self.time = time
      self.count = count
    }
  }

  /// A kind of particle that is never born until `birthRate` or `burst`, and `lifetime`, are set.
  ///
  /// - Parameters:
  ///   - name: the cell's name, from which its random numbers follow; siblings with the same name have the same random numbers.
  ///   - sprites: one is chosen at random for each particle.
  public init(_ name: String = "", sprites: [Sprite] = [Sprite(.softDisc)]) {
    self.init(name: name, cellPath: PathHash.notComputed, sprites: sprites)
  }

  package init(name: String, cellPath: UInt64, sprites: [Sprite] = [Sprite(.softDisc)]) {
    self.name = name
    self.cellPath = cellPath
    self.sprites = sprites
  }
}
