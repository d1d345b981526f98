import Lanes
import Model
import Raster

/// Letters that move together: their outlines as one shape, and their emoji.
final class LetteringPart {
  /// The index of the letters' unit.
  let unitIndex: Int
  /// The index of the first letter in the text.
  let firstLetter: Int
  /// The middle of the letters' boxes, about which they are scaled and rotated.
  let middle: PlanePoint
  private let shape: ShapeLayerShader?
  /// The emoji, which are drawn over the letters.
  private let emoji: [Emoji]

  /// A picture, an outline in a colour of its own, or what a font paints.
  private enum Emoji {
    case picture(GlyphPicturePainter)
    case shape(ShapeLayerShader)
    case painting(PaintedGlyph)
  }

  /// Nil for letters without glyphs. `letters` are indices in the text, `glyphs` the glyphs of these letters.
  init?(
    _ letters: [Int], of text: TypesetText, _ glyphs: [TypesetText.Glyph], unit: Int, _ words: Lettering,
    _ context: ShaderContext, _ cache: inout GlyphPictureCache
  ) {
    guard let first = letters.first, !glyphs.isEmpty else { return nil }
    unitIndex = unit
    firstLetter = first
    var (left, right) = (Double.infinity, -Double.infinity)
    var (firstLine, lastLine) = (Int.max, 0)
    for index in letters {
      let letter = text.letters[index]
      (left, right) = (min(left, letter.x), max(right, letter.x + letter.width))
      (firstLine, lastLine) = (min(firstLine, letter.line), max(lastLine, letter.line))
    }
    middle = PlanePoint((left + right) / 2, Double(firstLine + lastLine + 1) / 2 * text.lineHeight)
    var path = VectorPath()
    var emoji: [Emoji] = []
    let box = PlaneRect(x: 0, y: 0, width: text.width, height: text.height)
    for glyph in glyphs {
      if let outline = glyph.outline {
        if let color = glyph.color {
          var coloredPath = VectorPath()
          coloredPath.append(text.outlines[outline], movedBy: glyph.origin)
          let fill: Paint? =
            switch color {
            case .ofFont(let color): .color(.constant(color))
            case .ofText: words.fill ?? words.stroke?.paint
            }
          emoji.append(
            .shape(
              ShapeLayerShader(
                VectorShape(.path(coloredPath, box: nil), fill: fill), in: context, paintBox: box)))
        } else {
          path.append(text.outlines[outline], movedBy: glyph.origin)
        }
      }
      if let painting = glyph.painting {
        emoji.append(
          .painting(
            PaintedGlyph(
              text.paintings[painting], at: glyph.origin, in: context,
              textPaint: words.fill ?? words.stroke?.paint, textBox: box)))
      }
      if let picture = glyph.picture {
        emoji.append(
          .picture(GlyphPicturePainter(text.pictures[picture], at: glyph.origin, canvas: context.canvas, &cache)))
      }
    }
    self.emoji = emoji
    let hasPaint = words.fill != nil || words.stroke != nil
    shape =
      path.elements.isEmpty || !hasPaint
      ? nil
      : ShapeLayerShader(
        VectorShape(.path(path, box: nil), fill: words.fill, softness: words.softness, stroke: words.stroke),
        in: context, paintBox: box)
  }

  /// Sets where and how the letters are drawn.
  ///
  /// - Parameters:
  ///   - projection: from the plane of the text's box to points of the canvas.
  ///   - opacity: the factor of the letters' alpha.
  ///   - blur: standard deviation of the blur in points of the text's box.
  func place(by projection: Projection, opacity: Float, blur: Double, at clock: AnimationClock) {
    func place(_ shape: ShapeLayerShader) {
      shape.set(opacity: opacity, addedSoftness: blur * LetterUnits.softnessPerBlur)
      shape.place(by: projection)
      shape.update(at: clock)
    }
    if let shape { place(shape) }
    for item in emoji {
      switch item {
      case .picture(let picture): picture.place(by: projection, opacity: opacity, blur: blur)
      case .shape(let shape): place(shape)
      case .painting(let glyph):
        glyph.place(by: projection, opacity: opacity, softness: blur * LetterUnits.softnessPerBlur, at: clock)
      }
    }
  }

