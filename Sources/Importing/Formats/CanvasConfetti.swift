import Lanes
import Presets

/// Calls of canvas-confetti: the options of one, or a list of several with their times in seconds ("time", or "delay" in
/// milliseconds).
///
/// There a piece moves in steps of a sixtieth of a second: its speed is multiplied by `decay`, and gravity is a steady 3 pixels a
/// step, not an acceleration. Drag and an offset over life draw the same curve.
struct CanvasConfetti {
  let root: SourceObject

  init(_ root: SourceObject) { self.root = root }

  private static let stepsPerSecond = 60.0

  /// Its own seven colours.
  private static let usualColors = ["#26ccff", "#a25afd", "#ff5e7e", "#88ff5a", "#fcff42", "#ffa62d", "#ff36ff"]

  func preset() throws(ImportError) -> PresetWriting {
    root.reading.note("canvas", .chosen, "1280 × 720, the size of a page's window")
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
    preset.layers = emitters.enumerated().map { index, made in
      var cell: WrittenObject = ["name": "piece"]
      if made.bursts.count == 1, made.bursts[0].0 == 0 {
        cell["burst"] = .births(made.bursts[0].1)
      } else {
        if made.bursts.count > 1024 {
          root.reading.note("bursts", .clamped, "of \(made.bursts.count) equal calls the first 1024 are carried over")
        }
        cell["bursts"] = .list(
          made.bursts.prefix(1024).sorted { $0.0 < $1.0 }.map { .list([.number($0.0), .births($0.1)]) })
      }
      cell.add(made.cell)
      var emitter: WrittenObject = ["position": made.position]
      emitter["cells"] = .list([.object(cell)])
      let name = emitters.count == 1 ? "confetti" : "confetti\(index + 1)"
      return ["name": .text(name), "emitter": .object(emitter)]
    }
    return preset
  }

  /// Which calls are bursts of one emitter.
  private enum Merging: CaseIterable {
    /// Shots with equal options, fired from one emitter.
    case equal
    /// Shots that differ in place alone: the emitter moves from one to the next.
    case places
    /// Shots that differ in place and in numbers, of which ranges are taken.
    case numbers
  }

  /// An emitter of several calls.
  private struct Emitter {
    var key: String
    var made: Made
    var bursts: [(seconds: Double, count: Double)]
    var places: [(seconds: Double, x: Double, y: Double)]
    var cell: WrittenObject

    /// The place in per cent; of an emitter that moves, with the times at which it is there.
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

