import Lanes

/// Where the emitter is on a canvas that had to be chosen, in points.
struct Placement {
  var width, height, x, y: Double
}

extension ParticleDesigner {
  /// Keys of an emitter and of its cells that say how particles move. Several cells are groups of particles with different values
  /// of what the preset language has no random range for.
  struct Motion {
    var emitter = WrittenObject()
    var cells: [WrittenObject] = []
  }

  /// Sizes of the screens that files are made for, the smallest first.
  private static let screens: [(Double, Double)] = [
    (320, 480), (480, 320), (768, 1024), (1024, 768), (1136, 640), (1280, 720), (1920, 1080), (2048, 1536),
  ]

  /// Shares of a variance, by which groups stand for its range evenly, and another order of them for a second variance.
  private static let shares = [-0.8, -0.4, 0, 0.4, 0.8]
  private static let otherShares = [0.4, -0.8, 0, 0.8, -0.4]

  /// 1 where y points up in the file.
  private var up: Double { isPEX ? -1 : 1 }

  func placement() -> Placement {
    let source = pair("sourcePosition") ?? (0, 0)
    if source.x > 0, source.y > 0,
      let screen = Self.screens.first(where: {
        // Near no edge to the left and right; fires and snow are often near the lower or upper one.
        (0.2...0.8).contains(source.x / $0.0) && (0.1...0.9).contains(source.y / $0.1)
      }) ?? Self.screens.first(where: { source.x <= $0.0 && source.y <= $0.1 })
    {
      reading.note(
        "canvas", .chosen,
        "\(Written.decimal(screen.0)) × \(Written.decimal(screen.1)), the smallest usual screen with sourcePosition well within"
      )
      return Placement(width: screen.0, height: screen.1, x: source.x, y: up > 0 ? screen.1 - source.y : source.y)
    }
    reading.note("canvas", .chosen, "1024 × 768 with the emitter in the middle, where an app would place it")
    return Placement(width: 1024, height: 768, x: 512, y: 384)
  }

  /// Particles that fly (emitterType 0).
  func gravity(_ place: Placement) -> [Motion] {
    source.leave(
      [
        "maxRadius", "maxRadiusVariance", "minRadius", "minRadiusVariance", "rotatePerSecond",
        "rotatePerSecondVariance",
      ],
      .meaningless, "of emitterType 1 only; this file has 0")
    // cocos2d multiplies displacements by yCoordFlipped, so that −1 turns them all about.
    let turned = !isPEX && (number("yCoordFlipped") ?? 1) < 0
    if isPEX { source.leave(["yCoordFlipped"], .meaningless, "readers of PEX have y downwards, whatever it says") }
    var motion = Motion()
    if let variance = pair("sourcePositionVariance"), variance.x != 0 || variance.y != 0 {
      motion.emitter["shape"] = "rectangle"
      motion.emitter["size"] = .list([.number(2 * abs(variance.x)), .number(2 * abs(variance.y))])
    }
    var cell = WrittenObject()
    cell.set("velocity", Span(number("speed") ?? 0, plusMinus: number("speedVariance") ?? 0))
    cell.set("emissionLongitude", -up * (number("angle") ?? 0) + (turned ? 180 : 0))
    cell.set("emissionRange", min(360, 2 * abs(number("angleVariance") ?? 0)))
    let gravity = pair("gravity") ?? (0, 0)
    let sign: Double = turned ? -1 : 1
    cell.set("xAcceleration", sign * gravity.x)
    cell.set("yAcceleration", -up * sign * gravity.y)

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
        approximate(key, "five groups of particles with five values stand for the range")
      }
    }
    motion.cells = (hasGroups ? Array(Self.shares.indices) : [2]).map { index in
      var group = cell
      let outwards = sign * (radial + Self.shares[index] * abs(radialVariance))
      // Tangents turn counter-clockwise where y points up, and a vortex's push is clockwise.
      let clockwise = -up * sign * (tangential + Self.otherShares[index] * abs(tangentialVariance))
      group["forces"] = .list([
        .object([
          "type": "vortex", "position": .list([.number(place.x), .number(place.y)]), "radius": 1,
          "strength": .number(clockwise), "pull": .number(-outwards),
        ])
      ])
      return group
    }
    return [motion]
  }

  /// Particles that circle about the emitter while their distance changes evenly from maxRadius to minRadius (emitterType 1):
  /// at the angle θ they are at −r·(cos θ, sin θ).
  func orbits(_ life: Span, _ place: Placement) -> [Motion] {
    source.leave(
      [
        "speed", "speedVariance", "gravity", "gravityx", "gravityy", "radialAcceleration", "radialAccelVariance",
        "radialAccelerationVariance", "tangentialAcceleration", "tangentialAccelVariance",
        "tangentialAccelerationVariance", "sourcePositionVariance", "sourcePositionVariancex",
        "sourcePositionVariancey",
      ], .meaningless, "of emitterType 0 only; this file has 1")
    // cocos2d mirrors circles by it.
    let sense = !isPEX && (number("yCoordFlipped") ?? 1) < 0 ? -up : up
    if isPEX { source.leave(["yCoordFlipped"], .meaningless, "readers of PEX have y downwards, whatever it says") }
    let outer = number("maxRadius", in: 0...1e5) ?? 0
    let outerVariance = abs(number("maxRadiusVariance") ?? 0)
    // −1 is the same as at the start in cocos2d.
    let written = number("minRadius", in: -1...1e5) ?? 0
    let inner = written == -1 && !isPEX ? outer : max(0, written)
    if let variance = number("minRadiusVariance"), variance != 0 {
      approximate("minRadiusVariance", "its mean is used")
    }
    let speed = number("rotatePerSecond") ?? 0
    let speedVariance = abs(number("rotatePerSecondVariance") ?? 0)
    let angle = Span(number("angle") ?? 0, plusMinus: min(180, abs(number("angleVariance") ?? 0)))
    let reason = "five groups of particles with five values stand for the range"
    if outerVariance != 0 { approximate("maxRadiusVariance", reason) }
    if speedVariance != 0 { approximate("rotatePerSecondVariance", reason) }
    if life.width > 0, outer != inner { approximate("minRadius", "it is reached at the mean lifetime") }
    let groups = outerVariance != 0 || speedVariance != 0 ? Array(Self.shares.indices) : [2]
    return groups.map { index in
      let orbit = Orbit(
        start: max(0, outer + Self.shares[index] * outerVariance), end: inner, seconds: max(life.mean, 0.01),
        // Clockwise on the screen, from the right.
        angle: Span(180 - sense * angle.mean, plusMinus: angle.width / 2),
        degreesPerSecond: -sense * (speed + Self.otherShares[index] * speedVariance))
      return orbit.motion(about: place)
    }
  }
}

