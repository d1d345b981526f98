/// A source that paints a whole layer: every source except emitters, groups and transitions.
///
/// A source is a value that says what is to be drawn. The module Shading draws it (`ShadedSource`).
package protocol LayerSource: Sendable, Equatable {
  /// The values that change over time, with their keys in the preset language; they are evaluated at the frame's time.
  var animatedValues: AnimatedValues { get }
}
