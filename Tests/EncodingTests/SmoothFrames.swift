import Foundation
import Raster

/// A smooth picture in any layout that moves a little from frame to frame, and the errors of a decoded one.
///
/// Every channel is a ramp within the codes that its format allows; alpha reaches from transparent to opaque.
enum SmoothFrames {
  static func frame(_ index: Int, _ format: PixelFormat, width: Int, height: Int) -> PixelBuffer {
    let frame = PixelBuffer(format: format, width: width, height: height)
    let layout = SampleLayout(format)
    for plane in 0..<format.planeCount {
      let (rows, samples) = (frame.rowCount(ofPlane: plane), frame.rowBytes(ofPlane: plane) / layout.bytes)
      let base = UnsafeMutableRawPointer(frame.plane(plane))
      for row in 0..<rows {
        for sample in 0..<samples {
          let across = Double(sample / layout.channels) / Double(max(1, samples / layout.channels - 1))
          let value = value(layout.channel(sample, plane), across, Double(row) / Double(max(1, rows - 1)), index)
          let isAlpha = layout.channel(sample, plane) == 3
          layout.store(value, isAlpha: isAlpha, at: base + row * frame.stride(ofPlane: plane) + sample * layout.bytes)
        }
      }
    }
    return frame
  }

  /// A channel's value in units of 8 bits; `across` and `down` go from 0 to 1 over the picture.
  private static func value(_ channel: Int, _ across: Double, _ down: Double, _ index: Int) -> Double {
    switch channel {
    case 0: 30 + 190 * across
    case 1: 80 + 90 * down
    case 2: 160 - 70 * across + Double(8 * (index % 8))
    default: min(max(300 * down - 20, 0), 255)
    }
  }

  /// The largest difference of any sample, in units of 8 bits, of colours and of alpha; nil if the number of samples differs.
  ///
  /// - Parameters:
  ///   - minimumAlpha: colours of packed frames count only where alpha is at least this, in units of 8 bits.
  ///   - alphaIsBinary: whether alpha was to become 0 below a half and 255 from there on.
  static func error(
    of decoded: [UInt8], count: Int, _ format: PixelFormat, width: Int, height: Int, minimumAlpha: Double = 0,
    alphaIsBinary: Bool = false
  ) -> (color: Double, alpha: Double)? {
    let layout = SampleLayout(format)
    let expectedFrames = (0..<count).map { frame($0, format, width: width, height: height) }
    guard decoded.count == expectedFrames.reduce(0, { $0 + $1.packedByteCount }) else { return nil }
    var (color, alpha) = (0.0, 0.0)
    var offset = 0
    for frame in expectedFrames {
      for plane in 0..<format.planeCount {
        let samples = frame.rowBytes(ofPlane: plane) / layout.bytes
        for row in 0..<frame.rowCount(ofPlane: plane) {
          let start = UnsafeRawPointer(frame.plane(plane)) + row * frame.stride(ofPlane: plane)
          decoded.withUnsafeBytes { bytes in
            for sample in 0..<samples {
              let channel = layout.channel(sample, plane)
              let expected = layout.load(start + sample * layout.bytes, isAlpha: channel == 3)
              let actual = layout.load(bytes.baseAddress! + offset + sample * layout.bytes, isAlpha: channel == 3)
              if channel == 3 {
                alpha = max(alpha, alphaIsBinary ? abs((expected >= 128 ? 255 : 0) - actual) : abs(expected - actual))
              } else if minimumAlpha == 0 || !format.hasAlpha
                || layout.load(start + (sample - channel + 3) * layout.bytes, isAlpha: true) >= minimumAlpha
              {
                color = max(color, abs(expected - actual))
              }
            }
          }
          offset += samples * layout.bytes
        }
      }
    }
    return (color, alpha)
  }
}

/// How a layout stores its samples.
private struct SampleLayout {
  let format: PixelFormat
  /// Bytes of a sample.
  let bytes: Int
  /// Samples of one pixel that lie side by side: 1 where each channel has a plane of its own.
  let channels: Int

  init(_ format: PixelFormat) {
    self.format = format
    bytes = format.bitDepth <= 8 ? 1 : format.bitDepth <= 16 ? 2 : 4
    channels = format.planeCount == 1 ? (format.hasAlpha ? 4 : 3) : 1
  }

  func channel(_ sample: Int, _ plane: Int) -> Int { channels > 1 ? sample % channels : plane }

  /// The code of a value in units of 8 bits is the value times this: alpha and RGB fill their range, Y′CbCr is scaled by a power of two.
  private func scale(isAlpha: Bool) -> Double {
    isAlpha || channels > 1
      ? Double(1 << format.bitDepth - 1) / 255 : Double(1 << (format.bitDepth - 8))
  }

  func store(_ value: Double, isAlpha: Bool, at target: UnsafeMutableRawPointer) {
    if bytes == 4 { return target.storeBytes(of: Float(value / 255), as: Float.self) }
    let code = (value * scale(isAlpha: isAlpha)).rounded()
    if bytes == 1 {
      target.storeBytes(of: UInt8(code), as: UInt8.self)
    } else {
      target.storeBytes(of: UInt16(code).littleEndian, as: UInt16.self)
    }
  }

  func load(_ source: UnsafeRawPointer, isAlpha: Bool) -> Double {
    switch bytes {
    case 1: Double(source.load(as: UInt8.self)) / scale(isAlpha: isAlpha)
    case 2: Double(UInt16(littleEndian: source.loadUnaligned(as: UInt16.self))) / scale(isAlpha: isAlpha)
    default: Double(source.loadUnaligned(as: Float.self)) * 255
    }
  }
}
