import Colorimetry
import Lanes

/// Where particles are born, and the multipliers that act on every cell (Core Animation's CAEmitterLayer).
///
/// All values are read at a particle's birth and held.
public struct Emitter: Sendable, Equatable {
  public var shape: Shape
  public var mode: Mode
  /// Centre, in points.
  public var position: AnimatedPoint
  /// Points; its meaning depends on the shape (see `Shape`).
  public var size: AnimatedPoint
  /// Depth of the shape's centre in points; z grows towards the eye.
  public var zPosition: AnimatedNumber = 0
  /// Extent of the shape in z, in points: z ± depth/2, for all shapes but a sphere.
  public var depth: AnimatedNumber = 0
  public var renderMode = RenderMode.unordered
  /// Multipliers on every root cell's value.
  public var birthRate: AnimatedNumber
  public var lifetime: AnimatedNumber
  public var velocity: AnimatedNumber
  public var scale: AnimatedNumber
  public var spin: AnimatedNumber
  public var cells: [Cell]
  /// In place of the canvas's for all cells of the emitter.
  public var shutter: Double?

  public enum Shape: Sendable, Equatable {
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
    /// x ± width/2, y ± height/2, z ± depth/2.
    case cuboid
    /// Radius = width, as Core Animation has it.
    case sphere
  }

