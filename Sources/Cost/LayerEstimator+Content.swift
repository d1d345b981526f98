import Model
import Shading

// The cost of drawing a layer's source, as far as it follows from the number of pixels that the source covers and from a few of
// its values.

extension LayerEstimator {
  /// Nanoseconds of drawing a source in one frame, and what would make that cheaper, as a phrase for an error; 0 for groups, transitions,
  /// emitters, meshes and ripples, which are estimated elsewhere.
  func nanosecondsOfContent(_ source: Layer.Source) -> (nanoseconds: Double, remedy: String) {
    /// Nanoseconds of compositing the whole frame.
    let composited = pixels * CostTable.compositePixel
    switch source {
    case .gradient(let gradient): return (composited + pixels * pixelNanoseconds(of: gradient), "fewer stops")
    case .shape(let shape): return (nanoseconds(of: shape), "a shorter path, or a sharp edge")
    case .blob(let blob):
      let reach = blob.reach(largest)
      let box = boxPixels(2 * reach, 2 * reach)
      let relief = blob.relief == nil ? 0 : CostTable.reliefPixel
      return (
        box * (CostTable.blobPixel + relief + CostTable.compositePixel + pixelNanoseconds(of: blob.fill)),
        "a smaller radius"
      )
    case .metaballs(let metaballs): return (nanoseconds(of: metaballs), "fewer balls, or a smaller radius or reach")
    case .noise(let noise):
      return (composited + pixels * pixelNanoseconds(of: noise), "fewer octaves, or a larger scale")
    case .aurora(let aurora):
      let perPixel = CostTable.auroraPixel + CostTable.auroraCurtainPixel * Double(aurora.curtains)
      return (composited + pixels * perPixel, "fewer curtains")
    // Rays and patterns cover the whole frame: the smaller size that makes them cheaper is that of the frame.
    case .rays: return (composited + pixels * CostTable.lightRaysPixel, "a smaller size")
    case .pattern(let pattern):
      let perPixel = pattern.tilt.isZero ? CostTable.patternPixel : CostTable.tiltedPatternPixel
      return (composited + pixels * perPixel, "a smaller size")
    case .stars(let stars):
      // The density is stated for 100 × 100 points.
      let count = stars.density * canvas.widthPoints * canvas.heightPoints / 10_000
      // `size` is the diameter of the brightest stars, `smallest` that of the faintest. A preset may make the faintest the larger ones.
      let diameter = max(stars.size, stars.smallest) * canvas.pixelsPerPoint
      return (
        pixels * CostTable.skyPixel + count * (CostTable.star + diameter * diameter * CostTable.starPixel),
        "a lower density"
      )
    case .field(let field):
      return (
        composited + pixels * (FormulaProgram.pixelNanoseconds + field.costInAdditionsPerPixel * FormulaProgram.additionNanoseconds),
        "a shorter formula, or fewer samples"
      )
    case .video(let video):
      let clipPixels = Double(video.clip.width * video.clip.height)
      let box = boxPixels(largest(video.size.x), largest(video.size.y))
      return (
        clipPixels * (CostTable.decodedPixel + CostTable.filePixel)
          + box * (CostTable.scaledClipPixel + CostTable.compositePixel), "a smaller clip"
      )
    case .image(let picture):
      let filePixels = Double(picture.file.width * picture.file.height)
      let box = boxPixels(largest(picture.size.x), largest(picture.size.y))
      return (
        filePixels * (CostTable.decodedPixel + CostTable.filePixel)
          + box * (Filter.Placement.transformedPixelNanoseconds + CostTable.compositePixel), "a smaller picture"
      )
    case .text(let text): return (nanoseconds(of: text), "shorter or smaller words, or no blur")
    case .group, .transition, .emitter, .mesh, .ripples: return (0, "")
    }
  }

  // MARK: Paints

  private func pixelNanoseconds(of gradient: Gradient) -> Double {
    let stops = Double(gradient.stops.count) * CostTable.gradientStopPixel
    switch gradient.shape {
    case .angle, .corner, .line: return CostTable.linearGradientPixel
    case .radial(let radial) where radial.focus != nil: return CostTable.twoPointGradientPixel + stops
    case .radial, .diamond: return CostTable.radialGradientPixel + stops
    case .conic: return CostTable.conicGradientPixel + stops
    }
  }

  private func pixelNanoseconds(of paint: Paint) -> Double {
    switch paint {
    case .color: 0
    case .gradient(let gradient): pixelNanoseconds(of: gradient)
    }
  }

  /// Pixels of a box whose sides are given in points, at most the pixels of the frame.
  private func boxPixels(_ width: Double, _ height: Double) -> Double {
    let scale = canvas.pixelsPerPoint
    return min(width * scale, Double(canvas.widthPixels)) * min(height * scale, Double(canvas.heightPixels))
  }

