import CFriBidi

/// Which letters of a paragraph run from right to left, and in which order the letters of a line are drawn: Unicode's bidirectional
/// algorithm (UAX #9), computed by FriBidi.
package struct BidiLevels {
  /// The bidirectional type of each letter's first scalar.
  private let types: [FriBidiCharType]
  /// The embedding level of each letter: how deep it lies in nested text of the other direction. Text of odd levels runs from
  /// right to left.
  private let levels: [FriBidiLevel]
  /// The paragraph's direction.
  private let direction: FriBidiParType

  /// Finds the levels of a paragraph.
  ///
  /// - Parameters:
  ///   - scalars: the paragraph's Unicode scalars.
  ///   - letters: for each letter, the index of its first scalar. A letter has the level of its first scalar.
  ///   - base: the paragraph's own level, 0 or 1; nil for that of its first letter with a direction.
  package init(_ scalars: [UInt32], letters: some Sequence<Int>, base: Int? = nil) {
    let count = FriBidiStrIndex(scalars.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    fribidi_get_bidi_types(scalars, count, &types)
    // FriBidi takes characters that are newer than itself for letters from left to right. All emoji of these blocks are neutral.
    for (index, scalar) in scalars.enumerated()
    where scalar >= 0x1F300 && Unicode.Scalar(scalar)?.properties.isEmojiPresentation == true {
      types[index] = FRIBIDI_TYPE_ON
    }
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var direction = base.map { $0 == 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL } ?? FRIBIDI_PAR_ON
    let highest = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels)
    precondition(highest > 0, "FriBidi has no memory for the levels of a paragraph.")
    self.direction = direction
    self.types = letters.map { types[$0] }
    self.levels = letters.map { levels[$0] }
  }

  /// The levels and the order of a line's letters. Space at the line's end has the paragraph's level.
  ///
  /// - Parameter letters: the indices of the line's letters in the paragraph.
  /// - Returns: the levels of all letters of the paragraph as they count in this line, and the indices of the line's letters from
  ///   left to right.
  package func line(_ letters: Range<Int>) -> (levels: [Int], order: [Int]) {
    var levels = levels
    var order = types.indices.map { FriBidiStrIndex($0) }
    let highest = fribidi_reorder_line(
      0, types, FriBidiStrIndex(letters.count), FriBidiStrIndex(letters.lowerBound), direction, &levels, nil, &order)
    precondition(highest > 0, "FriBidi has no memory for the order of a line.")
    return (levels.map { Int($0) }, order[letters].map { Int($0) })
  }
}
