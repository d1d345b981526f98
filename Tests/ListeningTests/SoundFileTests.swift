import Foundation
import Glibc
import Listening
import Model
import TestSupport
import Testing

/// Sounds in files of many kinds, good and bad.
@Suite struct SoundFileTests {
  /// Three seconds of noisy beats in stereo.
  private func song(rate: Int = 22_050) -> MadeSound {
    var sound = MadeSound(rate: rate, seconds: 3, channels: 2)
    var random = SeededRandom(state: 8)
    sound.fill { time, channel in 0.2 * sin(2 * Double.pi * Double(220 + 110 * channel) * time) }
    for beat in 0..<6 { sound.addBurst(at: 0.1 + 0.5 * Double(beat), amplitude: 0.5, random: &random) }
    return sound
  }

  @Test("WAV, FLAC and ALAC of the same samples give the same bytes; other samples do not")
  func losslessFormats() throws {
    let folder = try TemporaryFolder()
    try song().write(folder.file("a.wav"))
    for name in ["a.flac", "a.m4a", "a.mka"] {
      _ = try ffmpeg("-i", folder.file("a.wav"), "-c:a", name == "a.m4a" ? "alac" : "flac", folder.file(name))
    }
    let bytes = SoundCurvesFile.bytes(of: try Sound.listen(to: folder.file("a.wav")).curves)
    for name in ["a.flac", "a.m4a", "a.mka"] {
      let curves = try Sound.listen(to: folder.file(name)).curves
      #expect(SoundCurvesFile.bytes(of: curves) == bytes, "\(name)")
      #expect(curves.song?.hashed == .samples)
      #expect(try Sound.song(in: folder.file("a.wav")) == curves.song)
    }
    var other = song()
    other.channels[1][30_000] += 0.01
    try other.write(folder.file("b.wav"))
    #expect(SoundCurvesFile.bytes(of: try Sound.listen(to: folder.file("b.wav")).curves) != bytes)
    // The digest of a lossy file is that of its bytes.
    _ = try ffmpeg("-i", folder.file("a.wav"), "-c:a", "libmp3lame", folder.file("a.mp3"))
    let lossy = try #require(try Sound.listen(to: folder.file("a.mp3")).curves.song)
    let digest = try Tool.run("sha256sum", [folder.file("a.mp3")]).text
    #expect(lossy.hashed == .file && digest.hasPrefix(lossy.sha256))
  }

  @Test(
    "Samples of every form, one to eight channels and all usual rates are read",
    arguments: [
      ("pcm_u8", 1, 8_000), ("pcm_s16le", 8, 48_000), ("pcm_s24le", 2, 192_000), ("pcm_s32le", 3, 16_000),
      ("pcm_f32le", 6, 44_100), ("pcm_f64le", 2, 11_025), ("pcm_mulaw", 1, 8_000),
    ])
  func sampleForms(codec: String, channels: Int, rate: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    let tone = Array(repeating: "0.5*sin(2*PI*440*t)", count: channels).joined(separator: "|")
    _ = try ffmpeg("-f", "lavfi", "-i", "aevalsrc=\(tone):s=\(rate):d=1", "-c:a", codec, path)
    let curves = try Sound.listen(to: path).curves
    #expect(curves.duration == 1 && curves.song?.channels == channels && curves.song?.sampleRate == rate)
    for side in ["left", "right"] {
      let curve = try #require(curves.curve(side))
      // Without its low-frequency channel, a side has the tone's own level, whatever the number of channels.
      #expect(abs(curve.absolute(curve.value(at: 0.5)) - 0.3536) < 0.01, "\(side)")
    }
  }

  @Test("Sound that begins later than its film stands where a player has it")
  func lateSound() throws {
    let folder = try TemporaryFolder()
    try song().write(folder.file("a.wav"))
    let path = folder.file("late.mkv")
    _ = try ffmpeg(
      "-f", "lavfi", "-i", "color=s=32x32:d=4:r=25", "-itsoffset", "0.5", "-i", folder.file("a.wav"), "-c:v", "libx264",
      "-c:a", "flac", path)
    let curves = try Sound.listen(to: path).curves
    #expect(abs(curves.duration - 3.5) < 0.01, "\(curves.duration)")
    #expect(abs((curves.onsets(in: "treble").times.first ?? 0) - 0.6) < 0.01)
  }

  /// The error's words.
  private func failure(_ path: String) -> String {
    do {
      _ = try Sound.listen(to: path)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test("Files without sound, cut-off and foreign files are refused in words")
  func refusals() throws {
    let folder = try TemporaryFolder()
    _ = try ffmpeg("-f", "lavfi", "-i", "color=s=32x32:d=1:r=25", "-c:v", "libx264", folder.file("silent.mp4"))
    #expect(failure(folder.file("silent.mp4")).contains("there is no audio track"))
    try folder.write("no sound at all", to: "a.flac")
    #expect(failure(folder.file("a.flac")).contains("a.flac has no sound"))
    try folder.write([7, 0, 255, 1, 2, 3], to: "b.bin")
    #expect(failure(folder.file("b.bin")).contains("is not a sound that FFmpeg can read"))
    try folder.write("", to: "empty.wav")
    #expect(failure(folder.file("empty.wav")).contains("is empty"))
    #expect(failure(folder.file("absent.wav")).contains("No such file"))
    #expect(failure(folder.path).contains("not a regular file"))

    try song().write(folder.file("whole.wav"))
    _ = try ffmpeg("-i", folder.file("whole.wav"), folder.file("whole.flac"))
    for name in ["whole.wav", "whole.flac"] {
      let bytes = try #require(folder.bytes(name))
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut-\(name)")
      let text = failure(folder.file("cut-\(name)"))
      #expect(text.contains("is cut off or damaged: it states 3.0 s of sound, and 1."), "\(text)")
    }
    _ = try ffmpeg("-i", folder.file("whole.wav"), "-ar", "4000", folder.file("slow.wav"))
    #expect(failure(folder.file("slow.wav")).contains("4000 samples a second; 8000 to 192000 are read"))
  }

  @Test("A day of sound is refused before it is decoded")
  func wholeDay() throws {
    let folder = try TemporaryFolder()
    var sound = MadeSound(rate: 8_000, seconds: 0.01)
    sound.channels[0][3] = 0.5
    try sound.write(folder.file("day.wav"))
    var bytes = try #require(folder.bytes("day.wav"))
    // The header states 24 hours, and the file has as many bytes, all but the first of which are a hole.
    let count = UInt32(24 * 3_600 * 8_000 * 2)
    for (offset, value) in [(4, count + 36), (40, count)] {
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
    }
    try folder.write(bytes, to: "day.wav")
    truncate(folder.file("day.wav"), off_t(count) + 44)
    #expect(failure(folder.file("day.wav")).contains("at most 3 hours (10800 s) are analysed"))
  }

  @Test("Four minutes of a busy song have less than 1 MB")
  func fileSize() {
    var sound = MadeSound(rate: 8_000, seconds: 240)
    var random = SeededRandom(state: 6)
    sound.fill { _, _ in Double.random(in: -0.01...0.01, using: &random) }
    for index in 0..<1_900 {
      sound.addBurst(at: 0.05 + Double(index) / 8, amplitude: 0.2 + 0.1 * Double(index % 7), random: &random)
    }
    let curves = sound.curves()
    let bytes = SoundCurvesFile.bytes(of: curves)
    #expect(curves.onsets().count > 1_500 && bytes.count < 1_000_000, "\(curves.onsets().count), \(bytes.count)")
  }
}
