/// The ranges of local and canvas time, in seconds, in which a layer is drawn.
package struct ClockRange: Sendable, Equatable {
  package var local: ClosedRange<Double>
  package var canvas: ClosedRange<Double>

  package init(local: ClosedRange<Double>, canvas: ClosedRange<Double>) {
    self.local = local
    self.canvas = canvas
  }
}