  /// Which part of the shape gives birth.
  public enum Mode: String, Sendable, CaseIterable {
    case points, outline, surface, volume
  }

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

public struct PlanePoint: Sendable, Equatable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A kind of particle (Core Animation's CAEmitterCell, with what users have elsewhere).
///
/// A value `v` with a range `r` is drawn uniformly from v − r/2 ... v + r/2 for each particle. Values are read at the
/// particle's birth and held. Lengths are points, angles degrees (0 along +x, clockwise), times seconds.
public struct Cell: Sendable, Equatable {
  public var name: String
  /// Hash of the names from the layer to this cell: the root of its particles' random draws.
  package var path: UInt64
  /// One is chosen for each particle, all equally likely.
  public var sprites: [Sprite]
  public var when: SpawnTrigger = .life
  /// Of `SpawnTrigger.age`: the parent's age in seconds, or as a share of its lifetime.
  public var age: Double?
  public var ageShare: Double?
  /// Of `SpawnTrigger.bounce`: how many of the parent's bounces count, from the first.
  public var mostBounces = Limits.bounces

  // MARK: Emission
  /// Particles a second.
  public var birthRate: AnimatedNumber = 0
  /// Particles born at once when the emission begins.
  public var burst: AnimatedNumber = 0
  /// Particles born at once at times after the emission's beginning.
  public var bursts: [Burst] = []
  /// 0: even intervals. 1: each birth is anywhere in its interval.
  public var birthJitter: Double = 0
  /// Seconds from the occasion (layer begin, or the parent's birth, death, age or bounce) to the start of the emission.
  public var beginTime: Double = 0
  /// Seconds of emission; nil: as long as the layer or the parent lasts.
  public var duration: Double?
  public var lifetime: AnimatedNumber = 0
  public var lifetimeRange: AnimatedNumber = 0

  // MARK: Motion
  public var velocity: AnimatedNumber = 0
  public var velocityRange: AnimatedNumber = 0
  public var emissionLongitude: AnimatedNumber = 0
  /// The whole angle of the cone around `emissionLongitude`.
  public var emissionRange: AnimatedNumber = 0
  /// Out of the plane of `emissionLongitude`, towards the eye.
  public var emissionLatitude: AnimatedNumber = 0
  /// nil: solid for particles in space, else flat.
  public var cone: Cone?
  public var xAcceleration: AnimatedNumber = 0
  public var yAcceleration: AnimatedNumber = 0
  public var zAcceleration: AnimatedNumber = 0
  /// Share of velocity lost a second: v' = −drag·(v − wind).
  public var drag: AnimatedNumber = 0
  public var dragRange: AnimatedNumber = 0
  /// Points a second of the air; acts through `drag`.
  public var wind: AnimatedPoint = AnimatedPoint(0, 0)
  /// Share of the parent's velocity at this particle's birth that is added to its own.
  public var inheritVelocity: AnimatedNumber = 0
  /// Points travelled along the direction of birth by the end of life, eased by `travelEase`; adds to all else.
  public var travel: AnimatedNumber = 0
  public var travelRange: AnimatedNumber = 0
  public var travelEase: Easing = .linear
  /// Offsets in points over age ÷ lifetime, added to the place.
  public var offsetOverLife: [PointStop] = []
  /// Points that are added to z, over life.
  public var depthOverLife: [NumberStop] = []
  /// Multiplies what is left of the velocity of birth, over life; not with drag or forces.
  public var velocityOverLife: [NumberStop] = []
  /// Amplitudes in points, of which the range is drawn once for each axis.
  public var swayAmplitude: AnimatedPoint = AnimatedPoint(0, 0)
  public var swayAmplitudeRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Hertz, for each axis. x sways by A·sin(2π·f·age + φ), y by A·cos(2π·f·age + φ).
  public var swayFrequency: AnimatedPoint = AnimatedPoint(0, 0)
  public var swayFrequencyRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Degrees: φ is drawn from swayPhase ± swayPhaseRange/2, one for both axes.
  public var swayPhase: AnimatedNumber = 0
  public var swayPhaseRange: AnimatedNumber = 360

  /// Points by which swirling air displaces a particle, about; it grows from 0 at birth over `driftFade` seconds.
  public var driftAmplitude: AnimatedNumber = 0
  /// Points across a swirl, and changes of the air a second.
  public var driftScale: Double = 120
  public var driftFrequency: Double = 0.3
  public var driftFade: Double = 1
  /// Points that a tumbling particle swoops to each side, once to and fro for each turn.
  public var flutter: AnimatedNumber = 0
  public var flutterRange: AnimatedNumber = 0
  /// How far it sinks and rises meanwhile, as a share of `flutter`.
  public var flutterLift: AnimatedNumber = 0.25

  // MARK: Forces without a closed form
  public var forces: [Force] = []
  public var bounds: [Bound] = []
  /// Seconds of a particle's age that one step of its path takes, where it is stepped.
  public var step: Double = 1.0 / 120

  /// In place of the emitter's and the canvas's.
  public var shutter: Double?

  // MARK: Turn
  public var rotation: AnimatedNumber = 0
  public var rotationRange: AnimatedNumber = 0
  /// Degrees a second.
  public var spin: AnimatedNumber = 0
  public var spinRange: AnimatedNumber = 0
  /// Multiplies spin, tumbling and tilting over life.
  public var spinOverLife: [NumberStop] = []
  /// Degrees that are added to the turn, over life.
  public var rotationOverLife: [NumberStop] = []
  /// Degrees turned by the end of life, eased by `travelEase`; adds to `spin`.
  public var turn: AnimatedNumber = 0
  public var turnRange: AnimatedNumber = 0
  /// The sprite's +x axis follows the velocity (rotation and spin are added).
  public var alignToMotion = false
  /// Seconds: the sprite is lengthened along its way by speed × stretch, which implies `alignToMotion`.
  public var stretch: AnimatedNumber = 0
  /// Tumble of a flat sprite about its own x axis: angle at birth and turn, in degrees and degrees a second.
  public var tumble: AnimatedNumber = 0
  public var tumbleRange: AnimatedNumber = 0
  public var tumbleSpeed: AnimatedNumber = 0
  public var tumbleSpeedRange: AnimatedNumber = 0
  /// The same about its own y axis.
  public var tilt: AnimatedNumber = 0
  public var tiltRange: AnimatedNumber = 0
  public var tiltSpeed: AnimatedNumber = 0
  public var tiltSpeedRange: AnimatedNumber = 0
  /// Colour of the back of a flat sprite; nil: that of its front.
  public var backColor: LinearColor?
  /// Share of its light that a flat sprite loses when it is turned away from the lamp by a right angle.
  public var shading: AnimatedNumber = 0
  /// Light on a tumbling sprite: 1 leaves colour alone; the back is multiplied by this.
  public var backShade: AnimatedNumber = 1
  /// White light added when a tumbling sprite faces the lamp, 0 for none.
  public var glint: AnimatedNumber = 0

  // MARK: Size
  public var scale: AnimatedNumber = 1
  public var scaleRange: AnimatedNumber = 0
  public var scaleSpeed: AnimatedNumber = 0
  public var scaleOverLife: [NumberStop] = []

  // MARK: Colour
  public var color: AnimatedColor = .constant(.white)
  /// Where not empty, one is chosen for each particle in place of `color`.
  public var colors: [LinearColor] = []
  /// Multiplies the colour in linear light.
  public var intensity: AnimatedNumber = 1
  public var intensityRange: AnimatedNumber = 0
  public var intensityOverLife: [NumberStop] = []
  public var redRange: AnimatedNumber = 0
  public var greenRange: AnimatedNumber = 0
  public var blueRange: AnimatedNumber = 0
  public var alphaRange: AnimatedNumber = 0
  public var redSpeed: AnimatedNumber = 0
  public var greenSpeed: AnimatedNumber = 0
  public var blueSpeed: AnimatedNumber = 0
  public var alphaSpeed: AnimatedNumber = 0
  public var alphaOverLife: [NumberStop] = []
  public var colorOverLife: [ColorStop] = []
  public var interpolation: ColorInterpolation = .linear
  /// Flicker: the light is multiplied by 1 − twinkle·n, n a smooth random wave in 0...1 at `twinkleFrequency` hertz.
  public var twinkle: AnimatedNumber = 0
  public var twinkleFrequency: AnimatedNumber = 8

  /// Lines to the cell's particles near by.
  public var links: Links?
  /// A ribbon along each particle's past.
  public var trail: Trail?

  // MARK: Children
  public var cells: [Cell] = []
  /// What the particle takes over from its parent as it was at this particle's birth.
  public var inherit: Set<Inherited> = [.color, .scale]
  /// Draws that are made once for each parent instead of once for each particle.
  public var shared: Set<Draw> = []

  public enum SpawnTrigger: String, Sendable, CaseIterable {
    case life, birth, death, age, bounce
  }

  public enum Inherited: String, Sendable, CaseIterable {
    case color, scale
  }

  /// Groups of random draws that `shared` can name.
  public enum Draw: String, Sendable, CaseIterable {
    case color, velocity, lifetime, scale, direction, rotation, spin, sprite, intensity, drag, travel, sway
  }

  public struct Burst: Sendable, Equatable {
    /// Seconds after the emission's beginning.
    public var time: Double
    public var count: Double

    public init(time: Double, count: Double) {
      self.time = time
      self.count = count
    }
  }

  /// A kind of particle that is never born until `birthRate` or `burst`, and `lifetime`, are set.
  ///
  /// - Parameters:
  ///   - name: its name, from which its random draws follow; siblings of one name draw alike.
  ///   - sprites: one is chosen for each particle.
  public init(_ name: String = "", sprites: [Sprite] = [Sprite(.softDisc)]) {
    self.init(name: name, path: ScenePath.unnamed, sprites: sprites)
  }

  package init(name: String, path: UInt64, sprites: [Sprite] = [Sprite(.softDisc)]) {
    self.name = name
    self.path = path
    self.sprites = sprites
  }
}

/// A value at a place in life (age ÷ lifetime), and how it goes on to the next.
public struct NumberStop: Sendable, Equatable {
  public var location: Double
  public var value: Double
  public var easing: Easing

  public init(_ location: Double, _ value: Double, _ easing: Easing = .linear) {
    self.location = location
    self.value = value
    self.easing = easing
  }
}

public struct PointStop: Sendable, Equatable {
  public var location: Double
  public var x: Double
  public var y: Double
  public var easing: Easing

  public init(_ location: Double, _ x: Double, _ y: Double, _ easing: Easing = .linear) {
    self.location = location
    self.x = x
    self.y = y
    self.easing = easing
  }
}

public struct ColorStop: Sendable, Equatable {
  public var location: Double
  public var color: LinearColor
  public var easing: Easing

  public init(_ location: Double, _ color: LinearColor, _ easing: Easing = .linear) {
    self.location = location
    self.color = color
    self.easing = easing
  }
}

/// The picture of a particle, a size in points at scale 1.
public struct Sprite: Sendable, Equatable {
  public var shape: Shape
  /// Width (along the particle's +x axis) and height in points.
  public var width: Double
  public var height: Double

  public enum Shape: Sendable, Equatable {
    /// An even disc (an ellipse where width and height differ) with an anti-aliased edge.
    case disc
    /// (1 − d²/r²)².
    case softDisc
    /// A square or rectangle.
    case square
    /// A rectangle with round ends along the longer side.
    case capsule
    /// A line that tapers and fades from its head (+x end) to its tail (−x end). `taper`: the tail's width as a share
    /// of the head's; the light falls from 1 to 0 along it.
    case streak(taper: Double)
    /// `points` spikes; `ratio` = inner ÷ outer radius; first spike along +x.
    case star(points: Int, ratio: Double)
    /// Regular, `sides` corners, the first along +x.
    case polygon(sides: Int)
    /// `thickness` as a share of the radius, measured inwards from the rim.
    case ring(thickness: Double)
    /// Upright.
    case heart
    /// A glint of four points with hollow sides, bright in the middle and faint at its tips.
    case spark
    /// A snow crystal of six arms with side branches; each seed has another.
    case flake(seed: Int)
    /// A cherry's petal, its notch at +x.
    case petal
    /// A leaf with its stem at −x and its tip at +x.
    case leaf
    /// A sheet, a little bent, with one corner turned up; its long side along x.
    case paper
    /// A band that curls, from −x to +x.
    case ribbon
    /// Over the whole width and height, its point up.
    case triangle
    /// A part of a ring between two angles in degrees; `thickness` as a share of the radius, measured inwards from the rim.
    case sector(startAngle: Double, endAngle: Double, thickness: Double)
    /// Any outline, its box centred and scaled so that its longer side fills the width and height.
    case path(VectorPath)
  }

  public init(_ shape: Shape, width: Double = 64, height: Double = 64) {
    self.shape = shape
    self.width = width
    self.height = height
  }
}
