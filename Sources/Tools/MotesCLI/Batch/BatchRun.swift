import Foundation
import Glibc
import Motes
import Synchronization

/// Draws the films of a batch, several at a time, and keeps the manifest.
final class BatchRun: Sendable {
  /// A film that is drawn, and others of the same fingerprint, which become copies of it.
  private struct Task: Sendable {
    let film: BatchFilm
    var copies: [BatchFilm] = []
  }

  /// How a run ended.
  struct Result: Sendable {
    var drawn = 0
    var copied = 0
    var failed = 0
    /// The exit status of the worst failure.
    var status: Int32 = 0
    var bytes = 0
  }

  private struct State {
    var waiting: ArraySlice<Task>
    var manifest: BatchManifest
    /// Films that the manifest does not have yet.
    var unwritten: [BatchManifest.Film] = []
    var lastWriting = 0.0
    var result = Result()
    var progress: ProgressLine
    /// Frames of finished films, and those of the films that are being drawn, by their rows.
    var framesDone = 0
    var framesDrawn: [Int: Int] = [:]
    var particles = 0
  }

  private let table: RowTable
  private let makesFilms: BatchFilms
  private let state: Mutex<State>
  /// Held while a preset is read: fonts and clips are opened by one thread at a time.
  private let reading = Mutex<Void>(())
  private let signals: StopSignals
  private let report: BatchReport

  /// Seconds between two writings of the manifest. A film that is finished between them is drawn again if the process is killed.
  private static let writingInterval = 1.0

  /// Bytes of a worker's stack: those of a main thread, since presets with many levels are read on it.
  private static let stackBytes = 8 << 20

  init(
    _ films: [BatchFilm], by makesFilms: BatchFilms, manifest: BatchManifest, signals: StopSignals, report: BatchReport
  ) throws {
    table = makesFilms.table
    self.makesFilms = makesFilms
    self.signals = signals
    self.report = report
    var tasks: [Task] = []
    var taskOfFingerprint: [String: Int] = [:]
    for film in films {
      if let index = taskOfFingerprint[film.fingerprint] {
        tasks[index].copies.append(film)
      } else {
        taskOfFingerprint[film.fingerprint] = tasks.count
        tasks.append(Task(film: film))
      }
    }
    var manifest = manifest
    try FilePath.makeFolders(to: manifest.path)
    try manifest.write(
      films.map { film in
        // A film that is drawn anew is listed without its frames until it is there.
        BatchManifest.Film(row: film.row.number, output: manifest.output(film.path), fingerprint: film.fingerprint)
      })
    state = Mutex(
      State(
        waiting: tasks[...], manifest: manifest, lastWriting: Terminal.now,
        progress: ProgressLine(style: report.style, total: films.reduce(0) { $0 + $1.frames })))
  }

  /// Draws all films, `jobs` at a time, and returns when they are finished or a signal has stopped them.
  func run(jobs: Int) throws -> Result {
    let group = DispatchGroup()
    for _ in 0..<jobs {
      group.enter()
      let worker = Thread {
        self.work()
        group.leave()
      }
      worker.stackSize = Self.stackBytes
      worker.start()
    }
    group.wait()
    return try state.withLock { state in
      state.progress.close()
      try Self.writeManifest(&state)
      return state.result
    }
  }

  /// Draws one film after the other, until none is left.
  private func work() {
    while signals.latest == nil, let task = state.withLock({ $0.waiting.popFirst() }) {
      do {
        try draw(task)
      } catch {
        fail(task, error)
      }
    }
  }

  private func draw(_ task: Task) throws {
    let film = task.film
    let render = film.render
    let began = Terminal.now
    try FilePath.makeFolders(to: film.path)
    let movie = try reading.withLock { _ in try render.prepareMovie { _ in } }
    // The preset or a file that it shows may have changed since the rows were checked.
    let fingerprint = try makesFilms.fingerprint(of: movie, render, try render.settings(of: movie))
    let renderer = try render.makeRenderer(movie.preset, format: movie.format, over: movie.footage)
    var hashes = ""
    let outcome = try render.writeMovie(
      movie, with: renderer, observe: { hashes += $0.sha256 + "\n" },
      progress: { progress in
        state.withLock { state in
          state.framesDrawn[film.row.number] = progress.frames
          let done = state.framesDone + state.framesDrawn.values.reduce(0, +)
          state.progress.update(
            done: done, particles: progress.particles, bytes: state.result.bytes + progress.bytes)
        }
        return signals.latest == nil
      },
      notes: { notes in
        state.withLock { state in
          state.progress.close()
          for note in notes { report.note(note, film) }
        }
      })
    switch outcome {
    case .stopped(let partial, _):
      if let partial { unlink(partial) }
      state.withLock { $0.framesDrawn[film.row.number] = nil }
    case .finished(let path, let frames):
      var drawn = BatchManifest.Film(
        row: film.row.number, output: path, fingerprint: fingerprint, frames: frames,
        framesSHA256: sha256(Array(hashes.utf8)), bytes: FilePath.size(path) ?? 0)
      finish(film, drawn, isCopy: false, seconds: Terminal.now - began)
      for copy in task.copies {
        do {
          try FilePath.makeFolders(to: copy.path)
          try checkTarget(copy.path, allowsReplacing: copy.render.force)
          try copyFile(path, to: copy.path)
          drawn.row = copy.row.number
          finish(copy, drawn, isCopy: true, seconds: 0)
        } catch {
          fail(Task(film: copy), error)
        }
      }
    }
  }

  /// Notes that a film is there.
  private func finish(_ film: BatchFilm, _ drawn: BatchManifest.Film, isCopy: Bool, seconds: Double) {
    state.withLock { state in
      var drawn = drawn
      drawn.output = state.manifest.output(film.path)
      state.unwritten.append(drawn)
      state.framesDrawn[film.row.number] = nil
      state.framesDone += film.frames
      state.result.bytes += drawn.bytes ?? 0
      if isCopy { state.result.copied += 1 } else { state.result.drawn += 1 }
      state.progress.close()
      report.film(film, drawn, isCopy: isCopy, seconds: seconds)
      guard Terminal.now - state.lastWriting >= Self.writingInterval else { return }
      do { try Self.writeManifest(&state) } catch { report.failure(error, at: state.manifest.path) }
    }
  }

  /// Notes that a film and its copies could not be drawn; the others are drawn all the same.
  private func fail(_ task: Task, _ error: any Error) {
    state.withLock { state in
      state.progress.close()
      state.framesDrawn[task.film.row.number] = nil
      state.framesDone += task.film.frames
      state.result.failed += 1 + task.copies.count
      let status = Failure.textAndStatus(of: error)?.status ?? .output
      state.result.status = max(state.result.status, status.rawValue)
      report.failed(task.film, error, table)
    }
  }

  private static func writeManifest(_ state: inout State) throws {
    guard !state.unwritten.isEmpty else { return }
    try state.manifest.write(state.unwritten)
    state.unwritten = []
    state.lastWriting = Terminal.now
  }
}
