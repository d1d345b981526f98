/// The box in which a layer's own pixels lie at all times, before its transform and its filters: points of the canvas.
///
/// What draws the layer finds it anew for each frame; this one is for estimates of memory, which is taken where there ever was content.
struct ContentExtent: Equatable {
  private(set) var low: SIMD2<Double>
  private(set) var high: SIMD2<Double>

  var size: SIMD2<Double> { high - low }

  private init(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    (low, high) = (SIMD2(x.lowerBound, y.lowerBound), SIMD2(x.upperBound, y.upperBound))
  }

  /// Nil where nothing is known of it: then it may be the whole frame.
  init?(_ source: Layer.Source, during clocks: ClockRange) {
    func range(_ number: AnimatedNumber) -> ClosedRange<Double> { number.valueRange(during: clocks) }
    func largest(_ number: AnimatedNumber) -> Double { range(number).largestSize }
    switch source {
    case .shape(let shape):
      guard shape.transform == ShapeTransform(), let box = ContentExtent(shape.figure, range) else { return nil }
      self = box
      let line = shape.stroke.map { largest($0.width) + largest($0.softness) } ?? 0
      widen(by: max(line, largest(shape.softness)))
    case .text(let words):
      guard words.circle == nil else { return nil }
      let (anchorX, anchorY) = (range(words.anchor.x), range(words.anchor.y))
      let (width, height) = (words.texts.map(\.width).max() ?? 0, words.texts.map(\.height).max() ?? 0)
      let (x, y) = (range(words.position.x), range(words.position.y))
      self.init(
        x.lowerBound - anchorX.upperBound * width...x.upperBound + (1 - anchorX.lowerBound) * width,
        y.lowerBound - anchorY.upperBound * height...y.upperBound + (1 - anchorY.lowerBound) * height)
      // Glyphs may reach out of their lines.
      let line = words.texts.map(\.lineHeight).max() ?? 0
      widen(by: line / 2 + largest(words.softness) + (words.stroke.map { largest($0.width) } ?? 0))
      if let units = words.units {
        // A unit may be as long as a line; it is enlarged and turned around its middle, and a blur reaches three standard deviations.
        let growth = max(largest(units.scale.x), largest(units.scale.y), 1) - (units.rotation.isZero ? 1 : 0)
        widen(
          by: max(largest(units.offset.x), largest(units.offset.y)) + growth * max(width, height) / 2
            + 3 * largest(units.blur))
      }
    case .image(let picture): self.init(center: picture.center, halves: picture.size, share: 0.5, range)
    case .video(let video): self.init(center: video.center, halves: video.size, share: 0.5, range)
    case .blob(let blob):
      self.init(range(blob.center.x), range(blob.center.y))
      widen(by: blob.reach(largest))
    default: return nil
    }
    // A formula may have no known bounds.
    guard size.x.isFinite, size.y.isFinite else { return nil }
  }

  /// The outline of a figure; nil for those whose points move by themselves.
  private init?(_ figure: Figure, _ range: (AnimatedNumber) -> ClosedRange<Double>) {
    switch figure {
    case .rectangle(let center, let size, _), .heart(let center, let size):
      self.init(center: center, halves: size, share: 0.5, range)
    case .ellipse(let center, let radius), .star(let center, let radius, _, _, _),
      .polygon(let center, let radius, _, _),
      .arc(let center, let radius, _, _), .sector(let center, let radius, _, _, _):
      self.init(center: center, halves: radius, share: 1, range)
    case .polyline, .path, .morph: return nil
    }
  }

  private init(
    center: AnimatedPoint, halves: AnimatedPoint, share: Double, _ range: (AnimatedNumber) -> ClosedRange<Double>
  ) {
    self.init(range(center.x), range(center.y))
    let half = SIMD2(range(halves.x).largestSize, range(halves.y).largestSize) * share
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
  /// The greatest size, without its sign, of its numbers.
  var largestSize: Double { Swift.max(abs(lowerBound), abs(upperBound)) }
}

extension Blob {
  /// Points from the centre beyond which nothing is covered at any time.
  ///
  /// - Parameter largest: the greatest size that a number has.
  func reach(_ largest: (AnimatedNumber) -> Double) -> Double {
    largest(radius) * (1 + largest(wobble) + largest(irregularity)) + largest(softness)
  }
}

extension LayerEstimator {
  /// The box in which a layer's pixels lie at all times, before its transform and its filters; nil where it may be the whole frame.
  func contentExtent(of layer: Layer) -> ContentExtent? {
    guard layer.backdropFilters.isEmpty, layer.reflection == nil else { return nil }
    guard case .group(let layers) = layer.source else { return ContentExtent(layer.source, during: clocks) }
    var extent: ContentExtent?
    for inner in layers {
      guard inner.transform == nil, inner.filters.isEmpty, let box = contentExtent(of: inner) else { return nil }
      extent?.formUnion(box)
      extent = extent ?? box
    }
    return extent
  }

  /// Pixels of a buffer that are ever written for content of an extent, in whole tiles.
  ///
  /// - Parameters:
  ///   - extent: of the content; nil where it may be the whole frame.
  ///   - spread: pixels around it that are written as well.
  ///   - width, height: of the buffer.
  func writtenPixels(_ extent: ContentExtent?, spread: Int, width: Double, height: Double) -> Double {
    guard let extent else { return width * height }
    let size = extent.size * canvas.pixelsPerPoint + Double(2 * spread)
    return min(size.x + PixelMemory.tileWidth, width) * min(size.y + PixelMemory.tileHeight, height)
  }
}
