import Raster

/// Settings of a matte: a second movie that shows the first movie's alpha in grey, frame by frame. White is opaque, black transparent.
///
/// A matte is for programs that take no alpha channel. The first movie then has premultiplied colours, as over black, and the
/// matte says how much of the background they cover.
public struct MatteSettings: Sendable {
  /// Path of the matte.
  public var path: String
  /// How the matte is encoded: with the first movie's size and frame rate, perhaps by another codec.
  public var movie: MovieSettings

  /// Settings of a matte.
  ///
  /// - Parameters:
  ///   - path: path of the matte.
  ///   - movie: how the matte is encoded.
  public init(path: String, movie: MovieSettings) {
    self.path = path
    self.movie = movie
  }
}

extension PixelBuffer {
  /// Fills this frame with the alpha of another frame in grey: 0 is black, 1 is white. Each value is rounded to the nearest code.
  ///
  /// - Parameter source: a frame of the same size, in `matteSourceFormat`.
  package func fillMatte(from source: PixelBuffer) {
    precondition(source.format == PixelBuffer.matteSourceFormat && source.width == width && source.height == height)
    let maximumAlpha = 65_535
    // How many codes of the matte's bit depth lie from one 8-bit code to the next.
    let codesPer8BitCode = 1 << (format.bitDepth - 8)
    let hasTwoBytes = format.bitDepth > 8
    let isYUV = format.kind == .planarYUV
    // Y′CbCr has limited range.
    let (black, white) = isYUV ? (16 * codesPer8BitCode, 235 * codesPer8BitCode) : (0, 1 << format.bitDepth - 1)
    let channels = format.kind == .packedRGB ? (format.hasAlpha ? 4 : 3) : 1
    for row in 0..<height {
      let sourceRow = UnsafeRawPointer(source.plane(0) + row * source.stride(ofPlane: 0))
      let target = plane(0) + row * stride(ofPlane: 0)
      for column in 0..<width {
        // Alpha is the fourth of a pixel's four 16-bit samples.
        let alpha = Int(UInt16(littleEndian: sourceRow.load(fromByteOffset: 8 * column + 6, as: UInt16.self)))
        let code = black + (alpha * (white - black) + maximumAlpha / 2) / maximumAlpha
        // An alpha channel of the matte itself is opaque.
        for channel in 0..<channels {
          target.setSample(channels * column + channel, to: channel < 3 ? code : white, hasTwoBytes: hasTwoBytes)
        }
      }
    }
    guard isYUV else { return }
    for chromaPlane in 1..<3 {
      for row in 0..<rowCount(ofPlane: chromaPlane) {
        let target = plane(chromaPlane) + row * stride(ofPlane: chromaPlane)
        for column in 0..<rowBytes(ofPlane: chromaPlane) / (hasTwoBytes ? 2 : 1) {
          target.setSample(column, to: 128 * codesPer8BitCode, hasTwoBytes: hasTwoBytes)
        }
      }
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Stores a sample in one byte, or in two in little-endian order.
  fileprivate func setSample(_ index: Int, to code: Int, hasTwoBytes: Bool) {
    if hasTwoBytes {
      self[2 * index] = UInt8(code & 0xFF)
      self[2 * index + 1] = UInt8(code >> 8)
    } else {
      self[index] = UInt8(code)
    }
  }
}
