import Encoding
import Model
import Raster
import TestSupport
import Testing

/// Clips whose frames are asked for in any order.
@Suite struct SeekingClipTests {
  /// The red, green and blue values of a picture in linear light, row by row.
  private func light(_ picture: LightPicture) -> [Float] {
    (0..<picture.height).flatMap { y in
      (0..<3).flatMap { plane in (0..<picture.width).map { picture.pixels.tile.row(y, plane: plane)[$0] } }
    }
  }

  /// The frames of a clip in their order, read by `ClipReader`, as `light` gives them.
  private func reference(_ path: String) throws -> [[Float]] {
    let reader = try ClipReader(path)
    var frames: [[Float]] = []
    while let next = try reader.next({ Background(width: reader.width, height: reader.height) }) {
      let background = try #require(next.background)
      frames.append(
        (0..<reader.height).flatMap { y in
          (0..<3).flatMap { plane in (0..<reader.width).map { background.row(y, plane: plane)[$0] } }
        })
    }
    return frames
  }

  /// Makes a clip of 2.4 seconds of FFmpeg's test picture; `options` are those of the output.
  private func make(_ path: String, rate: String = "25", _ options: String...) throws {
    let source = "testsrc2=s=96x64:r=\(rate):d=2.4"
    _ = try Tool.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [path])
  }

  @Test(
    "Any order gives the frames of a reader from start to end",
    arguments: [
      ("a.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 3 -g 15"),
      ("open.mkv", "-c:v libx264 -pix_fmt yuv422p10le -bf 3 -g 12 -x264-params open-gop=1"),
      ("a.ts", "-c:v mpeg2video -bf 2 -g 10"), ("a.avi", "-c:v libx264 -bf 2 -g 15 -pix_fmt yuv420p"),
      ("a.webm", "-c:v libvpx-vp9 -g 20 -deadline realtime -cpu-used 8"),
      ("refresh.mkv", "-c:v libx264 -pix_fmt yuv420p -g 25 -x264-params intra-refresh=1:bframes=0"),
      ("a.mkv", "-c:v ffv1 -g 1 -pix_fmt gbrp"), ("a.gif", ""),
      ("vfr.mp4", "-c:v libx264 -pix_fmt yuv420p -vf select='not(mod(n,5))+not(mod(n,3))' -fps_mode vfr"),
    ])
  func orderDoesNotMatter(name: String, options: String) throws {
    let folder = try TemporaryFolder()
    let arguments = options.split(separator: " ").map(String.init)
    let source = "testsrc2=s=96x64:r=25:d=2.4"
    let made = try Tool.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source] + arguments + [folder[name]])
    try #require(folder.exists(name), "\(made.errorText)")
    let expected = try reference(folder[name])
    try #require(expected.count > 20)
    var state: UInt64 = 77
    func random() -> Int {
      // Pseudo-random numbers by Knuth's MMIX generator.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % expected.count
    }
    let clip = try SeekingClip(folder[name], givesEncoded: false)
    #expect(clip.clip.frameCount == expected.count && clip.clip.width == 96 && clip.clip.height == 64)
    let orders = [
      Array(0..<expected.count), Array((0..<expected.count).reversed()), (0..<40).map { _ in random() },
      stride(from: 0, to: expected.count, by: 7).map { $0 },
    ]
    for order in orders {
      for number in order {
        let picture = try #require(clip.picture(number))
        #expect(light(picture) == expected[number], "\(name), frame \(number)")
      }
    }
    // A clip that is opened again can show its last frame first.
    let last = try #require(try SeekingClip(folder[name], givesEncoded: false).picture(expected.count - 1))
    #expect(light(last) == expected[expected.count - 1])
  }

  @Test("A picture that is held does not change while others are asked for")
  func heldPicturesStay() throws {
    let folder = try TemporaryFolder()
    try make(folder["a.mp4"], "-c:v", "libx264", "-pix_fmt", "yuv420p")
    let clip = try SeekingClip(folder["a.mp4"], givesEncoded: false)
    let held = try #require(clip.picture(3))
    let before = light(held)
    for number in 4..<40 { _ = clip.picture(number) }
    #expect(light(held) == before)
    #expect(try light(#require(clip.picture(3))) == before)
  }

  @Test("A moment belongs to the frame whose time covers it", arguments: ["mp4", "mkv"])
  func momentsHaveFrames(fileExtension: String) throws {
    let folder = try TemporaryFolder()
    try make(
      folder["a.\(fileExtension)"], rate: "30000/1001", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2")
    let clip = try SeekingClip(folder["a.\(fileExtension)"], givesEncoded: false)
    for number in 0..<clip.clip.frameCount {
      let seconds = Double(number * 1001) / 30_000 + Clip.timeToleranceSeconds
      #expect(clip.number(at: seconds) == number)
      #expect(clip.number(at: seconds + 0.03) == number)
    }
    #expect(clip.number(at: -1) == 0 && clip.number(at: 1e9) == clip.clip.frameCount - 1)
    #expect(abs(clip.clip.duration - Double(clip.clip.frameCount * 1001) / 30_000) < 0.002)
  }

  @Test("Alpha is kept, and colours are premultiplied", arguments: ["mov", "webm"])
  func alphaIsKept(fileExtension: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["a.\(fileExtension)"]
    let codec =
      fileExtension == "mov"
      ? ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]
      : ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-crf", "10", "-b:v", "0"]
    _ = try Tool.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=white@0.5:s=64x48:r=10:d=0.3,format=yuva444p"] + codec
        + [path])
    let clip = try SeekingClip(path, givesEncoded: false)
    #expect(clip.clip.hasAlpha)
    let picture = try #require(clip.picture(1))
    let pixels = picture.pixels.tile
    defer { withExtendedLifetime(picture) {} }
    let (red, alpha) = (pixels.row(20, plane: 0)[30], pixels.row(20, plane: 3)[30])
    #expect(abs(alpha - 0.5) < 0.01 && abs(red - alpha) < 0.02, "\(red), \(alpha)")
  }

  @Test("A clip that is cut off or damaged shows frames, or says why not", arguments: ["mkv", "ts", "mp4"])
  func damagedClips(fileExtension: String) throws {
    let folder = try TemporaryFolder()
    try make(folder["a.\(fileExtension)"], "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "12")
    let bytes = try #require(folder.bytes("a.\(fileExtension)"))
    var state: UInt64 = 3
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var shown = 0
    for round in 0..<8 {
      var damaged = bytes
      if round % 2 == 0 {
        damaged.removeLast(random(bytes.count))
      } else {
        for _ in 0..<12 { damaged[bytes.count / 10 + random(bytes.count * 9 / 10)] = UInt8(random(256)) }
      }
      try folder.write(damaged, to: "b.\(fileExtension)")
      do throws(MediaError) {
        let clip = try SeekingClip(folder["b.\(fileExtension)"], givesEncoded: false)
        let numbers = (0..<12).map { _ in random(clip.clip.frameCount) }
        let first = numbers.map { clip.picture($0).map(light) }
        // A damaged frame may look like anything, but always like the same.
        let reopened = try SeekingClip(folder["b.\(fileExtension)"], givesEncoded: false)
        for (number, pixels) in zip(numbers, first).reversed() {
          #expect(reopened.picture(number).map(light) == pixels, "round \(round), frame \(number)")
        }
        shown += 1
      } catch {
        #expect(error.sentence.hasSuffix("."))
      }
    }
    #expect(shown > 0)
  }
}
