import CFontconfig
import Colorimetry
import Model

/// Finds font files with fontconfig: by the name of a family, or by a letter that another font lacks.
///
/// From fontconfig only the file and the face's index in it are used, not its settings for drawing.
struct FontFinder {
  /// A face that was found.
  struct FoundFace: Hashable {
    /// Path of the font file.
    var path: String
    /// Index of the face in the file, which may be a collection.
    var index: Int
    /// The request for which the face was found, followed by "#" and the index of the face: "font Inter 400#0"; or the path, if
    /// the request names a file. Job plans store the file under this name, so that later runs find it again (`knownFiles`). Hash
    /// files store the name without the index.
    var name: String
  }

  /// Paths of fonts that an earlier run found, perhaps on another machine, by the faces' `name`. These fonts are preferred.
  var knownFiles: [String: String] = [:]

  /// Generic families, which stand for any font of a kind.
  static let genericFamilies = ["sans-serif", "serif", "monospace", "emoji", "cursive", "fantasy", "system-ui", "math"]

  /// The face for a request: the one of nearest weight in the first of the requested families that is installed.
  func font(_ request: FontRequest) throws(TypographyError) -> FoundFace {
    if let file = request.file { return FoundFace(path: file, index: 0, name: file) }
    let names = request.families.map { "font \($0) \(style(request))" }
    for name in names {
      if let face = knownFace(name) { return face }
    }
    try loadConfiguration()
    for (family, name) in zip(request.families, names) {
      let match = bestMatch(family: family, request, isColor: family == "emoji", scalar: nil)
      guard var match,
        Self.genericFamilies.contains(family.lowercased()) || match.families.contains(family.lowercased())
      else { continue }
      match.face.name = "\(name)#\(match.face.index)"
      return match.face
    }
    throw TypographyError(missingMessage(request.families))
  }

  /// A face for a letter that the requested font lacks, or has without colours though it is an emoji; nil if there is none. Only
  /// the letter's first visible scalar is looked for.
  func fallback(for letter: Character, _ request: FontRequest) throws(TypographyError) -> FoundFace? {
    let scalars = letter.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard let first = scalars.first else { return nil }
    let isColor = letter.isColorEmoji
    let name = "font with U+\(String(first.value, radix: 16, uppercase: true)) \(style(request))"
    if let face = knownFace(name) { return face }
    try loadConfiguration()
    let families = isColor ? ["emoji"] : request.families
    guard var match = bestMatch(family: families.first ?? "sans-serif", request, isColor: isColor, scalar: first),
      match.hasScalar
    else { return nil }
    match.face.name = "\(name)#\(match.face.index)"
    return match.face
  }

  private func style(_ request: FontRequest) -> String { "\(request.weight)\(request.isItalic ? " italic" : "")" }

  /// The face of `knownFiles` whose name, without the index, is `name`.
  private func knownFace(_ name: String) -> FoundFace? {
    guard let entry = knownFiles.filter({ $0.key.hasPrefix(name + "#") }).min(by: { $0.key < $1.key }) else {
      return nil
    }
    return FoundFace(
      path: entry.value, index: Int(entry.key.dropFirst(name.utf8.count + 1)).flatMap { $0 >= 0 ? $0 : nil } ?? 0,
      name: entry.key)
  }

  /// Loads fontconfig's configuration, unless it is loaded.
  private func loadConfiguration() throws(TypographyError) {
    guard FcInit() != 0 else {
      throw TypographyError("cannot be looked for: fontconfig cannot be started; name a font file instead")
    }
  }

  // MARK: Matching

  /// fontconfig's answer to a query.
  private struct Match {
    /// The face; its `name` is empty until the caller of `bestMatch` sets it.
    var face: FoundFace
    /// The names of the face's family, in lower case.
    var families: [String]
    /// Whether the face has the scalar of the query; true if the query has none.
    var hasScalar: Bool
  }

  /// The face that fontconfig considers the best match. It may be of another family, or lack the scalar.
  private func bestMatch(family: String, _ request: FontRequest, isColor: Bool, scalar: Unicode.Scalar?) -> Match? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(request.weight)))
    FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    // A file for each weight is preferred to a variable font, which interpolates shapes.
    FcPatternAddBool(pattern, FC_VARIABLE, 0)
    if isColor { FcPatternAddBool(pattern, FC_COLOR, 1) } else { FcPatternAddBool(pattern, FC_OUTLINE, 1) }
    if let scalar, let scalars = FcCharSetCreate() {
      FcCharSetAddChar(scalars, scalar.value)
      FcPatternAddCharSet(pattern, FC_CHARSET, scalars)
      FcCharSetDestroy(scalars)
    }
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    guard let path = Self.text(found, FC_FILE, 0) else { return nil }
    var index: Int32 = 0
    _ = FcPatternGetInteger(found, FC_INDEX, 0, &index)
    var hasScalar = true
    if let scalar {
      var scalars: OpaquePointer?
      hasScalar =
        FcPatternGetCharSet(found, FC_CHARSET, 0, &scalars) == FcResultMatch
        && FcCharSetHasChar(scalars, scalar.value) != 0
    }
    var families: [String] = []
    while families.count < 32, let name = Self.text(found, FC_FAMILY, families.count) {
      families.append(name.lowercased())
    }
    // The upper 16 bits of the index are the number of a named instance of a variable font.
    return Match(
      face: FoundFace(path: path, index: Int(index & 0xFFFF), name: ""), families: families, hasScalar: hasScalar)
  }

  /// The text at an index in a list of values of a pattern.
  private static func text(_ pattern: OpaquePointer?, _ object: String, _ index: Int) -> String? {
    var bytes: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, Int32(index), &bytes) == FcResultMatch, let bytes else { return nil }
    return String(cString: bytes)
  }

  // MARK: Messages

  /// The message for families that are not installed, with a remedy.
  private func missingMessage(_ families: [String]) -> String {
    let names = families.map { "\"\($0)\"" }
    let what = names.count == 1 ? "no font of the family \(names[0])" : "no font of \(names.joined(separator: ", "))"
    let packages = families.compactMap(FontPackages.package)
    let remedy =
      packages.first.map { "install Debian's \($0), or name a font file by fontFile" }
      ?? "install it, name a font file by fontFile, or add \"sans-serif\" to the list"
    let hint = families.map { Spelling.hint($0, among: installedFamilies()) }.first { !$0.isEmpty } ?? ""
    return "\(what) is on this machine: \(remedy)" + (hint.isEmpty ? "" : ".\(hint)")
  }

  /// The families of this machine, sorted.
  private func installedFamilies() -> [String] {
    guard let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    FcObjectSetAdd(objects, FC_FAMILY)
    guard let fonts = FcFontList(nil, pattern, objects) else { return [] }
    defer { FcFontSetDestroy(fonts) }
    var names: Set<String> = []
    for index in 0..<Int(fonts.pointee.nfont) {
      if let name = Self.text(fonts.pointee.fonts[index], FC_FAMILY, 0) { names.insert(name) }
    }
    return names.sorted()
  }
}
