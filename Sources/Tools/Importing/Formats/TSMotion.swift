import JSON
import Lanes
import Presets

/// How particles of tsParticles move, as keys of a cell.
struct TSMotion {
  var keys = WrittenObject()
  /// Points a second.
  var speed = Span(0, 0)
  /// Downward acceleration, in points a second squared.
  var gravity = 0.0
  /// How long particles fly until they reach the height at which they are destroyed; nil if there is none.
  var secondsToDestroyBounds: Span?

  /// A rough upper estimate of how long particles stay on the canvas, 0.5 ... 20 seconds.
  var secondsOnCanvas: Span {
    let (width, height) = TSParticles.canvas
    let diagonal = (width * width + height * height).squareRoot()
    var seconds = speed.mean > 1 ? diagonal / speed.mean : 20
    if gravity != 0 {
      // Up to the top of the arc, and from there down past the edge.
      let riseSeconds = speed.high / abs(gravity)
      let fallSeconds = (2 * (height + speed.high * riseSeconds / 2) / abs(gravity)).squareRoot()
      seconds = min(seconds, riseSeconds + fallSeconds)
    }
    let bounded = min(20, max(0.5, seconds))
    return Span(bounded, bounded)
  }
}

extension TSCell {
  /// Degrees clockwise from the right.
  private static let directions: [String: Double] = [
    "top": -90, "top-right": -45, "right": 0, "bottom-right": 45, "bottom": 90, "bottom-left": 135, "left": 180,
    "top-left": -135,
  ]

  /// Reads how the particles move.
  ///
  /// - Parameter emitterDirection: an emitter's direction, which replaces the particles' own.
  func motion(_ emitterDirection: (node: JSONNode, path: String)?) -> TSMotion {
    var motion = TSMotion()
    let move = options.object("move")
    guard move.flag("enable") ?? !move.isEmpty else {
      for overlaid in move.overlaidObjects { reading.note(overlaid.path, .meaningless, "moving is not enabled") }
      return motion
    }
    let speed = move.span("speed", in: -1e4...1e4) ?? Span(2, 2)
    // A speed that is already a range ignores `random`.
    let isRandom = move.flag("random") == true && speed.width == 0
    motion.speed = (isRandom ? Span(0, speed.high) : speed) * Self.pointsPerSpeed
    motion.keys.set("velocity", motion.speed)
    setDirection(move, emitterDirection, &motion)
    if let decay = move.span("decay", in: 0...0.9999)?.mean, decay > 0 {
      // The velocity is multiplied by 1 − decay at each update.
      motion.keys["drag"] = .number(min(1e3, -Self.updatesPerSecond * Lanes.log(1 - decay)))
    }
    setGravity(move, &motion)
    setBounds(move, &motion)
    setPathAndTrail(move, &motion)
    if let drift = move.span("drift")?.mean, drift != 0 {
      // At each update tsParticles adds 1/60 of `drift` to the velocity in points an update.
      motion.keys.set("xAcceleration", drift * Self.updatesPerSecond)
    }
    let reason = "special motions, for which the preset language has no key"
    move.reportLeftOutIfEnabled(["spin", "attract"], reason)
    for key in ["vibrate", "warp", "size", "collisions"] {
      guard let (node, _, _) = move.find(key), node.members == nil else { continue }
      let isOn = move.flag(key) == true
      move.reportLeftOut([key], isOn ? .unsupported : .meaningless, isOn ? reason : "it is not enabled")
    }
    let center = move.object("center")
    center.reportLeftOut(
      ["x", "y", "mode", "radius"], .meaningless, "only particles that fly from it or towards it need it")
    move.reportLeftOut(["distance"], .unsupported, reason)
    setSecondsToDestroyBounds(&motion)
    return motion
  }

