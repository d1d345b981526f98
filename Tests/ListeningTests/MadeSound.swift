import Encoding
import Foundation
import Listening
import Model
import TestSupport

/// A sound that a test makes up: samples of one or two channels.
struct MadeSound {
  let rate: Int
  /// Samples of each channel.
  var channels: [[Float]]

  init(rate: Int, seconds: Double, channels: Int = 1) {
    self.rate = rate
    self.channels = Array(
      repeating: Array(repeating: 0, count: Int((seconds * Double(rate)).rounded())), count: channels)
  }

  var seconds: Double { Double(channels[0].count) / Double(rate) }

  /// Sets every sample of every channel by its time.
  mutating func fill(_ sample: (_ seconds: Double, _ channel: Int) -> Double) {
    for channel in channels.indices {
      for index in channels[channel].indices {
        channels[channel][index] = Float(sample(Double(index) / Double(rate), channel))
      }
    }
  }

  /// Adds a burst of noise at a time, which falls to 1/e within a few milliseconds.
  mutating func addBurst(at time: Double, amplitude: Double, decay: Double = 0.008, random: inout SeededRandom) {
    let start = Int((time * Double(rate)).rounded(.up))
    for index in 0..<Int(5 * decay * Double(rate)) where channels[0].indices.contains(start + index) {
      let noise = Double.random(in: -1...1, using: &random)
      let level = amplitude * exp(-Double(index) / Double(rate) / decay)
      for channel in channels.indices { channels[channel][start + index] += Float(noise * level) }
    }
  }

  /// Adds a decaying sine at a time, as a drum has it.
  mutating func addTone(at time: Double, hertz: Double, amplitude: Double, decay: Double) {
    let start = Int((time * Double(rate)).rounded(.up))
    for index in 0..<Int(5 * decay * Double(rate)) where channels[0].indices.contains(start + index) {
      let seconds = Double(index) / Double(rate)
      let value = amplitude * exp(-seconds / decay) * sin(2 * Double.pi * hertz * seconds)
      for channel in channels.indices { channels[channel][start + index] += Float(value) }
    }
  }

  /// The samples of all channels at one moment side by side.
  var interleaved: [Float] {
    channels[0].indices.flatMap { index in channels.map { $0[index] } }
  }

  /// What is heard in it. Samples are given in pieces of a length.
  func curves(pieceSamples: Int = 4_096) -> SoundCurves {
    let analysis = SoundAnalysis(
      sampleRate: rate, channels: channels.count == 1 ? SoundChannel.mono : SoundChannel.stereo)
    let all = interleaved
    all.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: all.count, by: pieceSamples * channels.count) {
        analysis.add(
          UnsafeBufferPointer(rebasing: samples[start..<min(start + pieceSamples * channels.count, all.count)]))
      }
    }
    return analysis.finish(song: nil)
  }

  /// Writes a WAV file with samples of 16 bits, or of 32-bit floats.
  func write(_ path: String, asFloats: Bool = false) throws {
    var data = Data()
    func append<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    let sampleBytes = asFloats ? 4 : 2
    let byteCount = channels[0].count * channels.count * sampleBytes
    data.append(contentsOf: Array("RIFF".utf8))
    append(UInt32(36 + byteCount))
    data.append(contentsOf: Array("WAVEfmt ".utf8))
    append(UInt32(16))
    append(UInt16(asFloats ? 3 : 1))
    append(UInt16(channels.count))
    append(UInt32(rate))
    append(UInt32(rate * channels.count * sampleBytes))
    append(UInt16(channels.count * sampleBytes))
    append(UInt16(8 * sampleBytes))
    data.append(contentsOf: Array("data".utf8))
    append(UInt32(byteCount))
    for sample in interleaved {
      if asFloats { append(sample.bitPattern) } else { append(Int16((max(-1, min(sample, 1)) * 32_767).rounded())) }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }
}

/// Runs ffmpeg, which must succeed.
func ffmpeg(_ arguments: String...) throws -> String {
  let result = try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
  guard result.status == 0 else { throw ProgramError("ffmpeg \(arguments): \(result.errorText)") }
  return result.text
}
