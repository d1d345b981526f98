import Colorimetry
import Lanes

/// Kind of particle (Core Animation's CAEmitterCell, with what users know from elsewhere).
///
/// A value v with a range r is drawn uniformly from v − r/2 ... v + r/2 for each particle. Values are read at the
/// particle's birth and held. Lengths are points, angles degrees (0 along +x, clockwise), times seconds. The numbers among
/// these properties have a row each in `CellParameter.all`.
public struct Cell: Sendable, Equatable {
  public var name: String
  /// Hash of the names from the layer to this cell: the root of its particles' random draws.
  package var path: UInt64
  /// Sprites of which each particle has one, all equally likely.
  public var sprites: [Sprite]
  /// Moment of the parent's life at which the emission of a child cell begins.
  public var when: SpawnTrigger = .life
  /// Parent's age for `SpawnTrigger.age`, in seconds or as a share of its lifetime.
  public var age: Double?
  public var ageShare: Double?
  /// Bounces of the parent that count for `SpawnTrigger.bounce`, from the first.
  public var maximumBounces = Limits.bounces

  // MARK: Emission
  /// Particles a second.
  public var birthRate: AnimatedNumber = 0
  /// Particles born at once when the emission begins.
  public var burst: AnimatedNumber = 0
  /// Particles born at once at times after the emission's beginning.
  public var bursts: [Burst] = []
  /// 0: even intervals. 1: each birth is anywhere in its interval.
  public var birthJitter: Double = 0
  /// Seconds from the trigger (layer begin, or the parent's birth, death, age or bounce) to the start of the emission.
  public var beginTime: Double = 0
  /// Seconds of emission; nil: as long as the layer or the parent lasts.
  public var duration: Double?
  public var lifetime: AnimatedNumber = 0
  public var lifetimeRange: AnimatedNumber = 0

  // MARK: Motion
  public var velocity: AnimatedNumber = 0
  public var velocityRange: AnimatedNumber = 0
  public var emissionLongitude: AnimatedNumber = 0
  /// Whole angle of the cone around `emissionLongitude`.
  public var emissionRange: AnimatedNumber = 0
  /// Angle out of the plane of `emissionLongitude`, towards the eye.
  public var emissionLatitude: AnimatedNumber = 0
  /// nil: solid for particles in space, else flat.
  public var cone: Cone?
  public var xAcceleration: AnimatedNumber = 0
  public var yAcceleration: AnimatedNumber = 0
  public var zAcceleration: AnimatedNumber = 0
  /// Share of velocity lost a second: v' = −drag·(v − wind).
  public var drag: AnimatedNumber = 0
  public var dragRange: AnimatedNumber = 0
  /// Velocity of the air in points a second; acts through `drag`.
  public var wind: AnimatedPoint = AnimatedPoint(0, 0)
  /// Share of the parent's velocity at this particle's birth that is added to its own.
  public var inheritVelocity: AnimatedNumber = 0
  /// Points travelled along the direction of birth by the end of life, eased by `travelEase`; adds to all other motion.
  public var travel: AnimatedNumber = 0
  public var travelRange: AnimatedNumber = 0
  public var travelEase: Easing = .linear
  /// Offsets in points over age ÷ lifetime, added to the position.
  public var offsetOverLife: [PointStop] = []
  /// Points added to z, over life.
  public var depthOverLife: [NumberStop] = []
  /// Multiplies what is left of the velocity of birth, over life; not with drag or forces.
  public var velocityOverLife: [NumberStop] = []
  /// Amplitudes in points; the range is drawn once for each axis.
  public var swayAmplitude: AnimatedPoint = AnimatedPoint(0, 0)
  public var swayAmplitudeRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Hertz, for each axis. x sways by A·sin(2π·f·age + φ), y by A·cos(2π·f·age + φ).
  public var swayFrequency: AnimatedPoint = AnimatedPoint(0, 0)
  public var swayFrequencyRange: AnimatedPoint = AnimatedPoint(0, 0)
  /// Degrees: φ is drawn from swayPhase ± swayPhaseRange/2, one for both axes.
  public var swayPhase: AnimatedNumber = 0
  public var swayPhaseRange: AnimatedNumber = 360

