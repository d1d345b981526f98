import Lanes

/// The size of the canvas, which the importer chooses, and the emitter's position on it, in points.
struct Placement {
  var width, height, x, y: Double
}

extension ParticleDesigner {
  /// Keys of motion of an emitter and of its cells. Where the preset language has no random range for a number, several cells stand
  /// for the range, each with one value from it.
  struct Motion {
    var emitter = WrittenObject()
    var cells: [WrittenObject] = []
  }

  /// Sizes of the screens that files are usually made for, in points, in order of width. The first that fits is taken.
  private static let screens: [(width: Double, height: Double)] = [
    (320, 480), (480, 320), (768, 1024), (1024, 768), (1136, 640), (1280, 720), (1920, 1080), (2048, 1536),
  ]

  /// Fractions of a variance, one for each of five groups of particles that stand for its range.
  private static let varianceFractions = [-0.8, -0.4, 0, 0.4, 0.8]
  /// The index of the fraction 0, used alone where nothing varies.
  private static let middleIndex = 2
  /// `varianceFractions` in another order, for a second variance of the same groups.
  private static let otherVarianceFractions = [0.4, -0.8, 0, 0.8, -0.4]

  /// 1 if y points up in the file, −1 if it points down.
  private var upSign: Double { isPEX ? -1 : 1 }

  /// Chooses a canvas on which the file's source position is not near an edge, if there is one.
  func placement() -> Placement {
    let source = pair("sourcePosition") ?? (0, 0)
    if source.x > 0, source.y > 0,
      let screen = Self.screens.first(where: {
        // Not near the left or right edge; fires and snow are often near the lower or upper edge.
        (0.2...0.8).contains(source.x / $0.width) && (0.1...0.9).contains(source.y / $0.height)
      }) ?? Self.screens.first(where: { source.x <= $0.width && source.y <= $0.height })
    {
      let (width, height) = (Written.decimal(screen.width), Written.decimal(screen.height))
      reading.note(
        "canvas", .chosen,
        "\(width) × \(height), the smallest usual screen with sourcePosition well within"
      )
      return Placement(
        width: screen.width, height: screen.height, x: source.x, y: upSign > 0 ? screen.height - source.y : source.y)
    }
    reading.note("canvas", .chosen, "1024 × 768 with the emitter in the middle, where an app would place it")
    return Placement(width: 1024, height: 768, x: 512, y: 384)
  }

  /// Motion of particles that fly freely (emitterType 0).
  func freeMotions(_ place: Placement) -> [Motion] {
    source.reportLeftOut(
      [
        "maxRadius", "maxRadiusVariance", "minRadius", "minRadiusVariance", "rotatePerSecond",
        "rotatePerSecondVariance",
      ],
      .meaningless, "of emitterType 1 only; this file has 0")
    // cocos2d multiplies displacements by yCoordFlipped, so −1 reverses every direction.
    let isReversed = !isPEX && (number("yCoordFlipped") ?? 1) < 0
    if isPEX {
      source.reportLeftOut(["yCoordFlipped"], .meaningless, "programs that read PEX have y downwards in any case")
    }
    var motion = Motion()
    if let variance = pair("sourcePositionVariance"), variance.x != 0 || variance.y != 0 {
      motion.emitter["shape"] = "rectangle"
      motion.emitter["size"] = .list([.number(2 * abs(variance.x)), .number(2 * abs(variance.y))])
    }
    var cell = WrittenObject()
    cell.set("velocity", Span(number("speed") ?? 0, plusMinus: number("speedVariance") ?? 0))
    cell.set("emissionLongitude", -upSign * (number("angle") ?? 0) + (isReversed ? 180 : 0))
    cell.set("emissionRange", min(360, 2 * abs(number("angleVariance") ?? 0)))
    let gravity = pair("gravity") ?? (0, 0)
    let sign: Double = isReversed ? -1 : 1
    cell.set("xAcceleration", sign * gravity.x)
    cell.set("yAcceleration", -upSign * sign * gravity.y)

    let radial = number("radialAcceleration") ?? 0
    let tangential = number("tangentialAcceleration") ?? 0
    let radialVariance = number("radialAccelVariance", "radialAccelerationVariance") ?? 0
    let tangentialVariance = number("tangentialAccelVariance", "tangentialAccelerationVariance") ?? 0
    guard radial != 0 || tangential != 0 || radialVariance != 0 || tangentialVariance != 0 else {
      motion.cells = [cell]
      return [motion]
    }
    let hasGroups = radialVariance != 0 || tangentialVariance != 0
    if hasGroups {
      for key in [
        "radialAccelVariance", "radialAccelerationVariance", "tangentialAccelVariance",
        "tangentialAccelerationVariance",
      ] {
        reportApproximated(key, "five groups of particles with five values are used for the range")
      }
    }
    motion.cells = (hasGroups ? Array(Self.varianceFractions.indices) : [Self.middleIndex]).map { index in
      var group = cell
      let outwardAcceleration = sign * (radial + Self.varianceFractions[index] * abs(radialVariance))
      // A tangential acceleration is counter-clockwise where y points up; a vortex's strength is clockwise.
      let clockwiseAcceleration =
        -upSign * sign * (tangential + Self.otherVarianceFractions[index] * abs(tangentialVariance))
      // Inside of its radius a vortex is weaker, so the radius is only 1 point.
      group["forces"] = .list([
        .object([
          "type": "vortex", "position": .list([.number(place.x), .number(place.y)]), "radius": 1,
          "strength": .number(clockwiseAcceleration), "pull": .number(-outwardAcceleration),
        ])
      ])
      return group
    }
    return [motion]
  }

