import JSON
import Model

/// The keys, as written, of filters that displace pixels, and the `frequency` of `lightGrid` and `sinebow`, which paint light. A key that
/// is not given is nil.
struct DisplacementDraft: Sendable {
  var amplitude: AnimatedNumber?
  var wavelength: AnimatedNumber?
  var frequency: Double?
  var phase: AnimatedNumber?
  var light: AnimatedNumber?
  var dispersion: AnimatedNumber?
  var time: AnimatedNumber?
  var decay: AnimatedNumber?
  var velocity: AnimatedNumber?
  var height: AnimatedNumber?
  var depth: AnimatedNumber?
  var refraction: AnimatedNumber?
  var speed: Double?
  var bulge: AnimatedNumber?
  var shine: AnimatedNumber?
  var zoom: AnimatedNumber?
  var falloff: AnimatedNumber?
  var rim: AnimatedNumber?
  var shadow: AnimatedNumber?
  var octaves: Int?
  var segments: Int?
  var rotation: AnimatedNumber?
  var source: AnimatedPoint?
  /// Formula of the displacement along x.
  var formulaX: JSONNode?
  /// Formula of the displacement along y.
  var formulaY: JSONNode?
  /// The object `let`, which defines names that `formulaX` and `formulaY` may use.
  var definitions: JSONNode?
}

