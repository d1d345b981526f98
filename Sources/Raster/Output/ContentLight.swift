import Lanes

/// Content light levels of a movie as HDR10 tells displays (CTA-861.3). A pixel's light is that of its brightest channel, in the
/// primaries of BT.2020.
public struct ContentLight: Sendable, Equatable {
  /// MaxCLL: cd/m² of the brightest pixel of all frames, rounded to nearest.
  public var brightestPixelNits: Int
  /// MaxFALL: the greatest of all frames' mean light, in cd/m², rounded to nearest.
  public var brightestFrameNits: Int

  /// Levels that are known.
  ///
  /// - Parameters:
  ///   - brightestPixelNits: MaxCLL in cd/m².
  ///   - brightestFrameNits: MaxFALL in cd/m².
  public init(brightestPixelNits: Int, brightestFrameNits: Int) {
    self.brightestPixelNits = brightestPixelNits
    self.brightestFrameNits = brightestFrameNits
  }
}

/// Measures content light levels frame by frame on samples as they are written, in whole 256ths of a cd/m², whose sums do not depend on
/// their order.
package struct ContentLightMeter: Sendable {
  private var brightestPixel: Int64 = 0
  private var brightestFrame: Int64 = 0

  package init() {}

  /// The layout of frames that are measured: fine enough that dither and rounding change no level.
  package static let source = PixelFormat.rgb48

  private static let unitsPerNit = 256.0
  /// The light of each code of 16 bits.
  private static let unitsOfCodes: [Int32] = (0...65_535).map { code in
    Int32(10_000 * unitsPerNit * decodePQ(Double(code) / 65_535) + 0.5)
  }

  /// What was measured so far.
  package var light: ContentLight {
    func nits(_ units: Int64) -> Int { Int((units + 128) / 256) }
    return ContentLight(brightestPixelNits: nits(brightestPixel), brightestFrameNits: nits(brightestFrame))
  }

  /// Measures a frame of `source` in PQ.
  package mutating func measure(_ frame: PixelBuffer) {
    precondition(frame.format == Self.source, "Light is measured on samples of \(Self.source.rawValue).")
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
