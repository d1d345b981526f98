import Colorimetry

extension Filter {
  /// Takes each pixel of the picture from another place: waves, glass, mirrors.
  public struct Displacement: Sendable, Equatable {
    /// Where pixels are taken from.
    public var shape: Shape
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber

    /// A displacement.
    public init(_ shape: Shape, dispersion: AnimatedNumber = 0) {
      self.shape = shape
      self.dispersion = dispersion
    }

    /// Kinds of displacement.
    public enum Shape: Sendable, Equatable {
      /// Straight waves.
      case wave(Wave)
      /// Round waves around a point.
      case circleWave(CircleWave)
      /// The ring of a drop that has fallen.
      case ripple(Ripple)
      /// The picture seen through moving water.
      case water(Water)
      /// The picture seen through a dome of glass.
      case bubble(Bubble)
      /// A magnifying glass.
      case lens(Lens)
      /// A whirl around a point.
      case swirl(Swirl)
      /// Noise.
      case turbulence(Turbulence)
      /// Distances that formulas give.
      case formula(Formula)
      /// Distances that the colours of a layer give.
      case map(Map)
      /// Glass whose height a layer gives.
      case heightMap(HeightMap)
      /// Mirrors that meet at a point.
      case kaleidoscope(Kaleidoscope)
      /// One mirror.
      case mirror(Mirror)
      /// The bulging glass of an old screen: the corners are pulled in by a share.
      case barrel(AnimatedNumber)
      /// Red moved by `shift`, and blue as far in the opposite direction.
      case colorPlanes(shift: AnimatedPoint)
      /// Red and blue moved apart towards the corners, as by a simple lens.
      case chromaticAberration(Fringe)
    }

    /// Straight waves, which move pixels across the direction in which they run.
    public struct Wave: Sendable, Equatable {
      /// The greatest distance by which pixels are moved, in points.
      public var amplitude: AnimatedNumber
      /// Points from one crest to the next.
      public var wavelength: AnimatedNumber
      /// The direction in which the wave runs, 0 along +x, clockwise.
      public var angle: AnimatedNumber
      /// Waves that pass in a second.
      public var frequency: Double
      /// Degrees by which the wave is ahead.
      public var phase: AnimatedNumber
      /// How much brighter crests are, and how much darker troughs.
      public var light: AnimatedNumber

      /// A wave.
      public init(
        amplitude: AnimatedNumber = 10, wavelength: AnimatedNumber = 160, angle: AnimatedNumber = 0,
        frequency: Double = 0.5, phase: AnimatedNumber = 0, light: AnimatedNumber = 0
      ) {
        self.amplitude = amplitude
        self.wavelength = wavelength
        self.angle = angle
        self.frequency = frequency
        self.phase = phase
        self.light = light
      }
    }

    /// Round waves, which move pixels along the ray from their middle.
    public struct CircleWave: Sendable, Equatable {
      /// The middle; that of the canvas if nil.
      public var center: AnimatedPoint?
      /// The greatest distance by which pixels are moved, in points.
      public var amplitude: AnimatedNumber
      /// Points from one crest to the next.
      public var wavelength: AnimatedNumber
      /// Points from the middle to where the waves have died down; nil if they never do.
      public var radius: AnimatedNumber?
      /// Waves that pass in a second.
      public var frequency: Double
      /// Degrees by which the wave is ahead.
      public var phase: AnimatedNumber
      /// How much brighter crests are, and how much darker troughs.
      public var light: AnimatedNumber

      /// Round waves.
      public init(
        center: AnimatedPoint? = nil, amplitude: AnimatedNumber = 10, wavelength: AnimatedNumber = 160,
        radius: AnimatedNumber? = nil, frequency: Double = 0.5, phase: AnimatedNumber = 0, light: AnimatedNumber = 0
      ) {
        self.center = center
        self.amplitude = amplitude
        self.wavelength = wavelength
        self.radius = radius
        self.frequency = frequency
        self.phase = phase
        self.light = light
      }
    }

