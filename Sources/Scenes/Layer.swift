import Colorimetry
import Lanes

/// Everything that is to be drawn: the canvas, the stack of layers (first at the back) and what happens to the light
/// after them.
public struct Scene: Sendable, Equatable {
  public var name: String
  public var about: String
  public var tags: [String]
  public var canvas: Canvas
  public var layers: [Layer]
  public var post: Post

  public init(
    name: String = "", about: String = "", tags: [String] = [], canvas: Canvas = Canvas(), layers: [Layer] = [],
    post: Post = Post()
  ) {
    self.name = name
    self.about = about
    self.tags = tags
    self.canvas = canvas
    self.layers = layers
    self.post = post
  }
}

/// One source of the stack with its own clock.
public struct Layer: Sendable, Equatable {
  public var name: String
  /// Hash of the names from the root to this layer: the root of every random draw in it.
  public var path: UInt64
  public var source: Source
  public var blend: BlendMode
  /// 0...1, read at the frame's time.
  public var opacity: AnimatedNumber
  /// Canvas seconds at which the layer appears; negative prewarms.
  public var begin: Double
  /// Canvas seconds for which it is shown; nil: to the end.
  public var duration: Double?
  public var speed: Double
  public var timeOffset: Double

  public indirect enum Source: Sendable, Equatable {
    case emitter(Emitter)
    case gradient(Gradient)
    case ripples(Ripples)
    case group([Layer])
  }

  public init(
    name: String, path: UInt64, source: Source, blend: BlendMode = .normal, opacity: AnimatedNumber = 1,
    begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0
  ) {
    self.name = name
    self.path = path
    self.source = source
    self.blend = blend
    self.opacity = opacity
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// Local seconds at canvas time `time`: (t − begin)·speed + timeOffset.
  public func localTime(at time: Double) -> Double { (time - begin) * speed + timeOffset }

  /// Whether the layer is shown at canvas time `time`: begin ≤ t < begin + duration.
  public func isShown(at time: Double) -> Bool {
    guard time >= begin else { return false }
    guard let duration else { return true }
    return time < begin + duration
  }
}

/// How a source is laid on what is below it. See DESIGN: values above 1 keep their light under `add` and `screen`.
public enum BlendMode: String, Sendable, CaseIterable {
  case normal, add, screen, multiply
}

/// A gradient that fills the canvas.
public struct Gradient: Sendable, Equatable {
  public var shape: Shape
  public var stops: [Stop]
  public var interpolation: ColorInterpolation

  public enum Shape: Sendable, Equatable {
    /// Degrees, CSS: 0 up, 90 right, 180 down; the line is as long as CSS makes it, corner to corner.
    case angle(AnimatedNumber)
    /// Points.
    case line(start: AnimatedPoint, end: AnimatedPoint)
    /// An ellipse: centre and radii in points.
    case radial(center: AnimatedPoint, radius: AnimatedPoint)
    /// Start angle in degrees, CSS: 0 up, clockwise.
    case conic(center: AnimatedPoint, from: AnimatedNumber)
  }

  public struct Stop: Sendable, Equatable {
    public var color: AnimatedColor
    /// 0...1 along the gradient; evenly spread by the reader where the preset says nothing.
    public var location: AnimatedNumber

    public init(color: AnimatedColor, location: AnimatedNumber) {
      self.color = color
      self.location = location
    }
  }

  public init(shape: Shape, stops: [Stop], interpolation: ColorInterpolation = .oklab) {
    self.shape = shape
    self.stops = stops
    self.interpolation = interpolation
  }
}

/// A colour that may move. Keys mix premultiplied in linear light.
public enum AnimatedColor: Sendable, Equatable {
  case constant(LinearColor)
  case keys([ColorKey])

  public struct ColorKey: Sendable, Equatable {
    public var time: Double
    public var color: LinearColor
    public var easing: Easing