extension Declarations {
  /// Keys of the filters that displace pixels, one of which `lightGrid` and `sinebow` have, too.
  static let filterDisplacement: [Key<FilterDraft>] = [
    .optionalAnimatedNumber(
      "amplitude", \.displacement.amplitude, .points, 0...2_000,
      "The greatest distance by which pixels are moved; of chromaticAberration that of red and blue at the corners of the canvas. If not given, 10; ripple 12, turbulence 20, displace 100, chromaticAberration 4."
    ).applies(to: .wave, .circleWave, .ripple, .turbulence, .displace, .chromaticAberration),
    .optionalAnimatedNumber(
      "wavelength", \.displacement.wavelength, .points, 1...1e5,
      "From one crest to the next; of water and turbulence the size of their waves. If not given, 160; water and turbulence 120."
    ).applies(to: .wave, .circleWave, .water, .turbulence),
    .optionalNumber(
      "frequency", \.displacement.frequency, .hertz, -100...100,
      "How many waves pass in a second, in a loop rounded so that the loop closes; of ripple how often a place moves there and back, of lightGrid how often a lamp lights up, of sinebow how often the bands sway. If not given, 0.5; ripple 2.4, sinebow 0.15."
    ).applies(to: .wave, .circleWave, .ripple, .lightGrid, .sinebow),
    .optionalAnimatedNumber("phase", \.displacement.phase, .degrees, Limits.numbers, "How far the waves are ahead.")
      .defaults(to: "0").applies(to: .wave, .circleWave),
    .optionalAnimatedNumber(
      "light", \.displacement.light, .share, 0...4,
      "How much brighter crests are, and how much darker troughs; of water and heightMap slopes towards the upper left. If not given, 0; ripple 0.3, water 0.25."
    ).applies(to: .wave, .circleWave, .ripple, .water, .heightMap),
    .optionalAnimatedNumber(
      "dispersion", \.displacement.dispersion, .share, 0...1,
      "By what share red is moved less far than green, and blue farther: this gives fringes of colour."
    ).defaults(to: "0").applies(
      to: .wave, .circleWave, .ripple, .water, .bubble, .lens, .swirl, .turbulence, .displace, .displacementMap,
      .heightMap,
      .barrel),
    .fieldFormula(
      "x", \.displacement.formulaX,
      "How far to the right of each pixel its colour is taken from, in points: a formula like a field's. 0 if not given."
    ).applies(to: .displace),
    .fieldFormula("y", \.displacement.formulaY, "As x, but how far below each pixel. 0 if not given.")
      .applies(to: .displace),
    .formulaNames("let", \.displacement.definitions).applies(to: .displace),
    .optionalAnimatedNumber(
      "time", \.displacement.time, .seconds, -1e6...1e6,
      "Seconds since the drop fell; if not given, those of the layer's clock."
    ).applies(to: .ripple),
    .optionalAnimatedNumber(
      "decay", \.displacement.decay, .perSecond, 0...100,
      "How fast a place comes to rest: after 1 / decay seconds 37 % of the motion is left."
    ).defaults(to: "3").applies(to: .ripple),
    .optionalAnimatedNumber("velocity", \.displacement.velocity, .pointsPerSecond, 1...1e5, "How fast the ring grows.")
      .defaults(to: "400").applies(to: .ripple),
    .optionalAnimatedNumber(
      "height", \.displacement.height, .points, 0...500,
      "Height of the waves; of heightMap how far the glass rises from black to white. If not given, 14; heightMap 40."
    ).applies(to: .water, .heightMap),
    .optionalAnimatedNumber(
      "depth", \.displacement.depth, .points, 0...2_000,
      "How deep the picture lies below the surface; of heightMap below its lowest point. If not given, 240; heightMap 60."
    ).applies(to: .water, .heightMap),
    .optionalAnimatedNumber(
      "refraction", \.displacement.refraction, .none, 1...4,
      "Index of refraction: 1 is air, 1.33 water, 1.5 glass, 2.4 diamond. If not given, 1.33; bubble and heightMap 1.5."
    ).applies(to: .water, .bubble, .heightMap),
    .optionalNumber(
      "speed", \.displacement.speed, .perSecond, 0...100,
      "Changes a second, in a loop rounded so that the loop closes. If not given, 0.6; turbulence 0.5."
    ).applies(to: .water, .turbulence),
    .optionalAnimatedNumber("bulge", \.displacement.bulge, .share, 0...1, "Height of the dome: 1 is half of a ball.")
      .defaults(to: "0.8").applies(to: .bubble),
    .optionalAnimatedNumber("shine", \.displacement.shine, .share, 0...4, "How much light the glass mirrors.")
      .defaults(to: "0.5").applies(to: .bubble),
    .optionalAnimatedNumber(
      "zoom", \.displacement.zoom, .factor, 0.05...100,
      "How much larger the picture is. If not given, 2.5; kaleidoscope 1."
    ).applies(to: .lens, .kaleidoscope),
    .optionalAnimatedNumber(
      "falloff", \.displacement.falloff, .share, 0...1,
      "Share of the radius in which the picture returns to its own size; 0 leaves a hard edge."
    ).defaults(to: "0").applies(to: .lens),
    .optionalAnimatedNumber("rim", \.displacement.rim, .points, 0...1e3, "Thickness of the rim; 0 for none.")
      .defaults(to: "3").applies(to: .lens),
    .optionalAnimatedNumber("shadow", \.displacement.shadow, .points, 0...1e3, "How soft the shadow is; 0 for none.")
      .defaults(to: "10").applies(to: .lens),
    .optionalWhole("octaves", \.displacement.octaves, 1...8, "Noises that are added, each half as large and as strong.")
      .defaults(to: "2").applies(to: .turbulence),
    .optionalWhole("segments", \.displacement.segments, 2...64, "How many symmetric wedges lie around the middle.")
      .defaults(to: "6").applies(to: .kaleidoscope),
    .optionalAnimatedNumber(
      "rotation", \.displacement.rotation, .degrees, Limits.numbers,
      "How far the picture is turned behind the mirrors, clockwise."
    ).defaults(to: "0").applies(to: .kaleidoscope),
    .optionalAnimatedPoint(
      "source", \.displacement.source, "The point of the picture that is shown in the middle; center if not given."
    )
    .applies(to: .kaleidoscope),
  ]
}

extension FilterDraft {
  /// The displacement filter of the draft; nil if the type is no displacement, or needs a formula or a map.
  ///
  /// - Parameter radius: the radius as written; nil if not given.
  func displacementFilter(radius: AnimatedNumber?) -> Filter.Displacement? {
    guard let shape = displacementShape(radius) else { return nil }
    return Filter.Displacement(shape, dispersion: displacement.dispersion ?? 0)
  }

