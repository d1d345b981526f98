import Model
import TestSupport
import Testing

/// Mappings of the plane that keep lines straight.
@Suite struct ProjectionTests {
  /// A random projection for which the points of −1...1 lie before the eye.
  private func projection(_ random: inout SeededRandom) -> Projection {
    var numbers: [Double] = []
    for _ in 0..<8 { numbers.append(.random(in: -3...3, using: &random)) }
    return Projection(
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6] * 0.1, numbers[7] * 0.1, 1)
  }

  @Test("The inverse brings each point back, and the two w are each other's inverse") func inverses() throws {
    var random = SeededRandom(state: 1)
    for _ in 0..<500 {
      let projection = projection(&random)
      guard abs(projection.determinant) > 0.1 else { continue }
      let inverse = try #require(projection.inverse)
      let (x, y) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      let image = projection(x, y)
      let back = inverse(image.x, image.y)
      #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9 && abs(back.w * image.w - 1) < 1e-9)
    }
  }

  @Test("One projection then another is one that does both") func composition() {
    var random = SeededRandom(state: 2)
    for _ in 0..<500 {
      let (first, second) = (projection(&random), projection(&random))
      let (x, y) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      let middle = first(x, y)
      let (one, two) = (first.then(second)(x, y), second(middle.x, middle.y))
      guard two.w > 0.05 else { continue }
      #expect(abs(one.x - two.x) < 1e-8 * max(1, abs(two.x)) && abs(one.y - two.y) < 1e-8 * max(1, abs(two.y)))
    }
  }

  @Test("Points on a line stay on a line") func lines() {
    var random = SeededRandom(state: 3)
    for _ in 0..<500 {
      let projection = projection(&random)
      let images = [(-1.0, 0.5), (0.0, 0.25), (1.0, 0.0)].map { projection($0.0, $0.1) }
      let across =
        (images[1].x - images[0].x) * (images[2].y - images[0].y)
        - (images[1].y - images[0].y) * (images[2].x - images[0].x)
      #expect(abs(across) < 1e-9)
    }
  }

  @Test("A plane that is seen edge-on has no inverse, and a point behind the eye no image") func limits() {
    #expect(Projection(1, 2, 0, 2, 4, 0).inverse == nil)
    let image = Projection(1, 0, 0, 0, 1, 0, -1, 0, 1)(2, 5)
    #expect(image.x == 0 && image.y == 0 && image.w == -1)
  }

  @Test("In pixels a projection does the same as in points") func pixels() {
    var random = SeededRandom(state: 4)
    for _ in 0..<100 {
      let projection = projection(&random)
      let (image, inPixels) = (projection(0.3, -0.7), projection.scaled(by: 2.5)(0.75, -1.75))
      #expect(abs(inPixels.x - image.x * 2.5) < 1e-9 && abs(inPixels.y - image.y * 2.5) < 1e-9)
    }
  }
}
