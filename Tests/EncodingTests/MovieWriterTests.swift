import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

@Suite struct MovieWriterTests {
  @Test("ffprobe reads what was asked for") func ffprobeReadsWhatWasAskedFor() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeMovie(path, count: 90, settings: testSettings(preset: "medium"))
    let values = try probe(path)
    #expect(values["codec_name"] == "h264")
    #expect(values["pix_fmt"] == "yuv420p")
    #expect(values["color_range"] == "tv")
    #expect(values["color_space"] == "bt709")
    #expect(values["color_primaries"] == "bt709")
    #expect(values["color_transfer"] == "bt709")
    #expect(values["chroma_location"] == "left")
    #expect(values["sample_aspect_ratio"] == "1:1")
    #expect(values["r_frame_rate"] == "60/1")
    #expect(values["avg_frame_rate"] == "60/1")
    #expect(values["nb_frames"] == "90")
    #expect(values["nb_read_frames"] == "90")
    #expect(values["start_time"] == "0.000000")
    #expect(values["start_pts"] == "0")
    #expect(values["duration"] == "1.500000")
    #expect(values["format.duration"] == "1.500000")
    #expect(values["has_b_frames"] == "2")
    #expect(values["errors"] == nil)
    #expect(folder.names == ["a.mp4"])
  }

  /// Every frame's time must be its number over the rate, exactly, also across key frames and fragments.
  @Test(
    "Times are exact",
    arguments: [(60, 1, 700), (30000, 1001, 90), (24000, 1001, 90), (60000, 1001, 300), (25, 1, 30), (1, 1, 5)])
  func timesAreExact(num: Int, den: Int, count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeMovie(path, count: count, settings: testSettings(rate: Rational(Int64(num), Int64(den)), preset: "fast"))
    let values = try probe(path)
    #expect(values["r_frame_rate"] == "\(num)/\(den)")
    #expect(values["avg_frame_rate"] == "\(num)/\(den)")
    #expect(values["nb_read_frames"] == "\(count)")
    #expect(values["start_pts"] == "0")
    let base = try #require(values["time_base"]).split(separator: "/").compactMap { Int($0) }
    // Ticks per frame: den / num seconds in units of base[0] / base[1].
    let ticks = den * base[1] / (num * base[0])
    #expect(ticks * num * base[0] == den * base[1])
    #expect(values["duration_ts"] == "\(count * ticks)")
    let frames = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "frame=pts", "-of", "default=nw=1:nk=1", path])
    #expect(frames.text.split(separator: "\n").compactMap { Int($0) } == (0..<count).map { $0 * ticks })
  }

  @Test(
    "A movie with a crf of 0 decodes to exactly its frames",
    arguments: [PixelFormat.yuv420p, .yuv444p, .yuv420p10, .yuv444p10])
  func crf0DecodesToExactlyTheFrames(format: PixelFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeMovie(path, count: 30, settings: testSettings(format: format, crf: 0))
    #expect(try decode(path, format) == (0..<30).flatMap { packedBytes(testFrame($0, format)) })
    #expect(try probe(path)["pix_fmt"] == format.rawValue)
  }

  @Test("Red is still red after encoding") func redStaysRed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("red.mp4")
    let writer = try MovieWriter(path: path, settings: testSettings())
    for _ in 0..<5 { try writer.append(flatFrame([63, 102, 240])) }
    _ = try writer.finish()
    let bytes = try decode(path, .rgb24)
    #expect(bytes.count == 5 * 64 * 48 * 3)
    // Every 97th pixel is enough.
    for index in stride(from: 0, to: bytes.count, by: 3 * 97) {
      #expect(bytes[index] >= 253 && bytes[index + 1] <= 2 && bytes[index + 2] <= 2)
    }
  }

  @Test("The index lies in front") func indexLiesInFront() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeMovie(path, count: 300, settings: testSettings())
    let atoms = try atomNames(path)
    #expect(atoms == ["ftyp", "moov", "free", "free", "mdat"])
  }

  @Test("The buffer may be reused") func theBufferMayBeReused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    let writer = try MovieWriter(path: path, settings: testSettings(crf: 0, preset: "medium"))
    let buffer = PixelBuffer(format: .yuv420p, width: 64, height: 48)
    for index in 0..<60 {
      let frame = testFrame(index)
      for plane in 0..<3 {
        buffer.plane(plane).update(
          from: frame.plane(plane), count: frame.stride(ofPlane: plane) * frame.rowCount(ofPlane: plane))
      }
      try writer.append(buffer)
    }
    _ = try writer.finish()
    #expect(try decode(path, .yuv420p) == (0..<60).flatMap { packedBytes(testFrame($0)) })
  }

  @Test("Threads and options reach the encoder") func threadsAndOptionsReachTheEncoder() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    var settings = testSettings()
    settings.threads = 3
    settings.encoderOptions = ["bf": "0", "g": "7"]
    try writeMovie(path, count: 30, settings: settings)
    #expect(try probe(path)["has_b_frames"] == "0")
    let types = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "frame=pict_type", "-of", "default=nw=1:nk=1", path])
    let keys = types.text.split(separator: "\n").enumerated().filter { $0.element == "I" }.map(\.offset)
    #expect(keys == [0, 7, 14, 21, 28])
    // x264 writes its settings into the stream.
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    #expect(text.contains("threads=3 "))
    #expect(text.contains("aq=3:"))
    #expect(text.contains("crf=18.0"))
  }

  private func atomNames(_ path: String) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var names: [String] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
      offset += max(size, 8)
    }
    return names
  }
}
