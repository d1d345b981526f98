import Presets

/// A value over a particle's life in pixi particle-emitter: keys at fractions 0 ... 1 of the lifetime.
struct PixiList {
  var keys: [(at: Double, value: Double)] = []
  var isStepped = false

  var first: Double { keys.first?.value ?? 1 }
  var isConstant: Bool { keys.allSatisfy { $0.value == first } }

  /// The value of the largest magnitude, with its sign.
  var largest: Double { keys.map(\.value).max { abs($0) < abs($1) } ?? 0 }

  init() {}

  init(_ start: Double, _ end: Double) { keys = [(0, start), (1, end)] }

  /// Reads {"list": [{"value", "time"}], "isStepped", "ease"}, or {"start", "end"}.
  init?(_ object: SourceObject?, in range: ClosedRange<Double> = -1e5...1e5) {
    self.init()
    guard let object else { return nil }
    if let (node, path) = object.find("list"), let elements = node.elements {
      for (index, element) in elements.prefix(256).enumerated() {
        let entry = SourceObject(element, path: "\(path)[\(index)]", object.reading)
        guard let value = entry.number("value", in: range) else { continue }
        keys.append((entry.number("time", in: 0...1) ?? 0, value))
      }
      keys.sort { $0.at < $1.at }
      isStepped = object.flag("isStepped") ?? false
      object.reportLeftOut(["ease"], .unsupported, "an easing of the whole list; values are interpolated linearly")
    } else if let start = object.number("start", in: range) {
      self = PixiList(start, object.number("end", in: range) ?? start)
    }
    guard !keys.isEmpty else { return nil }
  }

  /// The list as the library plays speeds: a changing speed below 0 turns the particle around at each update, so that it stays where it is.
  var asSpeeds: (list: PixiList, hasStops: Bool) {
    guard !isConstant, keys.contains(where: { $0.value < 0 }) else { return (self, false) }
    var list = self
    list.keys = []
    for (index, key) in keys.enumerated() {
      if index > 0, !isStepped, (keys[index - 1].value < 0) != (key.value < 0) {
        // The time at which the speed passes 0.
        let before = keys[index - 1]
        let share = before.value / (before.value - key.value)
        list.keys.append((before.at + (key.at - before.at) * share, 0))
      }
      list.keys.append((key.at, max(0, key.value)))
    }
    return (list, true)
  }

  /// The values, divided by `base`, as a curve of the preset language.
  func curve(base: Double) -> Written {
    guard base != 0 else { return [0, 0] }
    var result: [(at: Double, value: Double)] = []
    for (index, key) in keys.enumerated() {
      // A step is written as a change within a thousandth of the lifetime.
      if isStepped, index > 0, key.at - 0.001 > (result.last?.at ?? 0) {
        result.append((key.at - 0.001, keys[index - 1].value / base))
      }
      result.append((key.at, key.value / base))
    }
    if result.count == 1 { result.append((1, result[0].value)) }
    return .curve(result)
  }
}

/// Reads how particles of pixi particle-emitter move and rotate. Angles are in degrees, clockwise from the right.
struct PixiMotion {
  /// Speed over life, before the random factor of each particle.
  var speed: PixiList?
  /// The random factor of a particle's speed is between this and 1.
  var minimumSpeedFactor = 1.0
  /// Direction of flight, and rotation at birth.
  var direction = Span(0, 0)
  /// Whether `direction` is relative to the direction from the emitter's middle to the place of birth.
  var isOutwards = false
  /// Degrees a second.
  var spin = Span(0, 0)
  /// Degrees a second squared.
  var spinAcceleration = 0.0
  var showsRotation = true
  /// Speed at birth where `speed` is nil.
  var startSpeed: Span?
  var acceleration = (x: 0.0, y: 0.0)
  /// 0 for no limit.
  var maximumSpeed = 0.0
  var followsMotion = false
  /// Directions of the particles of one wave, relative to `direction`; nil if they do not differ.
  var fan: [Double]?

  private static let accelerationReason =
    "exact for the mean lifetime; particles that live longer or shorter make the same turn"

  /// Reads a behaviour; false if it does not concern motion.
  mutating func read(_ type: String, _ config: SourceObject) -> Bool {
    switch type {
    case "moveSpeed":
      speed = PixiList(config.object("speed"))
      minimumSpeedFactor = config.number("minMult", in: 0...1) ?? 1
    case "movePath":
      speed = PixiList(config.object("speed"))
      minimumSpeedFactor = config.number("minMult", in: 0...1) ?? 1
      config.reportLeftOut(["path"], .unsupported, "formulas of paths are not read; particles fly straight")
    case "moveSpeedStatic":
      startSpeed = Span(config.number("min") ?? 0, config.number("max") ?? 0)
    case "moveAcceleration":
      readAcceleration(config.object("accel"), config.number("maxSpeed", in: 0...1e6))
      startSpeed = Span(config.number("minStart") ?? 0, config.number("maxStart") ?? 0)
      followsMotion = config.flag("rotate") ?? false
    case "rotation":
      direction = Span(config.number("minStart") ?? 0, config.number("maxStart") ?? 0)
      spin = Span(config.number("minSpeed") ?? 0, config.number("maxSpeed") ?? 0)
      spinAcceleration = config.number("accel") ?? 0
      if spinAcceleration != 0 { config.reportApproximated("accel", Self.accelerationReason) }
    case "rotationStatic":
      direction = Span(config.number("min") ?? 0, config.number("max") ?? 0)
    case "noRotation":
      showsRotation = false
      direction = config.number("rotation").map { Span($0, $0) } ?? direction
    default: return false
    }
    return true
  }

