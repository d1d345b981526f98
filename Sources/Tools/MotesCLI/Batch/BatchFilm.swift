import Cost
import JSON
import Motes

/// The film of a row, after all checks.
struct BatchFilm: Sendable {
  let row: RowTable.Row
  /// The film's path.
  let path: String
  /// The arguments of `motes render` that draw the film.
  let render: RenderCommand
  /// SHA-256 of everything that decides how the film looks and sounds.
  let fingerprint: String
  /// How many frames the film will have.
  let frames: Int
  let width: Int
  let height: Int
  /// Seconds of the film.
  let seconds: Double
  /// Seconds of one core that drawing takes, estimated as `motes describe` does.
  let drawingSeconds: Double
}

/// Turns rows into films.
struct BatchFilms {
  let table: RowTable
  let columns: [BatchColumn]
  let template: OutputTemplate
  /// The arguments of `motes render`, without those of a row.
  let render: RenderCommand
  /// SHA-256 of the files that options name, which are the same for all films.
  let fileDigests: [String]
  /// Settings of encoders that have been tried, without what differs from film to film.
  private var tried: [(settings: MovieSettings, track: String?)] = []
  /// Whether a film was prepared, and notes that concern all films have been printed.
  private var hasToldNotes = false

  /// Everything that is wrong with a row.
  struct RowErrors: Error {
    let list: [any Error]
  }

  init(table: RowTable, columns: [BatchColumn], template: OutputTemplate, render: RenderCommand) throws {
    (self.table, self.columns, self.template, self.render) = (table, columns, template, render)
    let audio = render.footageOptions.audio.flatMap { FileAccess.isFile($0) ? $0 : nil }
    let files = [render.overlay.backdropOption.picturePath, render.footageOptions.over, audio]
    fileDigests = try files.map { path in
      try path.map { try FileAccess.isFile($0) ? JobFolder.sha256(ofFile: $0) : "" } ?? ""
    }
  }

  /// The film of a row. Everything that can be known before its first frame is checked.
  ///
  /// - Parameters:
  ///   - mayReplace: whether a file at a path may be replaced.
  ///   - warn: takes warnings on the preset with the row's values.
  mutating func film(
    of row: RowTable.Row, at path: String, mayReplace: (String) -> Bool, warn: PresetOptions.WarningSink
  ) throws -> BatchFilm {
    var errors: [any Error] = []
    var command = render
    for column in columns {
      // The options are read one by one, and those that cannot be read are left out, so that the row's other mistakes are found, too.
      if column.role.option != nil {
        var trial = render
        column.apply(row, to: &trial)
        do { _ = try trial.source.withoutUnknownSound.settings() } catch {
          errors.append(error)
          continue
        }
      }
      column.apply(row, to: &command)
    }
    command.output = path
    command.quiet = render.quiet || hasToldNotes
    let movie: PreparedMovie
    do {
      movie = try command.prepareMovie(warn: warn)
    } catch {
      throw RowErrors(list: errors + [error])
    }
    guard errors.isEmpty else { throw RowErrors(list: errors) }
    let settings = try command.settings(of: movie)
    try tryEncoder(
      settings, path: path,
      copying: command.track(beside: movie.footage?.reader, of: movie.preset, settings, frames: nil))
    _ = try command.makeRenderer(movie.preset, format: movie.format, over: movie.footage)
    hasToldNotes = true
    // While films are drawn, the batch reports about all of them.
    command.quiet = true
    let replaces = mayReplace(path)
    try checkFolder(of: path)
    if FileAccess.isFolder(folder(of: path)) { try checkTarget(path, allowsReplacing: replaces) }
    command.force = replaces
    let canvas = movie.preset.scene.canvas
    let frames = movie.expectedFrames
    let estimate = movie.preset.scene.estimate(movie.preset.scene.particleBudgets())
    return BatchFilm(
      row: row, path: path, render: command,
      fingerprint: try fingerprint(of: movie, command, settings), frames: frames, width: canvas.widthPixels,
      height: canvas.heightPixels, seconds: Double(frames) / settings.frameRate.double,
      drawingSeconds: estimate.seconds * Double(frames))
  }

  /// Refuses a path in a folder that cannot be made, because a file has its name.
  private func checkFolder(of path: String) throws {
    var ancestor = folder(of: path)
    while !FilePath.isTaken(ancestor), folder(of: ancestor) != ancestor { ancestor = folder(of: ancestor) }
    guard FileAccess.isFolder(ancestor) else {
      throw UsageError("\(ancestor): this is a file, and no folder for films.")
    }
  }

  /// Opens an encoder and the sound, with settings and a track that have not been tried yet together.
  private mutating func tryEncoder(_ settings: MovieSettings, path: String, copying: StreamCopy?) throws {
    guard !tried.contains(where: { $0.settings == settings && $0.track == copying?.path }) else { return }
    try MovieWriter.check(settings, path: path, copying: copying)
    tried.append((settings, copying?.path))
  }

  /// What decides the frames and the encoding of a film. Threads and paths do not.
  private struct Facts: Encodable {
    let version: String
    let fileExtension: String
    let preset: String
    let duration: Rational
    let loops: Bool
    let seed: UInt64
    let frames: ClosedRange<Int>
    let movie: MovieSettings
    let backdrop: String?
    let begin: Rational
    let fade: Rational
    let audio: String?
    let sound: String?
    let files: [String]
  }

  /// The fingerprint of a film: SHA-256 of all facts.
  func fingerprint(
    of movie: PreparedMovie, _ command: RenderCommand, _ settings: MovieSettings
  ) throws -> String {
    var settings = settings
    settings.threads = 0
    settings.allowsReplacing = false
    let canvas = movie.preset.scene.canvas
    let facts = Facts(
      version: Motes.version, fileExtension: FilePath.extensionOrBin(of: command.output ?? ""),
      preset: movie.preset.sha256, duration: canvas.duration, loops: canvas.loops, seed: canvas.seed,
      frames: movie.frames, movie: settings, backdrop: command.overlay.backdropOption.backdrop,
      begin: try command.footageOptions.effect.beginSeconds, fade: try command.footageOptions.effect.fadeSeconds,
      audio: command.footageOptions.audio, sound: command.source.sound.sound,
      files: fileDigests)
    return sha256(Array(JSONWriter.line(facts).utf8))
  }
}
