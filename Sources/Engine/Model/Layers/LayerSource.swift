/// A source that paints a whole layer: every source except emitters, groups and transitions.
///
/// A source is a value that says what is to be drawn. The module Shading draws it (`ShadedSource`).
package protocol LayerSource: Adjustable, Equatable {
  /// The values that change over time, with their keys in the preset language; they are evaluated at the frame's time.
  var animatedValues: AnimatedValues { get }
  /// Whether the picture changes with time even if no value is animated.
  var isSelfAnimated: Bool { get }
}

extension LayerSource {
  package var isSelfAnimated: Bool { false }
  /// Whether the picture never changes.
  package var isConstant: Bool { animatedValues.areConstant && !isSelfAnimated }
}

extension LayerSource where Self: Parametrized {
  package var animatedValues: AnimatedValues { valuesOfParameters }
}
