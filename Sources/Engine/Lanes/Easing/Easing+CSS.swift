extension Easing {
  /// The curves of CSS's keywords and of `hold`, each with its names: as CSS spells it, in camel case, and as Core Animation
  /// calls it.
  package static let keywords: [(names: [String], easing: Easing)] = [
    (["linear"], .linear), (["ease"], .ease), (["ease-in", "easeIn"], .easeIn), (["ease-out", "easeOut"], .easeOut),
    (["ease-in-out", "easeInOut", "easeInEaseOut"], .easeInOut),
    (["step-start", "stepStart"], .steps(count: 1, jump: .start)),
    (["step-end", "stepEnd"], .steps(count: 1, jump: .end)), (["hold"], .hold),
  ]

  /// All names of curves; functions with arguments, such as `steps(n, jump)`, are not among them.
  package static let names = keywords.flatMap(\.names) + NamedEasing.allCases.map(\.rawValue)

  /// Reads a CSS easing function: `linear`, `ease`, `ease-in`, `ease-out`, `ease-in-out` (also as `easeIn` …), `step-start`,
  /// `step-end`, `hold`, a name of easings.net (`easeOutBack`), `cubic-bezier(x1, y1, x2, y2)`, `steps(n, jump)` or `linear(0,
  /// 0.3 20% 40%, 1)`.
  ///
  /// Nil if the text is no such function, if its numbers are out of CSS's range, or if they are so great or so many that no real
  /// easing has them.
  public init?(css text: String) {
    let text = Easing.trimmed(Substring(text))
    if let keyword = Easing.keywords.first(where: { $0.names.contains(String(text)) }) {
      self = keyword.easing
      return
    }
    if let name = NamedEasing(rawValue: String(text)) {
      self = .named(name)
      return
    }
    guard text.last == ")", let parenthesis = text.firstIndex(of: "(") else { return nil }
    let body = text[text.index(after: parenthesis)...].dropLast()
    let arguments = body.split(separator: ",", omittingEmptySubsequences: false).map(Easing.trimmed)
    let parsed: Easing?
    switch text[..<parenthesis] {
    case "cubic-bezier", "cubicBezier": parsed = Easing.cubicBezier(from: arguments)
    case "steps": parsed = Easing.steps(from: arguments)
    case "linear": parsed = Easing.linearPoints(from: arguments)
    default: parsed = nil
    }
    guard let parsed else { return nil }
    self = parsed
  }

  private static func cubicBezier(from arguments: [Substring]) -> Easing? {
    let numbers = arguments.compactMap(number(from:))
    guard arguments.count == 4, numbers.count == 4 else { return nil }
    guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else { return nil }
    return .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  private static func steps(from arguments: [Substring]) -> Easing? {
    guard (1...2).contains(arguments.count), let count = Int(arguments[0]), (1...1_000_000).contains(count) else {
      return nil
    }
    let jump: StepJump?
    switch arguments.count == 2 ? arguments[1] : "end" {
    case "start": jump = .start
    case "end": jump = .end
    case let word: jump = StepJump(rawValue: String(word))
    }
    // One step that jumps at neither end would never jump.
    guard let jump, count > 1 || jump != .none else { return nil }
    return .steps(count: count, jump: jump)
  }

  /// Parses the points of `linear()`, written as `y`, `y x%` or `y x% x%` (two points with the same y). Points without an x are
  /// spaced evenly between the nearest points that have one; an x below that of an earlier point is raised to that x (CSS Easing
  /// Level 2, 2.2.1).
  private static func linearPoints(from arguments: [Substring]) -> Easing? {
    // More points than any real easing has, so that no text can take much time or memory.
    guard arguments.count <= 10_000 else { return nil }
    var points: [(x: Double?, y: Double)] = []
    for argument in arguments {
      var y: Double?
      var xs: [Double] = []
      for word in argument.split(whereSeparator: \.isWhitespace) {
        if word.last == "%" {
          guard let percentage = number(from: word.dropLast()), xs.count < 2 else { return nil }
          xs.append(percentage / 100)
        } else {
          guard let value = number(from: word), y == nil else { return nil }
          y = value
        }
      }
      guard let y else { return nil }
      if xs.isEmpty { points.append((nil, y)) } else { points += xs.map { ($0, y) } }
    }
    guard points.count > 1 else { return points.first.map { .linearPoints([EasingPoint(x: 0, y: $0.y)]) } }
    points[0].x = points[0].x ?? 0
    points[points.count - 1].x = points[points.count - 1].x ?? max(1, points.compactMap(\.x).max() ?? 1)

    // Raise each x to the highest x of the points before, then space the points without an x evenly.
    var highest = -Double.infinity
    for index in points.indices {
      guard let x = points[index].x else { continue }
      highest = max(highest, x)
      points[index].x = highest
    }
    var result: [EasingPoint] = []
    var previousIndexWithX = 0
    for index in points.indices {
      if let x = points[index].x {
        previousIndexWithX = index
        result.append(EasingPoint(x: x, y: points[index].y))
        continue
      }
      let nextIndexWithX = points[index...].firstIndex { $0.x != nil } ?? points.count - 1
      let previousX = result[previousIndexWithX].x
      let nextX = points[nextIndexWithX].x ?? previousX
      let fraction = Double(index - previousIndexWithX) / Double(nextIndexWithX - previousIndexWithX)
      result.append(EasingPoint(x: previousX + (nextX - previousX) * fraction, y: points[index].y))
    }
    return .linearPoints(result)
  }

  /// Parses a finite decimal number; refuses the other forms that Double's initializer reads (hexadecimal, "nan").
  private static func number(from text: Substring) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
    guard let value = Double(text), value.magnitude <= maximumNumber else { return nil }
    return value
  }

  /// Greatest magnitude of a number, so that products of numbers stay finite.
  private static let maximumNumber = 1e6

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