  /// Motion of particles that circle the emitter while their distance r changes linearly from maxRadius to minRadius (emitterType 1).
  /// At the angle θ a particle is at −r·(cos θ, sin θ).
  func orbitMotions(_ life: Span, _ place: Placement) -> [Motion] {
    source.reportLeftOut(
      [
        "speed", "speedVariance", "gravity", "gravityx", "gravityy", "radialAcceleration", "radialAccelVariance",
        "radialAccelerationVariance", "tangentialAcceleration", "tangentialAccelVariance",
        "tangentialAccelerationVariance", "sourcePositionVariance", "sourcePositionVariancex",
        "sourcePositionVariancey",
      ], .meaningless, "of emitterType 0 only; this file has 1")
    // 1 if angles run counter-clockwise on the screen. In cocos2d a negative yCoordFlipped mirrors the circles.
    let angleSign = !isPEX && (number("yCoordFlipped") ?? 1) < 0 ? -upSign : upSign
    if isPEX {
      source.reportLeftOut(["yCoordFlipped"], .meaningless, "programs that read PEX have y downwards in any case")
    }
    let outer = number("maxRadius", in: 0...1e5) ?? 0
    let outerVariance = abs(number("maxRadiusVariance") ?? 0)
    // In cocos2d a minRadius of −1 means maxRadius.
    let minRadius = number("minRadius", in: -1...1e5) ?? 0
    let inner = minRadius == -1 && !isPEX ? outer : max(0, minRadius)
    if let variance = number("minRadiusVariance"), variance != 0 {
      reportApproximated("minRadiusVariance", "its mean is used")
    }
    let degreesPerSecond = number("rotatePerSecond") ?? 0
    let degreesPerSecondVariance = abs(number("rotatePerSecondVariance") ?? 0)
    let angle = Span(number("angle") ?? 0, plusMinus: min(180, abs(number("angleVariance") ?? 0)))
    let reason = "five groups of particles with five values are used for the range"
    if outerVariance != 0 { reportApproximated("maxRadiusVariance", reason) }
    if degreesPerSecondVariance != 0 { reportApproximated("rotatePerSecondVariance", reason) }
    if life.width > 0, outer != inner { reportApproximated("minRadius", "it is reached at the mean lifetime") }
    let hasGroups = outerVariance != 0 || degreesPerSecondVariance != 0
    let groups = hasGroups ? Array(Self.varianceFractions.indices) : [Self.middleIndex]
    return groups.map { index in
      let orbit = Orbit(
        startRadius: max(0, outer + Self.varianceFractions[index] * outerVariance), endRadius: inner,
        seconds: max(life.mean, 0.01),
        // `Orbit` counts angles clockwise from the right. In the file a particle at the angle 0 is to the left, hence the 180°.
        angle: Span(180 - angleSign * angle.mean, plusMinus: angle.width / 2),
        degreesPerSecond: -angleSign
          * (degreesPerSecond + Self.otherVarianceFractions[index] * degreesPerSecondVariance))
      return orbit.motion(about: place)
    }
  }
}

/// The trajectory of particles that circle a point at a distance that changes linearly. Angles are in degrees, clockwise from the right.
struct Orbit {
  /// Distances from the point at birth and after `seconds`, in points.
  var startRadius, endRadius: Double
  var seconds: Double
  /// The angle at birth.
  var angle: Span
  var degreesPerSecond: Double

