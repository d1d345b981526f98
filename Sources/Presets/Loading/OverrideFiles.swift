import Model

/// Values of `--set` that stand in files: `NAME=@FILE`.
///
/// Only what is given on a command line is read so, because its author may read any file anyway; in a preset, a hash file or a
/// program's call the @ means nothing.
package enum OverrideFiles {
  /// The overrides with the text of its file in place of each value `@FILE`. `@@` stands for
  /// a value's own @ at its beginning.
  ///
  /// - Throws: an issue for each file that cannot be read.
  package static func read(_ overrides: [PresetSettings.Override]) throws(PresetError) -> [PresetSettings.Override] {
    var issues: [PresetError.Issue] = []
    // Bytes that may yet be read: one limit for a file and for all of them together.
    var remaining = Limits.fileBytes
    let values = overrides.map { override -> PresetSettings.Override in
      guard override.value.utf8.first == UInt8(ascii: "@") else { return override }
      var read = override
      let path = String(override.value.dropFirst())
      if path.utf8.first == UInt8(ascii: "@") {
        read.value = path
        return read
      }
      do throws(Problem) {
        read.value = try text(of: path, &remaining)
        read.file = path
      } catch {
        let name = "--set \(shortened(override.key, to: maximumShownNameLength))"
        issues.append(.init(file: name, message: "@\(shortened(path, to: maximumShownNameLength)): \(error.message)"))
      }
      return read
    }
    guard issues.isEmpty else {
      throw PresetError(issues: Array(issues.prefix(PresetError.maximumListedIssues)), count: issues.count)
    }
    return values
  }

  private struct Problem: Error { let message: String }

  /// The text of a file without the end of its last line.
  private static func text(of path: String, _ remaining: inout Int) throws(Problem) -> String {
    if path.isEmpty {
      throw Problem(message: "a file's path should follow the @; write @@ for a text that begins with @")
    }
    var bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      throw Problem(message: PresetReading.message(error))
    }
    remaining -= bytes.count
    guard remaining >= 0 else {
      throw Problem(message: "the files of all --set have more than \(grouped(Limits.fileBytes)) bytes together")
    }
    if bytes.starts(with: JSONReader.byteOrderMark) { bytes.removeFirst(JSONReader.byteOrderMark.count) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(message: "this is no text in UTF-8")
    }
    return text
  }
}
