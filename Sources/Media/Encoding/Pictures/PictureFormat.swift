import CFFmpeg
import Raster

/// A format of still pictures: one row of the table `PictureFormat.all`.
///
/// Pictures are encoded as the row says, except for JPEG's quantisation tables and chroma subsampling (PictureEncoding.swift, which
/// also has the largest width and height in each format). The command's help, its errors and the documentation are printed from the table.
public struct PictureFormat: Sendable {
  /// The name in settings: "png".
  public let name: String
  /// The name in sentences: "PNG".
  package let title: String
  /// File extensions, the usual one first, without the full stop.
  public let fileExtensions: [String]
  /// The encoder's name in FFmpeg's libavcodec: "png".
  package let encoder: String
  /// The Debian package whose libavcodec has the encoder.
  package let debianPackage: String
  /// Kinds of samples that the format holds, the usual one first.
  package let layouts: [Layout]
  /// The format's scale of quality; nil for a lossless format.
  package let quality: Quality?
  /// Whether the format holds linear light with premultiplied alpha. If false, it holds sRGB-encoded values with straight alpha.
  package let isLinearLight: Bool
  /// What the format is good for, in a few words.
  package let purpose: String
  /// Options of the encoder by FFmpeg's names.
  let options: @Sendable (PictureSettings) -> [(String, String)]

  /// A kind of samples in the file, and the pixel format in which a frame is drawn for it.
  package struct Layout: Sendable, Equatable {
    /// Pixel format of the frame that is drawn.
    package let pixelFormat: PixelFormat
    /// Bits of a sample in the file.
    package let bitDepth: Int
    /// Whether the file has an alpha channel.
    package let hasAlpha: Bool
    /// The pixel format that the encoder gets, by FFmpeg's name; JPEG may get another (`PictureSettings.encoderFormat`).
    let encoderFormat: String
  }

  /// A scale of quality from 1 to 100, higher is better.
  package struct Quality: Sendable {
    /// The value if none is given.
    package let defaultValue: Double
    /// Whether 100 keeps every sample as it is.
    package let bestIsLossless: Bool
    /// Possible values.
    package static let range = 1.0...100.0
  }

  /// Whether a file can have an alpha channel.
  package var holdsAlpha: Bool { layouts.contains(where: \.hasAlpha) }
  /// Bits of a sample in the format's layouts, each number once, the usual one first.
  package var bitDepths: [Int] {
    var depths: [Int] = []
    for layout in layouts where !depths.contains(layout.bitDepth) { depths.append(layout.bitDepth) }
    return depths
  }
  /// Whether this machine's libavcodec has the encoder.
  package var isAvailable: Bool { avcodec_find_encoder_by_name(encoder) != nil }
}

// MARK: The table

extension PictureFormat {
  /// All formats, the usual one first.
  public static let all: [PictureFormat] = [png, tiff, exr, webp, jpeg]

  /// PNG: lossless, 8 or 16 bits, tagged sRGB, straight alpha.
  public static let png = PictureFormat(
    name: "png", title: "PNG", fileExtensions: ["png"], encoder: "png", debianPackage: "libavcodec-dev",
    layouts: [
      Layout(pixelFormat: .rgb24, bitDepth: 8, hasAlpha: false, encoderFormat: "rgb24"),
      Layout(pixelFormat: .rgba, bitDepth: 8, hasAlpha: true, encoderFormat: "rgba"),
      Layout(pixelFormat: .rgb48, bitDepth: 16, hasAlpha: false, encoderFormat: "rgb48be"),
      Layout(pixelFormat: .rgba64, bitDepth: 16, hasAlpha: true, encoderFormat: "rgba64be"),
    ], quality: nil, isLinearLight: false, purpose: "everything",
    // "pred" is PNG's filter of rows (predictor). "mixed" chooses a filter for each row, which makes soft gradients a third
    // smaller than no filter. "sub" is one filter for all rows: with zlib's level 2 it takes a seventh of the time of "mixed"
    // with level 6, and makes frames with dither a fifth larger.
    options: { $0.prefersSpeed ? [("pred", "sub"), ("compression_level", "2")] : [("pred", "mixed")] })

