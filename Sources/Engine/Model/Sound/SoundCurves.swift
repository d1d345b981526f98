/// What is known of a sound: quantities over time, and lists of moments. It is computed once, from the sound or from a list of another program, and is
/// then an input of a render like a picture.
package struct SoundCurves: Sendable, Equatable {
  /// The sound that the curves were computed from.
  package struct Song: Sendable, Equatable {
    /// What a digest was computed of.
    package enum Hashed: String, Sendable, CaseIterable {
      /// The digest is of the decoded samples, as 32-bit floats in the order of time and channels: the same for each lossless file of a sound.
      case samples
      /// The digest is of the file's bytes, since decoders of lossy formats differ from machine to machine.
      case file
    }

    /// SHA-256 in hexadecimal digits.
    package let sha256: String
    package let hashed: Hashed
    package let sampleRate: Int
    package let channels: Int

    package init(sha256: String, hashed: Hashed, sampleRate: Int, channels: Int) {
      (self.sha256, self.hashed, self.sampleRate, self.channels) = (sha256, hashed, sampleRate, channels)
    }
  }

  /// The sound; nil for a list of times.
  package let song: Song?
  /// Seconds of the sound. Of a list of times: up to its last.
  package let duration: Double
  /// The quantities in the order of the file.
  package let curves: [SoundCurve]
  /// The beats.
  package let beats: SoundEvents
  /// The onsets by the part of the spectrum in which they were found: "all" for the whole, "bass", "mid", "treble", or a label of a list.
  package let onsets: [(band: String, events: SoundEvents)]
  /// Beats a minute; nil where there are no beats.
  package let tempo: Double?
  /// Integrated loudness (EBU R 128) in LUFS; nil for silence and for lists of times.
  package let loudness: Double?

  /// The curves "band0" … of the spectrum, from low to high; empty for lists of times.
  package let bands: [SoundCurve]
  private let indices: [String: Int]

  /// The number of bands of a spectrum.
  package static let bandCount = 16
  /// The onsets of the whole spectrum.
  package static let wholeSpectrum = "all"
  /// The onsets that every song has, in their order.
  package static let usualOnsets = [wholeSpectrum, "bass", "mid", "treble"]
  /// The name of the curve of the waveform's lower ends.
  package static let leastOfWaveform = "least"
  /// The name of the curve of the waveform's upper ends.
  package static let greatestOfWaveform = "greatest"

  package init(
    song: Song?, duration: Double, curves: [SoundCurve], beats: SoundEvents,
    onsets: [(band: String, events: SoundEvents)], tempo: Double?, loudness: Double?
  ) {
    (self.song, self.duration) = (song, duration)
    (self.curves, self.beats, self.onsets) = (curves, beats, onsets)
    (self.tempo, self.loudness) = (tempo, loudness)
    indices = Dictionary(curves.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let found = (0..<Self.bandCount).compactMap { [indices] in indices["band\($0)"].map { curves[$0] } }
    bands = found.count == Self.bandCount ? found : []
  }

  /// The curve of a name; nil if there is none.
  package func curve(_ name: String) -> SoundCurve? { indices[name].map { curves[$0] } }

  /// The onsets of a band; none for one that is not known.
  package func onsets(in band: String = wholeSpectrum) -> SoundEvents {
    onsets.first { $0.band == band }?.events ?? .none
  }

  /// These curves are copied with other beats, or with other onsets of a band.
  ///
  /// - Parameter band: nil for beats.
  /// - Returns: nil if there are no onsets of this band.
  package func replacing(_ events: SoundEvents, ofOnsetsIn band: String?) -> SoundCurves? {
    guard band == nil || onsets.contains(where: { $0.band == band }) else { return nil }
    return SoundCurves(
      song: song, duration: duration, curves: curves, beats: band == nil ? events : beats,
      onsets: onsets.map { $0.band == band ? (band: $0.band, events: events) : $0 }, tempo: tempo, loudness: loudness)
  }

  package static func == (a: SoundCurves, b: SoundCurves) -> Bool {
    a.song == b.song && a.duration == b.duration && a.curves == b.curves && a.beats == b.beats
      && a.onsets.map(\.band) == b.onsets.map(\.band) && a.onsets.map(\.events) == b.onsets.map(\.events)
      && a.tempo == b.tempo && a.loudness == b.loudness
  }
}
