import JSON
import Lanes
import Presets

/// Imports calls of canvas-confetti: the options of one call, or a list of calls with their times ("time" in seconds or "delay" in
/// milliseconds).
///
/// canvas-confetti moves a piece in steps of 1/60 s. Each step multiplies its speed by `decay` and moves it by `drift` pixels to the right
/// and `gravity` × 3 pixels down: both are constant velocities, not accelerations. Drag and an offset over life give the same trajectory.
struct CanvasConfetti {
  let root: SourceObject

  init(_ root: SourceObject) { self.root = root }

  private static let stepsPerSecond = 60.0

  /// The most bursts of one emitter that are carried over.
  private static let maximumBursts = 1024

  /// Converts the calls to a preset (`PresetWriting`, a preset that is being put together).
  func preset() throws(ImportError) -> PresetWriting {
    root.reading.note(
      "canvas", .chosen, "1280 × 720, the size of a page's window; black in a movie, clear with --alpha")
    var preset = PresetWriting(width: 1280, height: 720, durationSeconds: 0)
    let calls = calls()
    guard calls.count <= 4096 else {
      throw ImportError("\(root.reading.document.name): \(calls.count) calls; at most 4096 are read.")
    }
    var emitters: [Emitter] = []
    for merging in Merging.allCases {
      emitters = self.emitters(of: calls, merging, &preset)
      if emitters.count <= ImportLimits.emitters { break }
    }
    guard emitters.count <= ImportLimits.emitters else {
      throw ImportError(
        "\(root.reading.document.name): calls with \(emitters.count) different options; at most \(ImportLimits.emitters) become emitters."
      )
    }
    preset.layers = emitters.enumerated().map { index, emitter in
      var cell: WrittenObject = ["name": "piece"]
      // `timesAmount` writes the formula "= count * amount", so that the knob `amount` scales the bursts.
      if emitter.bursts.count == 1, emitter.bursts[0].seconds == 0 {
        cell["burst"] = .timesAmount(emitter.bursts[0].count)
      } else {
        if emitter.bursts.count > Self.maximumBursts {
          root.reading.note(
            "bursts", .clamped, "of \(emitter.bursts.count) equal calls the first 1024 are carried over")
        }
        cell["bursts"] = .list(
          emitter.bursts.prefix(Self.maximumBursts).sorted { $0.seconds < $1.seconds }
            .map { .list([.number($0.seconds), .timesAmount($0.count)]) })
      }
      cell.add(emitter.cell)
      var written: WrittenObject = ["position": emitter.position]
      written["cells"] = .list([.object(cell)])
      let name = emitters.count == 1 ? "confetti" : "confetti\(index + 1)"
      return ["name": .text(name), "emitter": .object(written)]
    }
    return preset
  }

  /// Which calls become bursts of one emitter. The first case that gives no more emitters than `ImportLimits.emitters` is used.
  private enum Merging: CaseIterable {
    /// Calls with equal options and equal places.
    case equal
    /// Calls that differ only in place: the emitter moves from one place to the next.
    case places
    /// Calls that differ in place and in some numbers, which become random ranges.
    case numbers
    /// Calls that differ in direction and speed, too.
    case directions

    /// Whether calls that differ in numbers such as `ticks` become one emitter.
    var mergesNumbers: Bool { self == .numbers || self == .directions }
  }

  /// An emitter of several calls.
  private struct Emitter {
    /// Equal for calls that may be merged.
    var mergeKey: String
    /// The first call, its ranges widened by those of the others.
    var merged: ConvertedCall
    var bursts: [(seconds: Double, count: Double)]
    /// Where the emitter is at which times, as fractions of the canvas's width and height.
    var places: [(seconds: Double, x: Double, y: Double)]
    /// The keys of the emitter's cell, from its first call. With `Merging.numbers` the ranges of `merged` are added when all calls have
    /// been merged.
    var cell: WrittenObject

    /// The emitter's position in per cent of the canvas; if the emitter moves, positions with their times.
    var position: Written {
      func point(_ place: (seconds: Double, x: Double, y: Double)) -> Written {
        .list([.text("\(Written.decimal(place.x * 100))%"), .text("\(Written.decimal(place.y * 100))%")])
      }
      guard let first = places.first, places.contains(where: { $0.x != first.x || $0.y != first.y }) else {
        return places.first.map(point) ?? ["50%", "50%"]
      }
      return .object(["keys": .list(places.map { .list([.number($0.seconds), point($0)]) })])
    }
  }

