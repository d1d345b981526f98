import Lanes

/// Content light levels of a movie as HDR10 tells displays (CTA-861.3): of a pixel counts its brightest channel, in the primaries
/// of BT.2020.
public struct ContentLight: Sendable, Equatable {
  /// MaxCLL: cd/m² of the brightest pixel of all frames, rounded up.
  public var brightestPixelNits: Int
  /// MaxFALL: cd/m² of the brightest frame on average, rounded up.
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

/// Measures content light levels frame by frame, in whole 256ths of a cd/m², whose sums do not depend on their order.
package struct ContentLightMeter: Sendable {
  private var brightestPixel: Int64 = 0
  private var brightestFrame: Int64 = 0

  package init() {}

  private static let unitsPerNit: Float = 256

  /// What was measured so far.
  package var light: ContentLight {
    func nits(_ units: Int64) -> Int { Int((units + 255) / 256) }
    return ContentLight(brightestPixelNits: nits(brightestPixel), brightestFrameNits: nits(brightestFrame))
  }

  /// Measures a frame of `floatPlanes`, which the transform would encode.
  package mutating func measure(_ frame: PixelBuffer, _ transform: OutputTransform) {
    precondition(frame.format == .floatPlanes, "Light is measured on floats.")
    let light = HDRLight(transform)
    var sum: Int64 = 0
    var most = Int32x8()
    for y in 0..<frame.height {
      func row(_ plane: Int) -> UnsafeMutablePointer<Float> {
        UnsafeMutableRawPointer(frame.plane(plane) + y * frame.stride(ofPlane: plane))
          .assumingMemoryBound(to: Float.self)
      }
      // Planes are G B R A. Rows are padded to whole vectors.
      let (red, green, blue) = (row(2), row(0), row(1))
      var rowSum = Int32x8()
      for column in stride(from: 0, to: frame.width, by: 8) {
        let wide = HDRLight.wide(
          light.displayed(Lanes.load(red + column)), light.displayed(Lanes.load(green + column)),
          light.displayed(Lanes.load(blue + column)))
        let brightest = Lanes.max(Lanes.max(wide.red, wide.green), wide.blue)
        var units = Lanes.truncateInRange(brightest * (HighlightCurve.whiteNits * Self.unitsPerNit) + 0.5)
        let remaining = frame.width - column
        if remaining < 8 { for lane in remaining..<8 { units[lane] = 0 } }
        rowSum &+= units
        most.replace(with: units, where: units .> most)
      }
      for lane in 0..<8 { sum += Int64(rowSum[lane]) }
    }
    let pixels = Int64(frame.width * frame.height)
    brightestPixel = max(brightestPixel, Int64(most.max()))
    brightestFrame = max(brightestFrame, (sum + pixels - 1) / pixels)
  }
}
