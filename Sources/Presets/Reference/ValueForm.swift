import Model

/// What a value may be, by the kind of JSON that it is.
///
/// Each kind has rules of its own. A validator then names the one rule that a value breaks ("5 is greater than the maximum of
/// 1"), where of a list of alternatives (`anyOf`) it could only say that none of them fits.
struct ValueForm {
  /// Whether it may be anything at all, to which no rule applies.
  var isAnything = false
  var allowsBooleans = false
  /// Rules of a number; nil where numbers are refused.
  var number: NumberRules?
  /// Rules of a text; nil where texts are refused.
  var text: TextRules?
  /// The forms of lists, as members of a JSON Schema.
  var lists: [[(String, JSONText)]] = []
  /// The kinds of objects.
  var objects: [ObjectSchema] = []
  /// Whether an object is a dictionary of objects of the one kind in `objects`.
  var isDictionary = false

  /// The members of a JSON Schema of each value of an object whose keys the author chooses; nil where such objects are refused.
  var namedValues: [(String, JSONText)]?

  /// Whether fractions are refused, and the members of a JSON Schema that bound it.
  struct NumberRules {
    var isWhole = false
    var bounds: [(String, JSONText)] = []

    init(isWhole: Bool = false, bounds: [(String, JSONText)] = []) {
      self.isWhole = isWhole
      self.bounds = bounds
    }

    init(_ schema: NumberSchema) {
      self.init(
        isWhole: schema.isWhole,
        bounds: [
          ("minimum", .number(schema.range.lowerBound)), ("maximum", .number(schema.range.upperBound)),
        ])
    }
  }

  /// What a text may be; one that none of these allows is refused.
  struct TextRules {
    /// Any text.
    var isFree = false
    /// A formula, or the name of a knob: "= 40 + 10 * t".
    var allowsFormulas = false
    var allowsPercentages = false
    /// One of some names.
    var names: [String] = []
    /// A text that a definition of `JSONSchema.textDefinitions` allows.
    var definition: String?
  }

  /// The text of a formula, in place of a value.
  static let formula = ValueForm(text: TextRules(allowsFormulas: true))

  /// Allows what either form allows, or more: where both have rules of numbers all bounds are dropped. At most one of the two may have
  /// a `definition`.
  mutating func add(_ other: ValueForm) {
    isAnything = isAnything || other.isAnything
    allowsBooleans = allowsBooleans || other.allowsBooleans
    isDictionary = isDictionary || other.isDictionary
    namedValues = namedValues ?? other.namedValues
    if let more = other.number { number = number == nil ? more : NumberRules() }
    if let more = other.text {
      var rules = text ?? TextRules()
      rules.isFree = rules.isFree || more.isFree
      rules.allowsFormulas = rules.allowsFormulas || more.allowsFormulas
      rules.allowsPercentages = rules.allowsPercentages || more.allowsPercentages
      rules.names += more.names
      rules.definition = rules.definition ?? more.definition
      text = rules
    }
    lists += other.lists
    objects += other.objects.filter { object in !objects.contains { $0.name == object.name } }
  }

  /// The form of whatever one of the two allows.
  func or(_ other: ValueForm) -> ValueForm {
    var form = self
    form.add(other)
    return form
  }
}
