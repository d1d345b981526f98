import Model

/// The numbers of the filters that take pixels from other places; nil where they are not given.
struct PlaceDraft: Sendable {
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
  /// Formulas of distances, and the names that they may use.
  var formulaX: JSONNode?
  var formulaY: JSONNode?
  var names: JSONNode?
}

extension Declarations {
  /// Keys of the filters that take pixels from other places.
  static let filterDisplacement: [Key<FilterDraft>] = [
    .optionalAnimatedNumber(
      "amplitude", \.place.amplitude, .points, 0...2_000,
      "The greatest distance by which pixels are moved; of chromaticAberration that of red and blue at the corners of the canvas. If not given, 10; ripple 12, turbulence 20, displace 100, chromaticAberration 4."
    ).applies(to: .wave, .circleWave, .ripple, .turbulence, .displace, .chromaticAberration),
    .optionalAnimatedNumber(
      "wavelength", \.place.wavelength, .points, 1...1e5,
      "From one crest to the next; of water and turbulence the size of their waves. If not given, 160; water and turbulence 120."
    ).applies(to: .wave, .circleWave, .water, .turbulence),
    .optionalNumber(
      "frequency", \.place.frequency, .hertz, -100...100,
      "How many waves pass in a second, in a loop rounded so that it closes; of ripple how often a place moves there and back, of lightGrid how often a lamp lights up, of sinebow how often the bands sway. If not given, 0.5; ripple 2.4, sinebow 0.15."
    ).applies(to: .wave, .circleWave, .ripple, .lightGrid, .sinebow),
    .optionalAnimatedNumber("phase", \.place.phase, .degrees, Limits.numbers, "How far the waves are ahead.")
      .defaults(to: "0").applies(to: .wave, .circleWave),
    .optionalAnimatedNumber(
      "light", \.place.light, .share, 0...4,
      "How much brighter crests are, and how much darker troughs; of water slopes towards the upper left. If not given, 0; ripple 0.3, water 0.25."
    ).applies(to: .wave, .circleWave, .ripple, .water),
    .optionalAnimatedNumber(
      "dispersion", \.place.dispersion, .share, 0...1,
      "How much less far red is moved than green, and how much farther blue: fringes of colour."
    ).defaults(to: "0").applies(
      to: .wave, .circleWave, .ripple, .water, .bubble, .lens, .swirl, .turbulence, .displace, .barrel),
    .fieldFormula(
      "x", \.place.formulaX,
      "How far to the right of each pixel its colour is taken from, in points: a formula as a field's. 0 if not given."
    ).applies(to: .displace),
    .fieldFormula("y", \.place.formulaY, "How far below it. 0 if not given.").applies(to: .displace),
    .formulaNames("let", \.place.names).applies(to: .displace),
    .optionalAnimatedNumber(
      "time", \.place.time, .seconds, -1e6...1e6,
      "Seconds since the drop has fallen; those of the layer's clock if not given."
    ).applies(to: .ripple),
    .optionalAnimatedNumber(
      "decay", \.place.decay, .perSecond, 0...100,
      "How fast a place comes to rest: after 1 / decay seconds 37 % are left."
    ).defaults(to: "3").applies(to: .ripple),
    .optionalAnimatedNumber("velocity", \.place.velocity, .pointsPerSecond, 1...1e5, "How fast the ring grows.")
      .defaults(to: "400").applies(to: .ripple),
    .optionalAnimatedNumber("height", \.place.height, .points, 0...500, "Height of the waves.").defaults(to: "14")
      .applies(to: .water),
    .optionalAnimatedNumber("depth", \.place.depth, .points, 0...2_000, "How deep the picture lies below the surface.")
      .defaults(to: "240").applies(to: .water),
    .optionalAnimatedNumber(
      "refraction", \.place.refraction, .none, 1...4,
      "Index of refraction: 1 is air, 1.33 water, 1.5 glass, 2.4 diamond. If not given, 1.33; bubble 1.5."
    ).applies(to: .water, .bubble),
    .optionalNumber(
      "speed", \.place.speed, .perSecond, 0...100,
      "Changes a second, in a loop rounded so that it closes. If not given, 0.6; turbulence 0.5."
    ).applies(to: .water, .turbulence),
    .optionalAnimatedNumber("bulge", \.place.bulge, .share, 0...1, "Height of the dome: 1 is half of a ball.")
      .defaults(to: "0.8").applies(to: .bubble),
    .optionalAnimatedNumber("shine", \.place.shine, .share, 0...4, "How much light the glass mirrors.")
      .defaults(to: "0.5").applies(to: .bubble),
    .optionalAnimatedNumber(
      "zoom", \.place.zoom, .factor, 0.05...100, "How much larger the picture is. If not given, 2.5; kaleidoscope 1."
    ).applies(to: .lens, .kaleidoscope),
    .optionalAnimatedNumber(
      "falloff", \.place.falloff, .share, 0...1,
      "Share of the radius in which the picture returns to its own size; 0 leaves a hard edge."
    ).defaults(to: "0").applies(to: .lens),
    .optionalAnimatedNumber("rim", \.place.rim, .points, 0...1e3, "Thickness of the rim; 0 for none.")
      .defaults(to: "3").applies(to: .lens),
    .optionalAnimatedNumber("shadow", \.place.shadow, .points, 0...1e3, "How soft the shadow is; 0 for none.")
      .defaults(to: "10").applies(to: .lens),
    .optionalWhole("octaves", \.place.octaves, 1...8, "Noises that are added, each half as large and as strong.")
      .defaults(to: "2").applies(to: .turbulence),
    .optionalWhole("segments", \.place.segments, 2...64, "Wedges around the middle, each of which is symmetric.")
      .defaults(to: "6").applies(to: .kaleidoscope),
    .optionalAnimatedNumber(
      "rotation", \.place.rotation, .degrees, Limits.numbers,
      "How far the picture is turned behind the mirrors, clockwise."
    ).defaults(to: "0").applies(to: .kaleidoscope),
    .optionalAnimatedPoint(
      "source", \.place.source, "The point of the picture that is shown in the middle; center if not given."
    )
    .applies(to: .kaleidoscope),
  ]
}

