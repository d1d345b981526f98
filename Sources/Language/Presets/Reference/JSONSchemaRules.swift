import Model

/// The rules of the JSON Schema for a value, separately for each JSON type.
///
/// With separate rules, a validator names the rule that a value breaks ("5 is greater than the maximum of 1"). For a list of
/// alternatives (`anyOf`) it could only say that none of them matches.
struct JSONSchemaRules {
  /// Whether the value may be anything, so that no rule applies.
  var isAnything = false
  var allowsBooleans = false
  /// Rules for numbers; nil if numbers are refused.
  var number: NumberRules?
  /// Rules for texts; nil if texts are refused.
  var text: TextRules?
  /// The allowed kinds of lists, each as members of a JSON Schema; empty if lists are refused.
  var lists: [[(String, JSONText)]] = []
  /// The allowed kinds of objects; empty if objects of declared kinds are refused.
  var objects: [ObjectSchema] = []
  /// Whether the value is a dictionary whose values are objects of the one kind in `objects`.
  var isDictionary = false

  /// For objects whose keys the author chooses: the rules for their values, as members of a JSON Schema; nil if such objects are
  /// refused.
  var freeKeyValues: [(String, JSONText)]?
  /// What the keys of such objects look like, as a regular expression.
  var freeKeyPattern = JSONSchemaRules.namePattern

  static let namePattern = "^[A-Za-z_][A-Za-z0-9_]*$"
  /// A name with its parameters.
  static let functionPattern = #"^\s*[A-Za-z_][A-Za-z0-9_]*\s*\(.*\)\s*$"#

  /// Rules for numbers.
  struct NumberRules {
    /// Whether fractions are refused.
    var isWhole = false
    /// The members of a JSON Schema that state the range.
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

  /// Rules for texts. A text is refused unless one of these rules allows it.
  struct TextRules {
    /// Whether any text is allowed.
    var isFree = false
    /// Whether formulas are allowed, which includes names of knobs: "= 40 + 10 * t".
    var allowsFormulas = false
    var allowsPercentages = false
    /// The names that are allowed.
    var names: [String] = []
    /// The name of the definition in `JSONSchema.textDefinitions` whose texts are allowed; nil for none.
    var definition: String?
  }

  /// A formula in place of a value.
  static let formula = JSONSchemaRules(text: TextRules(allowsFormulas: true))

  /// Extends the rules to allow everything that `alternative` allows. If both have rules for numbers, the result allows every
  /// number. At most one of the two may have a `definition`.
  mutating func add(_ alternative: JSONSchemaRules) {
    isAnything = isAnything || alternative.isAnything
    allowsBooleans = allowsBooleans || alternative.allowsBooleans
    isDictionary = isDictionary || alternative.isDictionary
    if freeKeyValues == nil {
      (freeKeyValues, freeKeyPattern) = (alternative.freeKeyValues, alternative.freeKeyPattern)
    }
    if let addedRules = alternative.number { number = number == nil ? addedRules : NumberRules() }
    if let addedRules = alternative.text {
      var rules = text ?? TextRules()
      rules.isFree = rules.isFree || addedRules.isFree
      rules.allowsFormulas = rules.allowsFormulas || addedRules.allowsFormulas
      rules.allowsPercentages = rules.allowsPercentages || addedRules.allowsPercentages
      rules.names += addedRules.names
      rules.definition = rules.definition ?? addedRules.definition
      text = rules
    }
    lists += alternative.lists
    objects += alternative.objects.filter { object in !objects.contains { $0.name == object.name } }
  }

  /// Rules that allow what either of the two allows; if both have rules for numbers, they allow every number (`add`).
  func or(_ alternative: JSONSchemaRules) -> JSONSchemaRules {
    var rules = self
    rules.add(alternative)
    return rules
  }
}
