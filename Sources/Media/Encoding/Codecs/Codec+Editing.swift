import Raster

// The rows of codecs for editing programs, with little or no loss. All but QuickTime Animation code every frame by itself.

extension Codec {
  private static func proResProfile(
    _ name: String, _ formats: [PixelFormat], bitsPerPixel: Double
  ) -> Profile {
    Profile(name: name, options: [("profile", name)], pixelFormats: formats, bitsPerPixel: bitsPerPixel)
  }

  /// ProRes 422 by FFmpeg's prores_ks. The option `vendor` writes Apple's code into the stream, which some programs look for.
  public static let proRes = Codec(
    name: "prores", title: "ProRes 422", encoder: "prores_ks",
    containers: [.mov], fourCC: .ofParameters, pixelFormats: [.yuv422p10],
    holdsHDR: true,
    profiles: [
      proResProfile("hq", [.yuv422p10], bitsPerPixel: 3.5),
      proResProfile("standard", [.yuv422p10], bitsPerPixel: 2.4),
      proResProfile("lt", [.yuv422p10], bitsPerPixel: 1.6),
      proResProfile("proxy", [.yuv422p10], bitsPerPixel: 0.7),
    ],
    options: [("vendor", "apl0")],
    programs: "Final Cut, Premiere, Resolve, After Effects, QuickTime")

  /// ProRes 4444 by FFmpeg's prores_ks.
  public static let proRes4444 = Codec(
    name: "prores4444", title: "ProRes 4444", encoder: "prores_ks",
    containers: [.mov], fourCC: .ofParameters, pixelFormats: [.yuv444p10, .yuva444p10],
    alphaConvention: .undeclared, holdsHDR: true,
    profiles: [
      proResProfile("4444", [.yuv444p10, .yuva444p10], bitsPerPixel: 5.3),
      proResProfile("4444xq", [.yuv444p10, .yuva444p10], bitsPerPixel: 8),
    ],
    options: [("vendor", "apl0")], extraStep: .patchProResHeaders,
    programs: "Final Cut, Premiere, Resolve, After Effects, OBS; all with alpha")

  private static func dnxhrProfile(_ name: String, _ formats: [PixelFormat], bitsPerPixel: Double) -> Profile {
    Profile(name: name, options: [("profile", "dnxhr_\(name)")], pixelFormats: formats, bitsPerPixel: bitsPerPixel)
  }

  /// DNxHR by FFmpeg.
  public static let dnxhr = Codec(
    name: "dnxhr", title: "DNxHR", encoder: "dnxhd",
    containers: [.mxf, .mov], pixelFormats: [.yuv422p10, .yuv422p, .yuv444p10],
    profiles: [
      dnxhrProfile("hqx", [.yuv422p10], bitsPerPixel: 3.5),
      dnxhrProfile("hq", [.yuv422p], bitsPerPixel: 3.5),
      dnxhrProfile("sq", [.yuv422p], bitsPerPixel: 2.3),
      dnxhrProfile("lb", [.yuv422p], bitsPerPixel: 0.7),
      dnxhrProfile("444", [.yuv444p10], bitsPerPixel: 7),
    ],
    minimumSides: (256, 120),
    programs: "Avid, Premiere, Resolve")

  /// QuickTime Animation: lossless; equal pixels beside each other are coded as one run.
  public static let animation = Codec(
    name: "animation", title: "QuickTime Animation", encoder: "qtrle",
    containers: [.mov], pixelFormats: [.rgb24, .rgba], encoderFormats: [.rgba: "argb"],
    alphaConvention: .undeclared, retainsFrameBuffers: true,
    programs: "Premiere, After Effects, Final Cut, CapCut; large files")

  /// FFV1, version 3: lossless; each frame is coded by itself, in slices with checksums.
  public static let ffv1 = Codec(
    name: "ffv1", title: "FFV1", encoder: "ffv1",
    containers: [.mkv],
    pixelFormats: [
      .rgb24, .rgba, .rgb48, .rgba64, .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuv420p12,
      .yuv422p12, .yuv444p12, .yuva420p, .yuva444p10,
    ],
    encoderFormats: [.rgb24: "bgr0", .rgba: "bgra"],
    alphaConvention: .undeclared, holdsHDR: true,
    options: [("level", "3"), ("g", "1"), ("slices", "16"), ("slicecrc", "1"), ("coder", "range_tab")],
    minimumSides: (8, 8),
    programs: "archives, FFmpeg's players, Resolve (Linux)")
}