  /// Particles whose orbit starts at this radius, in points, or a smaller one are born in the middle, not on an arc.
  private static let smallestArcRadius = 0.05

  func motion(about place: Placement) -> ParticleDesigner.Motion {
    var motion = ParticleDesigner.Motion()
    motion.cells = [startRadius == endRadius ? circle : spiral(about: place)]
    if startRadius != endRadius, startRadius > Self.smallestArcRadius { motion.emitter = arc }
    return motion
  }

  /// Keys of motion on a circle: a sway along x and one along y with equal amplitudes. x is the sine and y the cosine of a phase, so the
  /// phase is 90° minus the angle, and its frequency has the opposite sign.
  private var circle: WrittenObject {
    var cell = WrittenObject()
    // Without a radius, particles stay in the middle.
    guard startRadius > 0 else { return cell }
    cell["swayAmplitude"] = .list([.number(startRadius), .number(startRadius)])
    cell["swayFrequency"] = .list([.number(-degreesPerSecond / 360), .number(-degreesPerSecond / 360)])
    cell.set("swayPhase", 90 - angle.mean)
    cell["swayPhaseRange"] = .number(angle.width)
    return cell
  }

  /// The emitter's shape for a spiral: an arc, drawn clockwise, on which particles are born.
  private var arc: WrittenObject {
    func point(_ degrees: Double) -> String {
      let radians = degrees * .pi / 180
      let (sine, cosine) = Lanes.sincos(radians)
      return "\(Written.decimal(startRadius * cosine)) \(Written.decimal(startRadius * sine))"
    }
    // An arc of SVG cannot be a whole circle, so three are joined. A path must have a length, so it spans at least half a degree.
    let width = min(360, max(0.5, angle.width))
    let low = angle.mean - width / 2
    let radius = Written.decimal(startRadius)
    let arcs = [1.0, 2, 3].map { "A\(radius) \(radius) 0 0 1 \(point(low + width * $0 / 3))" }.joined()
    return ["shape": .object(["type": "path", "path": .text("M\(point(low))\(arcs)")]), "mode": "outline"]
  }

  /// Keys of motion on the spiral r = r₀ + ṙ·t, which turns by ω radians a second. A particle starts on the arc with the spiral's
  /// velocity; a spring of stiffness ω² and a constant tangential push of 2·ṙ·ω keep it on the spiral.
  private func spiral(about place: Placement) -> WrittenObject {
    let omega = degreesPerSecond * .pi / 180
    let radialSpeed = (endRadius - startRadius) / seconds
    let tangentialSpeed = startRadius * omega
    var cell = WrittenObject()
    guard startRadius > Self.smallestArcRadius else { return spiralFromMiddle(radialSpeed, about: place) }
    cell["emissionFrom"] = "tangent"
    cell["velocity"] = .number(
      (radialSpeed * radialSpeed + tangentialSpeed * tangentialSpeed).squareRoot())
    // The outward direction is 90° counter-clockwise of the clockwise tangent.
    cell["emissionLongitude"] = .number(Lanes.atan2(y: -radialSpeed, x: tangentialSpeed) * 180 / .pi)
    let forces = spiralForces(radialSpeed, about: place)
    if !forces.isEmpty { cell["forces"] = .list(forces) }
    return cell
  }

  /// Keys of motion on a spiral that begins in the middle: particles start outwards, at their angles.
  private func spiralFromMiddle(_ radialSpeed: Double, about place: Placement) -> WrittenObject {
    var cell = WrittenObject()
    cell.set("velocity", radialSpeed)
    cell.set("emissionLongitude", angle.mean)
    cell.set("emissionRange", min(360, angle.width))
    let forces = spiralForces(radialSpeed, about: place)
    if !forces.isEmpty { cell["forces"] = .list(forces) }
    return cell
  }

  /// The spring and the tangential push that keep a particle on a spiral; empty if the spiral does not turn.
  private func spiralForces(_ radialSpeed: Double, about place: Placement) -> [Written] {
    let omega = degreesPerSecond * .pi / 180
    guard omega != 0 else { return [] }
    let center: Written = .list([.number(place.x), .number(place.y)])
    return [
      .object(["type": "attractor", "position": center, "stiffness": .number(min(1e4, omega * omega))]),
      .object(["type": "vortex", "position": center, "radius": 1, "strength": .number(2 * radialSpeed * omega)]),
    ]
  }
}
