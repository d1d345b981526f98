import Model

extension PresetWriting {
  /// Brings numbers into the ranges of the preset language and leaves out cells of which nothing could be seen, each with a line of
  /// the report: what a file's numbers come to may lie outside, even where they do not.
  mutating func settle(_ reading: Reading) {
    layers = layers.compactMap { layer in
      guard case .object(var emitter)? = layer["emitter"] else { return layer }
      let cells = PresetWriting.visible(emitter["cells"], reading, PresetWriting.name(of: layer))
      guard !cells.isEmpty else { return nil }
      emitter["cells"] = .list(cells)
      var layer = layer
      layer["emitter"] = .object(PresetWriting.settled(emitter, reading, path: PresetWriting.name(of: layer)))
      return layer
    }
  }

  private static func name(of object: WrittenObject) -> String {
    if case .text(let name)? = object["name"] { name } else { "emitter" }
  }

  // MARK: Cells

  /// The cells of a list that may be seen, and their own likewise.
  private static func visible(_ list: Written?, _ reading: Reading, _ path: String) -> [Written] {
    guard case .list(let cells)? = list else { return [] }
    return cells.compactMap { element in
      guard case .object(var cell) = element else { return nil }
      let path = "\(path).\(name(of: cell))"
      guard number(cell["lifetime"]) + number(cell["lifetimeRange"]) / 2 > 0 else {
        reading.note(path, .chosen, "left out, because its particles have no lifetime")
        return nil
      }
      guard ["birthRate", "burst", "bursts"].contains(where: { isBearing(cell[$0]) }) else {
        reading.note(path, .chosen, "left out, because none of its particles is born")
        return nil
      }
      if case .number(let seconds)? = cell["duration"], seconds <= 0 {
        reading.note(path, .chosen, "left out, because its emission lasts no time")
        return nil
      }
      if let inner = cell["cells"] {
        let cells = visible(inner, reading, path)
        cell["cells"] = cells.isEmpty ? nil : .list(cells)
      }
      return .object(cell)
    }
  }

  private static func number(_ value: Written?) -> Double { if case .number(let number)? = value { number } else { 0 } }

  /// Whether particles are born by a rate, a burst or a list of them. Formulas begin with the number.
  private static func isBearing(_ value: Written?) -> Bool {
    switch value {
    case .number(let number)?: number > 0
    case .text(let formula)?: !formula.hasPrefix("= 0 *")
    case .list(let bursts)?:
      bursts.contains { if case .list(let pair) = $0, let count = pair.last { isBearing(count) } else { false } }
    default: false
    }
  }

  // MARK: Ranges

  /// Ranges of keys that are not within `Limits.numbers`: those of a cell, and of forces.
  private static let ranges: [String: ClosedRange<Double>] = {
    var ranges = Dictionary(CellParameter.all.map { ($0.name, $0.limits) }, uniquingKeysWith: { first, _ in first })
    ranges["birthRate"] = 0...1e7
    ranges["stiffness"] = -1e4...1e4
    ranges["strength"] = Limits.accelerations
    ranges["pull"] = Limits.accelerations
    // An emitter multiplies speeds and sizes by keys of the same names.
    ranges["swayFrequency"] = -1e3...1e3
    return ranges
  }()

  /// Sizes of sprites.
  private static let spriteSizes = 0.01...16_384.0

  private static func settled(_ object: WrittenObject, _ reading: Reading, path: String) -> WrittenObject {
    var result = object
    for (key, value) in object.members {
      result[key] = settled(value, key, reading, path: "\(path).\(key)", isSprite: key == "sprite")
    }
    return result
  }

  private static func settled(
    _ value: Written, _ key: String, _ reading: Reading, path: String, isSprite: Bool
  ) -> Written {
    switch value {
    case .number(let number):
      let range = isSprite && key == "size" ? spriteSizes : ranges[key] ?? Limits.numbers
      guard !range.contains(number) else { return value }
      let clamped = min(max(number, range.lowerBound), range.upperBound)
      reading.note(
        path, .chosen,
        "\(Written.decimal(number)) lies outside of what the preset language allows; \(Written.decimal(clamped)) is taken"
      )
      return .number(clamped)
    case .list(let elements):
      return .list(elements.map { settled($0, key, reading, path: path, isSprite: isSprite) })
    case .object(let object):
      var result = object
      for (inner, value) in object.members {
        result[inner] = settled(
          value, inner, reading, path: "\(path).\(inner)", isSprite: isSprite || inner == "sprite")
      }
      return .object(result)
    case .text, .flag: return value
    }
  }
}
