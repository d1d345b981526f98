import Lanes
import Model

/// The straight ways of a lamp's light over the picture, at equal distances, and samples along each.
///
/// Seen by a camera, the light of a lamp goes along lines through one point of the picture: the lamp's image, or the vanishing point of parallel
/// light (W. Engelhardt and C. Dachsbacher, Epipolar sampling for shadows and crepuscular rays, 2010). Light of a lamp behind the eye
/// comes together in that point. Where the point lies in the picture or near to it, rays are an angle apart. Where it is far, and at
/// infinity, they are parallel in the limit: ray u passes the picture's centre u pixels beside it, and where `along` pixels have been gone since, it is
/// u·(1 + along·w) beside it, where 1 ÷ w is the distance from the point to the centre, below 0 if the light goes towards the point.
///
/// All lengths are pixels of the picture. `travel` grows as the light goes: the distance from the point, with a minus if the light goes towards
/// it; in the far case the distance beyond the centre along the middle ray.
struct ShaftStrips: Equatable {
  private let center: SIMD2<Double>
  /// The unit vector from which angles count, or along which far light goes.
  private let axis: SIMD2<Double>
  /// The point through which all rays go.
  private let point: SIMD2<Double>
  private let convergence: Double
  private let isFar: Bool
  private let goesToPoint: Bool
  private let isFullCircle: Bool
  private let firstRay: Double
  private let rayDistance: Double
  private let area: Rectangle
  private let seen: Rectangle
  /// The rays that are needed, and the blocks of eight that hold them.
  let rayCount: Int
  var blockCount: Int { (rayCount + 7) / 8 }
  let firstTravel: Double
  let step: Double
  let sampleCount: Int
  /// Travel where light enters the picture.
  let entry: Double

  /// A rectangle of the picture.
  struct Rectangle: Equatable {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    func widened(by margin: Double) -> Rectangle { Rectangle(low: low - margin, high: high + margin) }

    /// The least and the greatest of the values of a function at the corners.
    func range(of function: (SIMD2<Double>) -> Double) -> (least: Double, greatest: Double) {
      let (a, b) = (function(low), function(high))
      let (c, d) = (function(SIMD2(high.x, low.y)), function(SIMD2(low.x, high.y)))
      return (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    }

    func distance(to p: SIMD2<Double>) -> Double {
      let (x, y) = (max(low.x - p.x, p.x - high.x, 0), max(low.y - p.y, p.y - high.y, 0))
      return (x * x + y * y).squareRoot()
    }

    func contains(_ p: SIMD2<Double>) -> Bool { p.x > low.x && p.x < high.x && p.y > low.y && p.y < high.y }

    /// Where a line enters and leaves, as multiples of its direction; nil where it misses.
    func crossing(from p: SIMD2<Double>, _ direction: SIMD2<Double>) -> ClosedRange<Double>? {
      var (first, last) = (-Double.infinity, Double.infinity)
      for axis in 0..<2 {
        if abs(direction[axis]) < 1e-9 {
          if p[axis] < low[axis] || p[axis] > high[axis] { return nil }
        } else {
          let (a, b) = ((low[axis] - p[axis]) / direction[axis], (high[axis] - p[axis]) / direction[axis])
          (first, last) = (max(first, min(a, b)), min(last, max(a, b)))
        }
      }
      return first <= last ? first...last : nil
    }
  }

  /// Pixels around the picture that rays cover, too.
  private static let margin = 32.0
  /// Beyond this distance of the point, in half diagonals of the picture, it is far.
  private static let farDistance = 1.5

