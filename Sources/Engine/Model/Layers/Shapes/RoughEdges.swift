/// How a shape's outline is roughened by noise: ridges, rocks, torn paper, coasts.
///
/// Each point of the outline is moved by noise of its place, so that figures that touch stay together, and a closed outline has no seam. The noise
/// has bumps of `size`, then of half that size and so on, down to about four points; those of each size are `detail` times as high
/// as those of the size before.
public struct RoughEdges: Parametrized, Equatable {
  /// Points by which the outline is moved at most, along each axis.
  public var amount: AnimatedNumber = 10
  /// Width of the largest bumps in points.
  public var size = 120.0
  /// Height of bumps of half the size ÷ height of the larger ones.
  public var detail = 0.5
  /// What the bumps look like.
  public var form = Form.round
  /// Points by which the noise has moved.
  public var offset = AnimatedPoint(0, 0)
  /// Number of the noise.
  public var seed = 0

  /// What bumps look like.
  public enum Form: String, DescribedChoice {
    /// Round ones to all sides.
    case round
    /// Pointed crests that rise upwards.
    case ridged

    package var sentence: String {
      switch self {
      case .round: "Round bumps and dents to all sides, as of rocks, clouds and torn edges."
      case .ridged: "Pointed crests that rise upwards between round valleys, as of mountains."
      }
    }
  }

  package static let parameters: [Parameter<Self>] = [
    .animated("amount", \.amount, .points, in: 0...1e5, "How far the outline is moved at most, to each side."),
    .constant("size", \.size, .points, in: 1...1e5, "The width of the largest bumps."),
    .constant(
      "detail", \.detail, .share, in: 0...0.9,
      "How high bumps of half the size are, compared with the larger ones, and so on down to four points: 0 is smooth, 0.7 ragged."
    ),
    .choice("form", \.form, "What the bumps look like."),
    .animated(
      "offset", \.offset, .points, "How far the noise has moved: if it moves, the outline boils as a flame's does."),
    .constant("seed", \.seed, in: 0...999_999, "The number of the noise: another one gives other bumps."),
  ]

  /// Round bumps of the default size.
  public init() {}

  /// How many sizes of bumps there are. The smallest are at least four points wide.
  package var sizeCount: Int {
    if detail == 0 { return 1 }
    var (count, width) = (1, size)
    while width >= 8, count < 10 { (count, width) = (count + 1, width / 2) }
    return count
  }

  /// Points from one place that is moved to the next on an outline of a length in points: a quarter of the smallest bumps' width, and at most
  /// three, so that wide bumps are round; but more where the outline would get more than 50,000 places.
  package func stepPoints(ofLength length: Double) -> Double {
    max(min(size / Double(1 << (sizeCount - 1)) / 4, 3), length / 50_000)
  }
}
