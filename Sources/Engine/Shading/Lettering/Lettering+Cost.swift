import Model

extension Lettering {
  /// Nanoseconds of one core for placing and drawing one of the parts of a text that move independently, such as a letter.
  private static let partNanoseconds = 2_000.0
  /// Nanoseconds of one core for cutting a filled outline into a chord, and for resolving the outline's crossings there.
  private static let chordNanoseconds = 180.0
  private static let resolvedChordNanoseconds = 110.0
  /// Nanoseconds of a chord of a line along which a stroke is drawn, in place of those of a filled outline.
  private static let strokeChordNanoseconds = 290.0
  private static let resolvedStrokeChordNanoseconds = 600.0
  /// Nanoseconds of one core for a pixel of an emoji, and of the border around it, that is blurred.
  private static let blurredPixelNanoseconds = 30.0

  /// Nanoseconds of one core for the chords of the text that has most: each frame that is drawn alone cuts all outlines.
  func chordNanoseconds(_ text: TextEstimate) -> Double {
    var sum = 0.0
    if fill != nil { sum += text.chords * Self.chordNanoseconds + text.resolvedChords * Self.resolvedChordNanoseconds }
    if stroke != nil {
      sum +=
        text.chords * Self.strokeChordNanoseconds + text.resolvedChords * Self.resolvedStrokeChordNanoseconds
    }
    return sum
  }

  /// Nanoseconds of one core for the costliest of the layer's texts, of which only one is shown at a time, without its chords.
  func nanoseconds(in frame: CostedFrame) -> Double {
    let (canvas, largest) = (frame.canvas, frame.largest)
    let blur = units.map { largest($0.blur) } ?? 0
    let softness = AnimatedNumber(largest(self.softness) + blur * LetterUnits.softnessPerBlur)
    let scale = units.map {
      AnimatedPoint(AnimatedNumber(largest($0.scale.x)), AnimatedNumber(largest($0.scale.y)))
    }
    let transform = ShapeTransform(scale: scale ?? AnimatedPoint(1, 1))
    return texts.map { text in
      // The pictures of a text are colour emoji that its font holds as bitmaps. Its paintings are glyphs that the font describes as areas
      // in colours and gradients.
      let picturePixels = text.pictures.reduce(0.0) { $0 + Double($1.width * $1.height) }
      /// The pixels of the frame in the boxes of all pictures.
      let boxedPixels = text.glyphs.reduce(0.0) { sum, glyph in
        guard let picture = glyph.picture.map({ text.pictures[$0] }) else { return sum }
        // A blur reaches three standard deviations.
        return sum + frame.boxPixels(picture.box.width + 6 * blur, picture.box.height + 6 * blur)
      }
      let paintedArea = text.glyphs.reduce(0.0) { sum, glyph in
        sum + (glyph.painting.map { text.paintings[$0].drawnArea } ?? 0)
      }
      let paintedPixels = paintedArea * canvas.pixelsPerPoint * canvas.pixelsPerPoint
      // Each picture is blurred by itself, with a border of 13 or more of its pixels on each side (`BlurredGlyph`); 16 are assumed.
      let blurredPixels =
        blur > 0
        ? text.glyphs.reduce(0.0) { sum, glyph in
          guard let picture = glyph.picture.map({ text.pictures[$0] }) else { return sum }
          return sum + Double((picture.width + 32) * (picture.height + 32))
        } : 0
      let shape = VectorShape(
        .path(text.outline(), box: nil), fill: fill, softness: softness, stroke: stroke, transform: transform)
      let parts = circle == nil ? units?.count(in: text) ?? 1 : text.letters.count
      return shape.nanoseconds(in: frame) + Double(parts) * Self.partNanoseconds + picturePixels
        * PlacedPicture.filePixelNanoseconds
        + blurredPixels * Self.blurredPixelNanoseconds
        + boxedPixels * (PixelCost.transformed + PixelCost.composite)
        + paintedPixels
        * (VectorShape.pixelNanoseconds + Gradient.linearPixelNanoseconds
          + (blur > 0 ? VectorShape.softPixelNanoseconds : 0))
    }.max() ?? 0
  }
}
