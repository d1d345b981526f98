/// One way in which a script comes to a place: where it begins, when, and with which parameters.
package struct ScriptPath {
  package var context: ScriptContext
  /// The token at which the body of the function begins that nothing in the file calls; −1 for the script itself.
  package var root: Int
  /// The name of that function, or of the event that it waits for.
  package var rootName: String?

  package init(context: ScriptContext = .start, root: Int = -1, rootName: String? = nil) {
    (self.context, self.root, self.rootName) = (context, root, rootName)
  }
}

extension ScriptEvaluator {
  /// The most ways that are followed to one place.
  static let maximumPaths = 600

  /// The ways in which the script comes to a token, through calls, timers and loops.
  package func paths(to index: Int) throws(ScriptMistake) -> [ScriptPath] {
    bodiesOnTheWay.removeAll()
    return try pathsWithin(index)
  }

  private func pathsWithin(_ index: Int) throws(ScriptMistake) -> [ScriptPath] {
    let function = script.function(around: index)
    if let loop = script.loop(around: index, outerEnd: function?.body.lowerBound ?? 0) {
      return Array(try pathsWithin(loop.keyword).flatMap { rounds(of: loop, $0) }.prefix(Self.maximumPaths))
    }
    guard let function else { return [ScriptPath(context: ScriptContext(), root: -1)] }
    let body = function.body.lowerBound
    guard bodiesOnTheWay.count < 12, !bodiesOnTheWay.contains(body) else { return [] }
    bodiesOnTheWay.append(body)
    defer { bodiesOnTheWay.removeLast() }
    var paths: [ScriptPath] = []
    let callers = script.callers(of: function)
    for caller in callers where !caller.isRecursive {
      for outer in try pathsWithin(caller.call) {
        guard paths.count < Self.maximumPaths else { break }
        paths += try entering(function, by: caller, outer)
      }
    }
    if paths.isEmpty {
      paths = [ScriptPath(context: ScriptContext(), root: body, rootName: function.name ?? script.event(of: function))]
    }
    // A function that asks to be called again is repeated.
    if let again = callers.first(where: { $0.isRecursive && $0.timing != .now }) {
      var repeated: [ScriptPath] = []
      for path in paths {
        let interval = again.timing == .frame ? 1000.0 / 60 : try delay(of: again, path.context) ?? 100
        repeated += repetitions(of: path, function, again, interval: interval, isDelayed: false)
      }
      paths = repeated
    }
    return Array(paths.prefix(Self.maximumPaths))
  }

  // MARK: Callers

  /// The ways into a function by one of its callers.
  private func entering(
    _ function: ScriptFunction, by caller: ScriptCaller, _ outer: ScriptPath
  ) throws(ScriptMistake) -> [ScriptPath] {
    var path = outer
    let body = function.body.lowerBound
    switch caller.timing {
    case .now:
      if let bracket = caller.arguments { bind(function, to: try arguments(bracket, outer.context), in: &path.context) }
      path.context.times[body] = path.context.milliseconds
      return [path]
    case .delay, .frame:
      path.context.milliseconds +=
        caller.timing == .frame ? 1000.0 / 60 : max(0, try delay(of: caller, outer.context) ?? 0)
      path.context.times[body] = path.context.milliseconds
      return [path]
    case .interval:
      let interval = try delay(of: caller, outer.context) ?? 250
      return repetitions(of: path, function, caller, interval: interval, isDelayed: true)
    case .elements:
      // forEach and map of a list that is written in the file; any other list counts as one element that is not known.
      guard let list = caller.list, let elements = elements(ofListAt: list, outer.context) else { return [path] }
      return elements.prefix(Self.maximumRounds).enumerated().map { number, element in
        var path = path
        let place = ScriptValue(.number(Double(number)), element.tokens)
        bind(function, to: [element, place], in: &path.context)
        path.context.repetition = (outer.context.repetition ?? 0) &* 211 &+ number
        path.context.times[body] = path.context.milliseconds
        return path
      }
    }
  }

  /// The elements of a list that is written at a token, or whose name stands there.
  private func elements(ofListAt index: Int, _ context: ScriptContext) -> [ScriptValue]? {
    if script.isSign(index, "[") { return (try? list(index, context))?.0.elements }
    guard let name = script.word(index), !script.isSign(index - 1, ".") else { return nil }
    return (try? value(of: name, at: index, context))?.elements
  }

