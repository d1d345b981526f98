import Model

extension PresetWriting {
  /// Leaves out cells of which nothing could be seen, and emitters that have no other cells, and clamps numbers to the ranges of the
  /// preset language. Each cell left out and each number clamped adds a line to the report. Results computed from a file's numbers can be
  /// out of range even where the numbers themselves are not.
  mutating func sanitize(reportingTo reading: Reading) {
    if durationSeconds > Self.durations.upperBound {
      reading.note(
        "duration", .clamped,
        "\(Written.decimal(durationSeconds)) s were limited to \(Written.decimal(Self.durations.upperBound)) s, the longest movie of an import"
      )
    }
    durationSeconds = min(max(durationSeconds, Self.durations.lowerBound), Self.durations.upperBound)
    layers = layers.compactMap { layer in
      guard case .object(var emitter)? = layer["emitter"] else { return layer }
      let cells = PresetWriting.visibleCells(emitter["cells"], reading, PresetWriting.name(of: layer))
      guard !cells.isEmpty else { return nil }
      emitter["cells"] = .list(cells)
      var layer = layer
      layer["emitter"] = .object(PresetWriting.clamped(emitter, reading, path: PresetWriting.name(of: layer)))
      return layer
    }
  }

  private static func name(of object: WrittenObject) -> String {
    if case .text(let name)? = object["name"] { name } else { "emitter" }
  }

  // MARK: Cells

  /// The cells of a list whose particles can be seen; the cells inside of them are filtered likewise.
  private static func visibleCells(_ list: Written?, _ reading: Reading, _ path: String) -> [Written] {
    guard case .list(let cells)? = list else { return [] }
    return cells.compactMap { element in
      guard case .object(var cell) = element else { return nil }
      let path = "\(path).\(name(of: cell))"
      guard number(cell["lifetime"]) + number(cell["lifetimeRange"]) / 2 > 0 else {
        reading.note(path, .chosen, "left out, because its particles have no lifetime")
        return nil
      }
      guard ["birthRate", "burst", "bursts"].contains(where: { hasBirths(cell[$0]) }) else {
        reading.note(path, .chosen, "left out, because none of its particles is born")
        return nil
      }
      if case .number(let seconds)? = cell["duration"], seconds <= 0 {
        reading.note(path, .chosen, "left out, because its emission has no duration")
        return nil
      }
      if let inner = cell["cells"] {
        let cells = visibleCells(inner, reading, path)
        cell["cells"] = cells.isEmpty ? nil : .list(cells)
      }
      return .object(cell)
    }
  }

  private static func number(_ value: Written?) -> Double { if case .number(let number)? = value { number } else { 0 } }

  /// Whether a birth rate, a burst or a list of bursts gives any births. A formula that gives none begins with 0, see `timesAmount`.
  private static func hasBirths(_ value: Written?) -> Bool {
    switch value {
    case .number(let number)?: number > 0
    case .text(let formula)?: !formula.hasPrefix("= 0 *")
    case .list(let bursts)?:
      bursts.contains { if case .list(let pair) = $0, let count = pair.last { hasBirths(count) } else { false } }
    default: false
    }
  }

  // MARK: Ranges

  /// The preset language's ranges of numbers, by key of a cell or a force; any other key is clamped to `Limits.numbers`. An emitter's key
  /// that multiplies a cell's key of the same name is clamped to the cell's range.
  private static let ranges: [String: ClosedRange<Double>] = {
    var ranges = Dictionary(CellParameter.all.map { ($0.name, $0.limits) }, uniquingKeysWith: { first, _ in first })
    ranges["birthRate"] = 0...1e7
    ranges["stiffness"] = -1e4...1e4
    ranges["strength"] = Limits.accelerations
    ranges["pull"] = Limits.accelerations
    ranges["swayFrequency"] = -1e3...1e3
    return ranges
  }()

  /// The preset language's range of a sprite's sizes, in points.
  private static let spriteSizes = 0.01...16_384.0

  private static func clamped(_ object: WrittenObject, _ reading: Reading, path: String) -> WrittenObject {
    var result = object
    for (key, value) in object.members {
      result[key] = clamped(value, key, reading, path: "\(path).\(key)", isInSprite: key == "sprite")
    }
    return result
  }

  private static func clamped(
    _ value: Written, _ key: String, _ reading: Reading, path: String, isInSprite: Bool
  ) -> Written {
    switch value {
    case .number(let number):
      let range = isInSprite && key == "size" ? spriteSizes : ranges[key] ?? Limits.numbers
      guard !range.contains(number) else { return value }
      let clamped = min(max(number, range.lowerBound), range.upperBound)
      reading.note(
        path, .chosen,
        "\(Written.decimal(number)) is outside what the preset language allows; \(Written.decimal(clamped)) is used"
      )
      return .number(clamped)
    case .list(let elements):
      return .list(elements.map { clamped($0, key, reading, path: path, isInSprite: isInSprite) })
    case .object(let object):
      var result = object
      for (inner, value) in object.members {
        result[inner] = clamped(
          value, inner, reading, path: "\(path).\(inner)", isInSprite: isInSprite || inner == "sprite")
      }
      return .object(result)
    case .text, .flag: return value
    }
  }
}
