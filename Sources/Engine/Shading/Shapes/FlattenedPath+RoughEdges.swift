import Lanes
import Model
import Raster

/// A roughened outline, kept while neither the outline nor the noise changes: a camera that moves changes only where it is seen, and the noise takes
/// most of the time of a shape.
struct RoughOutline {
  private var smooth = FlattenedPath()
  /// The last outline that was roughened.
  var path = FlattenedPath()

  /// Roughens an outline.
  mutating func update(_ outline: FlattenedPath, by roughEdges: RoughEdges, at clock: AnimationClock) {
    if roughEdges.valuesOfParameters.areConstant, outline.hasSameLines(as: smooth) { return }
    smooth.copy(outline)
    path.setRoughened(outline, by: roughEdges, at: clock)
  }
}

extension FlattenedPath {
  /// Whether another path has the same lines, however exactly both follow their curves.
  fileprivate func hasSameLines(as other: FlattenedPath) -> Bool {
    contours == other.contours && chords == other.chords
  }

  /// Replaces the path by another one whose points are moved by noise (`RoughEdges`).
  ///
  /// The outline is cut into pieces of `stepPoints`. A point's displacement is a sum of value noises (`ExactNoise`) of its place,
  /// each of half the width and `detail` times the height of the one before; heights are scaled so that their sum is `amount`. Crests
  /// are 1 − |2n − 1| for a noise n (K. Musgrave, "Procedural fractal terrains", in D. Ebert et al., Texturing and Modeling, 1994).
  /// A displacement takes about 0.1 µs for each width.
  fileprivate mutating func setRoughened(_ path: FlattenedPath, by roughEdges: RoughEdges, at clock: AnimationClock) {
    restart(tolerance: path.tolerance, reach: path.reach)
    let noise = EdgeNoise(roughEdges, at: clock)
    let step = roughEdges.stepPoints(ofLength: path.length)
    for contour in path.contours {
      move(to: contour.start + noise(contour.start))
      for index in contour.chords {
        let chord = path.chords[index]
        let pieces = max((chord.length / step).rounded(.up), 1)
        for piece in 1...Int(pieces) {
          // The end of a closed contour is its start, and is moved as it is.
          let point = piece == Int(pieces) ? chord.to : chord.point(at: Double(piece) / pieces)
          line(to: point + noise(point))
        }
      }
      if contour.isClosed { close() }
    }
  }
}

/// The displacements of a roughened outline at one time.
private struct EdgeNoise {
  private let roughEdges: RoughEdges
  private let offset: SIMD2<Double>
  /// The height of the largest bumps.
  private let largestHeight: Double
  private let sizeCount: Int

  /// Mountains lean to the side by at most this share of their height.
  private static let sidewardsShare = 0.3

  init(_ roughEdges: RoughEdges, at clock: AnimationClock) {
    self.roughEdges = roughEdges
    offset = roughEdges.offset.point(at: clock)
    sizeCount = roughEdges.sizeCount
    var (sum, height) = (0.0, 1.0)
    for _ in 0..<sizeCount { (sum, height) = (sum + height, height * roughEdges.detail) }
    largestHeight = roughEdges.amount.value(at: clock) / sum
  }

  /// The displacement of the point at a place.
  func callAsFunction(_ place: SIMD2<Double>) -> SIMD2<Double> {
    var displacement = SIMD2(0.0, 0.0)
    var (height, scale) = (largestHeight, 1 / roughEdges.size)
    for octave in 0..<sizeCount {
      // Lattices of all sizes would meet at 0, where value noise has its extremes, so each is moved by another third.
      let point = (place - offset) * scale + Double(octave) * 0.37
      let seed = UInt64(roughEdges.seed) &* 64 &+ UInt64(octave) &* 2
      let along = 2 * ExactNoise.smooth(point.x, point.y, dimensions: 2, seed: seed) - 1
      let across = 2 * ExactNoise.smooth(point.x, point.y, dimensions: 2, seed: seed &+ 1) - 1
      switch roughEdges.form {
      case .round: displacement += height * SIMD2(along, across)
      // Crests rise where the noise passes its mean; upwards is −y.
      case .ridged: displacement += height * SIMD2(along * Self.sidewardsShare, 2 * abs(across) - 1)
      }
      (height, scale) = (height * roughEdges.detail, scale * 2)
    }
    return displacement
  }
}
