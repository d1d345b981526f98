import Colorimetry
import Model
import Raster
import Shading
import Testing

/// Conic gradients, whose colours are polynomials of a pixel's slope, compared with the angle of every pixel.
@Suite struct ConicGradientTests {
  private static let width = 120
  private static let height = 88

  /// Red, green and blue of sRGB.
  private typealias Stop = (location: Double, color: SIMD3<Double>)

  private static let soft: [Stop] = [
    (0, SIMD3(1, 0, 0)), (0.3, SIMD3(1, 1, 0)), (0.45, SIMD3(0, 0.2, 1)), (1, SIMD3(0.1, 0.9, 0.4)),
  ]
  private static let hard: [Stop] = [
    (0, SIMD3(1, 0, 0)), (0.25, SIMD3(1, 0, 0)), (0.25, SIMD3(0, 1, 0)), (0.5, SIMD3(0, 1, 1)), (0.5, SIMD3(0, 0, 0)),
    (0.7, SIMD3(1, 1, 1)), (0.7, SIMD3(0.2, 0.4, 0.6)), (1, SIMD3(0, 0, 1)),
  ]
  /// A narrow bright line, as beams and glints have.
  private static let beam: [Stop] = [
    (0.1, SIMD3(0, 0, 0)), (0.105, SIMD3(1, 0.8, 0.5)), (0.11, SIMD3(0, 0, 0)), (0.999, SIMD3(0.3, 0, 0)),
  ]

  /// The colour of the stops at a location, interpolated linearly.
  private static func color(_ stops: [Stop], at t: Double) -> SIMD3<Double> {
    guard let after = stops.firstIndex(where: { $0.location > t }) else { return stops[stops.count - 1].color }
    if after == 0 { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    return a.color + (b.color - a.color) * ((t - a.location) / (b.location - a.location))
  }

  private static let centers: [(Double, Double)] = [
    (60, 44), (60.5, 43.5), (61, 43.5), (17.25, 70.75), (-40.5, 30), (60.5, -900), (0.5, 0.5), (4_000, 44.5),
    (-40.5, 30.5), (-30.5, -20.5),
  ]

  @Test(
    "A pixel has the colour of its angle; on a hard edge, the colour that follows clockwise",
    arguments: centers.indices, [0.0, 90, 270, 45, -45, -133, 217.3, 359.999])
  func colorsFollowTheAngle(_ center: Int, _ from: Double) {
    let (cx, cy) = Self.centers[center]
    for stops in [Self.soft, Self.hard, Self.beam] {
      let canvas = Canvas(
        widthPoints: Double(Self.width), heightPoints: Double(Self.height), widthPixels: Self.width,
        heightPixels: Self.height, blending: .srgb)
      let gradient = Gradient(
        shape: .conic(
          .init(center: AnimatedPoint(AnimatedNumber(cx), AnimatedNumber(cy)), sweep: .full(from: AnimatedNumber(from)))
        ),
        stops: stops.map {
          Gradient.Stop(
            color: .constant(LinearColor(encodedRed: $0.color.x, green: $0.color.y, blue: $0.color.z)),
            location: AnimatedNumber($0.location))
        }, interpolation: .srgb)
      let frame = TileBuffer(width: Self.width, height: Self.height)
      GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(0)).shade(into: frame.tile)
      var worst = 0.0
      var compared = 0
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let (right, up) = (Double(x) + 0.5 - cx, cy - (Double(y) + 0.5))
          if right == 0 && up == 0 { continue }
          let isDiagonal = right.magnitude == up.magnitude
          let degrees = Angles.degrees(y: right, x: up)
          let revolutions = ((isDiagonal ? degrees.rounded() : degrees) - from) / 360
          let t = revolutions - revolutions.rounded(.down)
          // Near a hard edge rounding may decide; at multiples of 45° it must not.
          let isExact =
            (right == 0 || up == 0 || isDiagonal) && from.remainder(dividingBy: 45) == 0
            && (t * 8).rounded() == t * 8
          if !isExact, stops.contains(where: { ($0.location - t).magnitude < 1e-6 }) || t < 1e-6 || t > 1 - 1e-6 {
            continue
          }
          let expected = Self.color(stops, at: t)
          for plane in 0..<3 {
            worst = max(worst, (Double(frame.tile.row(y, plane: plane)[x]) - expected[plane]).magnitude)
          }
          compared += 1
        }
      }
      #expect(compared > Self.width * Self.height * 9 / 10)
      #expect(worst < 2.5e-4, "\(worst) with \(stops.count) stops")
    }
  }
}

extension LinearColor {
  fileprivate init(encodedRed red: Double, green: Double, blue: Double) {
    self.init(css: "color(srgb \(red) \(green) \(blue))")!
  }
}
