import ArgumentParser
import Encoding
import JSON
import Listening
import Model
import Motes

/// `motes listen`: makes a file of numbers of a song, which effects can follow.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Analyse a song: its levels, bands, beats and onsets become a file of numbers.",
    discussion: """
      Every 10 ms the file has the level, the loudness (EBU R 128, momentary), bass, mid, treble, 16 bands from 30 Hz to 16 kHz, the \
      spectral flux, the brightness, both sides and the waveform; and it lists onsets, beats and the tempo. It is made once, and the same on \
      every machine for the same samples. The article Sound describes it.

      With --print, SONG may also be such a file, or a list of times: one in seconds on each line, labels that Audacity has exported, \
      or a JSON list. Mistakes in it are told with their line.
      """)

  @Argument(help: ArgumentHelp("A file with sound: .flac, .wav, .mp3, .m4a, .ogg, a movie …", valueName: "song"))
  var song: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file of numbers (default: beside the song, with .curves.json in place of its extension).",
      valueName: "song.curves.json"))
  var output: String?

  @Flag(help: "Only tell what is heard: tempo, beats, onsets, loudness. No file is written.")
  var print = false

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    if print {
      guard output == nil else { throw UsageError("--print writes no file, so -o has no meaning with it.") }
      return Terminal.printOutput(try report(try heard(), file: nil))
    }
    guard !isText else {
      throw UsageError("\(song) is a file of curves or times by its name, and no song; --print tells what is in it.")
    }
    let target = output ?? SoundCurvesFile.path(besideSong: song)
    guard !FilePath.areSame(song, target) else {
      throw UsageError("-o \(target) is the song itself. Please choose another name.")
    }
    try checkTarget(target, allowsReplacing: force)
    let curves = try heard()
    for note in try SoundCurvesFile.write(curves, to: target, allowsReplacing: force) { Terminal.printError(note) }
    Terminal.printOutput(try report(curves, file: target))
  }

  /// Whether the argument is a file of curves or a list of times, by its name.
  private var isText: Bool {
    [".json", ".txt", ".csv", ".tsv"].contains { song.lowercasedHasSuffix($0) }
  }

  private func heard() throws -> SoundCurves {
    isText ? try SongListener.curves(inFile: song) : try SongListener.curves(of: song)
  }

  /// What was heard, for people.
  private func report(_ curves: SoundCurves, file: String?) throws -> String {
    func digits(_ value: Double, _ count: Int) -> String { NumberText.fixed(value, count) }
    let song = curves.song.map {
      ", \(grouped($0.sampleRate)) Hz, \($0.channels == 1 ? "1 channel" : "\($0.channels) channels")"
    }
    var rows = [("duration", "\(digits(curves.duration, 2)) s\(song ?? "")")]
    rows.append(("tempo", curves.tempo.map { "\(digits($0, 2)) beats a minute" } ?? "none: no even beat was heard"))
    if let first = curves.beats.times.first, let last = curves.beats.times.last {
      rows.append(("beats", "\(grouped(curves.beats.count)), from \(digits(first, 2)) s to \(digits(last, 2)) s"))
    }
    let onsets = curves.onsets.map { "\(grouped($0.events.count)) \($0.band)" }
    if !onsets.isEmpty { rows.append(("onsets", onsets.joined(separator: ", "))) }
    if !curves.curves.isEmpty {
      rows.append(("loudness", curves.loudness.map { "\(digits($0, 1)) LUFS" } ?? "silence"))
    }
    if let file {
      rows.append(("file", "\(file), \(NumberText.size(FilePath.size(file) ?? 0))"))
    }
    return "\(self.song)\n" + rows.map { "  \($0.0.padded(to: 10))\($0.1)" }.joined(separator: "\n")
  }
}
