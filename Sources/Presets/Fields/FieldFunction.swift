import Model

/// A function of fields' formulas, as the parser and the reference know it.
package struct FieldFunction: Sendable {
  package let name: String
  let parameters: [Parameter]
  /// How many of the parameters must be given.
  let requiredCount: Int
  /// One sentence of the reference.
  package let about: String
  package let group: Group
  let make: @Sendable (FieldCall) throws(SyntaxFailure) -> FieldVector

  /// Headings of the reference.
  package enum Group: String, Sendable, CaseIterable {
    case numbers = "Numbers and vectors, part by part"
    case vectors = "Vectors"
    case noise = "Noise and random numbers"
    case shapes = "Distances to shapes"
    case colors = "Colours"
  }

  /// A parameter with its name and what may be given for it.
  struct Parameter: Sendable {
    let name: String
    let kind: Kind

    enum Kind: Sendable {
      /// A number or a vector of any size.
      case any
      case number
      /// Vectors of so many parts.
      case vector(ClosedRange<Int>)
      /// A number that is the same for all pixels.
      case frameNumber
      /// A whole number that is known when the preset is read.
      case whole(ClosedRange<Int>)
    }

    static func any(_ name: String) -> Parameter { Parameter(name: name, kind: .any) }
    static func number(_ name: String) -> Parameter { Parameter(name: name, kind: .number) }
    static func vec2(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...2)) }
    static func vec3(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(3...3)) }
    /// A vec2 or a vec3.
    static func place(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...3)) }
    /// A vector of two to four parts.
    static func vector(_ name: String) -> Parameter { Parameter(name: name, kind: .vector(2...4)) }
    static func frameNumber(_ name: String) -> Parameter { Parameter(name: name, kind: .frameNumber) }
    static func whole(_ name: String, _ range: ClosedRange<Int>) -> Parameter {
      Parameter(name: name, kind: .whole(range))
    }

    /// What may be given, in words.
    var words: String {
      switch kind {
      case .any: "a number or a vector"
      case .number: "a number"
      case .vector(let counts):
        counts.count == 1
          ? "a vec\(counts.lowerBound)" : counts == 2...3 ? "a vec2 or a vec3" : "a vector"
      case .frameNumber: "a number that is the same for all pixels"
      case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
    }
  }

  init(
    _ name: String, _ group: Group, _ parameters: [Parameter], required: Int? = nil, _ about: String,
    make: @escaping @Sendable (FieldCall) throws(SyntaxFailure) -> FieldVector
  ) {
    self.name = name
    self.group = group
    self.parameters = parameters
    requiredCount = required ?? parameters.count
    self.about = about
    self.make = make
  }

  /// The call as the reference shows it: `star(p, radius, points, inner)`.
  package var usage: String {
    var text = ""
    for (index, parameter) in parameters.enumerated() {
      if index == requiredCount { text += index > 0 ? " [, " : "[" } else if index > 0 { text += ", " }
      text += parameter.name
    }
    return "\(name)(\(text)\(requiredCount < parameters.count ? "]" : ""))"
  }

  package static let all: [FieldFunction] = numbers + vectors + noises + shapes + colors

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// A call of a function with values of the right kinds.
struct FieldCall {
  let arguments: [FieldVector]
  /// Offsets of the arguments in the formula.
  let offsets: [Int]
  let builder: FieldBuilder
  let space: FormulaField.Space

  subscript(index: Int) -> FieldVector { arguments[index] }

  var count: Int { arguments.count }

  /// A number among the arguments, or another where it is not given.
  func number(_ index: Int, or other: Double) -> FieldValue {
    index < arguments.count ? arguments[index].x : builder.constant(other)
  }

  /// The value of a parameter that is a whole number.
  func whole(_ index: Int, or other: Int) -> Int {
    index < arguments.count ? Int(arguments[index].x.constant ?? Double(other)) : other
  }

  /// The failure that an argument is wrong.
  func failure(_ index: Int, _ message: String) -> SyntaxFailure {
    SyntaxFailure(offset: offsets[index], message: message)
  }
}
