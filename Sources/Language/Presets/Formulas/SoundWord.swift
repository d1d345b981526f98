import JSON
import Model

/// A word of formulas for a quantity of the preset's sound at the canvas's time. With a number of seconds in brackets it is the
/// quantity so much later.
enum SoundWord: String, CaseIterable, Sendable {
  case level, loudness, bass, mid, treble, flux, brightness, left, right, waveLow, waveHigh, beat, beats

  /// What the word is, for the reference.
  var about: String {
    switch self {
    case .level: "how loud the sound is (its root mean square): 0 for silence; 1 is what it exceeds for 2 % of its time"
    case .loudness: "how loud it sounds to people (momentary loudness of EBU R 128), 0 to about 1"
    case .bass: "the strength of its low frequencies, 20 to 250 Hz, 0 to about 1"
    case .mid: "the strength of its middle frequencies, 250 Hz to 4 kHz, 0 to about 1"
    case .treble: "the strength of its high frequencies, above 4 kHz, 0 to about 1"
    case .flux: "how much is new in its spectrum: high where a tone or a drum begins"
    case .brightness: "the middle of its spectrum, higher for brighter sound"
    case .left: "the level of the left side, in the unit of `level`"
    case .right: "the level of the right side, in the unit of `level`"
    case .waveLow: "the waveform's least value in this hundredth of a second, −1 to 0 or so"
    case .waveHigh: "the waveform's greatest value in this hundredth of a second, 0 to 1 or so"
    case .beat: "0 at a beat of the sound, rising to 1 at the next"
    case .beats: "how many beats there have been"
    }
  }

  /// What is read of a sound.
  func quantity(of sound: SoundCurves) -> SoundReading.Quantity? {
    switch self {
    case .beat: .phase(sound.beats)
    case .beats: .count(sound.beats)
    default: sound.curve(curveName).map { .curve($0) }
    }
  }

  /// The name of the word's curve in a file of curves.
  private var curveName: String {
    switch self {
    case .waveLow: SoundCurves.leastOfWaveform
    case .waveHigh: SoundCurves.greatestOfWaveform
    default: rawValue
    }
  }

  /// Whether the word is a quantity of its own at each time, which a knob can follow.
  var isFollowed: Bool { ![.waveLow, .waveHigh, .beat, .beats].contains(self) }

  /// The words as variables of formulas.
  static let variables = allCases.map { word in
    FormulaVariable(word.rawValue, about: word.about) { scope, _ in scope.value(of: word, secondsAhead: 0) }
  }

  /// The names of all variables and functions that read a sound.
  static let allNames = Set(allCases.map(\.rawValue) + FormulaFunction.sounds.map(\.name))
}

/// Which words on sound a preset's values have read; a class, since all copies of a scope share it.
final class SoundUse {
  /// The words in the order in which they were first read.
  private(set) var words: [String] = []

  func note(_ word: String) { if !words.contains(word) { words.append(word) } }
}

extension Scope {
  /// The name of the beats among the events of a sound.
  private static let beats = "beats"

  /// The events of the preset's sound that a name means: its beats, its onsets in a part of the spectrum, or those with a label; none without
  /// a sound.
  ///
  /// - Throws: a failure if the sound has no such events. Its offset has no meaning.
  func soundEvents(named name: String) throws(SyntaxFailure) -> SoundEvents {
    soundUse.note(name == Self.beats ? name : "onset")
    guard let sound else { return .none }
    if name == Self.beats { return sound.beats }
    if let onsets = sound.onsets.first(where: { $0.band == name }) { return onsets.events }
    if SoundCurves.usualOnsets.contains(name) { return .none }
    let names = [Self.beats] + sound.onsets.map(\.band)
    throw SyntaxFailure(
      offset: 0, message: "the sound has no onsets called \(quoted(name)): it has \(listed(names, conjunction: "and"))")
  }
}
