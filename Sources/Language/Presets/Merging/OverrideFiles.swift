import JSON
import Model

/// Reads values of `--set` from files: `NAME=@FILE`. A value of `--set-text` never names a file.
///
/// Only the command reads such files, because whoever writes a command line may read any file anyway. In a preset, a framehash
/// file or an override that is given in code, @ has no meaning.
package enum OverrideFiles {
  /// The overrides, with each value `@FILE` replaced by the text of that file. `@@` at the beginning of a value stands for a
  /// plain @.
  ///
  /// - Throws: one error, with an issue for each file that cannot be read.
  package static func read(_ overrides: [PresetSettings.Override]) throws(PresetError) -> [PresetSettings.Override] {
    var issues: [PresetError.Issue] = []
    // All files together have the limit of a single file.
    var remainingBytes = Limits.fileBytes
    let expandedOverrides = overrides.map { override -> PresetSettings.Override in
      guard !override.isText, override.value.utf8.first == UInt8(ascii: "@") else { return override }
      var expanded = override
      let path = String(override.value.dropFirst())
      if path.utf8.first == UInt8(ascii: "@") {
        // The value begins with @@: what follows the first @ is no path, but the value.
        expanded.value = path
        return expanded
      }
      do throws(Problem) {
        expanded.value = try text(of: path, &remainingBytes)
        expanded.file = path
      } catch {
        let name = "--set \(shortened(override.key, to: maximumShownNameLength))"
        let hint = error.isMissingFile ? "; --set-text takes it as a text" : ""
        issues.append(
          .init(file: name, message: "@\(shortened(path, to: maximumShownNameLength)): \(error.message)\(hint)"))
      }
      return expanded
    }
    guard issues.isEmpty else {
      throw PresetError(issues: Array(issues.prefix(PresetError.maximumListedIssues)), count: issues.count)
    }
    return expandedOverrides
  }

  private struct Problem: Error {
    let message: String
    /// Whether there is no such file, so that the text was perhaps not meant to name one.
    var isMissingFile = false
  }

  /// The text of a file without a line break at its end.
  ///
  /// - Parameter remainingBytes: how many bytes may still be read; reduced by the size of the file.
  private static func text(of path: String, _ remainingBytes: inout Int) throws(Problem) -> String {
    if path.isEmpty {
      throw Problem(message: "a file's path should follow the @; write @@ for a text that begins with @")
    }
    var bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      let isMissing = if case .missing = error { true } else { false }
      throw Problem(message: PresetReading.message(error), isMissingFile: isMissing)
    }
    remainingBytes -= bytes.count
    guard remainingBytes >= 0 else {
      throw Problem(message: "the files of all --set have more than \(grouped(Limits.fileBytes)) bytes together")
    }
    if bytes.starts(with: JSONReader.byteOrderMark) { bytes.removeFirst(JSONReader.byteOrderMark.count) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(message: "this is not text in UTF-8")
    }
    return text
  }
}
