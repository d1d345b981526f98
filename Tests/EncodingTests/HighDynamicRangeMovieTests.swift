import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// Movies of PQ and HLG as ffprobe reads them: four tags, HDR10's metadata in the container and in the stream itself.
@Suite struct HighDynamicRangeMovieTests {
  private func settings(
    _ codec: Codec, _ format: PixelFormat, _ range: DynamicRange, form: AlphaForm = .straight
  ) -> MovieSettings {
    MovieSettings(width: 64, height: 64, frameRate: 25, codec: codec, pixelFormat: format).with {
      $0.colorEncoding = ColorEncoding(dynamicRange: range, alphaForm: form)
      $0.contentLight = ContentLight(brightestPixelNits: 987, brightestFrameNits: 123)
      $0.quality = codec.quality?.zeroIsLossless == true ? 0 : nil
      $0.encoderPreset = codec.encoderPresets?.names[0]
      $0.threads = 1
    }
  }

  private func write(_ path: String, _ settings: MovieSettings) throws {
    let writer = try MovieWriter(path: path, settings: settings)
    for index in 0..<3 { try writer.append(testFrame(index, settings.pixelFormat, width: 64, height: 64)) }
    _ = try writer.finish()
  }

  /// What ffprobe prints about the stream, or about the first frame, with its side data.
  private func sideData(_ path: String, ofFrames: Bool = false) throws -> String {
    let what = ofFrames ? ["-show_frames", "-read_intervals", "%+#1"] : ["-show_streams"]
    return try Tool.run("ffprobe", ["-v", "error"] + what + ["-of", "default=nw=1", path]).text
  }

  static let files: [(codec: Codec, format: PixelFormat, fileExtension: String)] = [
    (.h265, .yuv420p10, "mp4"), (.h265, .yuv444p12, "mov"), (.h265, .yuv422p10, "mkv"), (.av1, .yuv420p10, "mp4"),
    (.vp9, .yuv420p10, "webm"), (.ffv1, .rgb48, "mkv"), (.proRes, .yuv422p10, "mov"),
  ]

  @Test("Movies say what their samples mean", arguments: files.indices, [DynamicRange.pq, .hlg])
  func tags(index: Int, range: DynamicRange) throws {
    let (codec, format, fileExtension) = Self.files[index]
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(fileExtension)")
    try write(path, settings(codec, format, range))
    let facts = try probe(path)
    #expect(facts["nb_read_frames"] == "3" && facts["errors"] == nil)
    #expect(facts["color_transfer"] == (range == .pq ? "smpte2084" : "arib-std-b67"))
    #expect(facts["color_primaries"] == "bt2020")
    #expect(facts["color_space"] == (format == .rgb48 ? "gbr" : "bt2020nc"))
    #expect(facts["color_range"] == (format == .rgb48 ? "pc" : "tv"))
    let text = try sideData(path)
    #expect(text.contains("Mastering display metadata") == (range == .pq))
    #expect(text.contains("max_content=987") == (range == .pq))
    #expect(text.contains("max_average=123") == (range == .pq))
    if range == .pq {
      #expect(text.contains("max_luminance=10000000/10000") || text.contains("max_luminance=1000"), "\(text)")
    }
    if settings(codec, format, range).isLossless {
      #expect(try decode(path, format) == (0..<3).flatMap { packedBytes(testFrame($0, format, width: 64, height: 64)) })
    }
  }

  @Test(
    "x265 and SVT-AV1 write the light levels into the stream, too",
    arguments: [(Codec.h265, PixelFormat.yuv420p10, "hevc"), (.av1, .yuv420p10, "obu")])
  func streams(codec: Codec, format: PixelFormat, rawFormat: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try write(path, settings(codec, format, .pq))
    let stream = folder.file("a.\(rawFormat)")
    _ = try Tool.run("ffmpeg", ["-v", "error", "-i", path, "-c", "copy", "-f", rawFormat, stream])
    let text = try sideData(stream, ofFrames: true)
    #expect(text.contains("max_content=987") && text.contains("max_average=123"), "\(text)")
    #expect(text.contains("Mastering display metadata"))
  }

  @Test("A format that cannot hold high dynamic range is refused, and one that can is named") func refusals() throws {
    let folder = try TemporaryFolder()
    func sentence(_ settings: MovieSettings, _ name: String) -> String {
      let error = #expect(throws: MediaError.self) { try MovieWriter(path: folder.file(name), settings: settings) }
      return error?.description ?? ""
    }
    let few = sentence(settings(.h265, .yuv420p, .pq), "a.mp4")
    #expect(few.contains("yuv420p has too few bits for PQ; H.265 takes yuv420p10le"))
    let none = sentence(settings(.vp8, .yuv420p, .hlg), "a.webm")
    #expect(none.contains("VP8 files cannot be marked as HLG; these can: h265"))
    let straight = sentence(settings(.vp9, .yuva420p, .standard, form: .premultiplied), "a.webm")
    #expect(straight.contains("VP9 files hold straight colours by specification"))
    #expect(straight.contains("prores4444"))
    #expect(folder.names.isEmpty)
  }
}
