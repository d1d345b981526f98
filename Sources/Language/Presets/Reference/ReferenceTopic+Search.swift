import Colorimetry
import JSON
import Lanes

// Search for a word that is no topic: among the names that values may have, and among the names and sentences of keys.

extension ReferenceTopic {
  /// The most keys that a search lists.
  private static let maximumKeysFound = 20
  /// The shortest word, in characters, that is looked for in keys and their sentences. Most sentences contain shorter words.
  private static let minimumWordLength = 3

  /// A topic with everything that is found for a word; nil if nothing is found.
  package static func search(_ word: String) -> ReferenceTopic? {
    let values = values(named: word)
    let keys = keys(mentioning: word)
    guard !values.isEmpty || !keys.isEmpty else { return nil }
    return ReferenceTopic(name: word, about: "What is known of \(word).") {
      let parts = list(of: values, heading: "\(shortened(word)) may be used in these places")
      return PlainText(parts: parts + list(of: keys, heading: "Keys that have to do with \(shortened(word))"))
    }
  }

  /// A list of the keys that mention a word, as parts of a text; empty if there are none.
  ///
  /// - Parameter shownPaths: paths of keys that the text has shown already.
  static func mentions(of word: String, excluding shownPaths: [String]) -> [PlainText.Part] {
    list(of: keys(mentioning: word).filter { !shownPaths.contains($0.path) }, heading: "Other keys that mention it")
  }

  /// A list of keys under a heading; empty without keys.
  private static func list(of keys: [MentioningKey], heading: String) -> [PlainText.Part] {
    if keys.isEmpty { return [] }
    var parts: [PlainText.Part] = [
      .heading(heading), .list(keys.prefix(maximumKeysFound).map { ($0.path, $0.sentence) }),
    ]
    if keys.count > maximumKeysFound { parts.append(.paragraph("… and \(keys.count - maximumKeysFound) more")) }
    return parts
  }

  /// The uses of a name in other places than some, as parts of a text; empty if there are none.
  static func otherUses(of name: String, besides places: [String]) -> [PlainText.Part] {
    list(of: values(named: name).filter { !places.contains($0.place) }, heading: "Other uses of \(name)")
  }

  /// A list of uses under a heading; empty without uses.
  private static func list(of values: [NamedValue], heading: String) -> [PlainText.Part] {
    if values.isEmpty { return [] }
    return [
      .heading(heading), .list(values.map { ($0.place, $0.meaning) }), .heading("See also"),
      .words(values.map(\.topic).uniqued().map { "motes help \($0)" }),
    ]
  }

  // MARK: Values

  /// A use of a name in the preset language: as a value of a key, a function, a timing curve …
  private struct NamedValue {
    /// The key that may hold the name, such as `cell.when`; for a function its call, for other names the name.
    let place: String
    let meaning: String
    /// The topic that lists this name among others of its kind.
    let topic: String
  }

  /// All uses of a name; case is ignored.
  private static func values(named word: String) -> [NamedValue] {
    func isSame(_ name: String) -> Bool { name.lowercased() == word.lowercased() }
    var found: [NamedValue] = []
    for object in Declarations.all {
      for key in object.keys {
        guard let names = key.value.names, let name = names.first(where: isSame) else { continue }
        let sentence = key.choiceSentences.first { $0.name == name }?.sentence ?? key.sentence
        let path = "\(object.name).\(key.name)"
        found.append(NamedValue(place: path, meaning: sentence, topic: topic(listing: names)?.name ?? path))
      }
    }
    for function in FormulaFunction.all(for: .number) where isSame(function.name) {
      found.append(NamedValue(place: function.usage, meaning: "Function: \(function.about)", topic: functions.name))
    }
    for function in FormulaFunction.all(for: .pixels)
    where isSame(function.name) && FormulaFunction.named(function.name, for: .number) == nil {
      found.append(
        NamedValue(place: function.usage, meaning: "Function of fields: \(function.about)", topic: shaders.name))
    }
    for variable in FormulaVariable.all(for: .number) where variable.names.contains(where: isSame) {
      let about = PlainText.withoutBackticks(variable.about)
      found.append(
        NamedValue(place: variable.namesText, meaning: "In formulas: \(about).", topic: expressions.name))
    }
    if let name = Easing.names.first(where: isSame) {
      found.append(NamedValue(place: name, meaning: "A timing curve.", topic: easings.name))
    }
    if let name = PresetDecoder.interpolationSpaces.first(where: isSame) {
      found.append(NamedValue(place: name, meaning: "A space in which colours are mixed.", topic: colors.name))
    }
    if let name = (["transparent"] + NamedColors.all.map(\.name)).first(where: isSame) {
      found.append(NamedValue(place: name, meaning: "A colour of CSS.", topic: colors.name))
    }
    if let point = PresetDecoder.namedPoints.first(where: { isSame($0.name) }) {
      let meaning = "The point [\"\(point.x)\", \"\(point.y)\"] of the canvas."
      found.append(NamedValue(place: "\"\(point.name)\"", meaning: meaning, topic: points.name))
    }
    return found
  }

  // MARK: Keys

  /// A key that mentions a word.
  private struct MentioningKey {
    /// The kind of object and the key: `cell.intensity`.
    let path: String
    let sentence: String
  }

  /// The keys that mention a word: first those that other programs call by this word, then those with the word in their names,
  /// then those with the word in their sentences or in the names that they may hold.
  private static func keys(mentioning word: String) -> [MentioningKey] {
    let lowercasedWord = word.lowercased()
    guard lowercasedWord.count >= minimumWordLength else { return [] }
    let meantKeys = FamiliarNames.meanings(of: word)
    var byRank: [[MentioningKey]] = [[], [], []]
    for object in Declarations.all {
      for key in object.keys {
        let found = MentioningKey(path: "\(object.name).\(key.name)", sentence: key.sentence)
        if meantKeys.contains(key.name) {
          byRank[0].append(found)
        } else if isPrefix(lowercasedWord, ofAWordIn: key.name) {
          byRank[1].append(found)
        } else if ([key.sentence] + key.choiceSentences.map(\.name)).contains(where: {
          isPrefix(lowercasedWord, ofAWordIn: $0)
        }) {
          byRank[2].append(found)
        }
      }
    }
    return byRank.flatMap { $0 }
  }

  /// Whether a text has a word that begins with a lowercase prefix. In a name such as yAcceleration each capital begins a word.
  private static func isPrefix(_ prefix: String, ofAWordIn text: String) -> Bool {
    let characters = Array(text)
    // One character for each of `characters`; a letter whose lowercase form has several is replaced by a space.
    let lowercased = characters.map { Array($0.lowercased()) }.map { $0.count == 1 ? $0[0] : " " }
    let pattern = Array(prefix)
    guard pattern.count <= lowercased.count else { return false }
    return (0...(lowercased.count - pattern.count)).contains { start in
      let isWordStart = start == 0 || !characters[start - 1].isLetter || characters[start].isUppercase
      return isWordStart && lowercased[start..<(start + pattern.count)].elementsEqual(pattern)
    }
  }
}

extension ValueKind {
  /// The names that the value may be; nil if it is no choice of names.
  fileprivate var names: [String]? {
    switch self {
    case .choice(let names): names
    case .list(let element): element.names
    case .anyOf(let alternatives): alternatives.compactMap(\.names).first
    default: nil
    }
  }
}
