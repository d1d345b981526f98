import Glibc
import JSON
import Motes

/// What `motes batch` has drawn: a JSON file beside the films, by which a later run finds those that are done.
///
/// All films of a run are listed before the first frame, so that a film which an interrupted run finished in its last moment is known as the
/// batch's own. Several runs, each with some of the rows, may share a file: it is read again before each writing, under a lock.
struct BatchManifest {
  let path: String
  /// The films by their outputs.
  private var films: [String: Film] = [:]

  struct Film: Codable, Sendable {
    /// Number of the row.
    var row: Int
    /// Path of the film from the manifest's folder if it lies there or below, otherwise as the command has it.
    var output: String
    /// SHA-256 of everything that decides how the film looks and sounds.
    var fingerprint: String
    /// How many frames the film has; absent before it is drawn.
    var frames: Int?
    /// SHA-256 of the lines of the frames' SHA-256: those that `motes hash` prints for the film's pixel format, each with a line feed.
    var framesSHA256: String?
    /// Bytes of the file.
    var bytes: Int?
  }

  private struct Page: Codable {
    var motes: String
    var films: [Film]
  }

  /// The largest file that is read, in bytes.
  private static let maximumBytes = 64 << 20

  /// Reads the manifest; it is empty if there is no file.
  init(path: String) throws {
    self.path = path
    films = try Self.read(path)
  }

  private static func read(_ path: String) throws -> [String: Film] {
    guard FilePath.isTaken(path) else { return [:] }
    let refusal = "--manifest names another file, or move this one away"
    let bytes = try readWholeFile(path, maximumBytes: maximumBytes)
    var reader = JSONReader(bytes, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty else {
      throw UsageError("\(path): this is not the manifest of a batch: it is not JSON. \(refusal).")
    }
    do {
      let films = try root.decoded(as: Page.self).films
      return Dictionary(films.map { ($0.output, $0) }) { $1 }
    } catch {
      throw UsageError("\(path): this is not the manifest of a batch: \(error.sentence). \(refusal).")
    }
  }

  /// A film's path as the manifest has it.
  func output(_ path: String) -> String {
    let folder = FileAccess.folder(of: self.path)
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// The path of a film that the manifest names.
  func filePath(of film: Film) -> String {
    film.output.hasPrefix("/") ? film.output : FileAccess.folder(of: path) + film.output
  }

  /// What is known of the film at a path; nil if nothing is.
  func film(at path: String) -> Film? { films[output(path)] }

  /// Whether the file at a path is one that a batch has written, or may have written before it was interrupted.
  func owns(_ path: String) -> Bool {
    guard let film = film(at: path) else { return false }
    return film.bytes == nil || film.bytes == FilePath.size(path)
  }

  /// Whether a film is there as it was drawn from this input.
  func isDone(_ path: String, fingerprint: String) -> Bool {
    guard let film = film(at: path), film.fingerprint == fingerprint, let bytes = film.bytes else { return false }
    return film.framesSHA256 != nil && FilePath.size(path) == bytes
  }

  /// Writes the manifest with these films in it, beside those that other runs have listed meanwhile.
  mutating func write(_ changed: [Film]) throws {
    let lock = try lock()
    defer {
      unlink(lockPath)
      close(lock)
    }
    // A film that was drawn once and is gone is forgotten.
    films = try Self.read(path).filter { $1.bytes == nil || FilePath.isTaken(filePath(of: $1)) }
    for film in changed { films[film.output] = film }
    let sorted = films.values.sorted { ($0.row, $0.output) < ($1.row, $1.output) }
    try writeText(
      JSONWriter.page(Page(motes: Motes.version, films: sorted)) + "\n", to: path, allowsReplacing: true)
  }

  private var lockPath: String { path + ".lock" }

  /// Opens and locks the file beside the manifest that one process at a time may hold.
  private func lock() throws -> Int32 {
    while true {
      let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else {
        throw UsageError("\(lockPath): this file cannot be made: \(String(cString: strerror(errno))).")
      }
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      // The process that held the lock has removed the file: another one may be locked by now.
      var locked = stat()
      var named = stat()
      if fstat(descriptor, &locked) == 0, stat(lockPath, &named) == 0, locked.st_ino == named.st_ino {
        return descriptor
      }
      close(descriptor)
    }
  }
}
