import Colorimetry
import Model

/// What a preset's values can refer to while they are read: names in formulas, and the lengths of which percentages are parts.
package struct Scope {
  package init() {}

  /// Size of the canvas in points.
  var width = 1920.0
  var height = 1080.0
  /// Width and height of which percentages are parts, 1 × 1 for a gradient in units of the box that it fills; nil for the
  /// canvas's, in points.
  var percentageBox: (width: Double, height: Double)?
  /// Duration of the canvas in seconds.
  var duration = 5.0
  /// Seed of the canvas, for `random` in formulas.
  var seed: UInt64 = 0
  /// Whether the canvas blends encoded values, so that colours, too, are mixed in sRGB where no colour space is named.
  var usesSRGB = false
  package var knobs: [KnobValue] = []
  /// The copy of a layer that is being read: `i` and `n` in formulas.
  var copy = (index: 0, count: 1)
  /// Degrees by which the hues of that copy's colours are rotated in OKLCH, those of copies around it included.
  var hueOffset = 0.0
  /// How many layers and cells have been read so far, to be compared with `Limits`.
  var layerCount = 0
  var cellCount = 0

  /// A knob with the value in effect.
  package struct KnobValue {
    package var name: String
    package var node: JSONNode
    /// The value in a formula: a number, 1 for true, 0 for false; nil for other types, which formulas cannot name.
    package var number: Double?
    /// Where the knob is declared.
    var keyOrigin: JSONNode.Position?
    /// The numbers that the knob may be; nil where it has neither a least nor a greatest, or is no number.
    var range: ClosedRange<Double>?
    /// Offsets from the value's first byte to its last, or after it, in the text that has it.
    var extent: ClosedRange<Int32>?

    /// Whether a position lies in the value, which is not a number: values that name it are read from there.
    func holds(_ origin: JSONNode.Position) -> Bool {
      number == nil && origin.source == node.origin.source && extent?.contains(origin.offset) == true
    }

    package init(name: String, node: JSONNode, number: Double?) {
      self.name = name
      self.node = node
      self.number = number
    }
  }

  /// Names of values that do not change with time.
  static let constants = ["pi", "tau"] + valuesOfCanvas
  /// Names of values that follow from the canvas, or from the copy of a layer.
  static let valuesOfCanvas = ["duration", "width", "height", "i", "n"]
  /// Names of the layer's local time and of the canvas's time, in seconds.
  static let clocks = ["t", "T"]
  /// Names that no knob may have.
  static var reservedNames: [String] { constants + clocks + FormulaFunction.all.map(\.name) }

  /// The value of a constant or of a knob with a number; nil for other names.
  func constant(named name: String) -> Double? {
    switch name {
    case "pi": Double.pi
    case "tau": 2 * Double.pi
    case "duration": duration
    case "width": width
    case "height": height
    case "i": Double(copy.index)
    case "n": Double(copy.count)
    default: knobs.first { $0.name == name }?.number
    }
  }

  /// The canvas's centre, the default position of most objects.
  var center: AnimatedPoint { AnimatedPoint(AnimatedNumber(width / 2), AnimatedNumber(height / 2)) }

  /// The colour space in which colours are mixed where none is named.
  var defaultInterpolation: ColorInterpolation { usesSRGB ? .srgb : .oklab }

  /// All names that a formula may use.
  var names: [String] { Scope.reservedNames + knobs.map(\.name) }

  /// The length that 100 % stands for: in points, or in units of the filled box where `percentageBox` is 1 × 1.
  func length(of basis: NumberSchema.PercentageBasis) -> Double {
    let (width, height) = percentageBox ?? (width, height)
    return switch basis {
    case .width: width
    case .height: height
    case .shorterSide: min(width, height)
    }
  }

  /// The longest name of a knob, in bytes.
  private static let maximumNameBytes = 64
  /// The words of a formula. Not every word is a name (the e of 1e3 is none), but every name is a word.
  static func words(of formula: String) -> [String] {
    formula.utf8.split { !isLetter($0) && !isDigit($0) }.map { String(Substring($0)) }
  }

  /// Whether a text is a name: a letter or underscore, then letters, digits and underscores.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maximumNameBytes else { return false }
    return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
  }

  /// Whether a byte may begin a name: a letter or _.
  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
