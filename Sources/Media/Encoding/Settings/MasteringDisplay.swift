import CFFmpeg
import Raster

/// The display for which a PQ movie is made (SMPTE ST 2086). Together with the movie's light levels it is HDR10's static metadata.
///
/// It is a display on which films are graded: its primaries are P3's with D65 as white. Its brightest light is the peak for which frames
/// are drawn.
enum MasteringDisplay {
  /// Chromaticities x and y of red, green, blue and white.
  private static let red = (x: 0.680, y: 0.320)
  private static let green = (x: 0.265, y: 0.690)
  private static let blue = (x: 0.150, y: 0.060)
  private static let white = (x: 0.3127, y: 0.3290)
  /// The brightest light in cd/m² (nits).
  private static let brightestNits = Double(HighlightCurve.peakNits)
  /// The darkest light in cd/m² (nits).
  private static let darkestNits = 0.0001

  /// x265's notation: chromaticities in units of 0.00002, light in units of 0.0001 cd/m².
  static var x265Text: String {
    func chromaticity(_ name: String, _ color: (x: Double, y: Double)) -> String {
      "\(name)(\(Int((color.x * 50_000).rounded())),\(Int((color.y * 50_000).rounded())))"
    }
    return chromaticity("G", green) + chromaticity("B", blue) + chromaticity("R", red) + chromaticity("WP", white)
      + "L(\(Int(brightestNits * 10_000)),\(Int((darkestNits * 10_000).rounded())))"
  }

  /// SVT-AV1's notation: plain numbers.
  static var svtText: String {
    func chromaticity(_ name: String, _ color: (x: Double, y: Double)) -> String { "\(name)(\(color.x),\(color.y))" }
    return chromaticity("G", green) + chromaticity("B", blue) + chromaticity("R", red) + chromaticity("WP", white)
      + "L(\(brightestNits),\(darkestNits))"
  }

  /// Adds the display and the light levels to a stream as side data, which muxers write into the file's header.
  static func addSideData(_ light: ContentLight, to stream: UnsafeMutablePointer<AVStream>) throws {
    let display = try check("av_mastering_display_metadata_alloc", av_mastering_display_metadata_alloc())
    func fraction(_ value: Double, _ unit: Double) -> AVRational {
      AVRational(num: Int32((value / unit).rounded()), den: Int32((1 / unit).rounded()))
    }
    func chromaticity(_ color: (x: Double, y: Double)) -> (AVRational, AVRational) {
      (fraction(color.x, 2e-5), fraction(color.y, 2e-5))
    }
    display.pointee.display_primaries = (chromaticity(red), chromaticity(green), chromaticity(blue))
    display.pointee.white_point = chromaticity(white)
    display.pointee.min_luminance = fraction(darkestNits, 1e-4)
    display.pointee.max_luminance = fraction(brightestNits, 1e-4)
    display.pointee.has_primaries = 1
    display.pointee.has_luminance = 1
    try attach(
      display, MemoryLayout<AVMasteringDisplayMetadata>.size, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, to: stream)

    var size = 0
    let levels = try check("av_content_light_metadata_alloc", av_content_light_metadata_alloc(&size))
    levels.pointee.MaxCLL = UInt32(light.brightestPixelNits)
    levels.pointee.MaxFALL = UInt32(light.brightestFrameNits)
    try attach(levels, size, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, to: stream)
  }

  /// The light levels in a stream's side data; nil if it has none.
  static func contentLight(of stream: UnsafeMutablePointer<AVStream>) -> ContentLight? {
    var size = 0
    guard let bytes = motes_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &size),
      size >= MemoryLayout<AVContentLightMetadata>.size
    else { return nil }
    return bytes.withMemoryRebound(to: AVContentLightMetadata.self, capacity: 1) { levels in
      ContentLight(brightestPixelNits: Int(levels.pointee.MaxCLL), brightestFrameNits: Int(levels.pointee.MaxFALL))
    }
  }

  /// Adds memory that FFmpeg allocated to a stream as side data. The stream frees it.
  private static func attach(
    _ memory: UnsafeMutableRawPointer, _ size: Int, _ type: AVPacketSideDataType,
    to stream: UnsafeMutablePointer<AVStream>
  ) throws {
    let result = motes_add_stream_side_data(stream, type, memory, size)
    if result < 0 { av_free(memory) }
    try check("motes_add_stream_side_data", result)
  }
}

extension Codec {
  /// How an encoder gets HDR10's metadata (the mastering display and the light levels), to write them into its stream. The container holds
  /// them in any case.
  enum HDR10Metadata: Sendable {
    /// The encoder does not get them.
    case containerOnly
    /// The encoder gets them by `x265-params`.
    case x265
    /// The encoder gets them by `svtav1-params`.
    case svtAV1

    /// The encoder's option that holds the metadata; nil if the encoder does not get them.
    func option(_ light: ContentLight) -> (name: String, value: String)? {
      let levels = "\(light.brightestPixelNits),\(light.brightestFrameNits)"
      return switch self {
      case .containerOnly: nil
      case .x265: ("x265-params", "hdr10=1:master-display=\(MasteringDisplay.x265Text):max-cll=\(levels)")
      case .svtAV1:
        ("svtav1-params", "enable-hdr=1:mastering-display=\(MasteringDisplay.svtText):content-light=\(levels)")
      }
    }
  }
}
