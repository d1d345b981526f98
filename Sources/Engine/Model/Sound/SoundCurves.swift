/// What is known of a sound: quantities over time, and lists of moments. It is computed once, from the sound or from a list of another program, and is
/// then an input of a render like a picture.
package struct SoundCurves: Sendable, Equatable {
  /// The sound that the curves were computed from.
  package struct Song: Sendable, Equatable {
    /// What a digest was computed of.
    package enum Hashed: String, Sendable, CaseIterable {
      /// Of the decoded samples, as 32-bit floats in the order of time and channels: the same for each lossless file of the same sound.
      case samples
      /// Of the file's bytes, since decoders of lossy formats differ from machine to machine.
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

  /// The value of a curve at a time; 0 if there is no such curve.
  package func value(of name: String, at seconds: Double) -> Double { curve(name)?.value(at: seconds) ?? 0 }

  /// The value of a band of the spectrum, 0 the lowest, 15 the highest, at a time. Between two bands it is interpolated, beyond the ends it stays.
  package func band(_ position: Double, at seconds: Double) -> Double {
    guard let last = bands.indices.last, !position.isNaN else { return 0 }
    let place = min(max(position, 0), Double(last))
    let lower = Int(place)
    let value = bands[lower].value(at: seconds)
    guard Double(lower) < place else { return value }
    return value + (bands[lower + 1].value(at: seconds) - value) * (place - Double(lower))
  }

  /// The least and the greatest value of the waveform around a time.
  package func waveform(at seconds: Double) -> (least: Double, greatest: Double) {
    (value(of: "least", at: seconds), value(of: "greatest", at: seconds))
  }

  /// The onsets of a band; none for one that is not known.
  package func onsets(in band: String = wholeSpectrum) -> SoundEvents {
    onsets.first { $0.band == band }?.events ?? .none
  }

  /// Seconds since the last onset in a band at or before a time.
  package func secondsSinceOnset(in band: String = wholeSpectrum, at seconds: Double) -> Double {
    onsets(in: band).secondsSinceLast(at: seconds)
  }

  /// 0 at a beat, nearly 1 just before the next.
  package func beatPhase(at seconds: Double) -> Double { beats.phase(at: seconds) }

  package static func == (a: SoundCurves, b: SoundCurves) -> Bool {
    a.song == b.song && a.duration == b.duration && a.curves == b.curves && a.beats == b.beats
      && a.onsets.map(\.band) == b.onsets.map(\.band) && a.onsets.map(\.events) == b.onsets.map(\.events)
      && a.tempo == b.tempo && a.loudness == b.loudness
  }
}
