import Model
import Shading

/// The box that contains a layer's own pixels at all times, before its transform and its filters, in points of the canvas.
///
/// Drawing finds a box for each frame. This box is for estimates: a buffer's memory stays in use wherever there was content once.
struct ContentExtent: Equatable {
  private(set) var low: SIMD2<Double>
  private(set) var high: SIMD2<Double>

  var size: SIMD2<Double> { high - low }

  private init(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    (low, high) = (SIMD2(x.lowerBound, y.lowerBound), SIMD2(x.upperBound, y.upperBound))
  }

  /// The extent of a layer's source; nil if it is not known, so that the content may fill the frame.
  init?(_ source: Layer.Source, during clocks: ClockRange) {
    func range(_ number: AnimatedNumber) -> ClosedRange<Double> { number.valueRange(during: clocks) }
    func largest(_ number: AnimatedNumber) -> Double { range(number).largestMagnitude }
    switch source {
    case .shape(let shape):
      guard shape.transform == ShapeTransform(), let box = ContentExtent(shape.figure, range) else { return nil }
      self = box
      let strokeReach = shape.stroke.map { largest($0.width) + largest($0.softness) } ?? 0
      widen(by: max(strokeReach, largest(shape.softness)) + (shape.roughEdges.map { largest($0.amount) } ?? 0))
    case .text(let words):
      guard words.circle == nil else { return nil }
      let (anchorX, anchorY) = (range(words.anchor.x), range(words.anchor.y))
      let (width, height) = (words.texts.map(\.width).max() ?? 0, words.texts.map(\.height).max() ?? 0)
      let (x, y) = (range(words.position.x), range(words.position.y))
      self.init(
        x.lowerBound - anchorX.upperBound * width...x.upperBound + (1 - anchorX.lowerBound) * width,
        y.lowerBound - anchorY.upperBound * height...y.upperBound + (1 - anchorY.lowerBound) * height)
      // Glyphs may reach out of their lines.
      let lineHeight = words.texts.map(\.lineHeight).max() ?? 0
      widen(by: lineHeight / 2 + largest(words.softness) + (words.stroke.map { largest($0.width) } ?? 0))
      if let units = words.units {
        // A unit may be as long as a line; it is enlarged and turned around its middle, and a blur reaches three standard
        // deviations. The text's own box holds a unit that is not turned, so that only what enlargement adds counts.
        let growth = max(largest(units.scale.x), largest(units.scale.y), 1) - (units.rotation.isZero ? 1 : 0)
        widen(
          by: max(largest(units.offset.x), largest(units.offset.y)) + growth * max(width, height) / 2
            + 3 * largest(units.blur))
      }
    case .image(let picture): self.init(center: picture.center, reach: picture.size, times: 0.5, range)
    case .video(let video): self.init(center: video.center, reach: video.size, times: 0.5, range)
    case .blob(let blob):
      self.init(range(blob.center.x), range(blob.center.y))
      widen(by: blob.reach(largest))
    default: return nil
    }
    // A formula may have no known bounds.
    guard size.x.isFinite, size.y.isFinite else { return nil }
  }

  /// The extent of a figure; nil for figures that are given by points or paths.
  private init?(_ figure: Figure, _ range: (AnimatedNumber) -> ClosedRange<Double>) {
    switch figure {
    case .rectangle(let figure): self.init(center: figure.center, reach: figure.size, times: 0.5, range)
    case .heart(let figure): self.init(center: figure.center, reach: figure.size, times: 0.5, range)
    case .ellipse(let figure): self.init(center: figure.center, reach: figure.radius, times: 1, range)
    case .star(let figure): self.init(center: figure.center, reach: figure.radius, times: 1, range)
    case .polygon(let figure): self.init(center: figure.center, reach: figure.radius, times: 1, range)
    case .arc(let figure): self.init(center: figure.center, reach: figure.radius, times: 1, range)
    case .sector(let figure): self.init(center: figure.center, reach: figure.radius, times: 1, range)
    case .polyline, .path, .morph: return nil
    }
  }

  /// The extent of a box that reaches `factor` times `reach` from its centre to each side.
  private init(
    center: AnimatedPoint, reach: AnimatedPoint, times factor: Double, _ range: (AnimatedNumber) -> ClosedRange<Double>
  ) {
    self.init(range(center.x), range(center.y))
    let half = SIMD2(range(reach.x).largestMagnitude, range(reach.y).largestMagnitude) * factor
    (low, high) = (low - half, high + half)
  }

  private mutating func widen(by distance: Double) {
    (low, high) = (low - distance, high + distance)
  }

  mutating func formUnion(_ other: ContentExtent) {
    for axis in 0..<2 {
      low[axis] = min(low[axis], other.low[axis])
      high[axis] = max(high[axis], other.high[axis])
    }
  }
}

extension ClosedRange<Double> {
  /// The greatest magnitude of the range's numbers.
  var largestMagnitude: Double { Swift.max(abs(lowerBound), abs(upperBound)) }
}

extension LayerEstimator {
  /// The box that contains a layer's pixels at all times, before its transform and its filters; nil if it may be the whole frame.
  func contentExtent(of layer: Layer) -> ContentExtent? {
    guard layer.backdropFilters.isEmpty, layer.reflection == nil else { return nil }
    guard case .group(let layers) = layer.source else {
      return ContentExtent(layer.source, during: frame(layer, []).clocks)
    }
    var extent: ContentExtent?
    for inner in layers {
      guard inner.transform == nil, inner.filters.isEmpty, let box = contentExtent(of: inner) else { return nil }
      extent?.formUnion(box)
      extent = extent ?? box
    }
    return extent
  }

  /// Upper estimate of the pixels of a buffer that are written at any time for some content, in whole tiles.
  ///
  /// - Parameters:
  ///   - extent: the extent of the content; nil if it may be the whole frame.
  ///   - spread: pixels around the extent, on each side, that are written as well.
  ///   - width: the width of the buffer in pixels.
  ///   - height: the height of the buffer in pixels.
  func writtenPixels(_ extent: ContentExtent?, spread: Int, width: Double, height: Double) -> Double {
    guard let extent else { return width * height }
    let size = extent.size * canvas.pixelsPerPoint + Double(2 * spread)
    return min(size.x + PixelMemory.tileWidth, width) * min(size.y + PixelMemory.tileHeight, height)
  }
}
