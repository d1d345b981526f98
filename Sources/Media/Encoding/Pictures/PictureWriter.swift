import Raster

/// Writes pictures in PNG, TIFF, OpenEXR, WebP and JPEG, each of them whole or absent.
public enum PictureWriter {
  /// Sample layouts from which PNG pictures can be made.
  package static let pngPixelFormats: [PixelFormat] = PictureFormat.png.layouts.map(\.pixelFormat)

  /// Writes a picture that is whole or absent.
  ///
  /// - Parameters:
  ///   - pixels: the picture, in the settings' `pixelFormat`.
  ///   - path: path of the file.
  ///   - settings: format and quality; nil for the format that the path's extension stands for, with samples as `pixels` has
  ///     them (32-bit floats are rounded to 16 bits).
  ///   - allowsReplacing: whether an existing file may be replaced.
  /// - Returns: sentences for a person, such as that a leftover of an interrupted run was replaced.
  /// - Throws: `MediaError` if `pixels` has another pixel format, if the target exists, if its folder cannot be written, or if
  ///   the disk is full.
  @discardableResult
  public static func write(
    _ pixels: PixelBuffer, to path: String, settings: PictureSettings? = nil, allowsReplacing: Bool = false
  ) throws(MediaError) -> [String] {
    let settings = if let settings { settings } else { try PictureSettings(forFile: path, of: pixels.format) }
    return try writeWholeFile(try bytes(of: pixels, settings), to: path, allowsReplacing: allowsReplacing)
  }

  /// The bytes of a PNG file.
  ///
  /// - Parameter pixels: the picture, in one of `pngPixelFormats`.
  /// - Throws: `MediaError` for another pixel format, or when the encoder fails.
  public static func png(_ pixels: PixelBuffer) throws(MediaError) -> [UInt8] {
    try bytes(of: pixels, try PictureSettings(.png, of: pixels.format))
  }

  /// The bytes of a picture's file.
  ///
  /// - Parameters:
  ///   - pixels: the picture, in the settings' `pixelFormat`.
  ///   - settings: format, samples and quality.
  /// - Throws: `MediaError` for another pixel format, or when the encoder is missing or fails.
  package static func bytes(of pixels: PixelBuffer, _ settings: PictureSettings) throws(MediaError) -> [UInt8] {
    guard pixels.format == settings.pixelFormat else {
      throw MediaError(
        .settings,
        "A frame of \(pixels.format.rawValue) does not fit \(settings.format.title) of "
          + "\(settings.layout.bitDepth) bits, which is made from \(settings.pixelFormat.rawValue).")
    }
    let side = settings.format.maximumSide
    guard pixels.width <= side, pixels.height <= side else {
      throw MediaError(
        .settings,
        "\(settings.format.title) holds at most \(side) pixels a side, not \(pixels.width) x \(pixels.height).")
    }
    do {
      return try encodePicture(pixels, settings)
    } catch {
      throw MediaError(error, kind: .codec, doing: "encode \(settings.format.title)", path: nil)
    }
  }
}
