import CFFmpeg
import Model

/// How the frames of a movie over footage lie in time, and the shape of their pixels.
package struct FootageTiming: Sendable, Equatable {
  /// Seconds of the unit in which times are counted.
  package let tick: Rational
  /// Width ÷ height of a pixel.
  package let pixelAspect: Rational

  package init(tick: Rational, pixelAspect: Rational) {
    self.tick = tick
    self.pixelAspect = pixelAspect
  }
}

extension AVRational {
  /// A quotient whose terms fit 32 bits.
  init(_ value: Rational) { self.init(num: Int32(clamping: value.numerator), den: Int32(clamping: value.denominator)) }
}
