import Colorimetry

/// A colour of an imported file: sRGB-encoded components and opacity, each 0 ... 1, not premultiplied.
struct SourceColor: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  static let white = SourceColor(red: 1, green: 1, blue: 1)

  /// CSS of the colour, without its opacity.
  var opaqueCSS: String { css(alpha: 1) }

  /// CSS of the colour with its opacity.
  var css: String { css(alpha: alpha) }

  private func css(alpha: Double) -> String {
    let components = [red, green, blue, alpha].map { min(1, max(0, $0)) }
    let codes = components.map { $0 * 255 }
    // Components that are whole 8-bit codes, apart from rounding, have the short hexadecimal form.
    if codes.allSatisfy({ abs($0 - $0.rounded()) < 0.002 }) {
      let digits = codes.prefix(alpha < 1 ? 4 : 3).map { code in
        let hex = String(Int(code.rounded()), radix: 16)
        return hex.count < 2 ? "0" + hex : hex
      }
      return "#" + digits.joined()
    }
    let numbers = components.prefix(3).map(Written.decimal).joined(separator: " ")
    return alpha < 1 ? "color(srgb \(numbers) / \(Written.decimal(components[3])))" : "color(srgb \(numbers))"
  }

  /// The colour of a text: CSS, or hexadecimal digits that follow 0x or stand alone; nil for any other text.
  init?(text: String) {
    let trimmed = text.drop { $0 == " " }
    guard trimmed.utf8.count <= 100 else { return nil }
    let isHex = [3, 4, 6, 8].contains(trimmed.count) && trimmed.allSatisfy(\.isHexDigit)
    let prefixed = trimmed.hasPrefix("0x") ? "#" + trimmed.dropFirst(2) : (isHex ? "#" + trimmed : String(trimmed))
    guard let color = LinearColor(css: prefixed) else { return nil }
    self.init(color)
  }

  init(_ color: LinearColor) {
    func encoded(_ value: Double) -> Double { min(1, max(0, TransferFunction.srgb.encode(value))) }
    self.init(
      red: encoded(Double(color.red)), green: encoded(Double(color.green)), blue: encoded(Double(color.blue)),
      alpha: min(1, max(0, Double(color.alpha))))
  }

  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Components in the order red, green, blue.
  var components: [Double] { [red, green, blue] }
}