  /// - Parameters:
  ///   - towards: the point relative to the picture's centre, times `w`: the direction to the light at the centre.
  ///   - w: above 0 if light comes from the point, below 0 if it goes there, 0 if the point is at infinity.
  ///   - width, height: of the picture.
  ///   - reach: how far around the picture casters are known.
  ///   - step: the distance of samples.
  init(towards: SIMD2<Double>, w: Double, width: Double, height: Double, reach: Double, step: Double) {
    let picture = Rectangle(low: .zero, high: SIMD2(width, height))
    seen = picture.widened(by: Self.margin)
    area = picture.widened(by: max(reach, Self.margin))
    center = SIMD2(width / 2, height / 2)
    self.step = step
    let length = (towards.x * towards.x + towards.y * towards.y).squareRoot()
    let (seenWidth, seenHeight) = (width + 2 * Self.margin, height + 2 * Self.margin)
    let halfDiagonal = (seenWidth * seenWidth + seenHeight * seenHeight).squareRoot() / 2
    isFar = abs(w) * halfDiagonal * Self.farDistance < length
    let spacing = 1.5 * step
    let center = center
    if isFar {
      let axis = -towards / length
      let convergence = w / length
      (self.axis, self.convergence) = (axis, convergence)
      (point, goesToPoint, isFullCircle) = (.zero, w < 0, false)
      func along(_ p: SIMD2<Double>) -> Double { (p.x - center.x) * axis.x + (p.y - center.y) * axis.y }
      func width(_ p: SIMD2<Double>) -> Double { 1 + along(p) * convergence }
      func ray(_ p: SIMD2<Double>) -> Double {
        ((p.y - center.y) * axis.x - (p.x - center.x) * axis.y) / width(p)
      }
      let rays = seen.range(of: ray)
      firstRay = rays.least
      rayDistance = spacing / seen.range(of: width).greatest
      rayCount = Int(((rays.greatest - firstRay) / rayDistance).rounded(.up)) + 2
      // A lamp may stand between the edge of what is known and the picture.
      let start = area.range(of: along).least
      firstTravel = convergence > 0 ? max(start, -0.999 / convergence) : start
      sampleCount = Int(((seen.range(of: along).greatest - firstTravel) / step).rounded(.up)) + 2
      entry = picture.range(of: along).least
    } else {
      // A lamp in the eye itself is seen in the middle.
      let point = w == 0 ? center : center + towards / w
      self.point = point
      (convergence, goesToPoint) = (0, w < 0)
      isFullCircle = seen.widened(by: 1).contains(point)
      func distance(_ p: SIMD2<Double>) -> Double {
        let d = p - point
        return (d.x * d.x + d.y * d.y).squareRoot()
      }
      let toCenter = center - point
      let middle = distance(center)
      let axis = isFullCircle || middle == 0 ? SIMD2(1, 0) : toCenter / middle
      self.axis = axis
      let farthest = seen.range(of: distance).greatest
      let turns: Double
      if isFullCircle {
        turns = 1
      } else {
        let angles = seen.range { corner in
          let d = corner - point
          return abs(Lanes.atan2(y: d.y * axis.x - d.x * axis.y, x: d.x * axis.x + d.y * axis.y))
        }
        turns = 2 * angles.greatest / Self.turn
      }
      let count = Int((turns * Self.turn * farthest / spacing).rounded(.up))
      // The rays of a full circle fill whole blocks, so that the last is beside the first.
      let steps = isFullCircle ? (count + 7) / 8 * 8 : count
      rayCount = isFullCircle ? steps : steps + 1
      firstRay = -turns / 2
      rayDistance = turns / Double(max(steps, 1))
      let farthestStart = area.range(of: distance).greatest
      firstTravel = goesToPoint ? -farthestStart : area.distance(to: point)
      let end = goesToPoint ? -seen.distance(to: point) : farthest
      sampleCount = Int(((end - firstTravel) / step).rounded(.up)) + 2
      entry = goesToPoint ? -picture.range(of: distance).greatest : picture.distance(to: point)
    }
  }

  private static let turn = 6.283_185_307_179_586

  /// A ray: where it is at travel 0, and how far it goes in the picture while travel grows by 1.
  func ray(_ index: Int) -> (start: SIMD2<Double>, direction: SIMD2<Double>) {
    let place = firstRay + Double(index) * rayDistance
    let across = SIMD2(-axis.y, axis.x)
    if isFar { return (center + across * place, axis + across * (place * convergence)) }
    let (sine, cosine) = Lanes.sincosTurns(place)
    let direction = axis * cosine + across * sine
    return (point, goesToPoint ? -direction : direction)
  }

