/// Linear light with BT.709 primaries, straight alpha. 1 is paper white; components may lie outside 0...1.
public struct LinearColor: Sendable, Hashable {
  /// Red as linear light.
  public var red: Double
  /// Green as linear light.
  public var green: Double
  /// Blue as linear light.
  public var blue: Double
  /// Opacity: 0 is clear, 1 is opaque.
  public var alpha: Double

  /// A colour of linear components with straight alpha. `init(srgbRed:green:blue:alpha:)` takes sRGB-encoded components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Paper white.
  public static let white = LinearColor(red: 1, green: 1, blue: 1)
  /// Opaque black.
  public static let black = LinearColor(red: 0, green: 0, blue: 0)
  /// Nothing: transparent black.
  public static let clear = LinearColor(red: 0, green: 0, blue: 0, alpha: 0)
}
