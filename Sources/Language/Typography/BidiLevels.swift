/// Finds out which letters run from right to left, and in which order the runs of a line are drawn.
///
/// These are the rules of Unicode's bidirectional algorithm (UAX #9) for text without explicit controls, reduced to four classes:
/// letters that run from left to right, letters that run from right to left, digits, and neutral characters. Digits in
/// right-to-left text run from left to right. Neutral characters take the direction of their neighbours if these agree, otherwise
/// that of the paragraph.
enum BidiLevels {
  private enum Direction {
    case leftToRight, rightToLeft, number, neutral
  }

  private static func direction(_ letter: Character) -> Direction {
    guard let scalar = letter.unicodeScalars.first else { return .neutral }
    switch scalar.value {
    // Arabic digits.
    case 0x660...0x669, 0x6F0...0x6F9: return .number
    // Blocks of scripts that run from right to left, such as Hebrew and Arabic.
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: break
    default:
      if letter.isNumber, letter.isASCII { return .number }
      return scalar.properties.isAlphabetic || scalar.properties.isIdeographic ? .leftToRight : .neutral
    }
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter: return .rightToLeft
    default: return .neutral
    }
  }

  /// The embedding level of each letter of a paragraph, and of the paragraph itself (`base`): how deep the letter lies in nested
  /// text of the other direction. Text of odd levels runs from right to left.
  static func levels(of letters: [Character]) -> (levels: [Int], base: Int) {
    var directions = letters.map(direction)
    let base = directions.first { $0 == .leftToRight || $0 == .rightToLeft } == .rightToLeft ? 1 : 0
    // Digits after a left-to-right letter are part of left-to-right text.
    var lastLetterDirection = base == 1 ? Direction.rightToLeft : .leftToRight
    for index in directions.indices {
      if directions[index] == .number {
        if lastLetterDirection == .leftToRight { directions[index] = .leftToRight }
      } else if directions[index] != .neutral {
        lastLetterDirection = directions[index]
      }
    }
    // A separator between two digits belongs to the number.
    for index in directions.indices.dropFirst().dropLast()
    where directions[index] == .neutral && directions[index - 1] == .number && directions[index + 1] == .number
      && ".,:/".contains(letters[index])
    {
      directions[index] = .number
    }
    /// The direction that a neighbour gives to neutral characters. What is still a number here follows right-to-left text, and
    /// counts as right-to-left.
    func neighborDirection(_ direction: Direction) -> Direction { direction == .number ? .rightToLeft : direction }
    let paragraphDirection: Direction = base == 1 ? .rightToLeft : .leftToRight
    var index = 0
    while index < directions.count {
      guard directions[index] == .neutral else {
        index += 1
        continue
      }
      var end = index
      while end < directions.count, directions[end] == .neutral { end += 1 }
      let before = index > 0 ? neighborDirection(directions[index - 1]) : paragraphDirection
      let after = end < directions.count ? neighborDirection(directions[end]) : paragraphDirection
      for neutral in index..<end { directions[neutral] = before == after ? before : paragraphDirection }
      index = end
    }
    let levels = directions.map { direction in
      switch direction {
      case .leftToRight: base == 0 ? 0 : 2
      case .rightToLeft: 1
      case .number: 2
      case .neutral: base
      }
    }
    return (levels, base)
  }

  /// The indices of runs with these levels, in the order in which the runs are drawn from left to right (rule L2 of UAX #9): from
  /// the highest level down to 1, every sequence of runs of at least that level is reversed.
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
