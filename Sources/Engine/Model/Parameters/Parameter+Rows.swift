import Colorimetry

// Rows, by the type of the property that holds the key's value.

extension Parameter {
  private init(_ name: String, _ value: Value, _ about: String) {
    (self.name, self.value, self.about) = (name, value, about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedNumber>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .animatedNumber(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedNumber?>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .optionalAnimatedNumber(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedPoint>, _ unit: ValueUnit,
    in range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPoint(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedPoint?>, _ unit: ValueUnit,
    in range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Parameter {
    Parameter(name, .optionalAnimatedPoint(path, Facts(unit: unit, range: range)), about)
  }

  /// A place on the canvas.
  static func animated(_ name: String, _ path: Path<AnimatedPoint>, _ about: String) -> Parameter {
    .animated(name, path, .points, about)
  }

  /// A place on the canvas.
  static func animated(_ name: String, _ path: Path<AnimatedPoint?>, _ about: String) -> Parameter {
    .animated(name, path, .points, about)
  }

  static func animated(_ name: String, _ path: Path<AnimatedColor>, _ about: String) -> Parameter {
    Parameter(name, .animatedColor(path), about)
  }

  static func animated(_ name: String, _ path: Path<AnimatedColor?>, _ about: String) -> Parameter {
    Parameter(name, .optionalAnimatedColor(path), about)
  }

  /// One number for both axes, or `[along x, along y]`.
  static func animatedPair(
    _ name: String, _ path: Path<AnimatedPoint>, _ unit: ValueUnit, in range: ClosedRange<Double>, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPair(path, Facts(unit: unit, range: range)), about)
  }

  static func animatedPair(
    _ name: String, _ path: Path<AnimatedPoint?>, _ unit: ValueUnit, in range: ClosedRange<Double>, _ about: String
  ) -> Parameter {
    Parameter(name, .optionalAnimatedPair(path, Facts(unit: unit, range: range)), about)
  }

  static func animatedPoints(
    _ name: String, _ path: Path<[AnimatedPoint]>, _ unit: ValueUnit, in range: ClosedRange<Double>, atMost count: Int,
    _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPoints(path, Facts(unit: unit, range: range), maximumCount: count), about)
  }

  static func animatedNumbers(
    _ name: String, _ path: Path<[AnimatedNumber]>, _ unit: ValueUnit, in range: ClosedRange<Double>, count: Int,
    arrangedAs shape: String, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedNumbers(path, Facts(unit: unit, range: range), count: count, shape: shape), about)
  }

  static func constant(
    _ name: String, _ path: Path<Double>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .number(path, Facts(unit: unit, range: range)), about)
  }

  static func constant(
    _ name: String, _ path: Path<Double?>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .optionalNumber(path, Facts(unit: unit, range: range)), about)
  }

  static func constant(
    _ name: String, _ path: Path<PlanePoint>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .point(path, Facts(unit: unit, range: range)), about)
  }

  static func constant(_ name: String, _ path: Path<LinearColor>, _ about: String) -> Parameter {
    Parameter(name, .color(path), about)
  }

  static func constant(_ name: String, _ path: Path<LinearColor?>, _ about: String) -> Parameter {
    Parameter(name, .optionalColor(path), about)
  }

  static func constant(_ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ about: String) -> Parameter {
    Parameter(name, .wholeNumber(path, range), about)
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ about: String) -> Parameter {
    Parameter(name, .flag(path), about)
  }

  static func choice<Case: DescribedChoice>(_ name: String, _ path: Path<Case>, _ about: String) -> Parameter {
    .choice(name, path, about) { $0.sentence }
  }

  /// A choice whose cases mean something else for each key.
  static func choice<Case: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Case>, _ about: String, sentence: (Case) -> String
  ) -> Parameter where Case.RawValue == String {
    let choice = Choice(
      names: Case.allCases.map { ($0.rawValue, sentence($0)) }, read: { $0[keyPath: path].rawValue },
      write: { target, name in if let value = Case(rawValue: name) { target[keyPath: path] = value } })
    return Parameter(name, .choice(choice), about)
  }

  static func colors(
    _ name: String, _ path: Path<[LinearColor]>, atLeast count: Int = 0, _ about: String
  ) -> Parameter {
    Parameter(name, .colors(path, minimumCount: count), about)
  }

  /// A colour that may be animated, or a gradient.
  static func paint(_ name: String, _ path: Path<Paint>, _ about: String) -> Parameter {
    Parameter(name, .paint(path), about)
  }

  static func stops(_ name: String, _ path: Path<ColorMap>, _ about: String) -> Parameter {
    Parameter(name, .stops(path), about)
  }

  /// The colour space in which stops are mixed.
  static func interpolation(_ name: String, _ path: Path<ColorMap>, _ about: String) -> Parameter {
    Parameter(name, .interpolation(path), about)
  }

  /// The number that selects random numbers.
  ///
  /// - Parameter noun: what another number gives others of.
  package static func variant(
    _ name: String, _ path: Path<Int>, _ noun: String = "other random numbers"
  ) -> Parameter {
    .constant(name, path, in: 0...1_000_000, "Another number gives \(noun).")
  }
}

