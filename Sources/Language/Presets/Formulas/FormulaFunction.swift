import Model

/// What formulas compute, on which their names and functions depend.
package enum FormulaTarget: Sendable, CaseIterable {
  /// A number of the preset, computed in Double when the number is read. There are no vectors and no colours.
  case number
  /// Numbers, vectors and colours for each pixel.
  case pixels
}

/// A function of formulas, as the parser and the reference know it. All functions are in `all`; two targets may have functions of the
/// same name.
package struct FormulaFunction: Sendable {
  package let name: String
  /// The formulas that may call the function.
  let targets: [FormulaTarget]
  let parameters: [Parameter]
  /// How many arguments may be given. If there are more than parameters, the last parameter stands for all the others.
  let argumentCounts: ClosedRange<Int>
  /// One sentence for the reference.
  package let about: String
  package let group: Group
  let meaning: Meaning

  enum Meaning: Sendable {
    /// Builds the value of a call, whose arguments have the kinds of the parameters.
    case value(@Sendable (FormulaCall) throws(SyntaxFailure) -> FormulaVector)
    /// Joins terms that are written out for each value of an index; without terms it is a number.
    case terms(FormulaOperation, ofNone: Double)
    /// A length of the text layer whose name, in quotes, is the only argument.
    case textLength(@Sendable (TextMeasure) -> Double)
    /// A quantity of the preset's sound.
    case sound(SoundMeaning)
  }

  /// Headings of the reference.
  package enum Group: String, Sendable, CaseIterable {
    case numbers = "Numbers and vectors, part by part"
    case vectors = "Vectors"
    case noise = "Noise and random numbers"
    case shapes = "Distances to shapes"
    case colors = "Colours"
    case sound = "Sound"
  }

  /// A parameter with its name and what may be given for it.
  struct Parameter: Sendable {
    let name: String
    let kind: Kind

    enum Kind: Sendable {
      /// A number or a vector of any size.
      case any
      case number
      /// A vector whose number of parts lies in the range.
      case vector(ClosedRange<Int>)
      /// A number that is the same for all pixels of a frame.
      case uniformNumber
      /// A number that is known when the preset is read.
      case constant
      /// A whole number that is known when the preset is read.
      case whole(ClosedRange<Int>)
    }

    static func any(_ name: String) -> Parameter { Parameter(name: name, kind: .any) }
    static func number(_ name: String) -> Parameter { Parameter(name: name, kind: .number) }
    static func vec2(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...2)) }
    static func vec3(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(3...3)) }
    /// A position: a vec2 or a vec3.
    static func position(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...3)) }
    /// A vector of two to four parts.
    static func vector(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...4)) }
    static func uniformNumber(_ name: String) -> Parameter { Parameter(name: name, kind: .uniformNumber) }
    static func constant(_ name: String) -> Parameter { Parameter(name: name, kind: .constant) }
    static func whole(_ name: String, _ range: ClosedRange<Int>) -> Parameter {
      Parameter(name: name, kind: .whole(range))
    }

    /// What may be given, for messages.
    var acceptedText: String {
      switch kind {
      case .any: "a number or a vector"
      case .number: "a number"
      case .vector(let counts) where counts.count == 1: "a vec\(counts.lowerBound)"
      case .vector(let counts) where counts == 2...3: "a vec2 or a vec3"
      case .vector: "a vector"
      case .uniformNumber: "a number that is the same for all pixels"
      case .constant: "a number that is known when the preset is read"
      case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
    }
  }

  init(
    _ name: String, _ group: Group, for targets: [FormulaTarget] = [.pixels], _ parameters: [Parameter],
    required: Int? = nil, atMost maximumCount: Int? = nil, _ about: String,
    buildValue: @escaping @Sendable (FormulaCall) throws(SyntaxFailure) -> FormulaVector
  ) {
    self.init(
      name, group, for: targets, parameters, required: required, atMost: maximumCount, about,
      meaning: .value(buildValue))
  }

  init(
    _ name: String, _ group: Group, for targets: [FormulaTarget], _ parameters: [Parameter], required: Int? = nil,
    atMost maximumCount: Int? = nil, _ about: String, meaning: Meaning
  ) {
    self.name = name
    self.group = group
    self.targets = targets
    self.parameters = parameters
    argumentCounts = (required ?? parameters.count)...(maximumCount ?? parameters.count)
    self.about = about
    self.meaning = meaning
  }

  /// The parameter of an argument, by the argument's index.
  func parameter(_ index: Int) -> Parameter { parameters[min(index, parameters.count - 1)] }

  /// The call as the reference shows it, with optional arguments in brackets: `star(p, radius, points [, inner])`.
  package var usage: String {
    let requiredCount = argumentCounts.lowerBound
    var text = ""
    for (index, parameter) in parameters.enumerated() {
      if index == requiredCount { text += index > 0 ? " [, " : "[" } else if index > 0 { text += ", " }
      text += parameter.name
    }
    if requiredCount < parameters.count { text += "]" }
    if argumentCounts.upperBound > parameters.count { text += ", …" }
    return "\(name)(\(text))"
  }

  package static let all: [FormulaFunction] =
    numbers + terms + textLengths + vectors + noises + shapes + colors + sounds

  /// The functions that formulas of a target may call, in the order of the reference.
  package static func all(for target: FormulaTarget) -> [FormulaFunction] {
    all.filter { $0.targets.contains(target) }
  }

  /// The names of a target's functions.
  static func names(for target: FormulaTarget) -> [String] { byName[target].map { Array($0.keys).sorted() } ?? [] }

  /// The function that a name means in formulas of a target; nil if there is none.
  static func named(_ name: String, for target: FormulaTarget) -> FormulaFunction? { byName[target]?[name] }

  private static let byName: [FormulaTarget: [String: FormulaFunction]] = Dictionary(
    uniqueKeysWithValues: FormulaTarget.allCases.map { target in
      (target, Dictionary(uniqueKeysWithValues: all(for: target).map { ($0.name, $0) }))
    })
}

/// A call of a function, whose arguments have the kinds of its parameters.
struct FormulaCall {
  let arguments: [FormulaVector]
  /// Offsets of the arguments in the formula.
  let offsets: [Int]
  let scope: FormulaScope

  var builder: FormulaBuilder { scope.builder }
  /// The colour space of red, green and blue.
  var colorSpace: FormulaField.Space { scope.colorSpace }

  subscript(index: Int) -> FormulaVector { arguments[index] }

  var argumentCount: Int { arguments.count }

  /// The argument at an index, which has to be a number; `defaultValue` if the argument is not given.
  func number(_ index: Int, or defaultValue: Double) -> FormulaValue {
    index < arguments.count ? arguments[index].x : builder.constant(defaultValue)
  }

  /// The argument at an index, which has to be a constant whole number; `defaultValue` if the argument is not given.
  func whole(_ index: Int, or defaultValue: Int) -> Int {
    index < arguments.count ? Int(arguments[index].x.constant ?? Double(defaultValue)) : defaultValue
  }

  /// The failure that the argument at an index is wrong.
  func failure(_ index: Int, _ message: String) -> SyntaxFailure {
    SyntaxFailure(offset: offsets[index], message: message)
  }
}
