import Lanes
import Model
import Simulation
import Testing

@Suite struct EmitterShapeTests {
  private typealias Place = (x: Double, y: Double)

  /// Returns the places at birth, relative to the emitter's position.
  private func places(
    _ shape: Emitter.Shape, _ mode: Emitter.Mode, width: Double, height: Double, seed: UInt64 = 7
  ) -> [Place] {
    var emitter = Stage.emitter([], shape: shape, mode: mode)
    emitter.size = AnimatedPoint(AnimatedNumber(width), AnimatedNumber(height))
    // Neighbouring Floats are closer together near the origin.
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = AnimatedNumber(Double(sampleCount))
      }
    ]
    return Stage.program(emitter, canvas: Stage.canvas(seed: seed)).particles(at: 0.5)[0].map {
      (Double($0.x) - 1000, Double($0.y) - 1000)
    }
  }

  /// Returns the direction of `place` from the origin, 0 ..< 1 turn clockwise from the right.
  private func directionTurns(_ place: Place) -> Double {
    let turns = Lanes.atan2(y: place.y, x: place.x) / 6.283_185_307_179_586
    return turns < 0 ? turns + 1 : turns
  }

  @Test("Births are uniform on lines and in rectangles") func linesAndRectangles() {
    let line = places(.line, .surface, width: 80, height: 30)
    expectUniform(line.map { ($0.x + 40) / 80 }, "line")
    #expect(line.allSatisfy { $0.y == 0 })
    let rectangle = places(.rectangle, .volume, width: 80, height: 30)
    expectUniform(rectangle.map { ($0.x + 40) / 80 }, "rectangle x")
    expectUniform(rectangle.map { ($0.y + 15) / 30 }, "rectangle y")
    // The share of the perimeter, 220 points, clockwise from the upper left corner.
    let outline = places(.rectangle, .outline, width: 80, height: 30).map { place -> Double in
      if place.y < -14.99 { return (place.x + 40) / 220 }
      if place.x > 39.99 { return (80 + place.y + 15) / 220 }
      if place.y > 14.99 { return (110 + 40 - place.x) / 220 }
      return (190 + 15 - place.y) / 220
    }
    expectUniform(outline, "rectangle outline")
    let corners = places(.rectangle, .points, width: 80, height: 30)
    #expect(corners.allSatisfy { abs($0.x) == 40 && abs($0.y) == 15 })
  }

  @Test("Births are uniform in circles, ellipses and rings") func circlesEllipsesAndRings() {
    let circle = places(.circle, .volume, width: 50, height: 0)
    expectUniform(circle.map { ($0.x * $0.x + $0.y * $0.y) / 2500 }, "circle area")
    expectUniform(circle.map(directionTurns), "circle angle")
    let edge = places(.circle, .outline, width: 50, height: 0)
    #expect(edge.allSatisfy { abs($0.x * $0.x + $0.y * $0.y - 2500) < 0.1 })
    expectUniform(edge.map(directionTurns), "circle outline")
    let ellipse = places(.ellipse, .surface, width: 80, height: 20)
    expectUniform(ellipse.map { $0.x * $0.x / 1600 + $0.y * $0.y / 100 }, "ellipse area")
    let ring = places(.ring, .surface, width: 50, height: 30)
    expectUniform(ring.map { ($0.x * $0.x + $0.y * $0.y - 900) / 1600 }, "ring area")
    let rims = places(.ring, .outline, width: 60, height: 20)
    // The outer rim is three times as long as the inner one.
    let outer = rims.filter { $0.x * $0.x + $0.y * $0.y > 1600 }.count
    #expect(abs(outer - 15_000) < 200)
  }

  @Test("Births on an ellipse's outline are uniform by arc length") func ellipseOutlineIsUniformByLength() {
    // The arc length from angle 0 to each step, added up in small chords.
    let steps = 20_000
    var lengths = [0.0]
    var previous = (x: 40.0, y: 0.0)
    for step in 1...steps {
      let (sine, cosine) = Lanes.sincosTurns(Double(step) / Double(steps))
      let point = (x: 40 * cosine, y: 10 * sine)
      let (dx, dy) = (point.x - previous.x, point.y - previous.y)
      lengths.append(lengths[step - 1] + (dx * dx + dy * dy).squareRoot())
      previous = point
    }
    let found = places(.ellipse, .outline, width: 80, height: 20)
    #expect(found.allSatisfy { abs($0.x * $0.x / 1600 + $0.y * $0.y / 100 - 1) < 1e-3 })
    expectUniform(
      found.map { lengths[min(Int(directionTurns(($0.x / 40, $0.y / 10)) * Double(steps)), steps)] / lengths[steps] },
      "ellipse outline")
  }

  @Test("Polygons are filled by area") func polygonsAreFilledByArea() {
    // An L of three squares whose sides are 10 points long.
    let corners = [(0.0, 0.0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)].map { PlanePoint($0.0, $0.1) }
    for polygon in [corners, corners.reversed()] {
      // Eight seeds together: a single seed may by chance be the one in a thousand that exceeds the bound (p = 0.001).
      let area = (100..<108).flatMap {
        places(.polygon(polygon), .surface, width: 0, height: 0, seed: $0)
      }
      #expect(area.allSatisfy { $0.x > -0.001 && $0.y > -0.001 && ($0.x < 10.001 || $0.y < 10.001) })
      let squares = [
        area.filter { $0.x < 10 && $0.y < 10 }.count, area.filter { $0.x >= 10 }.count,
        area.filter { $0.y >= 10 }.count,
      ]
      // Chi-square with 2 degrees of freedom.
      #expect(chiSquare(squares, expected: squares.map { _ in Double(area.count) / 3 }) < 13.8)
      let edge = places(.polygon(polygon), .outline, width: 0, height: 0)
      let bottom = edge.filter { abs($0.y) < 1e-3 }.count
      #expect(abs(bottom - sampleCount / 4) < 250)
    }
    let points = places(.polygon(corners), .points, width: 0, height: 0)
    #expect(Set(points.map { "\($0.x) \($0.y)" }).count == 6)
  }
}
