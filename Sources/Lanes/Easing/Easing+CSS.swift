extension Easing {
  /// The keywords of CSS and `hold`, each curve with its spellings in CSS, in camel case, and in Core Animation.
  package static let keywords: [(names: [String], easing: Easing)] = [
    (["linear"], .linear), (["ease"], .ease), (["ease-in", "easeIn"], .easeIn), (["ease-out", "easeOut"], .easeOut),
    (["ease-in-out", "easeInOut", "easeInEaseOut"], .easeInOut),
    (["step-start", "stepStart"], .steps(count: 1, jump: .start)),
    (["step-end", "stepEnd"], .steps(count: 1, jump: .end)), (["hold"], .hold),
  ]

  /// Every name of a curve, without the functions that take arguments.
  package static let names = keywords.flatMap(\.names) + NamedEasing.allCases.map(\.rawValue)

  /// Reads a CSS easing function: `linear`, `ease`, `ease-in`, `ease-out`, `ease-in-out` (also as `easeIn` …),
  /// `step-start`, `step-end`, `hold`, a name of easings.net (`easeOutBack`), `cubic-bezier(x1, y1, x2, y2)`, `steps(n, jump)`, `linear(0, 0.3 20% 40%, 1)`.
  ///
  /// Nil if the text is no such function or its numbers are out of CSS's range.
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
    guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
    let body = text[text.index(after: open)...].dropLast()
    let arguments = body.split(separator: ",", omittingEmptySubsequences: false).map(Easing.trimmed)
    let parsed: Easing?
    switch text[..<open] {
    case "cubic-bezier", "cubicBezier": parsed = Easing.cubicBezier(arguments)
    case "steps": parsed = Easing.steps(arguments)
    case "linear": parsed = Easing.points(arguments)
    default: parsed = nil
    }
    guard let parsed else { return nil }
    self = parsed
  }

  private static func cubicBezier(_ arguments: [Substring]) -> Easing? {
    let numbers = arguments.compactMap(number)
    guard arguments.count == 4, numbers.count == 4 else { return nil }
    guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else { return nil }
    return .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  private static func steps(_ arguments: [Substring]) -> Easing? {
    guard (1...2).contains(arguments.count), let count = Int(arguments[0]), (1...1_000_000).contains(count) else {
      return nil
    }
    let jump: StepJump?
    switch arguments.count == 2 ? arguments[1] : "end" {
    case "start": jump = .start
    case "end": jump = .end
    case let word: jump = StepJump(rawValue: String(word))
    }
    guard let jump, count > 1 || jump != .none else { return nil }
    return .steps(count: count, jump: jump)
  }

  /// Parses points written as `y`, `y x%` or `y x% x%` (two points with the same y). Points without an x are spaced evenly between their
  /// neighbours; an x below that of an earlier point is raised to it (CSS Easing Level 2, 2.2.1).
  private static func points(_ arguments: [Substring]) -> Easing? {
    // More points than any real easing has, so that no text can take much time or memory.
    guard arguments.count <= 10_000 else { return nil }
    var points: [(x: Double?, y: Double)] = []
    for argument in arguments {
      var y: Double?
      var positions: [Double] = []
      for word in argument.split(whereSeparator: \.isWhitespace) {
        if word.last == "%" {
          guard let percentage = number(word.dropLast()), positions.count < 2 else { return nil }
          positions.append(percentage / 100)
        } else {
          guard let value = number(word), y == nil else { return nil }
          y = value
        }
      }
      guard let y else { return nil }
      if positions.isEmpty { points.append((nil, y)) } else { points += positions.map { ($0, y) } }
    }
    guard points.count > 1 else { return points.first.map { .linearPoints([EasingPoint(x: 0, y: $0.y)]) } }
    points[0].x = points[0].x ?? 0
    points[points.count - 1].x = points[points.count - 1].x ?? max(1, points.compactMap(\.x).max() ?? 1)

    // Raise each x to the highest before it, then space missing ones evenly between their neighbours.
    var highest = -Double.infinity
    for index in points.indices {
      guard let x = points[index].x else { continue }
      highest = max(highest, x)
      points[index].x = highest
    }
    var result: [EasingPoint] = []
    var previous = 0
    for index in points.indices {
      if let x = points[index].x {
        previous = index
        result.append(EasingPoint(x: x, y: points[index].y))
        continue
      }
      let next = points[index...].firstIndex { $0.x != nil } ?? points.count - 1
      let from = result[previous].x
      let to = points[next].x ?? from
      let share = Double(index - previous) / Double(next - previous)
      result.append(EasingPoint(x: from + (to - from) * share, y: points[index].y))
    }
    return .linearPoints(result)
  }

  /// Parses a finite decimal number; refuses the other forms that Double's initializer reads (hexadecimal, "nan").
  private static func number(_ text: Substring) -> Double? {
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