  /// The displacement's shape with the keys that are given; nil if the type is no displacement, or needs a formula or a map.
  private func displacementShape(_ radius: AnimatedNumber?) -> Filter.Displacement.Shape? {
    // Replaces the default if a value is given.
    func set<Value>(_ target: inout Value, _ value: Value?) { if let value { target = value } }
    switch type {
    case .wave:
      var wave = Filter.Displacement.Wave()
      set(&wave.amplitude, displacement.amplitude)
      set(&wave.wavelength, displacement.wavelength)
      set(&wave.angle, angle)
      set(&wave.frequency, displacement.frequency)
      set(&wave.phase, displacement.phase)
      set(&wave.light, displacement.light)
      return .wave(wave)
    case .circleWave:
      var wave = Filter.Displacement.CircleWave(center: center, radius: radius)
      set(&wave.amplitude, displacement.amplitude)
      set(&wave.wavelength, displacement.wavelength)
      set(&wave.frequency, displacement.frequency)
      set(&wave.phase, displacement.phase)
      set(&wave.light, displacement.light)
      return .circleWave(wave)
    case .ripple:
      var ripple = Filter.Displacement.Ripple(center: center)
      set(&ripple.time, displacement.time)
      set(&ripple.amplitude, displacement.amplitude)
      set(&ripple.frequency, displacement.frequency)
      set(&ripple.decay, displacement.decay)
      set(&ripple.velocity, displacement.velocity)
      set(&ripple.light, displacement.light)
      return .ripple(ripple)
    case .water:
      var water = Filter.Displacement.Water(variant: variant ?? 0)
      set(&water.height, displacement.height)
      set(&water.wavelength, displacement.wavelength)
      set(&water.depth, displacement.depth)
      set(&water.refraction, displacement.refraction)
      set(&water.speed, displacement.speed)
      set(&water.light, displacement.light)
      return .water(water)
    case .bubble:
      var bubble = Filter.Displacement.Bubble(center: center)
      set(&bubble.radius, radius)
      set(&bubble.bulge, displacement.bulge)
      set(&bubble.refraction, displacement.refraction)
      set(&bubble.shine, displacement.shine)
      return .bubble(bubble)
    case .lens:
      var lens = Filter.Displacement.Lens(center: center)
      set(&lens.radius, radius)
      set(&lens.zoom, displacement.zoom)
      set(&lens.falloff, displacement.falloff)
      set(&lens.rim, displacement.rim)
      set(&lens.color, color)
      set(&lens.shadow, displacement.shadow)
      return .lens(lens)
    case .swirl:
      var swirl = Filter.Displacement.Swirl(center: center)
      set(&swirl.radius, radius)
      set(&swirl.angle, angle)
      return .swirl(swirl)
    case .turbulence:
      var noise = Filter.Displacement.Turbulence(variant: variant ?? 0)
      set(&noise.amplitude, displacement.amplitude)
      set(&noise.wavelength, displacement.wavelength)
      set(&noise.octaves, displacement.octaves)
      set(&noise.speed, displacement.speed)
      return .turbulence(noise)
    case .kaleidoscope:
      var mirrors = Filter.Displacement.Kaleidoscope(center: center, source: displacement.source)
      set(&mirrors.segments, displacement.segments)
      set(&mirrors.angle, angle)
      set(&mirrors.rotation, displacement.rotation)
      set(&mirrors.zoom, displacement.zoom)
      return .kaleidoscope(mirrors)
    case .mirror:
      return .mirror(Filter.Displacement.Mirror(center: center, angle: angle ?? 0))
    case .barrel: return .barrel(amount ?? 0.15)
    case .colorPlanes: return .colorPlanes(shift: shift ?? AnimatedPoint(4, 0))
    case .chromaticAberration:
      var fringe = Filter.Displacement.Fringe(center: center)
      set(&fringe.amplitude, displacement.amplitude)
      return .chromaticAberration(fringe)
    default: return nil
    }
  }
}
