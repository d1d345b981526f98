/// Parser of CSS Color 4's grammar, sections 5 to 10, and of temperatures: `blackbody(2856)`.
///
/// In the functions below, `percentOf` is the number that CSS Color 4 takes for 100 %: 125 for a and b of lab, 150 for the chroma
/// of lch, 0.4 for a and b of oklab and for the chroma of oklch.
package enum CSSColorParser {
  /// Parses a text; the colour stays in the colour space in which it is written.
  package static func parse(_ text: String) throws(CSSColorError) -> CSSColor {
    guard text.utf8.count <= 1000 else { throw CSSColorError("a colour's text is at most 1,000 bytes long") }
    let tokens = CSSTokenizer.tokens(text)
    guard let first = tokens.first else { throw CSSColorError("the colour is empty") }
    switch first {
    case .hash(let digits):
      guard tokens.count == 1 else { throw CSSColorError("#\(digits) is followed by more text") }
      return try hex(digits)
    case .identifier(let name):
      guard tokens.count == 1 else { throw CSSColorError("\(name) is followed by more text") }
      return try named(name)
    case .function(let name):
      var body = Array(tokens.dropFirst())
      guard let last = body.last else { throw CSSColorError("\(name)( has no closing parenthesis") }
      // CSS closes open parentheses at the end of the text. In a preset, a missing parenthesis is more likely a mistake.
      guard last == .close else { throw CSSColorError("\(name)() does not end with its closing parenthesis") }
      body.removeLast()
      return try function(name, body)
    default:
      throw CSSColorError(
        "a colour is #rrggbb, a name, or a function such as rgb() or oklch()")
    }
  }

  /// The colour of 3, 4, 6 or 8 lower-case hexadecimal digits.
  private static func hex(_ digits: String) throws(CSSColorError) -> CSSColor {
    let values = digits.utf8.compactMap { byte -> UInt32? in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
      default: nil
      }
    }
    guard values.count == digits.utf8.count, [3, 4, 6, 8].contains(values.count) else {
      throw CSSColorError("# is followed by 3, 4, 6 or 8 hexadecimal digits")
    }
    let isShort = values.count <= 4
    var bytes: [UInt32] = []
    for index in stride(from: 0, to: values.count, by: isShort ? 1 : 2) {
      // One digit stands for two equal ones: 16·d + d.
      bytes.append(isShort ? values[index] * 17 : values[index] * 16 + values[index + 1])
    }
    let alpha = bytes.count == 4 ? Double(bytes[3]) / 255 : 1
    return CSSColor(
      .srgb, SIMD3(Double(bytes[0]) / 255, Double(bytes[1]) / 255, Double(bytes[2]) / 255), alpha: alpha)
  }

  /// The colour of a lower-case name.
  private static func named(_ name: String) throws(CSSColorError) -> CSSColor {
    if name == "transparent" { return CSSColor(.srgb, .zero, alpha: 0) }
    guard let rgb = NamedColors.rgb(name) else {
      let hint = Spelling.nearest(to: name, among: NamedColors.all.map(\.name) + ["transparent"])
      throw CSSColorError("no colour is called \(name)" + (hint.map { ". Did you mean \($0)?" } ?? ""))
    }
    return CSSColor(
      .srgb,
      SIMD3(Double(rgb >> 16 & 255) / 255, Double(rgb >> 8 & 255) / 255, Double(rgb & 255) / 255))
  }

  /// The functions that this parser knows: those of CSS, and `blackbody`.
  package static let functionNames = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "blackbody",
  ]

  /// The colour of a function, given the tokens between its parentheses.
  private static func function(_ name: String, _ body: [CSSToken]) throws(CSSColorError) -> CSSColor {
    switch name {
    case "rgb", "rgba":
      return try rgb(CSSArguments(name, body, allowsCommas: true))
    case "hsl", "hsla":
      let arguments = try CSSArguments(name, body, allowsCommas: true)
      let hue = try arguments.hue(0)
      let saturation = clamp(try arguments.percentage(1), 0, 100)
      let lightness = clamp(try arguments.percentage(2), 0, 100)
      return try arguments.color(.hsl, SIMD3(hue, saturation, lightness))
    case "hwb":
      let arguments = try CSSArguments(name, body)
      let white = clamp(try arguments.percentage(1), 0, 100)
      let black = clamp(try arguments.percentage(2), 0, 100)
      return try arguments.color(.hwb, SIMD3(try arguments.hue(0), white, black))
    case "lab":
      let arguments = try CSSArguments(name, body)
      let lightness = clamp(try arguments.number(0, percentOf: 100), 0, 100)
      return try arguments.color(
        .lab, SIMD3(lightness, try arguments.number(1, percentOf: 125), try arguments.number(2, percentOf: 125)))
    case "lch":
      let arguments = try CSSArguments(name, body)
      let lightness = clamp(try arguments.number(0, percentOf: 100), 0, 100)
      let chroma = clamp(try arguments.number(1, percentOf: 150), 0, .infinity)
      return try arguments.color(.lch, SIMD3(lightness, chroma, try arguments.hue(2)))
    case "oklab":
      let arguments = try CSSArguments(name, body)
      let lightness = clamp(try arguments.number(0, percentOf: 1), 0, 1)
      return try arguments.color(
        .oklab, SIMD3(lightness, try arguments.number(1, percentOf: 0.4), try arguments.number(2, percentOf: 0.4)))
    case "oklch":
      let arguments = try CSSArguments(name, body)
      let lightness = clamp(try arguments.number(0, percentOf: 1), 0, 1)
      let chroma = clamp(try arguments.number(1, percentOf: 0.4), 0, .infinity)
      return try arguments.color(.oklch, SIMD3(lightness, chroma, try arguments.hue(2)))
    case "color":
      return try colorInPredefinedSpace(body)
    case "blackbody":
      guard body.count == 1 else { throw CSSColorError("blackbody() takes one temperature in kelvins") }
      let color = Blackbody.color(kelvins: try temperature(body[0]))
      return CSSColor(.srgbLinear, SIMD3(color.red, color.green, color.blue))
    default:
      let hint = Spelling.nearest(to: name, among: functionNames)
      throw CSSColorError(
        "\(name)() is not a colour function here" + (hint.map { ". Did you mean \($0)()?" } ?? ""))
    }
  }

  /// A temperature in kelvins: a number, or one with the unit K.
  private static func temperature(_ token: CSSToken) throws(CSSColorError) -> Double {
    let kelvins: Double
    switch token {
    case .number(let value), .dimension(let value, "k"): kelvins = value
    default: throw CSSColorError("a temperature is a number of kelvins")
    }
    let range = Blackbody.temperatures
    guard range.contains(kelvins) else {
      throw CSSColorError("a temperature lies between \(Int(range.lowerBound)) and \(Int(range.upperBound)) kelvins")
    }
    return kelvins
  }

  /// The temperatures of `blackbody(900, 6500)`, which stands for the colours of stops from the first to the second one; nil for any other
  /// text.
  package static func temperatureRange(_ text: String) throws(CSSColorError) -> (from: Double, to: Double)? {
    guard text.utf8.count <= 100 else { return nil }
    let tokens = CSSTokenizer.tokens(text)
    guard tokens.count == 5, tokens[0] == .function("blackbody"), tokens[2] == .comma, tokens[4] == .close else {
      return nil
    }
    return (try temperature(tokens[1]), try temperature(tokens[3]))
  }

  /// The colour of `rgb()`. With commas its three components are all numbers or all percentages.
  private static func rgb(_ arguments: CSSArguments) throws(CSSColorError) -> CSSColor {
    if arguments.isLegacy {
      let percentageIndices = (0..<3).filter { if case .percentage = arguments.values[$0] { true } else { false } }
      guard percentageIndices.isEmpty || percentageIndices.count == 3 else {
        throw CSSColorError("rgb() with commas takes three numbers or three percentages, not both")
      }
    }
    var components = SIMD3<Double>()
    for index in 0..<3 {
      components[index] = clamp(try arguments.number(index, percentOf: 255), 0, 255) / 255
    }
    return try arguments.color(.srgb, components)
  }

  /// The colour of `color()`, given the tokens between its parentheses: `display-p3 1 0.2 0.1 / 50%`.
  private static func colorInPredefinedSpace(_ body: [CSSToken]) throws(CSSColorError) -> CSSColor {
    guard case .identifier(let name)? = body.first else {
      throw CSSColorError("color() begins with the name of a space")
    }
    let spaces: [ColorSpace] = [
      .srgb, .srgbLinear, .displayP3, .a98, .prophoto, .rec2020, .xyzD50, .xyzD65,
    ]
    guard let space = name == "xyz" ? .xyzD65 : spaces.first(where: { $0.rawValue == name }) else {
      let hint = Spelling.nearest(to: name, among: spaces.map(\.rawValue) + ["xyz"])
      throw CSSColorError("color() has no space \(name)" + (hint.map { ". Did you mean \($0)?" } ?? ""))
    }
    let arguments = try CSSArguments("color(\(name))", Array(body.dropFirst()))
    var components = SIMD3<Double>()
    for index in 0..<3 { components[index] = try arguments.number(index, percentOf: 1) }
    return try arguments.color(space, components)
  }

  private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
    if value < low { return low }
    return value > high ? high : value
  }
}

