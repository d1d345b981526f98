import Glibc
import Motes

/// The folder of `--report`. A list in it names the pictures that a report wrote, and its page, so that the next one removes those and
/// nothing else.
struct ReportFolder {
  let path: String

  /// The name of the page that shows all pictures.
  static let pageName = "index.html"
  private static let listName = "motes-report.txt"
  /// The first line of a list; by it a list is told from a file of somebody else's.
  private static let heading = "# Pictures of motes verify --report, which removes them when it is run again."

  private var list: String { "\(path)/\(Self.listName)" }
  private var page: String { "\(path)/\(Self.pageName)" }

  /// Removes the pictures of an earlier report. The folder is made with the first picture.
  ///
  /// - Throws: `UsageError` for a path that cannot be a report's folder, `MediaError` where something cannot be removed.
  init(clearing named: String) throws {
    var path = named
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    guard FilePath.isTaken(path) else {
      let parent = folder(of: path)
      guard !path.isEmpty, FilePath.isFolder(parent) else {
        throw UsageError(
          "--report \(path): \(path.isEmpty ? "a folder's name is missing" : "there is no folder \(parent)").")
      }
      return
    }
    guard FilePath.isFolder(path) else {
      throw UsageError(
        "--report \(path): this is no folder. Pictures need one: name another, or one that is still to be made.")
    }
    if FilePath.isTaken(list) {
      for name in try Self.names(in: list) { try Self.remove("\(path)/\(name)") }
      try Self.remove(list)
    }
    guard !FilePath.isTaken(page) else {
      throw UsageError("--report \(path): its \(Self.pageName) is no report's, and stays. Name another folder.")
    }
  }

  /// The pictures that a list names, and the page. Whatever it says, nothing but those in its own folder is among them.
  private static func names(in list: String) throws -> [String] {
    let text = (try? FileAccess.read(list)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.first == heading else {
      throw UsageError(
        "\(list): this is no list of a report's pictures; it stays. Move it away, or name another folder.")
    }
    return lines.dropFirst().filter {
      $0 == pageName || $0.contains("-frame-") && $0.hasSuffix(".png") && !$0.contains("/")
    }
  }

  /// Removes a file; one that is gone already is no error.
  private static func remove(_ file: String) throws {
    guard unlink(file) == 0 || errno == ENOENT else {
      throw MediaError(
        .file, "Cannot remove \(file), of an earlier report: \(String(cString: strerror(errno))).", path: file)
    }
  }

  /// Writes a picture; its name enters the list first, so that it is known even if this is interrupted.
  ///
  /// - Returns: its path.
  func write(_ picture: PixelBuffer, named name: String) throws -> String {
    try enterIntoList(name)
    let file = "\(path)/\(name)"
    _ = try PictureWriter.write(picture, to: file, allowsReplacing: true)
    return file
  }

  /// Writes the page.
  ///
  /// - Returns: its path.
  func write(page text: String) throws -> String {
    try enterIntoList(Self.pageName)
    try writeText(text, to: page, allowsReplacing: false)
    return page
  }

  private func enterIntoList(_ name: String) throws {
    try FilePath.makeFolder(path)
    let line = (FilePath.isTaken(list) ? "" : Self.heading + "\n") + name + "\n"
    let descriptor = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw MediaError(.file, "Cannot write \(list): \(String(cString: strerror(errno))).", path: list)
    }
    defer { close(descriptor) }
    try writeAll(line, to: descriptor)
  }
}
