import Foundation
import Listening
import Model
import TestSupport
import Testing

/// Levels, bands and loudness of sounds whose values are known.
@Suite struct LevelTests {
  /// The absolute value of a curve at a time.
  private func absolute(_ curves: SoundCurves, _ name: String, at time: Double) -> Double {
    curves.curve(name).map { $0.absolute($0.value(at: time)) } ?? .nan
  }

  /// The number of the strongest band at a time, by absolute values.
  private func strongestBand(_ curves: SoundCurves, at time: Double) -> Int? {
    (0..<SoundCurves.bandCount).max {
      absolute(curves, "band\($0)", at: time) < absolute(curves, "band\($1)", at: time)
    }
  }

  /// The band that holds a frequency: each is (16,000/30)^(1/16) times as wide as the one below.
  private func band(of hertz: Double) -> Double { 16 * log(hertz / 30) / log(16_000 / 30.0) }

  @Test("A sweep from 30 Hz to 16 kHz goes through the bands in their order", arguments: [44_100, 48_000])
  func sweep(rate: Int) {
    var sound = MadeSound(rate: rate, seconds: 16)
    let octaves = log2(16_000 / 30.0)
    // A phase whose frequency is 30·2^(octaves·t/16).
    sound.fill { time, _ in
      0.5 * sin(2 * Double.pi * 30 * (exp2(octaves * time / 16) - 1) * 16 / (octaves * log(2)))
    }
    let curves = sound.curves()
    var misses: [String] = []
    for index in 10..<790 {
      let time = Double(index) / 50
      let place = band(of: 30 * exp2(octaves * time / 16))
      // At an edge either band may be the stronger.
      guard abs(place - place.rounded()) > 0.2 else { continue }
      if strongestBand(curves, at: time) != Int(place) { misses.append("\(time) s: \(place)") }
    }
    #expect(misses.isEmpty, "\(misses)")
    #expect(curves.onsets().times.allSatisfy { $0 < 0.1 || $0 > 15.9 }, "a glide is no onset: \(curves.onsets().times)")
    // Brightness is the sweep's own frequency, in octaves above 30 Hz.
    for time in [4.0, 8, 12] {
      #expect(abs(absolute(curves, "brightness", at: time) - octaves * time / 16) < 0.25, "\(time)")
    }
  }

  @Test(
    "Steady tones have their amplitude in their band, at every sample rate",
    arguments: [
      8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000,
    ])
  func tones(rate: Int) {
    for number in 0..<SoundCurves.bandCount {
      let hertz = 30 * exp((Double(number) + 0.5) / 16 * log(16_000 / 30.0))
      guard hertz < 0.45 * Double(rate), rate < 90_000 || number % 5 == 0 else { continue }
      var sound = MadeSound(rate: rate, seconds: 0.5)
      sound.fill { time, _ in 0.5 * sin(2 * Double.pi * hertz * time) }
      let curves = sound.curves()
      #expect(strongestBand(curves, at: 0.25) == number, "\(hertz) Hz")
      // The lowest band leaves a little to its neighbour: the window is as wide as its half.
      let amplitude = absolute(curves, "band\(number)", at: 0.25) / 0.5 * 2.0.squareRoot()
      #expect((0.95...1.01).contains(amplitude), "\(hertz) Hz: \(amplitude)")
      #expect(abs(absolute(curves, "level", at: 0.25) - 0.3536) < 0.02)
    }
  }

  @Test("Both sides, the waveform and its absolute values")
  func sides() throws {
    var sound = MadeSound(rate: 8_000, seconds: 2, channels: 2)
    sound.fill { time, channel in channel == 0 ? 0.8 * sin(2 * Double.pi * 500 * time) : time < 1 ? 0 : 0.2 }
    let curves = sound.curves()
    #expect(abs(absolute(curves, "left", at: 0.5) - 0.5657) < 0.01)
    #expect(absolute(curves, "right", at: 0.5) == 0 && abs(absolute(curves, "right", at: 1.5) - 0.2) < 0.01)
    // The mix is half of the sum of both sides.
    let (least, greatest) = (absolute(curves, "least", at: 1.5), absolute(curves, "greatest", at: 1.5))
    #expect(abs(least + 0.3) < 0.01 && abs(greatest - 0.5) < 0.01, "\(least) \(greatest)")
    let level = try #require(curves.curve("level"))
    #expect(level.value(at: 2.5) == 0 && level.value(at: -1) == 0, "silent outside")
  }

  @Test(
    "Loudness agrees with libavfilter's ebur128 within 0.1 LU",
    arguments: [("44100", "stereo"), ("48000", "5.1"), ("8000", "mono"), ("96000", "stereo")])
  func loudness(rate: String, layout: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    // Noise and a tone that swell and fade, with a second of silence.
    let level = "(0.02+0.4*abs(sin(0.7*t)))*gt(abs(t-4)\\,0.5)"
    let count = layout == "5.1" ? 6 : layout == "stereo" ? 2 : 1
    let expressions = (0..<count).map { "\(level)*(random(\($0))-0.5+0.3*sin(\(300 + 200 * $0)*t))" }
    _ = try ffmpeg(
      "-f", "lavfi", "-i", "aevalsrc=\(expressions.joined(separator: "|")):c=\(layout):s=\(rate):d=8", "-c:a",
      "pcm_s24le", path)
    let curves = try Sound.listen(to: path).curves
    let text = try ffmpeg("-i", path, "-af", "ebur128=metadata=1,ametadata=print:file=-", "-f", "null", "-")
    var (time, compared, greatest) = (0.0, 0, 0.0)
    var integrated = Double.nan
    let momentary = try #require(curves.curve("loudness"))
    for line in text.split(separator: "\n") {
      if let found = line.range(of: "pts_time:") { time = Double(line[found.upperBound...]) ?? .nan }
      if line.hasPrefix("lavfi.r128.I=") { integrated = Double(line.dropFirst(13)) ?? .nan }
      // A frame of 100 ms has the loudness that is measured when it has ended.
      guard line.hasPrefix("lavfi.r128.M="), let value = Double(line.dropFirst(13)), value > -69, time < 7.85 else {
        continue
      }
      greatest = max(greatest, abs(momentary.absolute(momentary.value(at: time + 0.1)) - value))
      compared += 1
    }
    #expect(compared > 60 && greatest < 0.1, "\(compared) values, at most \(greatest) LU")
    #expect(abs((curves.loudness ?? .nan) - integrated) < 0.1, "\(curves.loudness ?? .nan), \(integrated)")
  }

  @Test("The result does not depend on the pieces in which samples come")
  func pieces() {
    var sound = MadeSound(rate: 11_025, seconds: 5, channels: 2)
    var random = SeededRandom(state: 2)
    sound.fill { time, _ in Double.random(in: -0.5...0.5, using: &random) * abs(sin(9 * time)) }
    let whole = sound.curves(pieceSamples: 1_000_000)
    for length in [1, 441, 1_152, 20_000] { #expect(sound.curves(pieceSamples: length) == whole, "\(length)") }
  }
}
