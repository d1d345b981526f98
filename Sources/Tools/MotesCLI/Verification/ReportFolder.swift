import Glibc
import Motes

/// The folder of `--report`. A list in it names the pictures and the page that a report wrote, so that the next report removes those
/// and nothing else.
struct ReportFolder {
  let path: String

  /// The name of the page that shows all pictures.
  static let pageName = "index.html"
  private static let listName = "motes-report.txt"
  /// The first line of a list, by which it is told from a file that another program wrote.
  private static let heading = "# Pictures of motes verify --report, which removes them when it is run again."

  private var listPath: String { "\(path)/\(Self.listName)" }
  private var pagePath: String { "\(path)/\(Self.pageName)" }

  /// Removes the files of an earlier report. A folder that is missing is made when the first picture is written.
  ///
  /// - Throws: `UsageError` for a path that cannot be a report's folder, `MediaError` where something cannot be removed.
  init(clearing named: String) throws {
    var path = named
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    guard FilePath.isTaken(path) else {
      let parent = folder(of: path)
      guard !path.isEmpty, FileAccess.isFolder(parent) else {
        throw UsageError(
          "--report \(path): \(path.isEmpty ? "a folder's name is missing" : "there is no folder \(parent)").")
      }
      return
    }
    guard FileAccess.isFolder(path) else {
      throw UsageError(
        "--report \(path): this is not a folder. Pictures need one: name another, or one that is still to be made.")
    }
    if FilePath.isTaken(listPath) {
      for name in try Self.names(inListAt: listPath) { try Self.remove("\(path)/\(name)") }
      try Self.remove(listPath)
    }
    guard !FilePath.isTaken(pagePath) else {
      throw UsageError(
        "--report \(path): its \(Self.pageName) was not written by a report, so it is not replaced. Name another folder."
      )
    }
  }

  /// The names of the pictures and of the page in the list at a path. Other names, and files outside of the list's folder, are left out.
  private static func names(inListAt listPath: String) throws -> [String] {
    let text = (try? FileAccess.read(listPath)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.first == heading else {
      throw UsageError(
        "\(listPath): this is not a list of a report's pictures; it stays. Move it away, or name another folder.")
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

  /// Writes a picture. Its name enters the list first, so that the next report removes the picture even after an interruption.
  ///
  /// - Returns: the picture's path.
  func write(_ picture: PixelBuffer, named name: String) throws -> String {
    try enterIntoList(name)
    let file = "\(path)/\(name)"
    _ = try PictureWriter.write(picture, to: file, allowsReplacing: true)
    return file
  }

  /// Writes the page.
  ///
  /// - Returns: the page's path.
  func write(page text: String) throws -> String {
    try enterIntoList(Self.pageName)
    try writeText(text, to: pagePath, allowsReplacing: false)
    return pagePath
  }

  private func enterIntoList(_ name: String) throws {
    try FilePath.makeFolder(path)
    let line = (FilePath.isTaken(listPath) ? "" : Self.heading + "\n") + name + "\n"
    let descriptor = open(listPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw MediaError(.file, "Cannot write \(listPath): \(String(cString: strerror(errno))).", path: listPath)
    }
    defer { close(descriptor) }
    try writeAll(line, to: descriptor)
  }
}
