import Model

/// Compiles an emitter's shape into the sampler of its births' positions.
struct ShapeCompiler {
  let emitter: Emitter
  let canvas: Canvas
  let memory: ProgramMemory

  var sampler: ShapeSampler {
    var sampler = ShapeSampler(points: memory.keep([]), cumulativeShares: memory.keep([]))
    sampler.kind = kind
    guard case .polygon(let corners) = emitter.shape, corners.count >= 3 else { return sampler }
    let scaled = corners.map { PlanePoint($0.x * canvas.pixelsPerPoint, $0.y * canvas.pixelsPerPoint) }
    let pieces: PolygonPieces =
      switch sampler.kind {
      case .polygonCorners: .corners(scaled)
      case .polygonOutline: .outline(scaled)
      default: .surface(scaled)
      }
    sampler.points = memory.keep(pieces.points)
    sampler.cumulativeShares = memory.keep(pieces.cumulativeShares)
    sampler.pieceCount = pieces.cumulativeShares.count
    return sampler
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
      corners.count < 3 ? .center : kind(points: .polygonCorners, outline: .polygonOutline, filled: .polygon)
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
