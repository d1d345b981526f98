import Colorimetry
import Lanes
import Model
import Raster

/// The pictures of glyphs in the form in which they are sampled. Each is made once.
struct GlyphPictureCache {
  private var pictures: [(glyph: GlyphPicture, sampled: SampledPicture)] = []

  /// The premultiplied picture of a glyph: linear light, or encoded values where the canvas blends encoded values.
  mutating func sampled(_ glyph: GlyphPicture, _ blending: Canvas.Blending) -> SampledPicture {
    if let entry = pictures.first(where: { $0.glyph === glyph }) { return entry.sampled }
    let lightPicture = LightPicture(width: glyph.width, height: glyph.height, isOpaque: false)
    let tile = lightPicture.pixels.tile
    for y in 0..<glyph.height {
      let row = tile.row(y, plane: 0)
      for x in 0..<glyph.width {
        let pixel = (y * glyph.width + x) * 4
        let alpha = Double(glyph.pixels[pixel + 3])
        for channel in 0..<3 {
          // The glyph's pixels are encoded and premultiplied; the transfer function applies to straight values.
          let encoded = alpha > 0 ? Double(glyph.pixels[pixel + channel]) / alpha : 0
          let value = blending == .srgb ? encoded : TransferFunction.srgb.decode(encoded)
          row[channel * tile.width + x] = Float(value * (alpha / 255))
        }
        row[3 * tile.width + x] = Float(alpha / 255)
      }
    }
    let sampled = SampledPicture(width: glyph.width, height: glyph.height, edges: .transparent)
    sampled.store(lightPicture)
    pictures.append((glyph, sampled))
    return sampled
  }
}

/// Draws the picture of a glyph where and how `place` says.
final class GlyphPicturePainter {
  let painter = PathPainter()
  private let sharp: SampledPicture
  /// The sharp picture's box in the plane of the text.
  private let sharpBox: PlaneRect
  private var blurred: BlurredGlyph?
  /// The standard deviation, in points, of the blur given to the last `place`.
  private var blur = 0.0
  private let canvas: Canvas
  private var polygons = PolygonList()
  private var projection: Projection?

  init(_ glyph: GlyphPicture, at origin: PlanePoint, canvas: Canvas, _ cache: inout GlyphPictureCache) {
    sharp = cache.sampled(glyph, canvas.blending)
    sharpBox = PlaneRect(
      x: origin.x + glyph.box.x, y: origin.y + glyph.box.y, width: glyph.box.width, height: glyph.box.height)
    self.canvas = canvas
  }

  /// Sets where and how the picture is drawn.
  ///
  /// - Parameters:
  ///   - projection: from the plane of the text's box to points of the canvas.
  ///   - opacity: the factor of the picture's alpha.
  ///   - blur: standard deviation of the blur in points of the text's box.
  func place(by projection: Projection, opacity: Float, blur: Double) {
    painter.opacity = opacity
    if projection == self.projection && blur == self.blur { return }
    (self.projection, self.blur) = (projection, blur)
    painter.removeAll()
    painter.paint = nil
    guard sharpBox.width > 0, sharpBox.height > 0 else { return }
    let (sampled, box) = pictureToDraw()
    let scale = canvas.pixelsPerPoint
    let toFrame = projection.then(Projection(scale, 0, 0, 0, scale, 0))
    let (columnsPerPoint, rowsPerPoint) = (Double(sampled.width) / box.width, Double(sampled.height) / box.height)
    guard let inverse = toFrame.inverse else { return }
    let corners = [
      (box.x, box.y), (box.x + box.width, box.y), (box.x + box.width, box.y + box.height), (box.x, box.y + box.height),
    ].map { toFrame($0.0, $0.1) }
    // A picture that reaches behind the eye is not drawn.
    guard corners.allSatisfy({ $0.w > Self.leastW }) else { return }
    var view = PictureProjection(
      picture: sampled,
      inverse: inverse.then(
        Projection(columnsPerPoint, 0, -box.x * columnsPerPoint, 0, rowsPerPoint, -box.y * rowsPerPoint)),
      interpolation: .linear)
    let frame = PixelRect(x: 0, y: 0, width: canvas.widthPixels, height: canvas.heightPixels)
    view.levelCount = sampled.computeLevels(upTo: view.levelsNeeded(in: frame))
    painter.paint = PaintShader(view)
    polygons.removeAll()
    for corner in corners { polygons.add(SIMD2(corner.x, corner.y)) }
    polygons.close()
    painter.coverage.set(polygons, fillRule: .nonzero, isSimple: true, height: canvas.heightPixels)
  }

  /// The picture, blurred if a visible blur is set, and its box.
  private func pictureToDraw() -> (SampledPicture, PlaneRect) {
    let picturePixelsPerPoint = Double(sharp.width) / sharpBox.width
    guard blur * picturePixelsPerPoint > Self.leastBlur else { return (sharp, sharpBox) }
    let blurred = blurred ?? BlurredGlyph(sharp)
    self.blurred = blurred
    blurred.set(sigma: blur * picturePixelsPerPoint)
    let margin = blurred.margin / picturePixelsPerPoint
    return (
      blurred.picture,
      PlaneRect(
        x: sharpBox.x - margin, y: sharpBox.y - margin, width: blurred.width / picturePixelsPerPoint,
        height: blurred.height / picturePixelsPerPoint)
    )
  }

  /// The least visible standard deviation of a blur, in pixels of the picture.
  private static let leastBlur = 0.05
  /// A picture is drawn if the homogeneous coordinate w of all its projected corners is greater than this.
  private static let leastW = 0.01
}