  /// Merges calls into emitters, and makes the preset as long as the calls.
  private func emitters(
    of calls: [(options: SourceObject, seconds: Double)], _ merging: Merging, _ preset: inout PresetWriting
  ) -> [Emitter] {
    var emitters: [Emitter] = []
    let indicesByTime = calls.indices.sorted { (calls[$0].seconds, $0) < (calls[$1].seconds, $1) }
    for call in merging == .equal ? calls : indicesByTime.map({ calls[$0] }) {
      let converted = convert(call.options, merging)
      preset.durationSeconds = max(preset.durationSeconds, call.seconds + converted.lifetimeSeconds + 0.1)
      let placeKey = merging == .equal ? "\(converted.x) \(converted.y)" : ""
      let mergeKey = Written.object(converted.cell).laidOut() + placeKey
      let place = (seconds: call.seconds, x: converted.x, y: converted.y)
      let index = emitters.firstIndex { emitter in
        guard emitter.mergeKey == mergeKey, let last = emitter.places.last else { return false }
        // An emitter that moves can be at only one place at a time.
        return merging == .equal || last.seconds < call.seconds || (last.x == converted.x && last.y == converted.y)
      }
      if let index, merging == .equal || emitters[index].bursts.count < Self.maximumBursts {
        emitters[index].bursts.append((call.seconds, converted.count))
        if emitters[index].places.last?.seconds != call.seconds { emitters[index].places.append(place) }
        emitters[index].merged.widen(toInclude: converted)
      } else {
        emitters.append(
          Emitter(
            mergeKey: mergeKey, merged: converted, bursts: [(call.seconds, converted.count)], places: [place],
            cell: converted.cell))
      }
    }
    guard merging.mergesNumbers else { return emitters }
    for key in ["ticks", "gravity", "drift", "scalar"]
      + (merging == .directions ? ["angle", "spread", "startVelocity"] : [])
    {
      for call in calls {
        call.options.reportApproximated(
          key,
          "many calls differ in it; each piece has a random number in the range of the calls' numbers, or (gravity, drift) their mean"
        )
      }
    }
    return emitters.map { emitter in
      var emitter = emitter
      emitter.cell.add(emitter.merged.varyingKeys(sprites: { scalar in sprites(calls[0].options, scalar) }))
      if merging == .directions { emitter.cell.add(emitter.merged.directionKeys) }
      return emitter
    }
  }

  /// The options of all calls with their times.
  private func calls() -> [(options: SourceObject, seconds: Double)] {
    func call(_ object: SourceObject) -> (SourceObject, Double) {
      let seconds = object.number("time", in: 0...600) ?? (object.number("delay", in: 0...600_000) ?? 0) / 1000
      return (object.object("options") ?? object, seconds)
    }
    if let elements = root.node.elements {
      return elements.enumerated().compactMap { index, element in
        element.members == nil ? nil : call(SourceObject(element, path: "[\(index)]", root.reading))
      }
    }
    return root.has("calls") ? root.objects("calls").map(call) : [call(root)]
  }

  /// A call, converted to the preset language.
  private struct ConvertedCall {
    /// The place, as fractions of the canvas's width and height.
    var x, y: Double
    /// The number of pieces.
    var count: Double
    /// How long the pieces live.
    var lifetimeSeconds: Double
    var cell = WrittenObject()
    /// Numbers in which merged calls may differ: ranges that include those of all merged calls.
    var ticks, gravity, drift, scalar: Span
    /// The directions of flight in degrees, counter-clockwise from the right, and the speeds at birth in points a second.
    var directions, speeds: Span

    mutating func widen(toInclude other: ConvertedCall) {
      func union(_ one: Span, _ two: Span) -> Span { Span(min(one.low, two.low), max(one.high, two.high)) }
      ticks = union(ticks, other.ticks)
      gravity = union(gravity, other.gravity)
      drift = union(drift, other.drift)
      scalar = union(scalar, other.scalar)
      directions = union(directions, other.directions)
      speeds = union(speeds, other.speeds)
    }

    /// The keys of a cell that say where its pieces fly.
    var directionKeys: WrittenObject {
      var keys = WrittenObject()
      keys.set("velocity", speeds)
      keys["emissionLongitude"] = .number(-directions.mean)
      keys.set("emissionRange", min(360, directions.width))
      return keys
    }

