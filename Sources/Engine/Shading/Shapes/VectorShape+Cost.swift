import Model

extension VectorShape {
  // Nanoseconds of one core.

  /// A pixel of a filled path.
  static let pixelNanoseconds = 1.6
  /// What a soft edge, or a gradient along the path, adds to a pixel: the nearest piece of the path is sought.
  static let softPixelNanoseconds = 4.0
  /// An edge of the path in one row of pixels that it crosses.
  static let edgeRowNanoseconds = 6.0
  /// A pixel of the box around a stroke.
  static let strokeBoxPixelNanoseconds = 0.8

  /// The displacement of a roughened outline's point by the bumps of one size.
  static let displacementNanoseconds = 100.0

  /// Nanoseconds of one core for the fill and the stroke, compositing included.
  func nanoseconds(in frame: CostedFrame) -> Double {
    let (canvas, largest) = (frame.canvas, frame.largest)
    let outline = OutlineEstimate(self, largest)
    let scale = max(largest(transform.scale.x), largest(transform.scale.y))
    var total = 0.0
    if let roughEdges, !animatedGeometryValues.areConstant {
      total += outline.edges * Double(roughEdges.sizeCount) * Self.displacementNanoseconds
    }
    let (width, height) = (outline.width * scale, outline.height * scale)
    /// The rows of pixels that each edge crosses, added up: half of the outline's length counts as vertical.
    let edgeRows = min(outline.length * scale * canvas.pixelsPerPoint / 2, outline.edges * Double(canvas.heightPixels))
    if let fill {
      let softness = largest(self.softness)
      let box = frame.boxPixels(width + 2 * softness, height + 2 * softness)
      let softPixel = softness > 0 ? Self.softPixelNanoseconds : 0
      total += box * (Self.pixelNanoseconds + PixelCost.composite + softPixel + fill.pixelNanoseconds)
      total += edgeRows * Self.edgeRowNanoseconds
    }
    if let stroke {
      let lineWidth = largest(stroke.width) * scale
      let softness = largest(stroke.softness)
      let box = frame.boxPixels(width + lineWidth + 2 * softness, height + lineWidth + 2 * softness)
      let pixelsPerPoint = canvas.pixelsPerPoint
      let drawnWidthPixels = (lineWidth + 2 * softness) * pixelsPerPoint + 1
      let strokePixels = min(outline.length * scale * pixelsPerPoint * drawnWidthPixels, box)
      // `over` is what the stroke's gradient spans. Soft strokes, and gradients that do not span the shape's box, search for the nearest
      // piece of the path.
      let nearestPiecePixel = softness > 0 || stroke.over != .box ? Self.softPixelNanoseconds : 0
      total += box * Self.strokeBoxPixelNanoseconds
      total +=
        strokePixels
        * (Self.pixelNanoseconds + PixelCost.composite + nearestPiecePixel + stroke.paint.pixelNanoseconds)
      total += 2 * edgeRows * Self.edgeRowNanoseconds
    }
    return total
  }

  /// Pixels of the buffer of a shape that is drawn before it is transformed: the buffer has the size of the shape's box, whose width and
  /// height are rounded up to multiples of 64.
  package func bufferedPixels(in frame: CostedFrame) -> Double {
    let (canvas, largest) = (frame.canvas, frame.largest)
    let outline = OutlineEstimate(self, largest)
    let scale = max(largest(transform.scale.x), largest(transform.scale.y))
    let strokeMargins = stroke.map { largest($0.width) * scale + 2 * largest($0.softness) } ?? 0
    /// Points that the stroke and soft edges add to the width and height, both sides together.
    let margins = max(strokeMargins, 2 * largest(softness))
    // The diagonal, since the shape may be rotated by any angle.
    let side = (outline.width * outline.width + outline.height * outline.height).squareRoot() * scale + margins
    // Rounding to multiples of 64 adds up to 64 pixels at each end.
    let sidePixels = side * canvas.pixelsPerPoint + 128
    return sidePixels * sidePixels
  }
}

/// The extent and length in points of a figure, and the number of its edges once it is cut into lines.
private struct OutlineEstimate {
  var width = 0.0
  var height = 0.0
  var length = 0.0
  var edges = 0.0

  /// The number of straight lines that a curve is cut into.
  private static let linesOfCurve = 8.0

  /// Estimates the figure of a shape, and what noise does to it: it becomes about half as long again.
  init(_ shape: VectorShape, _ largest: (AnimatedNumber) -> Double) {
    self.init(shape.figure, largest)
    guard let roughEdges = shape.roughEdges else { return }
    edges += length / roughEdges.stepPoints(ofLength: length)
    let reach = 2 * largest(roughEdges.amount)
    (width, height, length) = (width + reach, height + reach, 1.5 * length)
  }

  /// Estimates a figure.
  ///
  /// - Parameter largest: gives the greatest magnitude of a number at any time.
  init(_ figure: Figure, _ largest: (AnimatedNumber) -> Double) {
    /// Sets the properties; the length is that of the box's outline times `lengthFactor`.
    func set(_ width: Double, _ height: Double, edges: Double, lengthFactor: Double = 1) {
      (self.width, self.height, self.edges) = (width, height, edges)
      length = 2 * (width + height) * lengthFactor
    }
    func setRound(_ radius: AnimatedPoint, edges: Double, lengthFactor: Double = 1) {
      set(2 * largest(radius.x), 2 * largest(radius.y), edges: edges, lengthFactor: lengthFactor)
    }
    switch figure {
    case .rectangle(let rectangle):
      set(largest(rectangle.size.x), largest(rectangle.size.y), edges: 4 + 4 * Self.linesOfCurve)
    case .heart(let heart): set(largest(heart.size.x), largest(heart.size.y), edges: 4 * Self.linesOfCurve)
    case .ellipse(let ellipse): setRound(ellipse.radius, edges: 8 * Self.linesOfCurve)
    case .arc(let arc): setRound(arc.radius, edges: 8 * Self.linesOfCurve)
    case .sector(let sector): setRound(sector.radius, edges: 8 * Self.linesOfCurve)
    // The more spikes, the longer the outline: for each, about a sixth of the length of the box's outline.
    case .star(let star):
      setRound(star.radius, edges: 2 * Double(star.points), lengthFactor: max(1, Double(star.points) / 6))
    case .polygon(let polygon): setRound(polygon.radius, edges: Double(polygon.sides))
    case .polyline(let line):
      let corners = line.points.map { SIMD2(largest($0.x), largest($0.y)) }
      let factor = line.isSmooth ? Self.linesOfCurve : 1
      measure(corners)
      edges = Double(line.points.count) * factor
    case .path(let path, let box):
      let corners = path.elements.flatMap(\.points).map { SIMD2($0.x, $0.y) }
      measure(corners)
      edges = Double(path.elements.count) * Self.linesOfCurve
      if let size = box?.size, max(width, height) > 0 {
        let scale = largest(size) / max(width, height)
        (width, height, length) = (width * scale, height * scale, length * scale)
      }
    case .morph(let figures, _):
      for figure in figures {
        let other = OutlineEstimate(figure, largest)
        (width, height) = (max(width, other.width), max(height, other.height))
        (length, edges) = (max(length, other.length), edges + other.edges)
      }
    }
  }

  /// Sets the extent of some points, and the length of the lines from each to the next.
  private mutating func measure(_ points: [SIMD2<Double>]) {
    guard var low = points.first else { return }
    var high = low
    var last = low
    for point in points {
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
      let side = point - last
      length += (side * side).sum().squareRoot()
      last = point
    }
    (width, height) = (high.x - low.x, high.y - low.y)
  }
}
