import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// What a reader finds in a movie of five frames.
struct FormatReading: Sendable {
  let row: FormatCombination
  /// Whether ffprobe opens it without a complaint.
  var opens = false
  /// Range, matrix, primaries and transfer function, as far as the file states them.
  var tags: [String] = []
  var frames = 0
  /// Frames a second, as "25/1".
  var rate = ""
  /// The largest error of a sample in units of 8 bits; nil if the decoded movie has another number of samples.
  var error: (color: Double, alpha: Double)?
  /// Bits of a sample, as the reader states them.
  var bits = 0
}

/// A codec in one of its containers with one of its pixel formats and profiles.
struct FormatCombination: Sendable {
  let codec: Codec
  let container: Container
  let format: PixelFormat
  let profile: String?
  var fileExtension: String { container.fileExtensions[0] }
  var name: String { "\(codec.name)\(profile.map { " " + $0 } ?? "") \(format.rawValue) in .\(fileExtension)" }

  /// Every pixel format and profile in a codec's first container; in the others the first pixel format with alpha and the first without.
  static let all: [FormatCombination] = Codec.all.flatMap { codec in
    codec.containers.enumerated().flatMap { index, container in
      codec.pixelFormats.flatMap { format -> [FormatCombination] in
        let isFirst = codec.pixelFormats.first { $0.hasAlpha == format.hasAlpha } == format
        let profiles = codec.profiles.filter { $0.pixelFormats.contains(format) }.map { Optional($0.name) }
        let tried = profiles.isEmpty ? [nil] : index == 0 ? profiles : [profiles[0]]
        return index == 0 || isFirst
          ? tried.map { FormatCombination(codec: codec, container: container, format: format, profile: $0) } : []
      }
    }
  }

  /// A small size that the encoder takes.
  var sides: (width: Int, height: Int) {
    switch codec.name {
    case "dnxhr": (256, 120)
    case "av1": (64, 64)
    default: (64, 36)
    }
  }

  var settings: MovieSettings {
    MovieSettings(width: sides.width, height: sides.height, frameRate: 25, codec: codec, pixelFormat: format).with {
      $0.codecProfile = profile
      $0.encoderPreset = codec.encoderPresets?.names[0]
      $0.threads = 2
    }
  }

  static let frameCount = 5

  /// Writes the movie, all frames through one buffer as a renderer does, and reads it.
  func measure() throws -> FormatReading {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(fileExtension)")
    let writer = try MovieWriter(path: path, settings: settings)
    let buffer = PixelBuffer(format: format, width: sides.width, height: sides.height)
    let all = PixelRect(x: 0, y: 0, width: sides.width, height: sides.height)
    for index in 0..<Self.frameCount {
      buffer.copy(all, from: SmoothFrames.frame(index, format, width: sides.width, height: sides.height))
      try writer.append(buffer)
    }
    _ = try writer.finish()
    return try fileExtension == "webp" ? readWebP(path) : readByFFmpeg(path)
  }

  private func readByFFmpeg(_ path: String) throws -> FormatReading {
    let raw =
      fileExtension == container.fileExtensions[0] && codec == .raw
      ? ["-f", "rawvideo", "-video_size", "\(sides.width)x\(sides.height)", "-pixel_format", format.rawValue] : []
    var reading = FormatReading(row: self)
    let facts = try probe(path, input: raw)
    reading.opens = facts["errors"] == nil && facts["codec_name"] != nil
    reading.frames = facts["nb_read_frames"].flatMap { Int($0) } ?? 0
    reading.rate = facts["r_frame_rate"] ?? ""
    reading.tags = ["color_range", "color_space", "color_primaries", "color_transfer"].map { facts[$0] ?? "unknown" }
    reading.bits = facts["pix_fmt"].map(Self.bits) ?? 0
    // FFmpeg's own decoders of VP8 and VP9 leave alpha out.
    let decoder = ["vp8": ["-c:v", "libvpx"], "vp9": ["-c:v", "libvpx-vp9"]][codec.name] ?? []
    let decoded = try Tool.run(
      "ffmpeg", ["-v", "error"] + raw + decoder + ["-i", path, "-f", "rawvideo", "-pix_fmt", format.rawValue, "-"])
    reading.error = error(of: [UInt8](decoded.output))
    return reading
  }

  private func readWebP(_ path: String) throws -> FormatReading {
    let movie = try WebPAnimation(path)
    var reading = FormatReading(row: self)
    reading.frames = movie.frames.count
    reading.rate = movie.durations.allSatisfy { $0 == 40 } && movie.loops == 0 ? "25/1" : "\(movie.durations)"
    reading.bits = 8
    let pixels = movie.frames.flatMap { frame in
      format.hasAlpha ? frame : frame.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    }
    reading.error = error(of: pixels)
    return reading
  }

  private func error(of decoded: [UInt8]) -> (color: Double, alpha: Double)? {
    SmoothFrames.error(
      of: decoded, count: Self.frameCount, format, width: sides.width, height: sides.height,
      // GIF has no colours where it is transparent; WebP's encoder discards colours that are hardly visible.
      minimumAlpha: codec == .gif ? 128 : codec == .webp ? (isLossless ? 1 : 128) : 0, alphaIsBinary: codec == .gif)
  }

