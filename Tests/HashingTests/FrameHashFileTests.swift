import Foundation
import Hashing
import Model
import Raster
import TestSupport
import Testing

/// A frame whose bytes, 0 ... 63, follow from their position and `index`.
func testFrame(_ index: Int, _ format: PixelFormat = .rgb24, width: Int = 62, height: Int = 46) -> PixelBuffer {
  let frame = PixelBuffer(format: format, width: width, height: height)
  for plane in 0..<format.planeCount {
    for row in 0..<frame.rowCount(ofPlane: plane) {
      let base = frame.plane(plane) + row * frame.stride(ofPlane: plane)
      for column in 0..<frame.rowBytes(ofPlane: plane) {
        base[column] = UInt8((column * 3 + row * 5 + index * 7 + plane * 11) & 0x3F)
      }
    }
  }
  return frame
}

/// Returns the hash file of frames, the first of which has the number `first`.
func hashFile(_ frames: [PixelBuffer], rate: Rational = 60, first: Int = 0) throws -> FrameHashFile {
  let hasher = FrameHasher()
  let lines = frames.enumerated().map {
    FrameHashFile.Line(frame: first + $0, byteCount: $1.packedByteCount, hash: hasher.hash($1))
  }
  return FrameHashFile(frameRate: rate, width: frames[0].width, height: frames[0].height, lines: lines)
}

let sampleRecipe = RenderRecipe(
  preset: "../Presets/two words 100%.json", presetHash: "ab12", width: 320, height: 180,
  frameRate: Rational(30_000, 1_001), frames: FrameSequence(0...719), seed: .max,
  overrideTexts: ["intensity=2", "title=a b\nc=d", "path=ä"],
  version: "0.1.0",
  options: [.init(key: "duration", value: "4"), .init(key: "loop", value: "")])

@Suite struct FrameHashFileTests {
  @Test(
    "The text is what the ffmpeg command prints, byte for byte",
    arguments: [
      (PixelFormat.rgb24, 60, 1), (.yuv420p, 30000, 1001), (.floatPlanes, 24, 1), (.rgba64, 25, 1),
      (.yuv444p10, 24000, 1001),
    ])
  func textIsTheFFmpegCommands(format: PixelFormat, rateNumerator: Int, rateDenominator: Int) throws {
    let frames = (0..<12).map { testFrame($0, format) }
    let text = try framehash(of: frames, rate: "\(rateNumerator)/\(rateDenominator)", algorithm: "SHA256")
    let file = try hashFile(frames, rate: Rational(Int64(rateNumerator), Int64(rateDenominator)))
    #expect(file.text == text)
    #expect(try FrameHashFile(parsing: Array(text.utf8), path: "x") == file)
  }

  @Test("Hash files with other algorithms are read and written unchanged", arguments: ["MD5", "SHA512", "adler32"])
  func otherAlgorithms(algorithm: String) throws {
    let text = try framehash(of: [testFrame(0), testFrame(1)], rate: "60/1", algorithm: algorithm)
    #expect(text.contains("#hash: \(algorithm)\n"))
    #expect(try FrameHashFile(parsing: Array(text.utf8), path: "x").text == text)
  }

