import Colorimetry
import Model
import Raster
import Shading
import Testing

/// Fields lie where their parameters say.
@Suite struct FieldGeometryTests {
  private let canvas = Canvas(
    widthPoints: 200, heightPoints: 120, widthPixels: 200, heightPixels: 120, duration: Rational(4), seed: 5)

  private func alphas(_ source: Layer.Source) -> (Int, Int) -> Float {
    let frame = drawn(shaderOf(source, canvas), canvas)
    return { frame.tile.row($1, plane: 3)[$0] }
  }

  @Test("Rays keep to their fan", arguments: [0.0, 90, 210]) func raysKeepToTheirFan(angle: Double) {
    let rays = LightRays().with {
      ($0.position, $0.angle) = (AnimatedPoint(100, 60), AnimatedNumber(angle))
      ($0.length, $0.count, $0.spread, $0.contrast) = (55, 6, 80, 0)
    }
    let alpha = alphas(.rays(rays))
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    var (inside, outside) = (0, 0)
    for y in 0..<120 {
      for x in 0..<200 {
        let (dx, dy) = (Double(x) - 99.5, Double(y) - 59.5)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 12 else { continue }
        // The cosine of the angle to the middle of the fan; at its border it is cos 40° = 0.77.
        let cosineToMiddle = (dx * cosine + dy * sine) / distance
        if distance > 58 || cosineToMiddle < 0.70 {
          outside += 1
          #expect(alpha(x, y) < 6e-3, "\(x) \(y)")
        } else if distance < 30, cosineToMiddle > 0.88 {
          inside += 1
          #expect(alpha(x, y) > 0.01, "\(x) \(y)")
        }
      }
    }
    #expect(inside > 200 && outside > 5_000)
  }

  /// In CSS a point (X, Y) of a plane that is rotated by θ about the x axis is projected to (X, Y·cos θ)·p ÷ (p − Y·sin θ). This uses the
  /// inverse, from the canvas to the plane.
  @Test("Patterns lie in perspective", arguments: [0.0, 40, -55]) func patternsLieInPerspective(tilt: Double) {
    let pattern = Pattern().with {
      ($0.kind, $0.size, $0.thickness) = (.grid, AnimatedPoint(24, 24), 0.25)
      ($0.tilt, $0.perspective, $0.center) = (AnimatedNumber(tilt), 150, AnimatedPoint(100, 60))
    }
    let alpha = alphas(.pattern(pattern))
    let (sine, cosine) = Angles.sineAndCosine(degrees: tilt)
    /// Whether a point of the canvas lies on a line.
    func isLine(_ x: Double, _ y: Double) -> Bool {
      // The upper side is farther away.
      let planeY = y * 150 / (150 * cosine + y * sine)
      let (u, v) = (x * (150 - planeY * sine) / 150 / 24, planeY / 24)
      return min(abs(u - u.rounded()), abs(v - v.rounded())) < 0.125
    }
    var counts = [0, 0]
    for y in 0..<120 {
      for x in 0..<200 {
        // Compare only pixels whose footprint is far from edges.
        let (right, down) = (Double(x) - 99.5, Double(y) - 59.5)
        let steps: [Double] = [-1.2, 0, 1.2]
        let around: [Bool] = steps.flatMap { dy in steps.map { dx in isLine(right + dx, down + dy) } }
        guard let first = around.first, around.allSatisfy({ $0 == first }) else { continue }
        counts[first ? 1 : 0] += 1
        #expect(abs(alpha(x, y) - (first ? 1 : 0)) < 0.3, "\(x) \(y)")
      }
    }
    #expect(counts[0] > 2_000 && counts[1] > 1_000)
  }

  @Test("Rays of an aurora lean to the right") func raysOfAnAuroraLeanToTheRight() {
    func row(_ slant: Double, _ y: Int) -> [Float] {
      let aurora = Aurora().with {
        ($0.position, $0.spread, $0.height, $0.sway, $0.scale, $0.rayWidth) = (100, 0, 80, 0, 400, 14)
        ($0.curtains, $0.rays, $0.slant) = (1, 1, AnimatedNumber(slant))
      }
      let alpha = alphas(.aurora(aurora))
      return (0..<200).map { alpha($0, y) }
    }
    /// The shift in pixels by which the first row correlates best with the second.
    func shift(_ a: [Float], _ b: [Float]) -> Int {
      func correlation(_ shift: Int) -> Float {
        let pairs = (60..<140).map { (a[$0], b[$0 - shift]) }
        let (firstMean, secondMean) = (pairs.map(\.0).reduce(0, +) / 80, pairs.map(\.1).reduce(0, +) / 80)
        let (product, squares) = pairs.reduce((Float(0), (Float(0), Float(0)))) { sum, pair in
          let (x, y) = (pair.0 - firstMean, pair.1 - secondMean)
          return (sum.0 + x * y, (sum.1.0 + x * x, sum.1.1 + y * y))
        }
        return product / (squares.0 * squares.1).squareRoot()
      }
      return (-50...50).max { correlation($0) < correlation($1) } ?? 0
    }
    // 30 points higher the rays lie 15 points farther to the right.
    let (lower, upper) = (shift(row(0.5, 80), row(0, 80)), shift(row(0.5, 50), row(0, 50)))
    #expect(abs(upper - lower - 15) <= 5, "\(lower) \(upper)")
  }
}
