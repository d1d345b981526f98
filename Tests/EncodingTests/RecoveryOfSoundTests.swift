import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// Recovers partial files of movies with sound, of constant and of variable frame rate.
@Suite struct RecoveryOfSoundTests {
  static let files: [(fileExtension: String, codec: Codec, sound: String)] = [
    ("mp4", .h264, "aac"), ("mov", .h264, "pcm_s16le"), ("mkv", .h264, "flac"), ("webm", .vp9, "libopus"),
  ]

  /// Times of 75 frames in milliseconds, whose durations repeat 20, 40, 100 and 33.
  static let unevenTimes: [ClipFrameTime] = (0..<75).reduce(into: []) { times, index in
    let start = times.last.map { $0.start + $0.duration } ?? 0
    times.append(ClipFrameTime(start: start, duration: [20, 40, 100, 33][index % 4]))
  }

  /// Makes four seconds of sound, and a partial movie with it; `row` is an index of `files`.
  private func makePartial(_ row: Int, hasConstantRate: Bool, in folder: TemporaryFolder) throws -> (
    partial: String, bytes: [UInt8]
  ) {
    let (fileExtension, codec, sound) = Self.files[row]
    let source = folder.file("sound.mkv")
    let made = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "sine=d=4:r=48000", "-c:a", sound, "-strict", "-2",
        source,
      ])
    try #require(made.status == 0, "\(made.errorText)")
    var settings = MovieSettings(width: 64, height: 48, frameRate: 30, codec: codec).with {
      $0.encoderPreset = codec.encoderPresets?.trialValue
      $0.threads = 1
    }
    settings.encoderOptions = ["g": "20"]
    let footageFormat = hasConstantRate ? nil : FootageFormat(tick: Rational(1, 1000), pixelAspect: .one)
    let path = folder.file("a.\(fileExtension)")
    let writer = try MovieWriter(
      path: path, settings: settings, footageFormat: footageFormat,
      copying: StreamCopy(path: source, copiesAllStreams: true, cutsAtVideoEnd: false))
    for (index, time) in Self.unevenTimes.enumerated() {
      try writer.append(testFrame(index), at: hasConstantRate ? nil : time)
    }
    _ = try writer.finishEarly()
    return (path + ".partial", folder.bytes("a.\(fileExtension).partial") ?? [])
  }

  /// Times of the packets of a stream, in milliseconds and order of showing, and the digests of their bytes.
  private func packets(_ path: String, _ stream: String) throws -> [(time: Int, digest: String)] {
    let result = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,data_hash", "-show_data_hash",
        "CRC32",
        "-of", "csv=p=0", path,
      ])
    return result.text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: ",")
      guard cells.count >= 2, let seconds = Double(cells[0]) else { return nil }
      return (Int((seconds * 1000).rounded()), String(cells[1]))
    }.sorted { $0.time < $1.time }
  }

  @Test(
    "Frames keep their times, and sound its packets, up to the end of the last frame", arguments: files.indices,
    [true, false])
  func soundIsRecovered(row: Int, hasConstantRate: Bool) throws {
    let folder = try TemporaryFolder()
    let (partial, _) = try makePartial(row, hasConstantRate: hasConstantRate, in: folder)
    let before = (frames: try packets(partial, "v:0"), sound: try packets(partial, "a:0"))
    let pictures = try decode(partial, .yuv420p)
    let outcome = try MovieRecovery.recover(partial: partial)
    #expect(outcome.frames == 75)
    let path = folder.file("a.\(Self.files[row].fileExtension)")
    let after = (frames: try packets(path, "v:0"), sound: try packets(path, "a:0"))
    #expect(after.frames.map(\.time) == before.frames.map(\.time))
    if !hasConstantRate { #expect(after.frames.map(\.time) == Self.unevenTimes.map { Int($0.start) }) }
    let end = hasConstantRate ? 2500 : Int(Self.unevenTimes.reduce(0) { $0 + $1.duration })
    // A partial does not tell how long its last frame is shown.
    #expect(
      abs(outcome.duration.double * 1000 - Double(end)) < (hasConstantRate ? 2 : 100), "\(outcome.duration.double) s")
    #expect(after.sound.map(\.digest) == before.sound.map(\.digest) && after.sound.count > 20)
    for (one, other) in zip(before.sound, after.sound) { #expect(abs(one.time - other.time) <= 1) }
    #expect(try decode(path, .yuv420p) == pictures)
    let facts = try probe(path)
    #expect(facts["errors"] == nil && !folder.names.contains { $0.hasSuffix(".partial") })
  }

  @Test("The sound of a partial that was cut off ends with its frames", arguments: files.indices, [true, false])
  func cutSoundEndsWithTheFrames(row: Int, hasConstantRate: Bool) throws {
    let folder = try TemporaryFolder()
    let (partial, whole) = try makePartial(row, hasConstantRate: hasConstantRate, in: folder)
    let pictures = try decode(partial, .yuv420p)
    let sound = try packets(partial, "a:0")
    let path = folder.file("a.\(Self.files[row].fileExtension)")
    for share in [60, 83, 97] {
      try folder.write(Array(whole.prefix(whole.count * share / 100)), to: String(partial.split(separator: "/").last!))
      let outcome = try MovieRecovery.recover(partial: partial, allowsReplacing: true)
      #expect((10...75).contains(outcome.frames), "\(outcome.frames) frames of \(share) %")
      let decoded = try decode(path, .yuv420p)
      #expect(decoded.count == outcome.frames * 64 * 48 * 3 / 2)
      #expect(decoded == Array(pictures.prefix(decoded.count)), "\(share) %")
      if !hasConstantRate {
        let times = try packets(path, "v:0").map(\.time)
        #expect(times == Self.unevenTimes.prefix(outcome.frames).map { Int($0.start) }, "\(share) %")
      }
      let kept = try packets(path, "a:0")
      #expect(kept.map(\.digest) == sound.prefix(kept.count).map(\.digest) && !kept.isEmpty)
      let end = Int(outcome.duration.double * 1000)
      #expect((kept.last?.time ?? 0) <= end + 1, "sound at \(kept.last?.time ?? 0) ms, frames end at \(end)")
      #expect(end - (kept.last?.time ?? 0) < 1100, "a fragment holds a second of both")
    }
  }

  @Test("A missing file is reported before anything else") func missingFiles() throws {
    let folder = try TemporaryFolder()
    func sentence(_ name: String) -> String {
      do {
        return "\(try MovieRecovery.recover(partial: folder.file(name)))"
      } catch {
        return error.sentence
      }
    }
    #expect(sentence("nope.partial") == "There is no file \(folder.file("nope.partial")).")
    #expect(sentence("nope.mp4.partial") == "There is no file \(folder.file("nope.mp4.partial")).")
    try folder.write("text", to: "a.mp4.partial")
    #expect(sentence("a.mp4").hasSuffix("such files end in .partial. There is \(folder.file("a.mp4.partial"))."))
    try folder.write("text", to: "a.partial")
    #expect(sentence("a.partial").contains("does not have the name of a movie"))
  }
}