/// A particle's way about a point at a distance that changes evenly, with angles clockwise from the right.
struct Orbit {
  var start, end, seconds: Double
  var angle: Span
  var degreesPerSecond: Double

  func motion(about place: Placement) -> ParticleDesigner.Motion {
    var motion = ParticleDesigner.Motion()
    motion.cells = [start == end ? circle : spiral(about: place)]
    if start != end, start > 0.05 { motion.emitter = arc }
    return motion
  }

  /// Swings across and down of the same length, sin and cos of one phase: a circle.
  private var circle: WrittenObject {
    var cell = WrittenObject()
    // Particles of a circle without a radius stay in its middle.
    guard start > 0 else { return cell }
    cell["swayAmplitude"] = .list([.number(start), .number(start)])
    cell["swayFrequency"] = .list([.number(-degreesPerSecond / 360), .number(-degreesPerSecond / 360)])
    cell.set("swayPhase", 90 - angle.mean)
    cell["swayPhaseRange"] = .number(angle.width)
    return cell
  }

  /// Where particles of a spiral are born: an arc, drawn clockwise.
  private var arc: WrittenObject {
    func point(_ degrees: Double) -> String {
      let radians = degrees * .pi / 180
      let (sine, cosine) = Lanes.sincos(radians)
      return "\(Written.decimal(start * cosine)) \(Written.decimal(start * sine))"
    }
    // An arc of SVG is less than a whole circle, and a path is not without length.
    let width = min(360, max(0.5, angle.width))
    let low = angle.mean - width / 2
    let radius = Written.decimal(start)
    let arcs = [1.0, 2, 3].map { "A\(radius) \(radius) 0 0 1 \(point(low + width * $0 / 3))" }.joined()
    return ["shape": .object(["type": "path", "path": .text("M\(point(low))\(arcs)")]), "mode": "outline"]
  }

  /// Thrown from the arc with the velocity of the spiral r = r₀ + ṙ·t, a particle is kept on it by a spring of ω² and a steady push
  /// of 2·ṙ·ω along the circle.
  private func spiral(about place: Placement) -> WrittenObject {
    let omega = degreesPerSecond * .pi / 180
    let outwards = (end - start) / seconds
    let along = start * omega
    var cell = WrittenObject()
    guard start > 0.05 else { return burst(outwards, about: place) }
    cell["emissionFrom"] = "tangent"
    cell["velocity"] = .number((outwards * outwards + along * along).squareRoot())
    // Outwards is 90° counter-clockwise of the clockwise tangent.
    cell["emissionLongitude"] = .number(Lanes.atan2(y: -outwards, x: along) * 180 / .pi)
    let forces = turning(outwards, about: place)
    if !forces.isEmpty { cell["forces"] = .list(forces) }
    return cell
  }

  /// A spiral from its middle outwards: particles are thrown at their angles.
  private func burst(_ outwards: Double, about place: Placement) -> WrittenObject {
    var cell = WrittenObject()
    cell.set("velocity", outwards)
    cell.set("emissionLongitude", angle.mean)
    cell.set("emissionRange", min(360, angle.width))
    let forces = turning(outwards, about: place)
    if !forces.isEmpty { cell["forces"] = .list(forces) }
    return cell
  }

  /// The spring and the push along the circle that keep a particle on a spiral.
  private func turning(_ outwards: Double, about place: Placement) -> [Written] {
    let omega = degreesPerSecond * .pi / 180
    guard omega != 0 else { return [] }
    let center: Written = .list([.number(place.x), .number(place.y)])
    return [
      .object(["type": "attractor", "position": center, "stiffness": .number(min(1e4, omega * omega))]),
      .object(["type": "vortex", "position": center, "radius": 1, "strength": .number(2 * outwards * omega)]),
    ]
  }
}
