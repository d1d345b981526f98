import ArgumentParser
import Motes

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Render again what hash files were made from, and compare.",
    discussion: """
      Exit status 0 when all frames are equal, or when all that differed were recorded by --update; 1 when any differs; \
      2 when a file or its preset cannot be read, 3 when something cannot be written.
      """)

  @Argument(help: "Files written by `motes hash PRESET -o FILE`, or folders: all *.framehash in them and below.")
  var files: [String]

  @Option(help: "Compare only some of each file's frames: \(FrameOption.grammar).")
  var frames: String?

  @Flag(help: "List the frames that differ, then record their files again.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "A folder for pictures of the frames that differ, and a page of them, index.html; those of an earlier report are removed.",
      valueName: "folder"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Pictures for each file at maximum: of the first and last frame that differ, and evenly between.",
      valueName: "count"
    ))
  var pictures = 4

  @Flag(help: "Print one JSON document instead of lines.")
  var json = false

  @Flag(help: "Render even if the preset exceeds the limits of time and memory, at your own risk.")
  var forceLimits = false

  @OptionGroup var folders: PresetFolders
  @OptionGroup var assets: AssetFolder
  @OptionGroup var threading: ThreadOption

  func run() throws {
    guard (0...10_000).contains(pictures) else {
      throw UsageError("--pictures \(pictures): expected a number from 0 to 10000.")
    }
    if update, frames != nil {
      throw UsageError("--update records whole files: leave out --frames, or hash with these frames and --force.")
    }
    let search = try HashFileSearch(files)
    // Checks the syntax alone, for which the range does not matter, before anything is drawn. Whether a file has these frames is
    // checked with the file.
    if let frames { _ = try FrameOption.parse(frames, of: 0...0) }
    let reportFolder = try report.map(ReportFolder.init(clearing:))
    let printsLines = !json
    var settings = assets.settings(folders)
    settings.ignoresLimits = forceLimits
    let verifier = Verifier(
      settings: settings, threads: threading.threads, frames: frames,
      report: reportFolder,
      pictureLimit: pictures, updates: update, say: { line in if printsLines { Terminal.printOutput(line) } })
    var worst: ExitStatus?
    var stems: Set<String> = []
    let results = search.files.map { file in
      var result = VerificationResult(file: file)
      if let status = verify(&result, with: verifier, pictureStem: Self.unusedStem(for: file, &stems)) {
        // The status is that of the worst file: one that cannot be checked is worse than one whose frames differ.
        worst = ExitStatus(rawValue: max(worst?.rawValue ?? 0, status.rawValue))
      }
      return result
    }
    for note in search.notesOnUncoveredPresets(after: results) { Terminal.printError("motes: \(note)") }
    let totals = VerificationTotals(results: results)
    if let reportFolder, results.contains(where: { $0.status != .equal }) {
      let page = try reportFolder.write(page: ReportPage(results: results, summaryLine: totals.summaryLine).html)
      if printsLines { Terminal.printOutput("\(page): open this page to see it all in a browser") }
    }
    if json {
      Terminal.printOutput(totals.json)
    } else if search.files.count > 1 {
      Terminal.printOutput(totals.summaryLine)
    }
    if let worst { throw ExitCode(worst.rawValue) }
  }

  /// Verifies a file, and prints what goes wrong.
  ///
  /// - Returns: the exit status that the file calls for; nil if its frames are equal.
  private func verify(
    _ result: inout VerificationResult, with verifier: Verifier, pictureStem: String
  ) -> ExitStatus? {
    var failure = ExitStatus.usage
    do {
      try verifier.verify(&result, pictureStem: pictureStem)
      return result.status == .differs ? .differs : nil
    } catch let error as PresetError {
      result.message = "\(result.file): its preset is now refused.\n\(error)"
    } catch let error as MediaError {
      result.message = "\(result.file): \(error)"
      if error.kind != .settings { failure = .output }
    } catch {
      result.message = "\(error)"
    }
    result.status = .failed
    Terminal.printError(result.message ?? "")
    return failure
  }

  /// The beginning of the names of a hash file's pictures: the file's name without its folder, with a number after it if another file
  /// of this run has the same name.
  private static func unusedStem(for file: String, _ used: inout Set<String>) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    var (stem, number) = (name, 1)
    while !used.insert(stem).inserted {
      number += 1
      stem = "\(name)-\(number)"
    }
    return stem
  }
}
