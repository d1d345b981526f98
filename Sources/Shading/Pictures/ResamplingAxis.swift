import Lanes

/// How the pixels of a row (or column) of a picture are mixed to those of a frame, along one axis.
///
/// A pixel of the frame that is as large as a pixel of the picture or larger has the mean of all that it covers, by exact shares; a
/// smaller one is interpolated linearly. Pixels at the ends are covered in part where the picture ends within them. Where pixels lie
/// on pixels, they are copied.
///
/// Cost: one weight for each pixel that is read.
struct ResamplingAxis {
  /// The frame's pixels that show some of the picture.
  private(set) var pixels = 0..<0
  /// Whether each of these is a copy of one pixel: pixel i of that of index i − `origin`.
  private(set) var isCopy = false
  /// The frame's pixel at which the picture's first one lies, where `isCopy`.
  private(set) var origin = 0
  private var taps: [Taps] = []
  private var weights: [Float] = []
  /// First of the two pixels between which each pixel of an interpolated axis lies; the weights of both follow.
  private var firsts: [Int32] = []
  private var firstWeights: [Float] = []
  private var secondWeights: [Float] = []

  /// What one pixel of the frame is mixed of.
  struct Taps {
    /// The first of the picture's pixels, and how many there are.
    var first: Int
    var count: Int
    /// Index of the first one's weight.
    var weight: Int
    /// The share of the pixel that the picture covers, the sum of the weights.
    var coverage: Float
  }

  /// - Parameters:
  ///   - count: pixels of the picture.
  ///   - from: the frame's coordinate at which the picture begins.
  ///   - to: where it ends.
  ///   - visible: the part that is shown.
  ///   - limits: pixels that may be asked for.
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

  /// Appends the mean of the picture between two of its coordinates.
  private mutating func append(from: Double, to: Double, count: Int, coverage: Double) {
    let (low, high) = (min(max(from, 0), Double(count)), min(max(to, 0), Double(count)))
    let first = min(Int(low), count - 1)
    let end = min(max(Int(high.rounded(.up)), first + 1), count)
    let length = max(high - low, 1e-9)
    taps.append(Taps(first: first, count: end - first, weight: weights.count, coverage: Float(coverage)))
    for index in first..<end {
      let share = max(0, min(Double(index + 1), high) - max(Double(index), low))
      weights.append(Float(end - first == 1 ? coverage : share / length * coverage))
    }
  }

  /// Appends the value at one coordinate, counted from the middle of the picture's first pixel. Beyond its ends it goes on as it ends.
  private mutating func append(at position: Double, count: Int, coverage: Double) {
    let clamped = min(max(position, 0), Double(count - 1))
    let first = min(Int(clamped), max(count - 2, 0))
    let fraction = clamped - Double(first)
    let isAlone = fraction == 0 || count == 1
    taps.append(Taps(first: first, count: isAlone ? 1 : 2, weight: weights.count, coverage: Float(coverage)))
    weights.append(Float((1 - (isAlone ? 0 : fraction)) * coverage))
    if !isAlone { weights.append(Float(fraction * coverage)) }
    firsts.append(Int32(first))
    firstWeights.append(weights[taps[taps.count - 1].weight])
    secondWeights.append(isAlone ? 0 : Float(fraction * coverage))
  }

  /// Mixes pixels by linear interpolation, eight at a time: these lie between at most nine neighbours of the picture. Returns false for an
  /// axis that is not interpolated.
  ///
  /// - Parameters:
  ///   - shown: the frame's pixels that are wanted, of `pixels`.
  ///   - values: where the picture's first value would lie. Sixteen floats after the last that is read may be read too, and are finite.
  @inline(__always)
  func interpolate(_ shown: Range<Int>, of values: UnsafePointer<Float>, into onto: UnsafeMutablePointer<Float>) -> Bool
  {
    guard firsts.count == pixels.count else { return false }
    let start = shown.lowerBound - pixels.lowerBound
    let count = shown.count
    firsts.withUnsafeBufferPointer { firsts in
      firstWeights.withUnsafeBufferPointer { firstWeights in
        secondWeights.withUnsafeBufferPointer { secondWeights in
          guard let firsts = firsts.baseAddress, let one = firstWeights.baseAddress, let two = secondWeights.baseAddress
          else { return }
          @inline(__always)
          func mixOne(_ index: Int) {
            let pixel = start &+ index
            let read = values + Int(firsts[pixel])
            onto[index] = read[0] * one[pixel] + read[1] * two[pixel]
          }
          var index = 0
          while index &+ 8 <= count {
            let pixel = start &+ index
            let base = firsts[pixel]
            let order = UnsafeRawPointer(firsts + pixel).loadUnaligned(as: Int32x8.self) &- Int32x8(repeating: base)
            if firsts[pixel &+ 7] &- base > 7 {
              // Positions that rounding has moved across a pixel.
              for lane in 0..<8 { mixOne(index &+ lane) }
            } else {
              let read = values + Int(base)
              let low = Lanes.permuted(Lanes.load(read), by: order)
              let high = Lanes.permuted(Lanes.load(read + 1), by: order)
              Lanes.store(low * Lanes.load(one + pixel) + high * Lanes.load(two + pixel), to: onto + index)
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

  /// Calls `body` with what the pixels of `pixels` are mixed of, from the first on, and with all weights.
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
