import Encoding
import Glibc
import Hashing
import JSON

/// The folder of a job, which all machines share.
///
/// ```
/// plan.json          what is drawn
/// preset.json …      the files that the plan names
/// parts/00003.mp4    a finished part
/// parts/00003.json   what the part holds; written last, so that a part with this file is whole
/// attempts/…         for each part that is being drawn or has failed: which machine, how far, why it failed
/// work/…             movies that are being written
/// logs/00003.log     messages of a scheduler's task, which draws `JobPlan.partsPerArrayTask` parts
/// ```
///
/// Only regular files are opened: a link in the folder is refused, wherever it leads.
package struct JobFolder: Sendable {
  /// Path of the folder.
  package let path: String

  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  package var planPath: String { file(JobPlan.planFile) }
  package var partsFolder: String { file("parts") }
  package var attemptsFolder: String { file("attempts") }
  package var workFolder: String { file("work") }
  package var logsFolder: String { file("logs") }

  /// The path of a file of the job.
  package func file(_ name: String) -> String { path + "/" + name }

  /// A part's number as it is written in names of files: "00003".
  package static func fiveDigits(_ index: Int) -> String {
    let text = "\(index)"
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }

  /// The path of a part's movie, or of the JSON file that says what the part holds.
  package func part(_ index: Int, fileExtension: String) -> String {
    "\(partsFolder)/\(Self.fiveDigits(index)).\(fileExtension)"
  }

  /// Creates the folders of a new job.
  package func make() throws(MediaError) {
    for folder in [path, partsFolder, attemptsFolder, workFolder, logsFolder] {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST && Self.isFolder(folder) else {
        throw MediaError(
          .folder, "The folder \(folder) cannot be made: \(String(cString: strerror(errno))).", path: folder)
      }
    }
  }

  /// Refuses a job if its folder of parts, of attempts or of work is missing or a link.
  package func checkFolders() throws(MediaError) {
    for folder in [partsFolder, attemptsFolder, workFolder] where !Self.isFolder(folder) {
      throw MediaError(
        .settings, "\(folder) is not a folder: \(path) is not a job, or parts of it are missing.", path: folder)
    }
  }

  /// Whether a path is a folder, not a link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Refuses a file that is a link or not a regular file.
  package static func checkFile(_ path: String) throws(MediaError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw MediaError(.file, "\(path) is missing.", path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw MediaError(
        .settings, "\(path) is not a regular file; links out of a job's folder are not followed.", path: path)
    }
  }

  /// The bytes of a file of the job; nil if there is no such file.
  package func read(_ path: String, maximumBytes: Int) throws(MediaError) -> [UInt8]? {
    var status = stat()
    if lstat(path, &status) != 0, errno == ENOENT { return nil }
    try Self.checkFile(path)
    return try readWholeFile(path, maximumBytes: maximumBytes)
  }

  /// The value that a JSON file of the job holds; nil if there is no such file, or if it has another form.
  func value<Value: Decodable>(_ path: String, maximumBytes: Int) throws(MediaError) -> Value? {
    guard let bytes = try read(path, maximumBytes: maximumBytes) else { return nil }
    var reader = JSONReader(bytes, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty else { return nil }
    return try? root.decoded()
  }

  /// Names of the files in one of the folders, sorted.
  package func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// SHA-256 of a file of any size, in hexadecimal digits.
  package static func sha256(ofFile path: String) throws(MediaError) -> String {
    try checkFile(path)
    return try fileDigest(path)
  }

  /// Writes a small file, which appears whole and replaces an existing one.
  ///
  /// - Parameter temporarySuffix: suffix of the temporary file's name. It must differ between processes that write the same path.
  package static func write(_ text: String, to path: String, temporarySuffix: String) throws(MediaError) {
    let temporaryPath = "\(path).\(temporarySuffix)"
    unlink(temporaryPath)
    try writeWholeFile(Array(text.utf8), to: temporaryPath, allowsReplacing: true)
    guard rename(temporaryPath, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporaryPath)
      throw MediaError(.file, "\(path) cannot be written: \(reason).", path: path)
    }
  }
}
