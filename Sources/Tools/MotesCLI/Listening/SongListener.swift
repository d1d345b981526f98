import Glibc
import Listening
import Model
import Motes

/// Analyses songs, with progress in a terminal.
enum SongListener {
  /// What is heard in a song's file. Notes on damage go to standard error.
  static func curves(of song: String) throws -> SoundCurves {
    let isInteractive = Terminal.isInteractive
    var lastShown = Terminal.now
    var isShown = false
    let heard = try Sound.listen(to: song) { seconds, total in
      guard isInteractive, Terminal.now - lastShown > 0.1 else { return }
      lastShown = Terminal.now
      isShown = true
      let bar = total.map { ProgressLine.bar(done: Int(seconds), total: max(Int($0), 1)) + " " } ?? ""
      Terminal.write(ProgressLine.clearLine + bar + "\(NumberText.duration(seconds)) heard", to: STDERR_FILENO)
    }
    if isShown { Terminal.write(ProgressLine.clearLine, to: STDERR_FILENO) }
    for note in heard.notes { Terminal.printError(note) }
    return heard.curves
  }

  /// The curves in a file of curves or a list of times.
  static func curves(inFile path: String) throws -> SoundCurves {
    do { return try SoundCurvesFile.read(path) } catch let error as SoundCurvesError {
      throw UsageError(error.description)
    }
  }
}
