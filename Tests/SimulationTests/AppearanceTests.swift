import Colorimetry
import Model
import Simulation
import Testing

@Suite struct AppearanceTests {
  private func particle(age: Double = 1, canvas: Canvas = Stage.canvas(), _ change: (inout Cell) -> Void)
    -> EvaluatedParticle?
  {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      change(&$0)
    }
    return Stage.program([cell], canvas: canvas).particles(at: age)[0].first
  }

  @Test("Colours that change at a speed are clamped, and are premultiplied by alpha")
  func coloursAreClampedAndPremultiplied() {
    let found = particle {
      $0.color = .constant(LinearColor(red: 0.5, green: 0.25, blue: 0.75, alpha: 0.75))
      $0.redSpeed = 1
      $0.greenSpeed = -1
      $0.alphaSpeed = -0.25
      $0.alphaOverLife = [NumberStop(0, 1), NumberStop(1, 0)]
    }
    #expect(found?.alpha == 0.25)
    #expect(found?.red == 0.25 && found?.green == 0 && found?.blue == 0.1875)
  }

  @Test("The ramp and the intensity multiply the colour") func rampAndIntensityMultiplyTheColour() {
    let found = particle {
      $0.color = .constant(LinearColor(red: 0.5, green: 1, blue: 1))
      $0.intensity = 6
      $0.colorOverLife = [ColorStop(0, .white), ColorStop(1, LinearColor(red: 1, green: 0, blue: 0, alpha: 0))]
    }
    #expect(found?.alpha == 0.5 && found?.red == 1.5 && found?.green == 3)
  }

  @Test("On a canvas that blends encoded values, speeds change the encoded colour")
  func speedsChangeTheEncodedColour() {
    let grey = LinearColor(srgbRed: 0.5, green: 0.5, blue: 0.5)
    let found = particle(canvas: Stage.canvas(blending: .srgb)) {
      $0.color = .constant(grey)
      $0.redSpeed = 0.25
    }
    #expect(abs((found?.red ?? 0) - 0.75) < 1e-6 && abs((found?.green ?? 0) - 0.5) < 1e-6)
  }

  @Test("Scale never turns negative") func scaleNeverTurnsNegative() {
    #expect(particle { $0.scaleSpeed = 1 }?.axisXx == 2)
    #expect(particle { $0.scaleSpeed = -0.5 }?.axisXx == 0.5)
    #expect(particle { $0.scaleSpeed = -1.5 } == nil)
    #expect(particle { $0.scaleOverLife = [NumberStop(0, 0), NumberStop(1, 3)] }?.axisXx == 1.5)
  }

  @Test("Invisible particles are dropped") func invisibleParticlesAreDropped() {
    #expect(particle { $0.color = .constant(.clear) } == nil)
    #expect(particle { $0.alphaSpeed = -1 } == nil)
    var canvas = Stage.canvas()
    canvas.widthPixels = 100_000
    #expect(particle(canvas: canvas) { $0.velocity = 4 } != nil)
    #expect(particle(canvas: canvas) { $0.velocity = 6 } == nil)
    canvas.heightPixels = 99_000
    #expect(particle(canvas: canvas) { $0.velocity = 0 } == nil)
  }

  @Test("Colours, sprites and values within ranges are random") func paletteSpritesAndRangesAreRandom() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 6000
      $0.colors = [.white, .black, LinearColor(red: 0.5, green: 0.5, blue: 0.5)]
      $0.sprites = [Sprite(.disc, width: 2, height: 2), Sprite(.square, width: 4, height: 6)]
      $0.scaleRange = 1
    }
    let found = Stage.program([cell]).particles(at: 1)[0]
    for value in [0, 0.5, 1] as [Float] { #expect(abs(found.filter { $0.red == value }.count - 2000) < 150) }
    #expect(abs(found.filter { $0.sprite == 1 }.count - 3000) < 180)
    for particle in found {
      let halfWidth: Float = particle.sprite == 1 ? 2 : 1
      #expect(particle.axisXx >= halfWidth * 0.5 && particle.axisXx <= halfWidth * 1.5)
    }
  }

  @Test("Values are read at birth and kept") func valuesAreReadAtBirthAndKept() {
    let cell = Stage.cell {
      $0.birthRate = 1
      $0.lifetime = 100
      $0.scale = AnimatedNumber(.keys([NumberKey(time: 0, value: 1), NumberKey(time: 10, value: 11)]))
    }
    let found = Stage.program([cell]).particles(at: 5.5)[0]
    #expect(found.map(\.axisXx) == [2, 3, 4, 5, 6])
  }

  @Test("Twinkle stays between its bounds") func twinkleStaysBetweenItsBounds() {
    let cell = Stage.cell {
      $0.birthRate = 1000
      $0.twinkle = 0.6
    }
    let found = Stage.program([cell]).particles(at: 5)[0]
    #expect(found.allSatisfy { $0.red >= 0.399 && $0.red <= 1.001 })
    #expect(found.contains { $0.red < 0.55 } && found.contains { $0.red > 0.85 })
  }
}