  /// The samples of a ray from where casters are known, or from the lamp on, until it leaves the picture; nil for a ray that misses it.
  func samples(of ray: (start: SIMD2<Double>, direction: SIMD2<Double>)) -> ClosedRange<Int>? {
    guard let inside = seen.crossing(from: ray.start, ray.direction),
      let known = area.crossing(from: ray.start, ray.direction)
    else { return nil }
    func sample(_ travel: Double) -> Double { min(max((travel - firstTravel) / step, 0), Double(sampleCount - 1)) }
    let (first, last) = (Int(sample(known.lowerBound)), Int(sample(inside.upperBound).rounded(.up)))
    return first...max(first, last)
  }

  /// Places of pixels among rays and samples, for eight pixels at a time.
  struct Lookup {
    private let center: SIMD2<Float>
    private let axis: SIMD2<Float>
    private let convergence: Float
    private let isFar: Bool
    private let isFullCircle: Bool
    private let firstRay: Float
    private let raysPerUnit: Float
    private let firstTravel: Float
    private let samplesPerPixel: Float
    private let travelSign: Float
    private let rayCount: Int32
    private let sampleCount: Int32

    fileprivate init(_ strips: ShaftStrips) {
      center = SIMD2<Float>(strips.isFar ? strips.center : strips.point)
      axis = SIMD2<Float>(strips.axis)
      (convergence, isFar, isFullCircle) = (Float(strips.convergence), strips.isFar, strips.isFullCircle)
      (firstRay, raysPerUnit) = (Float(strips.firstRay), Float(1 / strips.rayDistance))
      (firstTravel, samplesPerPixel) = (Float(strips.firstTravel), Float(1 / strips.step))
      travelSign = !strips.isFar && strips.goesToPoint ? -1 : 1
      (rayCount, sampleCount) = (Int32(strips.rayCount), Int32(strips.sampleCount))
    }

    /// The values at eight places, between samples and rays linearly, and the travel there.
    @inline(__always)
    func read(_ values: UnsafePointer<Float>, x: Float8, y: Float) -> (value: Float8, travel: Float8) {
      let (dx, dy) = (x - center.x, y - center.y)
      let along = dx * axis.x + dy * axis.y
      let across = dy * axis.x - dx * axis.y
      let (ray, travel): (Float8, Float8)
      if isFar {
        ray = (across / (along * convergence + 1) - firstRay) * raysPerUnit
        travel = along
      } else {
        let turns = Lanes.atan2(y: across, x: along) * Float(1 / ShaftStrips.turn)
        ray = (turns - firstRay) * raysPerUnit
        travel = Lanes.sqrt(dx * dx + dy * dy) * travelSign
      }
      let place = Lanes.clamp((travel - firstTravel) * samplesPerPixel, 0, Float(sampleCount &- 1))
      let number = Lanes.clamp(ray, 0, Float(isFullCircle ? rayCount : rayCount &- 1))
      let sample = Lanes.min(Lanes.floor(place), Float(sampleCount &- 2))
      let left = Lanes.min(Lanes.floor(number), Float(isFullCircle ? rayCount &- 1 : rayCount &- 2))
      let (between, beside) = (place - sample, number - left)
      let (first, k) = (Lanes.truncateInRange(left), Lanes.truncateInRange(sample))
      var second = first &+ 1
      // The first ray is beside the last of a full circle.
      if isFullCircle { second = Lanes.select(second .== rayCount, Int32x8(), second) }
      @inline(__always) func line(_ ray: Int32x8) -> Float8 {
        let offsets = ((ray &>> 3) &* sampleCount &+ k) &* 8 &+ (ray & 7)
        @inline(__always) func load(_ base: UnsafePointer<Float>) -> Float8 {
          Float8(
            base[Int(offsets[0])], base[Int(offsets[1])], base[Int(offsets[2])], base[Int(offsets[3])],
            base[Int(offsets[4])], base[Int(offsets[5])], base[Int(offsets[6])], base[Int(offsets[7])])
        }
        let (here, next) = (load(values), load(values + 8))
        return (next - here) * between + here
      }
      let (a, b) = (line(first), line(second))
      return ((b - a) * beside + a, travel)
    }
  }

  var lookup: Lookup { Lookup(self) }
}