  /// Bits of a sample of FFmpeg's format: 10 of "yuv420p10le".
  private static func bits(_ format: String) -> Int {
    let known = [("f32", 32), ("48", 16), ("64", 16), ("p10", 10), ("p12", 12), ("p16", 16)]
    return known.first { format.contains($0.0) }?.1 ?? 8
  }

  /// Whether no sample may change.
  var isLossless: Bool { settings.isLossless }
}

/// Every combination of codec, container and pixel format is written and read.
@Suite struct FormatTests {
  @Test("Five frames of every format are read as they were written")
  func everyFormatIsRead() async throws {
    let readings = try await FormatTests.readings()
    #expect(readings.count == FormatCombination.all.count)
    for reading in readings {
      let (row, name) = (reading.row, reading.row.name)
      #expect(reading.opens != (row.fileExtension == "webp"), "\(name): FFmpeg 5.1 opens all but animated WebP")
      #expect(reading.frames == FormatCombination.frameCount, "\(name)")
      #expect(reading.rate == "25/1", "\(name)")
      // ProRes' decoder gives 12 bits for 4444, whatever was encoded.
      let bits = row.codec == .proRes4444 ? 12 : row.codec == .gif ? 8 : row.format.bitDepth
      #expect(reading.bits == bits, "\(name)")
      if row.container.storesColorTags, row.fileExtension != "apng" { expectTags(reading) }
      guard let error = reading.error else {
        Issue.record("\(name): another number of samples")
        continue
      }
      if row.isLossless {
        #expect(error == (0, 0), "\(name)")
      } else {
        // GIF has 256 colours; WebP's RGB passes through 4:2:0.
        let maximumError = row.codec == .gif ? 40.0 : row.codec == .webp ? 16 : 6
        #expect(error.color <= maximumError, "\(name)")
        #expect(error.alpha <= (row.codec == .gif ? 0 : 4), "\(name)")
      }
    }
    if let path = ProcessInfo.processInfo.environment["MOTES_FORMAT_TABLE"] {
      try FormatTable(readings).markdown.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  private func expectTags(_ reading: FormatReading) {
    let isYUV = reading.row.format.planeCount > 1
    let expected = isYUV ? ["tv", "bt709", "bt709", "bt709"] : ["pc", "gbr", "bt709", "iec61966-2-1"]
    // QuickTime's colour atom has no range; RGB has full range there.
    let firstTag = !isYUV && reading.row.fileExtension == "mov" ? 1 : 0
    #expect(Array(reading.tags[firstTag...]) == Array(expected[firstTag...]), "\(reading.row.name)")
  }

  /// Readings of all combinations, two at a time.
  private static func readings() async throws -> [FormatReading] {
    let rows = FormatCombination.all
    return try await withThrowingTaskGroup(of: (Int, FormatReading).self) { group in
      var readings = [FormatReading?](repeating: nil, count: rows.count)
      var next = 0
      func start() {
        guard next < rows.count else { return }
        let index = next
        next += 1
        group.addTask { (index, try rows[index].measure()) }
      }
      for _ in 0..<2 { start() }
      for try await (index, reading) in group {
        readings[index] = reading
        start()
      }
      return readings.compactMap { $0 }
    }
  }
}

/// The table of readings as a page of the documentation.
struct FormatTable {
  let readings: [FormatReading]

  init(_ readings: [FormatReading]) { self.readings = readings }

  /// The page.
  var markdown: String {
    """
    # Movie formats, tried

    What a reader finds in five frames of every format.

    Each row is a soft picture of five frames, encoded at the default quality with the encoder's fastest preset, and decoded by FFmpeg
    (VP8 and VP9 by libvpx, animated WebP frame by frame). An error is the largest difference of any sample, in units of 8 bits: 0 is
    exact, ½ of a unit is rounding. GIF's colours count where a pixel is opaque, lossy WebP's where alpha is at least
    half, lossless WebP's where it is not 0. Bits are those of the decoded samples.

    | format | opens | range, matrix, primaries, transfer | frames | rate | bits | colour error | alpha error |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    \(readings.map(row).joined(separator: "\n"))

    This page is written by `Scripts/formats`, which runs the test that checks all of it (`Tests/EncodingTests/FormatTests.swift`).

    """
  }

  private func row(_ reading: FormatReading) -> String {
    let tags = reading.tags.allSatisfy { $0 == "unknown" } ? "–" : reading.tags.joined(separator: ", ")
    let error =
      reading.error.map { (number($0.color), reading.row.format.hasAlpha ? number($0.alpha) : "–") } ?? ("?", "?")
    let cells = [
      reading.row.name, reading.opens ? "yes" : "not by FFmpeg 5.1", tags, "\(reading.frames)", reading.rate,
      "\(reading.bits)", error.0, error.1,
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func number(_ value: Double) -> String { value == 0 ? "0" : String(format: "%.2f", value) }
}
