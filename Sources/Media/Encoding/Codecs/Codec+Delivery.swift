import Raster

// The rows of codecs for finished movies, which players and the web show.

extension Codec {
  // The defaults of H.264, H.265 and AV1 are the fastest settings found whose pictures, over twelve presets, have on average as many bytes as
  // with the slower `highQuality`, within 5 %, and as much structural similarity, within 0.4 dB (Speed.md in the documentation has the
  // figures). VP9 has no such setting.

  /// x264's and x265's presets.
  private static let x26xNames = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  /// x264's presets. `veryfast` looks 10 frames ahead. 40 frames take no more time, and tell far better which areas stay and deserve bits.
  /// Blocks divided for motion, and transforms of 8 × 8 samples, take a sixth of the time and bring little in drawn pictures.
  private static let x264Presets = EncoderPresets(
    option: "preset", names: x26xNames, defaultValue: "veryfast", trialValue: "veryfast",
    adjustment: (
      "veryfast", [("rc-lookahead", "40"), ("8x8dct", "0"), ("partitions", "i4x4")]
    ))

  /// x264 takes one and a half threads a core, and one that looks ahead for up to six of these. With `veryfast` the others then wait for it, and
  /// an eighth of two cores stays idle.
  private static let x264Threads: @Sendable (Int) -> [(name: String, value: String)] = { cores in
    [("x264-params", "threads=\(cores * 3 / 2 + 2):lookahead-threads=\(min(cores + 1, 16))")]
  }

  /// x265's presets. `faster` estimates the bits of a choice roughly (rd 2), which costs a fifth of the bytes; searching one reference frame, and
  /// that less finely, costs nothing.
  private static let x265Presets = EncoderPresets(
    option: "preset", names: x26xNames, defaultValue: "faster", trialValue: "veryfast",
    adjustment: ("faster", [("x265-params", "rd=3:ref=1:subme=1:rc-lookahead=20")]))

  /// H.264 by x264: plays everywhere.
  ///
  /// Adaptive quantisation with aq-mode 3 gives dark areas more bits, which dithered night skies need. With the usual aq-strength of 1 the
  /// bits are too few: a ramp from code 5 to code 19 of 255 across 1920 pixels then shows bands. Lossless encoding uses quantiser 0 (qp),
  /// because crf 0 is lossless for 8 bits only.
  public static let h264 = Codec(
    name: "h264", title: "H.264", encoder: "libx264",
    containers: [.mp4, .mov, .mkv],
    pixelFormats: [.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10],
    quality: Quality(
      option: "crf", range: 0...51, defaultValue: 17.7, losslessOptions: [("qp", "0")], bitsPerPixel: 0.15,
      qualityStepsPerHalvedBitrate: 6),
    encoderPresets: x264Presets, highQuality: HighQuality(value: 18, encoderPreset: "medium"), takesBitrate: true,
    options: [("aq-mode", "3"), ("aq-strength", "1.4")], threadOptions: x264Threads,
    programs: "everything (8 bits, 4:2:0); other pixel formats: FFmpeg's players")

  /// H.264 of RGB samples by x264; lossless by default.
  public static let h264rgb = Codec(
    name: "h264rgb", title: "H.264 RGB", encoder: "libx264rgb",
    containers: [.mkv, .mp4, .mov], pixelFormats: [.rgb24],
    quality: Quality(
      option: "crf", range: 0...51, defaultValue: 0, losslessOptions: [("qp", "0")], bitsPerPixel: 3,
      qualityStepsPerHalvedBitrate: 6),
    encoderPresets: EncoderPresets(
      option: "preset", names: x26xNames, defaultValue: "medium", trialValue: "veryfast"), takesBitrate: true,
    programs: "FFmpeg's players (mpv, VLC); a master in a fifth of PNG's size")

  /// H.265 by x265.
  ///
  /// The tag hvc1 says that parameter sets (VPS, SPS, PPS) lie only in the sample description, not in the packets. Apple's players take no
  /// other tag. aq-mode is 3 for the reason that `h264` gives.
  public static let h265 = Codec(
    name: "h265", title: "H.265", encoder: "libx265",
    containers: [.mp4, .mov, .mkv], fourCC: .code("hvc1"),
    pixelFormats: [
      .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuv420p12, .yuv422p12, .yuv444p12,
    ],
    holdsHDR: true, hdr10Metadata: .x265,
    quality: Quality(
      option: "crf", range: 0...51, defaultValue: 20, losslessOptions: [("x265-params", "lossless=1")],
      bitsPerPixel: 0.1, qualityStepsPerHalvedBitrate: 6),
    encoderPresets: x265Presets, highQuality: HighQuality(value: 20, encoderPreset: "medium"), takesBitrate: true,
    // x265 prints to standard error by itself.
    options: [("x265-params", "log-level=none:aq-mode=3")],
    // x265 3.5 writes beyond its memory for pictures narrower than four blocks of 16 pixels (Lookahead::cuTree).
    minimumSides: (64, 32), extraStep: .setDecodingTimes,
    programs: "Apple's, televisions, newer players; Safari and Chrome")

