import Model

/// The fonts of a text: the requested font, and fonts for the letters that it lacks.
final class FontSet {
  private let request: FontRequest
  private let finder: FontFinder
  /// The faces, the requested one first.
  private(set) var faces: [FontFace] = []
  /// Where each of `faces` was found, in the same order.
  private(set) var foundFaces: [FontFinder.FoundFace] = []
  /// The results of `faceIndex`.
  private var faceIndices: [Character: Int] = [:]

  init(_ request: FontRequest, _ finder: FontFinder) throws(TypographyError) {
    self.request = request
    self.finder = finder
    _ = try open(try finder.font(request))
  }

  /// The index in `faces` of the face that draws a letter.
  func faceIndex(for letter: Character) throws(TypographyError) -> Int {
    if let index = faceIndices[letter] { return index }
    let index = try chooseFace(for: letter)
    faceIndices[letter] = index
    return index
  }

  private func chooseFace(for letter: Character) throws(TypographyError) -> Int {
    // For an emoji a font with colours is preferred, even if the requested font has an outline for it.
    let isEmoji = letter.isColorEmoji
    let requestedHasLetter = faces[0].has(letter)
    if requestedHasLetter, !isEmoji || faces[0].hasColors { return 0 }
    for index in faces.indices.dropFirst() where faces[index].has(letter) && (!isEmoji || faces[index].hasColors) {
      return index
    }
    if let found = try finder.fallback(for: letter, request) {
      let index = try open(found)
      if faces[index].has(letter) { return index }
    }
    if requestedHasLetter { return 0 }
    for index in faces.indices where faces[index].has(letter) { return index }
    // A space without a glyph is still a space.
    if letter.isWhitespace { return 0 }
    let code = letter.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    throw TypographyError(
      "no font of this machine has the letter \"\(letter)\" (\(code)): install Debian's \(FontPackages.package(ofLetter: letter)), or another font that has it"
    )
  }

  /// Opens a face, unless it is open, and returns its index in `faces`.
  private func open(_ found: FontFinder.FoundFace) throws(TypographyError) -> Int {
    if let index = foundFaces.firstIndex(where: { $0.path == found.path && $0.index == found.index }) {
      // Two requests (`FoundFace.name`) may find the same face. Job plans store files by request, so `foundFaces` lists both, and
      // `faces` repeats the face to have the same indices.
      if !foundFaces.contains(found) {
        foundFaces.append(found)
        faces.append(faces[index])
      }
      return index
    }
    let face = try FontFace(path: found.path, index: found.index, weight: request.weight)
    faces.append(face)
    foundFaces.append(found)
    return faces.count - 1
  }
}
