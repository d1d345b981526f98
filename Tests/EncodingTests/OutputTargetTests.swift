import Encoding
import Foundation
import Raster
import TestSupport
import Testing

@Suite struct OutputTargetTests {
  /// The error with which a movie of changed test settings is refused.
  private func refusal(_ path: String, _ change: (inout MovieSettings) -> Void = { _ in }) -> MediaError? {
    var settings = testSettings()
    change(&settings)
    return #expect(throws: MediaError.self) { try MovieWriter(path: path, settings: settings) }
  }

  @Test("An existing target is not touched") func anExistingTargetIsNotTouched() throws {
    let folder = try TemporaryFolder()
    try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let error = refusal(folder.file("a.mp4"))
    #expect(error?.kind == .exists)
    #expect(error?.sentence == "\(folder.file("a.mp4")) already exists and is not replaced without --force.")
    #expect(folder.names == ["a.mp4"])
    #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "precious")
  }

  @Test("An existing target is replaced where allowed") func anExistingTargetIsReplacedWhereAllowed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    var settings = testSettings()
    settings.allowsReplacing = true
    let writer = try MovieWriter(path: path, settings: settings)
    try writer.append(testFrame(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try writer.finish() == path)
    #expect(try probe(path)["nb_read_frames"] == "1")
    #expect(folder.names == ["a.mp4"])
  }

