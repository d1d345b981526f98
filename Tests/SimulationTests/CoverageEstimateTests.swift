import Cost
import Model
import Testing

/// The pixels that particles of random scenes cover, compared with the number predicted before anything is drawn.
@Suite struct CoverageEstimateTests {
  /// A burst of 1,000 discs, `diameter` points wide, that live for two seconds.
  private static func thousandDiscs(diameter: Double) -> Cell {
    var cell = Cell(name: "c", cellPath: 1, sprites: [Sprite(.disc, width: diameter, height: diameter)])
    cell.burst = 1000
    cell.lifetime = 2
    return cell
  }

  private static func scene(_ emitter: Emitter) -> Scene {
    Scene(canvas: Canvas(width: 640, height: 360), layers: [Layer(name: "l", path: 1, source: .emitter(emitter))])
  }

  @Test("The pixels that particles cover at most are predicted to within a third")
  func coverageIsPredicted() {
    for index in 0..<UInt64(60) {
      let scene = RandomScene(index)
      let covered = scene.maximumCoveredPixels(frames: 48)
      let predicted = scene.scene.particleBudgets().maximumAtOnce { $1.coveredPixels }
      #expect(
        predicted >= 0.75 * covered && predicted <= 1.33 * covered,
        "\(scene.summary): \(predicted) pixels are predicted, \(covered) are covered")
    }
  }

  @Test("Particles outside the frame are not counted")
  func outsideIsNotCounted() {
    func covered(x: Double) -> Double {
      let cell = Self.thousandDiscs(diameter: 20)
      let emitter = Emitter(position: AnimatedPoint(AnimatedNumber(x), 180), cells: [cell])
      let scene = Self.scene(emitter)
      return scene.particleBudgets()[0].coveredPixels
    }
    #expect(abs(covered(x: 320) / (1000 * 100 * .pi) - 1) < 0.01)
    #expect(abs(covered(x: 0) / (500 * 100 * .pi) - 1) < 0.01)
    #expect(covered(x: -30) == 0)
  }

  @Test("Lens blur enlarges the covered area")
  func lensesSpread() {
    func covered(aperture: AnimatedNumber) -> Double {
      let cell = Self.thousandDiscs(diameter: 4)
      let emitter = Emitter(
        shape: .cuboid, position: AnimatedPoint(320, 180), size: AnimatedPoint(100, 100), cells: [cell])
      var scene = Self.scene(emitter)
      scene.canvas.camera = Camera(center: AnimatedPoint(320, 180), focus: 500, aperture: aperture)
      return scene.particleBudgets()[0].coveredPixels
    }
    // The lens adds 20 ÷ 2 · 500 ÷ 1000 · 1000 ÷ 500 = 10 points to the radius of 2, which makes the area 6² times as large.
    #expect(abs(covered(aperture: 20) / covered(aperture: 0) - 36) < 1)
  }

  @Test("A narrow peak of a curve over life is not missed")
  func narrowPeaksAreNotMissed() {
    // Curves over life are drawn from tables of 256 steps, in which a narrower peak may be lower.
    var cell = Self.thousandDiscs(diameter: 1)
    cell.scaleOverLife = [NumberStop(0.496, 1), NumberStop(0.5, 100), NumberStop(0.504, 1)]
    let emitter = Emitter(position: AnimatedPoint(320, 180), cells: [cell])
    let scene = Scene(
      canvas: Canvas(width: 640, height: 360), layers: [Layer(name: "l", path: 1, source: .emitter(emitter))])
    #expect(scene.particleBudgets()[0].coveredPixels >= 1000 * 2500 * .pi * 0.99)
  }
}
