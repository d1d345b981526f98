import JSON
import Motes

/// What `motes batch` prints about its films.
struct BatchReport: Sendable {
  let quiet: Bool
  let json: Bool
  /// How progress is shown.
  let style: ProgressLine.Style

  /// A film is there.
  private struct FilmEvent: Encodable {
    let event: String
    let row: Int
    let file: String
    let frames, bytes: Int
    let seconds: Double
    let framesSHA256: String
  }

  /// A film could not be drawn.
  private struct FailureEvent: Encodable {
    let event = "failed"
    let row: Int
    let file: String
    let error: String
  }

  /// All films are finished.
  private struct BatchEvent: Encodable {
    let event = "batch"
    let films, drawn, copied, skipped, failed: Int
    let manifest: String
    let seconds: Double
  }

  /// What would be drawn.
  private struct DryEvent: Encodable {
    let event = "film"
    let row, line: Int
    let file: String
    let width, height, frames: Int
    let seconds, drawingSeconds: Double
    let isDone: Bool
    let fingerprint: String
  }

  func film(_ film: BatchFilm, _ drawn: BatchManifest.Film, isCopy: Bool, seconds: Double) {
    let bytes = drawn.bytes ?? 0
    if json {
      Terminal.printJSON(
        FilmEvent(
          event: isCopy ? "copied" : "done", row: film.row.number, file: film.path, frames: drawn.frames ?? 0,
          bytes: bytes,
          seconds: seconds.rounded(digits: 3), framesSHA256: drawn.framesSHA256 ?? ""))
    } else if !quiet {
      Terminal.printError(
        "\(film.path): \(NumberText.frames(drawn.frames ?? 0)), \(NumberText.size(bytes))"
          + (isCopy ? ", copied from a row with the same values" : ", in \(NumberText.fixed(seconds, 1)) s"))
    }
  }

  /// Prints a sentence about a film that is being written.
  func note(_ text: String, _ film: BatchFilm) {
    if !quiet, !json { Terminal.printError("motes: row \(film.row.number), \(film.path): \(text)") }
  }

  func failed(_ film: BatchFilm, _ error: any Error, _ table: RowTable) {
    let text = Failure.textAndStatus(of: error)?.text ?? "\(error)"
    let message = text.hasPrefix("motes: ") ? String(text.dropFirst("motes: ".count)) : text
    if json { Terminal.printJSON(FailureEvent(row: film.row.number, file: film.path, error: message)) }
    Terminal.printError("\(table.file):\(film.row.line): row \(film.row.number), \(film.path): not drawn. \(message)")
  }

  /// Prints that something of the batch's own failed, which the films do not need.
  func failure(_ error: any Error, at path: String) {
    Terminal.printError(Failure.textAndStatus(of: error)?.text ?? "motes: \(path): \(error)")
  }

  func end(_ result: BatchRun.Result, of films: Int, skipped: Int, manifest: String, seconds: Double) {
    if json {
      return Terminal.printJSON(
        BatchEvent(
          films: films, drawn: result.drawn, copied: result.copied, skipped: skipped, failed: result.failed,
          manifest: manifest, seconds: seconds.rounded(digits: 3)))
    }
    guard !quiet else { return }
    let parts = [
      ("drawn", result.drawn), ("copied", result.copied), ("done before", skipped), ("failed", result.failed),
    ]
    let counts = parts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    Terminal.printError(
      "motes: \(Self.films(films)): \(counts), in \(NumberText.fixed(seconds, 1)) s; \(manifest) lists them.")
  }

  /// "1 film", "2 films".
  static func films(_ count: Int) -> String { count == 1 ? "1 film" : "\(count) films" }

  /// Prints what would be drawn, without drawing it.
  func dryRun(_ films: [(film: BatchFilm, isDone: Bool)], threads: Int) {
    if json {
      for (film, isDone) in films {
        Terminal.printJSON(
          DryEvent(
            row: film.row.number, line: film.row.line, file: film.path, width: film.width, height: film.height,
            frames: film.frames, seconds: film.seconds.rounded(digits: 3),
            drawingSeconds: film.drawingSeconds.rounded(digits: 2), isDone: isDone, fingerprint: film.fingerprint))
      }
      return
    }
    let header = ["row", "film", "size", "seconds", "frames", "drawing, at most"]
    let lines = films.map { film, isDone in
      [
        "\(film.row.number)", shortened(film.path, to: 72), "\(film.width)x\(film.height)",
        NumberText.plain(film.seconds.rounded(digits: 3)),
        "\(film.frames)", isDone ? "done" : NumberText.duration(film.drawingSeconds / Double(threads)),
      ]
    }
    let widths = header.indices.map { column in ([header] + lines).map { $0[column].count }.max() ?? 0 }
    for line in [header] + lines {
      let cells = zip(line, widths).enumerated().map { index, cell in
        index == 1 ? cell.0.padded(to: cell.1) : cell.0.leftPadded(to: cell.1)
      }
      Terminal.printOutput(cells.joined(separator: "  "))
    }
    let missing = films.filter { !$0.isDone }
    let seconds = missing.reduce(0) { $0 + $1.film.drawingSeconds } / Double(threads)
    Terminal.printOutput(
      "\(BatchReport.films(films.count))"
        + (missing.count < films.count ? ", \(films.count - missing.count) of them done" : "")
        + (missing.isEmpty
          ? "."
          : "; drawing takes at most about \(NumberText.duration(seconds)) on \(threads) \(threads == 1 ? "core" : "cores"), besides encoding.")
    )
  }
}
