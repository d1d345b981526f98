import Foundation
import Raster

/// A soft picture in any layout that moves a little from frame to frame, and what a decoded one differs from it by.
///
/// Every channel is a ramp within the codes that its format allows; alpha reaches from nothing to opaque.
enum SmoothFrames {
  static func frame(_ index: Int, _ format: PixelFormat, width: Int, height: Int) -> PixelBuffer {
    let frame = PixelBuffer(format: format, width: width, height: height)
    let layout = Samples(format)
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

  /// A channel's value of 8 bits at a place, both from 0 to 1.
  private static func value(_ channel: Int, _ across: Double, _ down: Double, _ index: Int) -> Double {
    switch channel {
    case 0: 30 + 190 * across
    case 1: 80 + 90 * down
    case 2: 160 - 70 * across + Double(8 * (index % 8))
    default: min(max(300 * down - 20, 0), 255)
    }
  }

  /// The largest difference of any sample, in units of 8 bits, of colours and of alpha; nil where there are not as many samples.
  ///
  /// - Parameters:
  ///   - minimumAlpha: colours of packed frames count where alpha is at least so much.
  ///   - alphaIsBinary: whether alpha was to become 0 below a half and 255 from there on.
  static func error(
    of decoded: [UInt8], count: Int, _ format: PixelFormat, width: Int, height: Int, minimumAlpha: Double = 0,
    alphaIsBinary: Bool = false
  ) -> (color: Double, alpha: Double)? {
    let layout = Samples(format)
    let expected = (0..<count).map { frame($0, format, width: width, height: height) }
    guard decoded.count == expected.reduce(0, { $0 + $1.packedByteCount }) else { return nil }
    var (color, alpha) = (0.0, 0.0)
    var offset = 0
    for frame in expected {
      for plane in 0..<format.planeCount {
        let samples = frame.rowBytes(ofPlane: plane) / layout.bytes
        for row in 0..<frame.rowCount(ofPlane: plane) {
          let start = UnsafeRawPointer(frame.plane(plane)) + row * frame.stride(ofPlane: plane)
          decoded.withUnsafeBytes { bytes in
            for sample in 0..<samples {
              let channel = layout.channel(sample, plane)
              let wanted = layout.load(start + sample * layout.bytes, isAlpha: channel == 3)
              let got = layout.load(bytes.baseAddress! + offset + sample * layout.bytes, isAlpha: channel == 3)
              if channel == 3 {
                alpha = max(alpha, alphaIsBinary ? abs((wanted >= 128 ? 255 : 0) - got) : abs(wanted - got))
              } else if minimumAlpha == 0 || !format.hasAlpha
                || layout.load(start + (sample - channel + 3) * layout.bytes, isAlpha: true) >= minimumAlpha
              {
                color = max(color, abs(wanted - got))
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
private struct Samples {
  let format: PixelFormat
  /// Bytes of a sample.
  let bytes: Int
  /// Samples of a pixel that lie together.
  let channels: Int

  init(_ format: PixelFormat) {
    self.format = format
    bytes = format.bitDepth <= 8 ? 1 : format.bitDepth <= 16 ? 2 : 4
    channels = format.planeCount == 1 ? (format.hasAlpha ? 4 : 3) : 1
  }

  func channel(_ sample: Int, _ plane: Int) -> Int { channels > 1 ? sample % channels : plane }

  /// Codes of one of 8 bits: alpha and RGB fill their range, Y′CbCr is multiplied by a power of two.
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
