// What planning has to know about a displacement before anything is drawn.

extension Filter.Displacement {
  /// The most points by which the input of water, a height map or a swirl is made larger than the output, on each side, without
  /// dispersion.
  private static let maximumReachPoints = 400.0

  /// The greatest distance in points between a pixel and the place that it is taken from; 0 for shapes that take no pixels from
  /// beyond the picture.
  func reachPoints(during clocks: ClockRange) -> Double {
    func largest(_ number: AnimatedNumber) -> Double { Filter.displacement(self).largest(number, during: clocks) }
    let distance: Double =
      switch shape {
      case .wave(let wave): largest(wave.amplitude)
      case .circleWave(let wave): largest(wave.amplitude)
      case .ripple(let ripple): largest(ripple.amplitude)
      // Refracted by a steep wave, a ray leans from the vertical by at most 41°, 90° less the critical angle of water: it is
      // displaced less to the side than it goes down.
      case .water(let water): min(largest(water.depth) + largest(water.height), Self.maximumReachPoints)
      case .turbulence(let noise): largest(noise.amplitude)
      case .formula(let formula): largest(formula.amplitude)
      // A map moves pixels by up to half of its scale to each side.
      case .map(let map): max(largest(map.scale.x), largest(map.scale.y)) / 2
      case .heightMap(let map): min(largest(map.depth) + largest(map.height), Self.maximumReachPoints)
      case .swirl(let swirl): min(largest(swirl.radius), Self.maximumReachPoints)
      case .colorPlanes(let shift): max(largest(shift.x), largest(shift.y))
      case .chromaticAberration(let fringe): largest(fringe.amplitude)
      // Bubbles and lenses take their pixels from below themselves, mirrors and the barrel from anywhere in the picture.
      case .bubble, .lens, .kaleidoscope, .mirror, .barrel: 0
      }
    return distance * (1 + largest(dispersion))
  }

  /// Whether the displacement changes with time even if no value is animated.
  package var isSelfAnimated: Bool {
    switch shape {
    case .wave(let wave): wave.frequency != 0
    case .circleWave(let wave): wave.frequency != 0
    case .water(let water): water.speed != 0
    case .turbulence(let noise): noise.speed != 0
    case .formula(let formula): formula.program.readsTime
    default: false
    }
  }

  /// Whether the displacement never changes a pixel.
  package var isConstantIdentity: Bool {
    switch shape {
    case .wave(let wave): wave.amplitude.isZero && wave.light.isZero
    case .circleWave(let wave): wave.amplitude.isZero && wave.light.isZero
    case .ripple(let ripple): ripple.amplitude.isZero
    case .water(let water):
      (water.refraction.constant == 1 || water.height.isZero) && (water.light.isZero || water.height.isZero)
    case .bubble(let bubble):
      bubble.radius.isZero
        || ((bubble.refraction.constant == 1 || bubble.bulge.isZero) && (bubble.shine.isZero || bubble.bulge.isZero))
    case .lens(let lens):
      lens.radius.isZero || (lens.zoom.constant == 1 && lens.rim.isZero && lens.shadow.isZero)
    case .swirl(let swirl): swirl.angle.isZero || swirl.radius.isZero
    case .turbulence(let noise): noise.amplitude.isZero
    case .formula(let formula): formula.amplitude.isZero
    case .map(let map): map.scale.x.isZero && map.scale.y.isZero
    case .heightMap(let map): map.height.isZero || (map.refraction.constant == 1 && map.light.isZero)
    case .kaleidoscope, .mirror: false
    case .barrel(let amount): amount.isZero
    case .colorPlanes(let shift): shift.x.isZero && shift.y.isZero
    case .chromaticAberration(let fringe): fringe.amplitude.isZero
    }
  }

  /// The values that are evaluated at the frame's time.
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    func add(center: AnimatedPoint?) { if let center { values.add("center", center) } }
    values.add("dispersion", dispersion)
    switch shape {
    case .wave(let wave):
      values.add("amplitude", wave.amplitude)
      values.add("wavelength", wave.wavelength)
      values.add("angle", wave.angle, period: 360)
      values.add("phase", wave.phase, period: 360)
      values.add("light", wave.light)
    case .circleWave(let wave):
      add(center: wave.center)
      values.add("amplitude", wave.amplitude)
      values.add("wavelength", wave.wavelength)
      if let radius = wave.radius { values.add("radius", radius) }
      values.add("phase", wave.phase, period: 360)
      values.add("light", wave.light)
    case .ripple(let ripple):
      add(center: ripple.center)
      values.add("time", ripple.time)
      values.add("amplitude", ripple.amplitude)
      values.add("decay", ripple.decay)
      values.add("velocity", ripple.velocity)
      values.add("light", ripple.light)
    case .water(let water):
      values.add("height", water.height)
      values.add("wavelength", water.wavelength)
      values.add("depth", water.depth)
      values.add("refraction", water.refraction)
      values.add("light", water.light)
    case .bubble(let bubble):
      add(center: bubble.center)
      values.add("radius", bubble.radius)
      values.add("bulge", bubble.bulge)
      values.add("refraction", bubble.refraction)
      values.add("shine", bubble.shine)
    case .lens(let lens):
      add(center: lens.center)
      values.add("radius", lens.radius)
      values.add("zoom", lens.zoom)
      values.add("falloff", lens.falloff)
      values.add("rim", lens.rim)
      values.add("color", lens.color)
      values.add("shadow", lens.shadow)
    case .swirl(let swirl):
      add(center: swirl.center)
      values.add("radius", swirl.radius)
      values.add("angle", swirl.angle)
    case .turbulence(let noise):
      values.add("amplitude", noise.amplitude)
      values.add("wavelength", noise.wavelength)
    case .formula(let formula):
      values.add("amplitude", formula.amplitude)
      for value in formula.values { values.add("let.\(value.name)", value.number) }
    case .map(let map): values.add("scale", map.scale)
    case .heightMap(let map):
      values.add("height", map.height)
      values.add("depth", map.depth)
      values.add("refraction", map.refraction)
      values.add("light", map.light)
    case .kaleidoscope(let mirrors):
      add(center: mirrors.center)
      if let source = mirrors.source { values.add("source", source) }
      values.add("angle", mirrors.angle, period: 360)
      values.add("rotation", mirrors.rotation, period: 360)
      values.add("zoom", mirrors.zoom)
    case .mirror(let mirror):
      add(center: mirror.center)
      values.add("angle", mirror.angle, period: 360)
    case .barrel(let amount): values.add("amount", amount)
    case .colorPlanes(let shift): values.add("shift", shift)
    case .chromaticAberration(let fringe):
      add(center: fringe.center)
      values.add("amplitude", fringe.amplitude)
    }
    return values
  }
}
