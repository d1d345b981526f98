import CFontconfig
import Colorimetry
import Model

/// Finds font files by fontconfig: by the name of a family, and by a letter that another font lacks.
///
/// Only the file and the face in it are taken from fontconfig, none of its rules of drawing.
struct FontFinder {
  /// A face of a file.
  struct Found: Hashable {
    var path: String
    /// Number of the face in a collection.
    var index: Int
    /// The name that stands for the file in job plans, and without the face's number in hash files: "font Inter 400#0". It says what was
    /// asked for, and a later loading may be given the file by it.
    var name: String
  }

  /// Files by their names (`Found.name`): fonts that were found before, elsewhere. They are preferred.
  var knownFiles: [String: String] = [:]

  /// Names of families that stand for any font of their kind.
  static let genericFamilies = ["sans-serif", "serif", "monospace", "emoji", "cursive", "fantasy", "system-ui", "math"]

  /// The face that a request asks for: the first of its families that is there, in the weight that comes nearest.
  func font(_ request: FontRequest) throws(TypographyError) -> Found {
    if let file = request.file { return Found(path: file, index: 0, name: file) }
    let names = request.families.map { "font \($0) \(style(request))" }
    for name in names {
      if let found = known(name) { return found }
    }
    try start()
    for (family, name) in zip(request.families, names) {
      let found = match(family: family, request, isColor: family == "emoji", letter: nil)
      guard var found,
        Self.genericFamilies.contains(family.lowercased()) || found.families.contains(family.lowercased())
      else { continue }
      found.face.name = "\(name)#\(found.face.index)"
      return found.face
    }
    throw TypographyError(missing(request.families))
  }

  /// A face that has a letter which the asked font lacks; nil where there is none.
  func fallback(for letter: Character, _ request: FontRequest) throws(TypographyError) -> Found? {
    let scalars = letter.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard let first = scalars.first else { return nil }
    let isColor = letter.isColorEmoji
    let name = "font with U+\(String(first.value, radix: 16, uppercase: true)) \(style(request))"
    if let found = known(name) { return found }
    try start()
    let families = isColor ? ["emoji"] : request.families
    guard var found = match(family: families.first ?? "sans-serif", request, isColor: isColor, letter: first),
      found.hasLetter
    else { return nil }
    found.face.name = "\(name)#\(found.face.index)"
    return found.face
  }

  private func style(_ request: FontRequest) -> String { "\(request.weight)\(request.isItalic ? " italic" : "")" }

  private func known(_ name: String) -> Found? {
    guard let entry = knownFiles.filter({ $0.key.hasPrefix(name + "#") }).min(by: { $0.key < $1.key }) else {
      return nil
    }
    return Found(
      path: entry.value, index: Int(entry.key.dropFirst(name.utf8.count + 1)).flatMap { $0 >= 0 ? $0 : nil } ?? 0,
      name: entry.key)
  }

  private func start() throws(TypographyError) {
    guard FcInit() != 0 else {
      throw TypographyError("cannot be looked for: fontconfig does not start; name a font file instead")
    }
  }

  // MARK: Matching

  private struct Match {
    var face: Found
    /// The family's names in lower case.
    var families: [String]
    var hasLetter: Bool
  }

  private func match(family: String, _ request: FontRequest, isColor: Bool, letter: Unicode.Scalar?) -> Match? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(request.weight)))
    FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    // A file for each weight is preferred to a variable font, whose shapes lie between those that were drawn.
    FcPatternAddBool(pattern, FC_VARIABLE, 0)
    if isColor { FcPatternAddBool(pattern, FC_COLOR, 1) } else { FcPatternAddBool(pattern, FC_OUTLINE, 1) }
    if let letter, let letters = FcCharSetCreate() {
      FcCharSetAddChar(letters, letter.value)
      FcPatternAddCharSet(pattern, FC_CHARSET, letters)
      FcCharSetDestroy(letters)
    }
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    guard let path = Self.text(found, FC_FILE, 0) else { return nil }
    var index: Int32 = 0
    _ = FcPatternGetInteger(found, FC_INDEX, 0, &index)
    var hasLetter = true
    if let letter {
      var letters: OpaquePointer?
      hasLetter =
        FcPatternGetCharSet(found, FC_CHARSET, 0, &letters) == FcResultMatch
        && FcCharSetHasChar(letters, letter.value) != 0
    }
    var families: [String] = []
    while families.count < 32, let name = Self.text(found, FC_FAMILY, families.count) {
      families.append(name.lowercased())
    }
    // The upper half of the index is a named instance of a variable font.
    return Match(
      face: Found(path: path, index: Int(index & 0xFFFF), name: ""), families: families, hasLetter: hasLetter)
  }

  private static func text(_ pattern: OpaquePointer?, _ object: String, _ index: Int) -> String? {
    var bytes: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, Int32(index), &bytes) == FcResultMatch, let bytes else { return nil }
    return String(cString: bytes)
  }

  // MARK: Messages

  private func missing(_ families: [String]) -> String {
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
