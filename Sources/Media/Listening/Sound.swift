import Encoding
import Hashing
import Model

/// Turns sounds into curves.
package enum Sound {
  /// Rows of each curve a second, whatever the sample rate.
  package static let rowsPerSecond = 100

  /// What was heard.
  package struct Heard {
    package let curves: SoundCurves
    /// Sentences for the user about what was wrong with the file.
    package let notes: [String]
  }

  /// Decodes the sound of a file and analyses it.
  ///
  /// - Parameter progress: gets the seconds that were heard so far, and those of the whole if the file states them, a few times a second of work.
  package static func listen(
    to path: String, progress: (_ seconds: Double, _ total: Double?) -> Void = { _, _ in }
  ) throws(MediaError) -> Heard {
    let decoder = try SoundDecoder(path)
    let analysis = SoundAnalysis(sampleRate: decoder.sampleRate, channels: decoder.channels)
    var notes: [String] = []
    func decode(_ use: (UnsafeBufferPointer<Float>) -> Void) throws(MediaError) {
      var blocks = 0
      while try decoder.next(use) {
        blocks += 1
        if blocks % 64 == 0 {
          progress(Double(decoder.samplesGiven) / Double(decoder.sampleRate), decoder.statedSeconds)
        }
      }
    }
    let digest: String
    if decoder.isLossless {
      digest = try FrameHasher().digest { (update) throws(MediaError) in
        try decode { samples in
          update(UnsafeRawBufferPointer(samples))
          analysis.add(samples)
        }
      }
    } else {
      try decode { analysis.add($0) }
      digest = try FrameHasher().digest { (update) throws(MediaError) in
        try readInPieces(path) { (bytes) throws(MediaError) in update(bytes) }
      }
    }
    if decoder.damagedCount > 0 {
      let packets = decoder.damagedCount == 1 ? "1 packet" : "\(decoder.damagedCount) packets"
      notes.append("\(path): \(packets) of its sound could not be decoded.")
    }
    let song = SoundCurves.Song(
      sha256: digest, hashed: decoder.isLossless ? .samples : .file, sampleRate: decoder.sampleRate,
      channels: decoder.channels.count)
    return Heard(curves: analysis.finish(song: song), notes: notes)
  }
}
