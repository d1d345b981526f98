import JSON
import Model

// Quantities of the preset's sound: bass(-0.1), band(k), onset('bass').

extension FormulaFunction {
  /// What a function of sound reads.
  enum SoundMeaning: Sendable {
    case word(SoundWord)
    /// A band of the spectrum.
    case band
    /// Seconds since an onset, whose part of the spectrum is given in quotes.
    case onset
    /// The number of onsets.
    case onsetCount
  }

  static let sounds: [FormulaFunction] =
    [
      FormulaFunction(
        "band", .sound, for: [.number, .pixels], [.number("k"), .constant("seconds")], required: 1,
        "The strength of a band of the sound's spectrum, 0 (the lowest, 30 Hz) to 15 (16 kHz), 0 to about 1; between two bands it is interpolated, so k may be any number, also one that depends on the place. Seconds as for level.",
        meaning: .sound(.band)),
      FormulaFunction(
        "onset", .sound, for: [.number, .pixels],
        [.any("'bass'"), .constant("seconds"), .whole("back", 0...1000)], required: 0,
        "Seconds since the last onset in a part of the sound's spectrum, 'bass', 'mid', 'treble' or 'all', or since the last of its 'beats'; a million before the first, so that exp(-5 * onset('bass')) is a pulse at each drum. Seconds as for level; back, 1 for the last but one, tells of earlier ones.",
        meaning: .sound(.onset)),
      FormulaFunction(
        "onsets", .sound, for: [.number, .pixels], [.any("'bass'"), .constant("seconds")], required: 0,
        "How many onsets there have been, of those that onset tells of.", meaning: .sound(.onsetCount)),
    ]
    + SoundWord.allCases.map { word in
      FormulaFunction(
        word.rawValue, .sound, for: [.number, .pixels], [.constant("seconds")],
        word == .level
          ? "The word of the same name so many seconds later, or earlier with a negative number: level(-0.1) is the level a tenth of a second ago."
          : "The word of the same name so many seconds later.",
        meaning: .sound(.word(word)))
    }
}

extension FormulaParser {
  /// ( value {, value} ), where the first value of `onset` is a name in quotes
  mutating func parseSound(
    _ function: FormulaFunction, _ meaning: FormulaFunction.SoundMeaning, at start: Int
  ) throws(Failure) -> FormulaVector {
    switch meaning {
    case .word(let word):
      return try parseCall(function, at: start) { call in
        FormulaVector(call.scope.value(of: word, secondsAhead: call[0].x.constant ?? 0))
      }
    case .band:
      return try parseCall(function, at: start) { call in
        FormulaVector(
          call.scope.band(call[0].x, secondsAhead: call.argumentCount > 1 ? call[1].x.constant ?? 0 : 0))
      }
    case .onset: return try parseOnset(function) { .secondsSince($0, back: $1) }
    case .onsetCount: return try parseOnset(function) { events, _ in .count(events) }
    }
  }

  /// ( [' name ' {, value}] )
  ///
  /// - Parameter quantity: what is read of the events; `back` is the second value, 0 if not given.
  private mutating func parseOnset(
    _ function: FormulaFunction, _ quantity: (_ events: SoundEvents, _ back: Int) -> SoundReading.Quantity
  ) throws(Failure) -> FormulaVector {
    guard take("(") else { throw unexpected("a (") }
    let nameStart = skipToToken()
    let name = takeQuoted()
    if name == nil, !take(")") {
      throw Failure(
        offset: nameStart, message: "\(function.name) takes a part of the spectrum in quotes: \(function.name)('bass')")
    }
    var numbers: [Double] = []
    if name != nil {
      while take(",") {
        let offset = skipToToken()
        let value = try parseChoice()
        guard value.isKnown else { continue }
        guard numbers.count + 1 < function.parameters.count else {
          return try record(offset, "\(function.name) takes no further value: \(function.usage)")
        }
        if let message = problem(of: value, as: function.parameter(numbers.count + 1), in: function) {
          return try record(offset, message)
        }
        numbers.append(value.x.constant ?? 0)
      }
      guard take(")") else { throw unexpected("a , or )") }
    }
    do throws(SyntaxFailure) {
      let events = try scope.presetScope.soundEvents(named: name ?? SoundCurves.wholeSpectrum)
      let quantity = quantity(events, numbers.count > 1 ? Int(numbers[1]) : 0)
      return FormulaVector(
        scope.value(
          of: quantity, named: "\(function.name) '\(name ?? "")' \(numbers)", secondsAhead: numbers.first ?? 0))
    } catch {
      return try record(nameStart, error.message)
    }
  }
}

extension FormulaScope {
  /// A quantity of the sound; 0 without one.
  func value(of word: SoundWord, secondsAhead: Double) -> FormulaValue {
    presetScope.soundUse.note(word.rawValue)
    guard let quantity = presetScope.sound.flatMap({ word.quantity(of: $0) }) else { return builder.constant(0) }
    return reading(quantity, named: word.rawValue, secondsAhead: secondsAhead)
  }

  /// A quantity of events, which is constant where there are none.
  fileprivate func value(
    of quantity: SoundReading.Quantity, named name: String, secondsAhead: Double
  ) -> FormulaValue {
    switch quantity {
    case .secondsSince(let events, _) where events.count == 0: builder.constant(SoundEvents.longAgoSeconds)
    case .count(let events) where events.count == 0: builder.constant(0)
    default: reading(quantity, named: name, secondsAhead: secondsAhead)
    }
  }

  /// The strength of a band, between two bands interpolated; 0 without a sound.
  func band(_ position: FormulaValue, secondsAhead: Double) -> FormulaValue {
    presetScope.soundUse.note("band")
    let bands = presetScope.sound?.bands ?? []
    guard let last = bands.indices.last else { return builder.constant(0) }
    func strength(_ band: Int) -> FormulaValue {
      reading(.curve(bands[band]), named: bands[band].name, secondsAhead: secondsAhead)
    }
    let place = builder.call(
      .minimum, builder.call(.maximum, position, builder.constant(0)), builder.constant(Double(last)))
    if let constant = place.constant {
      let lower = Int(constant)
      guard Double(lower) < constant else { return strength(lower) }
      let share = constant - Double(lower)
      return strength(lower) * (1 - share) + strength(lower + 1) * share
    }
    // Each band is weighted by a hat function, 1 at its own place and 0 at its neighbours' and beyond.
    return bands.indices.reduce(builder.constant(0)) { sum, band in
      let distance = builder.call(.absolute, place - Double(band))
      return sum + strength(band) * builder.call(.maximum, 1 - distance, builder.constant(0))
    }
  }

  /// A quantity of the sound as a signal of the formula.
  private func reading(
    _ quantity: SoundReading.Quantity, named name: String, secondsAhead: Double
  ) -> FormulaValue {
    let reading = SoundReading(quantity, secondsAhead: secondsAhead, loopSeconds: presetScope.soundLoopSeconds)
    // No signal of a preset can have a name with brackets.
    let signal = Scope.Signal(name: "\(name)(\(secondsAhead))", number: AnimatedNumber(.sound(reading)))
    return value(of: signal).x
  }
}
