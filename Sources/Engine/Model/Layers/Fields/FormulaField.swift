import Colorimetry

/// A field whose colours come from a formula that is computed for each pixel.
///
/// Formulas are texts of the preset language; the initializer that takes them is in the module that reads presets.
public struct FormulaField: LayerSource {
  /// The text of the colour's formula, including its equals sign.
  public let formula: String
  /// The colour space of the formula's red, green and blue.
  public let space: Space
  /// Colours of numbers from 0 to 1: for formulas whose value is a number, and for the formula function `ramp`.
  public var colors: ColorMap
  /// Number of samples along each side of a pixel, 1 to 4. A pixel's colour is the mean of its `samples` × `samples` samples.
  public var samples: Int
  /// Selects the random numbers: another one gives another field.
  public var variant: Int
  /// The compiled formula. Its outputs are a number, or red, green, blue and perhaps alpha, and then the opacity if there is one.
  package let program: FormulaProgram
  /// How many outputs make the colour: 1 for a location in the ramp, 3 for red, green and blue, 4 with alpha.
  package let componentCount: Int
  /// Whether the last output says how opaque the colour is.
  package let hasOpacity: Bool
  /// Animated numbers that the formula reads, with their names in the preset.
  package let values: [Value]

  /// Colour spaces of red, green and blue.
  public enum Space: String, DescribedChoice {
    /// Encoded values, as colours on web pages have them.
    case srgb
    /// Amounts of light; more than 1 is brighter than white.
    case linear

    /// The range to which red, green and blue are clamped.
    package var range: ClosedRange<Float> { self == .srgb ? 0...1 : 0...1_000 }

    package var sentence: String {
      switch self {
      case .srgb: "Encoded values from 0 to 1, as in CSS and in most shaders on web pages."
      case .linear: "Amounts of light from 0 to 1,000; more than 1 is brighter than white, for bloom and tone maps."
      }
    }
  }

  /// An animated number with its name.
  package struct Value: Sendable, Equatable {
    package var name: String
    package var number: AnimatedNumber
    /// Whether it is a signal of the preset and not a name of the field.
    package var isSignal: Bool

    package init(name: String, number: AnimatedNumber, isSignal: Bool = false) {
      self.name = name
      self.number = number
      self.isSignal = isSignal
    }
  }

  package init(
    formula: String, space: Space, program: FormulaProgram, componentCount: Int, hasOpacity: Bool, values: [Value],
    colors: ColorMap, samples: Int, variant: Int
  ) {
    self.formula = formula
    self.space = space
    self.program = program
    self.componentCount = componentCount
    self.hasOpacity = hasOpacity
    self.values = values
    self.colors = colors
    self.samples = samples
    self.variant = variant
  }

  package var animatedValues: AnimatedValues {
    var animated = AnimatedValues()
    for value in values { animated.add(value.isSignal ? "color" : "let.\(value.name)", value.number) }
    animated.add("stops", colors.stops)
    return animated
  }

  /// Whether the formula gives colours without transparency, whatever the stops are.
  package var hasOpaqueFormula: Bool { componentCount == 3 && !hasOpacity }

  /// Whether the field changes with time even if no value is animated.
  package var isSelfAnimated: Bool { program.readsTime }

  /// The cost of a pixel, counted in additions.
  package var costInAdditionsPerPixel: Double { program.costInAdditionsPerPixel * Double(samples * samples) }
}
