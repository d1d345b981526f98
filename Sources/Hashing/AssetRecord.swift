/// A file besides the preset that frames were drawn from, such as a font, a picture or a clip, as a file of frame hashes notes it.
///
/// It is printed as one line of `key=value` fields, values percent-encoded:
/// `#shows: name=font%20DejaVu%20Sans%20400 file=DejaVuSans.ttf sha256=…`.
package struct AssetRecord: Sendable, Hashable {
  /// What the preset asks for: a path as it is written, or a font by its family and style.
  package var name: String
  /// The file's own name, without its folder.
  package var file: String
  /// SHA-256 of its contents in hexadecimal digits.
  package var sha256: String

  package init(name: String, file: String, sha256: String) {
    (self.name, self.file, self.sha256) = (name, file, sha256)
  }

  static let prefix = "#shows: "

  /// The line without its end.
  var line: String {
    Self.prefix
      + [("name", name), ("file", file), ("sha256", sha256)]
      .map { "\($0.0)=\(RenderRecipe.encoded($0.1))" }.joined(separator: " ")
  }

  /// Reads a line that `line` printed.
  init(line: String) throws(RenderRecipe.Malformed) {
    guard line.hasPrefix(Self.prefix) else { throw .init("it does not begin with \"\(Self.prefix)\"") }
    var values: [String: String] = [:]
    for field in line.dropFirst(Self.prefix.count).split(separator: " ") {
      guard let equals = field.firstIndex(of: "="), equals != field.startIndex else {
        throw .init("\"\(field)\" is not key=value")
      }
      guard let value = RenderRecipe.decoded(field[field.index(after: equals)...]) else {
        throw .init("\(field[..<equals]) has a broken percent sign")
      }
      values[String(field[..<equals])] = value
    }
    guard let name = values["name"], let file = values["file"], let sha256 = values["sha256"] else {
      throw .init("name, file or sha256 is missing")
    }
    self.init(name: name, file: file, sha256: sha256)
  }
}

extension AssetRecord {
  /// What differs between the files of two times, each as a part of a sentence: "another font: Roboto.ttf (SHA-256 1a2b…) where Inter.otf
  /// (3c4d…) was".
  package static func changes(from old: [AssetRecord], to new: [AssetRecord]) -> [String] {
    var (gone, come) = (old, new)
    // The same contents, whatever they are called.
    for file in old {
      guard let index = come.firstIndex(where: { $0.sha256 == file.sha256 }) else { continue }
      come.remove(at: index)
      gone.removeAll { $0 == file }
    }
    var changes: [String] = []
    func pair(_ isPartner: (AssetRecord, AssetRecord) -> Bool) {
      for file in gone {
        guard let index = come.firstIndex(where: { isPartner(file, $0) }) else { continue }
        changes.append(file.replaced(by: come.remove(at: index)))
        gone.removeAll { $0 == file }
      }
    }
    pair { $0.name == $1.name }
    pair { $0.kind == $1.kind }
    changes += gone.map { "no longer the \($0.kind) \($0.file) (SHA-256 \($0.digest))" }
    changes += come.map { "also the \($0.kind) \($0.file) (SHA-256 \($0.digest))" }
    return changes
  }

  private func replaced(by other: AssetRecord) -> String {
    let was = other.file == file ? "its SHA-256 was \(digest)" : "it was \(file), SHA-256 \(digest)"
    // "font Inter 400", or where another font lacks a letter "font with U+1F389 400".
    let asked = name.hasPrefix("font with ") ? name.dropFirst(10) : name.dropFirst(5)
    let place = name.hasPrefix("font ") ? " for \(asked)" : ""
    return "another \(other.kind)\(place): \(other.file), SHA-256 \(other.digest) (\(was))"
  }

  private var digest: String { "\(sha256.prefix(12))…" }

  private static let fontSuffixes = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb"]
  private static let pictureSuffixes = [
    "png", "jpg", "jpeg", "webp", "avif", "bmp", "tif", "tiff", "exr", "tga", "ppm", "gif",
  ]

  /// The kind of file, for people.
  private var kind: String {
    let suffix = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if name.hasPrefix("font ") || Self.fontSuffixes.contains(suffix) { return "font" }
    return Self.pictureSuffixes.contains(suffix) ? "picture" : "clip"
  }
}
