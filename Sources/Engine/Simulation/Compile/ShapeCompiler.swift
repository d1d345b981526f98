import Colorimetry
import Model

/// Compiles an emitter's shape into a sampler, which chooses the positions of births.
struct ShapeCompiler {
  let emitter: Emitter
  let canvas: Canvas
  let memory: EmitterProgramMemory

  var sampler: ShapeSampler {
    var sampler = ShapeSampler(in: memory)
    sampler.kind = kind
    if case .polygon(let corners) = emitter.shape, corners.count >= 3 {
      let scaled = corners.map { PlanePoint($0.x * canvas.pixelsPerPoint, $0.y * canvas.pixelsPerPoint) }
      let pieces: ShapePieces =
        switch sampler.kind {
        case .points: .points(scaled)
        case .outline: .outline(scaled)
        default: .surface(scaled)
        }
      sampler.set(pieces, in: memory)
    }
    if let path = emitter.outlinePath { set(path, of: &sampler) }
    if let picture = emitter.shapePicture { set(picture, of: &sampler) }
    return sampler
  }

  /// Makes births lie on a picture. If the emitter has no size, the picture has its own (`ShapePicture.width`).
  private func set(_ picture: ShapePicture, of sampler: inout ShapeSampler) {
    let isSizeGiven = emitter.size.x.constant != 0 || emitter.size.y.constant != 0
    let scale = isSizeGiven ? 1 : canvas.pixelsPerPoint
    let size = SIMD2(Float(picture.width * scale), Float(picture.height * scale))
    sampler.scaling = isSizeGiven ? .fitted : .unscaled
    sampler.inverseBoxSize = 1 / size
    sampler.pictureSize = size
    (sampler.pictureGridColumns, sampler.pictureGridRows) = (picture.columns, picture.rows)
    sampler.pictureSampleColors = memory.keep(
      picture.samples.map { sample in
        let color = LinearColor(red: Double(sample.x), green: Double(sample.y), blue: Double(sample.z))
        return SIMD4<Float>(ColorTable.components(of: color, encoded: canvas.blending == .srgb))
      })
    switch sampler.kind {
    case .points: sampler.set(.points(picture, size: size), in: memory)
    case .outline: sampler.set(.outline(picture, size: size), in: memory)
    default: sampler.cumulativeProbabilities = memory.keep(ShapePieces.cumulativeProbabilities(of: picture))
    }
    // A picture whose alpha is below ½ everywhere has no points and no outline.
    if sampler.kind != .picture, sampler.pieceCount == 0 { sampler.kind = .center }
  }

  /// Makes births lie on a path. `placed` applies the emitter's size to the path if the size is constant; the sampler's pieces are then in
  /// pixels.
  private func set(_ path: VectorPath, of sampler: inout ShapeSampler) {
    let outline = ShapeOutline(placed(path, of: &sampler))
    var pieces: ShapePieces =
      switch sampler.kind {
      case .points: .points(outline)
      case .outline: .outline(outline)
      default: .surface(outline)
      }
    // A path without an area has births on its lines; without lines, at the emitter's position.
    if pieces.cumulativeProbabilities.isEmpty {
      sampler.kind = .outline
      pieces = .outline(outline)
    }
    if pieces.cumulativeProbabilities.isEmpty { sampler.kind = .center }
    sampler.set(pieces, in: memory)
  }

  /// The path relative to the emitter's position. If the size is constant, the path is in pixels; else in the unit of the sampler's
  /// `scaling`, which is set here.
  private func placed(_ path: VectorPath, of sampler: inout ShapeSampler) -> VectorPath {
    let pixelsPerPoint = canvas.pixelsPerPoint
    let size = emitter.size
    func scaled(_ path: VectorPath, _ x: Double, _ y: Double) -> VectorPath {
      path.mapped { PlanePoint($0.x * x, $0.y * y) }
    }
    guard case .path = emitter.shape else {
      // The outlines of all other shapes lie in the square −1...1.
      if let width = size.x.constant, let height = size.y.constant {
        return scaled(path, width / 2 * pixelsPerPoint, height / 2 * pixelsPerPoint)
      }
      sampler.scaling = .stretched
      // If width and height are equal at all times, even animated ones keep their ratio.
      sampler.aspectMayVaryOverTime = size.x != size.y
      return path
    }
    let isSizeGiven = size.x.constant != 0 || size.y.constant != 0
    guard isSizeGiven, let box = ShapeOutline(path).box else { return scaled(path, pixelsPerPoint, pixelsPerPoint) }
    // The middle of the path's box becomes its origin.
    let (middle, extent) = ((box.low + box.high) / 2, box.high - box.low)
    let centered = path.mapped { PlanePoint($0.x - middle.x, $0.y - middle.y) }
    // A path without an extent along an axis fits into any size: 1e30 leaves the scale to the other axis.
    func inverse(_ extent: Double) -> Double { extent > 0 ? 1 / extent : 1e30 }
    if let width = size.x.constant, let height = size.y.constant {
      let scale = min(width * inverse(extent.x), height * inverse(extent.y)) * pixelsPerPoint
      return scaled(centered, scale, scale)
    }
    sampler.scaling = .fitted
    sampler.inverseBoxSize = SIMD2(Float(inverse(extent.x)), Float(inverse(extent.y)))
    return centered
  }

  /// The emitter's shape combined with its mode: births at points of the shape, on its outline or surface, or in its volume.
  private var kind: ShapeSampler.Kind {
    switch emitter.shape {
    case .point: .center
    case .line: emitter.mode == .points ? .lineEnds : .line
    case .rectangle: kind(points: .rectangleCorners, outline: .rectangleOutline, filled: .rectangle)
    case .circle: kind(points: .center, outline: .circleOutline, filled: .circle)
    case .ellipse: kind(points: .center, outline: .ellipseOutline, filled: .ellipse)
    case .ring: kind(points: .center, outline: .ringOutlines, filled: .ring)
    case .cuboid:
      switch emitter.mode {
      case .points: .cuboidCorners
      case .outline: .cuboidEdges
      case .surface: .cuboidFaces
      // A rectangle that the emitter's depth spreads in z.
      case .volume: .rectangle
      }
    case .sphere:
      switch emitter.mode {
      case .points: .center
      case .outline: .circleOutline
      case .surface: .sphereSurface
      case .volume: .sphere
      }
    case .polygon(let corners):
      corners.count < 3 ? .center : kind(points: .points, outline: .outline, filled: .triangles)
    case .picture: kind(points: .points, outline: .outline, filled: .picture)
    case .regularPolygon, .star, .heart, .path: kind(points: .points, outline: .outline, filled: .triangles)
    }
  }

  /// The emitter's mode applied to a flat shape, whose volume is its surface.
  private func kind(
    points: ShapeSampler.Kind, outline: ShapeSampler.Kind, filled: ShapeSampler.Kind
  ) -> ShapeSampler.Kind {
    switch emitter.mode {
    case .points: points
    case .outline: outline
    case .surface, .volume: filled
    }
  }
}
