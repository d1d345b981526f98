import Lanes

// Outlines of figures that layers, sprites and emitters share, in the square −1...1. All are drawn clockwise on the canvas.

extension VectorPath {
  /// A heart, upright. It does not reach the square's top and bottom.
  package static let heart: VectorPath = {
    let notch = PlanePoint(0, -0.5)
    // The right half, from the notch down to the tip; the left half is its mirror image.
    let half = [
      (PlanePoint(0.1, -0.74), PlanePoint(0.29, -0.87), PlanePoint(0.52, -0.87)),
      (PlanePoint(0.79, -0.87), PlanePoint(1, -0.65), PlanePoint(1, -0.35)),
      (PlanePoint(1, 0.16), PlanePoint(0.48, 0.46), PlanePoint(0, 0.93)),
    ]
    func mirrored(_ point: PlanePoint) -> PlanePoint { PlanePoint(-point.x, point.y) }
    var heart = VectorPath()
    heart.move(to: notch)
    for (first, second, end) in half { heart.curve(first, second, to: end) }
    for (index, piece) in half.enumerated().reversed() {
      heart.curve(mirrored(piece.1), mirrored(piece.0), to: mirrored(index > 0 ? half[index - 1].2 : notch))
    }
    heart.close()
    return heart
  }()

  /// A star of `points` spikes, the first at the top.
  ///
  /// - Parameter ratio: inner radius as a share of the outer one.
  package static func star(points: Int, ratio: Double) -> VectorPath {
    radial(corners: 2 * points) { $0 % 2 == 0 ? 1 : ratio }
  }

  /// A regular polygon, its first corner at the top.
  package static func regularPolygon(sides: Int) -> VectorPath { radial(corners: sides) { _ in 1 } }

  /// The direction, a vector of length 1, in which a corner of a star or a regular polygon lies from its middle: the first at the
  /// top, the others clockwise.
  package static func cornerDirection(_ corner: Int, of count: Int) -> SIMD2<Double> {
    let (sine, cosine) = Lanes.sincosTurns(Double(corner) / Double(count))
    return SIMD2(sine, -cosine)
  }

  /// A closed path through `count` corners around the origin, at the distances that `radius` gives by the corner's index.
  private static func radial(corners count: Int, radius: (Int) -> Double) -> VectorPath {
    var path = VectorPath()
    for corner in 0..<count {
      let point = cornerDirection(corner, of: count) * radius(corner)
      if corner == 0 {
        path.move(to: PlanePoint(point.x, point.y))
      } else {
        path.line(to: PlanePoint(point.x, point.y))
      }
    }
    path.close()
    return path
  }

  /// The path whose points are those of this one, moved by `map`, which must be affine.
  package func mapped(_ map: (PlanePoint) -> PlanePoint) -> VectorPath {
    var path = VectorPath(fillRule: fillRule)
    for element in elements {
      switch element {
      case .move(let point): path.move(to: map(point))
      case .line(let point): path.line(to: map(point))
      case .curve(let first, let second, let end): path.curve(map(first), map(second), to: map(end))
      case .close: path.close()
      }
    }
    return path
  }

  /// The contours, each a path of its own that begins with a move. Closed contours end with `close`.
  package var contours: [VectorPath] {
    var contours: [VectorPath] = []
    var current = VectorPath(fillRule: fillRule)
    var start = PlanePoint(0, 0)
    func append() { if current.elements.count > 1 { contours.append(current) } }
    for element in elements {
      if case .move(let point) = element {
        append()
        current = VectorPath(fillRule: fillRule)
        start = point
      } else if current.elements.isEmpty {
        // After `close` the next contour may begin without a move, at the start of the closed one.
        current.move(to: start)
      }
      current.append(element)
      if case .close = element {
        append()
        current = VectorPath(fillRule: fillRule)
      }
    }
    append()
    return contours
  }
}
