/// Linear light with BT.709 primaries, straight alpha. 1 is paper white; components may lie outside 0...1.
public struct LinearColor: Sendable, Hashable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let white = LinearColor(red: 1, green: 1, blue: 1)
  public static let black = LinearColor(red: 0, green: 0, blue: 0)
  public static let clear = LinearColor(red: 0, green: 0, blue: 0, alpha: 0)
}
