import Model
import Testing

/// What the particles of random scenes cover in fact, against what is predicted before anything is drawn.
@Suite struct CoverageEstimateTests {
  /// A burst of discs that live for two seconds.
  ///
  /// - Parameter size: diameter in points.
  private static func thousandDiscs(_ size: Double) -> Cell {
    var cell = Cell(name: "c", cellPath: 1, sprites: [Sprite(.disc, width: size, height: size)])
    cell.burst = 1000
    cell.lifetime = 2
    return cell
  }

  private static func scene(_ emitter: Emitter) -> Scene {
    Scene(canvas: Canvas(width: 640, height: 360), layers: [Layer(name: "l", path: 1, source: .emitter(emitter))])
  }

  @Test("What particles cover is predicted within a factor of two")
  func coverageIsPredicted() {
    var above: [String] = []
    let count = 60
    for index in 0..<UInt64(count) {
      let scene = RandomScene(index)
      let real = scene.maximumCoveredPixels(frames: 12)
      let predicted = scene.scene.particleBudgets().reduce(0) { $0 + $1.coveredPixels }
      #expect(predicted >= 0.5 * real, "\(scene.text): \(predicted) pixels are predicted, \(real) are covered")
      #expect(predicted <= 5 * real, "\(scene.text): \(predicted) pixels are predicted, \(real) are covered")
      if predicted > 2 * real { above.append(scene.text) }
    }
    // Bursts of children are counted as if all were of one age, at which they are largest.
    #expect(above.count * 10 <= count, "\(above)")
  }

  @Test("What lies outside of the frame is not counted")
  func outsideIsNotCounted() {
    func covered(x: Double) -> Double {
      let cell = Self.thousandDiscs(20)
      let emitter = Emitter(position: AnimatedPoint(AnimatedNumber(x), 180), cells: [cell])
      let scene = Self.scene(emitter)
      return scene.particleBudgets()[0].coveredPixels
    }
    #expect(abs(covered(x: 320) / (1000 * 100 * .pi) - 1) < 0.01)
    #expect(abs(covered(x: 0) / (500 * 100 * .pi) - 1) < 0.01)
    #expect(covered(x: -30) == 0)
  }

  @Test("A lens spreads what it covers")
  func lensesSpread() {
    func covered(aperture: AnimatedNumber) -> Double {
      let cell = Self.thousandDiscs(4)
      let emitter = Emitter(
        shape: .cuboid, position: AnimatedPoint(320, 180), size: AnimatedPoint(100, 100), cells: [cell])
      var scene = Self.scene(emitter)
      scene.canvas.camera = Camera(center: AnimatedPoint(320, 180), focus: 500, aperture: aperture)
      return scene.particleBudgets()[0].coveredPixels
    }
    // 20 ÷ 2 · 500 ÷ 1000 · 1000 ÷ 500 points around a radius of 2.
    #expect(abs(covered(aperture: 20) / covered(aperture: 0) - 36) < 1)
  }

  @Test("A narrow peak of a curve over life is not missed")
  func narrowPeaksAreNotMissed() {
    var cell = Self.thousandDiscs(1)
    cell.scaleOverLife = [NumberStop(0.501, 1), NumberStop(0.502, 100), NumberStop(0.503, 1)]
    let emitter = Emitter(position: AnimatedPoint(320, 180), cells: [cell])
    let scene = Scene(
      canvas: Canvas(width: 640, height: 360), layers: [Layer(name: "l", path: 1, source: .emitter(emitter))])
    #expect(scene.particleBudgets()[0].coveredPixels >= 1000 * 2500 * .pi * 0.99)
  }
}
