import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

@Suite("Joined movies are exact") struct JoinTests {
  /// A codec with a fast preset, and the tolerance in seconds of its container's time stamps.
  struct Case: CustomTestStringConvertible {
    let codec: Codec
    let file: String
    let preset: String?
    var tolerance = 1e-6
    var testDescription: String { codec.name }
  }

  /// Frame rates that do and do not divide the time units of containers.
  private static let rates: [Rational] = [
    24, 25, 30, 60, Rational(24_000, 1_001), Rational(30_000, 1_001),
  ]
  /// Lengths of parts and of the movie in frames: single frames, odd lengths, a last part of one frame, one part.
  private static let lengths: [(part: Int, movie: Int)] = [(1, 5), (7, 31), (25, 31), (30, 31), (31, 31)]
  /// Rates at which all lengths are tried and the movies decoded, one of each kind: packets' contents do not depend on their times.
  private static let decodedRates: [Rational] = [30, Rational(30_000, 1_001)]
  /// Lengths at the other rates.
  private static let fewLengths: [(part: Int, movie: Int)] = [(7, 31), (30, 31)]

  private func settings(_ test: Case, _ rate: Rational) -> MovieSettings {
    MovieSettings(width: 64, height: 64, frameRate: rate, codec: test.codec).with {
      $0.encoderPreset = test.preset
      $0.threads = 1
    }
  }

  /// Encodes parts of a movie of test frames and surveys each.
  private func makeParts(
    _ folder: TemporaryFolder, _ settings: MovieSettings, length: Int, count: Int, fileExtension: String
  ) throws -> [MoviePartFile] {
    try stride(from: 0, to: count, by: length).map { first in
      let path = folder.file("part-\(first).\(fileExtension)")
      var part = settings
      part.allowsReplacing = true
      let writer = try MovieWriter(path: path, settings: part)
      for index in first..<min(first + length, count) {
        try writer.append(testFrame(index, part.pixelFormat, width: 64, height: 64))
      }
      _ = try writer.finish()
      return MoviePartFile(path: path, facts: try MoviePartFacts(of: path, frameRate: settings.frameRate))
    }
  }

  @Test(
    "Frames, rate and duration are exact for every codec, rate and length of parts",
    arguments: [
      Case(codec: .h264, file: "a.mp4", preset: "superfast"), Case(codec: .h265, file: "a.mp4", preset: "superfast"),
      Case(codec: .av1, file: "a.mp4", preset: "12"), Case(codec: .proRes, file: "a.mov", preset: nil),
      // Matroska counts in milliseconds.
      Case(codec: .ffv1, file: "a.mkv", preset: nil, tolerance: 0.000_6),
      Case(codec: .vp9, file: "a.webm", preset: "5", tolerance: 0.000_6),
    ])
  func joinsAreExact(test: Case) throws {
    for rate in Self.rates {
      let isDecoded = Self.decodedRates.contains(rate)
      for (length, count) in isDecoded ? Self.lengths : Self.fewLengths {
        let folder = try TemporaryFolder()
        let settings = settings(test, rate)
        let fileExtension = String(test.file.split(separator: ".")[1])
        let parts = try makeParts(folder, settings, length: length, count: count, fileExtension: fileExtension)
        let path = folder.file(test.file)
        let place = "\(test.codec.name), \(rate) frames/s, parts of \(length)"
        #expect(try MovieJoin(parts: parts, settings: settings).write(to: path) { _ in true }, "\(place)")
        let times = try packetTimes(path)
        #expect(times.count == count, "\(place)")
        for (index, time) in times.enumerated() {
          let exact = (Rational(Int64(index)) / rate).double
          #expect(abs(time - exact) <= test.tolerance, "\(place), frame \(index): \(time) in place of \(exact)")
        }
        guard isDecoded else { continue }
        let decoded = try decode(path, settings.pixelFormat)
        let separately = try decode(parts.map(\.path), settings.pixelFormat)
        #expect(decoded == separately, "\(place)")
        let facts = try probe(path)
        #expect(facts["r_frame_rate"] == "\(rate.numerator)/\(rate.denominator)", "\(place)")
        #expect(facts["errors"] == nil, "\(place): \(facts["errors"] ?? "")")
      }
    }
  }

  /// Times at which a file's packets are shown, in seconds, sorted.
  private func packetTimes(_ path: String) throws -> [Double] {
    let result = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
    return result.text.split { $0 == "\n" || $0 == "," }.compactMap { Double($0) }.sorted()
  }

  @Test("One part that is joined is the movie of a run without parts, byte for byte", arguments: ["a.mp4", "a.mov"])
  func onePartIsTheMovie(name: String) throws {
    let folder = try TemporaryFolder()
    let test = Case(codec: .h264, file: name, preset: "fast")
    let parts = try makeParts(folder, settings(test, 30), length: 40, count: 40, fileExtension: "mp4")
    #expect(try MovieJoin(parts: parts, settings: settings(test, 30)).write(to: folder.file(name)) { _ in true })
    let writer = try MovieWriter(path: folder.file("whole-\(name)"), settings: settings(test, 30))
    for index in 0..<40 { try writer.append(testFrame(index, width: 64, height: 64)) }
    _ = try writer.finish()
    #expect(folder.bytes(name) == folder.bytes("whole-\(name)"))
  }