  /// Typical displacement in points by swirling air. It grows from 0 at birth over `driftFade` seconds.
  public var driftAmplitude: AnimatedNumber = 0
  /// Points across a swirl, and changes of the air a second.
  public var driftScale: Double = 120
  public var driftFrequency: Double = 0.3
  public var driftFade: Double = 1
  /// Points that a tumbling particle swoops to each side, once to and fro for each revolution.
  public var flutter: AnimatedNumber = 0
  public var flutterRange: AnimatedNumber = 0
  /// How far it sinks and rises meanwhile, as a share of `flutter`.
  public var flutterLift: AnimatedNumber = 0.25

  // MARK: Forces without a closed form
  public var forces: [Force] = []
  public var bounds: [Bound] = []
  /// Seconds of a particle's age in one step of its path, where it is stepped.
  public var step: Double = 1.0 / 120

  /// Degrees in place of the emitter's and the canvas's shutter.
  public var shutter: Double?

  // MARK: Rotation
  public var rotation: AnimatedNumber = 0
  public var rotationRange: AnimatedNumber = 0
  /// Degrees a second.
  public var spin: AnimatedNumber = 0
  public var spinRange: AnimatedNumber = 0
  /// Multiplies spin, tumbling and tilting over life.
  public var spinOverLife: [NumberStop] = []
  /// Degrees added to the rotation, over life.
  public var rotationOverLife: [NumberStop] = []
  /// Degrees of rotation by the end of life, eased by `travelEase`; adds to `spin`.
  public var turn: AnimatedNumber = 0
  public var turnRange: AnimatedNumber = 0
  /// Whether the sprite's +x axis follows the velocity (rotation and spin are added).
  public var alignToMotion = false
  /// Seconds: the sprite is lengthened along its velocity by speed × stretch, which implies `alignToMotion`.
  public var stretch: AnimatedNumber = 0
  /// Tumble of a flat sprite about its own x axis: angle at birth in degrees, and degrees a second.
  public var tumble: AnimatedNumber = 0
  public var tumbleRange: AnimatedNumber = 0
  public var tumbleSpeed: AnimatedNumber = 0
  public var tumbleSpeedRange: AnimatedNumber = 0
  /// Tilt of a flat sprite about its own y axis: angle at birth in degrees, and degrees a second.
  public var tilt: AnimatedNumber = 0
  public var tiltRange: AnimatedNumber = 0
  public var tiltSpeed: AnimatedNumber = 0
  public var tiltSpeedRange: AnimatedNumber = 0
  /// Colour of the back of a flat sprite; nil: that of its front.
  public var backColor: LinearColor?
  /// Share of its light that a flat sprite loses when it is turned away from the lamp by a right angle.
  public var shading: AnimatedNumber = 0
  /// Multiplies the light of a tumbling sprite's back.
  public var backShade: AnimatedNumber = 1
  /// White light added when a tumbling sprite faces the lamp.
  public var glint: AnimatedNumber = 0

  // MARK: Size
  public var scale: AnimatedNumber = 1
  public var scaleRange: AnimatedNumber = 0
  public var scaleSpeed: AnimatedNumber = 0
  public var scaleOverLife: [NumberStop] = []

  // MARK: Colour
  public var color: AnimatedColor = .constant(.white)
  /// Colours of which each particle has one; where not empty, they replace `color`.
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

  /// Lines to particles of the same cell near by.
  package var links: Links?
  /// Ribbon along each particle's past.
  public var trail: Trail?

  // MARK: Children
  public var cells: [Cell] = []
  /// Values of the parent, as they are at this particle's birth, that multiply its own.
  public var inherit: Set<Inherited> = [.color, .scale]
  /// Draws that are made once for each parent instead of once for each particle.
  public var shared: Set<DrawGroup> = []

  public enum SpawnTrigger: String, Sendable, CaseIterable {
    case life, birth, death, age, bounce
  }

  public enum Inherited: String, Sendable, CaseIterable {
    case color, scale
  }

  /// Random draws that `shared` names together.
  public enum DrawGroup: String, Sendable, CaseIterable {
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
    self.init(name: name, path: PathHash.unnamed, sprites: sprites)
  }

  package init(name: String, path: UInt64, sprites: [Sprite] = [Sprite(.softDisc)]) {
    self.name = name
    self.path = path
    self.sprites = sprites
  }
}