    public init(time: Double, color: LinearColor, easing: Easing = .linear) {
      self.time = time
      self.color = color
      self.easing = easing
    }
  }
}

/// Drops on water: expanding, damped rings that interfere and tilt a lit surface.
///
/// Drop k of the schedule (`rate` a second, at hashed places) raises, from its own birth, a ring packet that runs
/// outwards at `speed` with waves `wavelength` long inside an envelope `packet` wide, damped by `decay` a second, and
/// a second one `reboundDelay` later. The heights add; their slope bends the light of a lamp at `lightAngle` and so
/// brightens and darkens what is below.
public struct Ripples: Sendable, Equatable {
  /// Drops a second.
  public var rate: Double
  /// Height of a drop's first ring, in points.
  public var amplitude: Double
  public var amplitudeRange: Double
  /// Points from crest to crest.
  public var wavelength: Double
  /// Width of the packet of waves, in points.
  public var packet: Double
  /// Points a second.
  public var speed: Double
  /// Share of height lost: e^(−decay·age).
  public var decay: Double
  /// Seconds after which a drop is forgotten (its rings have been faded to exactly nothing by then).
  public var lifetime: Double
  /// Canvas degrees from which the light comes (0 along +x, clockwise).
  public var lightAngle: AnimatedNumber
  /// Degrees of the light above the surface.
  public var lightHeight: AnimatedNumber
  /// How much slope turns into brightness.
  public var relief: AnimatedNumber
  /// Strength and sharpness of the glints, and their colour.
  public var glint: AnimatedNumber
  public var shininess: AnimatedNumber
  public var lightColor: LinearColor
  /// Colour of the shaded side.
  public var shadeColor: LinearColor
  /// The vertical foreshortening of a surface that is looked at from a slant: 1 from above.
  public var tilt: Double
  /// Height of a second packet that follows the first, as a share of it (0: none), and its delay in seconds.
  public var rebound: Double
  public var reboundDelay: Double
  /// Drops at given places and times besides (or, with `rate` 0, instead of) the scheduled ones.
  public var drops: [Drop]

  public struct Drop: Sendable, Equatable {
    public var time: Double
    public var x: Double
    public var y: Double
    public var strength: Double

    public init(time: Double, x: Double, y: Double, strength: Double = 1) {
      self.time = time
      self.x = x
      self.y = y
      self.strength = strength
    }
  }

  public init(
    rate: Double = 1.2, amplitude: Double = 5, amplitudeRange: Double = 3, wavelength: Double = 24,
    packet: Double = 130, speed: Double = 150, decay: Double = 0.35, lifetime: Double = 5,
    lightAngle: AnimatedNumber = -60, lightHeight: AnimatedNumber = 35, relief: AnimatedNumber = 1.2,
    glint: AnimatedNumber = 0.8, shininess: AnimatedNumber = 80, lightColor: LinearColor = .white,
    shadeColor: LinearColor = .black, tilt: Double = 1, rebound: Double = 0.5, reboundDelay: Double = 0.35,
    drops: [Drop] = []
  ) {
    self.rate = rate
    self.amplitude = amplitude
    self.amplitudeRange = amplitudeRange
    self.wavelength = wavelength
    self.packet = packet
    self.speed = speed
    self.decay = decay
    self.lifetime = lifetime
    self.lightAngle = lightAngle
    self.lightHeight = lightHeight
    self.relief = relief
    self.glint = glint
    self.shininess = shininess
    self.lightColor = lightColor
    self.shadeColor = shadeColor
    self.tilt = tilt
    self.rebound = rebound
    self.reboundDelay = reboundDelay
    self.drops = drops
  }
}

/// What happens to the light after the last layer.
public struct Post: Sendable, Equatable {
  public var bloom: Bloom?
  public var toneMap: ToneMap
  /// Stops: the light is multiplied by 2^exposure before the tone map.
  public var exposure: AnimatedNumber

  public struct Bloom: Sendable, Equatable {
    /// Only light above this glows.
    public var threshold: AnimatedNumber
    /// Largest standard deviation of the glow, in points.
    public var radius: Double
    public var strength: AnimatedNumber

    public init(threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
    }
  }

  public enum ToneMap: String, Sendable, CaseIterable {
    case none, filmic, aces
  }

  public init(bloom: Bloom? = nil, toneMap: ToneMap = .none, exposure: AnimatedNumber = 0) {
    self.bloom = bloom
    self.toneMap = toneMap
    self.exposure = exposure
  }
}
