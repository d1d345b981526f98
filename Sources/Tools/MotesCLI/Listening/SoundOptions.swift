import ArgumentParser
import JSON
import Listening
import Model
import Motes

/// The arguments that give a preset a sound to follow.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A song that the preset follows, and that is heard in the movie. What was heard is read from the file beside it, \
      song.curves.json, which motes listen makes; it is made if it is not there.
      """, valueName: "song"))
  var sound: String?

  @Option(
    help: ArgumentHelp(
      "What the preset follows, in place of the file beside the song: a file of motes listen, or a list of times.",
      valueName: "file"))
  var curves: String?

  /// The file of curves that the preset follows, which is made beside a song that has none; nil without a sound.
  func curvesPath() throws -> String? {
    if let curves { return curves }
    guard let sound else { return nil }
    let path = SoundCurvesFile.path(besideSong: sound)
    guard FilePath.isTaken(path) else {
      let curves = try SongListener.curves(of: sound)
      for note in try SoundCurvesFile.write(curves, to: path, allowsReplacing: false) { Terminal.printError(note) }
      let tempo = curves.tempo.map { ", \(NumberText.fixed($0, 1)) beats a minute" } ?? ""
      Terminal.printError(
        "\(path): made of \(sound), \(NumberText.duration(curves.duration))\(tempo). It is read from now on; motes listen --force makes it anew."
      )
      return path
    }
    try checkOrigin(of: path, song: sound)
    return path
  }

  /// Refuses curves of another song than the one that they lie beside.
  private func checkOrigin(of path: String, song: String) throws {
    do {
      guard try SoundOrigin.isAnother(thanOf: song, curvesAt: path) else { return }
    } catch let error as SoundCurvesError {
      throw UsageError(error.description)
    }
    throw UsageError(
      "\(path): it was made of another sound than \(song) is now. motes listen \(song) --force makes it anew; beats that were moved by hand are lost then. --curves FILE names another file."
    )
  }

  /// The word for `--duration` that stands for the length of the sound.
  static let durationWord = "sound"

  /// Seconds of the sound, to the microsecond.
  ///
  /// - Parameter path: that of `curvesPath`.
  static func duration(ofCurvesAt path: String?) throws -> Rational {
    guard let path else {
      throw UsageError("--duration sound: there is no sound. Name one with --sound SONG or --curves FILE.")
    }
    let seconds = try SongListener.curves(inFile: path).duration
    guard seconds > 0, seconds <= Double(Limits.durationSeconds) else {
      throw UsageError(
        "--duration sound: \(path) lasts \(NumberText.fixed(seconds, 3)) s; a movie lasts up to \(Limits.durationSeconds) s."
      )
    }
    return Rational(Int64((seconds * 1_000_000).rounded()), 1_000_000)
  }

  /// What there is to say of a preset that follows a sound and has none; nil for others.
  static func note(on preset: Preset) -> String? {
    guard !preset.soundWords.isEmpty, !preset.hasSound else { return nil }
    return
      "it follows a sound (\(listed(preset.soundWords, conjunction: "and"))), and is at rest without one: --sound SONG"
  }
}