  private func setDirection(
    _ move: TSOptions, _ emitterDirection: (node: JSONNode, path: String)?, _ motion: inout TSMotion
  ) {
    var direction = move.find("direction").map { ($0.node, $0.path) }
    for overlaid in move.overlaidObjects { overlaid.carry("direction") }
    if let emitterDirection { direction = emitterDirection }
    let angle = move.object("angle")
    let width = angle.span("value", in: -3600...3600)?.mean ?? move.span("angle", in: -3600...3600)?.mean ?? 90
    let offset = angle.span("offset", in: -3600...3600)?.mean ?? 0
    let range = move.flag("straight") == true ? 0 : min(360, abs(width))
    var degrees: Double?
    if let (node, path) = direction {
      switch node.value {
      case .number(let number, _):
        reading.carry(path)
        degrees = number
      case .string(let text):
        reading.carry(path)
        if ["outside", "inside"].contains(text.lowercased()) {
          // In tsParticles such particles fly straight away from the middle of the canvas, or towards it.
          motion.keys["emissionFrom"] = "normal"
          motion.keys.set("emissionLongitude", text.lowercased() == "inside" ? 180 : 0)
          reading.note(path, .approximated, "away from the middle of the emitter, or towards it, not of the canvas")
          return
        }
        degrees = Self.directions[text.lowercased()] ?? Double(text)
        if degrees == nil, !["none", ""].contains(text.lowercased()) {
          reading.note(path, .approximated, "no fixed direction; particles fly anywhere")
        }
      default: reading.note(path, .unreadable, "a name or degrees were expected; particles fly anywhere")
      }
    }
    if let degrees {
      motion.keys.set("emissionLongitude", degrees + offset)
      motion.keys.set("emissionRange", range)
    } else {
      motion.keys["emissionRange"] = 360
    }
  }

  private func setGravity(_ move: TSOptions, _ motion: inout TSMotion) {
    let gravity = move.object("gravity")
    guard gravity.flag("enable") == true else {
      gravity.reportLeftOut(["acceleration", "maxSpeed", "inverse"], .meaningless, "gravity is not enabled")
      return
    }
    let acceleration = gravity.span("acceleration", in: -1e4...1e4)?.mean ?? 9.81
    // At each update tsParticles adds 1/60 of `acceleration` to the velocity in points an update.
    motion.gravity = (gravity.flag("inverse") == true ? -1 : 1) * acceleration * Self.updatesPerSecond
    motion.keys.set("yAcceleration", motion.gravity)
    // `maxSpeed` is in points an update.
    let limit = (gravity.span("maxSpeed", in: 0...1e4)?.mean ?? 50) * Self.updatesPerSecond
    // A limit of speed makes particles stepped, so it is left out if they leave the canvas before they are that fast.
    let greatestSpeed = motion.speed.high + abs(motion.gravity) * motion.secondsOnCanvas.mean
    if limit > 0, greatestSpeed > limit {
      motion.keys["forces"] = .list([
        .object(["type": "speedLimit", "maximum": .number(max(limit, motion.speed.high))])
      ])
      gravity.reportApproximated("maxSpeed", "the whole speed is limited, not that of falling alone")
    }
  }

  /// Writes what happens at the canvas's edges: particles bounce, wrap around, or leave.
  private func setBounds(_ move: TSOptions, _ motion: inout TSMotion) {
    // What happens at the left and right edges, and at the top and bottom ones.
    var (horizontalMode, verticalMode) = ("out", "out")
    if let (node, path, owner) = move.find("outModes", "outMode", "out_mode") {
      if node.members != nil {
        let object = SourceObject(node, path: path, reading)
        let defaultMode = object.text("default") ?? "out"
        let (left, right) = (object.text("left") ?? defaultMode, object.text("right") ?? defaultMode)
        let (top, bottom) = (object.text("top") ?? defaultMode, object.text("bottom") ?? defaultMode)
        (horizontalMode, verticalMode) = (left, bottom)
        if left != right { object.reportApproximated("right", "it behaves like the left edge") }
        if top != bottom, isPopulation || ["bounce", "split"].contains(where: [top, bottom].contains) {
          object.reportApproximated("top", "it behaves like the lower edge")
        }
      } else {
        horizontalMode = owner.text("outModes", "outMode", "out_mode") ?? "out"
        verticalMode = horizontalMode
      }
    }
    for overlaid in move.overlaidObjects { overlaid.carry("outModes", "outMode", "out_mode") }
    // Older files have a flag `bounce` in place of `outModes`.
    if move.flag("bounce") == true { (horizontalMode, verticalMode) = ("bounce", "bounce") }
    if horizontalMode == "bounce-vertical" { horizontalMode = "out" }
    if verticalMode == "bounce-horizontal" { verticalMode = "out" }
    let radius = options.span("size", in: 0...5e3)?.high ?? 3
    let restitution = options.object("bounce")
    func edge(_ mode: String, _ axis: String) -> WrittenObject? {
      switch mode {
      case "bounce", "bounce-vertical", "bounce-horizontal", "split":
        let share = restitution.object(axis).span("value", in: 0...1)?.mean ?? 1
        return [
          "type": "edges", "action": "bounce", "restitution": .number(share), "inset": .number(radius),
        ]
      // tsParticles brings a particle that has left back in at the opposite edge. An emitter's particles leave for good here.
      case "out" where isPopulation: return ["type": "edges", "action": "wrap", "inset": .number(-2 * radius)]
      default: return nil
      }
    }
    let edges = [edge(horizontalMode, "horizontal"), edge(verticalMode, "vertical")]
    restitution.reportLeftOut(["horizontal", "vertical"], .meaningless, "nothing bounces")
    // One entry without an axis stands for both axes where they are alike.
    if let both = edges[0], horizontalMode == verticalMode,
      restitution.isEmpty || edges[1].map({ Self.isEqual($0, both) }) == true
    {
      motion.keys["bounds"] = .list([.object(both)])
      return
    }
    let written = zip(edges, ["horizontal", "vertical"]).compactMap { edge, axis -> Written? in
      guard var edge else { return nil }
      edge["axis"] = .text(axis)
      return .object(edge)
    }
    if !written.isEmpty { motion.keys["bounds"] = .list(written) }
  }