    /// The ring that runs outwards from where a drop has fallen.
    public struct Ripple: Sendable, Equatable {
      /// Where the drop has fallen; the middle of the canvas if nil.
      public var center: AnimatedPoint?
      /// Seconds since the drop fell.
      public var time: AnimatedNumber
      /// The distance in points by which pixels would be moved without decay.
      public var amplitude: AnimatedNumber
      /// Oscillations in a second.
      public var frequency: Double
      /// How fast a place comes to rest: after 1 ÷ decay seconds 37 % of the motion is left.
      public var decay: AnimatedNumber
      /// Points a second by which the ring grows.
      public var velocity: AnimatedNumber
      /// How much brighter crests are, and how much darker troughs.
      public var light: AnimatedNumber

      /// A ring.
      public init(
        center: AnimatedPoint? = nil, time: AnimatedNumber = .localTime, amplitude: AnimatedNumber = 12,
        frequency: Double = 2.4, decay: AnimatedNumber = 3, velocity: AnimatedNumber = 400,
        light: AnimatedNumber = 0.3
      ) {
        self.center = center
        self.time = time
        self.amplitude = amplitude
        self.frequency = frequency
        self.decay = decay
        self.velocity = velocity
        self.light = light
      }
    }

    /// A surface of waves in all directions, which refracts light by Snell's law.
    public struct Water: Sendable, Equatable {
      /// Height of the waves above the mean, in points.
      public var height: AnimatedNumber
      /// Points from one wave to the next.
      public var wavelength: AnimatedNumber
      /// Points from the surface down to the picture.
      public var depth: AnimatedNumber
      /// Index of refraction; 1 changes nothing.
      public var refraction: AnimatedNumber
      /// How fast the waves change: cells a second along the time axis of the noise that shapes them.
      public var speed: Double
      /// How much brighter slopes towards the upper left are, and how much darker others.
      public var light: AnimatedNumber
      /// Another number gives other waves.
      public var variant: Int

      /// Water.
      public init(
        height: AnimatedNumber = 14, wavelength: AnimatedNumber = 120, depth: AnimatedNumber = 240,
        refraction: AnimatedNumber = 1.33, speed: Double = 0.6, light: AnimatedNumber = 0.25, variant: Int = 0
      ) {
        self.height = height
        self.wavelength = wavelength
        self.depth = depth
        self.refraction = refraction
        self.speed = speed
        self.light = light
        self.variant = variant
      }
    }

    /// A dome of glass that lies on the picture and magnifies it by Snell's law.
    public struct Bubble: Sendable, Equatable {
      /// The middle; that of the canvas if nil.
      public var center: AnimatedPoint?
      /// Radius of the dome's base, in points.
      public var radius: AnimatedNumber
      /// Height of the dome as a share of the radius: 1 is half of a ball.
      public var bulge: AnimatedNumber
      /// Index of refraction; 1 is air, which changes nothing.
      public var refraction: AnimatedNumber
      /// How much light the glass reflects.
      public var shine: AnimatedNumber

      /// A dome.
      public init(
        center: AnimatedPoint? = nil, radius: AnimatedNumber = 120, bulge: AnimatedNumber = 0.8,
        refraction: AnimatedNumber = 1.5, shine: AnimatedNumber = 0.5
      ) {
        self.center = center
        self.radius = radius
        self.bulge = bulge
        self.refraction = refraction
        self.shine = shine
      }
    }

    /// A magnifying glass with a rim and a shadow.
    public struct Lens: Sendable, Equatable {
      /// The middle; that of the canvas if nil.
      public var center: AnimatedPoint?
      /// Radius of the glass with its rim, in points.
      public var radius: AnimatedNumber
      /// How much larger the picture is in the middle; 1 changes nothing.
      public var zoom: AnimatedNumber
      /// The share of the radius, from the edge inwards, in which the picture returns to its own size; 0 leaves a hard edge.
      public var falloff: AnimatedNumber
      /// Thickness of the rim, in points; 0 for none.
      public var rim: AnimatedNumber
      /// Colour of the rim.
      public var color: AnimatedColor
      /// Half of the distance from the edge at which a soft shadow ends, in points; 0 for none.
      public var shadow: AnimatedNumber

      /// A magnifying glass.
      public init(
        center: AnimatedPoint? = nil, radius: AnimatedNumber = 60, zoom: AnimatedNumber = 2.5,
        falloff: AnimatedNumber = 0, rim: AnimatedNumber = 3, color: AnimatedColor = .constant(.white),
        shadow: AnimatedNumber = 10
      ) {
        self.center = center
        self.radius = radius
        self.zoom = zoom
        self.falloff = falloff
        self.rim = rim
        self.color = color
        self.shadow = shadow
      }
    }

