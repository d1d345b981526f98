import Raster

/// A second movie, in step with the first, that shows alpha in grey: white is opaque, black transparent.
///
/// For programs that take no alpha channel: the first movie has the colours premultiplied, as over black, and this one says how much of
/// the backdrop they cover.
public struct MatteSettings: Sendable {
  /// Where the matte will be.
  public var path: String
  /// How it is encoded: the colours' size and rate, and perhaps another codec.
  public var movie: MovieSettings

  /// Settings of a matte.
  ///
  /// - Parameters:
  ///   - path: where it will be.
  ///   - movie: how it is encoded.
  public init(path: String, movie: MovieSettings) {
    self.path = path
    self.movie = movie
  }
}

extension PixelBuffer {
  /// Fills this frame with the alpha of another one in grey, 1 as white. Codes are rounded to nearest.
  ///
  /// - Parameter source: of the same size, in `matteSourceFormat`.
  package func fillMatte(from source: PixelBuffer) {
    precondition(source.format == PixelBuffer.matteSourceFormat && source.width == width && source.height == height)
    let maximumAlpha = 65_535
    let unit = 1 << (format.bitDepth - 8)
    let isYUV = format.kind == .planarYUV
    let (black, white) = isYUV ? (16 * unit, 235 * unit) : (0, 1 << format.bitDepth - 1)
    let channels = format.kind == .packedRGB ? (format.hasAlpha ? 4 : 3) : 1
    for row in 0..<height {
      let alphas = UnsafeRawPointer(source.plane(0) + row * source.stride(ofPlane: 0))
      let target = plane(0) + row * stride(ofPlane: 0)
      for column in 0..<width {
        let alpha = Int(UInt16(littleEndian: alphas.load(fromByteOffset: 8 * column + 6, as: UInt16.self)))
        let code = black + (alpha * (white - black) + maximumAlpha / 2) / maximumAlpha
        for channel in 0..<channels { target.setSample(channels * column + channel, channel < 3 ? code : white, unit) }
      }
    }
    guard isYUV else { return }
    for index in 1..<3 {
      for row in 0..<rowCount(ofPlane: index) {
        let target = plane(index) + row * stride(ofPlane: index)
        for column in 0..<rowBytes(ofPlane: index) / (unit > 1 ? 2 : 1) { target.setSample(column, 128 * unit, unit) }
      }
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Stores a sample in one byte, or in two, the low one first, where codes have more than 8 bits.
  fileprivate func setSample(_ index: Int, _ code: Int, _ unit: Int) {
    if unit == 1 {
      self[index] = UInt8(code)
    } else {
      self[2 * index] = UInt8(code & 0xFF)
      self[2 * index + 1] = UInt8(code >> 8)
    }
  }
}