  @Test("A part that is repeated is shown that often, without gaps")
  func repetitionsAreExact() throws {
    let folder = try TemporaryFolder()
    let settings = settings(Case(codec: .h264, file: "a.mp4", preset: "fast"), Rational(30_000, 1_001))
    let parts = try makeParts(folder, settings, length: 10, count: 10, fileExtension: "mp4")
    let repeated = Array(repeating: parts[0], count: 30)
    #expect(try MovieJoin(parts: repeated, settings: settings).write(to: folder.file("a.mp4")) { _ in true })
    let facts = try probe(folder.file("a.mp4"))
    #expect(facts["nb_read_frames"] == "300" && facts["r_frame_rate"] == "30000/1001")
    #expect(facts["duration"] == "10.010000")
    let frames = try decode(folder.file("a.mp4"), .yuv420p)
    let once = try decode(parts[0].path, .yuv420p)
    #expect(frames == Array(repeatElement(once, count: 30).joined()))
  }

  @Test("Transparency stays in WebM, whose muxer must be told of it")
  func transparencyIsKept() throws {
    let folder = try TemporaryFolder()
    let settings = MovieSettings(width: 64, height: 64, frameRate: 30, codec: .vp9, pixelFormat: .yuva420p).with {
      $0.encoderPreset = "5"
      $0.threads = 1
    }
    let parts = try makeParts(folder, settings, length: 4, count: 8, fileExtension: "webm")
    #expect(try MovieJoin(parts: parts, settings: settings).write(to: folder.file("a.webm")) { _ in true })
    #expect(try probe(folder.file("a.webm"))["TAG:alpha_mode"] == "1")
  }

  @Test("Parts that do not fit together are refused, and nothing is left")
  func foreignPartsAreRefused() throws {
    let folder = try TemporaryFolder()
    let settings = settings(Case(codec: .h264, file: "a.mp4", preset: "fast"), 30)
    var other = settings
    other.encoderPreset = "ultrafast"  // other headers: no CABAC
    let mine = try makeParts(folder, settings, length: 5, count: 5, fileExtension: "mp4")
    let others = try makeParts(folder, other, length: 5, count: 5, fileExtension: "mov")
    let error = #expect(throws: MediaError.self) {
      try MovieJoin(parts: mine + others, settings: settings).write(to: folder.file("a.mp4")) { _ in true }
    }
    #expect(error?.sentence.contains("was encoded with other settings") == true)
    let short = MoviePartFile(path: mine[0].path, facts: MoviePartFacts(frameCount: 6, reorderDelay: 1))
    #expect(throws: MediaError.self) {
      try MovieJoin(parts: [short], settings: settings).write(to: folder.file("a.mp4")) { _ in true }
    }
    #expect(!folder.names.contains { $0.hasPrefix("a.") })
    #expect(try !MovieJoin(parts: mine, settings: settings).write(to: folder.file("a.mp4")) { _ in false })
    #expect(!folder.names.contains { $0.hasPrefix("a.") })
  }

  @Test(
    "GIF, WebP, APNG and AVIF are encoded from lossless parts, as without parts",
    arguments: [Codec.gif, .webp, .apng, .avif])
  func reencodedPartsAreTheMovie(codec: Codec) throws {
    let folder = try TemporaryFolder()
    var settings = MovieSettings(width: 64, height: 64, frameRate: 25, codec: codec).with {
      $0.threads = 1
    }
    settings.encoderPreset = codec.encoderPresets?.names.first
    var lossless = MovieSettings(width: 64, height: 64, frameRate: 25, codec: .ffv1, pixelFormat: settings.pixelFormat)
    lossless.threads = 1
    let parts = try makeParts(folder, lossless, length: 4, count: 10, fileExtension: "mkv")
    let name = "a.\(codec.fileExtensions[0])"
    #expect(
      try MovieReencoding(parts: parts, settings: settings).write(to: folder.file(name)) { _ in
        true
      })
    let writer = try MovieWriter(path: folder.file("whole-\(name)"), settings: settings)
    func frame(_ index: Int) -> PixelBuffer { testFrame(index, settings.pixelFormat, width: 64, height: 64) }
    if codec.needsPreview { for index in 0..<10 { try writer.preview(frame(index)) } }
    for index in 0..<10 { try writer.append(frame(index)) }
    _ = try writer.finish()
    #expect(folder.bytes(name) == folder.bytes("whole-\(name)"))
  }
}

@Suite struct EncoderTrialTests {
  @Test(
    "The same encoder gives the same bytes, and another preset gives other bytes",
    arguments: [Codec.h264, .h265, .ffv1, .vp9, .av1])
  func trialsAreRepeatable(codec: Codec) throws {
    var settings = MovieSettings(width: 640, height: 360, frameRate: 30, codec: codec).with {
      $0.threads = 4
    }
    let first = try EncoderFingerprint.bytes(for: settings)
    #expect(try EncoderFingerprint.bytes(for: settings) == first)
    #expect(first.count > 100)
    settings.width = 1920
    #expect(try EncoderFingerprint.bytes(for: settings) == first, "the trial does not depend on the movie's size")
    if codec.encoderPresets != nil {
      settings.encoderPreset = codec.encoderPresets?.names.first
      #expect(try EncoderFingerprint.bytes(for: settings) != first)
    }
  }
}