// MARK: Changed copies

extension Parameter {
  /// Clamps the number's values to a range. Unlike values outside of the row's own range, values outside of it are no mistake.
  func clamped(to range: ClosedRange<Double>) -> Parameter { changed { $0.clampedRange = range } }

  /// States that values that differ by a multiple of `period` look alike.
  func repeating(every period: Double) -> Parameter { changed { $0.period = period } }

  /// Names the length of the canvas that 100 % stands for.
  func percentages(of length: CanvasLength) -> Parameter { changed { $0.percentageBasis = length } }

  /// States that the default is a share of a length of the canvas.
  func defaults(to share: Double, of length: CanvasLength) -> Parameter {
    changed { $0.canvasDefault = .length(share: share, of: length) }
  }

  /// States that the default is a point at shares of the canvas's width and height, or a size of such shares.
  func defaults(toShares x: Double, _ y: Double) -> Parameter { changed { $0.canvasDefault = .point(x: x, y: y) } }

  /// States in words what holds where the key is not given.
  func defaults(to text: String) -> Parameter { changed { $0.defaultText = text } }

  /// States that the key has an effect only beside at least one of some others.
  func effective(beside companions: String...) -> Parameter { changed { $0.companions = companions } }

  /// States that the key has no effect where another one is given.
  func replaced(by replacement: String) -> Parameter { changed { $0.replacement = replacement } }

  /// States that the key has an effect only if another one, which is read into `path`, holds one of some values.
  func effective<Case: DescribedChoice>(where key: String, _ path: Path<Case>, is values: Case...) -> Parameter {
    changed { $0.condition = Condition(key, path, values, isStrict: false) }
  }

  /// States that the key is a mistake unless another one, which is read into `path`, holds one of some values.
  func applies<Case: DescribedChoice>(where key: String, _ path: Path<Case>, is values: Case...) -> Parameter {
    changed { $0.condition = Condition(key, path, values, isStrict: true) }
  }

  /// States that other kinds of the object have the key `counterpart` instead of this key.
  ///
  /// - Parameter advice: what to write instead, as the end of a message.
  func otherwise(_ counterpart: String, _ advice: String) -> Parameter {
    changed { $0.counterpart = (counterpart, advice) }
  }

  /// The row of a key that must be given.
  var required: Parameter { changed { $0.isRequired = true } }

  private func changed(_ change: (inout Parameter) -> Void) -> Parameter {
    var row = self
    change(&row)
    return row
  }
}

extension Parameter.Condition {
  fileprivate init<Case: DescribedChoice>(
    _ key: String, _ path: Parameter.Path<Case>, _ values: [Case], isStrict: Bool
  ) {
    self.init(key: key, names: values.map(\.rawValue), choice: { $0[keyPath: path].rawValue }, isStrict: isStrict)
  }
}
