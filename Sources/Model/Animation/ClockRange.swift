/// The ranges of local and canvas time in which a layer is drawn.
public struct ClockRange: Sendable, Equatable {
  public var local: ClosedRange<Double>
  public var canvas: ClosedRange<Double>

  public init(local: ClosedRange<Double>, canvas: ClosedRange<Double>) {
    self.local = local
    self.canvas = canvas
  }
}
