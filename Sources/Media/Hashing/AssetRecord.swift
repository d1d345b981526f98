/// A font, picture or clip from which frames were drawn, as a file of frame hashes records it.
///
/// It is printed as one line of `key=value` fields with percent-encoded values:
/// `#shows: name=font%20DejaVu%20Sans%20400 file=DejaVuSans.ttf sha256=…`.
package struct AssetRecord: Sendable, Hashable {
  /// What the preset asked for: a path as it is written there, or for a font "font Inter 400 italic"; "font with U+1F389 400" for a letter
  /// that the requested font lacks.
  package var name: String
  /// The file's own name, without its folder.
  package var file: String
  /// SHA-256 of the file's contents in hexadecimal digits; "unreadable" if the file could not be read.
  package var sha256: String

  package init(name: String, file: String, sha256: String) {
    (self.name, self.file, self.sha256) = (name, file, sha256)
  }

  static let prefix = "#shows: "

  /// The line, without a line break.
  var line: String {
    RenderRecipe.line(
      Self.prefix,
      [("name", name), ("file", file), ("sha256", sha256)].map { RenderRecipe.Field(key: $0.0, value: $0.1) })
  }

  /// Reads a line that `line` printed.
  init(line: String) throws(RenderRecipe.Malformed) {
    var values: [String: String] = [:]
    for field in try RenderRecipe.fields(of: line, Self.prefix) { values[field.key] = field.value }
    guard let name = values["name"], let file = values["file"], let sha256 = values["sha256"] else {
      throw .init("name, file or sha256 is missing")
    }
    self.init(name: name, file: file, sha256: sha256)
  }
}

extension AssetRecord {
  /// The changes from one list of files to another, each as part of a sentence: "another font for Inter 400: Roboto.ttf, SHA-256
  /// 1a2b… (it was Inter.otf, SHA-256 3c4d…)".
  package static func changes(from old: [AssetRecord], to new: [AssetRecord]) -> [String] {
    var (removed, added) = (old, new)
    // A file with the same contents has not changed, whatever its name.
    for record in old {
      guard let index = added.firstIndex(where: { $0.sha256 == record.sha256 }) else { continue }
      added.remove(at: index)
      removed.removeAll { $0 == record }
    }
    var changes: [String] = []
    /// Reports each removed file as replaced by the first added file that is its counterpart, and takes both from their lists.
    func reportReplacements(_ isCounterpart: (AssetRecord, AssetRecord) -> Bool) {
      for record in removed {
        guard let index = added.firstIndex(where: { isCounterpart(record, $0) }) else { continue }
        changes.append(record.replacementText(for: added.remove(at: index)))
        removed.removeAll { $0 == record }
      }
    }
    reportReplacements { $0.name == $1.name }
    reportReplacements { $0.kind == $1.kind }
    changes += removed.map { "no longer the \($0.kind) \($0.file) (SHA-256 \($0.shortDigest))" }
    changes += added.map { "also the \($0.kind) \($0.file) (SHA-256 \($0.shortDigest))" }
    return changes
  }

  /// Part of a sentence, which says that another file replaced this one.
  private func replacementText(for other: AssetRecord) -> String {
    let before = other.file == file ? "its SHA-256 was \(shortDigest)" : "it was \(file), SHA-256 \(shortDigest)"
    let (fontPrefix, letterPrefix) = ("font ", "font with ")
    let request = name.dropFirst((name.hasPrefix(letterPrefix) ? letterPrefix : fontPrefix).count)
    let purpose = name.hasPrefix(fontPrefix) ? " for \(request)" : ""
    return "another \(other.kind)\(purpose): \(other.file), SHA-256 \(other.shortDigest) (\(before))"
  }

  private var shortDigest: String { "\(sha256.prefix(12))…" }

  private static let fontSuffixes = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb"]
  private static let pictureSuffixes = [
    "png", "jpg", "jpeg", "webp", "avif", "bmp", "tif", "tiff", "exr", "tga", "ppm", "gif",
  ]

  /// The kind of file, as a word in a sentence.
  private var kind: String {
    let suffix = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if name.hasPrefix("font ") || Self.fontSuffixes.contains(suffix) { return "font" }
    return Self.pictureSuffixes.contains(suffix) ? "picture" : "clip"
  }
}
