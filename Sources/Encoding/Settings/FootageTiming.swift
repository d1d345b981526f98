import CFFmpeg
import Model

/// How the frames of a movie over footage lie in time, and the shape of their pixels.
package struct FootageTiming: Sendable, Equatable {
  /// The unit in which times are counted, in seconds.
  package let tick: Rational
  /// Width ÷ height of a pixel.
  package let pixelAspect: Rational

  package init(tick: Rational, pixelAspect: Rational) {
    self.tick = tick
    self.pixelAspect = pixelAspect
  }
}

extension AVRational {
  /// The quotient with its terms clamped to 32 bits.
  init(_ value: Rational) { self.init(num: Int32(clamping: value.numerator), den: Int32(clamping: value.denominator)) }
}