    /// A whirl: the picture is turned in the middle, less farther out, and not at all from the radius on.
    public struct Swirl: Sendable, Equatable {
      /// The middle; that of the canvas if nil.
      public var center: AnimatedPoint?
      /// Points from the middle to where nothing is turned.
      public var radius: AnimatedNumber
      /// Degrees by which the middle is turned, clockwise.
      public var angle: AnimatedNumber

      /// A whirl.
      public init(center: AnimatedPoint? = nil, radius: AnimatedNumber = 200, angle: AnimatedNumber = 180) {
        self.center = center
        self.radius = radius
        self.angle = angle
      }
    }

    /// Noise that moves pixels in all directions.
    public struct Turbulence: Sendable, Equatable {
      /// The greatest distance by which pixels are moved, in points.
      public var amplitude: AnimatedNumber
      /// Points across a cell of the noise.
      public var wavelength: AnimatedNumber
      /// Number of noises that are added, each half as large and half as strong as the one before.
      public var octaves: Int
      /// How fast the noise changes: cells a second along its time axis.
      public var speed: Double
      /// Another number gives another noise.
      public var variant: Int

      /// Noise.
      public init(
        amplitude: AnimatedNumber = 20, wavelength: AnimatedNumber = 120, octaves: Int = 2, speed: Double = 0.5,
        variant: Int = 0
      ) {
        self.amplitude = amplitude
        self.wavelength = wavelength
        self.octaves = octaves
        self.speed = speed
        self.variant = variant
      }
    }

    /// Mirrors that meet at a point: one wedge of the picture is shown again and again around it.
    public struct Kaleidoscope: Sendable, Equatable {
      /// Where the mirrors meet; the middle of the canvas if nil.
      public var center: AnimatedPoint?
      /// The point of the picture that is shown where the mirrors meet; `center` if nil.
      public var source: AnimatedPoint?
      /// Number of wedges, each of which is symmetric.
      public var segments: Int
      /// Degrees by which the mirrors are turned, clockwise.
      public var angle: AnimatedNumber
      /// Degrees by which the picture is turned behind them, clockwise.
      public var rotation: AnimatedNumber
      /// How much larger the picture is.
      public var zoom: AnimatedNumber

      /// A kaleidoscope.
      public init(
        center: AnimatedPoint? = nil, source: AnimatedPoint? = nil, segments: Int = 6, angle: AnimatedNumber = 0,
        rotation: AnimatedNumber = 0, zoom: AnimatedNumber = 1
      ) {
        self.center = center
        self.source = source
        self.segments = segments
        self.angle = angle
        self.rotation = rotation
        self.zoom = zoom
      }
    }

    /// A mirror: what lies on one side of a line is shown on both.
    public struct Mirror: Sendable, Equatable {
      /// A point of the line; the middle of the canvas if nil.
      public var center: AnimatedPoint?
      /// Direction of the line in degrees clockwise from +x. The part of the picture on the left, seen in this direction, is
      /// shown on both sides.
      public var angle: AnimatedNumber

      /// A mirror.
      public init(center: AnimatedPoint? = nil, angle: AnimatedNumber = 0) {
        self.center = center
        self.angle = angle
      }
    }

    /// Fringes of colour that grow towards the corners.
    public struct Fringe: Sendable, Equatable {
      /// The middle, which stays clean; that of the canvas if nil.
      public var center: AnimatedPoint?
      /// The distance in points by which red and blue are moved at a place as far from the middle as a corner of the canvas.
      public var amplitude: AnimatedNumber

      /// Fringes.
      public init(center: AnimatedPoint? = nil, amplitude: AnimatedNumber = 4) {
        self.center = center
        self.amplitude = amplitude
      }
    }
  }
}

extension AnimatedNumber {
  /// The layer's local time in seconds, clamped to 0 ... a million seconds.
  public static let localTime = AnimatedNumber(
    .keys([NumberKey(time: 0, value: 0), NumberKey(time: 1e6, value: 1e6)]), in: -1e6...1e6)
}