  // MARK: Fields

  private func pixelNanoseconds(of noise: Noise) -> Double {
    let smallest = { (number: AnimatedNumber) in number.valueRange(during: clocks).lowerBound }
    let warp = largest(noise.warp)
    let cellPixels = max(min(smallest(noise.scale.x), smallest(noise.scale.y)), 1e-3) * canvas.pixelsPerPoint
    let octaves: Double =
      switch noise.kind {
      case .plasma: CostTable.plasmaOctaves
      case .caustics: CostTable.causticsOctaves
      default: Double(noise.octaves + (warp != 0 ? 2 * min(noise.octaves, 2) : 0))
      }
    let stepPixels = Double(noise.stepPixels(cellPixels: cellPixels, warp: warp))
    return CostTable.noisePixel + octaves * CostTable.noiseOctavePixel / (stepPixels * stepPixels)
  }

  private func nanoseconds(of metaballs: Metaballs) -> Double {
    /// Pixels within the reach of each ball, added up.
    var reachedPixels = 0.0
    for ball in metaballs.balls {
      let diameter = 2 * largest(ball.radius) * metaballs.reach
      reachedPixels += boxPixels(diameter, diameter) * .pi / 4
    }
    // The radii of random balls are spread evenly over radius ± range/2: the mean of the larger half counts.
    let diameter = 2 * (largest(metaballs.radius) + largest(metaballs.radiusRange) / 4) * metaballs.reach
    reachedPixels += Double(metaballs.count) * boxPixels(diameter, diameter) * .pi / 4
    let relief = metaballs.relief == nil ? 0 : CostTable.reliefPixel
    let colors = metaballs.colors.isEmpty ? pixelNanoseconds(of: metaballs.fill) : CostTable.linearGradientPixel
    return reachedPixels * CostTable.metaballPixel
      + min(reachedPixels, pixels) * (CostTable.blobPixel + relief + colors + CostTable.compositePixel)
  }

  // MARK: Shapes

  /// Pixels of the buffer of a layer that is drawn before it is transformed. For a shape the buffer has the size of the shape's
  /// box, whose width and height are rounded up to multiples of 64. Nil if the buffer may be as large as the frame.
  func bufferedPixels(of layer: Layer) -> Double? {
    guard case .shape(let shape) = layer.source, layer.allFilters.isEmpty, layer.backdropFilters.isEmpty,
      layer.mask == nil
    else { return nil }
    let outline = OutlineEstimate(shape.figure, largest)
    let scale = max(largest(shape.transform.scale.x), largest(shape.transform.scale.y))
    let strokeMargins = shape.stroke.map { largest($0.width) * scale + 2 * largest($0.softness) } ?? 0
    /// Points that the stroke and soft edges add to the width and height, both sides together.
    let margins = max(strokeMargins, 2 * largest(shape.softness))
    // The diagonal, since the shape may be rotated by any angle.
    let side = (outline.width * outline.width + outline.height * outline.height).squareRoot() * scale + margins
    // Rounding to multiples of 64 adds up to 64 pixels at each end.
    let sidePixels = side * canvas.pixelsPerPoint + 128
    return sidePixels * sidePixels
  }

  private func nanoseconds(of shape: VectorShape) -> Double {
    let outline = OutlineEstimate(shape.figure, largest)
    let scale = max(largest(shape.transform.scale.x), largest(shape.transform.scale.y))
    var total = 0.0
    let (width, height) = (outline.width * scale, outline.height * scale)
    /// The rows of pixels that each edge crosses, added up: half of the outline's length counts as vertical.
    let edgeRows = min(outline.length * scale * canvas.pixelsPerPoint / 2, outline.edges * Double(canvas.heightPixels))
    if let fill = shape.fill {
      let softness = largest(shape.softness)
      let box = boxPixels(width + 2 * softness, height + 2 * softness)
      let softPixel = softness > 0 ? CostTable.softPathPixel : 0
      total += box * (CostTable.pathPixel + CostTable.compositePixel + softPixel + pixelNanoseconds(of: fill))
      total += edgeRows * CostTable.pathEdgeRow
    }
    if let stroke = shape.stroke {
      let lineWidth = largest(stroke.width) * scale
      let softness = largest(stroke.softness)
      let box = boxPixels(width + lineWidth + 2 * softness, height + lineWidth + 2 * softness)
      let pixelsPerPoint = canvas.pixelsPerPoint
      let drawnWidthPixels = (lineWidth + 2 * softness) * pixelsPerPoint + 1
      let strokePixels = min(outline.length * scale * pixelsPerPoint * drawnWidthPixels, box)
      // `over` is what the stroke's gradient spans. Soft strokes, and gradients that do not span the shape's box, search for the nearest
      // piece of the path.
      let nearestPiecePixel = softness > 0 || stroke.over != .box ? CostTable.softPathPixel : 0
      total += box * CostTable.strokeBoxPixel
      total +=
        strokePixels
        * (CostTable.pathPixel + CostTable.compositePixel + nearestPiecePixel + pixelNanoseconds(of: stroke.paint))
      total += 2 * edgeRows * CostTable.pathEdgeRow
    }
    return total
  }

