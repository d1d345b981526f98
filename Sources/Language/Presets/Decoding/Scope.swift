import Colorimetry
import JSON
import Model

/// What a preset's values can refer to while they are read: names in formulas, and the lengths that 100 % stands for.
package struct Scope {
  package init() {}

  /// Width of the canvas in points.
  var width = 1920.0
  /// Height of the canvas in points.
  var height = 1080.0
  /// The width and height that 100 % stands for: 1 × 1 in a gradient in units of the filled box; nil for the canvas's size in
  /// points.
  var percentageBox: (width: Double, height: Double)?
  /// Duration of the canvas in seconds.
  var duration = 5.0
  /// Seed of the canvas, for `random` in formulas.
  var seed: UInt64 = 0
  /// Whether the canvas blends sRGB-encoded values. Then sRGB is also the default space in which colours are mixed.
  var encodesColors = false
  /// The preset's knobs, which formulas may name; empty until they have been read.
  package var knobs: [KnobValue] = []
  /// The preset's camera, or the one of presets that state none; nil before it has been read.
  var camera: Camera?
  /// The preset's signals, which formulas may name; those that have been read so far.
  var signals: [Signal] = []
  /// The functions of the preset, which all formulas but those of its canvas may call; empty until they have been read.
  var functions: [DefinedFunction] = []
  /// Measures the text layer with a name (`PresetDecoder.textMeasure`); nil for formulas that are given in code.
  var textMeasure: ((_ name: String) throws(SyntaxFailure) -> TextMeasure?)?
  /// What is known of the preset's sound; nil without one, and before it has been read.
  var sound: SoundCurves?
  /// Seconds after which the sound begins anew, where it is a loop as long as the canvas's.
  var soundLoopSeconds: Double?
  /// The words on sound that formulas have read.
  let soundUse = SoundUse()
  /// How much the formulas of the preset have written out so far.
  let writtenOut = WrittenOutFormulas()
  /// Index of the copy of a layer that is being read, and the number of copies: `i` and `n` in formulas.
  var copy = (index: 0, count: 1)
  /// Degrees by which the hues of colours are rotated in OKLCH while a copy of a layer is being read, including the rotations of
  /// enclosing copies.
  var hueOffset = 0.0
  /// How many layers have been read so far, for comparison with `Limits`.
  var layerCount = 0
  /// How many cells have been read so far, for comparison with `Limits`.
  var cellCount = 0

  /// A named animated number of the preset.
  struct Signal {
    var name: String
    var number: AnimatedNumber
  }

  /// The signal with a name; nil if there is none.
  func signal(named name: String) -> Signal? { signals.first { $0.name == name } }

  /// A knob with the value in effect.
  package struct KnobValue {
    package var name: String
    package var node: JSONNode
    /// The value in a formula: 1 for true, 0 for false; nil for texts and lists.
    package var number: Double? { node.numberInFormulas }
    /// Where the knob is declared.
    var keyOrigin: JSONNode.Position?
    /// The numbers that the knob may be set to; nil if it has neither `min` nor `max`.
    var range: ClosedRange<Double>?
    /// The value in a formula where the knob listens to a sound.
    var follower: AnimatedNumber?
    /// Byte offsets of the value in its source, as `SourceTable.extent(of:)` gives them.
    var extent: ClosedRange<Int32>?

    /// Whether a position lies within the value. Always false for numbers, true and false: formulas read these as numbers,
    /// without a position.
    func contains(_ origin: JSONNode.Position) -> Bool {
      number == nil && origin.source == node.origin.source && extent?.contains(origin.offset) == true
    }

    package init(name: String, node: JSONNode) {
      self.name = name
      self.node = node
    }
  }

  /// Names of values that depend on the canvas or on the copy of a layer.
  private static let namesOfCanvasAndCopy = ["duration", "width", "height", "i", "n"]

  /// Whether a word in a formula stands for a value that depends on the canvas or on the copy of a layer.
  func dependsOnCanvasOrCopy(_ word: String) -> Bool {
    Self.namesOfCanvasAndCopy.contains(word) && knob(named: word) == nil && signal(named: word) == nil
  }

  /// The knob with a name; nil if there is none.
  func knob(named name: String) -> KnobValue? { knobs.first { $0.name == name } }

  /// The canvas's centre, the default position of most objects.
  var center: AnimatedPoint { AnimatedPoint(AnimatedNumber(width / 2), AnimatedNumber(height / 2)) }

  /// The colour space in which colours are mixed where none is named.
  var defaultInterpolation: ColorInterpolation { encodesColors ? .srgb : .oklab }

  /// The length that 100 % stands for, in points or in the units of `percentageBox`.
  func length(of basis: CanvasLength) -> Double {
    let (width, height) = percentageBox ?? (width, height)
    return switch basis {
    case .width: width
    case .height: height
    case .shorterSide: min(width, height)
    }
  }

  /// The greatest length of a name, in bytes.
  private static let maximumNameBytes = 64

  /// The runs of letters, digits and _ in a formula: all its names, and numbers such as 1e3.
  static func words(of formula: String) -> [String] {
    formula.utf8.split { !isLetter($0) && !isDigit($0) }.map { String(Substring($0)) }
  }

  /// Whether a text is a valid name: a letter or underscore, then letters, digits and underscores.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maximumNameBytes else { return false }
    return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
  }

  /// What is said of a text that is not a valid name.
  static let nameRule = "a name is letters, digits and _, beginning with a letter"

  /// Whether a byte may begin a name: A to Z, a to z, or _.
  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
