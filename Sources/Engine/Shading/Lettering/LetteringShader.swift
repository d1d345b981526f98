import Colorimetry
import Lanes
import Model
import Raster

/// Draws words: each part that moves independently is a shape of its own. Parts are drawn over each other in reading order.
///
/// A part is a letter, a word, a line or the whole text; on a circle it is always a letter. Its outlines are filled as one path in the plane of
/// the text's box, and placed together; so a gradient extends over the whole box and moves with each part.
final class LetteringShader: PlacedShader, @unchecked Sendable {
  private let words: Lettering
  private let context: ShaderContext
  private let isConstant: Bool
  private var isReady = false
  private var projection = Projection.identity
  private var placementVersion = 0

  /// The text that is shown, and its parts.
  private var shown: Shown?
  private var text = TypesetText()
  private var parts: [LetteringPart] = []
  /// The parts of which anything is visible at the time of the frame.
  private var visibleParts: [LetteringPart] = []
  /// The rank of each unit in the order in which units are animated.
  private var ranks: [Double] = []
  private var pictures = GlyphPictureCache()
  private var cursor: CursorPart?

  /// Identifies the text that is shown, so that the parts are made again only when the text changes.
  private enum Shown: Equatable {
    case passage(Int)
    case number(String)
    /// A passage with scrambled letters, in the time step `step`.
    case scrambled(Int, step: Double)
  }

  init(_ words: Lettering, in context: ShaderContext) {
    self.words = words
    self.context = context
    isConstant = words.isConstant
  }

  func place(by projection: Projection) {
    if projection == self.projection { return }
    self.projection = projection
    placementVersion += 1
    isReady = false
  }

  var isEmpty: Bool { visibleParts.isEmpty && cursor?.isShown != true }
  var contentVersion: Int? { isConstant ? placementVersion : nil }
  /// A tile is only partly covered.
  var pixelNanoseconds: Double { 1.2 }

  func update(at clock: AnimationClock) {
    if isReady && isConstant { return }
    let seconds = showText(at: clock)
    let origin = words.position.point(at: clock)
    let anchor = words.anchor.point(at: clock)
    let anchorPoint = SIMD2(anchor.x * text.width, anchor.y * text.height)
    // From the plane of the text's box to the layer's points.
    let textPlacement = Projection(1, 0, origin.x - anchorPoint.x, 0, 1, origin.y - anchorPoint.y)
    visibleParts.removeAll(keepingCapacity: true)
    for part in parts {
      let placement = words.circle.map { circlePlacement(of: part, $0, origin, at: clock) } ?? textPlacement
      if place(part, seconds, placement, clock) { visibleParts.append(part) }
    }
    placeCursor(seconds, textPlacement, at: clock)
    isReady = true
  }

  // MARK: The text

  /// Makes the parts of the current text if it has changed. Returns the seconds since the text appeared.
  private func showText(at clock: AnimationClock) -> Double {
    switch words.content {
    case .counter(let counter):
      let number = counter.text(of: counter.value.value(at: clock))
      if shown != .number(number) { show(.number(number), counter.typesetText(number)) }
      return clock.local
    case .passages(let passages):
      let index = max((passages.firstIndex { $0.start > clock.local } ?? passages.count) - 1, 0)
      guard passages.indices.contains(index) else { return clock.local }
      let seconds = clock.local - passages[index].start
      guard let units = words.units, let scramble = units.scramble, !scramble.letters.isEmpty else {
        if shown != .passage(index) { show(.passage(index), passages[index].text) }
        return seconds
      }
      let step = (seconds * scramble.rate).rounded(.down)
      if shown != .scrambled(index, step: step) {
        let passageText = passages[index].text
        let passageRanks = makeRanks(units, passageText)
        let scrambled = passageText.replacing { letter in
          let unit = units.unit(of: letter, in: passageText)
          guard seconds - units.begin - passageRanks[unit] * units.stagger < scramble.until else { return nil }
          let random = randomBits(
            UInt64(bitPattern: Int64(letter)) &* 0x1_0001 &+ UInt64(bitPattern: Int64(Int(limiting: step))))
          return scramble.letters[Int(random % UInt32(scramble.letters.count))]
        }
        show(.scrambled(index, step: step), scrambled)
      }
      return seconds
    }
  }