  /// AV1 by SVT-AV1.
  public static let av1 = Codec(
    name: "av1", title: "AV1", encoder: "libsvtav1",
    containers: [.mp4, .webm, .mkv], pixelFormats: [.yuv420p, .yuv420p10],
    holdsHDR: true, hdr10Metadata: .svtAV1,
    quality: Quality(
      option: "crf", range: 1...63, defaultValue: 26, bitsPerPixel: 0.08, qualityStepsPerHalvedBitrate: 8),
    encoderPresets: EncoderPresets(
      option: "preset", names: (0...12).reversed().map { "\($0)" }, defaultValue: "9", trialValue: "11"),
    highQuality: HighQuality(value: 26, encoderPreset: "8"), takesBitrate: true, minimumSides: (64, 64),
    needsDrainingBeforeClose: true,
    programs: "browsers, YouTube, newer players")

  /// AV1 by libaom, which is slower than SVT-AV1. Full chroma, 12 bits and lossless encoding are possible.
  public static let av1aom = Codec(
    name: "av1-aom", title: "AV1 by libaom", encoder: "libaom-av1",
    containers: [.mp4, .webm, .mkv],
    pixelFormats: [
      .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuv420p12, .yuv422p12, .yuv444p12,
    ],
    holdsHDR: true, quality: aomQuality, encoderPresets: aomPresets, takesBitrate: true, options: [("row-mt", "1")],
    programs: "Chrome, Firefox, FFmpeg's players")

  static let aomQuality = Quality(
    option: "crf", range: 0...63, defaultValue: 24, losslessOptions: [("crf", "0"), ("aom-params", "lossless=1")],
    bitsPerPixel: 0.08, qualityStepsPerHalvedBitrate: 8)
  static let aomPresets = EncoderPresets(
    option: "cpu-used", names: (0...8).reversed().map { "\($0)" }, defaultValue: "6", trialValue: "8")

  private static let vpxPresets = EncoderPresets(
    option: "cpu-used", names: ["5", "4", "3", "2", "1", "0"], defaultValue: "4", trialValue: "5")
  /// Turns off libvpx's alternate reference frames (auto-alt-ref 0), which are coded but never shown. Colour and alpha are two
  /// streams, and an alternate reference frame of the colour stream would have no counterpart in the alpha stream.
  private static let vpxAlphaOptions: [(name: String, value: String)] = [("auto-alt-ref", "0")]

  /// VP9 by libvpx.
  public static let vp9 = Codec(
    name: "vp9", title: "VP9", encoder: "libvpx-vp9",
    containers: [.webm, .mkv],
    pixelFormats: [
      .yuv420p, .yuva420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuv420p12, .yuv422p12, .yuv444p12,
    ],
    holdsHDR: true,
    quality: Quality(
      option: "crf", range: 0...63, defaultValue: 24, losslessOptions: [("lossless", "1")], bitsPerPixel: 0.1,
      qualityStepsPerHalvedBitrate: 8),
    encoderPresets: vpxPresets, takesBitrate: true, options: [("row-mt", "1")], alphaOptions: vpxAlphaOptions,
    programs: "browsers; alpha in Chrome, Firefox and OBS, not in Safari")

  /// VP8 by libvpx. Its constant quality is limited by a bit rate (b), which is set so high that it is never reached.
  public static let vp8 = Codec(
    name: "vp8", title: "VP8", encoder: "libvpx",
    containers: [.webm, .mkv], pixelFormats: [.yuv420p, .yuva420p],
    quality: Quality(
      option: "crf", range: 4...63, defaultValue: 10, bitsPerPixel: 0.2, qualityStepsPerHalvedBitrate: 8),
    encoderPresets: vpxPresets, takesBitrate: true, options: [("b", "1000M")], alphaOptions: vpxAlphaOptions,
    needsOneThread: true,
    programs: "browsers, Unity; alpha in Chrome and Firefox")
}