/// The arguments of a colour function, whose number and separators have been checked: three components and perhaps an alpha.
private struct CSSArguments {
  /// The function's name in error messages, such as "rgb()".
  let name: String
  /// Three components and, if one was written, an alpha.
  let values: [CSSToken]
  /// Whether the values are separated by commas, CSS's legacy syntax.
  let isLegacy: Bool

  init(_ name: String, _ body: [CSSToken], allowsCommas: Bool = false) throws(CSSColorError) {
    self.name = name.hasSuffix(")") ? name : "\(name)()"
    isLegacy = allowsCommas && body.contains(.comma)
    var values: [CSSToken] = []
    for (index, token) in body.enumerated() {
      let isSeparator: Bool
      if isLegacy {
        isSeparator = index % 2 == 1
        if isSeparator, token != .comma { throw CSSColorError("\(self.name) mixes commas and spaces") }
      } else {
        isSeparator = index == 3
        if isSeparator, token != .slash {
          throw CSSColorError("\(self.name) takes three components; an alpha follows after a slash")
        }
      }
      if !isSeparator { values.append(token) }
    }
    let isComplete = isLegacy ? body.count == 5 || body.count == 7 : body.count == 3 || body.count == 5
    guard isComplete else {
      throw CSSColorError("\(self.name) takes three components and perhaps an alpha")
    }
    if isLegacy, values.contains(.identifier("none")) {
      throw CSSColorError("\(self.name) with commas does not take none")
    }
    self.values = values
  }