  /// Shows a text: makes its parts.
  private func show(_ shown: Shown, _ text: TypesetText) {
    self.shown = shown
    self.text = text
    ranks = words.units.map { makeRanks($0, text) } ?? []
    let byLetter = words.circle != nil || words.units?.kind == .letter
    // The letters of each part: letters of one unit move together and are drawn as one part.
    var members: [[Int]] = []
    var partOfUnit: [Int: Int] = [:]
    for letter in text.letters.indices where !text.letters[letter].isSpace {
      let unit = byLetter ? letter : words.units?.unit(of: letter, in: text) ?? 0
      let part = partOfUnit[unit] ?? members.count
      if part == members.count {
        partOfUnit[unit] = part
        members.append([])
      }
      members[part].append(letter)
    }
    // A ligature belongs to its first letter; glyphs are looked up by letter.
    var glyphs = [[TypesetText.Glyph]](repeating: [], count: text.letters.count)
    for glyph in text.glyphs { glyphs[glyph.letter].append(glyph) }
    parts = members.compactMap { letters in
      let unit = words.units?.unit(of: letters[0], in: text) ?? 0
      return LetteringPart(
        letters, of: text, letters.flatMap { glyphs[$0] }, unit: unit, words, context, &pictures)
    }
  }

  /// The rank of each unit in the order in which units are animated.
  private func makeRanks(_ units: LetterUnits, _ text: TypesetText) -> [Double] {
    let count = units.count(in: text)
    var randomRanks = [Int](repeating: 0, count: count)
    if units.order == .random {
      let keys = (0..<count).map { randomBits(UInt64($0)) }
      let order = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
      for (rank, unit) in order.enumerated() { randomRanks[unit] = rank }
    }
    return (0..<count).map { unit in units.rank(of: unit, count: count) { randomRanks[$0] } }
  }

  /// A random number that depends on the seed, the layer's path hash and an index alone.
  private func randomBits(_ index: UInt64) -> UInt32 {
    let key = StreamKey(seed: context.canvas.seed, path: context.pathHash).key(index: index)
    return key.lowHalf ^ key.highHalf
  }

  // MARK: Places

  /// Places a part by its unit's animated values. Returns false if nothing of the part is visible. `seconds` is the time since the text
  /// appeared; `placement` leads from the plane of the text's box to the layer's points, without the unit's values.
  private func place(
    _ part: LetteringPart, _ seconds: Double, _ placement: Projection, _ clock: AnimationClock
  ) -> Bool {
    guard let units = words.units else {
      part.place(by: placement.then(projection), opacity: 1, blur: 0, at: clock)
      return true
    }
    let unitClock = AnimationClock(
      local: seconds - units.begin
        - (ranks.indices.contains(part.unitIndex) ? ranks[part.unitIndex] : 0) * units.stagger, canvas: clock.canvas)
    let opacity = min(max(units.opacity.value(at: unitClock), 0), 1)
    let scale = units.scale.point(at: unitClock)
    guard opacity > 0, scale.x != 0, scale.y != 0 else { return false }
    let offset = units.offset.point(at: unitClock)
    let (sine, cosine) = Angles.sineAndCosine(degrees: units.rotation.value(at: unitClock))
    let middle = part.middle
    // Scaled and rotated about the middle, then moved.
    let (xx, xy, yx, yy) = (scale.x * cosine, -scale.y * sine, scale.x * sine, scale.y * cosine)
    let unitTransform = Projection(
      xx, xy, middle.x + offset.x - (xx * middle.x + xy * middle.y), yx, yy,
      middle.y + offset.y - (yx * middle.x + yy * middle.y))
    part.place(
      by: unitTransform.then(placement).then(projection), opacity: Float(opacity),
      blur: units.blur.value(at: unitClock), at: clock)
    return true
  }

