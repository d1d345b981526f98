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
    let song = try decode(decoder, progress) { analysis.add($0) }
    var notes: [String] = []
    if decoder.damagedCount > 0 {
      let packets = decoder.damagedCount == 1 ? "1 packet" : "\(decoder.damagedCount) packets"
      notes.append("\(path): \(packets) of its sound could not be decoded.")
    }
    return Heard(curves: analysis.finish(song: song), notes: notes)
  }

  /// What curves say of the song that they were computed from, for the song in a file: whether they still belong to it. Lossless files are decoded, which
  /// takes a part of the time of `listen`.
  package static func song(in path: String) throws(MediaError) -> SoundCurves.Song {
    try decode(try SoundDecoder(path), { _, _ in }) { _ in }
  }

  /// Decodes a sound to its end, and gives its samples to `use`.
  private static func decode(
    _ decoder: SoundDecoder, _ progress: (Double, Double?) -> Void, _ use: (UnsafeBufferPointer<Float>) -> Void
  ) throws(MediaError) -> SoundCurves.Song {
    func decodeAll(_ use: (UnsafeBufferPointer<Float>) -> Void) throws(MediaError) {
      var blocks = 0
      while try decoder.next(use) {
        blocks += 1
        if blocks % blocksBetweenReports == 0 {
          progress(Double(decoder.samplesGiven) / Double(decoder.sampleRate), decoder.statedSeconds)
        }
      }
    }
    let digest: String
    if decoder.isLossless {
      digest = try FrameHasher().digest { (update) throws(MediaError) in
        try decodeAll { samples in
          update(UnsafeRawBufferPointer(samples))
          use(samples)
        }
      }
    } else {
      try decodeAll(use)
      digest = try FrameHasher().digest { (update) throws(MediaError) in
        try readInPieces(decoder.path) { (bytes) throws(MediaError) in update(bytes) }
      }
    }
    return SoundCurves.Song(
      sha256: digest, hashed: decoder.isLossless ? .samples : .file, sampleRate: decoder.sampleRate,
      channels: decoder.channels.count)
  }

  private static let blocksBetweenReports = 64
}
