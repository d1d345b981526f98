import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

private let canvas = Canvas(
  widthPoints: 64, heightPoints: 32, widthPixels: 64, heightPixels: 32, pixelsPerPoint: 1)

/// Words whose letters are squares of 8 × 8 points, 16 apart, so that the value of each pixel is known in closed form.
@Suite struct LetteringTests {
  /// `count` squares on one line, whose box is 16 × `count` wide and 16 high; each letter is a word of its own.
  private func squares(_ count: Int) -> TypesetText {
    var text = TypesetText()
    var square = VectorPath()
    square.move(to: PlanePoint(0, 0))
    square.line(to: PlanePoint(8, 0))
    square.line(to: PlanePoint(8, -8))
    square.line(to: PlanePoint(0, -8))
    square.close()
    let outline = text.appendOutline(square)
    for index in 0..<count {
      text.append(TypesetText.Letter(x: Double(16 * index), width: 16, word: index, line: 0, isSpace: false))
      text.append(
        TypesetText.Glyph(outline: outline, picture: nil, origin: PlanePoint(Double(16 * index) + 4, 12), letter: index)
      )
    }
    text.setBox(width: Double(16 * count), lineHeight: 16, baseline: 12, lineCount: 1, wordCount: count)
    return text
  }

  /// Draws a frame and returns its alphas, row by row.
  private func alphas(_ words: Lettering, at time: Double = 0, tile: (width: Int, height: Int)? = nil) -> [[Float]] {
    let shader = shaderOf(.text(words), canvas)
    shader.update(at: AnimationClock(time))
    let buffer = drawn(shader, canvas, tile: tile)
    return (0..<canvas.heightPixels).map { y in
      (0..<canvas.widthPixels).map { buffer.tile.row(y, plane: 3)[$0] }
    }
  }

  private func words(_ count: Int, units: LetterUnits? = nil, circle: TextCircle? = nil) -> Lettering {
    Lettering(
      .passages([Lettering.Passage(text: squares(count))]), position: AnimatedPoint(0, 0), anchor: AnimatedPoint(0, 0),
      fill: .color(.constant(.white)), units: units, circle: circle)
  }

  /// The columns and rows with an alpha above a half.
  private func filled(_ alphas: [[Float]]) -> (columns: [Int], rows: [Int]) {
    let rows = alphas.indices.filter { row in alphas[row].contains { $0 > 0.5 } }
    return (alphas[0].indices.filter { column in alphas.contains { $0[column] > 0.5 } }, rows)
  }

  @Test("Glyphs are filled where they lie") func places() {
    let found = filled(alphas(words(2)))
    #expect(found.columns == Array(4..<12) + Array(20..<28))
    #expect(found.rows == Array(4..<12))
  }

  @Test("The anchor is a share of the box") func anchor() {
    var words = words(2)
    (words.position, words.anchor) = (AnimatedPoint(64, 32), AnimatedPoint(1, 1))
    let found = filled(alphas(words))
    #expect(found.columns == Array(36..<44) + Array(52..<60) && found.rows == Array(20..<28))
  }

  @Test("Units begin one after the other, in the order that is asked for") func stagger() {
    let opacity = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))
    func row(_ order: LetterUnits.Order, at time: Double) -> [Float] {
      let units = LetterUnits(.letter, stagger: 0.25, order: order, opacity: opacity)
      let row = alphas(words(4, units: units), at: time)[8]
      return [8, 24, 40, 56].map { row[$0] }
    }
    #expect(row(.forwards, at: 0.5) == [0.5, 0.25, 0, 0])
    #expect(row(.backwards, at: 0.5) == [0, 0, 0.25, 0.5])
    #expect(row(.middle, at: 0.5) == [0.125, 0.375, 0.375, 0.125])
    #expect(row(.edges, at: 0.5) == [0.5, 0.25, 0.25, 0.5])
    #expect(row(.random, at: 0.5).sorted() == [0, 0, 0.25, 0.5])
  }

  @Test("Units are scaled and turned about their middles, then moved") func transforms() {
    let larger = LetterUnits(.letter, stagger: 0, offset: AnimatedPoint(1, 2), scale: AnimatedPoint(1.5, 1))
    let found = filled(alphas(words(2, units: larger)))
    #expect(found.columns == Array(3..<15) + Array(19..<31) && found.rows == Array(6..<14))
    let turned = LetterUnits(.letter, stagger: 0, scale: AnimatedPoint(1.5, 0.5), rotation: 90)
    let upright = filled(alphas(words(1, units: turned)))
    #expect(upright.columns == Array(6..<10) && upright.rows == Array(2..<14))
  }

  @Test("A blur keeps the light of a letter, and reaches beyond it") func blur() {
    let sharp = alphas(words(1)).joined().reduce(0, +)
    let blurred = alphas(words(1, units: LetterUnits(.letter, blur: 1)))
    #expect(abs(blurred.joined().reduce(0, +) - sharp) < 0.5)
    #expect(blurred[8][3] > 0.2 && blurred[8][3] < 0.5)
  }

  @Test("On a circle letters stand upright as seen from its middle") func circle() {
    // A single letter, its foot on the circle of radius 10 about (30, 20), at the right: turned by a right angle.
    var words = words(1, circle: TextCircle(radius: 10, angle: 0))
    words.position = AnimatedPoint(30, 20)
    let found = filled(alphas(words))
    #expect(found.columns == Array(40..<48) && found.rows == Array(16..<24))
  }

  @Test("Tiles of any size have equal pixels", arguments: [(8, 8), (16, 32), (64, 8)]) func tiles(
    tile: (width: Int, height: Int)
  ) {
    let units = LetterUnits(.letter, stagger: 0.1, rotation: 30, blur: 2)
    let words = words(4, units: units, circle: nil)
    #expect(alphas(words, at: 0.3, tile: tile) == alphas(words, at: 0.3))
  }

  @Test("Texts follow each other by their starts, and a cursor stands after the letters that have appeared")
  func passages() {
    var words = words(2)
    words.content = .passages([
      Lettering.Passage(start: 0, text: squares(1)), Lettering.Passage(start: 1, text: squares(3)),
    ])
    #expect(filled(alphas(words, at: 0.9)).columns == Array(4..<12))
    #expect(filled(alphas(words, at: 1)).columns.count == 24)
    words.cursor = TextCursor(.block, blinkSeconds: 0)
    let hidden = AnimatedNumber.Hold(before: 0, start: 0, after: nil, end: 0)
    words.units = LetterUnits(.letter, stagger: 0.5, opacity: AnimatedNumber(.held(.constant(1), hidden)))
    let columns = filled(alphas(words, at: 1.5)).columns
    #expect(columns.contains(24), "the second letter: \(columns)")
    #expect(columns.contains(34) && !columns.contains(42), "\(columns)")
  }
}
