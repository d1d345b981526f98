import JSON
import Model

extension PresetDecoder {
  /// Reads the text of a layer.
  func text(_ node: JSONNode) -> Lettering? {
    guard var draft = object(node, Declarations.text) else { return nil }
    guard draft.words == nil || draft.counter == nil else {
      report("has both words and number; it shows one of them", at: node)
      return nil
    }
    guard let content = content(&draft, node) else { return nil }
    var units = draft.units?.letterUnits
    if let scramble = draft.units?.scramble, let unitsNode = node["units"] {
      let scrambleNode = unitsNode["scramble"] ?? unitsNode
      guard let letters = separateLetters(scramble.letters, draft, at: scrambleNode) else { return nil }
      units?.scramble = TextScramble(letters: letters, rate: scramble.rate, until: scramble.until)
    }
    if units == nil, let typewriter = draft.typewriter {
      // A letter is invisible before its own time 0, and visible from then on.
      let hiddenBeforeStart = AnimatedNumber.Hold(before: 0, start: 0, after: nil, end: 0)
      units = LetterUnits(
        .letter, begin: typewriter.begin, stagger: 1 / typewriter.rate,
        opacity: AnimatedNumber(.held(.constant(1), hiddenBeforeStart), in: 0...1))
    }
    if draft.fill == nil, draft.stroke == nil { draft.fill = .color(.constant(.white)) }
    var circle = draft.circle
    circle?.alignment = draft.alignment
    return Lettering(
      content, position: draft.position, anchor: draft.anchor, fill: draft.fill, softness: draft.softness,
      stroke: draft.stroke, units: units, cursor: draft.cursor, circle: circle)
  }

  /// The words or the counter of a draft. If the widest text exceeds `maximumWidth`, the draft's size and tracking are scaled
  /// down so that this text fits. Whatever is typeset from the draft afterwards, such as the letters of a scramble, has the
  /// smaller size, too.
  func content(_ draft: inout TextDraft, _ node: JSONNode) -> Lettering.Content? {
    if let counterDraft = draft.counter, let counterNode = node["number"] {
      return inside(key: "number") { counter(counterDraft, draft, at: counterNode) }.map { .counter($0) }
    }
    guard let wordsNode = draft.words else {
      report("a text needs the key words or the key number", at: node)
      return nil
    }
    guard let passages = inside(key: "words", { passages(wordsNode) }) else { return nil }
    let isInOrder = zip(passages, passages.dropFirst()).allSatisfy { $0.start < $1.start }
    guard !passages.isEmpty, isInOrder else {
      inside(key: "words") {
        report(
          passages.isEmpty ? "needs at least one text" : "each text has to begin after the one before it", at: wordsNode
        )
      }
      return nil
    }
    func typesetAll() -> [Lettering.Passage]? {
      let typesetPassages = inside(key: "words") {
        passages.compactMap { passage in
          typeset(request(passage.words ?? "", draft), at: wordsNode).map {
            Lettering.Passage(start: passage.start, text: draft.showsEmoji ? $0 : $0.withoutEmoji)
          }
        }
      }
      return typesetPassages.count == passages.count ? typesetPassages : nil
    }
    guard let fullSizePassages = typesetAll() else { return nil }
    // A wrapped text's box is as wide as its lines may be; what counts is the longest line, such as a word that cannot be broken.
    let widest =
      fullSizePassages.map { passage in
        guard draft.wrapWidth != nil else { return passage.text.width }
        return passage.text.edgesOfLines(tracking: draft.tracking).map { $0.upperBound - $0.lowerBound } ?? 0
      }.max() ?? 0
    guard let maximum = draft.maximumWidth, widest > maximum else { return .passages(fullSizePassages) }
    // All lengths are proportional to the size, so it is enough to scale once.
    draft.size *= maximum / widest
    draft.tracking *= maximum / widest
    return typesetAll().map { .passages($0) }
  }

  /// The request to typeset words as the draft says, wrapped and aligned.
  private func request(_ words: String, _ draft: TextDraft) -> TypesettingRequest {
    TypesettingRequest(
      words, font: draft.font, size: draft.size, tracking: draft.tracking, lineHeight: draft.lineHeight,
      wrapWidth: draft.wrapWidth, alignment: draft.alignment)
  }