  private func emitters(
    of calls: [(options: SourceObject, seconds: Double)], _ merging: Merging, _ preset: inout PresetWriting
  ) -> [Emitter] {
    var emitters: [Emitter] = []
    let order = calls.indices.sorted { (calls[$0].seconds, $0) < (calls[$1].seconds, $1) }
    for call in merging == .equal ? calls : order.map({ calls[$0] }) {
      let made = emitter(of: call.options, isRough: merging == .numbers)
      preset.durationSeconds = max(preset.durationSeconds, call.seconds + made.seconds + 0.1)
      let key = Written.object(made.cell).laidOut() + (merging == .equal ? "\(made.x) \(made.y)" : "")
      let place = (seconds: call.seconds, x: made.x, y: made.y)
      let index = emitters.firstIndex { emitter in
        guard emitter.key == key, let last = emitter.places.last else { return false }
        return merging == .equal || last.seconds < call.seconds || (last.x == made.x && last.y == made.y)
      }
      if let index, merging == .equal || emitters[index].bursts.count < 1024 {
        emitters[index].bursts.append((call.seconds, made.count))
        if emitters[index].places.last?.seconds != call.seconds { emitters[index].places.append(place) }
        emitters[index].made.widen(by: made)
      } else {
        emitters.append(
          Emitter(key: key, made: made, bursts: [(call.seconds, made.count)], places: [place], cell: made.cell))
      }
    }
    guard merging == .numbers else { return emitters }
    for key in ["ticks", "gravity", "drift", "scalar"] {
      for call in calls {
        call.options.approximate(key, "many calls differ in it; each piece has a random one of theirs, or the mean")
      }
    }
    return emitters.map { emitter in
      var emitter = emitter
      emitter.cell.add(emitter.made.ranges(sprites: { size in sprites(calls[0].options, size) }))
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

  /// What a call comes to.
  private struct Made {
    var x, y, count, seconds: Double
    var cell = WrittenObject()
    /// Ranges of what several calls have.
    var ticks, gravity, drift, scalar: Span

    mutating func widen(by other: Made) {
      func joined(_ one: Span, _ two: Span) -> Span { Span(min(one.low, two.low), max(one.high, two.high)) }
      ticks = joined(ticks, other.ticks)
      gravity = joined(gravity, other.gravity)
      drift = joined(drift, other.drift)
      scalar = joined(scalar, other.scalar)
    }

    /// Keys of what depends on the numbers that calls may differ in.
    func ranges(sprites: (Double) -> Written) -> WrittenObject {
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

  /// - Parameter isRough: whether what depends on numbers that calls may differ in is left to `Made.ranges`.
  private func emitter(of options: SourceObject, isRough: Bool) -> Made {
    leaveKeysWithoutMeaning(options)
    let origin = options.object("origin")
    let x = origin?.number("x", in: -10...10) ?? 0.5
    let y = origin?.number("y", in: -10...10) ?? 0.5
    let count = options.number("particleCount", in: 0...100_000) ?? 50
    let ticks = options.number("ticks", in: 1...100_000) ?? 200
    let decay = options.number("decay", in: 0.0001...1) ?? 0.9
    let speed = options.number("startVelocity", in: -1e4...1e4) ?? 45
    let gravity = options.number("gravity", in: -1e3...1e3) ?? 1
    let drift = options.number("drift", in: -1e3...1e3) ?? 0
    let scalar = options.number("scalar", in: 0.01...100) ?? 1
    let seconds = ticks / Self.stepsPerSecond

    var made = Made(
      x: x, y: y, count: count.rounded(.down), seconds: seconds, ticks: Span(ticks, ticks),
      gravity: Span(gravity, gravity), drift: Span(drift, drift), scalar: Span(scalar, scalar))
    var cell = WrittenObject()
    let sprite = sprites(options, scalar)
    if !isRough { cell.add(made.ranges { _ in sprite }) }
    // After n steps a piece is (1 − decayⁿ) ÷ (1 − decay) speeds away; with drag k it is (1 − e^−kt)·velocity ÷ k, the same for
    // k = −60·ln decay and velocity = speed·k ÷ (1 − decay).
    let drag = min(1e3, -Self.stepsPerSecond * Lanes.log(decay))
    let velocity = decay < 1 ? speed * drag / (1 - decay) : speed * Self.stepsPerSecond
    // A piece's speed is between a half and one and a half of startVelocity.
    cell.set("velocity", velocity)
    cell.set("velocityRange", abs(velocity))
    cell["emissionLongitude"] = .number(-(options.number("angle") ?? 90))
    cell.set("emissionRange", min(360, abs(options.number("spread") ?? 45)))
    cell.set("drag", drag)
    if options.flag("flat") != true {
      // The piece sways by 10 pixels and tumbles by a tenth of a radian a step.
      let wobbles = Span(0.05, 0.11) * (Self.stepsPerSecond / (2 * .pi))
      let sway = isRough ? 5 : 5 * scalar
      cell["swayAmplitude"] = .list([.number(sway), .number(sway)])
      cell["swayFrequency"] = .list([.number(wobbles.mean), .number(wobbles.mean)])
      cell["swayFrequencyRange"] = .list([.number(wobbles.width), .number(wobbles.width)])
      cell["swayPhaseRange"] = 360
      cell["rotationRange"] = 360
      cell["tumbleRange"] = 360
      cell["tumbleSpeed"] = .number(0.1 * Self.stepsPerSecond * 180 / .pi)
    }
    let colors = colors(options)
    if colors.count == 1 { cell["color"] = .text(colors[0]) } else { cell["colors"] = .list(colors.map { .text($0) }) }
    cell["alphaOverLife"] = [1, 0]
    made.cell = cell
    return made
  }

  private func colors(_ options: SourceObject) -> [String] {
    guard let (node, path) = options.find("colors") else { return Self.usualColors }
    let elements = node.elements ?? [node]
    let colors = elements.prefix(1024).compactMap { element in element.string.flatMap(SourceColor.init(text:)) }
    guard !colors.isEmpty else {
      options.reading.note(path, .unreadable, "none of it is a colour; its usual seven are taken")
      return Self.usualColors
    }
    options.reading.carry(path)
    if colors.count < elements.count {
      options.reading.note(path, .unreadable, "what is no colour in it was left out")
    }
    return colors.map(\.opaqueCSS)
  }

  private func sprites(_ options: SourceObject, _ scalar: Double) -> Written {
    let usual: [Written] = [
      .object(["type": "square", "size": .list([.number(11 * scalar), .number(8 * scalar)])]),
      .sprite("disc", 9 * scalar),
    ]
    guard let (node, path) = options.find("shapes") else { return .list(usual) }
    var sprites: [Written] = []
    for (index, element) in (node.elements ?? [node]).prefix(256).enumerated() {
      let elementPath = "\(path)[\(index)]"
      switch element.string {
      case "square"?: sprites.append(usual[0])
      case "circle"?: sprites.append(usual[1])
      case "star"?: sprites.append(.object(["type": "star", "size": .number(16 * scalar), "ratio": 0.5]))
      case let word?:
        options.reading.note(
          path, .unsupported, "\(Written.quoted(String(word.prefix(40)))) is no shape of canvas-confetti")
      case nil:
        let object = SourceObject(element, path: elementPath, options.reading)
        guard element.members != nil, object.text("type") == "path", let data = object.text("path") else {
          options.reading.note(elementPath, .unsupported, "a shape from a text or a bitmap; squares stand for it")
          continue
        }
        let matrix = object.numbers("matrix") ?? []
        if !matrix.isEmpty { object.approximate("matrix", "the outline is fitted into 10 pixels, its size there") }
        sprites.append(.object(["type": "path", "path": .text(data), "size": .number(10 * scalar)]))
      }
    }
    options.reading.carry(path)
    return sprites.isEmpty ? .list(usual) : sprites.count == 1 ? sprites[0] : .list(sprites)
  }

  private func leaveKeysWithoutMeaning(_ options: SourceObject) {
    options.leave(
      ["zIndex", "disableForReducedMotion", "useWorker", "resize", "canvas"], .meaningless, "it speaks of a page")
  }
}
