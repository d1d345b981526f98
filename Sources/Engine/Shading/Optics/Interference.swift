import Colorimetry
import Lanes
import Model

/// The means over the wavelengths of linear red, green and blue of cos(2π·p ÷ λ), for ways p up to 4,096 nm: a table of 512 entries, read with linear
/// interpolation (error below 0.003). The wavelengths' weights are those of the standard observer in sRGB's primaries, each channel's sum 1, so that white stays
/// white; sRGB's negative weights would lead beyond −1 and 1, where the means end.
struct Interference: @unchecked Sendable {
  /// Three planes of the table. The memory lives as long as the program.
  private let table: UnsafePointer<Float>

  static let shared = Interference()
  private static let (count, step): (Int, Double) = (512, 8)
  private static let stride = count + 8

  private init() {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 3 * Self.stride)
    memory.initialize(repeating: 0, count: 3 * Self.stride)
    for entry in 0...Self.count {
      let means = Self.spectralMeans(path: Double(entry) * Self.step)
      for channel in 0..<3 { memory[channel * Self.stride + entry] = Float(min(max(means[channel], -1), 1)) }
    }
    table = UnsafePointer(memory)
  }

  /// The means of one way, in nanometres.
  static func spectralMeans(path: Double) -> SIMD3<Double> {
    var (sum, weight) = (SIMD3<Double>(), SIMD3<Double>())
    for (index, eye) in StandardObserver.matchingFunctions.enumerated() {
      let channels = ColorSpace.xyzD65.linearLight(eye)
      weight += channels
      sum += channels * Lanes.sincosTurns(path / StandardObserver.nanometers(index)).cos
    }
    return sum / weight
  }

  /// - Parameter path: nanometres, at least 0.
  @inline(__always)
  func means(path: Float8) -> LaneVector {
    let place = Lanes.min(path * Float(1 / Self.step), Float(Self.count) - 0.001)
    let whole = Lanes.floor(place)
    let (entries, share) = (Lanes.truncateInRange(whole), place - whole)
    @inline(__always) func mean(_ channel: Int) -> Float8 {
      let (near, far) = tablePairs(table + channel &* Self.stride, entries)
      return near + (far - near) * share
    }
    return LaneVector(mean(0), mean(1), mean(2))
  }
}