  private mutating func readAcceleration(_ object: SourceObject?, _ maximum: Double?) {
    acceleration = (object?.number("x") ?? 0, object?.number("y") ?? 0)
    maximumSpeed = maximum ?? 0
  }

  /// Reads the keys of versions 1 and 2, which have no behaviours.
  mutating func readFlat(_ root: SourceObject) {
    speed = PixiList(root.object("speed"))
    minimumSpeedFactor =
      root.object("speed")?.number("minimumSpeedMultiplier", in: 0...1)
      ?? root.number("minimumSpeedMultiplier", in: 0...1) ?? 1
    if let extra = root.object("extraData"), extra.has("path") {
      extra.reportLeftOut(["path"], .unsupported, "formulas of paths are not read; particles fly straight")
    }
    if let object = root.object("acceleration") { readAcceleration(object, nil) }
    maximumSpeed = root.number("maxSpeed", in: 0...1e6) ?? 0
    if acceleration != (0, 0), let list = speed {
      startSpeed = Span(list.first * minimumSpeedFactor, list.first)
      speed = nil
    }
    direction = root.span("startRotation") ?? direction
    spin = root.span("rotationSpeed") ?? spin
    spinAcceleration = root.number("rotationAcceleration") ?? 0
    if root.flag("noRotation") == true { showsRotation = false }
    if spinAcceleration != 0 { root.reportApproximated("rotationAcceleration", Self.accelerationReason) }
  }

  /// Keys of motion for each cell: one cell, or one for each direction of a wave.
  ///
  /// - Parameter life: the particles' lifetime in seconds.
  func cellKeys(_ reading: Reading, life: Span) -> [WrittenObject] {
    guard let fan, !fan.isEmpty else { return [keys(reading, life: life)] }
    return fan.map { degrees in
      var motion = self
      motion.direction = Span(direction.low + degrees, direction.high + degrees)
      return motion.keys(reading, life: life)
    }
  }

  private func keys(_ reading: Reading, life: Span) -> WrittenObject {
    var keys = WrittenObject()
    if let speed {
      let (list, hasStops) = speed.asSpeeds
      if hasStops {
        reading.note(
          "speed", .approximated, "while a changing speed is below 0, particles stay where they are, as in the library")
      }
      let largest = list.largest
      // Below 0 particles fly backwards.
      keys.set("velocity", Span(largest, largest * minimumSpeedFactor).ascending)
      if !list.isConstant { keys["velocityOverLife"] = list.curve(base: largest) }
    } else if let startSpeed {
      keys.set("velocity", Span(min(startSpeed.low, startSpeed.high), max(startSpeed.low, startSpeed.high)))
      keys.set("xAcceleration", acceleration.x)
      keys.set("yAcceleration", acceleration.y)
      if maximumSpeed > 0 {
        keys["forces"] = .list([.object(["type": "speedLimit", "maximum": .number(maximumSpeed)])])
      }
    }
    let direction = Span(min(self.direction.low, self.direction.high), max(self.direction.low, self.direction.high))
    if isOutwards { keys["emissionFrom"] = "normal" }
    keys.set("emissionLongitude", direction.mean)
    keys.set("emissionRange", min(360, direction.width))
    guard showsRotation else { return keys }
    let isSpinning = spin.low != 0 || spin.high != 0 || spinAcceleration != 0
    let hasDirections = direction.width > 0 || isOutwards || fan != nil
    if followsMotion || (!isSpinning && hasDirections && (speed?.largest ?? startSpeed?.high ?? 0) != 0) {
      // In pixi such particles keep the direction of flight as their rotation.
      keys["alignToMotion"] = true
    } else {
      keys.set("rotation", direction)
    }
    keys.set("spin", Span(min(spin.low, spin.high), max(spin.low, spin.high)))
    if isSpinning, direction.width > 0 {
      reading.note("rotation", .approximated, "a particle's rotation at birth and its direction are two random numbers")
    }
    if spinAcceleration != 0 {
      // The angle spinAcceleration × age² ÷ 2 grows with the square of the age up to `turn` at the end of life, as easeInQuad does.
      keys["turn"] = .number(spinAcceleration * life.mean * life.mean / 2)
      keys["travelEase"] = "easeInQuad"
    }
    return keys
  }
}