  /// A component as a number; 100% stands for `whole`, and a missing component is 0.
  func number(_ index: Int, percentOf whole: Double) throws(CSSColorError) -> Double {
    switch values[index] {
    case .number(let value): return value
    case .percentage(let value): return value / 100 * whole
    case .identifier("none"): return 0
    default: throw CSSColorError("component \(index + 1) of \(name) is a number, a percentage or none")
    }
  }

  /// A component in percent. Without commas a bare number counts as a percentage.
  func percentage(_ index: Int) throws(CSSColorError) -> Double {
    if isLegacy, case .number = values[index] {
      throw CSSColorError("component \(index + 1) of \(name) with commas is a percentage")
    }
    return try number(index, percentOf: 100)
  }

  /// A component as a hue in degrees.
  func hue(_ index: Int) throws(CSSColorError) -> Double {
    switch values[index] {
    case .number(let value): return value
    case .dimension(let value, "deg"): return value
    case .dimension(let value, "grad"): return value * 0.9
    case .dimension(let value, "turn"): return value * 360
    case .dimension(let value, "rad"): return value * (180 / Double.pi)
    case .identifier("none"): return 0
    default: throw CSSColorError("the hue of \(name) is a number or an angle in deg, rad, grad or turn")
    }
  }

  /// The colour of the given components; its alpha, and which components are missing, are taken from the arguments.
  func color(_ space: ColorSpace, _ components: SIMD3<Double>) throws(CSSColorError) -> CSSColor {
    var isMissing = values.map { $0 == .identifier("none") }
    var alpha = 1.0
    if values.count == 4 {
      switch values[3] {
      case .number(let value): alpha = value
      case .percentage(let value): alpha = value / 100
      case .identifier("none"): alpha = 0
      default: throw CSSColorError("the alpha of \(name) is a number, a percentage or none")
      }
      if alpha < 0 { alpha = 0 } else if alpha > 1 { alpha = 1 }
    } else {
      isMissing.append(false)
    }
    return CSSColor(space, components, alpha: alpha, isMissing: isMissing)
  }
}
