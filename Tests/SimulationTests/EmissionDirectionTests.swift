import Lanes
import Model
import Simulation
import Testing

/// Directions of emission relative to the emitter's shape: along its normal or its tangent.
@Suite struct EmissionDirectionTests {
  /// Returns the places of births, relative to the emitter's position, and their directions as unit vectors.
  ///
  /// Both follow from the places of particles at birth and after one second of flight at 10 points a second.
  private func births(
    _ shape: Emitter.Shape, _ mode: Emitter.Mode, width: AnimatedNumber, height: AnimatedNumber,
    _ from: Cell.EmissionFrom, longitude: Double = 0
  ) -> [(x: Double, y: Double, directionX: Double, directionY: Double)] {
    var emitter = Stage.emitter([], shape: shape, mode: mode)
    emitter.size = AnimatedPoint(width, height)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = 400
        $0.velocity = 10
        $0.emissionFrom = from
        $0.emissionLongitude = AnimatedNumber(longitude)
      }
    ]
    let program = Stage.program(emitter)
    return zip(program.particles(at: 0)[0], program.particles(at: 1)[0]).map { before, after in
      (
        Double(before.x) - 1000, Double(before.y) - 1000, Double(after.x - before.x) / 10,
        Double(after.y - before.y) / 10
      )
    }
  }

  @Test("Normals and tangents of round and straight outlines") func formulas() {
    for birth in births(.circle, .outline, width: 50, height: 0, .normal) {
      #expect(abs(birth.directionX - birth.x / 50) < 1e-4 && abs(birth.directionY - birth.y / 50) < 1e-4)
    }
    // Tangents run clockwise on the canvas: downwards at the right.
    for birth in births(.circle, .outline, width: 50, height: 0, .tangent) {
      #expect(abs(birth.directionX + birth.y / 50) < 1e-4 && abs(birth.directionY - birth.x / 50) < 1e-4)
    }
    for birth in births(.line, .volume, width: 50, height: 0, .normal) {
      #expect(abs(birth.directionX) < 1e-4 && abs(birth.directionY + 1) < 1e-4)
    }
    for birth in births(.rectangle, .outline, width: 80, height: 30, .normal) {
      let isSide = abs(birth.y) < 14.99
      #expect(abs(birth.directionX - (isSide ? birth.x / 40 : 0)) < 1e-4)
      #expect(abs(birth.directionY - (isSide ? 0 : birth.y / 15)) < 1e-4 || abs(abs(birth.y) - 15) < 0.02)
    }
    for birth in births(.ellipse, .outline, width: 80, height: 20, .normal) {
      // The gradient of x²/40² + y²/10².
      let (x, y) = (birth.x / 1600, birth.y / 100)
      let length = (x * x + y * y).squareRoot()
      #expect(abs(birth.directionX - x / length) < 2e-3 && abs(birth.directionY - y / length) < 2e-3)
    }
    for birth in births(.ring, .outline, width: 50, height: 20, .normal) {
      let radius = (birth.x * birth.x + birth.y * birth.y).squareRoot()
      // Away from the ring: outwards at the outer rim, inwards at the inner one.
      let sign = radius > 35 ? 1.0 : -1
      #expect(abs(birth.directionX - sign * birth.x / radius) < 1e-4)
      #expect(abs(birth.directionY - sign * birth.y / radius) < 1e-4)
    }
  }

  @Test("Inside a shape the normal points away from the emitter's position") func insideOfShapes() {
    for shape in [Emitter.Shape.rectangle, .heart, .star(points: 5, ratio: 0.5), .ring] {
      for birth in births(shape, .volume, width: 80, height: 60, .normal) {
        let radius = (birth.x * birth.x + birth.y * birth.y).squareRoot()
        #expect(abs(birth.directionX - birth.x / radius) < 2e-3 && abs(birth.directionY - birth.y / radius) < 2e-3)
      }
    }
    // At the position itself no direction points away from it: the normal is to the right.
    for birth in births(.point, .volume, width: 0, height: 0, .normal) {
      #expect(abs(birth.directionX - 1) < 1e-4 && abs(birth.directionY) < 1e-4)
    }
  }

  @Test("Normals of paths point out of the filled area, and tangents are at right angles to them") func paths() {
    var frame = VectorPath(fillRule: .evenOdd)
    for half in [30.0, 10] {
      frame.move(to: PlanePoint(-half, -half))
      for (x, y) in [(half, -half), (half, half), (-half, half)] { frame.line(to: PlanePoint(x, y)) }
      frame.close()
    }
    let shapes: [(shape: Emitter.Shape, path: VectorPath, pointsPerPathUnit: Double, size: AnimatedNumber)] = [
      (.path(frame), frame, 1, 0), (.heart, .heart, 40, 80),
      (.star(points: 5, ratio: 0.4), .star(points: 5, ratio: 0.4), 40, 80),
      // A size that is a sum is not a constant: it is read at each birth.
      (.heart, .heart, 40, AnimatedNumber(.sum([.constant(80)]))),
      (.regularPolygon(sides: 5), .regularPolygon(sides: 5), 40, AnimatedNumber(.sum([.constant(80)]))),
    ]
    for (shape, path, pointsPerPathUnit, size) in shapes {
      let outline = ShapeOutline(path)
      let normals = births(shape, .outline, width: size, height: size, .normal)
      let tangents = births(shape, .outline, width: size, height: size, .tangent)
      var (inside, outside) = (0, 0)
      for (normal, tangent) in zip(normals, tangents) {
        #expect(abs(normal.directionX * normal.directionX + normal.directionY * normal.directionY - 1) < 1e-3)
        #expect(abs(normal.directionX * tangent.directionX + normal.directionY * tangent.directionY) < 2e-3)
        let step = 0.3
        func isInside(afterSteps sign: Double) -> Bool {
          let place = SIMD2(normal.x + sign * step * normal.directionX, normal.y + sign * step * normal.directionY)
          return outline.isInside(place / pointsPerPathUnit)
        }
        // Near corners a step to one side may cross the outline a second time.
        inside += isInside(afterSteps: -1) ? 1 : 0
        outside += isInside(afterSteps: 1) ? 0 : 1
      }
      #expect(inside > 380 && outside > 380)
    }
  }

  @Test("The longitude is added to the normal's direction, clockwise") func longitudes() {
    for birth in births(.circle, .outline, width: 50, height: 0, .normal, longitude: 90) {
      #expect(abs(birth.directionX + birth.y / 50) < 1e-4 && abs(birth.directionY - birth.x / 50) < 1e-4)
    }
  }
}
