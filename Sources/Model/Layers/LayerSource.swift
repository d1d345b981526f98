/// A source that paints a whole layer: everything but emitters and groups.
///
/// A source is a value: it says what is to be drawn, and the module Shading says how (`ShadedSource`).
package protocol LayerSource: Sendable, Equatable {
  /// The values that change over time, with their keys in the preset language; they are evaluated at the frame's time.
  var animatedValues: AnimatedValues { get }
}