  // MARK: Words

  /// Nanoseconds of the costliest of the layer's texts, of which only one is shown at a time.
  private func nanoseconds(of words: Lettering) -> Double {
    let blur = words.units.map { largest($0.blur) } ?? 0
    let softness = AnimatedNumber(largest(words.softness) + blur * LetterUnits.softnessPerBlur)
    let scale = words.units.map {
      AnimatedPoint(AnimatedNumber(largest($0.scale.x)), AnimatedNumber(largest($0.scale.y)))
    }
    let transform = ShapeTransform(scale: scale ?? AnimatedPoint(1, 1))
    return words.texts.map { text in
      // The pictures of a text are colour emoji that its font holds as bitmaps. Its paintings are glyphs that the font describes as areas
      // in colours and gradients.
      let picturePixels = text.pictures.reduce(0.0) { $0 + Double($1.width * $1.height) }
      /// The pixels of the frame in the boxes of all pictures.
      let boxedPixels = text.glyphs.reduce(0.0) { sum, glyph in
        guard let picture = glyph.picture.map({ text.pictures[$0] }) else { return sum }
        // A blur reaches three standard deviations.
        return sum + boxPixels(picture.box.width + 6 * blur, picture.box.height + 6 * blur)
      }
      let paintedArea = text.glyphs.reduce(0.0) { sum, glyph in
        sum + (glyph.painting.map { text.paintings[$0].drawnArea } ?? 0)
      }
      let paintedPixels = paintedArea * canvas.pixelsPerPoint * canvas.pixelsPerPoint
      // Each picture is blurred by itself, with a border of 13 or more of its pixels on each side (`BlurredGlyph` in
      // Shading); 16 are assumed.
      let blurredPixels =
        blur > 0
        ? text.glyphs.reduce(0.0) { sum, glyph in
          guard let picture = glyph.picture.map({ text.pictures[$0] }) else { return sum }
          return sum + Double((picture.width + 32) * (picture.height + 32))
        } : 0
      let shape = VectorShape(
        .path(text.outline(), box: nil), fill: words.fill, softness: softness, stroke: words.stroke,
        transform: transform)
      let parts = words.circle == nil ? words.units?.count(in: text) ?? 1 : text.letters.count
      return nanoseconds(of: shape) + Double(parts) * CostTable.textPart + picturePixels * CostTable.filePixel
        + blurredPixels * CostTable.blurredGlyphPixel
        + boxedPixels * (Filter.Placement.transformedPixelNanoseconds + CostTable.compositePixel)
        + paintedPixels
        * (CostTable.pathPixel + CostTable.linearGradientPixel + (blur > 0 ? CostTable.softPathPixel : 0))
    }.max() ?? 0
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

  /// Estimates a figure.
  ///
  /// - Parameter largest: gives the greatest magnitude of a number at any time.
  init(_ figure: Figure, _ largest: (AnimatedNumber) -> Double) {
    /// Sets the properties; the length is that of the box's outline times `lengthFactor`.
    func set(_ width: Double, _ height: Double, edges: Double, lengthFactor: Double = 1) {
      (self.width, self.height, self.edges) = (width, height, edges)
      length = 2 * (width + height) * lengthFactor
    }
    switch figure {
    case .rectangle(_, let size, _): set(largest(size.x), largest(size.y), edges: 4 + 4 * Self.linesOfCurve)
    case .heart(_, let size): set(largest(size.x), largest(size.y), edges: 4 * Self.linesOfCurve)
    case .ellipse(_, let radius), .arc(_, let radius, _, _), .sector(_, let radius, _, _, _):
      set(2 * largest(radius.x), 2 * largest(radius.y), edges: 8 * Self.linesOfCurve)
    // The more spikes, the longer the outline: for each, about a sixth of the length of the box's outline.
    case .star(_, let radius, let points, _, _):
      set(
        2 * largest(radius.x), 2 * largest(radius.y), edges: 2 * Double(points),
        lengthFactor: max(1, Double(points) / 6))
    case .polygon(_, let radius, let sides, _): set(2 * largest(radius.x), 2 * largest(radius.y), edges: Double(sides))
    case .polyline(let points, _, let isSmooth, _):
      let corners = points.map { SIMD2(largest($0.x), largest($0.y)) }
      let factor = isSmooth ? Self.linesOfCurve : 1
      measure(corners)
      edges = Double(points.count) * factor
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
