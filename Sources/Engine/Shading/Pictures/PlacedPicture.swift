import Lanes
import Model
import Raster

/// A picture in a box. An upright picture is resampled along both axes (`UprightPicture`). A picture that is projected or repeated, or
/// whose pixels are to stay sharp squares, is sampled pixel by pixel (`PictureProjection`) inside of its box, which is covered like a
/// path.
final class PlacedPicture: @unchecked Sendable {
  private let canvas: Canvas
  private var upright = UprightPicture()
  private let painter = PathPainter()
  private var polygons = PolygonList()
  /// The picture as `PictureProjection` samples it, and the picture that it was made from.
  private var mipmapped: SampledPicture?
  private var mipmappedSource: LightPicture?
  /// Whether `upright` draws the picture; otherwise `painter` does.
  private var isUpright = true

  /// How a picture lies in its plane. Boxes are measured in points times the canvas's pixels per point: in pixels of the frame where
  /// `projection` is the identity.
  struct Layout {
    /// The box of the whole picture, or of the first copy of a repeated picture.
    var pictureBox: PlaneRect
    /// The box to which the picture is cropped.
    var visibleBox: PlaneRect
    /// Whether copies of the picture fill `visibleBox`.
    var repeats = false
    var scaling = Picture.Scaling.smooth
    /// The mapping from the layer's points to the canvas's points, if the layer is moved, turned or projected; must have an inverse.
    var projection = Projection.identity
  }

  init(canvas: Canvas) { self.canvas = canvas }

  /// Releases the picture.
  func forget() {
    upright.forget()
    painter.paint = nil
    mipmapped = nil
    mipmappedSource = nil
  }

  /// Sets the picture, nil for none, and how it lies.
  func set(_ picture: LightPicture?, _ layout: Layout) {
    let toFrame = layout.projection.scaled(by: canvas.pixelsPerPoint)
    isUpright =
      !layout.repeats && layout.scaling == .smooth && toFrame.isAffine && toFrame.xy == 0 && toFrame.yx == 0
      && toFrame.xx > 0 && toFrame.yy > 0
    painter.removeAll()
    guard let picture, layout.pictureBox.width > 0, layout.pictureBox.height > 0 else { return forget() }
    if isUpright {
      func inFrame(_ rect: PlaneRect) -> PlaneRect {
        toFrame == .identity
          ? rect
          : PlaneRect(
            x: toFrame.xx * rect.x + toFrame.x0, y: toFrame.yy * rect.y + toFrame.y0,
            width: toFrame.xx * rect.width, height: toFrame.yy * rect.height)
      }
      upright.set(picture, box: inFrame(layout.pictureBox), visible: inFrame(layout.visibleBox), canvas: canvas)
    } else {
      upright.forget()
      setProjected(picture, layout, toFrame)
    }
  }

  private func setProjected(_ picture: LightPicture, _ layout: Layout, _ toFrame: Projection) {
    guard let inverse = toFrame.inverse else { return }
    // From pixels of the frame to those of the picture.
    let box = layout.pictureBox
    let (columns, rows) = (Double(picture.width) / box.width, Double(picture.height) / box.height)
    let toPicture = inverse.then(Projection(columns, 0, -box.x * columns, 0, rows, -box.y * rows))
    let mipmapped = mipmappedPicture(of: picture, layout)
    var view = PictureProjection(
      picture: mipmapped, inverse: toPicture, interpolation: layout.scaling == .nearest ? .nearest : .linear)
    if layout.scaling == .smooth {
      let frame = PixelRect(x: 0, y: 0, width: canvas.widthPixels, height: canvas.heightPixels)
      view.levelCount = mipmapped.computeLevels(upTo: view.levelsNeeded(in: frame))
    }
    painter.paint = PaintShader(view)
    polygons.removeAll()
    for corner in outline(layout, toFrame) { polygons.add(corner) }
    polygons.close()
    painter.coverage.set(polygons, fillRule: .nonzero, isSimple: true, height: canvas.heightPixels)
  }

  /// The picture in the form that `PictureProjection` samples, made once for each picture.
  private func mipmappedPicture(of picture: LightPicture, _ layout: Layout) -> SampledPicture {
    if let mipmapped, mipmappedSource === picture { return mipmapped }
    let new = SampledPicture(
      width: picture.width, height: picture.height, edges: layout.repeats ? .repeated : .clamped)
    new.store(picture)
    (mipmapped, mipmappedSource) = (new, picture)
    return new
  }

  /// The outline is clipped to w ≥ this, in front of the eye's plane, where w is 0.
  private static let leastW = 0.01

  /// The corners of the visible part of the box in pixels of the frame, clockwise; empty if no part lies in front of the eye.
  private func outline(_ layout: Layout, _ toFrame: Projection) -> [SIMD2<Double>] {
    var (low, high) = (SIMD2(layout.visibleBox.x, layout.visibleBox.y), SIMD2(layout.visibleBox.x, layout.visibleBox.y))
    high += SIMD2(layout.visibleBox.width, layout.visibleBox.height)
    if !layout.repeats {
      let box = layout.pictureBox
      low = SIMD2(max(low.x, box.x), max(low.y, box.y))
      high = SIMD2(min(high.x, box.x + box.width), min(high.y, box.y + box.height))
    }
    guard low.x < high.x, low.y < high.y else { return [] }
    let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    func w(_ p: SIMD2<Double>) -> Double { toFrame.wx * p.x + toFrame.wy * p.y + toFrame.w0 }
    // I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping" (1974), against one line.
    var kept: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      let (here, there) = (w(corner) - Self.leastW, w(next) - Self.leastW)
      if here >= 0 { kept.append(corner) }
      if (here >= 0) != (there >= 0) { kept.append(corner + (next - corner) * (here / (here - there))) }
    }
    return kept.map { point in
      let image = toFrame(point.x, point.y)
      return SIMD2(image.x, image.y)
    }
  }

  var isEmpty: Bool { isUpright ? upright.isEmpty : painter.isEmpty }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    guard isUpright else { return painter.markDirty(blocks, rect: rect) }
    let bounds = upright.bounds
    blocks.markDirty(
      left: bounds.x - rect.x, top: bounds.y - rect.y, right: bounds.endX - rect.x, bottom: bounds.endY - rect.y)
  }

  /// The part of a rectangle that the picture may cover.
  func contentBox(in rect: PixelRect) -> PixelRect {
    isUpright ? upright.bounds.intersection(rect) : painter.contentBox(in: rect)
  }

  /// Draws the picture onto a tile. Returns false if the picture does not touch the tile.
  func draw(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    if isUpright { return upright.draw(tile, blocks: blocks, scratch: scratch) }
    if painter.misses(tile.rect) { return false }
    blocks.reset(width: tile.width, height: tile.height)
    painter.paint(tile, blocks: blocks, scratch: scratch, isFirst: true)
    return true
  }
}

extension PlacedPicture {
  /// Nanoseconds of one core for decoding a pixel of a file and converting it to linear light.
  static let decodedPixelNanoseconds = 9.0
  /// Nanoseconds of one core for sampling a decoded pixel at its own size.
  static let filePixelNanoseconds = 5.0
}
