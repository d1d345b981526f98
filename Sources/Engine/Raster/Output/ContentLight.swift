import Lanes

/// The content light levels of a movie (CTA-861.3), which HDR10 transmits to displays. The light of a pixel is the light of its brightest
/// channel, in the primaries of BT.2020.
public struct ContentLight: Sendable, Equatable, Codable {
  /// MaxCLL: the light of the brightest pixel of all frames in cd/m², rounded to nearest.
  public var brightestPixelNits: Int
  /// MaxFALL: the mean light of the frame with the greatest mean light, in cd/m², rounded to nearest.
  public var brightestFrameNits: Int

  /// Makes content light levels from known values.
  ///
  /// - Parameters:
  ///   - brightestPixelNits: MaxCLL in cd/m².
  ///   - brightestFrameNits: MaxFALL in cd/m².
  public init(brightestPixelNits: Int, brightestFrameNits: Int) {
    self.brightestPixelNits = brightestPixelNits
    self.brightestFrameNits = brightestFrameNits
  }
}

/// Measures content light levels on written samples, frame by frame. Light is counted in integers of 1/256 cd/m², whose sums do not depend on
/// their order.
package struct ContentLightMeter: Sendable {
  /// The light of the brightest pixel so far, and the mean light of the brightest frame so far, in units of 1/256 cd/m².
  private var brightestPixel: Int64 = 0
  private var brightestFrame: Int64 = 0

  package init() {}

  /// The pixel format of the frames to be measured. In PQ its neighbouring codes are at most 0.14 cd/m² apart up to 1000 cd/m², so dither
  /// and rounding hardly change a level.
  package static let measuredFormat = PixelFormat.rgb48

  private static let unitsPerNit = 256.0
  /// The light of each code of 16 bits, in units of 1/256 cd/m².
  private static let unitsOfCodes: [Int32] = (0...65_535).map { code in
    Int32(10_000 * unitsPerNit * decodePQ(Double(code) / 65_535) + 0.5)
  }

  /// The levels of all frames measured so far.
  package var light: ContentLight {
    // Rounded to nearest: 128 units are half a nit.
    func nits(_ units: Int64) -> Int { Int((units + 128) / 256) }
    return ContentLight(brightestPixelNits: nits(brightestPixel), brightestFrameNits: nits(brightestFrame))
  }

  /// Measures a frame of the format `measuredFormat`, encoded by PQ.
  package mutating func measure(_ frame: PixelBuffer) {
    precondition(
      frame.format == Self.measuredFormat, "Light is measured on samples of \(Self.measuredFormat.rawValue).")
    var sum: Int64 = 0
    var maximum: UInt16 = 0
    Self.unitsOfCodes.withUnsafeBufferPointer { units in
      for y in 0..<frame.height {
        let row = UnsafeRawPointer(frame.plane(0) + y * frame.stride(ofPlane: 0))
          .assumingMemoryBound(to: UInt16.self)
        for column in 0..<frame.width {
          let brightest = max(row[3 &* column], row[3 &* column &+ 1], row[3 &* column &+ 2])
          maximum = max(maximum, brightest)
          sum &+= Int64(units[Int(brightest)])
        }
      }
    }
    let pixels = Int64(frame.width * frame.height)
    brightestPixel = max(brightestPixel, Int64(Self.unitsOfCodes[Int(maximum)]))
    brightestFrame = max(brightestFrame, (sum + pixels / 2) / pixels)
  }
}