  /// TIFF: lossless, 8 or 16 bits, straight alpha.
  public static let tiff = PictureFormat(
    name: "tiff", title: "TIFF", fileExtensions: ["tif", "tiff"], encoder: "tiff", debianPackage: "libavcodec-dev",
    layouts: [
      Layout(pixelFormat: .rgb24, bitDepth: 8, hasAlpha: false, encoderFormat: "rgb24"),
      Layout(pixelFormat: .rgba, bitDepth: 8, hasAlpha: true, encoderFormat: "rgba"),
      Layout(pixelFormat: .rgb48, bitDepth: 16, hasAlpha: false, encoderFormat: "rgb48le"),
      Layout(pixelFormat: .rgba64, bitDepth: 16, hasAlpha: true, encoderFormat: "rgba64le"),
    ], quality: nil, isLinearLight: false, purpose: "print and grading",
    options: { _ in [("compression_algo", "deflate")] })

  /// OpenEXR: linear light as half (16-bit) or single-precision (32-bit) floats, lossless ZIP compression, premultiplied alpha. The files
  /// have no chromaticities attribute, which means BT.709's primaries.
  public static let exr = PictureFormat(
    name: "exr", title: "OpenEXR", fileExtensions: ["exr"], encoder: "exr", debianPackage: "libavcodec-dev",
    layouts: [
      Layout(pixelFormat: .floatPlanes, bitDepth: 16, hasAlpha: false, encoderFormat: "gbrpf32le"),
      Layout(pixelFormat: .floatPlanes, bitDepth: 16, hasAlpha: true, encoderFormat: "gbrapf32le"),
      Layout(pixelFormat: .floatPlanes, bitDepth: 32, hasAlpha: false, encoderFormat: "gbrpf32le"),
      Layout(pixelFormat: .floatPlanes, bitDepth: 32, hasAlpha: true, encoderFormat: "gbrapf32le"),
    ], quality: nil, isLinearLight: true, purpose: "compositing: light above white, linear, premultiplied",
    options: { [("compression", "zip16"), ("format", $0.layout.bitDepth == 16 ? "half" : "float")] })

  /// WebP: small files for the web, with or without loss, straight alpha.
  public static let webp = PictureFormat(
    name: "webp", title: "WebP", fileExtensions: ["webp"], encoder: "libwebp", debianPackage: "libavcodec-dev",
    layouts: [
      Layout(pixelFormat: .rgb24, bitDepth: 8, hasAlpha: false, encoderFormat: "bgra"),
      Layout(pixelFormat: .rgba, bitDepth: 8, hasAlpha: true, encoderFormat: "bgra"),
    ], quality: Quality(defaultValue: 90, bestIsLossless: true), isLinearLight: false, purpose: "web pages",
    // With lossless=1, libwebp reads `quality` as compression effort.
    options: { settings in
      settings.qualityInEffect == 100
        ? [("lossless", "1"), ("quality", settings.prefersSpeed ? "20" : "70")]
        : [("quality", "\(settings.qualityInEffect ?? 0)")]
    })

  /// JPEG: small opaque files that everything opens.
  public static let jpeg = PictureFormat(
    name: "jpeg", title: "JPEG", fileExtensions: ["jpg", "jpeg"], encoder: "mjpeg", debianPackage: "libavcodec-dev",
    layouts: [Layout(pixelFormat: .rgb24, bitDepth: 8, hasAlpha: false, encoderFormat: "yuvj444p")],
    quality: Quality(defaultValue: 92, bestIsLossless: false), isLinearLight: false, purpose: "mail and print, opaque",
    // The quality is in the quantisation tables (`JPEGTables`), so the quantiser that multiplies them is 1.
    options: { _ in [("qmin", "1"), ("qmax", "1"), ("huffman", "optimal")] })
}

// MARK: Lookups

extension PictureFormat: Equatable {
  /// Whether both are the same row.
  public static func == (first: PictureFormat, second: PictureFormat) -> Bool { first.name == second.name }
}

extension PictureFormat {
  /// The format that a file's name stands for by its extension; nil for an extension of no format.
  public init?(forFile path: String) {
    let fileExtension = pathExtension(of: path)
    guard let format = PictureFormat.all.first(where: { $0.fileExtensions.contains(fileExtension) }) else { return nil }
    self = format
  }

  /// Extensions of all formats' files, or of those that hold alpha, as text: ".png, .tif, .tiff, .exr, .webp, .jpg, .jpeg".
  package static func extensionList(withAlpha: Bool = false) -> String {
    all.filter { !withAlpha || $0.holdsAlpha }.flatMap(\.fileExtensions).map { ".\($0)" }.joined(separator: ", ")
  }
}
