/// How the letters, words or lines of a text are animated, each over a time of its own.
///
/// A unit's own time is the layer's time minus `begin`, minus `stagger` for each unit before it in `order`. If a lettering has
/// several texts, the start of the unit's text is subtracted, too.
public struct LetterUnits: Sendable, Equatable {
  /// The parts that are animated: letters, words or lines.
  public var kind: Kind
  /// Seconds of the layer's time at which the first unit's own time is 0.
  public var begin: Double
  /// Seconds from the start of one unit to the start of the next.
  public var stagger: Double
  /// The order in which units begin.
  public var order: Order
  /// Opacity over the unit's own time.
  public var opacity: AnimatedNumber
  /// How far the unit is moved, in points.
  public var offset: AnimatedPoint
  /// Factors along x and y about the unit's middle.
  public var scale: AnimatedPoint
  /// Degrees of rotation about the unit's middle, clockwise.
  public var rotation: AnimatedNumber
  /// Standard deviation of the unit's blur in points, as in CSS's blur().
  public var blur: AnimatedNumber
  /// What is shown in place of letters before they settle; nil for the letters themselves.
  public var scramble: TextScramble?

  /// Parts of a text.
  public enum Kind: String, DescribedChoice {
    /// Each letter with its marks.
    case letter
    /// Letters between spaces.
    case word
    /// Each line.
    case line

    package var sentence: String {
      switch self {
      case .letter: "Each letter with its marks; letters that the font joins move together."
      case .word: "Letters between spaces."
      case .line: "Each line."
      }
    }

    /// The parts of a text that is not typeset yet, without space around them.
    package func parts(of text: String) -> [String] {
      switch self {
      case .letter: text.filter { !$0.isWhitespace }.map(String.init)
      case .word: text.split(whereSeparator: \.isWhitespace).map(String.init)
      case .line:
        text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
          .filter { !$0.isEmpty }
      }
    }
  }

  /// Orders of units.
  public enum Order: String, DescribedChoice {
    /// From the first to the last.
    case forwards
    /// From the last to the first.
    case backwards
    /// From the middle to both ends.
    case middle
    /// From both ends to the middle.
    case edges
    /// At random, always the same for one seed.
    case random

    package var sentence: String {
      switch self {
      case .forwards: "In reading order."
      case .backwards: "From the last to the first."
      case .middle: "The middle one, then outwards to both ends."
      case .edges: "Both ends, then inwards."
      case .random: "At random, always the same for one seed."
      }
    }
  }

  /// Units whose values are constant until they are set: fully visible, and in place.
  public init(
    _ kind: Kind = .letter, begin: Double = 0, stagger: Double = 0.05, order: Order = .forwards,
    opacity: AnimatedNumber = 1, offset: AnimatedPoint = AnimatedPoint(0, 0),
    scale: AnimatedPoint = AnimatedPoint(1, 1), rotation: AnimatedNumber = 0, blur: AnimatedNumber = 0,
    scramble: TextScramble? = nil
  ) {
    self.kind = kind
    self.begin = begin
    self.stagger = stagger
    self.order = order
    self.opacity = opacity
    self.offset = offset
    self.scale = scale
    self.rotation = rotation
    self.blur = blur
    self.scramble = scramble
  }

  var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("opacity", opacity)
    values.add("offset", offset)
    values.add("scale", scale)
    values.add("rotation", rotation, period: 360)
    values.add("blur", blur)
    return values
  }

  /// The softness of an edge that is blurred with the standard deviation 1: √7, because an edge of softness s is blurred with the
  /// variance s² ÷ 7.
  package static let softnessPerBlur = 2.645_751_311_064_590_6

  /// Index of the unit that a letter belongs to.
  ///
  /// - Parameter letter: index of the letter in the text.
  package func unit(of letter: Int, in text: TypesetText) -> Int {
    switch kind {
    case .letter: letter
    case .word: text.letters[letter].word
    case .line: text.letters[letter].line
    }
  }

  /// Number of units of a text.
  package func count(in text: TypesetText) -> Int {
    switch kind {
    case .letter: text.letters.count
    case .word: text.wordCount
    case .line: text.lineCount
    }
  }

  /// The unit's place in `order`, perhaps a fraction: the unit begins at `begin` + rank · `stagger`.
  ///
  /// - Parameters:
  ///   - unit: index of the unit.
  ///   - count: number of units.
  ///   - randomRank: gives the rank of a unit in a random order, from 0.
  package func rank(of unit: Int, count: Int, randomRank: (Int) -> Int) -> Double {
    switch order {
    case .forwards: Double(unit)
    case .backwards: Double(count - 1 - unit)
    case .middle: (Double(unit) - Double(count - 1) / 2).magnitude
    case .edges: Double(count - 1) / 2 - (Double(unit) - Double(count - 1) / 2).magnitude
    case .random: Double(randomRank(unit))
    }
  }
}

/// Random letters in place of letters that have not settled yet.
public struct TextScramble: Sendable, Equatable {
  /// The letters to choose from, each as a text of its own.
  package var letters: [TypesetText]
  /// Changes of a letter per second.
  public var rate: Double
  /// Seconds of a unit's own time at which its letters settle: from then on the letters themselves are shown.
  public var until: Double

  package init(letters: [TypesetText], rate: Double, until: Double) {
    self.letters = letters
    self.rate = rate
    self.until = until
  }
}
