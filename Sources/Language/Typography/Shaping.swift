import CHarfBuzz

/// A part of a line in one font, script and direction, shaped by HarfBuzz.
struct ShapedRun {
  struct Glyph {
    /// Number of the glyph in its font.
    var index: UInt32
    /// Index, in the paragraph, of the glyph's letter; the first one if several letters were joined.
    var letter: Int
    /// How far the pen moves to the right, in em.
    var advance: Double
    /// Where the glyph lies to the right of the pen, in em.
    var offsetX: Double
    /// Where the glyph lies below the baseline, in em.
    var offsetY: Double
  }

  /// Index of the face in the `FontSet`.
  var face: Int
  /// Embedding level (`BidiLevels`). Odd levels run from right to left.
  var level: Int
  /// Indices of the letters in the paragraph.
  var letters: Range<Int>
  /// The glyphs from left to right.
  var glyphs: [Glyph]
}

/// The letters of a paragraph, and what their shaping depends on: the direction, font and script of each.
struct Paragraph {
  /// The letters. A letter is a grapheme cluster: what a reader takes for one character.
  let letters: [Character]
  private let directions: BidiLevels
  /// For each letter, the index of its face in the `FontSet`.
  private let faces: [Int]
  /// The script of each letter.
  private let scripts: [hb_script_t]
  /// The Unicode scalars of all letters.
  private let scalars: [UInt32]
  /// For each scalar, the index of its letter.
  private let letterOfScalar: [Int]
  /// For each letter, the index of its first scalar; at the end, the number of scalars.
  private let firstScalars: [Int]

  init(_ text: Substring, _ fonts: FontSet) throws(TypographyError) {
    let letters = Array(text)
    self.letters = letters
    var faces: [Int] = []
    for letter in letters {
      // A space takes the font of the letter before it, so that it does not split a run; so does a mark that is never seen, such as
      // one of direction. Spaces of emoji fonts are too wide.
      let lastFace = fonts.faces[faces.last ?? 0]
      let isUnseen = letter.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
      let keepsFace = letter == " " && !lastFace.hasColors && lastFace.has(" ")
      faces.append(isUnseen || keepsFace ? faces.last ?? 0 : try fonts.faceIndex(for: letter))
    }
    self.faces = faces
    var (scalars, letterOfScalar, firsts): ([UInt32], [Int], [Int]) = ([], [], [])
    for (index, letter) in letters.enumerated() {
      firsts.append(scalars.count)
      for scalar in letter.unicodeScalars {
        scalars.append(scalar.value)
        letterOfScalar.append(index)
      }
    }
    firstScalars = firsts + [scalars.count]
    self.scalars = scalars
    self.letterOfScalar = letterOfScalar
    directions = BidiLevels(scalars, letters: firsts)
    scripts = Self.scripts(of: letters)
  }

  /// The script of each letter. A letter that belongs to no single script, such as a space, gets the script of the letter before
  /// it. Before the first letter with a script, it gets the script of that letter.
  private static func scripts(of letters: [Character]) -> [hb_script_t] {
    let unicode = hb_unicode_funcs_get_default()
    let unspecific = [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN]
    let own = letters.map { hb_unicode_script(unicode, $0.unicodeScalars.first?.value ?? 0) }
    var current = own.first { !unspecific.contains($0) } ?? HB_SCRIPT_LATIN
    return own.map { script in
      if !unspecific.contains(script) { current = script }
      return current
    }
  }

  /// For each letter, whether a line may end after it.
  var lineEnds: [Bool] {
    let opportunities = LineBreaking.opportunities(scalars)
    return firstScalars.dropFirst().map { opportunities[$0 - 1] }
  }

  /// Shapes some letters as a line. The runs are returned in the order in which they are drawn from left to right.
  ///
  /// - Parameter joinsLetters: whether letters may be joined to ligatures.
  func shaped(_ range: Range<Int>, _ fonts: FontSet, joinsLetters: Bool) -> [ShapedRun] {
    let (levels, order) = directions.line(range)
    var runs: [Int: ShapedRun] = [:]
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, faces[end] == faces[start], levels[end] == levels[start],
        scripts[end] == scripts[start]
      {
        end += 1
      }
      runs[start] = shapedRun(start..<end, fonts.faces[faces[start]], level: levels[start], joinsLetters: joinsLetters)
      start = end
    }
    // A run's letters lie side by side, whatever their order; so its first letter tells its place.
    return order.compactMap { runs[$0] }
  }

  /// The tag of OpenType's feature `liga`.
  private static let standardLigatures: hb_tag_t = 0x6C69_6761
  /// The tag of OpenType's feature `clig`.
  private static let contextualLigatures: hb_tag_t = 0x636C_6967

  private func shapedRun(_ range: Range<Int>, _ face: FontFace, level: Int, joinsLetters: Bool) -> ShapedRun {
    var run = ShapedRun(face: faces[range.lowerBound], level: level, letters: range, glyphs: [])
    guard let buffer = hb_buffer_create() else { return run }
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    let (first, end) = (firstScalars[range.lowerBound], firstScalars[range.upperBound])
    hb_buffer_add_codepoints(buffer, scalars, Int32(scalars.count), UInt32(first), Int32(end - first))
    hb_buffer_set_direction(buffer, run.level % 2 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, scripts[range.lowerBound])
    // The language is undetermined ("und"): by default it would be the machine's, and shaping could differ between machines.
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1))
    // With tracking, letters are not joined to ligatures, as in CSS.
    var features = [Self.standardLigatures, Self.contextualLigatures].map { tag in
      hb_feature_t(tag: tag, value: joinsLetters ? 1 : 0, start: 0, end: UInt32.max)
    }
    hb_shape(face.shaper, buffer, &features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return run }
    let unit = face.unitsPerEm
    for index in 0..<Int(count) {
      // HarfBuzz names a cluster by the index of its first scalar in `scalars`.
      let scalar = min(Int(infos[index].cluster), letterOfScalar.count - 1)
      run.glyphs.append(
        ShapedRun.Glyph(
          index: infos[index].codepoint, letter: letterOfScalar[scalar],
          advance: Double(positions[index].x_advance) / unit, offsetX: Double(positions[index].x_offset) / unit,
          offsetY: -Double(positions[index].y_offset) / unit))
    }
    return run
  }
}
