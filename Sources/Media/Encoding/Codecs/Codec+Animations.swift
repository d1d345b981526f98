import Raster

// The rows of animated pictures, and of frames without compression.

extension Codec {
  /// GIF with one palette for all frames. Colours are dithered; each pixel is either opaque or transparent.
  public static let gif = Codec(
    name: "gif", title: "GIF", encoder: "gif",
    containers: [.gif], pixelFormats: [.rgb24, .rgba], encoderFormats: [.rgb24: "bgra", .rgba: "bgra"],
    sizeEstimate: .bitsPerPixel(2), extraStep: .palette,
    programs: "everything; 256 colours, pixels are opaque or not")

  /// Animated WebP by libwebp.
  public static let webp = Codec(
    name: "webp", title: "animated WebP", encoder: "libwebp_anim",
    containers: [.webp], pixelFormats: [.rgb24, .rgba], encoderFormats: [.rgb24: "bgra", .rgba: "bgra"],
    quality: Quality(
      option: "quality", range: 0...100, defaultValue: 85, lowerIsBetter: false, bitsPerPixel: 0.6,
      qualityStepsPerHalvedBitrate: 20),
    encoderPresets: EncoderPresets(
      option: "compression_level", names: ["0", "1", "2", "3", "4", "5", "6"], defaultValue: "4", trialValue: "2"
    ),
    profiles: [
      Profile(name: "lossy", options: [("lossless", "0")], pixelFormats: [.rgb24, .rgba]),
      Profile(name: "lossless", options: [("lossless", "1")], pixelFormats: [.rgb24, .rgba], isLossless: true),
    ],
    extraStep: .onePacket,
    programs: "browsers (Safari too), messengers")

  /// APNG: lossless, with alpha.
  public static let apng = Codec(
    name: "apng", title: "APNG", encoder: "apng",
    containers: [.apng], pixelFormats: [.rgb24, .rgba, .rgb48, .rgba64],
    encoderFormats: [.rgba64: "rgba64be", .rgb48: "rgb48be"],
    options: [("pred", "mixed")], retainsFrameBuffers: true,
    programs: "browsers (Safari too); large files")

  /// AVIF by libaom: one picture, or an animation. FFmpeg's muxer writes it without alpha.
  public static let avif = Codec(
    name: "avif", title: "AVIF", encoder: "libaom-av1",
    containers: [.avif], pixelFormats: [.yuv420p, .yuv444p, .yuv420p10, .yuv444p10],
    quality: aomQuality, encoderPresets: aomPresets, options: [("row-mt", "1")],
    programs: "Chrome, Firefox, Safari")

  /// YUV4MPEG2: uncompressed frames after a line of text with their size and rate.
  public static let y4m = Codec(
    name: "y4m", title: "YUV4MPEG2", encoder: "wrapped_avframe",
    containers: [.y4m],
    pixelFormats: [
      .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuv420p12, .yuv422p12, .yuv444p12,
    ],
    sizeEstimate: .raw, programs: "encoders' own commands (x264, SvtAv1EncApp, vpxenc)")

  /// Bare samples, frame after frame.
  public static let raw = Codec(
    name: "raw", title: "raw frames", encoder: "rawvideo",
    containers: [.raw], pixelFormats: [.rgb24, .rgba] + PixelFormat.allCases.filter { ![.rgb24, .rgba].contains($0) },
    alphaConvention: .undeclared, sizeEstimate: .raw,
    programs: "your own; `ffmpeg -f rawvideo -pix_fmt … -s … -r …`")
}