  @Test("A target that appears meanwhile is not replaced") func aTargetThatAppearsMeanwhileIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    for index in 0..<9 { try writer.append(testFrame(index)) }
    try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let error = #expect(throws: MediaError.self) { try writer.finish() }
    #expect(error?.kind == .exists)
    #expect(error?.sentence.contains("appeared while it was being made") == true)
    #expect(
      error?.sentence.hasSuffix("All 9 frames are in \(folder.file("a.mp4.partial")), which can be played.") == true)
    #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "precious")
    #expect(folder.names == ["a.mp4", "a.mp4.partial"])
    #expect(try probe(folder.file("a.mp4.partial"))["nb_read_frames"] == "9")
  }

  @Test("A folder that is missing, no folder or not writable is refused") func folders() throws {
    let folder = try TemporaryFolder()
    let missing = refusal(folder.file("no/a.mp4"))
    #expect(missing?.kind == .folder)
    #expect(missing?.sentence == "The folder \(folder.file("no")) does not exist.")
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    #expect(refusal(folder.file("file/a.mp4"))?.sentence == "\(folder.file("file")) is not a folder.")
    try FileManager.default.createDirectory(atPath: folder.file("b.mp4"), withIntermediateDirectories: false)
    #expect(refusal(folder.file("b.mp4"))?.sentence == "\(folder.file("b.mp4")) is a folder.")
    #expect(refusal(folder.file("b.mp4/"))?.kind == .settings)
    #expect(refusal("")?.kind == .settings)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("c.mp4"), withDestinationPath: folder.file("nowhere"))
    #expect(refusal(folder.file("c.mp4")) { $0.allowsReplacing = true }?.kind == .exists)
    #expect(refusal("/proc/a.mp4")?.kind == .folder)
    #expect(folder.names == ["b.mp4", "c.mp4", "file"])
  }

  @Test("A read-only disk is refused at once", .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func aReadOnlyDiskIsRefusedAtOnce() throws {
    let disk = try SmallDisk(kilobytes: 64, isReadOnly: true)
    let error = refusal(disk.file("a.mp4"))
    #expect(error?.kind == .folder)
    #expect(error?.sentence == "Cannot create \(disk.file("a.mp4.partial")): Read-only file system.")
    #expect(error?.call == "open")
  }

  @Test(
    "The error of a full disk says how many bytes were written and how many are still needed",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func aFullDiskNamesBytesAndRest() throws {
    let disk = try SmallDisk(kilobytes: 64)
    do {
      let writer = try MovieWriter(path: disk.file("a.mp4"), settings: testSettings(crf: 0, frames: 720))
      #expect(writer.notes.count == 1)
      #expect(writer.notes.first?.contains("The disk has 66 kB free") == true)
      let error = #expect(throws: MediaError.self) {
        for index in 0..<720 { try writer.append(testFrame(index)) }
        _ = try writer.finish()
      }
      #expect(error?.kind == .diskFull)
      // ENOSPC, as FFmpeg returns it.
      #expect(error?.code == -28)
      let written = try #require(error?.bytesWritten)
      #expect(written > 0 && written <= 65_536)
      #expect(try #require(error?.bytesStillNeeded) > written)
      let frame = try #require(error?.frame)
      #expect(frame > 0 && frame < 720)
      #expect(error?.sentence.hasPrefix("The disk is full: ") == true)
      #expect(error?.sentence.contains(" of 720; the rest needs about ") == true)
      #expect(throws: MediaError.self) { try writer.append(testFrame(0)) }
      #expect(throws: MediaError.self) { try writer.finish() }
    }
    #expect(disk.names.isEmpty)
  }

  @Test(
    "After a few small packets, a full disk's error estimates the rest by the settings, not by those packets",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func aFullDiskAfterAStillBeginning() throws {
    let disk = try SmallDisk(kilobytes: 8)
    // The packets of a second are gathered before they are written.
    let settings = testSettings(rate: 24, crf: 0, frames: 720)
    let writer = try MovieWriter(path: disk.file("a.mp4"), settings: settings)
    let error = #expect(throws: MediaError.self) {
      for index in 0..<720 { try writer.append(testFrame(max(0, index - 20))) }
      _ = try writer.finish()
    }
    let frame = try #require(error?.frame)
    #expect(error?.kind == .diskFull && frame < 30, "\(error?.sentence ?? "")")
    let (written, needed) = (try #require(error?.bytesWritten), try #require(error?.bytesStillNeeded))
    let estimate = try #require(settings.estimatedBytes)
    // Both the partial file and the copy with its index in front need room.
    #expect(written + needed >= 2 * estimate, "\(error?.sentence ?? "")")
  }

  @Test(
    "On a full disk no container leaves anything behind",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"), arguments: Container.all.map(\.title))
  func aFullDiskLeavesNothing(title: String) throws {
    let container = try #require(Container.all.first { $0.title == title })
    let path = "a.\(container.fileExtensions[0])"
    let codec = try Codec(forFile: path)
    let format = codec.pixelFormats[0]
    let row = FormatCombination(codec: codec, container: container, format: format, profile: nil)
    let disk = try SmallDisk(kilobytes: 64)
    do {
      var settings = row.settings
      settings.quality = codec.quality.map { $0.lowerIsBetter ? $0.range.lowerBound : $0.range.upperBound }
      let writer = try MovieWriter(path: disk.file(path), settings: settings)
      let error = #expect(throws: MediaError.self) {
        for index in 0..<300 {
          try writer.append(testFrame(index, format, width: row.sides.width, height: row.sides.height))
        }
        _ = try writer.finish()
      }
      #expect(error?.kind == .diskFull && error?.code == -28, "\(error?.sentence ?? "")")
      #expect(throws: MediaError.self) { try writer.finish() }
    }
    #expect(disk.names.isEmpty)
  }

  /// The fragmented trailer reports success on a full disk; the movie is whole, but there is no room for both copies.
  @Test(
    "A disk without room for the second copy keeps the partial",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func aDiskWithoutRoomForTheSecondCopyKeepsThePartial() throws {
    let disk = try SmallDisk(kilobytes: 128)
    let writer = try MovieWriter(path: disk.file("a.mp4"), settings: testSettings(crf: 18))
    var count = 0
    while writer.bytesWritten < 70_000 {
      try writer.append(testFrame(count))
      count += 1
    }
    let error = #expect(throws: MediaError.self) { try writer.finish() }
    #expect(error?.kind == .diskFull)
    let (written, needed) = (try #require(error?.bytesWritten), try #require(error?.bytesStillNeeded))
    // The disk has 131 072 bytes.
    #expect(needed >= 2 * written - 131_072 && needed <= written, "\(error?.sentence ?? "")")
    #expect(error?.sentence.contains("the copy of \(disk.file("a.mp4")) with its index in front needs about") == true)
    #expect(
      error?.sentence.hasSuffix("All \(count) frames are in \(disk.file("a.mp4.partial")), which can be played.")
        == true)
    #expect(disk.names == ["a.mp4.partial"])
    #expect(try probe(disk.file("a.mp4.partial"))["nb_read_frames"] == "\(count)")
  }

  @Test(
    "A movie whose index is not put in front needs room for one file only",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func oneFileNeedsItsOwnRoom() throws {
    let disk = try SmallDisk(kilobytes: 64)
    func notes(frames: Int) throws -> [String] {
      let settings = MovieSettings(width: 64, height: 48, frameRate: 25, codec: .y4m, pixelFormat: .yuv420p).with {
        $0.threads = 1
        $0.expectedFrames = frames
      }
      return try MovieWriter(path: disk.file("a.y4m"), settings: settings).notes
    }
    #expect(try notes(frames: 10).isEmpty)
    let found = try notes(frames: 20)
    #expect(found.count == 1 && found.first?.contains("may need about 92 kB") == true, "\(found)")
  }

  @Test(
    "Finishing a movie throws the error of its first frame again",
    .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func theFirstErrorStays() throws {
    let disk = try SmallDisk(kilobytes: 4)
    let settings = MovieSettings(width: 512, height: 384, frameRate: 25, codec: .y4m, pixelFormat: .yuv420p).with {
      $0.threads = 1
    }
    let writer = try MovieWriter(path: disk.file("a.y4m"), settings: settings)
    let first = #expect(throws: MediaError.self) { try writer.append(testFrame(0, width: 512, height: 384)) }
    #expect(first?.kind == .diskFull && writer.framesAppended == 0)
    let early = #expect(throws: MediaError.self) { try writer.finishEarly() }
    let whole = #expect(throws: MediaError.self) { try writer.finish() }
    #expect(early?.sentence == first?.sentence && whole?.sentence == first?.sentence, "\(whole?.sentence ?? "")")
  }

  @Test("Only regular files are read in pieces or copied: a pipe is not taken for an empty file")
  func pipesAreNotCopied() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let sentence = "\(folder.file("pipe")) is not a regular file."
    let read = #expect(throws: MediaError.self) { try readInPieces(folder.file("pipe")) { _ in } }
    #expect(read?.sentence == sentence)
    let copied = #expect(throws: MediaError.self) { try copyFile(folder.file("pipe"), to: folder.file("copy")) }
    #expect(copied?.sentence == sentence)
    #expect(folder.names == ["pipe"])
  }

  @Test("Settings are refused before any file is touched") func settingsAreRefusedBeforeAnyFileIsTouched() throws {
    let folder = try TemporaryFolder()
    let cases: [(String, (inout MovieSettings) -> Void)] = [
      (
        "No encoder preset is called \"slowest\"; there are ultrafast, superfast, veryfast, faster, fast, medium, "
          + "slow, slower, veryslow, placebo.", { $0.encoderPreset = "slowest" }
      ),
      (
        "H.264 cannot hold rgb24; it takes yuv420p, yuv422p, yuv444p, yuv420p10le, "
          + "yuv422p10le, yuv444p10le.",
        { $0.pixelFormat = .rgb24 }
      ),
      ("crf 52.0 is not possible; it must be from 0 to 51.", { $0.quality = 52 }),
      ("crf nan is not possible; it must be from 0 to 51.", { $0.quality = .nan }),
      ("yuv420p needs even sides, not 63 x 48; the nearest is 64 x 48.", { $0.width = 63 }),
      ("yuv420p needs even sides, not 63 x 47; the nearest is 64 x 48.", { ($0.width, $0.height) = (63, 47) }),
      (
        "yuv422p needs an even width, not 63 x 47; the nearest is 64 x 47.",
        { ($0.pixelFormat, $0.width, $0.height) = (.yuv422p, 63, 47) }
      ),
      ("A movie of 0 x 48 pixels is not possible; each side must have 1 to 16384.", { $0.width = 0 }),
      (
        "A frame rate of 0 is not possible; it must be above 0 and at most 1000 frames a second, as a fraction with a numerator and a denominator of at most 1000000.",
        { $0.frameRate = 0 }
      ),
      ("-1 encoder threads are not possible; the number must be from 0 to 128.", { $0.threads = -1 }),
      ("The encoder libx264 has no option \"sharpness\".", { $0.encoderOptions = ["sharpness": "3"] }),
      (
        "ProRes 422 has no quality setting; these have one: h264, h264rgb, h265, av1, av1-aom, vp9, vp8, webp, avif.",
        { ($0.codec, $0.pixelFormat, $0.encoderPreset) = (.proRes, .yuv422p10, nil) }
      ),
      (
        "ProRes 422 has no encoder presets; h264, h264rgb, h265, av1, av1-aom, vp9, vp8, webp, avif have them.",
        { ($0.codec, $0.pixelFormat, $0.quality) = (.proRes, .yuv422p10, nil) }
      ),
      (
        "FFV1 takes no bit rate; these do: h264, h264rgb, h265, av1, av1-aom, vp9, vp8.",
        { ($0.codec, $0.pixelFormat, $0.encoderPreset, $0.quality, $0.bitrate) = (.ffv1, .rgb24, nil, nil, 1_000_000) }
      ),
      ("A quality (18.0) and a bit rate (1000000 bits a second) cannot be combined.", { $0.bitrate = 1_000_000 }),
      (
        "999 bits a second are not possible; the rate must be from 1000 to 2000000000.",
        { ($0.bitrate, $0.quality) = (999, nil) }
      ),
      ("H.264 has no profiles; prores, prores4444, dnxhr, webp have them.", { $0.codecProfile = "hq" }),
      (
        "DNxHR's profile hqx cannot hold yuv422p; it takes yuv422p10le.",
        {
          ($0.codec, $0.pixelFormat, $0.encoderPreset, $0.quality, $0.codecProfile) = (
            .dnxhr, .yuv422p, nil, nil, "hqx"
          )
        }
      ),
      (
        "DNxHR encodes pictures of at least 256 x 120 pixels, not 64 x 48.",
        { ($0.codec, $0.pixelFormat, $0.encoderPreset, $0.quality) = (.dnxhr, .yuv422p, nil, nil) }
      ),
    ]
    for (sentence, change) in cases {
      let error = refusal(folder.file("a.mp4"), change)
      #expect(error?.kind == .settings)
      #expect(error?.sentence == sentence)
    }
    let refused = refusal(folder.file("a.gif"))
    #expect(
      refused?.sentence
        == "H.264 is written to MP4 or QuickTime or Matroska: the name \(folder.file("a.gif")) must end in .mp4, .m4v, .mov, .mkv."
    )
    #expect(refusal(folder.file("a.mp4")) { $0.encoderOptions = ["bf": "many"] }?.kind == .settings)
    #expect(folder.names.isEmpty)
  }

  @Test("A movie needs a frame") func aMovieNeedsAFrame() throws {
    let folder = try TemporaryFolder()
    do {
      let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
      #expect(throws: MediaError.self) { try writer.finish() }
    }
    #expect(folder.names.isEmpty)
  }
}
