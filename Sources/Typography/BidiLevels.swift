/// Directions of letters: which run from right to left, and in which order the runs of a line stand.
///
/// The rules of Unicode's bidirectional algorithm (UAX #9) for text without explicit controls, with the classes that matter there: letters
/// from left to right, letters from right to left, digits, and all else. Digits within text from right to left run from left to right;
/// what has no direction takes that of its neighbours where they agree, else the paragraph's.
enum BidiLevels {
  private enum Direction {
    case left, right, number, neutral
  }

  private static func direction(_ letter: Character) -> Direction {
    guard let scalar = letter.unicodeScalars.first else { return .neutral }
    switch scalar.value {
    case 0x660...0x669, 0x6F0...0x6F9: return .number
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: break
    default:
      if letter.isNumber, letter.isASCII { return .number }
      return scalar.properties.isAlphabetic || scalar.properties.isIdeographic ? .left : .neutral
    }
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter: return .right
    default: return .neutral
    }
  }

  /// The embedding level of each letter of a paragraph: odd ones run from right to left; and the paragraph's own.
  static func levels(of letters: [Character]) -> (levels: [Int], base: Int) {
    var directions = letters.map(direction)
    let base = directions.first { $0 == .left || $0 == .right } == .right ? 1 : 0
    // Digits after a letter from left to right are part of its text.
    var last = base == 1 ? Direction.right : .left
    for index in directions.indices {
      if directions[index] == .number {
        if last == .left { directions[index] = .left }
      } else if directions[index] != .neutral {
        last = directions[index]
      }
    }
    // A separator between two digits belongs to the number.
    for index in directions.indices.dropFirst().dropLast()
    where directions[index] == .neutral && directions[index - 1] == .number && directions[index + 1] == .number
      && ".,:/".contains(letters[index])
    {
      directions[index] = .number
    }
    func side(_ direction: Direction) -> Direction { direction == .number ? .right : direction }
    let outer: Direction = base == 1 ? .right : .left
    var index = 0
    while index < directions.count {
      guard directions[index] == .neutral else {
        index += 1
        continue
      }
      var end = index
      while end < directions.count, directions[end] == .neutral { end += 1 }
      let before = index > 0 ? side(directions[index - 1]) : outer
      let after = end < directions.count ? side(directions[end]) : outer
      for neutral in index..<end { directions[neutral] = before == after ? before : outer }
      index = end
    }
    let levels = directions.map { direction in
      switch direction {
      case .left: base == 0 ? 0 : 2
      case .right: 1
      case .number: 2
      case .neutral: base
      }
    }
    return (levels, base)
  }

  /// The order in which runs of the given levels stand from left to right.
  static func visualOrder(_ levels: [Int]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max() else { return [] }
    for level in stride(from: highest, through: 1, by: -1) {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[index..<end].reverse()
        index = end
      }
    }
    return order
  }
}