  /// Returns what the ffmpeg command prints for these frames.
  private func framehash(of frames: [PixelBuffer], rate: String, algorithm: String) throws -> String {
    var raw = Data()
    for frame in frames { frame.forEachRow { raw.append(contentsOf: $0) } }
    let result = try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", frames[0].format.rawValue, "-s", "62x46", "-r", rate, "-i",
        "pipe:0", "-bitexact", "-f", "framehash", "-hash", algorithm, "-",
      ], input: raw)
    #expect(result.status == 0)
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self)
  }

  @Test("Frame rates are reduced to lowest terms") func ratesAreReduced() throws {
    let file = FrameHashFile(frameRate: Rational(120, 2), width: 4, height: 4)
    #expect(file.text.contains("#tb 0: 1/60\n"))
  }

  @Test("The recipe is written as one line and read from it") func recipeIsWrittenAndReadAsOneLine() throws {
    var file = try hashFile([testFrame(0)])
    file.recipe = sampleRecipe
    let lines = file.text.split(separator: "\n")
    let line = """
      #motes: preset=../Presets/two%20words%20100%25.json sha256=ab12 size=320x180 rate=30000/1001 pixels=rgb24 \
      frames=0-719 seed=18446744073709551615 set=intensity=2 set=title=a%20b%0Ac=d set=path=%C3%A4 duration=4 \
      loop= version=0.1.0
      """
    #expect(lines.filter { $0.hasPrefix("#motes") }.map { String($0) } == [line])
    let reread = try FrameHashFile(parsing: Array(file.text.utf8), path: "x")
    #expect(reread == file)
    #expect(reread.recipe?.option("duration") == "4")
    #expect(reread.recipe?.option("none") == nil)
    #expect(!file.text(includingRecipe: false).contains("#motes"))
  }

  @Test("Files of other programs are read") func filesOfOtherProgramsAreRead() throws {
    let text = """
      #format: frame checksums
      #version: 2
      #hash: MD5
      #software: Lavf59.27.100
      #tb 0: 1001/30000
      #media_type 0: video
      #codec_id 0: rawvideo
      #dimensions 0: 64x48
      #sar 0: 1/1
      #something new
      #stream#, dts,        pts, duration,     size, hash\r
      0,          0,          0,        1,     9216, 7F44eca371f8313bf0cf5045f1485c21, S=1, 8\r
      0,          1,          1,        1,     9216, 7f44eca371f8313bf0cf5045f1485c22
      """
    let file = try FrameHashFile(parsing: Array(text.utf8), path: "x")
    #expect(file.algorithm == "MD5")
    #expect(file.frameRate == Rational(30_000, 1_001))
    #expect(file.lines.map(\.frame) == [0, 1])
    #expect(file.lines[0].hash == "7f44eca371f8313bf0cf5045f1485c21")
    #expect(file.recipe == nil)
  }

  private static let head =
    "#format: frame checksums\n#version: 2\n#hash: MD5\n#tb 0: 1/30\n#dimensions 0: 4x4\n"

  @Test(
    "Errors name the line",
    arguments: [
      ("", "x:1: The header has no line \"#hash:\"."),
      ("hello", "x:1: This is not a file of frame hashes: it must begin with \"#format: frame checksums\"."),
      ("#hello", "x:1: This is not a file of frame hashes: it must begin with \"#format: frame checksums\"."),
      ("#format: frame checksums\n#version: 9", "x:2: Version \"9\" is not known, only 1 and 2."),
      (
        "#format: frame checksums\n#tb 0: 0/0", "x:2: #tb 0: \"0/0\" is not two positive whole numbers joined by \"/\"."
      ),
      (
        "#format: frame checksums\n#dimensions 0: 99999999999999999999x4",
        "x:2: #dimensions 0: \"99999999999999999999x4\" is not two positive whole numbers joined by \"x\"."
      ),
      ("#format: frame checksums\n#media_type 0: audio", "x:2: Stream 0 is audio, not video."),
      (head + "0, 0, -1, 1, 48, ab", "x:6: The pts \"-1\" is not a frame number."),
      (head + "1, 0, 0, 1, 48, ab", "x:6: Only one video stream is read; this frame's is \"1\"."),
      (head + "0, 0, 0, 1, 48, xyz", "x:6: The hash \"xyz\" is not hexadecimal."),
      (head + "0, 3, 3, 1, 48, ab\n0, 3, 3, 1, 48, ab", "x:7: Frame 3 comes after frame 3."),
      (head + "0, 3, 3, 1, 48, ab\n0, 4, 4, 1, 48, abc", "x:7: The hash has 3 digits, the one before 2."),
      (head + "#motes: preset=a sha256", "x:6: #motes cannot be read: \"sha256\" is not key=value."),
      (head + "#motes: preset=%G0", "x:6: #motes cannot be read: preset has a broken percent sign."),
      (head + "#motes: preset=%+5", "x:6: #motes cannot be read: preset has a broken percent sign."),
      (head + "#motes: preset=a preset=b", "x:6: #motes cannot be read: preset appears twice."),
      (head + "#motes: size=4x4", "x:6: #motes cannot be read: frames is missing."),
      (
        head + "#motes: size=4x4 frames=9-3",
        "x:6: #motes cannot be read: frames is neither a first and a last frame such as 0-719 nor one with steps such as 0-710:10."
      ),
    ])
  func errorsNameTheLine(text: String, message: String) {
    let error = #expect(throws: FrameHashError.self) { try FrameHashFile(parsing: Array(text.utf8), path: "x") }
    #expect(error?.description == message)
  }

  /// Parses mutations of a valid file, so that they reach all parts of the parser; each gives a file or an error.
  @Test("No bytes crash the parser") func noBytesCrashTheParser() throws {
    var file = try hashFile([testFrame(0), testFrame(1)])
    file.recipe = sampleRecipe
    let validBytes = Array(file.text.utf8)
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces: [[UInt8]] = [
      "%", "%F", "#", ":", "-", "/", "x", "=", ",", "\n", "9999999999999999999", "\u{FEFF}", "é",
    ].map {
      Array($0.utf8)
    }
    var readableCount = 0
    for _ in 0..<6_000 {
      var bytes = validBytes
      for _ in 0...random(6) where !bytes.isEmpty {
        let place = random(bytes.count)
        switch random(5) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes.removeSubrange(place..<min(place + random(40), bytes.count))
        case 2: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
        case 3: bytes.removeLast(random(bytes.count))
        default: bytes.insert(contentsOf: bytes[place..<min(place + random(80), bytes.count)], at: random(bytes.count))
        }
      }
      do {
        let file = try FrameHashFile(parsing: bytes, path: "x")
        #expect(try FrameHashFile(parsing: Array(file.text.utf8), path: "y") == file)
        readableCount += 1
      } catch { #expect(error.path != "y" && error.line != nil) }
    }
    #expect(readableCount > 100)
  }
}
