import Lanes
import Model
import Raster

extension Filter.Placement: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    TransformFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    PixelCost.transformed * Double(maximumShutterSamples)
  }
}

/// The transform of a layer that cannot draw itself transformed: the layer's pixels are stored as a picture, which is then drawn through the
/// projection (`PictureProjection`).
///
/// The picture holds the part of the input that has content, widened to whole squares of 64 pixels, so that the memory for a small layer does
/// not depend on the frame's size. The picture's position and size follow from the content of the current frame alone.
final class TransformFilter: BoundedFilter, LayerLitFilter, @unchecked Sendable {
  private let placement: Filter.Placement
  private let canvas: Canvas
  /// The greatest rectangle that content may lie in, in pixels of the input: `Filter.Placement.rasterScale` of them are one of the frame.
  private let input: PixelRect
  /// The rectangle `input` in pixels of the frame.
  private let frame: PixelRect
  /// The pixels of the input that `picture` holds, in its coordinates.
  private(set) var gatheredBox: PixelRect
  private let picture: SampledPicture
  /// How many of the picture's levels hold means of what was gathered last, its own pixels included: the passes compute the others.
  private var finishedLevels = 1
  /// The projections of the current frame, from the pixels of the input to the frame's pixels. There are
  /// several if the layer moves while the shutter is open.
  private var projections: [Projection] = []
  /// The projections that have an inverse; in the others the layer is seen edge-on.
  private var views: [PictureProjection] = []
  /// The light on the layer, if it is computed after the layer is transformed.
  private let light: ProjectedLight?
  /// The haze of the current frame, if there is any.
  private var haze: ProjectedHaze?
  private(set) var resultBox: PixelRect?
  /// The number of times that the projections or the content have changed.
  private var changeCount = 0

  /// The picture's offset from the input's corner, and its size, are multiples of this, in pixels, so that its smaller levels hold the same
  /// means as those of a picture of the whole input.
  private static let blockSize = 64
  /// Pixels beyond the content's edge at which a cubic sample still reads content.
  private static let pictureMargin = 4.0
  /// Pixels of the frame beyond the content's edge at which a sample of the picture's smaller levels still reads content.
  private static let frameMargin = 8.0

  init(_ placement: Filter.Placement, canvas: Canvas, input: PixelRect) {
    self.placement = placement
    self.canvas = canvas
    self.input = input
    gatheredBox = PixelRect(x: input.x, y: input.y, width: 0, height: 0)
    picture = SampledPicture(width: 1, height: 1, edges: .transparent)
    if placement.transform.zPosition != nil { picture.findEqualPixels() }
    func scaled(_ value: Int) -> Int { Int((Double(value) / placement.rasterScale).rounded()) }
    frame =
      placement.rasterScale == 1
      ? input
      : PixelRect(x: scaled(input.x), y: scaled(input.y), width: scaled(input.width), height: scaled(input.height))
    // The result is smaller than what is drawn for it. Blocks of eight pixels begin where tiles do.
    let margin = max(Int((placement.marginPoints * canvas.pixelsPerPoint).rounded(.down)) - 8, 0)
    let (left, right) = ((frame.x + margin) & ~7, (frame.endX - margin + 7) & ~7)
    let result = PixelRect(x: left, y: frame.y + margin, width: right - left, height: frame.height - 2 * margin)
    light = placement.lighting.map { ProjectedLight($0, canvas: canvas, frame: result) }
  }

  func receive(_ sources: [any LayerLightSource]) { light?.receive(sources) }

  func setContent(_ box: PixelRect) {
    let box = box.intersection(input)
    let block = Self.blockSize
    func start(_ value: Int, _ origin: Int) -> Int { origin + (value - origin) / block * block }
    func end(_ value: Int, _ origin: Int) -> Int { origin + (value - origin + block - 1) / block * block }
    let (left, top) = (start(box.x, input.x), start(box.y, input.y))
    let next =
      box.isEmpty
      ? PixelRect(x: input.x, y: input.y, width: 0, height: 0)
      : PixelRect(x: left, y: top, width: end(box.endX, input.x) - left, height: end(box.endY, input.y) - top)
        .intersection(input)
    if next == gatheredBox { return }
    if next.width != gatheredBox.width || next.height != gatheredBox.height {
      picture.resize(width: max(next.width, 1), height: max(next.height, 1))
      finishedLevels = 1
    }
    gatheredBox = next
    // `update` must not treat the next frame as unchanged.
    projections = []
  }

  var contentVersion: Int? { changeCount }
  private var levelTaskCounts: [Int] {
    let count = views.first?.levelCount ?? 1
    return (min(finishedLevels, count)..<count).map { picture.taskCount(ofLevel: $0) }
  }
  var taskCounts: [Int] { levelTaskCounts + (light?.taskCounts ?? []) }

  func beginGathering() { finishedLevels = 1 }
  func endPasses() { finishedLevels = max(finishedLevels, views.first?.levelCount ?? 1) }

