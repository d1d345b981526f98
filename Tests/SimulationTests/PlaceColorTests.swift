import Colorimetry
import Lanes
import Model
import Simulation
import Testing

/// Colours by the place on a shape.
@Suite struct PlaceColorTests {
  private static let red = LinearColor(red: 1, green: 0, blue: 0)
  private static let blue = LinearColor(red: 0, green: 0, blue: 1)

  private func particles(
    _ colors: PlaceColors, shape: Emitter.Shape = .rectangle, mode: Emitter.Mode = .volume,
    size: AnimatedPoint = AnimatedPoint(200, 100), at time: Double = 0.5, _ change: (inout Cell) -> Void = { _ in },
    emitter changeEmitter: (inout Emitter) -> Void = { _ in }
  ) -> [EvaluatedParticle] {
    var emitter = Stage.emitter([], shape: shape, mode: mode)
    emitter.size = size
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = 400
        $0.lifetime = 9
        $0.colorByPlace = colors
        change(&$0)
      }
    ]
    changeEmitter(&emitter)
    let particles = Stage.program(emitter).particles(at: time)[0]
    #expect(particles.count > 300)
    return particles
  }

  private func colors(
    _ along: PlaceColors.Coordinate, from: Double? = nil, to: Double? = nil, _ last: LinearColor = blue
  ) -> PlaceColors {
    PlaceColors(along: along, from: from, to: to, stops: [ColorStop(0, Self.red), ColorStop(1, last)])
  }

  /// Expects the mixture of red and blue in which `share` is blue.
  private func expectMixture(
    _ particles: [EvaluatedParticle], _ text: Comment, _ share: (_ x: Float, _ y: Float, _ z: Float) -> Float
  ) {
    for particle in particles {
      let expected = min(max(share(particle.x - 1000, particle.y - 1000, particle.order), 0), 1)
      #expect(abs(particle.blue - expected) < 2e-4 && abs(particle.red - (1 - expected)) < 2e-4, text)
      #expect(particle.green == 0)
    }
  }

  @Test("A gradient runs across the shape along each axis, outwards and around") func coordinates() {
    expectMixture(particles(colors(.x)), "x") { x, _, _ in (x + 100) / 200 }
    expectMixture(particles(colors(.y)), "y") { _, y, _ in (y + 50) / 100 }
    expectMixture(particles(colors(.radius)), "radius") { x, y, _ in (x * x + y * y).squareRoot() / 100 }
    expectMixture(particles(colors(.angle)), "angle") { x, y, _ in
      let turns = Lanes.atan2(y: x, x: -y) / 6.283_185_3
      return turns < 0 ? turns + 1 : turns
    }
    expectMixture(
      particles(
        colors(.z),
        emitter: { emitter in
          emitter.depth = 80
          emitter.renderMode = .backToFront
        }), "z"
    ) { _, _, z in (z + 40) / 80 }
  }

  @Test("The ends of a gradient are the shape's edges, or given lengths") func ends() {
    expectMixture(particles(colors(.x, from: 10, to: 60)), "x from 10 to 60") { x, _, _ in (x - 10) / 50 }
    expectMixture(particles(colors(.y, from: 20)), "y from 20 on") { _, y, _ in (y - 20) / 30 }
    expectMixture(particles(colors(.x, from: 50, to: -50)), "from right to left") { x, _, _ in (50 - x) / 100 }
    // A circle's size is its radius, a star fits its box, a path has its own.
    expectMixture(particles(colors(.x), shape: .circle), "circle") { x, _, _ in (x + 200) / 400 }
    expectMixture(particles(colors(.y), shape: .star(points: 4, ratio: 0.5), size: AnimatedPoint(120, 120)), "star") {
      _, y, _ in (y + 60) / 120
    }
    expectMixture(
      particles(colors(.x), shape: .polygon([PlanePoint(20, 0), PlanePoint(60, 0), PlanePoint(40, 30)])), "polygon"
    ) { x, _, _ in (x - 20) / 40 }
    // An animated size counts as it is at the birth.
    let grown = AnimatedPoint(
      AnimatedNumber(.keys([NumberKey(time: 0, value: 300), NumberKey(time: 9, value: 900)])), 80)
    expectMixture(particles(colors(.x), size: grown), "animated") { x, _, _ in (x + 150) / 300 }
    // A shape without an extent has the first colour.
    expectMixture(particles(colors(.x), shape: .point), "point") { _, _, _ in 0 }
  }

  @Test("A formula of x, y and z says where between the stops a place is") func formulas() {
    let builder = FormulaBuilder(for: .pixels)
    // (x − 900) ÷ 200 + (y − 1000) ÷ 400 + z ÷ 100, where 900 is a number that the formula reads.
    let sum =
      (builder.input(.x) - builder.input(.value(1))) * builder.constant(1.0 / 200)
      + (builder.input(.y) - builder.constant(1000)) * builder.constant(1.0 / 400)
      + builder.input(.value(0)) * builder.constant(0.01)
    let formula = PlaceFormula(formula: "= …", program: builder.program([sum]), values: [900])
    let colors = PlaceColors(stops: [ColorStop(0, Self.red), ColorStop(1, Self.blue)], formula: formula)
    let deep = particles(
      colors,
      emitter: { emitter in
        emitter.depth = 40
        emitter.renderMode = .backToFront
      })
    expectMixture(deep, "formula") { x, y, z in (x + 100) / 200 + y / 400 + z / 100 }
  }

  @Test("The factor is kept in flight, multiplies the cell's colours, and its opacity counts") func kept() {
    let clear = LinearColor(red: 0, green: 0, blue: 1, alpha: 0)
    let places = particles(colors(.x), at: 0)
    let flying = particles(colors(.x), at: 3) {
      $0.velocity = 40
      $0.colors = [LinearColor(red: 0.5, green: 0.5, blue: 0.5)]
    }
    for (start, end) in zip(places, flying) {
      #expect(abs(end.x - start.x - 120) < 0.01)
      #expect(abs(end.red - start.red / 2) < 1e-6 && abs(end.blue - start.blue / 2) < 1e-6)
    }
    for particle in particles(colors(.x, clear)) {
      #expect(abs(particle.alpha - (100 - (particle.x - 1000)) / 200) < 1e-3)
    }
  }

  @Test("Particles that come together on several shapes take the colour of their place on each") func inTurn() {
    let picture = ShapePicture(
      file: nil, width: 40, height: 20, columns: 2, rows: 1, samples: [SIMD4(0, 1, 0, 1), SIMD4(1, 1, 0, 1)])
    let target = GatherTarget(shape: .picture(picture), mode: .surface, seconds: 2, ease: .linear, hold: 1)
    let line = GatherTarget(
      shape: .line, position: PlanePoint(300, 300), size: PlanePoint(100, 0), seconds: 2, ease: .linear)
    let gather = Gather(seconds: 1, hold: 1, next: [target, line])
    func change(_ cell: inout Cell) {
      cell.gather = gather
      cell.colorByPlace = nil
      cell.colorFrom = .picture
      cell.color = .constant(LinearColor(red: 0.8, green: 0.5, blue: 0.6))
    }
    // On the rectangle their own colour, on the picture from 4 s to 5 s times the picture's, on the line again their own.
    #expect(particles(colors(.x), at: 1.5, change).allSatisfy { $0.red == 0.8 && $0.green == 0.5 && $0.blue == 0.6 })
    let onPicture = particles(colors(.x), at: 4.5, change)
    for particle in onPicture {
      #expect(abs(particle.red - (particle.x < 1000 ? 0 : 0.8)) < 1e-5)
      #expect(abs(particle.green - 0.5) < 1e-5 && abs(particle.blue) < 1e-5)
    }
    for (half, whole) in zip(particles(colors(.x), at: 3, change), onPicture) {
      #expect(abs(half.red - (0.8 + whole.red) / 2) < 1e-3 && abs(half.blue - 0.3) < 1e-3)
    }
    #expect(particles(colors(.x), at: 8, change).allSatisfy { abs($0.red - 0.8) < 1e-5 && abs($0.blue - 0.6) < 1e-5 })
    // A gradient runs across each shape.
    expectMixture(particles(colors(.x), at: 1.5) { $0.gather = gather }, "rectangle") { x, _, _ in (x + 100) / 200 }
    expectMixture(particles(colors(.x), at: 4.5) { $0.gather = gather }, "picture") { x, _, _ in (x + 20) / 40 }
    expectMixture(particles(colors(.x), at: 8) { $0.gather = gather }, "line") { x, _, _ in (x + 700 + 50) / 100 }
  }
}
