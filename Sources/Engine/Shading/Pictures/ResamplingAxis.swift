import Lanes

/// Resamples a picture along one axis: says how pixels of the frame are mixed from pixels of a row (or column) of the picture.
///
/// A pixel of the frame that is larger than a pixel of the picture has the exact mean of what it covers; a smaller pixel is interpolated
/// linearly. A pixel in which the picture ends is covered in part. Where the pixels of frame and picture coincide, they are copied.
///
/// Cost: one weight for each pixel that is read.
struct ResamplingAxis {
  /// The frame's pixels that the picture covers, fully or in part.
  private(set) var pixels = 0..<0
  /// Whether each of `pixels` is a copy: the frame's pixel i of the picture's pixel i − `origin`.
  private(set) var isCopy = false
  /// If `isCopy`, the frame's pixel at which the picture's first pixel lies.
  private(set) var origin = 0
  private var taps: [Taps] = []
  private var weights: [Float] = []
  /// For each pixel of an interpolated axis: the first of the picture's two pixels that it lies between, and the weights of both.
  private var firsts: [Int32] = []
  private var firstWeights: [Float] = []
  private var secondWeights: [Float] = []

  /// The pixels of the picture that one pixel of the frame is mixed from.
  struct Taps {
    /// The first of the picture's pixels, and how many there are.
    var first: Int
    var count: Int
    /// The index of the first pixel's weight; the other weights follow.
    var weightIndex: Int
    /// The share of the frame's pixel that the picture covers; also the sum of the weights.
    var coverage: Float
  }

  /// Sets how the picture lies in the frame.
  ///
  /// - Parameters:
  ///   - count: the number of the picture's pixels.
  ///   - from: the frame coordinate at which the picture begins.
  ///   - to: the frame coordinate at which the picture ends.
  ///   - visible: the part of the axis that shows the picture.
  ///   - limits: the frame's pixels that may be asked for.
  mutating func set(count: Int, from: Double, to: Double, visible: ClosedRange<Double>, limits: Range<Int>) {
    taps.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    firsts.removeAll(keepingCapacity: true)
    firstWeights.removeAll(keepingCapacity: true)
    secondWeights.removeAll(keepingCapacity: true)
    pixels = 0..<0
    isCopy = false
    let low = max(visible.lowerBound, from, Double(limits.lowerBound))
    let high = min(visible.upperBound, to, Double(limits.upperBound))
    guard to > from, high > low else { return }
    let first = Int(low.rounded(.down))
    pixels = first..<max(first, Int(high.rounded(.up)))
    let ratio = Double(count) / (to - from)
    let whole = from.rounded()
    isCopy = ratio == 1 && whole == from && low.rounded() == low && high.rounded() == high
    origin = isCopy ? Int(whole) : 0
    for pixel in pixels {
      let (begin, end) = (Double(pixel), Double(pixel + 1))
      let coverage = min(end, high) - max(begin, low)
      if ratio > 1 {
        append(from: (begin - from) * ratio, to: (end - from) * ratio, count: count, coverage: coverage)
      } else {
        append(at: (begin + 0.5 - from) * ratio - 0.5, count: count, coverage: coverage)
      }
    }
  }

  /// Appends the taps whose mixture is the mean of the picture between two coordinates, counted in pixels from the picture's
  /// start.
  private mutating func append(from: Double, to: Double, count: Int, coverage: Double) {
    let (low, high) = (min(max(from, 0), Double(count)), min(max(to, 0), Double(count)))
    let first = min(Int(low), count - 1)
    let end = min(max(Int(high.rounded(.up)), first + 1), count)
    let length = max(high - low, 1e-9)
    taps.append(Taps(first: first, count: end - first, weightIndex: weights.count, coverage: Float(coverage)))
    for index in first..<end {
      let share = max(0, min(Double(index + 1), high) - max(Double(index), low))
      weights.append(Float(end - first == 1 ? coverage : share / length * coverage))
    }
  }

  /// Appends the taps whose mixture is the picture's value at one coordinate; 0 is the centre of the picture's first pixel.
  /// Beyond its ends the picture's end pixels continue.
  private mutating func append(at position: Double, count: Int, coverage: Double) {
    let clamped = min(max(position, 0), Double(count - 1))
    let first = min(Int(clamped), max(count - 2, 0))
    let fraction = clamped - Double(first)
    let isAlone = fraction == 0 || count == 1
    taps.append(Taps(first: first, count: isAlone ? 1 : 2, weightIndex: weights.count, coverage: Float(coverage)))
    weights.append(Float((1 - (isAlone ? 0 : fraction)) * coverage))
    if !isAlone { weights.append(Float(fraction * coverage)) }
    firsts.append(Int32(first))
    firstWeights.append(weights[taps[taps.count - 1].weightIndex])
    secondWeights.append(isAlone ? 0 : Float(fraction * coverage))
  }

  /// Mixes pixels by linear interpolation, eight at a time. Eight neighbouring pixels of the frame lie between at most nine
  /// neighbouring pixels of the picture.
  ///
  /// - Parameters:
  ///   - shown: the frame's pixels to compute, a part of `pixels`.
  ///   - values: points to where the picture's first value would lie. Up to sixteen floats after the last needed value may be read too, and
  ///     must be finite.
  /// - Returns: false, without writing anything, for an axis that is not interpolated.
  @inline(__always)
  func interpolate(_ shown: Range<Int>, of values: UnsafePointer<Float>, into onto: UnsafeMutablePointer<Float>) -> Bool
  {
    guard firsts.count == pixels.count else { return false }
    let start = shown.lowerBound - pixels.lowerBound
    let count = shown.count
    firsts.withUnsafeBufferPointer { firsts in
      firstWeights.withUnsafeBufferPointer { firstWeights in
        secondWeights.withUnsafeBufferPointer { secondWeights in
          guard let firsts = firsts.baseAddress, let firstWeights = firstWeights.baseAddress,
            let secondWeights = secondWeights.baseAddress
          else { return }
          @inline(__always)
          func mixOne(_ index: Int) {
            let pixel = start &+ index
            let read = values + Int(firsts[pixel])
            onto[index] = read[0] * firstWeights[pixel] + read[1] * secondWeights[pixel]
          }
          var index = 0
          while index &+ 8 <= count {
            let pixel = start &+ index
            let base = firsts[pixel]
            let order = UnsafeRawPointer(firsts + pixel).loadUnaligned(as: Int32x8.self) &- Int32x8(repeating: base)
            if firsts[pixel &+ 7] &- base > 7 {
              // Rounding has moved a position across a pixel, so that nine neighbours do not suffice.
              for lane in 0..<8 { mixOne(index &+ lane) }
            } else {
              let read = values + Int(base)
              let low = Lanes.permuted(Lanes.load(read), by: order)
              let high = Lanes.permuted(Lanes.load(read + 1), by: order)
              Lanes.store(
                low * Lanes.load(firstWeights + pixel) + high * Lanes.load(secondWeights + pixel), to: onto + index)
            }
            index &+= 8
          }
          while index < count {
            mixOne(index)
            index &+= 1
          }
        }
      }
    }
    return true
  }

  /// Calls `body` once, with the taps of all `pixels` in order and with all weights.
  @inline(__always)
  func withTaps(_ body: (UnsafePointer<Taps>, UnsafePointer<Float>) -> Void) {
    taps.withUnsafeBufferPointer { taps in
      weights.withUnsafeBufferPointer { weights in
        guard let taps = taps.baseAddress, let weights = weights.baseAddress else { return }
        body(taps, weights)
      }
    }
  }
}