extension FilterDraft {
  /// The displacement of the draft's type; nil for other types.
  ///
  /// - Parameter radius: the radius that is given.
  func displacement(radius: AnimatedNumber?) -> Filter.Displacement? {
    guard let shape = displacementShape(radius) else { return nil }
    return Filter.Displacement(shape, dispersion: place.dispersion ?? 0)
  }

  private func displacementShape(_ radius: AnimatedNumber?) -> Filter.Displacement.Shape? {
    /// Replaces a default where a value is given.
    func set<Value>(_ target: inout Value, _ value: Value?) { if let value { target = value } }
    switch type {
    case .wave:
      var wave = Filter.Displacement.Wave()
      set(&wave.amplitude, place.amplitude)
      set(&wave.wavelength, place.wavelength)
      set(&wave.angle, angle)
      set(&wave.frequency, place.frequency)
      set(&wave.phase, place.phase)
      set(&wave.light, place.light)
      return .wave(wave)
    case .circleWave:
      var wave = Filter.Displacement.CircleWave(center: center, radius: radius)
      set(&wave.amplitude, place.amplitude)
      set(&wave.wavelength, place.wavelength)
      set(&wave.frequency, place.frequency)
      set(&wave.phase, place.phase)
      set(&wave.light, place.light)
      return .circleWave(wave)
    case .ripple:
      var ripple = Filter.Displacement.Ripple(center: center)
      set(&ripple.time, place.time)
      set(&ripple.amplitude, place.amplitude)
      set(&ripple.frequency, place.frequency)
      set(&ripple.decay, place.decay)
      set(&ripple.velocity, place.velocity)
      set(&ripple.light, place.light)
      return .ripple(ripple)
    case .water:
      var water = Filter.Displacement.Water(variant: variant ?? 0)
      set(&water.height, place.height)
      set(&water.wavelength, place.wavelength)
      set(&water.depth, place.depth)
      set(&water.refraction, place.refraction)
      set(&water.speed, place.speed)
      set(&water.light, place.light)
      return .water(water)
    case .bubble:
      var bubble = Filter.Displacement.Bubble(center: center)
      set(&bubble.radius, radius)
      set(&bubble.bulge, place.bulge)
      set(&bubble.refraction, place.refraction)
      set(&bubble.shine, place.shine)
      return .bubble(bubble)
    case .lens:
      var lens = Filter.Displacement.Lens(center: center)
      set(&lens.radius, radius)
      set(&lens.zoom, place.zoom)
      set(&lens.falloff, place.falloff)
      set(&lens.rim, place.rim)
      set(&lens.color, color)
      set(&lens.shadow, place.shadow)
      return .lens(lens)
    case .swirl:
      var swirl = Filter.Displacement.Swirl(center: center)
      set(&swirl.radius, radius)
      set(&swirl.angle, angle)
      return .swirl(swirl)
    case .turbulence:
      var noise = Filter.Displacement.Turbulence(variant: variant ?? 0)
      set(&noise.amplitude, place.amplitude)
      set(&noise.wavelength, place.wavelength)
      set(&noise.octaves, place.octaves)
      set(&noise.speed, place.speed)
      return .turbulence(noise)
    case .kaleidoscope:
      var mirrors = Filter.Displacement.Kaleidoscope(center: center, source: place.source)
      set(&mirrors.segments, place.segments)
      set(&mirrors.angle, angle)
      set(&mirrors.rotation, place.rotation)
      set(&mirrors.zoom, place.zoom)
      return .kaleidoscope(mirrors)
    case .mirror:
      return .mirror(Filter.Displacement.Mirror(center: center, angle: angle ?? 0))
    case .barrel: return .barrel(amount ?? 0.15)
    case .colorPlanes: return .colorPlanes(shift: shift ?? AnimatedPoint(4, 0))
    case .chromaticAberration:
      var fringe = Filter.Displacement.Fringe(center: center)
      set(&fringe.amplitude, place.amplitude)
      return .chromaticAberration(fringe)
    default: return nil
    }
  }
}
