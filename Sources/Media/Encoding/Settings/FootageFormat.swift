import CFFmpeg
import Model

/// The time base and the pixel aspect ratio of footage. A movie that is drawn over the footage keeps both.
package struct FootageFormat: Sendable, Equatable {
  /// The time base: the unit in which times are counted, in seconds.
  package let tick: Rational
  /// The pixel aspect ratio: width ÷ height of a pixel.
  package let pixelAspect: Rational

  package init(tick: Rational, pixelAspect: Rational) {
    self.tick = tick
    self.pixelAspect = pixelAspect
  }
}

extension AVRational {
  /// The fraction with its terms clamped to 32 bits.
  init(_ value: Rational) { self.init(num: Int32(clamping: value.numerator), den: Int32(clamping: value.denominator)) }
}