  /// Whether nothing is drawn in `rect`, in frame pixels.
  func misses(_ rect: PixelRect) -> Bool {
    shape?.misses(rect) ?? true
      && emoji.allSatisfy { item in
        switch item {
        case .picture(let picture): picture.painter.misses(rect)
        case .shape(let shape): shape.misses(rect)
        case .painting(let glyph): glyph.misses(rect)
        }
      }
  }

  func contentBox(in rect: PixelRect) -> PixelRect {
    let box = shape?.contentBox(in: rect) ?? PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
    return emoji.reduce(box) { box, item in
      switch item {
      case .picture(let picture): box.union(picture.painter.contentBox(in: rect))
      case .shape(let shape): box.union(shape.contentBox(in: rect))
      case .painting(let glyph): box.union(glyph.contentBox(in: rect))
      }
    }
  }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    _ = shape?.markDirty(blocks, rect: rect)
    for item in emoji {
      switch item {
      case .picture(let picture): picture.painter.markDirty(blocks, rect: rect)
      case .shape(let shape): _ = shape.markDirty(blocks, rect: rect)
      case .painting(let glyph): glyph.markDirty(blocks, rect: rect)
      }
    }
  }

  func paint(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    if let shape, !shape.misses(tile.rect) { shape.paintOver(tile, blocks: blocks, scratch: scratch) }
    for item in emoji {
      switch item {
      case .picture(let picture):
        if !picture.painter.misses(tile.rect) { picture.painter.paint(tile, blocks: blocks, scratch: scratch) }
      case .shape(let shape): if !shape.misses(tile.rect) { shape.paintOver(tile, blocks: blocks, scratch: scratch) }
      case .painting(let glyph): glyph.paint(tile, blocks: blocks, scratch: scratch)
      }
    }
  }
}

/// The cursor: a rectangle in the paint of the words.
final class CursorPart {
  private let style: TextCursor
  private let words: Lettering
  private let context: ShaderContext
  private var shape: ShapeLayerShader?
  /// The rectangle that `shape` draws, in the plane of the text's box.
  private var box: PlaneRect?
  var isShown = false

  init(_ style: TextCursor, _ words: Lettering, _ context: ShaderContext) {
    (self.style, self.words, self.context) = (style, words, context)
  }

  /// Sets where the cursor is drawn. `x` and the line's `baseline` lie in the plane of the text's box, which `projection` maps to
  /// the canvas.
  func place(
    x: Double, baseline: Double, _ text: TypesetText, by projection: Projection, at clock: AnimationClock
  ) {
    var next = style.box(lineHeight: text.lineHeight)
    next.x += x
    next.y += baseline
    if next != box {
      box = next
      var path = VectorPath()
      path.move(to: PlanePoint(next.x, next.y))
      path.line(to: PlanePoint(next.x + next.width, next.y))
      path.line(to: PlanePoint(next.x + next.width, next.y + next.height))
      path.line(to: PlanePoint(next.x, next.y + next.height))
      path.close()
      let paint = words.fill ?? words.stroke?.paint
      shape = ShapeLayerShader(
        VectorShape(.path(path, box: nil), fill: paint), in: context,
        paintBox: PlaneRect(x: 0, y: 0, width: text.width, height: text.height))
    }
    shape?.place(by: projection)
    shape?.update(at: clock)
  }

  func contentBox(in rect: PixelRect) -> PixelRect {
    shape?.contentBox(in: rect) ?? PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
  }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) { _ = shape?.markDirty(blocks, rect: rect) }

  func paint(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    if let shape, !shape.misses(tile.rect) { shape.paintOver(tile, blocks: blocks, scratch: scratch) }
  }
}