  private static func isEqual(_ one: WrittenObject, _ other: WrittenObject) -> Bool {
    Written.object(one).laidOut() == Written.object(other).laidOut()
  }

  /// Writes turbulence in place of a path of noise, and a trail.
  private func setPathAndTrail(_ move: TSOptions, _ motion: inout TSMotion) {
    let path = move.object("path", "noise")
    if path.flag("enable") == true {
      let generator = path.text("generator") ?? ""
      let strength = max(50, motion.speed.mean) * 2
      let force: Written = .object(["type": "turbulence", "strength": .number(strength), "scale": 150])
      // Gravity may have set a limit of speed already.
      if case .list(let forces)? = motion.keys["forces"] {
        motion.keys["forces"] = .list(forces + [force])
      } else {
        motion.keys["forces"] = .list([force])
      }
      motion.keys["drag"] = motion.keys["drag"] ?? 1
      path.reportApproximated(
        "generator", "turbulent air is used for the path \(JSONWriter.quoted(String(generator.prefix(30))))")
      path.reportLeftOut(["options", "delay", "clamp"], .unsupported, "of the path's generator")
    } else {
      path.reportLeftOut(["options", "delay", "clamp", "generator"], .meaningless, "the path is not enabled")
    }
    // In version 4 `trail` is a key of the outermost object.
    let trail = TSOptions(move.object("trail").overlaidObjects + (reading.root.object("trail").map { [$0] } ?? []))
    if trail.flag("enable") == true {
      let length = trail.number("length", in: 1...1e4) ?? 10
      motion.keys["trail"] = .object(["duration": .number(length / Self.updatesPerSecond)])
      trail.reportApproximated("length", "a ribbon as long in time; tsParticles lets old frames fade")
      trail.reportLeftOut(["fill", "fillColor"], .unsupported, "what old frames fade into")
    } else {
      trail.reportLeftOut(["length", "fill", "fillColor"], .meaningless, "the trail is not enabled")
    }
  }

  /// Finds the time until particles reach the heights of `destroy.bounds`, which are in per cent of the canvas.
  private func setSecondsToDestroyBounds(_ motion: inout TSMotion) {
    let bounds = options.object("destroy").object("bounds")
    bounds.reportLeftOut(["left", "right"], .unsupported, "lifetimes follow from the heights alone")
    guard let heights = bounds.span("top", in: -100...200) ?? bounds.span("bottom", in: -100...200) else { return }
    bounds.reportApproximated("top", "the lifetime with which particles come to this height by their mean speed")
    bounds.reportApproximated("bottom", "the lifetime with which particles come to this height by their mean speed")
    let times = [heights.low, heights.high].compactMap { percent -> Double? in
      let distance = percent / 100 * TSParticles.canvas.height - emitterY
      let sign = distance < 0 ? -1.0 : 1
      let (speed, acceleration) = (motion.speed.mean, sign * motion.gravity)
      // |distance| = speed·t + acceleration·t²/2, both towards the bound.
      guard abs(acceleration) > 1e-9 else { return speed > 0 ? abs(distance) / speed : nil }
      let discriminant = speed * speed + 2 * acceleration * abs(distance)
      guard discriminant >= 0 else { return nil }
      let seconds = (discriminant.squareRoot() - speed) / acceleration
      return seconds > 0 ? seconds : nil
    }
    guard let first = times.first else { return }
    let last = times.last ?? first
    motion.secondsToDestroyBounds = Span(min(20, min(first, last)), min(20, max(first, last)))
  }
}
