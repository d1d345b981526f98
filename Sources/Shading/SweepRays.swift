import Colorimetry

/// Where the rows of a turn pass from one piece of its colours to the next: each end of a piece is a ray from the centre, and
/// a row above or below the centre meets it at cx + distance·tangent. So a row's pixels need not be asked where they lie.
///
/// t as pixels compute it is off by up to `placeError`; within a margin of one pixel of a crossing it is asked after all, and
/// rows so near the centre's own that a pixel changes t by less than that error are left to be asked throughout.
struct SweepRays: Sendable {
  struct Ray {
    /// Columns from the centre per row of distance upwards (which is negative below the centre).
    var tangent: Double
    /// The piece behind it, from left to right.
    var piece: Int
    /// Whether t begins anew there: it may be 1, which no piece on either side has.
    var isSeam: Bool
  }

  /// Of rows above the centre, and below it; from left to right.
  let above: [Ray]
  let below: [Ray]
  /// The pieces at the left ends of those rows.
  let firstAbove: Int
  let firstBelow: Int

  /// Turns by which t may be off: three ulps of 1 in the angle and in the difference, rounded up.
  static let placeError = 1e-6

  /// - Parameter from: turns clockwise from up at which t is 0.
  init(_ curve: ColorCurve, from: Float) {
    let pieces = curve.pieces
    /// Pieces that any t in 0 ..< 1 has.
    let first = curve.index(at: 0)
    var last = curve.index(at: Float(1).nextDown)
    if last < first { last = first }
    var above: [Ray] = []
    var below: [Ray] = []
    above.reserveCapacity(last - first + 1)
    below.reserveCapacity(last - first + 1)
    var (leastAbove, mostBelow) = (Double.infinity, -Double.infinity)
    var (leftAbove, leftBelow): (Int?, Int?)
    for index in first...last {
      // Clockwise, the ray lies before this piece, and behind the one before it in the turn.
      let place = index == first ? 0 : Double(pieces[index].start)
      let turn = place + Double(from)
      let before = index == first ? last : index - 1
      let (sine, cosine) = Angles.sineAndCosine(degrees: 360 * turn)
      if cosine > 1e-9 {
        above.append(Ray(tangent: sine / cosine, piece: index, isSeam: index == first))
        if sine / cosine < leastAbove { (leastAbove, leftAbove) = (sine / cosine, before) }
      } else if cosine < -1e-9 {
        // From left to right a row below the centre goes round counter-clockwise.
        below.append(Ray(tangent: sine / cosine, piece: before, isSeam: index == first))
        if sine / cosine > mostBelow { (mostBelow, leftBelow) = (sine / cosine, index) }
      }
    }
    above.sort { $0.tangent < $1.tangent }
    below.sort { $0.tangent > $1.tangent }
    self.above = above
    self.below = below
    /// The piece in a direction.
    func piece(at turn: Double) -> Int {
      let t = turn - Double(from)
      return curve.index(at: min(max(Float(t - t.rounded(.down)), 0), Float(1).nextDown))
    }
    firstAbove = leftAbove ?? piece(at: 0)
    firstBelow = leftBelow ?? piece(at: 0.5)
  }
}
