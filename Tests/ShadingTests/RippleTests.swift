import Scenes
import Shading
import Testing

@Suite struct RippleTests {
  @Test func waterWithoutDropsIsFlat() {
    let still = RipplesShader(
      ripples: Ripples(rate: 0), path: 1, canvas: Canvas(), clock: Clock(local: 3, canvas: 3))
    #expect(still.isEmpty)
  }
}
