/// What a kind of filter has in common with all others: a value that says what is done to a picture.
public protocol FilterKind: Adjustable, Equatable {
  /// The value as an element of a list of filters.
  var filter: Filter { get }
}

/// What the rest of the program asks a kind of filter. The module Shading draws it (`DrawnFilter`).
package protocol FilterDefinition: FilterKind {
  /// The input pixels from which the filter computes one pixel.
  func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach

  /// How far around the layer's own pixels the filter may leave light, as a multiple of the filter's reach; nil if that is not
  /// bounded.
  func spreadFactor(during clocks: ClockRange) -> Double?

  /// Bytes that the filter keeps for each pixel of its input, besides the input itself.
  func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double

  /// Whether the filter's input has to be kept for its last step, `finish` of `NeighborhoodFilter` in Shading. A blur, for example, does
  /// not need it: it has gathered its input in buffers of its own.
  var readsInputInFinish: Bool { get }

  /// Whether the filter's result may depend on the alpha of its input. If no filter of a canvas reads alpha, the canvas's alpha
  /// need not be drawn.
  var readsAlpha: Bool { get }

  /// Whether the filter changes a pixel in the same way wherever the pixel lies, so that the filter may be applied before or
  /// after a transform.
  var isSameEverywhere: Bool { get }

  /// The kind that has the same effect after a transform as this one has before it; nil if there is none.
  func placed(by similarity: Similarity) -> Self?

  /// The values that are evaluated at the frame's time.
  var animatedValues: AnimatedValues { get }

  /// Whether what the filter does changes with time even if no value is animated.
  var isSelfAnimated: Bool { get }

  /// The layer that the filter reads besides its input; nil for filters that read none.
  var map: Layer? { get set }

  /// Whether the filter, one of what lies below a layer, reads the layer itself besides.
  var readsLayer: Bool { get }

  /// Whether the filter's result takes the layer's place: the layer's opacity counts, and its own colours are not composited.
  var drawsLayer: Bool { get }

  /// How many pixels around a pixel of its result the filter reads; nil without a bound. So only the surroundings of a layer have to be drawn
  /// for the filters of what lies below it.
  func readPixels(on canvas: Canvas, during clocks: ClockRange) -> Int?
}

extension FilterDefinition {
  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach { .pixel }
  package func spreadFactor(during clocks: ClockRange) -> Double? { isSameEverywhere ? 0 : nil }
  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 0 }
  package var readsInputInFinish: Bool { true }
  package var readsAlpha: Bool { true }
  package var isSameEverywhere: Bool { false }
  package func placed(by similarity: Similarity) -> Self? { isSameEverywhere ? self : nil }
  package var isSelfAnimated: Bool { false }
  package var map: Layer? {
    get { nil }
    set {}
  }
  package var readsLayer: Bool { false }
  package var drawsLayer: Bool { readsLayer }
  package func readPixels(on canvas: Canvas, during clocks: ClockRange) -> Int? {
    reach(on: .canvas, during: clocks) == .pixel ? 0 : nil
  }
}

/// A kind of filter that presets may name.
package protocol DeclaredFilter: FilterDefinition, DeclaredKind {}

extension DeclaredFilter {
  package var animatedValues: AnimatedValues { valuesOfParameters }
}

extension AnimatedNumber {
  /// The greatest magnitude that the number may have.
  package func largestMagnitude(during clocks: ClockRange) -> Double { magnitudes(during: clocks).upperBound }

  /// The range of magnitudes that the number may have.
  package func magnitudes(during clocks: ClockRange) -> ClosedRange<Double> {
    let range = valueRange(during: clocks)
    let (low, high) = (abs(range.lowerBound), abs(range.upperBound))
    return (range.contains(0) ? 0 : min(low, high))...max(low, high)
  }
}
