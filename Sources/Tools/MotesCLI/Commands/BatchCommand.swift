import ArgumentParser
import Glibc
import JSON
import Motes
import Presets

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Draw many films of one preset: one for each row of a CSV or JSON file.",
    discussion: """
      motes batch rows.csv title-reveal -o 'out/{name}.mp4'
      motes batch rows.csv card.json -o 'out/{row}-{name}.webm' --alpha --jobs 2
      motes batch rows.json card.json -o 'out/{name}.mp4' --dry-run

      A column is a knob by its name, seed, size, duration, sound or curves, a key by its path (layers.sparks.opacity), or a text that only -o uses. Where a \
      knob is called size, the column --size is the option. Cells are values as --set takes them; a knob of text takes a cell as it stands, also \
      one that begins with = or @. An empty cell leaves the preset's default. Rows are lines of CSV (commas, semicolons or tabs, UTF-8), a list \
      of JSON objects, or JSON objects one a line (.jsonl).

      In -o, {COLUMN} stands for a cell and {row} for the row's number. In cells, the characters / \\ : * ? " < > | and control characters \
      become _, a leading full stop too, white space is one space, and long texts are cut.

      Every row is checked before the first frame. A manifest beside the films lists what was drawn: the same command again skips films that are \
      done, draws those whose rows have changed, and goes on where it was interrupted. The other options are those of motes render.
      """)

  @Argument(help: ArgumentHelp("The rows: a .csv, .tsv, .json or .jsonl file.", valueName: "rows"))
  var rowsFile: String

  @OptionGroup var render: RenderCommand

  @Option(help: ArgumentHelp("Films that are drawn at once, which share the threads.", valueName: "number"))
  var jobs = 1

  @Option(
    help: ArgumentHelp("Only these rows, counted from 1 below the header: 3-7,9.", valueName: "numbers"))
  var rows: String?

  @Option(help: ArgumentHelp("Columns that mean nothing here: id,notes.", valueName: "columns"))
  var ignore: String?

  @Option(
    help: ArgumentHelp("The list of what was drawn (default: manifest.json in the folder of -o).", valueName: "file"))
  var manifest: String?

  @Flag(name: .customLong("dry-run"), help: "Check every row and list the films, but draw nothing.")
  var dryRun = false

  private static let jobCounts = 1...64

  func run() throws {
    let began = Terminal.now
    guard Self.jobCounts.contains(jobs) else {
      throw UsageError(
        "--jobs \(jobs): expected a number from \(Self.jobCounts.lowerBound) to \(Self.jobCounts.upperBound).")
    }
    try refuseOptionsWithoutMeaning()
    let wholeTable = try RowTable(contentsOf: rowsFile)
    let template = try outputTemplate(columns: wholeTable.columns)
    // The preset by itself shows its knobs; its mistakes would be those of every row.
    let knobs = try Preset.read(render.source.preset, render.source.withoutUnknownSound.settings()).knobs
    let columns = try BatchColumn.columns(
      of: wholeTable, knobs: knobs, template: template,
      ignored: ignore.map { $0.split(separator: ",").map(String.init) } ?? [])
    let paths = try paths(of: wholeTable, template)
    let table = try rows.map { try wholeTable.keeping(rows: $0) } ?? wholeTable
    let manifestPath = manifest ?? (template.folder == "." ? "" : template.folder + "/") + "manifest.json"
    let manifest = try BatchManifest(path: manifestPath)
    let signals = StopSignals()
    let threads = render.threading.threads ?? Renderer.coreCount
    var makesFilms = try BatchFilms(table: table, columns: columns, template: template, render: perFilm(threads))
    let films = try check(table, columns, paths, manifest, &makesFilms, signals)
    let states = films.map { film in
      (film: film, isDone: !render.force && manifest.isDone(film.path, fingerprint: film.fingerprint))
    }
    let report = BatchReport(quiet: render.quiet, json: render.json, style: render.progressStyle)
    if dryRun { return report.dryRun(states, threads: threads) }

    let missing = states.filter { !$0.isDone }.map(\.film)
    let skipped = films.count - missing.count
    if skipped > 0, !missing.isEmpty, !render.quiet, !render.json {
      Terminal.printError(
        "motes: \(skipped) of \(BatchReport.films(films.count)) \(skipped == 1 ? "is" : "are") done and kept; --force draws all again."
      )
    }
    var result = BatchRun.Result()
    if !missing.isEmpty {
      let run = try BatchRun(missing, by: makesFilms, manifest: manifest, signals: signals, report: report)
      result = try run.run(jobs: min(jobs, missing.count))
    }
    let finished = skipped + result.drawn + result.copied
    if let signal = signals.latest, finished + result.failed < films.count {
      Terminal.printError(
        "motes: stopped by \(StopSignals.name(of: signal)); \(finished) of \(BatchReport.films(films.count)) are done. "
          + "Run the same command again to continue.")
      throw ExitCode(ExitStatus.stopped(by: signal))
    }
    report.end(result, of: films.count, skipped: skipped, manifest: manifestPath, seconds: Terminal.now - began)
    if result.failed > 0 { throw ExitCode(result.status) }
  }

  /// The arguments of `motes render` for each film: the threads are shared by the films that are drawn at once, and the encoder's are
  /// a number that does not depend on the machine or on `--jobs`, because some encoders' bytes depend on it.
  private func perFilm(_ threads: Int) -> RenderCommand {
    var command = render
    command.threading.threads = max(1, threads / jobs)
    command.jobOptions.encoderThreads = render.jobOptions.encoderThreads ?? JobOptions.defaultEncoderThreads
    return command
  }

  /// Refuses options of `motes render` that a batch does not have.
  private func refuseOptionsWithoutMeaning() throws {
    let given = [
      (
        "parts", render.jobOptions.parts != nil,
        "a film is drawn in one run; for a long one, motes plan takes its values by --set"
      ),
      (
        "part-length", render.jobOptions.partLength != nil,
        "a film is drawn in one run; for a long one, motes plan takes its values by --set"
      ),
      ("loops", render.repeatCount != nil, "give it to motes render for the film that is repeated"),
      ("matte", render.encoding.matte != nil, "all films would write to one file; --alpha keeps alpha in the film"),
      (
        "max-bytes", render.maximumBytes != nil,
        "films would differ in quality; try one with motes render, and give its --crf or --size"
      ),
      ("restart", render.restart, "--force draws all films again"),
      ("stats", render.stats, "give it to motes render with the values of a row"),
    ]
    for (name, isGiven, reason) in given where isGiven {
      throw UsageError("--\(name): not with motes batch: \(reason).")
    }
  }

  private func outputTemplate(columns: [String]) throws -> OutputTemplate {
    let example = "-o 'out/{\(columns.first ?? "row")}.mp4'"
    guard let output = render.output else {
      throw UsageError("batch: name the films with -o, by a column or the row's number: \(example).")
    }
    if output == "-" { throw UsageError("-o -: films of a batch go to files: \(example).") }
    let template = try OutputTemplate(output, columns: columns)
    if output.contains("%"), PictureFormat(forFile: output) != nil {
      throw UsageError("-o \(output): a row becomes a film, not a sequence of pictures: \(example).")
    }
    let usualCodec = try? Codec(forFile: output)
    if PictureFormat(forFile: output) != nil, render.codec == nil, usualCodec == nil {
      throw UsageError(
        "-o \(output): a row becomes a film, and this is the name of a picture. Expected such as \(example).")
    }
    // What is wrong with the ending is wrong with all names, unless a cell holds the ending.
    if !template.endsWithCell { _ = try render.chosenCodec() }
    return template
  }

  /// The paths of all rows' films, by the rows' numbers. Refuses two films with one name, also where names differ only in capital letters or in
  /// the form of accents, which many file systems take for the same.
  private func paths(of table: RowTable, _ template: OutputTemplate) throws -> [Int: String] {
    var paths: [Int: String] = [:]
    var rowsByName: [String: [RowTable.Row]] = [:]
    var issues: [RowIssues.Issue] = []
    for row in table.rows {
      do {
        let path = try template.path(of: row, in: table)
        paths[row.number] = path
        rowsByName[path.lowercased(), default: []].append(row)
      } catch let error as UsageError {
        issues.append(RowIssues.Issue(row: row, message: error.description))
      }
    }
    var lines = RowIssues.lines(issues, of: table)
    for rows in rowsByName.values.filter({ $0.count > 1 }).sorted(by: { $0[0].number < $1[0].number }) {
      let names = rows.compactMap { paths[$0.number] }
      let differ = Set(names.map { Array($0.utf8) }).count > 1
      lines.append(
        "\(table.file): rows \(PartList.text(rows.map(\.number))) (lines \(PartList.text(rows.map(\.line)))) would all become "
          + (differ
            ? "\(listed(names.map { shortened($0, to: 80) }, conjunction: "and")), which many file systems take for one name"
            : shortened(names[0], to: 120)) + "."
          + (template.isConstant ? " Name the films by a column or {row}" : " Add a column that differs, or {row}")
          + ", as in -o 'out/{row}.mp4'.")
    }
    guard lines.isEmpty else { throw RowIssues.error(lines) }
    return paths
  }

  /// Checks every row, and returns the films. All mistakes of all rows are told at once.
  private func check(
    _ table: RowTable, _ columns: [BatchColumn], _ paths: [Int: String], _ manifest: BatchManifest,
    _ makesFilms: inout BatchFilms, _ signals: StopSignals
  ) throws -> [BatchFilm] {
    var films: [BatchFilm] = []
    var issues: [RowIssues.Issue] = []
    var badRows = 0
    var warnings: [(text: String, rows: [Int])] = []
    var onlyLimits = true
    let kept = [rowsFile, manifest.path]
    let began = Terminal.now
    var shownTime = began
    for (index, row) in table.rows.enumerated() {
      if let signal = signals.latest { throw ExitCode(ExitStatus.stopped(by: signal)) }
      if Terminal.now - shownTime > 2, !render.quiet, !render.json {
        Terminal.printError("checked \(index) of \(table.rows.count) rows")
        shownTime = Terminal.now
      }
      let path = paths[row.number] ?? ""
      do {
        if let file = kept.first(where: { FilePath.areSame($0, path) }) {
          throw UsageError("the film would replace \(file). Give it another name with -o.")
        }
        let film = try makesFilms.film(
          of: row, at: path, mayReplace: { render.force || manifest.owns($0) },
          warn: { warning in
            let text = "\(warning)"
            if let known = warnings.firstIndex(where: { $0.text == text }) {
              warnings[known].rows.append(row.number)
            } else {
              warnings.append((text, [row.number]))
            }
          })
        films.append(film)
      } catch {
        badRows += 1
        let errors = (error as? BatchFilms.RowErrors)?.list ?? [error]
        onlyLimits = onlyLimits && errors.allSatisfy { ($0 as? PresetError)?.concernsOnlyLimits == true }
        for error in errors { issues += try RowIssues.issues(of: error, row: row, columns: columns) }
      }
    }
    if !render.quiet {
      for (text, rows) in warnings {
        let isOfAll = rows.count == table.rows.count
        Terminal.printError(text + (isOfAll ? "" : " (rows \(PartList.text(rows)))"))
      }
    }
    guard issues.isEmpty else {
      let end = "motes: \(badRows) of \(table.rows.count) rows cannot become films; nothing was drawn."
      let hint = onlyLimits ? "\n--force-limits renders them nevertheless, at your own risk." : ""
      Terminal.printError(RowIssues.error(RowIssues.lines(issues, of: table)).description + hint)
      throw UsageError(String(end.dropFirst("motes: ".count)))
    }
    return films
  }
}