    /// The keys of a cell that follow from the numbers in which merged calls may differ.
    ///
    /// - Parameter sprites: makes the sprites for a value of canvas-confetti's `scalar`, the factor of their size.
    func varyingKeys(sprites: (_ scalar: Double) -> Written) -> WrittenObject {
      var keys = WrittenObject()
      keys["sprite"] = sprites(max(0.01, scalar.mean))
      if scalar.width > 0 { keys["scaleRange"] = .number(scalar.width / max(0.01, scalar.mean)) }
      keys.set("lifetime", ticks * (1 / CanvasConfetti.stepsPerSecond))
      if gravity.mean != 0 || drift.mean != 0 {
        keys["offsetOverLife"] = .list([
          .list([0, [0, 0]]),
          .list([1, .list([.number(drift.mean * ticks.mean), .number(3 * gravity.mean * ticks.mean)])]),
        ])
      }
      return keys
    }
  }

  /// Converts a call's options.
  ///
  /// - Parameter merging: which keys are left out, to be added when calls are merged.
  private func convert(_ options: SourceObject, _ merging: Merging) -> ConvertedCall {
    reportKeysLeftOut(options)
    let origin = options.object("origin")
    let percent = origin == nil ? options.object("position") : nil
    let x = origin?.number("x", in: -10...10) ?? percent?.number("x", in: -1000...1000).map { $0 / 100 } ?? 0.5
    let y = origin?.number("y", in: -10...10) ?? percent?.number("y", in: -1000...1000).map { $0 / 100 } ?? 0.5
    // tsParticles' own confetti says `count` too, and its positions are in per cent.
    let count = options.number("particleCount", "count", in: 0...100_000) ?? 50
    let ticks = options.number("ticks", in: 1...100_000) ?? 200
    let decay = options.number("decay", in: 0.0001...1) ?? 0.9
    let speed = options.number("startVelocity", in: -1e4...1e4) ?? 45
    let gravity = options.number("gravity", in: -1e3...1e3) ?? 1
    let drift = options.number("drift", in: -1e3...1e3) ?? 0
    let scalar = options.number("scalar", in: 0.01...100) ?? 1
    let lifetimeSeconds = ticks / Self.stepsPerSecond

    var converted = ConvertedCall(
      x: x, y: y, count: count.rounded(.down), lifetimeSeconds: lifetimeSeconds, ticks: Span(ticks, ticks),
      gravity: Span(gravity, gravity), drift: Span(drift, drift), scalar: Span(scalar, scalar),
      directions: Span(0, 0), speeds: Span(0, 0))
    var cell = WrittenObject()
    let sprite = sprites(options, scalar)
    if !merging.mergesNumbers { cell.add(converted.varyingKeys { _ in sprite }) }
    // After n steps a piece has flown speed·(1 − decayⁿ) ÷ (1 − decay). With drag k it has flown velocity·(1 − e^−kt) ÷ k at t = n/60.
    // The two are equal for k = −60·ln decay and velocity = speed·k ÷ (1 − decay).
    let drag = min(1e3, -Self.stepsPerSecond * Lanes.log(decay))
    let velocity = decay < 1 ? speed * drag / (1 - decay) : speed * Self.stepsPerSecond
    // A piece's initial speed is random, from 0.5 to 1.5 × startVelocity.
    converted.speeds = Span(velocity, plusMinus: velocity / 2)
    converted.directions = Span(options.number("angle") ?? 90, plusMinus: (options.number("spread") ?? 45) / 2)
    if merging != .directions { cell.add(converted.directionKeys) }
    cell.set("drag", drag)
    if options.flag("flat") != true {
      // The piece sways by 5 pixels × `scalar` to each side, by 0.05 to 0.11 radians a step, and tumbles by 0.1 radians a step.
      let swayHertz = Span(0.05, 0.11) * (Self.stepsPerSecond / (2 * .pi))
      // Where merged calls may differ in `scalar`, it must not change the cell that they share.
      let sway = merging.mergesNumbers ? 5 : 5 * scalar
      cell["swayAmplitude"] = .list([.number(sway), .number(sway)])
      cell["swayFrequency"] = .list([.number(swayHertz.mean), .number(swayHertz.mean)])
      cell["swayFrequencyRange"] = .list([.number(swayHertz.width), .number(swayHertz.width)])
      cell["swayPhaseRange"] = 360
      cell["rotationRange"] = 360
      cell["tumbleRange"] = 360
      cell["tumbleSpeed"] = .number(0.1 * Self.stepsPerSecond * 180 / .pi)
    }
    let colors = colors(options)
    if colors.count == 1 { cell["color"] = .text(colors[0]) } else { cell["colors"] = .list(colors.map { .text($0) }) }
    cell["alphaOverLife"] = [1, 0]
    converted.cell = cell
    return converted
  }

  private func reportKeysLeftOut(_ options: SourceObject) {
    options.reportLeftOut(
      ["zIndex", "disableForReducedMotion", "useWorker", "resize", "canvas"], .meaningless,
      "it concerns the web page, and a movie has none")
  }
}
