import JSON
import Model

extension Declarations {
  /// The keys that select the font of words.
  ///
  /// - Parameter font: the property that receives the font.
  static func fontKeys<Target>(_ font: Property<Target, FontRequest>) -> [Key<Target>] {
    [
      Key(
        "font", .text,
        "Families of fonts, of which the first that is installed is used: \"Inter, DejaVu Sans, sans-serif\". sans-serif, serif, monospace and emoji mean any font of this kind; which one differs between machines.",
        default: { "\"\($0[keyPath: font].families.joined(separator: ", "))\"" }
      ) { node, decoder, target in
        if let families = decoder.fontFamilies(node) { target[keyPath: font].families = families }
      }.replaced(by: "fontFile"),
      Key(
        "fontFile", .text,
        "Path of a font file (TrueType, OpenType) in place of font, relative to the preset and within its folder, or within a folder named by --assets."
      ) { node, decoder, target in
        if let file = decoder.fontFile(node) { target[keyPath: font].file = file }
      },
      Key(
        "weight", .number(NumberSchema(whole: 1...1_000)),
        "How bold: 400 is regular, 700 bold. The nearest weight that the family has is drawn. A variable font has all weights of its axis; a font file with one weight is drawn in that weight.",
        default: { "\($0[keyPath: font].weight)" }
      ) { node, decoder, target in
        if let weight = decoder.wholeNumber(node, NumberSchema(whole: 1...1_000)) {
          target[keyPath: font].weight = weight
        }
      },
      Key(
        "italic", .flag, "Whether letters are italic, if the family has italic ones.",
        default: { "\($0[keyPath: font].isItalic)" }
      ) {
        node, decoder, target in
        if let isItalic = decoder.flag(node) { target[keyPath: font].isItalic = isItalic }
      }.replaced(by: "fontFile"),
    ]
  }
}

extension PresetDecoder {
  /// The most font families that a list may name.
  private static let maximumFamilies = 16
  /// The longest name of a font family, in UTF-8.
  private static let maximumFamilyBytes = 128

  /// Reads a list of font families, written as in CSS; quotation marks are dropped.
  func fontFamilies(_ unresolved: JSONNode) -> [String]? {
    guard let node = resolved(unresolved), let text = plainText(node) else { return nil }
    let names = text.split(separator: ",").map { name in
      name.filter { $0 != "'" && $0 != "\"" }.split(separator: " ").joined(separator: " ")
    }
    let areNamesValid = names.allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.maximumFamilyBytes }
    guard !names.isEmpty, names.count <= Self.maximumFamilies, areNamesValid else {
      report("should be 1 to \(Self.maximumFamilies) names of families, such as \"Inter, sans-serif\"", at: node)
      return nil
    }
    return names
  }

  /// The path of the font file that the node names; nil after reporting why the file cannot be used, or where no files are looked
  /// for.
  func fontFile(_ unresolved: JSONNode) -> String? {
    guard let node = resolved(unresolved), let name = plainText(node) else { return nil }
    do throws(AssetLoader.Failure) {
      return try assetFinder?.filePath(named: name, writtenIn: Int(node.origin.source))
    } catch {
      report(error.message, at: node)
      return nil
    }
  }

  /// Reads text that is drawn: any text, a knob that holds text, or pieces that are joined.
  func words(_ unresolved: JSONNode) -> String? {
    guard let node = resolved(unresolved) else { return nil }
    // The value of a knob has another position than the reference to the knob.
    let isUnresolved = node.origin == unresolved.origin
    if isUnresolved, let text = node.string, let reference = KnobReference(text) {
      let hint = FamiliarNames.hint(reference.name, among: scope.knobs.map(\.name))
      report(
        "no knob holds this text; text that begins with an equals sign has to be a knob's value.\(hint)", at: node)
      return nil
    }
    if isUnresolved, let text = node.string {
      switch TextJoin.parse(text) {
      case .pieces(let pieces):
        return joined(pieces, at: node).flatMap { plainText(JSONNode(.string($0), at: node.origin)) }
      case .unclosed(let quote):
        report("a piece of this text has no end: \(quote) is missing", at: node)
        return nil
      case .other:
        if text.utf8.first == UInt8(ascii: "=") {
          warn(
            "this text is drawn as it stands, with its equals sign; a knob is written = name, and pieces are joined by = 'Dear ' + name",
            at: node.origin)
        }
      }
    }
    return plainText(node)
  }

  /// The pieces one after the other; nil after reporting what is wrong with one of them.
  private func joined(_ pieces: [TextJoin.Piece], at node: JSONNode) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .quoted(let quoted): text += quoted
      case .formula(let formula):
        let written = JSONNode(.string(formula), at: node.origin)
        // A knob with a number or a truth value is returned as it was written: it is a formula.
        guard let value = resolved(written) else { return nil }
        if value.origin != written.origin, let own = plainText(value) {
          text += own
        } else if value.origin == written.origin, let number = number(written, NumberSchema(.none)) {
          text += plain(number)
        } else {
          return nil
        }
      }
    }
    return text
  }

  /// Typesets a text in its font; nil after reporting why that is not possible, or where no files are looked for.
  func typeset(_ request: TypesettingRequest, at node: JSONNode) -> TypesetText? {
    guard assetFinder != nil else { return nil }
    do throws(AssetLoader.Failure) {
      guard let text = try assetFinder?.typeset(request) else { return nil }
      textElementCount += text.elementCount
      guard textElementCount <= Limits.textElements else {
        report("the letters of all texts have more than \(grouped(Limits.textElements)) lines and curves", at: node)
        return nil
      }
      return text
    } catch {
      report(error.message, at: node)
      return nil
    }
  }

  /// The form of words that become a sprite or an emitter's shape.
  enum WordsFigure {
    /// Words without emoji, as an outline; the middle of the text's box is at 0.
    case outline(VectorPath)
    /// Words with emoji, as a picture.
    case picture(SpriteWords)
  }

  /// The outline or picture of a text; nil where `typeset` gives nil, or after reporting that the text shows nothing.
  ///
  /// - Parameters:
  ///   - size: size of the font in points.
  ///   - keepsMiddle: whether a picture is centred at the middle of the text's box; otherwise at the middle of its visible part.
  func figure(
    of text: String, _ font: FontRequest, size: Double, keepsMiddle: Bool, at node: JSONNode
  ) -> WordsFigure? {
    guard let typesetText = typeset(TypesettingRequest(text, font: font, size: size), at: node) else { return nil }
    if typesetText.hasColors, let words = SpriteWords(typesetText, keepsMiddle: keepsMiddle) { return .picture(words) }
    let outline = typesetText.outline()
    guard outline.hasExtent else {
      report("\"\(text)\" has no letter with an outline", at: node)
      return nil
    }
    var path = VectorPath()
    path.append(outline, movedBy: PlanePoint(-typesetText.width / 2, -typesetText.height / 2))
    return .outline(path)
  }
}
