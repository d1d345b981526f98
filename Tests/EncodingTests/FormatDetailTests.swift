import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// Details of files, beyond samples and colour tags, on which other programs rely.
@Suite struct FormatDetailTests {
  /// Writes frames of a codec and returns the file's bytes.
  private func movie(
    _ codec: Codec, _ format: PixelFormat, fileExtension: String, profile: String? = nil, count: Int = 5,
    width: Int = 64,
    change: (inout MovieSettings) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(fileExtension)")
    var settings = MovieSettings(width: width, height: 36, frameRate: 25, codec: codec, pixelFormat: format).with {
      $0.codecProfile = profile
      $0.encoderPreset = codec.encoderPresets?.names[0]
      $0.threads = 2
    }
    change(&settings)
    let writer = try MovieWriter(path: path, settings: settings)
    for index in 0..<count { try writer.append(SmoothFrames.frame(index, format, width: width, height: 36)) }
    _ = try writer.finish()
    return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), folder, path)
  }

  @Test(
    "ProRes 4444 states its alpha where editing programs look for it",
    arguments: [(PixelFormat.yuva444p10, "4444"), (.yuva444p10, "4444xq"), (.yuv444p10, "4444")])
  func proResTellsItsAlpha(format: PixelFormat, profile: String) throws {
    let bytes = try movie(.proRes4444, format, fileExtension: "mov", profile: profile).bytes
    let headers = offsets(of: "icpf", in: bytes)
    #expect(headers.count == 5)
    for offset in headers {
      // A frame is: size, "icpf", header's size, version, creator, width, height, flags (chroma in the two highest bits), …, alpha.
      #expect(Array(bytes[offset + 6..<offset + 8]) == [0, 1], "the version of RDD 36 that allows 4:4:4 and alpha")
      #expect(Array(bytes[offset + 8..<offset + 12]) == Array("apl0".utf8))
      #expect(bytes[offset + 16] >> 6 == 3, "4:4:4")
      #expect(bytes[offset + 21] & 15 == (format.hasAlpha ? 2 : 0), "16 bits of alpha, or none")
    }
    #expect(try sampleDepth(of: profile == "4444" ? "ap4h" : "ap4x", in: bytes) == (format.hasAlpha ? 32 : 24))
  }

  @Test("ProRes 422 keeps version 0", arguments: ["hq", "proxy"])
  func proRes422KeepsItsVersion(profile: String) throws {
    let bytes = try movie(.proRes, .yuv422p10, fileExtension: "mov", profile: profile).bytes
    let headers = offsets(of: "icpf", in: bytes)
    #expect(headers.count == 5)
    for offset in headers { #expect(bytes[offset + 7] == 0 && bytes[offset + 16] >> 6 == 2) }
    #expect(try sampleDepth(of: profile == "hq" ? "apch" : "apco", in: bytes) == 24)
  }

  @Test("QuickTime Animation states by its depth whether it has alpha")
  func animationTellsItsDepth() throws {
    #expect(try sampleDepth(of: "rle ", in: movie(.animation, .rgba, fileExtension: "mov").bytes) == 32)
    #expect(try sampleDepth(of: "rle ", in: movie(.animation, .rgb24, fileExtension: "mov").bytes) == 24)
  }

  @Test("APNG states that it is sRGB, how many frames it has, and that it plays for ever")
  func apngTellsItsColors() throws {
    let bytes = try movie(.apng, .rgba, fileExtension: "apng").bytes
    #expect(offsets(of: "sRGB", in: bytes).count == 1)
    let control = try #require(offsets(of: "acTL", in: bytes).first)
    #expect(Array(bytes[control + 4..<control + 12]) == [0, 0, 0, 5, 0, 0, 0, 0])
  }

  @Test("WebM states that there is alpha", arguments: [Codec.vp9.name, Codec.vp8.name])
  func webMTellsItsAlpha(name: String) throws {
    let codec = try Codec(named: name)
    let movie = try movie(codec, .yuva420p, fileExtension: "webm")
    #expect(try probe(movie.path)["TAG:alpha_mode"] == "1")
    #expect(try probe(self.movie(codec, .yuv420p, fileExtension: "webm").path)["TAG:alpha_mode"] == nil)
  }

  @Test("A GIF's pixels are transparent below the threshold, and its colours come from the previews")
  func gifTakesItsColorsFromPreviews() throws {
    let folder = try TemporaryFolder()
    /// A frame of one colour, whose alpha grows by 4 from column to column.
    func frame(_ color: [UInt8]) -> PixelBuffer {
      let frame = PixelBuffer(format: .rgba, width: 64, height: 36)
      for row in 0..<36 {
        for column in 0..<64 {
          for channel in 0..<3 {
            frame.plane(0)[row * frame.stride(ofPlane: 0) + 4 * column + channel] = color[channel]
          }
          frame.plane(0)[row * frame.stride(ofPlane: 0) + 4 * column + 3] = UInt8(4 * column)
        }
      }
      return frame
    }
    let (red, blue): ([UInt8], [UInt8]) = ([200, 20, 30], [10, 40, 220])
    /// Writes a red and a blue frame, and returns the errors of their channels in the last pixel of the first row.
    func colorErrors(_ name: String, threshold: Int?, previews: [[UInt8]]) throws -> [Int] {
      var settings = MovieSettings(width: 64, height: 36, frameRate: 25, codec: .gif, pixelFormat: .rgba)
      if let threshold { settings.encoderOptions["alpha_threshold"] = "\(threshold)" }
      let writer = try MovieWriter(path: folder.file(name), settings: settings)
      for color in previews { try writer.preview(frame(color)) }
      try writer.append(frame(red))
      try writer.append(frame(blue))
      _ = try writer.finish()
      let decoded = try decode(folder.file(name), .rgba)
      #expect(decoded.count == 2 * 4 * 64 * 36)
      for column in 0..<64 {
        #expect(decoded[4 * column + 3] == (4 * column >= threshold ?? 128 ? 255 : 0), "column \(column)")
      }
      let lastColumnOfSecondFrame = 4 * 64 * 36 + 4 * 63
      return (0..<3).map { abs(Int(decoded[4 * 63 + $0]) - Int(red[$0])) }
        + (0..<3).map { abs(Int(decoded[lastColumnOfSecondFrame + $0]) - Int(blue[$0])) }
    }
    #expect(try colorErrors("shown.gif", threshold: nil, previews: [blue, red]).max() ?? 255 <= 2)
    #expect(try colorErrors("low.gif", threshold: 40, previews: [blue, red]).max() ?? 255 <= 2)
    // Without previews, the colours are those of the red frame alone.
    #expect(try colorErrors("first.gif", threshold: nil, previews: []).max() ?? 0 > 100)
  }

  @Test("A GIF is refused above 50 frames a second, and MXF at a rate that it does not hold")
  func ratesAreRefused() throws {
    let folder = try TemporaryFolder()
    let gif = #expect(throws: MediaError.self) {
      try MovieWriter(
        path: folder.file("a.gif"), settings: MovieSettings(width: 64, height: 36, frameRate: 60, codec: .gif))
    }
    #expect(gif?.kind == .settings && gif?.sentence == "GIF shows at most 50 frames a second, not 60.")
    let mxf = #expect(throws: MediaError.self) {
      try MovieWriter(
        path: folder.file("a.mxf"), settings: MovieSettings(width: 256, height: 144, frameRate: 12, codec: .dnxhr))
    }
    #expect(mxf?.kind == .settings && mxf?.sentence.hasPrefix("MXF holds 24000/1001, 24, 25,") == true)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "Times are exact, or rounded to the hundredths or thousandths of a second that a container counts",
    arguments: [Rational(24), Rational(30_000, 1_001), Rational(60)])
  func ratesAreExact(rate: Rational) throws {
    // FFmpeg does not read animated WebP, raw samples have no times, and APNG has a delay for each frame (below).
    for container in Container.all where !["webp", "rgb", "apng"].contains(container.fileExtensions[0]) {
      let codec = try Codec(forFile: "a.\(container.fileExtensions[0])")
      let rate = container.fileExtensions[0] == "gif" && rate == 60 ? 50 : rate
      let row = FormatCombination(codec: codec, container: container, format: codec.pixelFormats[0], profile: nil)
      let folder = try TemporaryFolder()
      let path = folder.file("a.\(row.fileExtension)")
      var settings = row.settings
      settings.frameRate = rate
      let writer = try MovieWriter(path: path, settings: settings)
      for index in 0..<30 {
        try writer.append(SmoothFrames.frame(index, row.format, width: row.sides.width, height: row.sides.height))
      }
      _ = try writer.finish()
      let times = try Tool.run(
        "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "default=nw=1:nk=1", path])
      let seconds = times.text.split(separator: "\n").compactMap { Double($0) }.sorted()
      #expect(seconds.count == 30 || row.fileExtension == "y4m", "\(row.name)")
      let unit = 1 / Double(container.timeUnitsPerSecond ?? 1_000_000)
      for (index, second) in seconds.enumerated() {
        // Half a unit of rounding, and the decimals that ffprobe leaves out.
        #expect(abs(second - Double(index) / rate.double) <= 0.51 * unit + 1e-6, "\(row.name), frame \(index)")
      }
      let facts = try probe(path)
      if container.timeUnitsPerSecond != 100 {
        #expect(facts["r_frame_rate"] == "\(rate.numerator)/\(rate.denominator)", "\(row.name)")
      }
    }
    let apng = try movie(.apng, .rgb24, fileExtension: "apng") { $0.frameRate = rate }.bytes
    let controls = offsets(of: "fcTL", in: apng)
    #expect(controls.count == 5)
    for offset in controls {
      let delay = (0..<2).map { Int64(apng[offset + 24 + 2 * $0]) << 8 | Int64(apng[offset + 25 + 2 * $0]) }
      #expect(Rational(delay[1], delay[0]) == rate)
    }
  }

  @Test(
    "Samples keep their values when they are reordered for an encoder",
    arguments: [
      (Codec.ffv1.name, PixelFormat.rgb24), ("ffv1", .rgba), ("animation", .rgba), ("animation", .rgb24),
      ("apng", .rgb48),
      ("apng", .rgba64), ("apng", .rgba),
    ])
  func reorderedSamplesKeepTheirValues(name: String, format: PixelFormat) throws {
    let codec = try Codec(named: name)
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(codec.fileExtensions[0])")
    let settings = MovieSettings(width: 64, height: 48, frameRate: 25, codec: codec, pixelFormat: format)
    let writer = try MovieWriter(path: path, settings: settings)
    let buffer = PixelBuffer(format: format, width: 64, height: 48)
    for index in 0..<8 {
      buffer.copy(PixelRect(x: 0, y: 0, width: 64, height: 48), from: testFrame(index, format))
      try writer.append(buffer)
    }
    _ = try writer.finish()
    #expect(try decode(path, format) == (0..<8).flatMap { packedBytes(testFrame($0, format)) })
  }

  @Test(
    "A movie that is abandoned, before the first frame or after it, leaves nothing and lets the encoder end",
    .timeLimit(.minutes(2)))
  func abandonedMoviesLeaveNothing() throws {
    let folder = try TemporaryFolder()
    for codec in Codec.all {
      for frames in [0, 1] {
        let settings = MovieSettings(width: 256, height: 144, frameRate: 25, codec: codec).with {
          $0.encoderPreset = codec.encoderPresets?.trialValue
        }
        let writer = try MovieWriter(path: folder.file("a.\(codec.fileExtensions[0])"), settings: settings)
        for _ in 0..<frames { try writer.append(SmoothFrames.frame(0, settings.pixelFormat, width: 256, height: 144)) }
        writer.abandon()
        #expect(folder.names.isEmpty, "\(codec.name)")
      }
    }
  }

  @Test("Odd sizes are written wherever the pixel format allows them")
  func oddSizes() throws {
    for codec in Codec.all where codec != .av1 && codec != .dnxhr {
      guard let format = codec.pixelFormats.first(where: { $0.allows(width: 67, height: 33) }) else { continue }
      let folder = try TemporaryFolder()
      let path = folder.file("a.\(codec.fileExtensions[0])")
      let settings = MovieSettings(width: 67, height: 33, frameRate: 25, codec: codec, pixelFormat: format).with {
        $0.encoderPreset = codec.encoderPresets?.names[0]
      }
      let writer = try MovieWriter(path: path, settings: settings)
      for index in 0..<3 { try writer.append(SmoothFrames.frame(index, format, width: 67, height: 33)) }
      _ = try writer.finish()
      guard codec != .webp, codec != .raw else { continue }
      let facts = try probe(path)
      #expect(facts["width"] == "67" && facts["height"] == "33" && facts["nb_read_frames"] == "3", "\(codec.name)")
    }
  }

  @Test("A bit rate is obeyed, and x265-params is joined with the options that Motes sets")
  func bitRatesAndJoinedOptions() throws {
    func bytes(_ bitrate: Int) throws -> Int {
      let folder = try TemporaryFolder()
      try writeMovie(
        folder.file("a.mp4"), count: 50,
        settings: MovieSettings(width: 64, height: 48, frameRate: 25).with {
          $0.bitrate = bitrate
          $0.encoderPreset = "veryfast"
          $0.threads = 1
        })
      return try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4"))).count
    }
    #expect(try bytes(800_000) > 2 * bytes(200_000))
    let settings = MovieSettings(width: 64, height: 36, frameRate: 25, codec: .h265).with {
      $0.quality = 0
      $0.encoderOptions = ["x265-params": "keyint=7"]
    }
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: settings)
    for index in 0..<15 { try writer.append(SmoothFrames.frame(index, .yuv420p, width: 64, height: 36)) }
    _ = try writer.finish()
    let types = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "packet=flags", "-of", "default=nw=1:nk=1", folder.file("a.mp4")])
    #expect(types.text.split(separator: "\n").filter { $0.hasPrefix("K") }.count == 3, "keyint=7 reached x265")
    let error = SmoothFrames.error(
      of: try decode(folder.file("a.mp4"), .yuv420p), count: 15, .yuv420p, width: 64, height: 36)
    #expect(error?.color ?? 255 < 0.001 && error != nil, "and lossless=1 too")
  }

  /// The offsets at which a code of four characters occurs.
  private func offsets(of name: String, in bytes: [UInt8]) -> [Int] {
    let wanted = Array(name.utf8)
    return bytes.indices.dropLast(3).filter { bytes[$0] == wanted[0] && Array(bytes[$0..<$0 + 4]) == wanted }
  }

  /// The depth in QuickTime's sample description of a codec, which lies 78 bytes after the start of the codec's code.
  private func sampleDepth(of code: String, in bytes: [UInt8]) throws -> Int {
    let description = try #require(offsets(of: "stsd", in: bytes).first)
    // After "stsd" follow the version, the number of entries and the entry's size, each of four bytes.
    let entry = description + 16
    #expect(Array(bytes[entry..<entry + 4]) == Array(code.utf8))
    return Int(bytes[entry + 78]) << 8 | Int(bytes[entry + 79])
  }
}
