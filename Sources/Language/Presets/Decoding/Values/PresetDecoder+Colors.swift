import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// The longest text, in UTF-8, that is parsed as a colour, so that the parsers' work is bounded.
  static let maximumColorBytes = 200
  /// The longest text, in UTF-8, that is parsed as a colour space.
  private static let maximumInterpolationBytes = 100

  /// Reads a colour in any notation of CSS Color 4, or a formula of colours.
  func color(_ unresolved: JSONNode) -> LinearColor? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be a colour such as \"#ff8800\", not \(node.messageText)", at: node)
      return nil
    }
    // `resolved` has replaced each reference to a colour. What is left names no knob, or one that is read as a formula.
    if let reference = KnobReference(text) {
      let hint = Spelling.hint(reference.name, among: scope.knobs.filter { $0.number == nil }.map(\.name))
      report("\(shortened(reference.name)) is not a knob that holds a colour.\(hint)", at: node)
      return nil
    }
    if let formula = ColorFormula(text) { return calculatedColor(formula, node) }
    if text.utf8.first == UInt8(ascii: "=") {
      report(
        "not a formula of a colour, which names a knob, \"= tint\", or an element of a list, \"= palette[0]\", mixes two, \"= mix(tint, light, 0.5)\", or chooses one, \"= night ? dusk : noon\"",
        at: node)
      return nil
    }
    guard text.utf8.count <= Self.maximumColorBytes, let color = LinearColor(css: text) else {
      let equalsSignHint = missingEqualsSignHint(text)
      report(
        "\(quoted(text)) is not a colour of CSS\(equalsSignHint.isEmpty ? Self.colorReason(text) : equalsSignHint)",
        at: node)
      return nil
    }
    let components = [color.red, color.green, color.blue, color.alpha]
    guard components.allSatisfy({ $0.isFinite && Limits.numbers.contains($0) }) else {
      report("\(quoted(text)) is too far outside the colours that screens can show", at: node)
      return nil
    }
    return scope.hueOffset == 0 ? color : color.withHueRotated(degrees: scope.hueOffset)
  }

  /// Why a text is no colour, as the end of a message. For a single word that resembles no colour name, this end also says where
  /// to read the names.
  private static func colorReason(_ text: String) -> String {
    guard text.utf8.count <= maximumColorBytes, let reason = LinearColor.explainCSSFailure(text) else { return "" }
    let isWord = !text.isEmpty && text.allSatisfy(\.isLetter)
    let resemblesNoName = isWord && Spelling.nearest(to: text, among: NamedColors.all.map(\.name)) == nil
    return ": \(reason)" + (resemblesNoName ? "; motes help colors lists the names" : "")
  }

  /// Reads a colour or an animation of colours. The colours of an animation become a list (`palette`), and an index into the list
  /// is animated; a fractional index mixes the two neighbouring colours.
  func animatedColor(_ unresolved: JSONNode) -> AnimatedColor? {
    guard let node = resolved(unresolved) else { return nil }
    guard node.members != nil else { return color(node).map { .constant($0) } }
    var palette: [LinearColor] = []
    let indexReader = AnimatedValueReader(
      componentCount: 1,
      readConstant: { node in
        self.color(node).map { color in
          palette.append(color)
          return [Double(palette.count - 1)]
        }
      })
    acceptsInterpolationKey = true
    let decoded = animation(node, of: indexReader)
    acceptsInterpolationKey = false
    guard let decoded else { return nil }
    var interpolation = ColorInterpolation.linear
    if let interpolationNode = node["interpolation"] {
      guard let decodedInterpolation = inside(key: "interpolation", { self.interpolation(interpolationNode) }) else {
        return nil
      }
      interpolation = decodedInterpolation
      if interpolation.isSpline {
        inside(key: "interpolation") { report("spline is for stops; an animation has easings", at: interpolationNode) }
        return nil
      }
    } else if case .keys(let keys) = decoded.sources[0] {
      // Without `interpolation`, colours are mixed in linear light, which is also how `AnimatedColor.keys` mixes them.
      return .keys(keys.map { .init(time: $0.time, color: palette[Int($0.value)], easing: $0.easing) })
    }
    let index = AnimatedNumber(decoded.sources[0], in: 0...Double(palette.count - 1))
    return .mixed(ColorMotion(colors: palette, position: index, interpolation: interpolation))
  }

  /// Reads a list of colours, or one colour, which becomes a list of one.
  func colors(_ unresolved: JSONNode) -> [LinearColor]? {
    guard let node = resolved(unresolved) else { return nil }
    if case .string = node.value { return color(node).map { [$0] } }
    guard let list = elements(node, of: "colours") else { return nil }
    let colors = list.enumerated().compactMap { index, element in inside(index: index) { color(element) } }
    return colors.count == list.count ? colors : nil
  }

  /// Names of the colour spaces in which colours may be mixed.
  static let interpolationSpaces = ColorSpace.allCases.map(\.rawValue) + ["linear", "xyz"]

  /// Reads a colour space of CSS Color 4, optionally with the direction in which hues are interpolated: "oklab", "oklch longer",
  /// "hsl decreasing", and with the word spline at the end: "oklab spline".
  func interpolation(_ unresolved: JSONNode) -> ColorInterpolation? {
    guard let node = resolved(unresolved) else { return nil }
    let names = Self.interpolationSpaces
    guard case .string(let text) = node.value else {
      report("should be a colour space such as \"oklab\", not \(node.messageText)", at: node)
      return nil
    }
    var words = text.utf8.count <= Self.maximumInterpolationBytes ? text.split(separator: " ").map(String.init) : []
    let isSpline = words.count > 1 && words.last == "spline"
    if isSpline { words.removeLast() }
    // CSS writes "oklch longer hue".
    if words.count > 2, words.last == "hue" { words.removeLast() }
    guard let name = words.first else {
      report("\(quoted(text)) is not a colour space. There are \(listed(names, conjunction: "and")).", at: node)
      return nil
    }
    let synonyms: [String: ColorSpace] = ["linear": .srgbLinear, "xyz": .xyzD65]
    guard let space = ColorSpace(rawValue: name) ?? synonyms[name] else {
      let hint = Spelling.hint(name, among: names)
      report(
        "\(quoted(name)) is not a colour space.\(hint.isEmpty ? " There are \(listed(names, conjunction: "and"))." : hint)",
        at: node)
      return nil
    }
    guard words.count > 1 else { return ColorInterpolation(space, isSpline: isSpline) }
    let huePaths = ColorInterpolation.HuePath.allCases.map(\.rawValue)
    if words.count > 2 {
      report(
        "\(quoted(words[2])) is too much: \(name) may be followed by one of \(listed(huePaths)), no more", at: node)
      return nil
    }
    guard let huePath = ColorInterpolation.HuePath(rawValue: words[1]) else {
      let hint = Spelling.hint(words[1], among: huePaths)
      let following = listed(huePaths + ["spline"])
      report("after \(name) may follow \(following), not \(quoted(words[1])).\(hint)", at: node)
      return nil
    }
    guard space.hueIndex != nil else {
      report("\(name) has no hue, so \(words[1]) means nothing", at: node)
      return nil
    }
    return ColorInterpolation(space, hue: huePath, isSpline: isSpline)
  }
}

extension LinearColor {
  /// The colour with its hue rotated in OKLCH, which leaves greys unchanged.
  fileprivate func withHueRotated(degrees: Double) -> LinearColor {
    var components = ColorSpace.oklab.components(ofLight: SIMD3(red, green, blue))
    let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
    let (a, b) = (components.y, components.z)
    (components.y, components.z) = (a * cosine - b * sine, a * sine + b * cosine)
    let light = ColorSpace.oklab.linearLight(components)
    return LinearColor(red: light.x, green: light.y, blue: light.z, alpha: alpha)
  }
}