  func update(at clock: AnimationClock) {
    let toFrame = 1 / placement.rasterScale
    let next = placement.projections(at: clock, on: canvas).map { projection in
      let projection = projection.scaled(by: canvas.pixelsPerPoint)
      return toFrame == 1 ? projection : Projection(toFrame, 0, 0, 0, toFrame, 0).then(projection)
    }
    let middle = next[next.count / 2]
    let nextHaze = haze(over: middle, at: clock)
    let isLitAnew = light?.hasChanged() ?? false
    if changeCount > 0 && next == projections && nextHaze == haze && !isLitAnew { return }
    projections = next
    haze = nextHaze
    changeCount += 1
    views = []
    resultBox = box(of: next)
    if let light, let inverse = middle.inverse {
      let toLayer = inverse.then(Projection(toFrame, 0, 0, 0, toFrame, 0))
      light.update(at: clock, seenThrough: toLayer, box: resultBox)
    }
    if gatheredBox.isEmpty { return }
    let toPicture = Projection(1, 0, -Double(gatheredBox.x), 0, 1, -Double(gatheredBox.y))
    let isInSpace = placement.transform.zPosition != nil
    views = next.compactMap(\.inverse).map { inverse in
      let inverse = inverse.then(toPicture)
      var view = PictureProjection(
        picture: picture, inverse: isInSpace ? inverse.withoutConstantW : inverse, interpolation: .cubic)
      view.sharesFootprints = isInSpace
      return view
    }
    let needed = views.reduce(1) { max($0, $1.levelsNeeded(in: frame)) }
    picture.reserveLevels(needed)
    for index in views.indices { views[index].levelCount = min(needed, picture.levels.count) }
  }

  /// The camera's haze over the layer; nil for a layer that is not in space, or clear air.
  private func haze(over projection: Projection, at clock: AnimationClock) -> ProjectedHaze? {
    let transform = placement.transform
    guard transform.zPosition != nil, let camera = transform.camera ?? canvas.camera, let haze = camera.haze,
      let inverse = projection.inverse
    else { return nil }
    let canvasClock = AnimationClock(clock.canvas)
    let focalLength = CameraPose(camera, on: canvas, at: clock.canvas).focalLength
    return ProjectedHaze(haze, inverse, focalLength: focalLength, at: canvasClock, on: canvas)
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: gatheredBox.x, y: gatheredBox.y)
    picture.store(tile.relative(to: origin), region: region.intersection(gatheredBox).relative(to: origin))
  }

  /// The pixels of the frame in which the content can be seen through the projections, widened by the reach of interpolation; nil if no bound is
  /// known.
  private func box(of projections: [Projection]) -> PixelRect? {
    let empty = PixelRect(x: input.x, y: input.y, width: 0, height: 0)
    if gatheredBox.isEmpty { return empty }
    let margin = Self.pictureMargin
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for projection in projections {
      for x in [Double(gatheredBox.x) - margin, Double(gatheredBox.endX) + margin] {
        for y in [Double(gatheredBox.y) - margin, Double(gatheredBox.endY) + margin] {
          let point = projection(x, y)
          // Near the plane of the eye the image extends arbitrarily far.
          guard point.w > 1e-3 else { return nil }
          (left, right) = (min(left, point.x), max(right, point.x))
          (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
      }
    }
    func limitedInt(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    let x = limitedInt((left - Self.frameMargin).rounded(.down))
    let y = limitedInt((top - Self.frameMargin).rounded(.down))
    return PixelRect(
      x: x, y: y, width: limitedInt((right + Self.frameMargin).rounded(.up)) - x,
      height: limitedInt((bottom + Self.frameMargin).rounded(.up)) - y)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let levels = levelTaskCounts.count
    if pass < levels {
      picture.reduce(level: finishedLevels + pass, task: task)
    } else {
      light?.perform(pass: pass - levels, task: task, scratch: scratch)
    }
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    guard let first = views.first else { return clear(tile) }
    let seen = seenRows(of: tile)
    let isShaded = projections.count == 1 && first.shadeSeparably(tile, rows: seen, scratch: scratch)
    for row in 0..<tile.height {
      let (y, onto) = (tile.y + row, tile.row(row, plane: 0))
      guard seen.contains(row) else {
        onto.update(repeating: 0, count: 4 * tile.width)
        continue
      }
      if !isShaded { first.shade(row: y, from: tile.x, count: tile.width, into: onto, planeStride: tile.width) }
      if projections.count > 1 { averageViews(y, from: tile.x, count: tile.width, onto: onto, scratch) }
      light?.light(row: y, from: tile.x, count: tile.width, onto, planeStride: tile.width, scratch: scratch)
      haze?.cover(row: y, from: tile.x, count: tile.width, onto, planeStride: tile.width)
    }
  }

  /// The rows of a tile in which the content can be seen.
  private func seenRows(of tile: Tile) -> Range<Int> {
    guard let resultBox else { return 0..<tile.height }
    let first = min(max(resultBox.y - tile.y, 0), tile.height)
    return first..<min(max(resultBox.endY - tile.y, first), tile.height)
  }

  /// Turns a row that holds the first view into the mean over all projections. Projections without a view count as transparent.
  private func averageViews(
    _ y: Int, from x: Int, count: Int, onto: UnsafeMutablePointer<Float>, _ scratch: AlignedBuffer<Float>
  ) {
    scratch.resize(to: 4 * count)
    let other = scratch.base
    for view in views.dropFirst() {
      view.shade(row: y, from: x, count: count, into: other, planeStride: count)
      var index = 0
      while index < 4 &* count {
        Lanes.store(Lanes.load(onto + index) + Lanes.load(other + index), to: onto + index)
        index &+= 8
      }
    }
    let share = 1 / Float(projections.count)
    var index = 0
    while index < 4 &* count {
      Lanes.store(Lanes.load(onto + index) * share, to: onto + index)
      index &+= 8
    }
  }
}