  /// The placement of a letter on a circle: the middle of the letter's baseline touches the circle, and the letter's foot points to the
  /// circle's centre, or away from it inside of the circle.
  private func circlePlacement(
    of part: LetteringPart, _ circle: TextCircle, _ center: SIMD2<Double>, at clock: AnimationClock
  ) -> Projection {
    let letter = text.letters[part.firstLetter]
    let baseline = text.baseline(ofLine: letter.line)
    let depth = Double(letter.line) * text.lineHeight
    let radius = max(circle.radius.value(at: clock) + (circle.isInside ? depth : -depth), 1)
    let x = letter.x + letter.width / 2
    // Along the circle from the point at which the text is aligned.
    let degreesAlong = (x - circle.alignment.leftShare * text.width) / radius * (180 / Double.pi)
    let angle = circle.angle.value(at: clock) + (circle.isInside ? -degreesAlong : degreesAlong)
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    let (px, py) = (center.x + radius * cosine, center.y + radius * sine)
    // The letter's own rotation.
    let (s, c) = Angles.sineAndCosine(degrees: angle + (circle.isInside ? -90 : 90))
    return Projection(c, -s, px - (c * x - s * baseline), s, c, py - (s * x + c * baseline))
  }

  /// Places the cursor after the last letter whose animation has begun.
  private func placeCursor(_ seconds: Double, _ placement: Projection, at clock: AnimationClock) {
    guard let style = words.cursor else { return }
    var last = text.letters.count - 1
    // While letters still appear, the cursor does not blink.
    var isTyping = false
    if let units = words.units {
      last = -1
      for letter in text.letters.indices {
        let unit = units.unit(of: letter, in: text)
        let unitSeconds = seconds - units.begin - (ranks.indices.contains(unit) ? ranks[unit] : 0) * units.stagger
        if unitSeconds >= 0 { last = letter } else { isTyping = isTyping || unitSeconds < units.stagger }
      }
      isTyping = isTyping && last >= 0 && last < text.letters.count - 1
    }
    let phase = style.blinkSeconds > 0 ? seconds / style.blinkSeconds : 0
    let isLit = isTyping || style.blinkSeconds <= 0 || phase - phase.rounded(.down) < 0.5
    let letter = text.letters.indices.contains(last) ? text.letters[last] : nil
    let first = text.letters.first
    let x = letter.map { $0.x + $0.width } ?? first?.x ?? 0
    let part = cursor ?? CursorPart(style, words, context)
    cursor = part
    part.isShown = isLit
    if isLit {
      part.place(
        x: x, baseline: text.baseline(ofLine: letter?.line ?? 0), text, by: placement.then(projection), at: clock)
    }
  }

  // MARK: Tiles

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    for part in visibleParts { part.markDirty(blocks, rect: rect) }
    if let cursor, cursor.isShown { cursor.markDirty(blocks, rect: rect) }
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect {
    let cursorBox = cursor.flatMap { $0.isShown ? $0.contentBox(in: rect) : nil }
    let box = cursorBox ?? PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
    return visibleParts.reduce(box) { $0.union($1.contentBox(in: rect)) }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    let rect = tile.rect
    let showsCursor = cursor?.isShown == true
    guard showsCursor || visibleParts.contains(where: { !$0.misses(rect) }) else { return false }
    blocks.reset(width: tile.width, height: tile.height)
    for part in visibleParts { part.paint(tile, blocks: blocks, scratch: scratch) }
    if showsCursor { cursor?.paint(tile, blocks: blocks, scratch: scratch) }
    return true
  }
}

extension Lettering: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { LetteringShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let text = TextEstimate(self, in: frame)
    var cost = SourceCost(
      nanoseconds: nanoseconds(in: frame) + chordNanoseconds(text), remedy: "shorter or smaller words, or no blur")
    // Emoji are kept as four Floats a pixel, and once more with their mipmaps, a third more pixels.
    let emojiPixels = texts.flatMap(\.pictures).reduce(0.0) { $0 + Double($1.width * $1.height) }
    cost.frameBytes = emojiPixels * PixelMemory.floatPixelBytes * (1 + 4 / 3) + text.bytes
    cost.scratchBytes = text.scratchBytes
    return cost
  }
}