  /// The request to typeset pieces of text, one on each line, that are later placed one by one. The lines are aligned to the left
  /// and are not wrapped.
  private func requestForPieces(_ words: String, _ draft: TextDraft) -> TypesettingRequest {
    TypesettingRequest(
      words, font: draft.font, size: draft.size, tracking: draft.tracking, lineHeight: draft.lineHeight, wrapWidth: nil,
      alignment: .left)
  }

  /// Reads one text, or a list of texts with the times at which they begin.
  private func passages(_ unresolved: JSONNode) -> [PassageDraft]? {
    guard let node = resolved(unresolved) else { return nil }
    guard node.elements != nil else { return words(unresolved).map { [PassageDraft(words: $0)] } }
    return list(node, of: "texts") { object($0, Declarations.passage) }
  }

  /// The letters of a text, each typeset by itself.
  private func separateLetters(_ letters: String, _ draft: TextDraft, at node: JSONNode) -> [TypesetText]? {
    let lines = letters.filter { !$0.isWhitespace }.map(String.init).joined(separator: "\n")
    guard !lines.isEmpty else {
      report("needs at least one letter", at: node)
      return nil
    }
    return typeset(requestForPieces(lines, draft), at: node)?.separateLines()
  }

  /// The counter of a draft. If the text of its least or greatest value exceeds `maximumWidth`, the counter is typeset again at a
  /// smaller size. Values in between are not measured.
  private func counter(_ counterDraft: CounterDraft, _ textDraft: TextDraft, at node: JSONNode) -> TextCounter? {
    guard let value = counterDraft.value else { return nil }
    guard counterDraft.grouping.count <= 4, counterDraft.decimalPoint.count <= 4 else {
      report("grouping and point have at most 4 letters", at: node)
      return nil
    }
    var textDraft = textDraft
    func makeCounter() -> TextCounter? {
      let characters = TextCounter.characters(
        grouping: counterDraft.grouping, decimalPoint: counterDraft.decimalPoint)
      let lines = characters.map(String.init).joined(separator: "\n")
      guard let typesetCharacters = typeset(requestForPieces(lines, textDraft), at: node)?.separateLines(),
        typesetCharacters.count == characters.count
      else {
        report("grouping and point cannot have control characters", at: node)
        return nil
      }
      func typesetAffix(_ words: String) -> TypesetText? {
        words.isEmpty ? nil : typeset(requestForPieces(words, textDraft), at: node)
      }
      return TextCounter(
        value: value, format: counterDraft.format, decimals: counterDraft.decimals, grouping: counterDraft.grouping,
        decimalPoint: counterDraft.decimalPoint, isTabular: counterDraft.isTabular,
        prefix: typesetAffix(counterDraft.prefix), suffix: typesetAffix(counterDraft.suffix),
        characters: Dictionary(uniqueKeysWithValues: zip(characters, typesetCharacters)))
    }
    guard let counter = makeCounter() else { return nil }
    let widest = extremeTexts(of: counter).map(\.width).max() ?? 0
    guard let maximum = textDraft.maximumWidth, widest > maximum else { return counter }
    textDraft.size *= maximum / widest
    textDraft.tracking *= maximum / widest
    return makeCounter()
  }

  /// The texts of a counter's least and greatest value.
  func extremeTexts(of counter: TextCounter) -> [TypesetText] {
    let range = counter.value.valueRange(
      during: ClockRange(local: 0...scope.duration, canvas: 0...scope.duration))
    return [range.lowerBound, range.upperBound].map { counter.typesetText(counter.text(of: $0)) }
  }
}

extension TypesetText {
  /// The text without its emoji; their places stay empty.
  fileprivate var withoutEmoji: TypesetText {
    if !hasColors { return self }
    var text = TypesetText()
    for outline in outlines { _ = text.appendOutline(outline) }
    for letter in letters { text.append(letter) }
    for glyph in glyphs where !glyph.isColored { text.append(glyph) }
    text.setBox(
      width: width, lineHeight: lineHeight, baseline: baseline, lineCount: lineCount, wordCount: wordCount)
    return text
  }
}
