import Presets

/// The colours of a cell from tsParticles' options.
struct TSLook {
  var colors: [SourceColor]
  /// Degrees a second by which the hue turns; nil if it does not.
  var hueSpeed: Double?

  /// Keys of colour of a cell.
  ///
  /// - Parameter seconds: the lifetime, during which a hue turns.
  func keys(opacity: Double, seconds: Double) -> WrittenObject {
    var keys = WrittenObject()
    if let hueSpeed, hueSpeed != 0, let color = colors.first {
      let turnDegrees = max(-3600, min(3600, hueSpeed * seconds))
      // A stop at least every 15° of hue, since colours between stops are mixed in sRGB.
      let steps = max(1, min(120, Int((abs(turnDegrees) / 15).rounded(.up))))
      keys["colorOverLife"] = .list(
        (0...steps).map { .text(color.turned(byDegrees: turnDegrees * Double($0) / Double(steps)).opaqueCSS) })
      keys["interpolation"] = "srgb"
      if opacity < 1 {
        keys["color"] = .text(SourceColor(red: 1, green: 1, blue: 1, alpha: opacity).css)
      }
      return keys
    }
    func css(_ color: SourceColor) -> Written {
      var color = color
      color.alpha = opacity
      return .text(color.css)
    }
    switch colors.count {
    case 0: if opacity < 1 { keys["color"] = css(.white) }
    case 1: if colors[0] != .white || opacity < 1 { keys["color"] = css(colors[0]) }
    default: keys["colors"] = .list(colors.map(css))
    }
    return keys
  }
}

extension TSCell {
  /// The colours of the particles: those that their emitter gives them, or else their own.
  func look() -> TSLook {
    let own = options.fillColors(reading)
    let hueSpeed = options.hueSpeed(reading, colorCount: own.count)
    if let spawnedColors { return TSLook(colors: spawnedColors) }
    return TSLook(colors: own, hueSpeed: hueSpeed)
  }

  // MARK: Rotation

  /// Degrees a second of a rotation with a speed of 1, which is 1/360 of a radian an update.
  private static let degreesPerSpeed = 60.0 / 360 * 180 / Double.pi

  /// Keys of rotation in the picture's plane, of tilting and rolling, and of the sway of a wobble.
  func rotations() -> WrittenObject {
    var keys = WrittenObject()
    setRotation(options.object("rotate"), options.span("rotate", in: -3600...3600), ("rotation", "spin"), &keys)
    if options.object("rotate").flag("path") == true { keys["alignToMotion"] = true }
    let tilt = options.object("tilt")
    if tilt.flag("enable") == true {
      setRotation(tilt, tilt.span("value", in: -3600...3600), ("tilt", "tiltSpeed"), &keys)
    } else {
      tilt.reportLeftOut(["value", "animation", "direction"], .meaningless, "tilting is not enabled")
    }
    let roll = options.object("roll")
    if roll.flag("enable") == true {
      let speed = roll.span("speed", in: 0...1e4) ?? Span(25, 25)
      keys["tumbleRange"] = 360
      keys.set("tumbleSpeed", speed * Self.degreesPerSpeed)
      let darken = roll.object("darken")
      if darken.flag("enable") == true {
        keys["backShade"] = .number(max(0, 1 - (darken.number("value", in: 0...100) ?? 0) / 100))
      }
      roll.reportLeftOut(["value"], .meaningless, "the library does not read it")
      roll.reportLeftOut(["mode", "enlighten", "backColor"], .unsupported, "particles roll about one axis")
    } else {
      roll.reportLeftOut(["speed", "mode", "darken", "enlighten", "backColor"], .meaningless, "rolling is not enabled")
    }
    let wobble = options.object("wobble")
    if wobble.flag("enable") == true {
      let distance = wobble.span("distance", in: 0...1e4)?.mean ?? 5
      let speed = wobble.object("speed")
      // `speed` is a number or a range, or an object that has them for `angle` and `move`.
      let angularSpeed =
        (speed.find("angle", "move") == nil
          ? wobble.span("speed", in: -1e4...1e4) : speed.span("angle", in: -1e4...1e4))
        ?? Span(50, 50)
      speed.reportLeftOut(["move"], .unsupported, "the sway is made of angle and distance")
      // A speed of 1 is 1/360 of a radian an update.
      let hertz = angularSpeed * (60 / 360 / (2 * .pi))
      keys["swayAmplitude"] = .list([.number(distance), 0])
      keys["swayFrequency"] = .list([.number(hertz.mean), .number(hertz.mean)])
      if hertz.width > 0 { keys["swayFrequencyRange"] = .list([.number(hertz.width), .number(hertz.width)]) }
      keys["swayPhaseRange"] = 360
      wobble.reportApproximated("distance", "a sway across")
    } else {
      wobble.reportLeftOut(["distance", "speed"], .meaningless, "wobbling is not enabled")
    }
    return keys
  }

  /// Writes an angle at birth and its speed under the keys `names`.
  private func setRotation(
    _ object: TSOptions, _ value: Span?, _ names: (angle: String, speed: String), _ keys: inout WrittenObject
  ) {
    let isRandomAngle = object.object("value").isEmpty && object.flag("random") == true
    keys.set(names.angle, isRandomAngle ? Span(0, 360) : value ?? Span(0, 0))
    let animation = object.object("animation", "anim")
    let direction = object.text("direction") ?? "clockwise"
    guard animation.flag("enable") == true else {
      animation.reportLeftOut(["speed", "sync", "decay", "delay"], .meaningless, "the animation is not enabled")
      return
    }
    var speed = (animation.span("speed", in: 0...1e4) ?? Span(0, 0)) * Self.degreesPerSpeed
    // Without `sync`, each particle has a random part of the speed.
    if animation.flag("sync") != true { speed = Span(0, speed.high) }
    switch direction {
    case "random": keys.set(names.speed, Span(-speed.high, speed.high))
    case "counter-clockwise": keys.set(names.speed, speed * -1)
    default: keys.set(names.speed, speed)
    }
    animation.reportLeftOut(["decay", "delay"], .unsupported, "the animation's own brake and delay")
  }
}