  /// The delay of a timer in milliseconds; nil if it is not known.
  private func delay(of caller: ScriptCaller, _ context: ScriptContext) throws(ScriptMistake) -> Double? {
    guard let bracket = caller.arguments else { return nil }
    let values = try arguments(bracket, context)
    guard values.count > 1, let milliseconds = values[1].asNumber, !values[1].isUnknown else { return nil }
    return min(max(0, milliseconds), 600_000)
  }

  // MARK: Repetition

  /// The longest time for which something is repeated, and the time if nothing says how long it is, in milliseconds.
  private static let longestRepetition = 10_000.0
  private static let usualRepetition = 3_000.0

  private func repetitions(
    of path: ScriptPath, _ function: ScriptFunction, _ caller: ScriptCaller, interval: Double, isDelayed: Bool
  ) -> [ScriptPath] {
    // Browsers wait for at least a millisecond.
    let interval = max(1, interval)
    let start = path.context.milliseconds
    let end = self.end(of: function, caller, path.context)
    let length = min(Self.longestRepetition, (end ?? start + Self.usualRepetition) - start)
    let count = max(1, min(Self.maximumPaths, Int((length / interval).rounded(.up))))
    let seconds = ScriptValue.decimal((length / 100).rounded() / 10)
    var doubt =
      "line \(script.line(caller.call)): repeated every \(ScriptValue.decimal((interval * 10).rounded() / 10)) ms for \(seconds) s"
    if end == nil {
      doubt += ", since the script does not say plainly when it ends"
    } else if length < (end ?? 0) - start {
      doubt += ", the longest time that is carried over"
    }
    return (0..<count).map { number in
      var repeated = path
      let time = start + Double(number + (isDelayed ? 1 : 0)) * interval
      repeated.context.milliseconds = time
      repeated.context.times[function.body.lowerBound] = time
      repeated.context.repetition = (path.context.repetition ?? 0) &* 1009 &+ number
      if !repeated.context.doubts.contains(doubt) { repeated.context.doubts.append(doubt) }
      return repeated
    }
  }

  /// When a repeated function ends, in milliseconds: at a moment that it compares with, or when another timer clears its interval.
  private func end(of function: ScriptFunction, _ caller: ScriptCaller, _ context: ScriptContext) -> Double? {
    for index in function.body.prefix(600) where script.token(index).kind == .word {
      if script.isSign(index - 1, ".") || script.isSign(index + 1, ":") || script.isSign(index + 1, "(") { continue }
      guard script.binding(of: script.text(index), at: index) != nil,
        let value = try? value(of: script.text(index), at: index, context),
        case .moment(let moment) = value.kind, moment > context.milliseconds
      else { continue }
      return moment
    }
    for place in script.occurrences(of: "clearInterval") {
      guard let clearing = script.function(around: place),
        let timer = script.callers(of: clearing).first(where: { $0.timing == .delay && !$0.isRecursive }),
        let milliseconds = try? delay(of: timer, context)
      else { continue }
      return context.milliseconds + milliseconds
    }
    return nil
  }

  // MARK: Loops

  /// The most rounds of a loop.
  private static let maximumRounds = 200

  private func rounds(of loop: ScriptLoop, _ path: ScriptPath) -> [ScriptPath] {
    func with(_ value: ScriptValue, _ number: Int) -> ScriptPath {
      var round = path
      if let variable = loop.variable { round.context.values[variable] = value }
      round.context.repetition = (path.context.repetition ?? 0) &* 211 &+ number
      return round
    }
    if let list = loop.list {
      guard let elements = (try? expression(list, 1, path.context))?.value.elements else { return [path] }
      return elements.prefix(Self.maximumRounds).enumerated().map { with($0.element, $0.offset) }
    }
    guard let variable = loop.variable, let first = loop.first, let condition = loop.condition,
      var number = (try? expression(first, 1, path.context))?.value.number
    else { return [path] }
    let step = loop.step.flatMap { (try? expression($0, 1, path.context))?.value.number } ?? 1
    guard step != 0 else { return [path] }
    var found: [ScriptPath] = []
    while found.count < Self.maximumRounds {
      let round = with(ScriptValue(.number(number), variable..<variable + 1), found.count)
      guard let goesOn = (try? expression(condition, 1, round.context))?.value.truth else { break }
      if !goesOn { return found }
      found.append(round)
      number += loop.isDescending ? -step : step
    }
    // It is not known how often the loop runs.
    return found.count == Self.maximumRounds ? found : [path]
  }
}
