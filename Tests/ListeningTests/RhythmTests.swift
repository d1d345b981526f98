import Foundation
import Model
import TestSupport
import Testing

/// Onsets, beats and tempo of sounds whose beats are known.
@Suite struct RhythmTests {
  /// The greatest distance of a time from the nearest of a list.
  private func greatestDistance(of times: [Double], from others: [Double]) -> Double {
    times.map { time in others.map { abs($0 - time) }.min() ?? .infinity }.max() ?? .infinity
  }

  @Test(
    "Clicks over three minutes: onsets within 5 ms, tempo within 0.1 %, beats within 10 ms",
    arguments: [60.0, 97, 128, 174])
  func clicks(tempo: Double) throws {
    var sound = MadeSound(rate: 8_000, seconds: 180)
    let times = stride(from: 0.37, to: 179.5, by: 60 / tempo).map { $0 }
    for time in times { sound.channels[0][Int((time * 8_000).rounded())] = 0.8 }
    let curves = sound.curves()
    let onsets = curves.onsets().times
    #expect(onsets.count == times.count)
    #expect(greatestDistance(of: onsets, from: times) < 0.005 && greatestDistance(of: times, from: onsets) < 0.005)
    let found = try #require(curves.tempo)
    #expect(abs(found / tempo - 1) < 0.001, "\(found)")
    #expect(greatestDistance(of: curves.beats.times, from: times) < 0.01)
    #expect(greatestDistance(of: times, from: curves.beats.times) < 0.01, "\(curves.beats.count) of \(times.count)")
  }

  /// Kick, snare and swung hats at 112 beats a minute: three of them in a beat, the second left out.
  private func swing(fadeSeconds: Double = 0) -> (sound: MadeSound, beats: [Double]) {
    var sound = MadeSound(rate: 22_050, seconds: 60)
    var random = SeededRandom(state: 3)
    let period = 60 / 112.0
    let beats = (0..<110).map { 0.25 + Double($0) * period }
    for (index, beat) in beats.enumerated() {
      if index % 2 == 0 {
        sound.addTone(at: beat, hertz: 60, amplitude: 0.7, decay: 0.06)
      } else {
        sound.addBurst(at: beat, amplitude: 0.4, decay: 0.04, random: &random)
      }
      sound.addBurst(at: beat, amplitude: 0.15, random: &random)
      sound.addBurst(at: beat + period * 2 / 3, amplitude: 0.12, random: &random)
    }
    if fadeSeconds > 0 {
      for index in sound.channels[0].indices {
        sound.channels[0][index] *= Float(min(Double(index) / Double(sound.rate) / fadeSeconds, 1))
      }
    }
    return (sound, beats)
  }

  @Test("Swing and a fade-in break neither tempo nor beats", arguments: [0.0, 25])
  func swingAndFade(fadeSeconds: Double) throws {
    let (sound, beats) = swing(fadeSeconds: fadeSeconds)
    let curves = sound.curves()
    let tempo = try #require(curves.tempo)
    #expect(abs(tempo / 112 - 1) < 0.001, "\(tempo)")
    #expect(greatestDistance(of: curves.beats.times, from: beats) < 0.01)
    #expect(greatestDistance(of: beats.filter { $0 > 1 }, from: curves.beats.times) < 0.01)
    // The kick, every other beat, is an onset of the bass, the hats are onsets of the treble.
    let kicks = stride(from: 0, to: beats.count, by: 2).map { beats[$0] }.filter { $0 > 1 }
    #expect(greatestDistance(of: kicks, from: curves.onsets(in: "bass").times) < 0.01)
    #expect(curves.onsets(in: "treble").count > 200)
  }

  @Test("A song whose tempo rises by a twentieth is followed")
  func risingTempo() throws {
    var sound = MadeSound(rate: 8_000, seconds: 60)
    var beats: [Double] = []
    var time = 0.5
    while time < 59 {
      beats.append(time)
      time += 0.5 * (1 - 0.05 * time / 60)
    }
    var random = SeededRandom(state: 9)
    for beat in beats { sound.addBurst(at: beat, amplitude: 0.5, random: &random) }
    let found = sound.curves().beats.times
    #expect(greatestDistance(of: found, from: beats) < 0.01 && greatestDistance(of: beats, from: found) < 0.01)
  }

  @Test("Silence, a steady tone and noise have no beats")
  func noBeats() {
    var sound = MadeSound(rate: 11_025, seconds: 20)
    let silence = sound.curves()
    #expect(silence.tempo == nil && silence.beats.count == 0 && silence.loudness == nil)
    #expect(silence.onsets.allSatisfy { $0.events.count == 0 })
    #expect(silence.curves.allSatisfy { curve in curve.numbers.indices.allSatisfy { curve[$0] == 0 } })
    sound.fill { time, _ in 0.5 * sin(2 * Double.pi * 440 * time) }
    let tone = sound.curves()
    // The tone's own beginning is an onset, its end may be.
    #expect(tone.tempo == nil && tone.onsets().times.allSatisfy { $0 < 0.1 || $0 > 19.9 })
    var random = SeededRandom(state: 1)
    sound.fill { _, _ in Double.random(in: -0.3...0.3, using: &random) }
    let noise = sound.curves()
    #expect(noise.beats.count == 0 && noise.onsets().count < 5, "\(noise.onsets().count) onsets in noise")
  }
}
