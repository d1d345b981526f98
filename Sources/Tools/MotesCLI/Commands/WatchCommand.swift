import ArgumentParser
import Glibc
import Motes

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Draw a still, or a contact sheet, again each time that the preset is saved.",
    discussion: """
      The files that the preset is read from are checked ten times a second. A preset with mistakes leaves the last good \
      picture as it is. Control-C ends the watch, with exit status 0.
      """)

  @OptionGroup var source: PresetOptions

  @OptionGroup var still: StillOptions

  @Flag(help: "Draw a contact sheet in place of a still.")
  var sheet = false

  @OptionGroup var sheetOptions: SheetOptions

  @OptionGroup var overlay: OverlayOptions

  @Option(
    name: .shortAndLong,
    help: """
      The picture to write (default: PRESET.png, PRESET-sheet.png with --sheet); {time} or {frame} in a still's name \
      stands for the moment.
      """)
  var output: String?

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file the first time, too.")
  var force = false

  /// Time between two looks at the files, in microseconds.
  private static let pollMicroseconds: UInt32 = 100_000

  func run() throws {
    var work = try pictureWork()
    for path in work.knownPaths { try checkTarget(path, allowsReplacing: force) }
    let signals = StopSignals()
    var files = WatchedFiles()
    files.note(try filesAtStart())
    Terminal.printError("Watching \(files.paths.joined(separator: ", ")). Control-C ends.")
    // The time of day of the last successful drawing; nil before the first.
    var lastDrawn: String?
    while signals.latest == nil {
      // Each file's state is noted before the file is read. If reading finds further files, they are noted and all are read again.
      var found = files.paths
      repeat {
        files.note(found)
        found = try filesNow(noted: found)
      } while !found.allSatisfy(files.paths.contains)
      try draw(&work, &lastDrawn)
      while signals.latest == nil, !files.haveSettledChanges() { usleep(Self.pollMicroseconds) }
    }
    // Control-C is the normal end of a watch and gives exit status 0. Other signals give their usual status.
    if let signal = signals.latest, signal != SIGINT { throw ExitCode(ExitStatus.stopped(by: signal)) }
  }

  private func pictureWork() throws -> any PictureWork {
    if sheet {
      guard still.time.isEmpty, still.frame.isEmpty else {
        throw UsageError("--sheet: --time and --frame are for stills. Leave them out, or --sheet.")
      }
      return try SheetWork(sheetOptions, still.picture, overlay, path: output ?? source.sheetPath)
    }
    guard !sheetOptions.isGiven else {
      throw UsageError("--count, --columns and --width are for contact sheets. Add --sheet, or leave them out.")
    }
    return try StillWork(still, overlay, output: output, stem: source.fileStem)
  }

  /// The files that the preset is read from; if it has mistakes, the files that may have to be mended.
  ///
  /// - Throws: errors that saving a file cannot mend: a preset that does not exist, and mistakes in arguments.
  private func filesAtStart() throws -> [String] {
    do {
      return try Preset.load(source.preset, try source.settings()).files
    } catch let error as PresetError {
      // An issue with an argument has the option's name in place of a file's.
      let isMendable =
        error.files.contains(where: FileAccess.isFile) && !error.issues.contains { $0.file.hasPrefix("--") }
      if isMendable { return error.files }
      throw error
    }
  }

  /// The files that the preset is read from now; if it has mistakes, the noted files too, any of which may have to be mended.
  private func filesNow(noted: [String]) throws -> [String] {
    do {
      return try Preset.load(source.preset, try source.settings()).files
    } catch let error as PresetError {
      return noted + error.files.filter { !noted.contains($0) }
    }
  }

  /// Draws the pictures, or prints what is wrong.
  private func draw(_ work: inout any PictureWork, _ lastDrawn: inout String?) throws {
    let start = Terminal.now
    do {
      let titles = try work.write(
        from: source, threads: threading.threads, allowsReplacing: force || lastDrawn != nil)
      let now = Terminal.timeOfDay
      Terminal.printError(
        "\(now) \(titles.joined(separator: ", ")) drawn in \(NumberText.fixed((Terminal.now - start) * 1e3, 0)) ms")
      lastDrawn = now
    } catch {
      // As long as nothing was drawn, only mistakes in the preset let the watch go on: when the preset is saved anew, they may be mended,
      // but not a target that cannot be written.
      guard lastDrawn != nil || error is PresetError || error is RenderError,
        let report = Failure.textAndStatus(of: error)
      else {
        throw error
      }
      Terminal.printError(report.text)
      let outcome = lastDrawn.map { "the picture of \($0) is kept" } ?? "nothing is drawn yet"
      Terminal.printError("\(Terminal.timeOfDay) not drawn: \(outcome)")
    }
  }
}
